"""Equal to pycocoevalcap 1.2's ROUGE-L: golden/pycoco_segment, _system, _random, to the ten digits stored.

Its tokenisers run before: 13a (sacreBLEU's), ptb (its PTBTokenizer, whose tokens are stored too), or none (ws).
"""

import pytest

import steelyard as sy

NAME = "rouge-l@coco"
_DIGITS = 1e-9


def differing(rows, values):
    return [row for row, value in zip(rows, values, strict=True) if abs(float(row["rouge_l"]) - value) > _DIGITS]


def cut_texts(golden, tokens):
    """The function from a text to what its tokeniser made of it; those of the systems in the files of segments."""
    return dict(golden("ptbtokenizer_ted")).__getitem__ if tokens == "ptb" else str


@pytest.mark.parametrize("tokens", ["13a", "ptb"])
def test_segments_and_systems(golden, ted, tokens):
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
        assert differing(rows, values)[:3] == []
        rows = [row for row in systems if row["refs"] == names and row["system"] in stored]
        assert differing(rows, [scores.value(row["system"], measure) for row in rows])[:3] == []


@pytest.mark.parametrize("tokens", ["ws", "ptb"])
def test_random_texts(golden, tokens):
    """All texts whose references have words: an empty reference is none here, and is one empty word there."""
    rows = [row for row in golden("pycoco_random") if row["tok"] == tokens]
    cases = (
        [(case["out"].lower(), [text.lower() for text in case["refs"]]) for case in golden("textrand_texts")]
        if tokens == "ws"
        else [(output, references) for _, output, references in golden("ptbtokenizer_random")]
    )
    kept = [n for n, (_, references) in enumerate(cases) if all(text.strip() for text in references)]
    assert len(kept) == {"ws": 2912, "ptb": 2897}[tokens]
    width = max(len(references) for _, references in cases)
    sets = {str(k): [cases[n][1][k] if k < len(cases[n][1]) else None for n in kept] for k in range(width)}
    scores = sy.score({"A": [cases[n][0] for n in kept]}, sets, NAME, accept=("empty",), level="segment").scores
    assert differing([rows[n] for n in kept], [score.value for score in scores])[:3] == []
