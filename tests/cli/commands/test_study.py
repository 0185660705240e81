"""`steelyard study`."""

import json

import pytest

import steelyard as sy

FEW = ("--simulations", "20", "--trials", "199")


def test_studies_are_listed(run):
    text = run("study").out
    assert "\nriezler-maxwell-2005  How often do randomisation and bootstrap find" in text
    assert "\nriezler-maxwell-2005: Riezler & Maxwell 2005, On Some Pitfalls" in text
    assert "\nriezler-maxwell-2005\tHow often" in run("study", "--tsv").out
    listed = {one["name"]: one for one in json.loads(run("study", "--json").out)["studies"]}
    assert listed["riezler-maxwell-2005"]["measures"] == ["nist", "bleu", "unigram-f1"]
    assert listed["amigo-2011"]["needs"][0] == "human scores of segments"


def test_the_list_of_studies_has_every_form_and_goes_into_a_file(here, run):
    assert r"riezler-maxwell-2005 & How often" in run("study", "--latex").out
    assert "| riezler-maxwell-2005 | How often" in run("study", "--markdown").out
    assert 'riezler-maxwell-2005</th><td class="name">How often' in run("study", "--html").out
    result = run("study", "--json", "--out", "list.json")
    assert (result.code, result.out) == (0, "")
    assert (here / "list.json").read_text("utf-8") == run("study", "--json").out
    assert run("study", "--out", "list.txt").code == 0
    assert run("study", "--out", "no/where").code == run("study", "--json", "--seed", "1").code == 2


def test_a_study(here, run, sample):
    out = run("study", "riezler-maxwell-2005", *FEW, "--out", "found").out
    assert "Table 1: aurora and basalt as they are" in out and (here / "found" / "study.txt").read_text("utf-8") == out
    own = ("study", "riezler-maxwell-2005", *sample, "-m", "ter", "--pair", "cedar", "dune", *FEW, "--json")
    held = json.loads(run(*own).out)
    assert {row["measure"] for row in held["tables"][0]["rows"]} == {"ter"}
    assert "|dealt:cedar, dune|" in held["signatures"][0]


def test_studies_of_human_scores(here, run, sample):
    systems = [f"sample/sys.{name}.txt" for name in sy.sample().systems]
    own = (*systems, "-r", "sample/ref.1.txt", "--ids", "sample/segids.txt", "--human", "sample/human.tsv")
    out = run("study", "lin-hovy-2003", *own, "--dimension", "fluency", "--out", "found").out
    assert "Spearman's ρ of ngram(1,4) with human scores (fluency)" in out
    assert "<h2>Findings</h2>" in (here / "found" / "study.html").read_text("utf-8")
    assert (
        "human scores (mean of adequacy + fluency)" in run("study", "banerjee-lavie-2005", *own, "--trials", "20").out
    )
    held = json.loads(run("study", "leusch-2005", *own, "-m", "wer", "--json").out)
    assert {row["human"] for row in held["tables"][0]["rows"]} == {"adequacy", "fluency"}
    assert held["study"][0]["data"].endswith("6 systems, 60 segments, 1 reference, human scores from sample/human.tsv")


def test_a_study_names_its_data(run, texts):
    files = ("A.txt", "B.txt", "-r", "ref1.txt")
    out = run("study", "riezler-maxwell-2005", *files, "-m", "ter", *FEW).out
    assert out.splitlines()[1].startswith("A.txt and 1 more against ref1.txt: 2 systems, ")
    assert "invented" not in out
    assert "the built-in sample, whose systems and judgements are invented" in run("study", "pastra-saggion-2003").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("study", "riezler"), "unknown study 'riezler'"),
        (("study", "riezler-maxwell-2005", "A.txt", "-r", "ref1.txt"), "two systems"),
        (("study", "riezler-maxwell-2005", "--out", "A.txt"), "it is no folder"),
        (("study", "riezler-maxwell-2005", "--out", "no/such"), "there is no directory"),
        (("study", "riezler-maxwell-2005", "--pair", "aurora", "nobody"), "no system 'nobody'"),
        (("study", "riezler-maxwell-2005", "--simulations", "0"), "--simulations"),
        (("study", "riezler-maxwell-2005", "--trials", "9"), "alpha 0.005 of the study's table of rejections"),
        (("study", "leusch-2005", "A.txt", "B.txt", "-r", "ref1.txt"), "there are no human scores in the corpus"),
        (("study", "leusch-2005", "--trials", "9"), "--trials has no effect on leusch-2005"),
        (("study", "banerjee-lavie-2005", "-m", "bleu"), "the study takes METEOR apart"),
        (("study", "lin-hovy-2003", "-m", "chrf"), "chrf has no option stem and stop"),
        (("study", "lin-hovy-2003", "--dimension", "adequecy"), "no dimension 'adequecy'"),
        (("study", "--seed", "3"), "name a study first"),
        (("study", "leusch-2005", "--by", "topic"), "--by has no effect on leusch-2005"),
        (("study", "dorr-2005", "--by", "topik"), "--by topik: the corpus has no facet 'topik'; did you mean 'topic'?"),
        (("study", "riezler-maxwell-2005", "--human-peer", "aurora"), "--human-peer has no effect on riezler"),
        (("study", "leusch-2005", "--human-peer", "aurorra"), "no system 'aurorra'; did you mean 'aurora'?"),
        (("study", "leusch-2005", "--human-peer", "dune", "--baseline-peer", "dune"), "'dune' is said to be a human"),
        (("study", "leusch-2005", "--without-peers"), "--without-peers: no peer is marked"),
    ],
)
def test_bad_requests(texts, refused, arguments, message):
    assert message in refused(*arguments)


def test_peers_and_the_facet_are_named(here, run):
    (here / "peers.tsv").write_text("system\tpeer\ncedar\tbaseline\n")
    asked = ("study", "pastra-saggion-2003", "--peers", "peers.tsv", "--human-peer", "aurora", "--by", "topic")
    lines = run(*asked).out.splitlines()
    assert "6 peers (4 systems, 1 human, 1 baseline), 60 segments" in " ".join(lines[1:4])
    assert any(line.startswith("split by topic (3 values); --by FACET takes another: ") for line in lines)
    assert "4 systems, 60 segments" in " ".join(run(*asked, "--without-peers").out.splitlines()[1:4])


MINE = """
from steelyard.results.account import Account
from steelyard.results.table import Table
from steelyard.studies.recipes.recipe import Recipe


def experiment(corpus, measures, choices, draws, run):
    lengths = [(name, sum(map(len, texts))) for name, texts in corpus.systems.items()]
    return Account("", (Table("lengths", "Lengths", ("system", "characters"), lengths),), findings=("long enough",))


RECIPE = Recipe("mine-2024", "How long are outputs?", "Me 2024", ("bleu",), experiment)
"""


def test_a_study_of_ones_own(here, run, refused):
    (here / "mine.py").write_text(MINE)
    answer = json.loads(run("study", "mine.py:RECIPE", "--json", "--out", "folder").out)
    assert answer == sy.study("mine.py:RECIPE").to_dict() and answer["study"][0]["name"] == "mine-2024"
    assert (here / "folder" / "lengths.tsv").read_text("utf-8").startswith("system\tcharacters\naurora\t")
    assert "no study: expected a Recipe" in refused("study", "mine.py:experiment")


@pytest.mark.parametrize("form", ["--tsv", "--latex", "--markdown", "--html"])
def test_forms_are_printed_whether_or_not_a_folder_is_written(here, run, form):
    printed = run("study", "pastra-saggion-2003", form).out
    assert "Table 3: systems against all references" in printed or form in ("--tsv", "--latex")
    assert "aurora" in printed and run("study", "pastra-saggion-2003", form, "--out", "folder").out == printed
    assert (here / "folder" / "table-3.tsv").is_file()
