"""Equal to what ROUGE-1.5.5.pl printed for every document and as averages and intervals, to all five decimals."""

from collections import defaultdict

import pytest

import steelyard as sy
from golden.golden_texts import datasets
from steelyard.engines.local import collect

NAMES = {
    "ROUGE-L": "rouge-l",
    "ROUGE-W-1.2": "rouge-w",
    "ROUGE-W-1.5": "rouge-w(weight=1.5)",
    "ROUGE-S*": "rouge-s",
    "ROUGE-S4": "rouge-s(gap=4)",
    "ROUGE-SU*": "rouge-su",
    "ROUGE-SU4": "rouge-su(gap=4)",
} | {f"ROUGE-{n}": f"rouge-{n}" for n in range(1, 10)}
# What a part of a variant's name means; the rest of it says what was computed, or concerns the averages.
OPTIONS = {
    "m": ["stem=true"],
    "s": ["stop=true"],
    "ms": ["stem=true", "stop=true"],
    "fB": ["models=best-recall"],
    "p0.8": ["alpha=0.8"],
    "p1": ["alpha=1"],
    "l20": ["words=20"],
    "l100": ["words=100"],
    "b665": ["bytes=665"],
    "t1": ["average=counts"],
    "c90r500": ["samples=500"],
}
VALUES = {"R": "recall", "P": "precision", "F": "f"}


def notation(metric: str, variant: str, column: str) -> str:
    name, _, given = NAMES[metric].rstrip(")").partition("(")
    options = [given] if given else []
    parts = variant.replace("p0.8", "p0_8").replace("w1.5", "w").split(".")
    options += [o for part in parts for o in OPTIONS.get(part.replace("_", "."), [])]
    return f"{name}@rouge-1.5.5({','.join([*options, f'kind={VALUES[column]}'])})"


@pytest.fixture(scope="module")
def by_variant(golden):
    """(dataset, variant) → rows."""
    found = defaultdict(list)
    for row in golden("rouge155_document"):
        found[row["dataset"], row["variant"]].append(row)
    return found


VARIANTS = """base fB l100 m m.b665 m.c90r500 m.fB m.l100 m.l20 m.p0.8 m.p1 m.su4 m.t0 m.t1 m.w1.5 ms ms.now s s.now s4
x""".split()


def test_all_variants_are_looked_at(by_variant):
    assert {variant for _, variant in by_variant} == set(VARIANTS)
    assert sum(map(len, by_variant.values())) == 202_566


@pytest.mark.parametrize("variant", VARIANTS)
def test_documents(by_variant, ted, realsumm, variant, monkeypatch, shared, compared):
    monkeypatch.setenv("STEELYARD_ROUGE_DATA", str(shared / "data" / "rouge-1.5.5"))
    checked = 0
    for (dataset, name), rows in by_variant.items():
        if name == variant:
            differing = differences(rows, datasets(ted, realsumm)[dataset], variant)
            assert differing[:5] == [], f"{len(differing)} of {len(rows)} in {dataset}"
            checked += len(rows)
    assert checked
    compared("rouge155_document", 3 * checked)


def differences(rows, corpus, variant):
    outputs, sets, documents = corpus
    outputs = {name: outputs[name] for name in sorted({row["system"] for row in rows})}
    if variant == "m.t1":
        values = counts(outputs, sets, documents, {row["metric"] for row in rows})
    else:
        values = scores(outputs, sets, documents, {row["metric"] for row in rows}, variant)
    found = []
    for row in rows:
        ours = [values[row["metric"], column, row["system"], row["doc"]] for column in "RPF"]
        if ours != [row[column] for column in "RPF"]:
            found.append((row, ours))
    return found


def scores(outputs, sets, documents, metrics, variant):
    """(metric, column, system, document) → the score as ROUGE prints it."""
    wanted = {notation(metric, variant, column): (metric, column) for metric in metrics for column in "RPF"}
    made = sy.score(outputs, sets, list(wanted), level="segment")
    return {
        (*wanted[score.measure], score.system, documents[score.group]): f"{score.value:.5f}" for score in made.scores
    }


def counts(outputs, sets, documents, metrics):
    """With -t 1, documents show counts: of the models, of the peer, and hits."""
    made = {}
    for metric in metrics:
        one = collect(sy.Corpus.of(outputs, sets), [notation(metric, "m.t1", "F")], threads=1)[0]
        for system, rows in zip(one.systems, one.values, strict=True):
            for document, (hits, peer, models) in zip(documents, rows.tolist(), strict=True):
                for column, count in zip("RPF", (models, peer, hits), strict=True):
                    made[metric, column, system, document] = str(count)
    return made


@pytest.mark.parametrize("kind", VALUES.values())
def test_two_names_of_its_rouge_l(realsumm, kind):
    texts = realsumm.systems, realsumm.references
    documents = sorted(texts[1])
    outputs = {name: [summaries[d] for d in documents] for name, summaries in texts[0].items()}
    measures = [f"{name}@rouge-1.5.5(kind={kind})" for name in ("rouge-l", "rouge-lsum")]
    made = sy.score(outputs, [texts[1][d] for d in documents], measures, level="segment").scores
    first, second = ([s.value for s in made if s.measure == measure] for measure in measures)
    assert first == second and len(set(first)) > 100


@pytest.fixture(scope="module")
def averages(golden):
    """(dataset, variant) → rows."""
    rows = defaultdict(list)
    for row in golden("rouge155_average"):
        rows[row["dataset"], row["variant"]].append(row)
    return rows


def test_all_averages_are_looked_at(averages):
    assert {variant for _, variant in averages} == set(VARIANTS)
    assert sum(map(len, averages.values())) == 9_117


@pytest.mark.parametrize("variant", VARIANTS)
def test_averages_and_bounds(averages, ted, realsumm, variant, monkeypatch, shared, compared):
    """What the script prints as Average and as its interval: its own samples, drawn again."""
    monkeypatch.setenv("STEELYARD_ROUGE_DATA", str(shared / "data" / "rouge-1.5.5"))
    differing, checked = [], 0
    for (dataset, name), rows in averages.items():
        if name == variant:
            printed = intervals(datasets(ted, realsumm)[dataset], variant, rows)
            expected = [(row["mean"], row["lo"], row["hi"]) for row in rows]
            differing += [pair for pair in zip(rows, printed, expected, strict=True) if pair[1] != pair[2]]
            checked += len(rows)
    assert checked
    assert differing[:5] == [], f"{len(differing)} of {checked}"
    compared("rouge155_average", 3 * checked)


def intervals(corpus, variant, rows):
    """Average and bounds of each row at five decimals."""
    outputs, sets, documents = corpus
    outputs = {name: outputs[name] for name in sorted({row["system"] for row in rows})}
    draws = sy.Draws(resamples=500, confidence=0.9) if variant == "m.c90r500" else sy.Draws()
    wanted = sorted({notation(row["metric"], variant, row["stat"]) for row in rows})
    scores = sy.score(sy.Corpus.of(outputs, sets, ids=documents), measures=wanted, intervals=draws).scores
    printed = {(s.measure, s.system): tuple(f"{value:.5f}" for value in (s.value, s.low, s.high)) for s in scores}
    return [printed[notation(row["metric"], variant, row["stat"]), row["system"]] for row in rows]
