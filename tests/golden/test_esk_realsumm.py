"""ESK on real summaries: against the oracle."""

import json

import pytest

import steelyard as sy
from oracles import esk as oracle
from oracles.tokens import tokenise
from steelyard.text.words.wordnet import wordnet


@pytest.fixture(scope="module")
def summaries(shared) -> sy.Corpus:
    folder = shared / "data" / "realsumm-abs"
    if not folder.is_dir():
        pytest.skip("skipped: ESK on real summaries, for there is no folder ../shared/data/realsumm-abs")

    def rows(name):
        return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]

    references = {row["doc"]: "\n".join(row["sentences"]) for row in rows("refs.jsonl")}
    systems: dict[str, dict[str, str]] = {}
    for row in rows("systems.jsonl"):
        systems.setdefault(row["system"], {})[row["doc"]] = "\n".join(row["sentences"])
    texts = {name: [outputs[doc] for doc in references] for name, outputs in systems.items()}
    return sy.Corpus.of(texts, list(references.values()), ids=list(references))


def nodes(text: str) -> list[oracle.Sentence]:
    sentences = [tokenise(line, "no-punct", "fold") for line in text.split("\n")]
    return [[frozenset([("form", word), *wordnet().synsets(word)]) for word in sentence] for sentence in sentences]


@pytest.mark.parametrize("options", [{}, {"d": 3, "decay": 0.8, "beta": 1.0}], ids=str)
def test_summaries_score_as_by_the_oracle(summaries, options):
    measure = type(sy.parse("esk"))(**options)
    scores = sy.score(summaries, measures=[measure], level="segment")
    for n, doc in enumerate(summaries.ids[:4]):
        reference = nodes(summaries.references[0][n])
        for system in list(summaries.systems)[:3]:
            wanted = oracle.corpus([nodes(summaries.systems[system][n])], [[reference]], **options)
            assert scores.value(system, measure, doc) == pytest.approx(wanted, rel=1e-10)
