"""Equal to google's rouge-score 0.1.2: the digits stored, and run live on texts of any kind."""

from collections import defaultdict

import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

import steelyard as sy
from golden.golden_texts import datasets

TYPES = {"rougeL": "rouge-l", "rougeLsum": "rouge-lsum"} | {f"rouge{n}": f"rouge-{n}" for n in range(1, 10)}
VALUES = {"P": "precision", "R": "recall", "F": "f"}


def notation(kind: str, column: str, stem: bool) -> str:
    return f"{TYPES[kind]}@rouge-score(kind={VALUES[column]}{',stem=true' if stem else ''})"


@pytest.mark.parametrize("stem", [False, True], ids=["unstemmed", "stemmed"])
def test_documents(golden, ted, realsumm, stem, compared):
    rows = [row for row in golden("rouge_score_document") if row["stem"] == str(int(stem))]
    assert len(rows) == 49_008
    by_dataset = defaultdict(list)
    for row in rows:
        by_dataset[row["dataset"]].append(row)
    for dataset, mine in by_dataset.items():
        outputs, sets, documents = datasets(ted, realsumm)[dataset]
        outputs = {name: outputs[name] for name in {row["system"] for row in mine}}
        wanted = {notation(k, c, stem): (k, c) for k in {row["metric"] for row in mine} for c in "PRF"}
        made = sy.score(outputs, sets, list(wanted), level="segment")
        values = {(*wanted[s.measure], s.system, documents[s.group]): f"{s.value:.6f}" for s in made.scores}
        differing = [
            row for row in mine for c in "PRF" if values[row["metric"], c, row["system"], row["doc"]] != row[c]
        ]
        assert differing[:3] == []
    compared("rouge_score_document", 3 * len(rows))


# Words that stemmers change, that repeat, whose lower case is longer or is ASCII (K), and what is no word there.
WORDS = st.sampled_from(
    ["a", "b", "A", "the", "running", "Runs", "argument", "flies", "skies", "dying", "agreed", "x-y", "don't", "3.5",
     "1,000", "é", "naïve", "K", "İ", "ſ", "ß", "ΟΔΟΣ", "日本", "ก", "_", "-", "…", "\u00a0", "\u2028", "\x1c", "\r",
     "\t", "\n", "\n\n", "z\n", "\x85", "\u200b", "ﬁ", "²"]
)  # fmt: skip
TEXTS = st.lists(WORDS, max_size=25).map(" ".join)


@pytest.mark.parametrize("stem", [False, True], ids=["unstemmed", "stemmed"])
@settings(max_examples=60)
@examples(TEXTS.filter(lambda t: t.strip()), st.lists(TEXTS.filter(lambda t: t.strip()), min_size=1, max_size=3))
def test_live(stem, output, references):
    theirs = RougeScorer(list(TYPES), use_stemmer=stem).score_multi(references, output)
    wanted = {notation(k, c, stem): (k, VALUES[c]) for k in TYPES for c in "PRF"}
    sets = {str(n): [reference] for n, reference in enumerate(references)}
    for score in sy.score({"A": [output]}, sets, list(wanted), threads=1).scores:
        kind, value = wanted[score.measure]
        expected = getattr(theirs[kind], "fmeasure" if value == "f" else value)
        assert score.value == pytest.approx(expected, rel=1e-9, abs=1e-12), (score.measure, output, references)
