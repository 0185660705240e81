"""Every edit count and length equal to what tercom 0.8.0 (Java) printed, for all its options on texts."""

import pytest

import steelyard as sy

NOTATIONS = {
    "default": "ter@tercom",
    "s": "ter@tercom(case=keep)",
    "N": "ter@tercom(normalised=true)",
    "P": "ter@tercom(punctuation=false)",
    "NsP": "ter@tercom(case=keep,normalised=true,punctuation=false)",
}


def counts(outputs, references, measures):
    """Measure → system → (edits, words) per segment."""
    scores = sy.score(outputs, references, measures)
    return {s.label: dict(zip(s.systems, s.values.tolist(), strict=True)) for s in scores.statistics}


def printed(row) -> list[float]:
    return [float(row["edits"]), float(row["words"])]


def test_every_segment_of_ted(golden, ted, compared):
    rows = golden("tercom_segment")
    ours = {
        refs: counts(
            ted.outputs({row["texts"].partition("/")[2] for row in rows}), ted.sets(refs), [*NOTATIONS.values()]
        )
        for refs in ("A", "B", "AB")
    }
    wrong = [
        row
        for row in rows
        if ours[row["refs"]][NOTATIONS[row["options"]]][row["texts"].partition("/")[2]][int(row["segment"])]
        != printed(row)
    ]
    assert wrong[:5] == [] and len(rows) == 46_023
    assert {row["options"] for row in rows} == set(NOTATIONS)
    compared("tercom_segment", 2 * len(rows))


@pytest.mark.parametrize("count", [1, 2])
def test_every_random_output(golden, count, compared):
    rows = [row for row in golden("tercom_random") if bool(row["reference2"]) == (count == 2)]
    references = [[row[f"reference{n}"] for row in rows] for n in range(1, count + 1)]
    ours = counts({"A": [row["output"] for row in rows]}, references, ["ter@tercom"])["ter@tercom"]["A"]
    assert [row for row, found in zip(rows, ours, strict=True) if found != printed(row)][:5] == []
    assert len(rows) == {1: 13_973, 2: 6_027}[count]
    compared("tercom_random", 2 * len(rows))


def test_another_search_is_told_apart_on_ted(ted):
    """On as many segments of TED talks as docs/comparison.md says sacreBLEU's search finds other shifts."""
    systems = {name: texts for name, texts in ted.systems.items() if not name.startswith("ref.")}
    values = []
    for refs in ("A", "B", "AB"):
        scores = sy.score(systems, ted.sets(refs), ["ter@sacrebleu", "ter@tercom"], level="segment").scores
        by_measure = {m: [s.value for s in scores if s.measure == m] for m in ("ter@sacrebleu", "ter@tercom")}
        values += zip(*by_measure.values(), strict=True)
    assert (sum(a != b for a, b in values), len(values)) == (6, 20_631)


def test_another_search_is_told_apart(golden):
    """The random outputs are such that sacreBLEU's search finds other shifts in some."""
    rows = [row for row in golden("tercom_random") if not row["reference2"]]
    texts = {"A": [row["output"] for row in rows]}, [[row["reference1"] for row in rows]]
    by_measure = counts(*texts, ["ter@sacrebleu", "ter@tercom"])
    differing = sum(a != b for a, b in zip(*(systems["A"] for systems in by_measure.values()), strict=True))
    assert differing == 95
