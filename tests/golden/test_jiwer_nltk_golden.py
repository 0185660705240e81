"""Equal to what jiwer 4.0.0 and nltk 3.10 gave."""

import pytest

import steelyard as sy

WER = {"mixed": "wer", "lc": "wer(case=fold)"}


def test_jiwer_system(golden, ted):
    rows = golden("jiwer_system")
    assert len(rows) == 52
    for refs in "AB":
        scores = sy.score(ted.systems, ted.sets(refs), list(WER.values()))
        for row in (row for row in rows if row["ref"] == refs):
            label = WER[row["case"]]
            assert scores.value(row["system"], label) / 100 == pytest.approx(float(row["wer"]), rel=1e-12), row
            one = scores.statistics[list(WER.values()).index(label)]
            edits, length = one.sums()[one.systems.index(row["system"])]
            assert edits == sum(int(row[kind]) for kind in ("subs", "dels", "ins")), row
            assert length == sum(int(row[kind]) for kind in ("hits", "subs", "dels")), row


def test_jiwer_segments(golden, ted):
    rows = golden("jiwer_segment")
    systems = ted.outputs({row["system"] for row in rows})
    values = {
        (refs, s.system, s.group): s.value
        for refs in "AB"
        for s in sy.score(systems, ted.sets(refs), ["wer"], level="segment").scores
    }
    for row in rows:
        ours = values[row["ref"], row["system"], int(row["seg"])] / 100
        assert ours == pytest.approx(float(row["wer"]), abs=1e-9), row
    assert len(rows) > 4000


@pytest.mark.parametrize("refs", ["B", "AB"])
def test_nltk_gleu(golden, ted, refs):
    rows = [row for row in golden("nltk_system") if row["refs"] == refs and row["metric"] == "gleu"]
    assert len(rows) == 13
    scores = sy.score(ted.outputs({row["system"] for row in rows}), ted.sets(refs), ["gleu"])
    for row in rows:
        assert scores.value(row["system"], "gleu") == pytest.approx(float(row["score"]), rel=1e-9), row


def test_nltk_nist_with_one_reference(golden, ted):
    """With two references nltk's NIST is not mteval's."""
    label = "nist(case=keep,false_zero=false)"
    rows = [row for row in golden("nltk_system") if row["metric"] == "nist5" and row["refs"] == "B"]
    scores = sy.score(ted.outputs({row["system"] for row in rows}), ted.sets("B"), [label])
    for row in rows:
        assert scores.value(row["system"], label) == pytest.approx(float(row["score"]), rel=1e-9), row
    assert len(rows) == 13
