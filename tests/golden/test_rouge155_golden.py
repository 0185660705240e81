"""Equal to what ROUGE-1.5.5.pl printed for every document, to all five decimals."""

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
def test_documents(by_variant, ted, realsumm, variant, monkeypatch, shared):
    monkeypatch.setenv("STEELYARD_ROUGE_DATA", str(shared / "data" / "rouge-1.5.5"))
    checked = 0
    for (dataset, name), rows in by_variant.items():
        if name == variant:
            differing = differences(rows, datasets(ted, realsumm)[dataset], variant)
            assert differing[:5] == [], f"{len(differing)} of {len(rows)} in {dataset}"
            checked += len(rows)
    assert checked


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


@pytest.mark.parametrize("variant", ["base", "m"])
def test_averages(golden, ted, realsumm, variant, monkeypatch, shared):
    """ROUGE prints the mean of 1,000 resamples, which is ours but for chance: less than a tenth of its interval.

    Documents are equal to the digit, so this checks datasets of which only averages are stored.
    """
    monkeypatch.setenv("STEELYARD_ROUGE_DATA", str(shared / "data" / "rouge-1.5.5"))
    rows = [row for row in golden("rouge155_average") if row["variant"] == variant]
    for dataset in sorted({row["dataset"] for row in rows}):
        mine = [row for row in rows if row["dataset"] == dataset]
        outputs, sets, _ = datasets(ted, realsumm)[dataset]
        outputs = {name: outputs[name] for name in {row["system"] for row in mine}}
        wanted = sorted({notation(row["metric"], variant, row["stat"]) for row in mine})
        made = sy.score(outputs, sets, wanted)
        for row in mine:
            ours = made.value(row["system"], notation(row["metric"], variant, row["stat"]))
            chance = (float(row["hi"]) - float(row["lo"])) / 10
            assert ours == pytest.approx(float(row["mean"]), abs=chance + 1e-5), row
