"""Equal to what the METEOR 1.5 program gave (`java -jar meteor-1.5.jar test reference -l en -norm -m MODULES`)."""

import collections

import numpy as np
import pytest

import steelyard as sy
from steelyard.measures.meteor import Meteor

MEASURES = {
    "exact": "meteor@1.5(modules=exact)",
    "exact_stem": "meteor@1.5(modules=exact:stem)",
    "exact_stem_syn": "meteor@1.5",
}
# Weight of its paraphrases, which we do not have, by task.
PARAPHRASES = {"rank": 0.6, "adq": 0.8, "hter": 0.8, "util": 0.8, "li": 0.5}


def variants(rows):
    """Rows of the variants without paraphrases, by variant and references."""
    found = collections.defaultdict(list)
    for row in rows:
        if row["variant"] in MEASURES:
            found[row["variant"], row["refs"]].append(row)
    return found


def test_segments(golden, ted):
    """Every segment: its beam never cut what ours kept, and its synonyms are those of WordNet."""
    compared, unequal = 0, []
    for (variant, refs), rows in variants(golden("meteor15_segment")).items():
        systems = ted.outputs({row["system"] for row in rows})
        scores = sy.score(systems, ted.sets(refs), MEASURES[variant], level="segment").scores
        values = {(score.system, score.group): score.value for score in scores}
        for row in rows:
            compared += 1
            if abs(values[row["system"], int(row["seg"])] - float(row["score"])) > 1e-12:
                unequal.append(row)
    assert compared == 14812
    assert unequal == []


def test_statistics(golden, ted):
    """Lengths, function words, matches of each module and side by kind of word, chunks: all counts are the same."""
    for (variant, refs), rows in variants(golden("meteor15_stats")).items():
        systems = ted.outputs({row["system"] for row in rows})
        measure = sy.parse(MEASURES[variant])
        one = sy.score(systems, ted.sets(refs), measure).statistics[0]
        theirs = collections.defaultdict(list)
        for row in rows:
            theirs[row["system"]].append([float(count) for count in row["stats"].split()])
        for place, system in enumerate(one.systems):
            np.testing.assert_array_equal(as_theirs(measure, one.values[place]), np.array(theirs[system]), system)


def as_theirs(measure: Meteor, rows):
    """Our rows of statistics in the order of the program's, which has places for four modules."""
    column = dict(zip(measure.fields, np.moveaxis(rows, -1, 0), strict=True))
    nothing = np.zeros(len(rows))
    made = [column[f"{side}_{kind}"] for kind in ("tokens", "function") for side in ("hypothesis", "reference")]
    for module in ("exact", "stem", "synonym", "paraphrase"):
        pairs = column.get(f"matches_{module}", nothing)
        function = [column.get(f"{side}_function_{module}", nothing) for side in ("hypothesis", "reference")]
        made += [pairs - function[0], pairs - function[1], *function]
    pairs = sum(column[f"matches_{module}"] for module in measure.modules)
    perfect = (pairs > 0) & (column["chunks"] == 0)
    return np.stack([*made, column["chunks"] + perfect, pairs, pairs], axis=1)


def test_systems(golden, ted):
    rows = [row for row in golden("meteor15_system") if row["variant"] in MEASURES]
    assert len(rows) > 50
    for variant, refs in {(row["variant"], row["refs"]) for row in rows}:
        label = MEASURES[variant]
        some = [row for row in rows if (row["variant"], row["refs"]) == (variant, refs)]
        scores = sy.score(ted.outputs({row["system"] for row in some}), ted.sets(refs), label)
        for row in some:
            assert scores.value(row["system"], label) == pytest.approx(float(row["score"]), abs=1e-12), row


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


@pytest.mark.parametrize("task", PARAPHRASES)
def test_parameters_of_tasks(golden, task):
    """The program's own statistics, paraphrases among them, give its scores by the parameters of our presets."""
    preset = sy.parse("meteor@1.5" if task == "rank" else f"meteor@1.5-{task}")
    weights = [
        *sy.measures.kinds.meteor_modules.weights_of(preset.modules, preset.weights, preset.version),
        PARAPHRASES[task],
    ]
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
