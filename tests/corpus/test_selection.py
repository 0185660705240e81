"""Part of a corpus is scored, judged and compared as a corpus of only these systems and segments."""

import json
import pickle
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.corpus import Corpus, read_lines, read_trees
from steelyard.corpus.formats import read
from steelyard.corpus.judgement import Judgement
from steelyard.corpus.sample import is_sample, sample
from steelyard.corpus.selection import SelectedTexts
from steelyard.draws import Draws, Run
from steelyard.errors import InputError, SpecError
from steelyard.judgements.sources import judgements_of
from steelyard.scores import load_scores, score
from steelyard.studies import STUDIES
from steelyard.studies.recipes.recipe import Choices

COUNT, WORDS = 24, "the a cat dog sat ran on mat fast slow".split()
DRAWS = random.Random(7)
DOMAINS = [DRAWS.choice(["news", "legal", "speech"]) for _ in range(COUNT)]
NEWS = [n for n in range(COUNT) if DOMAINS[n] == "news"]


def lines(count: int = COUNT) -> list[str]:
    return [" ".join(DRAWS.choice(WORDS) for _ in range(DRAWS.randint(3, 9))) for _ in range(count)]


SYSTEMS = {name: lines() for name in "ABCD"}
REFERENCES = [lines(), lines()]
VALUES = {name: [DRAWS.randint(0, 100) for _ in range(COUNT)] for name in "ABCD"}
RECORDS = tuple(Judgement(name, n, "x", "score", float(VALUES[name][n])) for name in "ABCD" for n in range(COUNT))
WHOLE = replace(Corpus.of(SYSTEMS, REFERENCES, facets={"domain": DOMAINS, "document": DOMAINS}), judgements=RECORDS)


def by_hand(places: list[int], names: str = "ABCD") -> Corpus:
    """Return a corpus of only some systems and segments, made anew."""
    return Corpus.of(
        {name: [SYSTEMS[name][n] for n in places] for name in names},
        [[texts[n] for n in places] for texts in REFERENCES],
        ids=[str(n) for n in places],
        facets={"domain": [DOMAINS[n] for n in places], "document": [DOMAINS[n] for n in places]},
    )


def human_file(path: Path, places: list[int]) -> Path:
    rows = [f"{name}\t{n}\tx\t{VALUES[name][n]}\n" for name in "ABCD" for n in places]
    path.write_text("system\tseg\tassessor\tscore\n" + "".join(rows))
    return path


def numbers(result) -> str:
    """Return a result as JSON, without signatures and notices, in which a selection is told from a corpus by hand."""

    def bare(value):
        if isinstance(value, dict):
            return {k: bare(v) for k, v in value.items() if "signature" not in k and "notice" not in k}
        if isinstance(value, list):
            return [bare(v) for v in value if not str(v).startswith("left out, for they are not selected")]
        return value

    return json.dumps(bare(json.loads(json.dumps(result.to_dict(), default=str))))


@pytest.mark.parametrize("segments", ["0-5", "3,7,20-23", [11], "0-23"])
def test_the_score_of_a_selection_is_that_of_a_corpus_of_these_segments(segments):
    places = WHOLE.select(segments=segments).selection.places.tolist()
    for level in ("system", "segment", "domain"):
        part, own = (
            score(corpus, measures=["bleu", "nist", "chrf", "meteor"], level=level)
            for corpus in (WHOLE.select(segments=segments), by_hand(places))
        )
        assert [(s.system, s.group, repr(s.value)) for s in part.scores] == [
            (s.system, s.group, repr(s.value)) for s in own.scores
        ]


def test_texts_of_every_kind_are_selected(tmp_path):
    (tmp_path / "t").write_bytes(b"a\n\nb<q>c\nd e\n")
    (tmp_path / "t.penn").write_text("(S (NP (NN a)))\n(S (NP (NN b)))\n(S (NP (NN c)))\n(S (NP (NN d)))\n")
    columns = [read_lines(tmp_path / "t"), read_lines(tmp_path / "t", sentences_at="<q>")]
    columns.append(read_trees(tmp_path / "t.penn"))
    columns.append(Corpus.of({"S": ["a", None, " ", "b"]}).systems["S"])
    for column in columns:
        every, places = list(column), np.array([1, 3])
        part = SelectedTexts.of(column, places)
        assert list(part) == [every[1], every[3]]
        assert part.blank().tolist() == [n for n, place in enumerate(places) if not (every[place] or "").strip()]
        assert part.absent.tolist() == [n for n, place in enumerate(places) if every[place] is None]
        assert (part.annotations(0, 2) or ()) == [
            annotation for n in (1, 3) for annotation in column.annotations(n, n + 1) or ()
        ] or not column.has_trees
        assert list(pickle.loads(pickle.dumps(part))) == list(part)
        sizes = np.diff(part.bytes_before())
        assert len(sizes) == 2
        assert (sizes >= 0).all()


def test_messages_name_the_lines_of_the_file(tmp_path):
    (tmp_path / "o").write_text("a\nb\n\nc\n")
    corpus = Corpus({"S": read_lines(tmp_path / "o")}, Corpus.of({"S": ["a"] * 4}, ["a", "b", "c", "d"]).references)
    with pytest.raises(InputError, match=r"segment 2 \(line 3 of .*/o\)"):
        score(corpus.select(segments="1-3"))
    assert score(corpus.select(segments="0-1,3"), measures="wer")


def test_segments_keep_their_names():
    part = WHOLE.select(only="domain=news", systems=["C", "A"])
    assert part.ids == tuple(map(str, NEWS))
    assert tuple(part.systems) == ("A", "C")
    assert part.segment_index(NEWS[1]) == 1
    assert {(r.system, NEWS[r.item], r.value) for r in part.judgements} == {
        (name, n, float(VALUES[name][n])) for name in "AC" for n in NEWS
    }
    named = replace(WHOLE, ids=tuple(f"doc-{n}" for n in range(COUNT)))
    assert named.select(segments="doc-3-doc-5, doc-1").ids == ("doc-1", "doc-3", "doc-4", "doc-5")
    assert named.select(segments="3-5").ids == ("doc-3", "doc-4", "doc-5")
    again = part.select(segments=f"0-{NEWS[2]}")
    assert again.ids == tuple(map(str, NEWS[:3]))
    assert again.selection.count == COUNT
    assert pickle.loads(pickle.dumps(again)).ids == again.ids


def test_facets_are_chosen_and_left_out():
    by_value = [n for n in range(COUNT) if DOMAINS[n] != "speech"]
    for part in (
        WHOLE.select(only=["domain=news", "domain=legal"]),
        WHOLE.select(only={"domain": ["legal", "news"]}),
        WHOLE.select(without="domain=speech"),
    ):
        assert part.selection.places.tolist() == by_value
    assert WHOLE.select(only="domain=news", without={"document": "legal"}).selection.places.tolist() == NEWS


def test_signatures_and_notices_say_what_was_selected():
    part = WHOLE.select(only="domain=news", systems=["A", "B"])
    scores = score(part, measures="bleu")
    assert f"|only:domain=news|selected:{len(NEWS)}/{COUNT}(" in scores.scores[0].signature
    assert scores.notices == (
        f"left out, for they are not selected: 2 of 4 systems and {COUNT - len(NEWS)} of {COUNT} segments",
    )
    assert "|selected:6/24(0-4,9)|" in score(WHOLE.select(segments="0-4,9"), measures="wer").scores[0].signature
    odd = score(WHOLE.select(segments=[*range(0, COUNT, 2)]), measures="wer", level="segment").scores[0].signature
    assert "|selected:12/24(0,2,4" in odd
    many = Corpus.of({"S": ["a"] * 99}, ["a"] * 99, facets={"f": ["x|y", *["z"] * 98]})
    assert "|selected:50/99#" in score(many.select(segments=[*range(0, 99, 2)]), measures="wer").scores[0].signature
    assert "|only:f=x%7Cy|selected:1/99(0)|" in score(many.select(only="f=x|y"), measures="wer").scores[0].signature
    assert score(WHOLE, measures="bleu").notices == ()
    assert WHOLE.select().selection is None
    assert "selected" not in score(WHOLE.select("A"), measures="bleu").scores[0].signature


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"systems": "E"}, r"there is no system 'E'; known: A, B, C, D"),
        ({"only": "domian=news"}, r"there is no facet 'domian'; did you mean 'domain'\?"),
        ({"without": "domain=new"}, r"no segment has 'new' as its domain; did you mean 'news'\?"),
        ({"only": "domain"}, r"'domain' names no value; write FACET=VALUE"),
        ({"only": "=news"}, r"there is no facet before ="),
        ({"only": {"domain": 3}}, r"only\['domain'\]"),
        ({"segments": "20-24"}, r"there is no segment '24'; numbers go from 0 to 23"),
        ({"segments": "5-3"}, r"5-3 is empty, for 3 comes before 5"),
        ({"segments": "x"}, r"there is no segment 'x'"),
        ({"segments": ""}, r"there is no segment ''"),
        ({"segments": [1.5]}, r"1.5 is no segment"),
        ({"segments": 2.5}, r"segments"),
        ({"only": "domain=news", "without": "domain=news"}, r"no segment is left"),
    ],
)
def test_what_is_not_there_is_refused(asked, message):
    with pytest.raises((SpecError, InputError), match=message):
        WHOLE.select(**asked)
    if "systems" in asked or "only" in asked:
        with pytest.raises((SpecError, InputError), match=message):
            score(WHOLE, measures="wer").select(**asked)


def test_names_that_could_be_ids_or_numbers_are_refused():
    named = replace(WHOLE, ids=tuple(str(n + 1) for n in range(COUNT)))
    assert named.select(segments="1-3").ids == ("1", "2", "3")
    assert named.select(segments="24").ids == ("24",)
    with pytest.raises(SpecError, match="'3' is a segment id, and so is not '0', but both could be numbers"):
        named.select(segments="0-3")
    with pytest.raises(SpecError, match="there is no segment '25'"):
        named.select(segments="3-25")


def test_human_scores_from_a_file_are_of_the_whole_corpus(tmp_path):
    every, own = human_file(tmp_path / "h.tsv", [*range(COUNT)]), human_file(tmp_path / "own.tsv", NEWS)
    part, hand = WHOLE.select(only="domain=news"), by_hand(NEWS)
    for judge in (score, sy.evaluate):
        selected = judge(part, measures=["bleu", "chrf"], human=every)
        assert numbers(selected) == numbers(judge(hand, measures=["bleu", "chrf"], human=own))
    inside = score(part, measures=["bleu", "chrf"], human="corpus:")
    assert numbers(inside) == numbers(score(hand, measures=["bleu", "chrf"], human=own))
    both = [(part, every), (hand, own)]
    compared = [sy.compare(score(c, measures=["bleu"]).with_human(h)) for c, h in both]
    assert numbers(compared[0]) == numbers(compared[1])
    correlated = [sy.meta(c, measures=["bleu", "chrf"], human=h, judgements="both") for c, h in both]
    assert numbers(correlated[0]) == numbers(correlated[1])
    (a, b) = (judgements_of(c, h).records for c, h in both)
    assert a == b


def test_a_study_of_a_selection_is_that_of_a_corpus_of_these_segments(tmp_path):
    (tmp_path / "own").mkdir()
    every, own = human_file(tmp_path / "h.tsv", [*range(COUNT)]), human_file(tmp_path / "own" / "h.tsv", NEWS)
    recipe = STUDIES.load("lin-hovy-2003")
    reports = [
        recipe.study(c, (), Choices(h), Draws(trials=20), Run(), "here")
        for c, h in [(replace(WHOLE, judgements=()).select(only="domain=news"), every), (by_hand(NEWS), own)]
    ]
    assert numbers(reports[0]) == numbers(reports[1]).replace("/own/", "/")
    assert '"ngram(1,1)": 0.' in numbers(reports[0])


def test_judgements_read_before_are_placed(tmp_path):
    path, part = human_file(tmp_path / "h.tsv", [*range(COUNT)]), WHOLE.select(only="domain=news")
    expected = judgements_of(part, path).records
    assert len(expected) == 4 * len(NEWS)
    for corpus in (WHOLE, part):
        assert judgements_of(part, sy.read(path, format="judgements", corpus=corpus)).records == expected
    for other in (WHOLE, WHOLE.select(segments="0-3")):
        with pytest.raises(InputError, match="are of a selection of segments"):
            judgements_of(other, sy.read(path, format="judgements", corpus=part))


def test_other_scores_are_of_the_whole_corpus(tmp_path):
    path = human_file(tmp_path / "h.tsv", [*range(COUNT)])
    path.write_text(path.read_text().replace("assessor\tscore", "comet\tother").replace("\tx\t", "\t1\t"))
    part = WHOLE.select(only="domain=news", systems=["B", "D"])
    expected = [[float(VALUES[name][n]) for n in NEWS] for name in "BD"]
    for source in (path, sy.read(path, format="scores", corpus=WHOLE), sy.read(path, format="scores", corpus=part)):
        table = sy.score_table(part, ["wer"], external=source)
        assert table.of("other").columns[0].at("segment").tolist() == expected
        assert "|only:domain=news|selected:" in table.of("other").columns[0].signature("system")


def test_scores_of_whole_systems_are_refused_beside_some_segments(tmp_path):
    (tmp_path / "w.tsv").write_text("system\tscore\n" + "".join(f"{name}\t{n}\n" for n, name in enumerate("ABCD")))
    path, part = tmp_path / "w.tsv", WHOLE.select(only="domain=news")
    for asked in (
        lambda: sy.meta(part, measures=["bleu"], human=path),
        lambda: sy.meta(part, measures=["bleu"], human=dict(zip("ABCD", range(4), strict=True))),
        lambda: sy.score_table(part, ["bleu"], external=path),
    ):
        with pytest.raises(SpecError, match=r"of whole systems are of all 24 segments, and here are \d+ of them"):
            asked()
    assert sy.score_table(WHOLE.select(systems=["A", "B"]), ["bleu"], external=path)


def test_saved_statistics_are_selected_and_keep_their_selection(tmp_path):
    part = score(WHOLE.select(only="domain=news"), measures=["bleu", "wer"])
    assert score(WHOLE, measures=["bleu", "wer"]).select(only="domain=news").scores == part.scores
    part.save(tmp_path / "s.npz")
    saved = load_scores(tmp_path / "s.npz")
    assert saved.scores == part.scores
    every = human_file(tmp_path / "h.tsv", [*range(COUNT)])
    assert numbers(saved.with_human(every)) == numbers(part.with_human(every))
    narrower = saved.select(segments=f"{NEWS[0]}-{NEWS[1]}", systems="A")
    assert (
        narrower.scores
        == score(WHOLE.select("A", only="domain=news", segments=NEWS[:2]), measures=["bleu", "wer"]).scores
    )
    with pytest.raises(InputError, match="differ in selection"):
        part.statistics[0].merge(score(WHOLE.select(only="domain=legal"), measures="bleu").statistics[0])


def test_part_of_the_sample_is_still_the_sample():
    assert is_sample(sample().select(segments="3-9"))
    assert not is_sample(WHOLE.select(segments="3-9"))


SUITES = """<dataset id="x">
<doc id="n" origlang="en"><src><p><seg id="1">a</seg><seg id="2">b</seg></p></src>
<ref translator="A"><p><seg id="1">x y</seg><seg id="2">z</seg></p></ref>
<hyp system="S"><p><seg id="1">x y</seg><seg id="2">z</seg></p></hyp></doc>
<doc id="t" origlang="en" testsuite="mucow"><src><p><seg id="1">a</seg></p></src>
<ref translator="A"><p><seg id="1">q</seg></p></ref><hyp system="S"><p><seg id="1">r</seg></p></hyp></doc>
</dataset>"""


def test_test_suites_are_told(tmp_path):
    path = tmp_path / "c.wmt.xml"
    path.write_text(SUITES)
    corpus = read(path)
    assert corpus.notices == ('there are segments of test suites: mucow; leave them out with only="testsuite="',)
    assert score(corpus, measures="wer").notices == corpus.notices
    assert score(corpus.select(only="testsuite="), measures="wer").notices == (
        "left out, for they are not selected: 1 of 3 segments",
    )
    assert corpus.notices[0] in corpus.select(segments="n:2-t:1").notices
    path.write_text(SUITES.replace(' testsuite="mucow"', ""))
    assert read(path).notices == ()
    parts = SUITES.replace(' testsuite="mucow"', "").replace("</dataset>", "</collection></dataset>")
    for name, document in (("general", '<doc id="n"'), ("hard", '<doc id="t"')):
        parts = parts.replace(document, f'<collection id="{name}">{document}')
    path.write_text(parts.replace('<collection id="hard">', '</collection><collection id="hard">'))
    assert "several collections: general, hard; take one with" in read(path).notices[0]
