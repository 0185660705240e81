"""Equal to pycocoevalcap 1.2's ROUGE-L: golden/pycoco_segment, _system, _random, to the ten digits stored.

Its tokenisers run before: 13a (sacreBLEU's), ptb (its PTBTokenizer, whose tokens are stored too), or none (ws).
"""

import pytest

import steelyard as sy

NAME = "rouge-l@coco"
_DIGITS = 1e-9


def farthest(rows, values):
    return max(abs(float(row["rouge_l"]) - value) for row, value in zip(rows, values, strict=True))


def cut_texts(golden, tokens):
    """The function from a text to what its tokeniser made of it; those of the systems in the files of segments."""
    return dict(golden("ptbtokenizer_ted")).__getitem__ if tokens == "ptb" else str


@pytest.mark.parametrize("tokens", ["13a", "ptb"])
def test_segments_and_systems(golden, ted, tokens, compared):
    segments = [row for row in golden("pycoco_segment") if row["tok"] == tokens]
    systems = [row for row in golden("pycoco_system") if row["tok"] == tokens]
    assert (len(segments), len(systems)) == (6348, 39)
    measure = f"{NAME}(tokens=13a,case=fold)" if tokens == "13a" else NAME
    cut = cut_texts(golden, tokens)
    stored = {row["system"] for row in (segments if tokens == "ptb" else systems)}
    for names in ("A", "B", "AB"):
        outputs = {name: list(map(cut, ted.systems[name])) for name in sorted(stored)}
        scores = sy.score(outputs, [list(map(cut, column)) for column in ted.sets(names)], measure)
        of_segments = scores.at("segment")
        rows = [row for row in segments if row["refs"] == names]
        values = [of_segments.value(row["system"], measure, int(row["seg"])) for row in rows]
        worst = farthest(rows, values)
        assert worst < _DIGITS
        compared("pycoco_segment", len(rows), worst)
        rows = [row for row in systems if row["refs"] == names and row["system"] in stored]
        worst = farthest(rows, [scores.value(row["system"], measure) for row in rows])
        assert worst < _DIGITS
        compared("pycoco_system", len(rows), worst)


def same_words(output, references):
    words = [text for text in references if text.strip()]
    return words and (len(words) == len(references) or "" not in output.split(" "))


@pytest.mark.parametrize("tokens", ["ws", "ptb"])
def test_random_texts(golden, tokens, compared):
    """An empty reference is none here, and is one empty word there, which only an output with one can match."""
    rows = [row for row in golden("pycoco_random") if row["tok"] == tokens]
    cases = (
        [(case["out"].lower(), [text.lower() for text in case["refs"]]) for case in golden("textrand_texts")]
        if tokens == "ws"
        else [(output, references) for _, output, references in golden("ptbtokenizer_random")]
    )
    kept = [n for n, case in enumerate(cases) if same_words(*case)]
    assert len(kept) == {"ws": 2932, "ptb": 2918}[tokens]
    width = max(len(references) for _, references in cases)
    sets = {str(k): [cases[n][1][k] if k < len(cases[n][1]) else None for n in kept] for k in range(width)}
    scores = sy.score({"A": [cases[n][0] for n in kept]}, sets, NAME, accept=("empty",), level="segment").scores
    worst = farthest([rows[n] for n in kept], [score.value for score in scores])
    assert worst < _DIGITS
    compared("pycoco_random", len(kept), worst)
