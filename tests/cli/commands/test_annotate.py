import json
import re

import pytest

from steelyard.providers import annotator

PARSER = "parsers.unruly"


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("STEELYARD_CACHE", str(tmp_path_factory.mktemp("annotations")))
    annotator._annotator.cache_clear()


def test_conllu(texts, run):
    (texts / "x.txt").write_text("Ann sat.\n\n")
    code = annotator.annotator_of(PARSER).identity.removeprefix("unruly-1-/trees-1")
    assert re.fullmatch("/code-[0-9a-f]{12}", code)
    assert run("annotate", "x.txt", "--parser", PARSER).out == (
        f"# parser = unruly-1-/trees-1{code}\n"
        "# segment = 0\n# text = Ann sat.\n"
        "1\tAnn\tann\tNOUN\tN1\t_\t0\tobj\t_\tEntity=O\n2\tsat.\tsat.\tNOUN\tN0\t_\t1\tobj\t_\tEntity=O\n\n"
        "# segment = 1\n\n"
    )


def test_brackets(texts, run):
    (texts / "x.txt").write_text("Ann (sat). on\n\n")
    made = run("annotate", "x.txt", "--parser", PARSER, "--as", "brackets")
    assert made.out.count("\n") == 2 and made.out.endswith(")\n\n") and "-LRB-sat-RRB-." in made.out
    run("annotate", "x.txt", "--parser", PARSER, "--out", "x.mrg")
    assert (texts / "x.mrg").read_text() == made.out


def test_what_is_written_scores_as_what_is_parsed(texts, run):
    for name in ("A", "B", "ref1"):
        assert run("annotate", f"{name}.txt", "--parser", PARSER, "--out", f"{name}.conllu").code == 0
    layers = ["hwcm", "dstm", "dependency-f", "bleu(layer=lemma)", "ne-or", "dp-or", "pos-or"]

    def scores(end, parser):
        names = [measure.removesuffix(")") + (",parser=" if "(" in measure else "(parser=") for measure in layers]
        measures = [argument for name in names for argument in ("-m", f"{name}{parser})")]
        made = run("score", f"A.{end}", f"B.{end}", "-r", f"ref1.{end}", *measures, "--json", "--level", "segment")
        assert made.code == 0, made.err
        return [(one["system"], one["value"]) for one in json.loads(made.out)["scores"]]

    assert scores("conllu", "given") == scores("txt", PARSER)


def test_trees_are_turned_from_one_notation_into_the_other(texts, run):
    (texts / "x.mrg").write_text("(S (NP (PRP I)) (VP (VBD slept)))\n")
    run("annotate", "x.mrg", "--out", "x.conllu")
    assert (texts / "x.conllu").read_text() == (
        "# segment = 0\n# text = I slept\n1\tI\t_\t_\tPRP\t_\t2\tNP\t_\t_\n2\tslept\t_\t_\tVBD\t_\t0\troot\t_\t_\n\n"
    )
    again = run("annotate", "x.conllu", "--as", "brackets").out
    assert again.startswith("(") and "(PRP I)" in again and "(VBD slept)" in again


def test_names_of_segments_stay(texts, run):
    (texts / "x.conllu").write_text("# segment = news-7\n1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    assert run("annotate", "x.conllu").out.startswith("# segment = news-7\n")


def test_refused(texts, refused):
    (texts / "x.txt").write_text("fine\na !raise here\n")
    (texts / "x.mrg").write_text("(S (NP (PRP I)))\n")
    assert refused("annotate", "x.txt", "--parser", PARSER) == (
        f"x.txt, line 2 of 2 cannot be annotated by {PARSER}: this word is not to my taste; the rest is kept; mend the "
        "texts, choose another parser, or use --accept unannotated to go on without"
    )
    assert "holds trees, which are not parsed again; leave out --parser" in refused(
        "annotate", "x.mrg", "--parser", PARSER
    )
    assert "this command reads it" in refused("annotate", "x.mrg", "--out", "x.mrg")
    assert "without trees" in refused("annotate", "x.txt", "--parser", "given")
    assert "no.txt" in refused("annotate", "no.txt", "--parser", PARSER)
    assert "there is no directory" in refused("annotate", "x.txt", "--parser", PARSER, "--out", "no/x.conllu")


def test_left_empty_if_accepted(texts, run):
    (texts / "x.txt").write_text("fine\na !raise here\n!abort\n")
    made = run("annotate", "x.txt", "--parser", PARSER, "--accept", "unannotated")
    assert made.code == 0 and made.out.endswith(
        "\n\n# segment = 1\n# text = a !raise here\n\n# segment = 2\n# text = !abort\n\n"
    )
    assert (
        made.err == "steelyard: note: 2 of 3 texts could not be annotated and have no sentences, the first in line 2\n"
    )


def test_a_file_that_may_have_been_corrected_is_not_replaced(texts, run):
    (texts / "x.txt").write_text("fine\n")
    assert run("annotate", "x.txt", "--parser", PARSER, "--out", "x.conllu").code == 0
    again = run("annotate", "x.txt", "--parser", PARSER, "--out", "x.conllu")
    assert again.code == 2 and "x.conllu exists; give another name, or --replace to replace it" in again.err
    assert run("annotate", "x.txt", "--parser", PARSER, "--out", "x.conllu", "--replace").code == 0


@pytest.mark.parametrize("more", [["--out", "x.trees"], ["--as", "conllu", "--out", "x.mrg"]])
def test_a_file_that_could_not_be_read_again_is_refused(texts, run, more):
    (texts / "x.txt").write_text("fine\n")
    made = run("annotate", "x.txt", "--parser", PARSER, *more)
    assert made.code == 2 and "end it in .conllu" in made.err


def test_brackets_cannot_say_that_a_text_is_not_annotated(texts, run):
    (texts / "x.txt").write_text("fine\na !raise here\n")
    made = run("annotate", "x.txt", "--parser", PARSER, "--accept", "unannotated", "--as", "brackets")
    assert made.code == 2 and "write --as conllu" in made.err and made.out == ""
