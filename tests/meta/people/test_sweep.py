"""Sweeps: each setting's correlation is that of its own scores, whatever else is tried."""

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.inference.correlation.correlation import correlate
from steelyard.judgements.scores import human_scores
from steelyard.meta.people import sweep as sweeps

CORPUS = sy.sample()
VARY = {"order": [1, 2, 4], "smoothing": ["exp", "floor"]}


def test_undefined_segments_of_a_mean_are_told():
    systems = {"A": ["1 length:9", "1 length:9"], "B": ["length:9", "1 length:9"]}
    corpus = sy.Corpus.of(systems, ["1:vital", "1:okay"])
    found = swept("nugget-f", {"beta": [1, 3]}, corpus, dimension=None, human={"A": [1.0, 1.0], "B": [0.0, 0.0]})
    assert found.settings[0].notice.startswith("2 of 4 segments are undefined and have no part in the mean")


def swept(measure="bleu", vary=VARY, corpus=CORPUS, **more):
    run = sy.Run(more.pop("threads", 1), progress=more.pop("progress", None))
    return sy.sweep(corpus, measure, vary, run=run, **{"dimension": "adequacy", **more})


def human(level: str, system: str) -> dict:
    """The mean adequacy of each group, written out."""
    groups = {"system": [None] * 60, "segment": CORPUS.ids}.get(level) or CORPUS.facets[level]
    outputs: dict = {}
    for j in CORPUS.judgements:
        if j.system == system and j.dimension == "adequacy":
            outputs.setdefault(j.item, []).append(j.value)
    means: dict = {}
    for segment, values in outputs.items():
        means.setdefault(groups[segment], []).append(sum(values) / len(values))
    return {group: sum(values) / len(values) for group, values in means.items()}


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
@pytest.mark.parametrize("level", ["system", "segment", "document", "topic"])
def test_each_setting_is_what_its_scores_give(level, coefficient):
    found = swept(level=level, coefficient=coefficient)
    assert len(found.settings) == 6
    for setting in found.settings:
        scores = sy.score(CORPUS, measures=[setting.measure], level=level, threads=1).scores
        pairs = [(score.value, human(level, score.system)[score.group]) for score in scores]
        wanted = correlate(*zip(*pairs, strict=True), coefficient)
        assert setting.value == pytest.approx(wanted.value, rel=1e-12)
        assert setting.correlation.n == len(pairs)
        assert setting.signature.startswith(scores[0].signature)


def test_settings_are_all_combinations_in_order():
    found = swept()
    assert [tuple(s.options.values()) for s in found.settings][:3] == [("1", "exp"), ("1", "floor"), ("2", "exp")]
    assert found.varied == {"order": ("1", "2", "4"), "smoothing": ("exp", "floor")}
    assert [s.measure for s in found.settings][-2:] == ["bleu", "bleu(smoothing=floor)"]


@pytest.mark.parametrize(("measure", "vary", "better"), [("bleu", VARY, max), ("ter", {"case": ["keep", "fold"]}, min)])
def test_the_best_goes_with_people(measure, vary, better):
    """Human scores are higher for better outputs, so that the best correlation of an error rate is the lowest."""
    found = swept(measure, vary)
    assert found.best.value == better(s.value for s in found.settings)
    assert [s.best for s in found.settings] == [s.value == found.best.value for s in found.settings]
    assert "expect less on other data" in found.notices[-1]


def test_one_setting_is_no_choice():
    assert swept(vary={"order": [4]}).notices == ()


def test_groups_of_settings_do_not_matter(monkeypatch):
    whole = swept("esk", {"d": [1, 2], "decay": [0.1, 0.5], "senses": ["none"]}).to_dict()
    monkeypatch.setattr(sweeps, "_MOST_TOGETHER", 3)
    assert swept("esk", {"d": [1, 2], "decay": [0.1, 0.5], "senses": ["none"]}, threads=2).to_dict() == whole


def test_progress_counts_the_segments_of_all_settings(monkeypatch):
    monkeypatch.setattr(sweeps, "_MOST_TOGETHER", 4)
    told = []
    swept(progress=lambda done, total: told.append((done, total)))
    assert told == [(240, 360), (360, 360)]


def test_human_scores_may_be_given_by_system(tmp_path):
    values = {"aurora": [3.0] * 30 + [None] * 30, "dune": [1.0] * 60, "cedar": [2.0] * 60, "other": [9.0] * 60}
    found = sy.sweep(CORPUS, "bleu", {"order": [4]}, human=values)
    assert found.human == "score" and found.settings[0].correlation.n == 3
    assert found.settings[0].signature.endswith(
        "|human|dimension:score|judgements:mean|assessors:unnamed|design:unknown|judged:150/180|system:mean"
        "|coefficient:pearson"
    )
    assert found.notices == (
        "left out, for they are not scored here: system other (human scores given)",
        "left out where human scores are needed, for they have none: systems basalt, ember, flint",
    )
    rows = [f"{s}\t{n}\t{v}" for s, vs in values.items() for n, v in enumerate(vs) if v is not None]
    path = tmp_path / "human.tsv"
    path.write_text("\n".join(["system\tseg\tscore", *rows]) + "\n", "utf-8")
    from_file = sy.sweep(CORPUS, "bleu", {"order": [4]}, human=path)
    assert from_file.settings == found.settings and str(path) in from_file.notices[0]


def test_outputs_without_judgements_are_not_correlated():
    values = {"aurora": [3.0, 4.0, *[None] * 58], "dune": [1.0, 2.0, *[None] * 58]}
    found = sy.sweep(CORPUS, "bleu", {"order": [1]}, human=values, level="segment")
    assert found.settings[0].correlation.n == 4
    nan = {name: [math.nan if one is None else one for one in column] for name, column in values.items()}
    assert sy.sweep(CORPUS, "bleu", {"order": [1]}, human=nan, level="segment").settings == found.settings
    documents = sy.sweep(CORPUS, "bleu", {"order": [1]}, human=values, level="document")
    assert documents.settings[0].correlation.n == 2


def test_judgements_of_several_assessors_are_averaged():
    scores = human_scores(CORPUS, dimension="fluency")
    mine = [j.value for j in CORPUS.judgements if (j.system, j.item, j.dimension) == ("basalt", 7, "fluency")]
    assert len(mine) == 3 and scores.values[1, 7] == pytest.approx(sum(mine) / 3)
    np.testing.assert_allclose(scores.at("system")[:, 0], scores.values.mean(axis=1))


def test_undefined_settings_say_why():
    corpus = sy.Corpus.of({"A": ["x y"], "B": ["z w"]}, ["a b"])
    found = sy.sweep(corpus, "ngram", {"high": [1, 2]}, human={"A": [1], "B": [2]})
    assert all(math.isnan(s.value) for s in found.settings) and found.best is None
    row = found.to_dict()["correlations"][0]
    assert row["value"] is None and row["reason"] == "the scores are all the same" and not row["best"]
    short = sy.Corpus.of({"A": ["a b", "a"], "B": ["b", "a"], "C": ["b a", "b"]}, ["a b", "a"])
    values = {"A": [1, 2], "B": [2, 1], "C": [1, 3]}
    one = sy.sweep(short, "ngram", {"high": [2]}, human=values, level="segment").settings[0].correlation
    assert (one.n, one.missing) == (3, 3)  # one word has no two


SPEC = [
    ({"vary": {}}, "nothing is varied"),
    ({"vary": {"ordre": [1]}}, "bleu has no option 'ordre'; did you mean 'order'?"),
    ({"vary": {"order": []}}, "give the values to try as a list"),
    ({"vary": {"case": "fold"}}, "give the values to try as a list"),
    ({"vary": {"order": [0]}}, "order=0"),
    ({"vary": {"order": ["x"]}}, "order='x' is not possible; it is of the wrong type"),
    ({"vary": {"order": [2, 2]}}, "the setting bleu(order=2) is asked for twice"),
    ({"vary": {"smoothing_value": [n / 1e6 for n in range(1_000_000)]}}, "1,000,000 settings are too many"),
    ({"coefficient": "person"}, "unknown coefficient 'person'; did you mean 'pearson'?"),
    ({"dimension": "adequate"}, "no dimension 'adequate' in the corpus; did you mean 'adequacy'?"),
    ({"dimension": None}, "several dimensions (adequacy, fluency); name one"),
    ({"level": "talk"}, "the corpus has no facet 'talk'"),
    ({"corpus": {"A": ["a"]}}, "sweep takes a Corpus, not dict"),
]
INPUT = [
    ({"human": {"aurora": [1.0] * 60, "dune": [1.0] * 60}}, "the human scores (score) at level system are all 1;"),
    ({"human": {"aurora": [1.0] * 60}}, "there is only one system with human scores"),
    ({"human": {"aurora": [1.0]}}, "human scores of 'aurora': 1 value for 60 segments; expected one value"),
    ({"human": {"arora": [1.0] * 60}}, "are of system arora, and none of these is scored here; did you mean 'aurora'?"),
    ({"human": {}}, "there are no human scores given; give some (human=…)"),
    ({"corpus": sy.Corpus.of({"A": ["a"]}, ["a"])}, "there are no human scores in the corpus"),
    ({"human": {"aurora": [math.inf] * 60, "dune": [1.0] * 60}}, "segment 0: inf is no number"),
]


@pytest.mark.parametrize(("more", "told"), [*((m, t) for m, t in SPEC), *((m, t) for m, t in INPUT)])
def test_what_is_refused(more, told):
    kind = SpecError if (more, told) in SPEC else InputError
    if "human" in more:
        more = {"dimension": None, **more}
    with pytest.raises(kind) as refused:
        swept(**{"vary": {"order": [4]}, **more})
    assert told in str(refused.value)


TEXTS = sy.Corpus.of({"aurora": ["a b c", "d e f"], "dune": ["a b x", "d y z"], "echo": ["q", "d"]}, ["a b c", "d e f"])
HUMAN = {"aurora": [3.0, 4.0], "dune": [2.0, 3.0], "echo": [1.0, 1.0]}


@pytest.mark.parametrize(
    ("measure", "vary", "more", "told"),
    [
        ("rouge-l", {"alpha": 0.5}, {}, "alpha=0.5: give the values to try as a list"),
        ("rouge-l", {"beta": None}, {}, "beta=None: give the values to try as a list"),
        ("rouge-l", {"beta": np.array(2)}, {}, "give the values to try as a list"),
        ("rouge-l", {5: [1]}, {}, "has no option 5"),
        ("rouge-l", {"stem": [1]}, {}, "wrong type"),
        (["chrf"], {"beta": [1]}, {}, "is no measure"),
        (None, {"beta": [1]}, {}, "is no measure"),
        ("chrf", {"beta": [1]}, {"coefficient": None}, "unknown coefficient None"),
        ("chrf", {"beta": [1]}, {"coefficient": ["pearson"]}, "unknown coefficient"),
        ("chrf", {"beta": [1]}, {"level": None}, "level=None is not possible; expected a string"),
        ("chrf", {"beta": [1]}, {"level": ["system"]}, "level=.* is not possible; expected a string"),
        ("chrf", {"beta": [1]}, {"run": sy.Run(accept=None)}, "nothing called None"),
        ("chrf", {"beta": [1]}, {"human": [1, 2]}, "give a TSV file"),
        (
            "chrf",
            {"beta": [1]},
            {"human": {"aurora": ["x", 1], "dune": [1, 2]}},
            "'aurora', segment 0: 'x' is no number",
        ),
        ("chrf", {"beta": [1]}, {"human": {"aurora": [1, -math.inf], "dune": [1, 2]}}, "segment 1: -inf is no number"),
        ("chrf", {"beta": [1]}, {"human": {"aurora": math.inf, "dune": 1}}, "'aurora': inf is no number"),
        ("chrf", {"beta": [1]}, {"human": {"aurora": 1.0, "dune": [1, 2]}}, "give a list of one value"),
        ("chrf", {"beta": [1]}, {"human": {"aurora": "12", "dune": [1, 2]}}, "is one string; give a list of one value"),
        ("chrf", {"beta": [1]}, {"human": {5: [1, 2], 6: [2, 1]}}, "are of systems 5, 6"),
        ("chrf", {"beta": [1]}, {"human": {"aurora": 1, "dune": 2}, "level": "segment"}, "one for each system"),
    ],
)
def test_what_cannot_be_swept_is_told_as_an_error_of_ours(measure, vary, more, told):
    with pytest.raises(sy.SteelyardError, match=told):
        sy.sweep(TEXTS, measure, vary, **{"human": HUMAN, **more})


def test_one_human_score_for_each_system():
    """As good as the same value for every segment of the system; the signature tells them apart."""
    whole = sy.sweep(TEXTS, "chrf", {"beta": [1, 2]}, human={"aurora": 3, "dune": np.float32(2), "echo": 0.5})
    spread = sy.sweep(TEXTS, "chrf", {"beta": [1, 2]}, human={"aurora": [3, 3], "dune": [2, 2], "echo": [0.5, 0.5]})
    assert [s.value for s in whole.settings] == [s.value for s in spread.settings]
    assert "judgements:one-per-system" in whole.settings[0].signature


@pytest.mark.parametrize(
    ("measure", "one", "other"),
    [
        ("chrf", {"beta": np.arange(1, 3)}, {"beta": [1, 2]}),
        ("rouge-l", {"beta": [np.float64(0.5), np.int32(2)]}, {"beta": [0.5, 2]}),
        ("rouge-1", {"stem": [True, False]}, {"stem": ["true", "false"]}),
        ("rouge-1", {"stop": np.array([True, False])}, {"stop": ["true", "false"]}),
        ("rouge-l", {"beta": range(1, 3)}, {"beta": (1, 2)}),
    ],
)
def test_values_of_numpy_and_truth_values(measure, one, other):
    assert sweeps.settings(sy.parse(measure), one) == sweeps.settings(sy.parse(measure), other)
    assert (
        sy.sweep(TEXTS, measure, one, human=HUMAN).to_dict() == sy.sweep(TEXTS, measure, other, human=HUMAN).to_dict()
    )


def test_sweeps_of_several_coefficients_are_sweeps_of_each():
    varied = {"d": [1, 2], "decay": [0.5, 1.0]}
    told = {"dimension": "adequacy", "level": "document"}
    made = sweeps.sweeps(sy.sample(), "wsk", varied, ("pearson", "kendall"), **told)
    for coefficient, one in zip(("pearson", "kendall"), made, strict=True):
        assert one == sy.sweep(sy.sample(), "wsk", varied, coefficient=coefficient, **told)
    with pytest.raises(SpecError, match="unknown coefficient 'pearsons'"):
        sweeps.sweeps(sy.sample(), "wsk", varied, ("kendall", "pearsons"), **told)


def test_scores_are_not_turned_round_and_that_is_said():
    found = sy.sweep(sy.sample(), "wer", {"case": ["keep", "fold"]}, dimension="adequacy")
    assert found.settings[0].value < 0 and found.settings[0].signature.get("oriented") == "no"
    assert found.account().about[1] == (
        "less of wer is better, and scores are not turned round: the best correlation is the lowest"
    )
    assert len(sy.sweep(sy.sample(), "chrf", {"beta": [1, 2]}, dimension="adequacy").account().about) == 1
