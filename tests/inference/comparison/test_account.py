"""What is said under tables of comparisons."""

import steelyard as sy
from steelyard.report.forms import rendered

DRAWS = sy.Draws(trials=100, resamples=30)
REFERENCES = [["a b c d e f g h i j k l"] + ["a b"] * 4]
# B makes more errors than A in all, but in one long segment, so that its mean over segments is less.
SYSTEMS = {
    "A": ["a b c d e f g h i j k l", "a x", "a x", "a b", "a b"],
    "B": ["a b c d e f x x x i j k"] + ["a b"] * 4,
    "C": ["x x x x e f g h i j k l", "a x", "x x", "a x", "a b"],
}
WHY = "an effect is of the scores of single units, a difference of the score of the whole test set"


def test_opposite_signs_of_effect_and_difference_are_explained():
    scores = sy.score(SYSTEMS, REFERENCES, "wer")
    against = sy.compare(scores, baseline="A", draws=DRAWS)
    b, c = against.comparisons
    assert b.difference > 0 > b.effect and c.difference > 0 and c.effect > 0
    assert f"wer: effect and difference have opposite signs (B): {WHY}" in rendered(against, "text")
    pages = rendered(sy.compare(scores, draws=DRAWS), "html")
    assert "wer: effect and difference have opposite signs (A and B)" in pages
    alike = sy.score({name: SYSTEMS[name] for name in "AC"}, REFERENCES, "wer")
    assert "opposite signs" not in rendered(sy.compare(alike, baseline="A", draws=DRAWS), "text")


def test_intervals_of_several_pairs_are_said_to_be_uncorrected():
    scores = sy.score(SYSTEMS, REFERENCES, "wer")
    said = "intervals: each by itself, not corrected for the number of pairs"
    assert said in rendered(sy.compare(scores, draws=DRAWS), "text")
    pair = sy.score({name: SYSTEMS[name] for name in "AC"}, REFERENCES, "wer")
    assert said not in rendered(sy.compare(pair, draws=DRAWS), "text"), "nothing is corrected for one pair"
