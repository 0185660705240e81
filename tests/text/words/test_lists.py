"""ROUGE's lists: from a data folder in either layout, from the environment, or our own."""

import shutil

import pytest

import steelyard as sy
from steelyard.errors import MissingResource
from steelyard.text import View
from steelyard.text.words import lists, stopwords
from steelyard.text.words.stems import stems
from text.cutting import viewed

FILES = {
    "adj.exc": "worse bad ill\nleft left\nis be\n",
    "adv.exc": "worse badly\nbest well\n",
    "noun.exc": "mice mouse\n",
    "verb.exc": "left leave\n\nwrote write\nbroken\n",
    "smart_common_words.txt": "Reuters\n\nthe\nwrote \n",
}
ROUGE = View("none", stem="rouge-1.5.5", stop="rouge-1.5.5")


@pytest.fixture(autouse=True)
def no_variable(monkeypatch):
    monkeypatch.delenv(lists.VARIABLE, raising=False)


@pytest.fixture(params=["flat", "data", "distribution"])
def folder(request, tmp_path):
    """All files in one folder; the data folder of a distribution; a distribution."""
    root = tmp_path / "data" if request.param == "distribution" else tmp_path
    for name, text in FILES.items():
        place = root if request.param == "flat" or name.endswith(".txt") else root / "WordNet-2.0-Exceptions"
        place.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, "utf-8")
    return tmp_path


def rouge(folder):
    return View("none", stem="rouge-1.5.5", stop="rouge-1.5.5", data=str(folder))


def test_lists_of_a_folder(folder):
    """A later list replaces an entry of an earlier; the first base form counts, unstemmed; short words stay."""
    data = str(folder)
    assert lists.exceptions(data) == {
        "worse": "badly", "left": "leave", "best": "well", "mice": "mouse", "wrote": "write",
    }  # fmt: skip
    assert lists.stop_words("rouge-1.5.5", data) == {"reuters", "the", "wrote"}
    assert viewed("mice is worse technology best", rouge(folder)) == ["mouse", "is", "badly", "technolog", "well"]
    assert stems(["mice", "mices"], "rouge-1.5.5", data) == ["mouse", "mice"]


def test_stop_words_go_before_exceptions_are_looked_up(folder):
    assert viewed("wrote writes Reuters", rouge(folder)) == ["write"]


def test_the_environment_names_the_folder(folder, monkeypatch):
    assert viewed("reuters left mice", ROUGE) != viewed("reuters left mice", rouge(folder))
    monkeypatch.setenv(lists.VARIABLE, str(folder))
    assert viewed("reuters left mice", ROUGE) == ["leave", "mouse"]
    assert ROUGE.resources() == rouge(folder).resources()


def test_our_own_lists_serve_without_a_folder():
    assert lists.stop_words("rouge-1.5.5") == stopwords.ENGLISH
    assert viewed("the mice were his broken geese has", View("none", stem="rouge-1.5.5")) == [
        "the", "mouse", "be", "his", "break", "goose", "has",
    ]  # fmt: skip


def test_signatures_say_whose_lists(folder):
    own, given = ROUGE.resources(), rouge(folder).resources()
    assert own["stem"].startswith("own-") and own["stop"].startswith("own-")
    assert given["stem"].startswith("data-") and given["stop"].startswith("data-")
    scores = sy.score({"A": ["wrote"]}, ["write"], ["wer(stem=rouge-1.5.5,stop=rouge-1.5.5)"])
    assert f"stem:rouge-1.5.5#{own['stem']}|stop:rouge-1.5.5#{own['stop']}" in scores.scores[0].signature
    assert scores.scores[0].value == 0.0
    assert View("none", stem="porter").resources() == {}


def test_signatures_are_equal_wherever_the_lists_lie(folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("elsewhere") / folder.name
    shutil.copytree(folder, other)
    measures = [sy.parse(f"rouge-1@rouge-1.5.5(stem=true,stop=true,data={place})") for place in (folder, other)]
    assert [sy.parse(str(measure)) for measure in measures] == measures
    one, two = (sy.score({"A": ["wrote"]}, ["write"], measure).scores[0].signature for measure in measures)
    assert one == two and "data-" in one and str(folder.parent) not in one


def test_contractions_are_stemmed_by_any_stemmer():
    assert viewed("We'd argued", View("contractions", stem="rouge-1.5.5")) == ["we", "would", "argu"]


def bad_folders(tmp_path):
    """Folder → what the message says."""
    file = tmp_path / "file"
    file.write_text("", "utf-8")
    (tmp_path / "empty").mkdir()
    (tmp_path / "binary").mkdir()
    for name in FILES:
        (tmp_path / "binary" / name).write_bytes(b"\xff\xfe")
    (tmp_path / "folders" / "adj.exc").mkdir(parents=True)
    (tmp_path / "folders" / "smart_common_words.txt").mkdir()
    return {
        "missing": "no such folder",
        "file": "no such folder",
        "empty": "no (adj.exc|smart_common_words.txt) there",
        "binary": "not UTF-8",
        "folders": "Is a directory",
    }


@pytest.mark.parametrize("view", [View("none", stem="rouge-1.5.5"), View("none", stop="rouge-1.5.5")])
def test_bad_folders_are_told_in_one_line(view, tmp_path, monkeypatch):
    for name, problem in bad_folders(tmp_path).items():
        monkeypatch.setenv(lists.VARIABLE, str(tmp_path / name))
        for use in (view.resources, lambda: viewed("a mouse", view)):
            with pytest.raises(MissingResource, match=problem) as caught:
                use()
            assert str(tmp_path / name) in str(caught.value) and "\n" not in str(caught.value)
            assert "option data" in str(caught.value)


@pytest.mark.parametrize("measure", ["rouge-1(data=/nowhere)", "rouge-1@rouge-1.5.5(data=/nowhere)"])
def test_a_folder_that_is_named_must_be_there_even_if_no_list_is_read(measure):
    with pytest.raises(MissingResource, match="ROUGE data folder '/nowhere': no such folder"):
        sy.score({"A": ["a"]}, ["a"], [measure])


@pytest.mark.parametrize(
    ("measure", "told"),
    [
        ("rouge-1(stop=/nowhere)", "stop list '/nowhere': No such file or directory; give "),
        ("pourpre(idf=/nowhere)", "document frequencies '/nowhere': No such file or directory; give "),
    ],
)
def test_a_file_that_is_not_there_has_one_reason(measure, told):
    with pytest.raises(MissingResource) as caught:
        sy.score({"A": ["a"]}, ["1:vital a"], [measure])
    assert str(caught.value).startswith(told)
