"""The published correlations of REALSumm's scores with pyramid recall, the scores given as columns of external scores.

The golden file has six digits: system, summary (within each article, then averaged) and pooled.
"""

import csv
import math

import pytest

import steelyard as sy
from steelyard.inference.correlation.correlation import regression

LEVELS = {"system": "system", "summary": "segment:item", "pooled": "segment:pooled"}
COEFFICIENTS = {"pearson": "pearson", "spearman": "spearman", "kendall_b": "kendall"}


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def files(shared, tmp_path_factory):
    """Return the published scores and people's, as files."""
    folder = shared / "data" / "realsumm-abs"
    if not folder.is_dir():
        pytest.skip("skipped: tests on summaries, for there is no folder ../shared/data/realsumm-abs")
    published = rows_of(folder / "published_scores.tsv")
    documents = sorted({row["doc"] for row in published}, key=int)
    measures = [name for name in published[0] if name not in ("system", "doc", "litepyramid_recall")]
    here = tmp_path_factory.mktemp("realsumm")
    number = {name: n for n, name in enumerate(documents)}
    lines = [["system", "seg", *measures]]
    lines += [[row["system"], str(number[row["doc"]]), *(row[name] for name in measures)] for row in published]
    (here / "published.tsv").write_text("".join("\t".join(line) + "\n" for line in lines), "utf-8")
    human = [["system", "seg", "score"]]
    human += [
        [row["system"], str(number[row["doc"]]), row["litepyramid_recall"]] for row in rows_of(folder / "human.tsv")
    ]
    (here / "human.tsv").write_text("".join("\t".join(line) + "\n" for line in human), "utf-8")
    return {"external": [here / "published.tsv"], "human": here / "human.tsv"}


@pytest.fixture(scope="module")
def found(files):
    return sy.meta(
        **files,
        levels=list(LEVELS.values()),
        coefficients=list(COEFFICIENTS.values()),
        draws=sy.Draws(resamples=2, trials=1),
    )


def test_published_correlations(found, golden, compared):
    """Every column: values, those with undefined articles as 0, how many were used, and p at system level."""
    rows = golden("realsumm_correlations")
    assert len(rows) == 14 * 9
    columns, worst = {"value": 0, "value_nan0": 0, "p_value_system": 0}, 0.0
    for row in rows:
        assert row["set"] == "abs"
        cell = found.cell(row["metric"], LEVELS[row["level"]], COEFFICIENTS[row["correlation"]])
        assert cell.value == pytest.approx(float(row["value"]), abs=5.1e-7), row
        worst = max(worst, abs(cell.value - float(row["value"])))
        assert (cell.groups if row["level"] == "summary" else cell.n) == int(row["n_used"]), row
        if row["value_nan0"]:
            with_zeros = cell.value * cell.groups / (cell.groups + cell.undefined)
            assert with_zeros == pytest.approx(float(row["value_nan0"]), abs=5.1e-7), row
        if row["p_value_system"] and row["correlation"] != "kendall_b":
            # Student's t of Pearson's r, and of Spearman's ρ, for which steelyard's own p is by permutation
            p = cell.p if row["correlation"] == "pearson" else regression(cell.value, cell.n).p
            assert p == pytest.approx(float(row["p_value_system"]), rel=1e-5), row
        columns = {name: count + bool(row[name]) for name, count in columns.items()}
    assert columns == {"value": 126, "value_nan0": 42, "p_value_system": 42}
    compared("realsumm_correlations", sum(columns.values()) - 14, worst)


def test_p_of_kendall(files, golden):
    """Exact there, for no systems tie; by 20,000 permutations here, within their error."""
    trials = 20_000
    found = sy.meta(**files, levels=["system"], coefficients=["kendall"], draws=sy.Draws(resamples=2, trials=trials))
    rows = [r for r in golden("realsumm_correlations") if r["p_value_system"] and r["correlation"] == "kendall_b"]
    assert len(rows) == 14
    for row in rows:
        expected = float(row["p_value_system"])
        error = math.sqrt(expected * (1 - expected) / trials)
        # twice the smaller tail, so 2 / (trials + 1) is the least there can be
        assert abs(found.cell(row["metric"], "system", "kendall").p - expected) < 4 * error + 2 / trials, row
