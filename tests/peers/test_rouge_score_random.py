"""Equal to rouge-score, run on random texts: all its kinds, precision, recall and F, stemmed and not."""

import pytest

from golden.test_rouge_score_golden import TYPES, VALUES, notation
from peers.comparing import COUNTS, differing, scores
from peers.hostile_texts import cases

scorer = pytest.importorskip("rouge_score.rouge_scorer", reason="skipped: comparison with rouge-score")


@pytest.mark.parametrize("stem", [False, True], ids=["unstemmed", "stemmed"])
@pytest.mark.parametrize("count", COUNTS)
def test_every_kind(stem, count):
    drawn = cases(count, f"rouge-score {stem}", 200)
    theirs = scorer.RougeScorer(list(TYPES), use_stemmer=stem)
    each = [theirs.score_multi(list(case.references), case.output) for case in drawn]
    wanted = {notation(kind, column, stem): (kind, column) for kind in TYPES for column in VALUES}
    for measure, values in scores(drawn, list(wanted)).items():
        kind, column = wanted[measure]
        expected = [getattr(found[kind], "fmeasure" if column == "F" else VALUES[column]) for found in each]
        short = kind[5:].isdigit() and int(kind[5:]) > 5  # few texts have so long n-grams in common
        assert differing(values, expected, drawn, varied=not short)[:3] == [], measure
