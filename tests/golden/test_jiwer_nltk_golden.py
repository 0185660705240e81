"""Equal to what jiwer 4.0.0 and nltk 3.10 gave."""

import pytest

import steelyard as sy

WER = {"mixed": "wer@jiwer", "lc": "wer@jiwer(case=fold)"}


def counts_of(row) -> list[int]:
    """Edits and words of the reference."""
    hits, *edits = (int(row[kind]) for kind in ("hits", "subs", "dels", "ins"))
    return [sum(edits), hits + edits[0] + edits[1]]


def farthest(values, rows) -> float:
    """The largest difference, relative to rates above 1; they are stored with ten digits at least."""
    pairs = [(value / 100, float(row["wer"])) for value, row in zip(values, rows, strict=True)]
    return max(abs(ours - theirs) / max(1.0, theirs) for ours, theirs in pairs)


def test_jiwer_system(golden, ted, compared):
    rows = golden("jiwer_system")
    assert len(rows) == 52
    for refs in "AB":
        mine = [row for row in rows if row["ref"] == refs]
        scores = sy.score(ted.systems, ted.sets(refs), list(WER.values()))
        worst = farthest([scores.value(row["system"], WER[row["case"]]) for row in mine], mine)
        assert worst < 1e-12
        for row in mine:
            rates = scores.statistics[list(WER).index(row["case"])]
            assert rates.sums()[rates.systems.index(row["system"])].tolist() == counts_of(row), row
        compared("jiwer_system", 3 * len(mine), worst)


@pytest.mark.parametrize(("name", "count"), [("jiwer_segment", 4232), ("jiwer400_segment", 4232)])
def test_jiwer_segments(golden, ted, name, count, compared):
    rows = golden(name)
    assert len(rows) == count
    for refs in "AB":
        mine = [row for row in rows if row["ref"] == refs]
        scores = sy.score(ted.outputs({row["system"] for row in mine}), ted.sets(refs), "wer@jiwer")
        segments = scores.at("segment")
        worst = farthest([segments.value(row["system"], "wer@jiwer", int(row["seg"])) for row in mine], mine)
        assert worst < 1e-9
        (rates,) = scores.statistics
        for row in mine if "hits" in rows[0] else []:
            assert rates.values[rates.systems.index(row["system"]), int(row["seg"])].tolist() == counts_of(row), row
        compared(name, len(mine) * (3 if "hits" in rows[0] else 1), worst)


def test_jiwer_systems_again(golden, ted, compared):
    rows = golden("jiwer400_system")
    assert len(rows) == 26
    for refs in "AB":
        mine = [row for row in rows if row["ref"] == refs]
        scores = sy.score(ted.systems, ted.sets(refs), "wer@jiwer")
        worst = farthest([scores.value(row["system"], "wer@jiwer") for row in mine], mine)
        assert worst < 1e-9
        compared("jiwer400_system", len(mine), worst)


def test_jiwer_random(golden, compared):
    """Every text with a reference; without one, 96 of them, nothing is scored here."""
    texts = {case["id"]: case for case in golden("textrand_texts")}
    rows = golden("jiwer400_random")
    cases = [texts[int(row["id"])] for row in rows]
    references = [case["refs"][int(row["refno"])] for case, row in zip(cases, rows, strict=True)]
    kept = [n for n, text in enumerate(references) if text.strip()]
    assert (len(rows), len(kept)) == (5196, 5100)
    mine = [rows[n] for n in kept]
    outputs = {"A": [cases[n]["out"] for n in kept]}
    scores = sy.score(outputs, [[references[n] for n in kept]], "wer@jiwer", accept=("empty",))
    worst = farthest([score.value for score in scores.at("segment").scores], mine)
    assert worst < 1e-9
    assert scores.statistics[0].values[0].tolist() == [counts_of(row) for row in mine]
    compared("jiwer400_random", 3 * len(mine), worst)


@pytest.mark.parametrize("refs", ["B", "AB"])
def test_nltk_gleu(golden, ted, refs, compared):
    """NLTK was given 13a's tokens."""
    rows = [row for row in golden("nltk_system") if row["refs"] == refs and row["metric"] == "gleu"]
    measure = "gleu@nltk(tokens=13a)"
    scores = sy.score(ted.outputs({row["system"] for row in rows}), ted.sets(refs), measure)
    worst = max(abs(scores.value(row["system"], measure) - float(row["score"])) for row in rows)
    assert worst < 1e-9 and len(rows) == 13
    compared("nltk_system", len(rows), worst)


@pytest.mark.parametrize("refs", ["B", "AB"])
def test_nltk_bleu(golden, ted, refs, compared):
    """An output shorter than n words counts one n-gram more there, which is added to our counts."""
    rows = [row for row in golden("nltk_system") if row["refs"] == refs and row["metric"] == "bleu"]
    measure = sy.parse("bleu(smoothing=none)")
    (counts,) = sy.score(ted.outputs({row["system"] for row in rows}), ted.sets(refs), measure).statistics
    sums = counts.sums().astype(float)
    for n in range(1, 5):
        place = counts.fields.index(f"ngrams_{n}")
        sums[:, place] += (counts.values[..., place] == 0).sum(axis=1)
    scores = dict(zip(counts.systems, (measure.score(sums) / 100).tolist(), strict=True))
    worst = max(abs(scores[row["system"]] - float(row["score"])) for row in rows)
    assert worst < 1e-9 and len(rows) == 13
    compared("nltk_system", len(rows), worst)


def test_nltk_nist_with_one_reference(golden, ted, compared):
    """With two references nltk's NIST is not mteval's."""
    label = "nist(case=keep,false_zero=false)"
    rows = [row for row in golden("nltk_system") if row["metric"] == "nist5" and row["refs"] == "B"]
    scores = sy.score(ted.outputs({row["system"] for row in rows}), ted.sets("B"), [label])
    worst = max(abs(scores.value(row["system"], label) - float(row["score"])) for row in rows)
    assert worst < 1e-9 and len(rows) == 13
    compared("nltk_system", len(rows), worst)
