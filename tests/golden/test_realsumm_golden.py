"""The published correlations of REALSumm's scores with pyramid recall, the scores given as columns from outside.

The golden file has six digits: system, summary (within each article, then averaged) and pooled.
"""

import csv

import pytest

import steelyard as sy

LEVELS = {"system": "system", "summary": "segment:item", "pooled": "segment:pooled"}
COEFFICIENTS = {"pearson": "pearson", "spearman": "spearman", "kendall_b": "kendall"}


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def found(shared, tmp_path_factory):
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
    return sy.meta(
        outside=[here / "published.tsv"], human=here / "human.tsv", levels=list(LEVELS.values()),
        coefficients=list(COEFFICIENTS.values()), resamples=2, trials=1,
    )  # fmt: skip


def test_published_correlations(found, golden):
    rows = [row for row in golden("realsumm_correlations") if row["set"] == "abs"]
    assert len(rows) == 14 * 9
    for row in rows:
        cell = found.cell(row["metric"], LEVELS[row["level"]], COEFFICIENTS[row["correlation"]])
        assert cell.value == pytest.approx(float(row["value"]), abs=5.1e-7), row
        assert (cell.groups if row["level"] == "summary" else cell.n) == int(row["n_used"]), row
        if row["level"] == "system" and row["correlation"] == "pearson":
            assert cell.p == pytest.approx(float(row["p_value_system"]), rel=1e-5), row
