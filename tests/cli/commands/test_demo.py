import json
import re
import shlex

import steelyard as sy


def test_tour(run, here):
    result = run("demo")
    assert result.code == 0, result
    folder = here / "steelyard-demo"
    written = {path.name for path in folder.iterdir()}
    assert written == {
        "sample",
        "scores.json",
        "statistics.npz",
        "segments.tsv",
        "pairs.html",
        "corroboration.html",
        "sample.jsonl",
    }
    page = (here / "report.html").read_text("utf-8")
    assert "The steelyard sample" in page
    assert "systems and judgements are invented" in page[page.index("<header>") : page.index("</header>")]
    assert "equal to those made from the texts" in result.out
    steps = [int(number) for number in re.findall(r"^(\d+)\. [A-Z]", result.out, re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1)) and len(steps) > 7
    for name in sy.sample().systems:
        assert name in result.out
    assert len(sy.read(folder / "sample")) == len(sy.sample())
    assert len(json.loads((folder / "scores.json").read_text())["scores"]) == 18


def test_the_commands_shown_work_as_they_stand(run, here):
    shown = re.findall(r"^\$ steelyard (.*)$", run("demo").out, re.MULTILINE)
    assert len(shown) >= 4
    for line in shown:
        assert run(*shlex.split(line)).code == 0, line


def test_a_second_tour_changes_nothing_and_other_files_stay(run, here):
    first = run("demo", "--out", "my tour").out
    (here / "my tour" / "sample" / "notes.md").write_text("mine")
    files = {path: path.read_bytes() for path in (here / "my tour").rglob("*.*") if path.is_file()}
    assert run("demo", "--out", "my tour").out == first
    kept = {path: path.read_bytes() for path in (here / "my tour").rglob("*.*") if path.is_file()}
    del (
        files[here / "my tour" / "statistics.npz"],
        kept[here / "my tour" / "statistics.npz"],
    )  # holds the time
    assert kept == files


def test_a_page_that_is_not_ours_stays(run, refused, here):
    (here / "report.html").write_text("<p>mine")
    assert "name another file with --report" in refused("demo")
    assert (here / "report.html").read_text() == "<p>mine"
    assert run("demo", "--report", "tour.html").code == 0
    assert run("demo", "--report", "tour.html").code == 0


def test_the_page_goes_into_the_folder_that_is_named(run, here):
    for _ in range(2):
        assert run("demo", "--out", "tour").code == 0
    assert [path.name for path in here.iterdir()] == ["tour"]
    assert "The steelyard sample" in (here / "tour" / "report.html").read_text("utf-8")


def test_a_place_that_cannot_be_written(refused, here):
    (here / "file").write_text("")
    assert "cannot write file" in refused("demo", "--out", "file")


def test_a_folder_that_no_tour_made_stays(run, refused, here):
    for folder in (here, here / "steelyard-demo"):
        folder.mkdir(exist_ok=True)
        (folder / "scores.json").write_text('{"mine":1}')
        (folder / "segments.tsv").write_text("keep")
    assert "cannot write into .: it holds files" in refused("demo", "--out", ".")
    assert "cannot write into steelyard-demo: it holds files" in refused("demo")
    (here / "empty").mkdir()
    assert run("demo", "--out", "empty").code == 0


def test_a_sample_that_was_changed_stays(run, refused, here):
    assert run("demo").code == 0
    changed = next((here / "steelyard-demo" / "sample").glob("sys.*.txt"))
    changed.write_text("mine\n" * 60)
    assert "not the sample as an earlier tour left it" in refused("demo")
