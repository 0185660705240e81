"""Equal to what the METEOR 1.5 program gave (`java -jar meteor-1.5.jar test reference -l en -norm -m MODULES`)."""

import collections
import importlib.util
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.measures.meteor import Meteor

MEASURES = {
    "exact": "meteor@1.5(modules=exact)",
    "exact_stem": "meteor@1.5(modules=exact:stem)",
    "exact_stem_syn": "meteor@1.5",
}
TASKS_OF_PRESETS = {
    name: "meteor@1.5" if name == "rank" else f"meteor@1.5-{name}" for name in ("rank", "adq", "hter", "util", "li")
}


def variants(rows, measures):
    """Rows of some variants, by variant and references."""
    found = collections.defaultdict(list)
    for row in rows:
        if row["variant"] in measures:
            found[row["variant"], row["refs"]].append(row)
    return found


def test_segments(golden, ted):
    """Every segment: its beam never cut what ours kept, and its synonyms are those of WordNet."""
    assert compared_segments(golden, ted, MEASURES) == 14812


def compared_segments(golden, ted, measures) -> int:
    """Compare all segment scores of some variants, by their measures, and return how many there are."""
    compared = 0
    for (variant, refs), rows in variants(golden("meteor15_segment"), measures).items():
        systems = ted.outputs({row["system"] for row in rows})
        scores = sy.score(systems, ted.sets(refs), measures[variant], level="segment").scores
        values = {(score.system, score.group): score.value for score in scores}
        theirs = np.array([float(row["score"]) for row in rows])
        ours = np.array([values[row["system"], int(row["seg"])] for row in rows])
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12, err_msg=f"{variant} {refs}")
        compared += len(rows)
    return compared


def test_statistics(golden, ted):
    """Lengths, function words, matches of each module and side by kind of word, chunks: all counts are the same."""
    assert compared_statistics(golden, ted, MEASURES) == 14812


def compared_statistics(golden, ted, measures) -> int:
    """Compare all rows of statistics of some variants, by their measures, and return how many there are."""
    compared = 0
    for (variant, refs), rows in variants(golden("meteor15_stats"), measures).items():
        systems = ted.outputs({row["system"] for row in rows})
        measure = sy.parse(measures[variant])
        compared += len(rows)
        one = sy.score(systems, ted.sets(refs), measure).statistics[0]
        theirs = collections.defaultdict(list)
        for row in rows:
            theirs[row["system"]].append([float(count) for count in row["stats"].split()])
        for place, system in enumerate(one.systems):
            np.testing.assert_array_equal(as_theirs(measure, one.values[place]), np.array(theirs[system]), system)
    return compared


def as_theirs(measure: Meteor, rows):
    """Our rows of statistics in the order of the program's, which has places for four modules."""
    column = dict(zip(measure.fields, np.moveaxis(rows, -1, 0), strict=True))
    nothing = np.zeros(len(rows))
    made = [column[f"{side}_{kind}"] for kind in ("tokens", "function") for side in ("hypothesis", "reference")]
    pairs, others = [], []
    for module in ("exact", "stem", "synonym", "paraphrase"):
        pairs.append(column.get(f"matches_{module}", nothing))
        others.append(column.get(f"reference_matches_{module}", pairs[-1]))
        function = [column.get(f"{side}_function_{module}", nothing) for side in ("hypothesis", "reference")]
        made += [pairs[-1] - function[0], others[-1] - function[1], *function]
    mapped = sum(pairs)
    perfect = (mapped > 0) & (column["chunks"] == 0)
    return np.stack([*made, column["chunks"] + perfect, mapped, sum(others)], axis=1)


def test_systems(golden, ted):
    assert compared_systems(golden, ted, MEASURES) == 91


def compared_systems(golden, ted, measures) -> int:
    """Compare all system scores of some variants, by their measures, and return how many there are."""
    rows = [row for row in golden("meteor15_system") if row["variant"] in measures]
    for variant, refs in {(row["variant"], row["refs"]) for row in rows}:
        label = measures[variant]
        some = [row for row in rows if (row["variant"], row["refs"]) == (variant, refs)]
        scores = sy.score(ted.outputs({row["system"] for row in some}), ted.sets(refs), label)
        for row in some:
            assert scores.value(row["system"], label) == pytest.approx(float(row["score"]), abs=1e-12), row
    return len(rows)


# … -l en -norm -m "exact stem synonym" -t TASK, of the output of NiuTrans against reference B
TASKS = {
    "meteor@1.5-adq": 0.6623878610144526,
    "meteor@1.5-hter": 0.6809324424760894,
    "meteor@1.5-util": 0.3522024137055398,
    "meteor@1.5-li": 0.613599806564109,
    "meteor@1.5": 0.3755589981092776,
}


def test_tasks(ted):
    scores = sy.score(ted.outputs(["NiuTrans"]), ted.sets("B"), list(TASKS))
    for label, value in TASKS.items():
        assert scores.value("NiuTrans", label) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("task", TASKS_OF_PRESETS)
def test_parameters_of_tasks(golden, task):
    """The program's own statistics, paraphrases among them, give its scores by the parameters of our presets."""
    preset = sy.parse(TASKS_OF_PRESETS[task])
    modules = (*preset.modules, "paraphrase")
    weights = sy.measures.kinds.meteor_modules.weights_of(modules, preset.weights, preset.version)
    scores = [row for row in golden("meteor15_segment") if row["variant"] == task and row["refs"] == "B"]
    stats = [row for row in golden("meteor15_stats") if row["variant"] == task and row["refs"] == "B"]
    for told, counted in zip(scores, stats, strict=True):
        assert [told[name] for name in ("system", "seg")] == [counted[name] for name in ("system", "seg")]
        counts = [float(count) for count in counted["stats"].split()]
        assert by_formula(preset, weights, counts) == pytest.approx(float(told["score"]), abs=1e-12), told


def by_formula(preset: Meteor, weights, counts) -> float:
    h, r, function_h, function_r, *matches = counts[:20]
    chunks, pairs_h, pairs_r = counts[20:]

    def weigh(content: float, function: float) -> float:
        return preset.delta * content + (1 - preset.delta) * function

    modules = [matches[4 * n : 4 * n + 4] for n in range(4)]
    precision = sum(w * weigh(m[0], m[2]) for w, m in zip(weights, modules, strict=True)) / weigh(
        h - function_h, function_h
    )
    recall = sum(w * weigh(m[1], m[3]) for w, m in zip(weights, modules, strict=True)) / weigh(
        r - function_r, function_r
    )
    if not precision or not recall:
        return 0.0
    if chunks == 1 and pairs_h == h and pairs_r == r:
        chunks = 0
    mean = 1 / ((1 - preset.alpha) / precision + preset.alpha / recall)
    return mean * (1 - preset.gamma * (chunks / ((pairs_h + pairs_r) / 2)) ** preset.beta)


def test_texts_in_lower_case_without_its_tokens(golden, ted):
    """The variant `-lower` has only its words split at white space."""
    rows = [row for row in golden("meteor15_stats") if row["variant"] == "lower"]
    measure = sy.parse("meteor@1.5(tokens=none,case=fold)")
    one = sy.score(ted.outputs({row["system"] for row in rows}), ted.sets("B"), measure).statistics[0]
    places = [
        measure.fields.index(f"{side}_{kind}")
        for kind in ("tokens", "function")
        for side in ("hypothesis", "reference")
    ]
    for row in rows:
        ours = one.values[one.systems.index(row["system"]), int(row["seg"]), places]
        assert ours.tolist() == [float(count) for count in row["stats"].split()[:4]], row


@pytest.fixture(scope="module")
def table() -> str:
    """METEOR's own paraphrases, from a package of the group test-long, which is not imported."""
    spec = importlib.util.find_spec("pycocoevalcap")
    for folder in spec.submodule_search_locations if spec else ():
        path = Path(folder, "meteor", "data", "paraphrase-en.gz")
        if path.exists():
            return str(path)
    return pytest.skip("skipped: METEOR's paraphrases, for there is no package pycocoevalcap")


@pytest.mark.long
def test_paraphrases(golden, ted, table):
    """With METEOR's own table: every segment, every count and every system of all tasks, and of texts in lower case."""
    measures = {task: f"{preset}(paraphrases={table})" for task, preset in TASKS_OF_PRESETS.items()}
    measures["lower"] = f"meteor@1.5(tokens=none,case=fold,paraphrases={table})"
    assert compared_segments(golden, ted, measures) == 16928
    assert compared_statistics(golden, ted, measures) == 16928
    assert compared_systems(golden, ted, measures) == 104
