"""The judgements of one output become its value by their mean or their median."""

import math
import statistics
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.judgements.scores import any_human_scores, human_scores, human_statistics

SYSTEMS = ("A", "B")
# A's outputs: 1, 1, 10 and 2, 4; B's: 3 and nobody
ROWS = [("A", 0, "x", 1), ("A", 0, "y", 1), ("A", 0, "z", 10), ("A", 1, "x", 2), ("A", 1, "y", 4), ("B", 0, "x", 3)]


def judged(rows=ROWS, segments=2) -> sy.Corpus:
    records = tuple(sy.Judgement(system, n, who, "score", float(value)) for system, n, who, value in rows)
    texts = {name: ["a b"] * segments for name in SYSTEMS}
    return replace(sy.Corpus.of(texts, ["a b"] * segments), judgements=records)


def test_the_median_of_an_output_and_the_mean_over_outputs():
    """Medians 1 and 3 give A 2; means 4 and 3 give it 3.5."""
    corpus = judged()
    median = human_scores(corpus, sy.Aggregated())
    assert median.values[0].tolist() == [1, 3] and median.values[1, 0] == 3 and math.isnan(median.values[1, 1])
    assert median.at("system")[:, 0].tolist() == [2, 3]
    assert human_scores(corpus).at("system")[:, 0].tolist() == [3.5, 3]
    assert "|judgements:median|" in median.signature("system") and median.signature("system").endswith("|system:mean")
    assert human_scores(corpus, sy.Aggregated(aggregate="mean")).signature("system") == human_scores(corpus).signature(
        "system"
    )


def test_statistics_of_medians_add_up_over_outputs():
    (medians,), _ = human_statistics(judged(), sy.Aggregated(aggregate="median"))
    assert medians.values[0].tolist() == [[1, 1, 0], [3, 1, 0]] and medians.values[1].tolist() == [[3, 1, 0], [0, 0, 1]]
    assert medians.scores("system")[2].ravel().tolist() == [2, 3]
    assert "|judgements:median|" in medians.signature()


numbers = st.floats(-1e6, 1e6, allow_nan=False)


@given(
    st.dictionaries(st.tuples(st.sampled_from(SYSTEMS), st.integers(0, 3)), st.lists(numbers, min_size=1), min_size=1)
)
def test_medians_are_those_of_the_definition(answers):
    rows = [(*output, f"r{n}", value) for output, values in answers.items() for n, value in enumerate(values)]
    found = human_scores(judged(rows, 4), sy.Aggregated())
    expected = {output: statistics.median(values) for output, values in answers.items()}
    for row, name in enumerate(found.systems):
        for n, value in enumerate(found.values[row].tolist()):
            assert value == expected[name, n] if (name, n) in expected else math.isnan(value)


def test_normalised_scores_have_a_median():
    """Each assessor's z of outputs 0, 1, 2 are −√1.5, 0, √1.5 in some order; of output 0 they are −, −, +."""
    rows = [
        ("A", n, who, order[n])
        for who, order in (("x", (1, 2, 3)), ("y", (1, 3, 2)), ("z", (3, 2, 1)))
        for n in range(3)
    ]
    found = human_scores(judged(rows, 3), sy.Aggregated(), normalised=True)
    assert found.values[0].tolist() == pytest.approx([-math.sqrt(1.5), 0, 0])
    assert "|judgements:median|" in found.signature("segment") and "|scales:normalised over" in found.signature(
        "segment"
    )
    answers = [{"item": n, "assessor": who, "answer": value, "system": s} for s, n, who, value in rows]
    made = sy.normalise(answers, aggregate="median")
    assert [score.score for score in made.scores] == pytest.approx([-math.sqrt(1.5), 0, 0])
    assert "|aggregate:median|" in made.signature and "aggregate" not in sy.normalise(answers).signature


def test_whole_systems_have_medians_of_their_scores(tmp_path):
    path = tmp_path / "human.tsv"
    path.write_text("system\tscore\tassessor\n" + "".join(f"A\t{v}\tr{v}\n" for v in (1, 2, 9)) + "B\t4\tr1\n", "utf-8")
    found = human_scores(judged(), sy.Aggregated(path))
    assert found.values.tolist() == [[2], [4]] and "|judgements:median-per-system|" in found.signature("system")


def test_everything_that_takes_human_scores_takes_medians(tmp_path):
    path = tmp_path / "human.tsv"
    path.write_text("system\tseg\tscore\tassessor\n" + "".join(f"{s}\t{n}\t{v}\t{w}\n" for s, n, w, v in ROWS), "utf-8")
    corpus, median = judged(()), sy.Aggregated(path)
    assert sy.score(corpus, measures="bleu", human=median).value("A", "human") == 2
    assert sy.score_people(median).value("A", "human") == 2
    assert sy.score(corpus, measures="bleu").with_human(median).value("A", "human") == 2
    assert any_human_scores(corpus, median)[0].values[0, 0] == 1 and any_human_scores(corpus, sy.Aggregated()) == ()
    given_judgements = sy.read(path, "judgements")
    assert human_scores(corpus, sy.Aggregated(given_judgements)).values[0].tolist() == [1, 3]
    assert human_scores(corpus, sy.Aggregated({"A": [1, 2], "B": [3, None]})).values[0].tolist() == [1, 2]


def test_bad_aggregates():
    with pytest.raises(SpecError, match="unknown aggregate 'mode'"):
        sy.Aggregated("human.tsv", "mode")
    with pytest.raises(SpecError, match="unknown aggregate 'medina'; did you mean 'median'"):
        sy.normalise([("1", "ann", 1), ("2", "ann", 2)], aggregate="medina")
    with pytest.raises(SpecError, match="aggregated in one way"):
        sy.Aggregated(sy.Aggregated())
    with pytest.raises(InputError, match="there are no human scores in the corpus"):
        human_scores(judged(()), sy.Aggregated())
