"""The probe of the axioms, and severity."""

import json
import math
import random
import re
from collections import Counter

import numpy as np
import pytest
import Stemmer

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.measures.registry import registry
from steelyard.meta.axiom_findings import AXIOMS
from steelyard.meta.probes import FOREIGN, KNOWN, LENGTHS, generated, probes_of, taken
from steelyard.report.axioms import text
from steelyard.text.lists import stop_words
from steelyard.text.wordnet import wordnet


def f1(output, references):
    """F1 over bags of words, by its definition."""
    ours, theirs = Counter(output.split()), Counter(references[0].split())
    return 2 * (ours & theirs).total() / (ours.total() + theirs.total())


def in_order(output, reference):
    """F1, and a little less where the words are the reference's in another order."""
    other = sorted(output.split()) == sorted(reference.split()) and output != reference
    return f1(output, [reference]) - 0.1 * other


def breaks_best(output, references):
    return f1(output, references) + (in_order(output, references[0]) != f1(output, references))


def breaks_only(output, references):
    """Only some reorderings are seen: those that begin with another word."""
    seen = output.split()[0] != references[0].split()[0]
    return in_order(output, references[0]) if seen else f1(output, references)


def breaks_missing(output, references):
    """Every part of the reference scores the same."""
    ours, theirs = set(output.split()), set(references[0].split())
    return 0.999 if ours < theirs else f1(output, references)


def breaks_foreign(output, references):
    """One foreign word is as bad as three."""
    ours, theirs = output.split(), set(references[0].split())
    recall = len(theirs & set(ours)) / len(theirs)
    return recall * 0.9 if set(ours) - theirs else f1(output, references)


def breaks_damage(output, references):
    """Two foreign words within are better than one."""
    ours, theirs = output.split(), references[0].split()
    aligned = len(ours) == len(theirs) and ours[0] == theirs[0] and ours[-1] == theirs[-1]
    bonus = 1.1 / len(theirs) if aligned and len(set(ours) - set(theirs)) == 2 else 0
    return f1(output, references) + bonus


def breaks_lowest(output, references):
    """One word in its place is as bad as none."""
    ours, theirs = output.split(), references[0].split()
    alone = len(ours) == len(theirs) >= 6 and sum(a == b for a, b in zip(ours, theirs, strict=True)) == 1
    return 0.0 if alone and len(set(ours) & set(theirs)) == 1 else f1(output, references)


def breaks_defined(output, references):
    return math.inf if output == references[0] and len(output.split()) == 20 else f1(output, references)


class BreaksRepeatable:
    """The second time a text is seen, it scores a little more."""

    __name__ = "breaks_repeatable"

    def __init__(self):
        self.seen = set()

    def __call__(self, output, references):
        again = (output, references[0]) in self.seen
        self.seen.add((output, references[0]))
        return f1(output, references) + 1e-6 * again


BREAKING = {
    "best": breaks_best,
    "only": breaks_only,
    "missing": breaks_missing,
    "foreign": breaks_foreign,
    "damage": breaks_damage,
    "lowest": breaks_lowest,
    "defined": breaks_defined,
    "repeatable": BreaksRepeatable(),
    "bounds": sy.MeasureFunction(f1, "narrow", bounds=(0, 0.9)),
}


def test_every_axiom_has_a_measure_that_breaks_it():
    assert BREAKING.keys() == AXIOMS.keys()


@pytest.mark.parametrize("axiom", AXIOMS)
def test_a_measure_that_breaks_one_axiom_is_caught_for_that_alone(axiom):
    (found,) = sy.axioms(BREAKING[axiom]).measures
    assert found.broken == (axiom,)
    assert 0 < found[axiom].broken <= found[axiom].probes
    assert found[axiom].share == found[axiom].broken / found[axiom].probes
    assert found[axiom].first is not None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("measure", ["unigram-f1", "overlap", "rouge-1", "rouge-l", "chrf", f1])
def test_sound_measures_break_none(measure, seed):
    (found,) = sy.axioms(measure, seed=seed, threads=1).measures
    assert found.broken == ()
    assert all(finding.kept for finding in found.findings if finding.axiom != "bounds" or measure is not f1)
    assert found.findings[0].first is None


@pytest.mark.parametrize(
    ("measure", "broken", "change"),
    [
        ("rouge-1(kind=recall)", ("only", "foreign"), "foreign words added"),
        ("unigram-recall", ("only", "foreign"), "foreign words added"),
        ("rouge-1(kind=precision)", ("only", "missing"), "words left out"),
        ("unigram-precision", ("only", "missing"), "words left out"),
    ],
)
def test_recall_alone_and_precision_alone_are_caught(measure, broken, change):
    found = sy.axioms(measure)[measure]
    assert found.broken == broken
    example = found["only"].first
    assert example.change == change
    assert example.texts[0] == example.reference != example.texts[1]
    assert example.scores == (1.0, 1.0)


def test_a_random_and_a_reversed_measure_break_nearly_all():
    numbers = random.Random(1)
    noise = sy.axioms(lambda output, references: numbers.random()).measures[0]
    assert {"best", "missing", "foreign", "damage", "lowest", "repeatable"} <= set(noise.broken)
    turned = sy.axioms(lambda output, references: -f1(output, references))
    assert {"best", "missing", "foreign", "damage", "lowest"} <= set(turned.measures[0].broken)
    assert "--lower <lambda>" in turned.notices[0]


@pytest.mark.parametrize("measure", ["wer", "per", "ter", "cder", "ser"])
def test_a_measure_taken_the_wrong_way_round_is_told_how_to_turn_it(measure):
    """By error rates of ours, given as functions; some of them tie on most probes."""

    def rates(outputs, references):
        corpus = sy.Corpus.of({"it": outputs}, {"r": [several[0] for several in references]})
        return [one.value for one in sy.score(corpus, measures=[measure], level="segment", threads=1).scores]

    wrong, right = (sy.MeasureFunction(rates, "mine", higher_is_better=up, batched=True) for up in (True, False))
    (told,) = sy.axioms(wrong, probes=30).notices
    assert "as if lower were better" in told and "--lower mine" in told and "higher_is_better=False" in told
    assert sy.axioms(right, probes=30).notices == ()


def test_a_measure_called_lower_is_better_by_mistake_is_told_so():
    (told,) = sy.axioms(sy.MeasureFunction(f1, "mine", higher_is_better=False)).notices
    assert "as if higher were better" in told and "leave out --lower mine" in told and "higher_is_better=True" in told


@pytest.mark.parametrize("seed", range(5))
def test_noise_a_constant_and_length_have_no_direction(seed):
    numbers = random.Random(seed)
    for function in (lambda o, r: numbers.random(), lambda o, r: 1, lambda o, r: len(o), lambda o, r: -len(o)):
        assert sy.axioms(function, seed=seed).notices == ()


def test_lower_is_better_is_heeded():
    distance = sy.MeasureFunction(lambda o, r: 1 - f1(o, r), "distance", higher_is_better=False)
    report = sy.axioms([distance, "per"])
    assert report["distance"].broken == () and report.notices == ()
    # PER takes a foreign word for a missing one.
    assert not report["per"].higher_is_better and set(report["per"].broken) == {"missing", "foreign"}
    example = report["per"]["foreign"].first
    assert example.scores[0] >= example.scores[1]


def test_blindness_is_told_and_breaks_nothing_unless_asked():
    found = sy.axioms("unigram-f1").measures[0]
    assert (found.decomposition, found.order.word, found.repeats.word) == ("bag", "blind", "heeded")
    strict = sy.axioms("unigram-f1", decomposition="sequence").measures[0]
    assert strict.broken == ("only",) and strict["only"].first.change == "words reordered"
    aware = sy.axioms("rouge-l").measures[0]
    assert (aware.decomposition, aware.order.word) == ("sequence", "heeded")
    assert sy.axioms("rouge-l", decomposition="bag").measures[0].broken == ("best",)
    sets = sy.axioms(lambda o, r: len(set(o.split()) & set(r[0].split())) / len(set(o.split()) | set(r[0].split())))
    assert sets.measures[0].decomposition == "set" and sets.measures[0].broken == ()


def test_undefined_scores_are_counted_apart():
    def sometimes(output, references):
        return None if output == references[0] else f1(output, references)

    (found,) = sy.axioms(sometimes, probes=30).measures
    assert found.order.word == found.repeats.word == "undefined"
    assert (found["only"].probes, found["only"].undefined) == (0, 150)
    assert math.isnan(found["only"].share) and not found["only"].kept
    assert found["defined"].broken == 30 and math.isnan(found["defined"].first.scores[0])
    assert json.dumps(found.to_dict(), allow_nan=False)


def test_a_function_is_called_once_per_text_and_a_batch_function_once():
    calls = []

    def single(output, references):
        calls.append((output, *references))
        return f1(output, references)

    def batch(outputs, references):
        calls.append(len(outputs))
        return np.array([f1(*both) for both in zip(outputs, references, strict=True)])

    alone = sy.axioms(single, probes=12).measures[0]
    assert max(Counter(calls).values()) <= 2 and Counter(calls).most_common(33)[-1][1] == 1
    texts = len(calls)
    calls.clear()
    together = sy.axioms(sy.MeasureFunction(batch, "single", batched=True), probes=12).measures[0]
    assert calls == [texts] and together == alone


def test_same_seed_same_result_and_threads_do_not_matter():
    once, again = (sy.axioms(["bleu", "nist"], probes=40, threads=threads).to_dict() for threads in (1, 3))
    assert once == again != sy.axioms(["bleu", "nist"], probes=40, seed=1).to_dict()


def test_probes_are_nearer_by_every_count_of_ngrams():
    """What is called nearer shares more n-grams and has no more foreign ones, for every n; ends are not counted."""
    checked = Counter()
    for probe in probes_of(generated(60, 7), 7):
        reference = probe.reference.split()
        for n in (1, 2, 3):
            near, far = (_shared_and_foreign(text.split(), reference, n) for text in (probe.nearer, probe.farther))
            if probe.about in ("missing", "foreign", "damage", "lowest", "same"):
                assert near[0] >= far[0], probe
            if probe.about == "foreign":
                assert near[1] <= far[1] and (n > 1 or near[1] < far[1]), probe
            if probe.about in ("missing", "lowest") and n == 1:
                assert near[0] > far[0], probe
            checked[probe.about] += 1
    assert checked.keys() == {"same", "order", "repeats", "missing", "foreign", "damage", "lowest"}


def _shared_and_foreign(words, reference, n):
    ours, theirs = (Counter(zip(*(text[i:] for i in range(n)), strict=False)) for text in (words, reference))
    return (ours & theirs).total(), (ours - theirs).total()


def test_the_words_share_no_letters_stems_or_senses():
    assert not set("".join(KNOWN)) & set("".join(FOREIGN))
    assert len(FOREIGN) >= max(LENGTHS) + 3 and len(KNOWN) >= max(LENGTHS)
    seen: dict[object, str] = {}
    stop = stop_words("english") | stop_words("meteor") | stop_words("rouge-1.5.5")
    for word in (*KNOWN, *FOREIGN):
        assert word not in stop
        keys = {Stemmer.Stemmer(name).stemWord(word) for name in ("porter", "english")}
        for key in keys | {*wordnet().synsets(word), *wordnet().pooled_synsets(word), *wordnet().bases(word)}:
            assert seen.setdefault(key, word) == word, key


def test_references_of_a_corpus_are_taken():
    report = sy.axioms("chrf", references=sy.sample(), probes=20)
    assert "|texts:given|probes:20|" in report.measures[0].signature
    own = sy.axioms("wer", references=["we went home early", "x", "", "a a a"], probes=20).measures[0]
    assert "|probes:1|" in own.signature and own["foreign"].probes == 1
    assert len(taken(["a b c"] * 9, 4, 1)) == 4
    with pytest.raises(InputError, match="of 2 references none has 3 words"):
        sy.axioms("wer", references=["x", "a b"])
    with pytest.raises(InputError, match=r"references\[1\] is a NoneType"):
        sy.axioms("wer", references=["a b c", None])


@pytest.mark.parametrize("name", registry())
def test_every_measure_is_probed_or_says_why_not(name):
    report = sy.axioms(name, probes=12, threads=1)
    if not report.measures:
        assert report.unprobed[name]
        return
    (found,) = report.measures
    assert [finding.axiom for finding in found.findings] == list(AXIOMS)
    for finding in found.findings:
        assert 0 <= finding.broken <= finding.probes
        assert (finding.first is None) == (finding.broken == 0)
    assert found["bounds"].broken == found["repeatable"].broken == 0
    assert found["best"].kept and found["only"].probes > 0
    assert json.dumps(report.to_dict(), allow_nan=False)


def test_foreign_words_that_share_letters_are_named_as_the_cause():
    """chrF heeds letters; BLEU breaks the axiom by its brevity penalty, whatever the letters."""
    references = list(sy.sample().references[0])
    report = sy.axioms(["chrf", "bleu"], references=references, probes=60)
    broken = report["chrf"]["foreign"].broken
    assert broken and report["bleu"]["foreign"].broken
    (told,) = report.notices
    assert told == (
        f"chrf: {broken} of the {broken} probes that break foreign do so for letters that the foreign words share with "
        "the reference: with foreign words of other letters it is kept"
    )
    assert sy.axioms(["chrf", "bleu"]).notices == ()


def test_a_function_that_heeds_letters_is_only_warned():
    calls = []

    def counted(output, references):
        calls.append(output)
        return f1(" ".join(output), [" ".join(references[0])])

    report = sy.axioms(counted, references=list(sy.sample().references[0]), probes=60)
    found = report.measures[0]
    assert found["foreign"].broken and len(calls) == found["defined"].probes + 32
    told = report.notices[0]
    assert told.startswith("counted: foreign words share letters with these references") and "generated" in told
    assert sy.axioms(f1, references=["we went home early today"]).notices == ()
    assert sy.axioms(lambda o, r: 0, references=["мы рано пошли домой"]).notices == (), "no letter is shared"


def test_what_cannot_be_probed_is_said():
    report = sy.axioms(["pyramid", "wer"], scores_only=["comet"])
    assert report.unprobed["comet"] == "only its scores are known; give its function to probe it"
    assert "pyramid" in report.unprobed and [one.measure for one in report.measures] == ["wer"]
    assert repr(report) == "<AxiomReport: wer breaks foreign>"


def test_where_there_are_only_scores_nothing_is_probed():
    report = sy.axioms([], references=["x"], scores_only=["comet"])
    assert report.measures == () and list(report.unprobed) == ["comet"]
    assert text(report) == "not probed: comet: only its scores are known; give its function to probe it\n"


def test_cells_say_broken_and_how_often():
    shown = text(sy.axioms([lambda output, references: None, "esk", "ser"]))
    heads, _, nothing, esk, ser = (re.split(" {2,}", line) for line in shown.splitlines()[:5])
    assert heads[-5:] == ["missing", "foreign", "damage", "lowest", "defined"]
    assert nothing[-5:] == ["undefined"] * 4 + ["broken 100%"]
    assert esk[-5:] == ["kept", "kept", "broken <1%", "kept", "kept"]
    assert ser[-5:] == ["broken 87%", "broken 95%", "kept", "broken 100%", "kept"]


def test_a_share_that_is_not_all_is_not_shown_as_all():
    once = []

    def nearly_never(output, references):
        once.append(output)
        return 1 if len(once) == 1 else None

    shown = text(sy.axioms(nearly_never))
    assert "broken >99%" in shown and "(above 99%)" in shown


@pytest.mark.parametrize(
    ("given", "options", "told"),
    [
        ("bleuu", {}, "unknown measure"),
        ([], {}, "no measure is given"),
        (["wer", "wer"], {}, "asked for twice"),
        ([f1, f1], {}, r"MeasureFunction\(f, 'name'\)"),
        ([3], {}, "3 is no measure"),
        ("wer", {"probes": 0}, "probes=0"),
        ("wer", {"probes": 10**6}, "1 to 100,000"),
        ("wer", {"seed": -1}, "seed=-1"),
        ("wer", {"decomposition": "bags"}, "did you mean 'bag'"),
    ],
)
def test_requests_that_make_no_sense(given, options, told):
    with pytest.raises(SpecError, match=told):
        sy.axioms(given, **options)
    with pytest.raises(SpecError, match="no axiom 'lower'; did you mean 'lowest'"):
        sy.axioms("wer", probes=3).measures[0]["lower"]


def test_a_function_that_fails_on_some_texts_keeps_its_other_scores():
    def nothing_shared(output, references):
        if not f1(output, references):
            raise ValueError("math domain error")
        return f1(output, references)

    report = sy.axioms(nothing_shared, probes=30)
    (found,) = report.measures
    sound = sy.axioms(f1, probes=30).measures[0]
    assert (found.failures.failed, found.failures.calls) == (32, sound["defined"].probes + 32), "two are asked again"
    assert found.broken == ("defined",) and found["defined"].broken == 30
    assert found["only"] == sound["only"] and found["lowest"].undefined == 30
    shown = "output 'rum tutor torpor', reference 'shade lilac beagle'"
    assert found.failures.first == f"nothing_shared failed on text 12 ({shown}): ValueError: math domain error"
    assert report.notices == (f"{found.failures.first}; in all, it failed in 32 of {found.failures.calls:,} calls",)
    assert found.to_dict()["failures"] == {"calls": found.failures.calls, "failed": 32, "first": found.failures.first}
    assert sound.failures is None and "failures" not in sound.to_dict()


@pytest.mark.parametrize("problem", [SystemExit(3), RuntimeError("no"), MemoryError(), RecursionError("deep")])
def test_whatever_a_function_raises_is_its_failure(problem):
    def sometimes(output, references):
        if output == references[0]:
            raise problem
        return f1(output, references)

    (found,) = sy.axioms(sometimes, probes=6).measures
    told = type(problem).__name__ + (f": {problem}" if str(problem) else "")
    assert found["defined"].broken == 6 and found.failures.first.endswith(f"): {told}")


@pytest.mark.parametrize("value", ["much", b"1", 10**400, [1, 2], 1j, object()])
@pytest.mark.parametrize("batched", [False, True])
def test_what_is_no_number_is_a_failure_at_that_text(value, batched):
    def single(output, references):
        return value if output == references[0] else f1(output, references)

    def batch(outputs, references):
        return (single(*both) for both in zip(outputs, references, strict=True))

    (found,) = sy.axioms(sy.MeasureFunction(batch if batched else single, "mine", batched=batched), probes=6).measures
    assert found["defined"].broken == 6
    assert found.failures.first.startswith("mine gave ") and found.failures.first.endswith("; expected a number")


def test_an_interruption_is_no_failure_of_the_function():
    def interrupted(output, references):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sy.axioms(interrupted)


def test_a_function_that_never_scores_is_given_up_early():
    calls = []

    def never(output, references):
        calls.append(output)
        raise OSError("no connection")

    with pytest.raises(InputError, match=r"OSError: no connection; so it did with all of the first 100 texts$"):
        sy.axioms(never)
    assert len(calls) == 100
    calls.clear()
    with pytest.raises(InputError, match=r"^never failed on text 0 .*; so it did with all [0-9]+ texts$") as caught:
        sy.axioms(never, probes=1)
    assert isinstance(caught.value.__cause__, OSError)


def test_what_a_batch_function_has_given_is_not_given_up():
    def late(outputs, references):
        return [f1(*both) if n >= 200 else "?" for n, both in enumerate(zip(outputs, references, strict=True))]

    (found,) = sy.axioms(sy.MeasureFunction(late, "late", batched=True)).measures
    assert found["defined"].broken == 200 and found.failures.failed == 200


@pytest.mark.parametrize(
    ("function", "batched", "told"),
    [
        (lambda o, r: 1 / 0, False, "text 0 .output 'shade.*ZeroDivisionError: division by zero"),
        (lambda o, r: "much", False, "gave 'much' for text 0"),
        (lambda o, r: [1] * 3, True, "gave 3 scores for"),
        (lambda o, r: 1, True, "all [0-9,]+ texts at once: TypeError"),
        (lambda o, r: ["much"] * len(o), True, "gave 'much' for text 0"),
    ],
)
def test_functions_that_fail_are_named(function, batched, told):
    with pytest.raises(InputError, match=f"^mine (?:failed on|gave) ?.*{told.removeprefix('gave ')}"):
        sy.axioms(sy.MeasureFunction(function, "mine", batched=batched))
    with pytest.raises(SpecError, match="is no function"):
        sy.MeasureFunction("bleu")


def test_severity_of_arrays():
    strict, middle, mild = [0.1, 0.2, 0.3], [0.1, 0.3, 0.3], [0.2, 0.3, 0.4]
    found = sy.severity({"mild": mild, "strict": strict, "middle": middle, "again": strict, "odd": [0.9, 0.0, 0.3]})
    relations = {(p.first, p.second): p.relation for p in found.pairs}
    assert relations["mild", "strict"] == "less severe" and relations["strict", "middle"] == "more severe"
    assert relations["strict", "again"] == "equal" and relations["mild", "odd"] == "neither"
    assert ("strict", "middle") in found.steps and ("middle", "mild") in found.steps
    assert ("strict", "mild") not in found.steps
    pair = next(p for p in found.pairs if (p.first, p.second) == ("strict", "middle"))
    assert (pair.lower, pair.equal, pair.higher, pair.scale) == (1, 2, 0, "native")


def test_severity_leaves_out_what_is_missing_and_turns_error_rates():
    table = {"a": [[0.5, math.nan], [0.2, 0.1]], "b": [[40, 1], [70, math.nan]]}
    found = sy.severity(table, lower_is_better=["b"], bounds={"a": (0, 1), "b": (0, 100)})
    assert (found.n, found.missing) == (2, 2)
    assert found.pairs[0].relation == "more severe" and found.pairs[0].scale == "share"
    assert sy.severity(table, scale="observed", lower_is_better=["b"]).pairs[0].relation == "equal"
    assert "|scale:observed|outputs:2|missing:2|" in sy.severity(table, scale="observed").signature
    nothing = sy.severity({"a": [math.nan], "b": [1]}).pairs[0]
    assert nothing.relation == "undefined" and "no output has a score" in nothing.reason
    assert nothing.to_dict()["lower"] is nothing.to_dict()["equal"] is nothing.to_dict()["higher"] is None


def test_severity_of_measures_whose_bounds_nobody_knows():
    table = {"comet": [0.7, 0.8], "judge": [70, 80], "chrf": [50, 60]}
    found = sy.severity(table, bounds={"chrf": (0, 100)})
    assert {pair.relation for pair in found.pairs} == {"undefined"} and not found.steps
    reasons = {(pair.first, pair.second): pair.reason for pair in found.pairs}
    told = "the bounds of {} are not known; sy.severity can do without (scale)"
    assert reasons["comet", "judge"] == reasons["comet", "chrf"] == told.format("comet")
    assert reasons["judge", "chrf"] == told.format("judge")
    assert sy.severity(table, scale="observed").pairs[0].relation == "equal"
    assert sy.severity(table, scale="native").pairs[0].relation == "more severe"


def test_severity_of_scores_by_bounds():
    one = sy.Corpus.of(
        {name: list(texts) for name, texts in sy.sample().systems.items()}, list(sy.sample().references[0])
    )
    names = ["wer", "per", "rouge-1", "rouge-1(kind=recall)", "unigram-precision", "unigram-f1", "chrf", "overlap"]
    found = sy.severity(sy.score(one, measures=names, level="segment"))
    relations = {(p.first, p.second): p.relation for p in found.pairs}
    assert found.n == 360 and found.scale == "bounds"
    assert relations["wer", "per"] == "more severe", "a distance of bags is never above one of sequences"
    assert relations["unigram-f1", "overlap"] == "less severe", "x/(2-x) is never above x"
    assert relations["wer", "chrf"] == "undefined"
    assert "no scale in common" in next(p for p in found.pairs if (p.first, p.second) == ("wer", "chrf")).reason
    assert json.dumps(found.to_dict(), allow_nan=False)


def test_severity_is_a_partial_order_on_random_tables():
    numbers = np.random.default_rng(5)
    for _ in range(50):
        table = {str(n): numbers.integers(0, 3, 4) for n in range(5)}
        found = sy.severity(table)
        below = {a: {b for b in table if (table[a] <= table[b]).all() and (table[a] < table[b]).any()} for a in table}
        for pair in found.pairs:
            assert (pair.relation == "more severe") == (pair.second in below[pair.first])
            assert (pair.relation == "less severe") == (pair.first in below[pair.second])
        reached = {a: _reached(a, found.steps) for a in table}
        assert reached == below, "the steps give the whole order"
        assert all(not any(c in below[b] for b in below[a]) for a, c in found.steps), "and no step follows from others"


def _reached(start, steps):
    found = {b for a, b in steps if a == start}
    return found.union(*(_reached(b, steps) for b in found))


@pytest.mark.parametrize(
    ("scores", "options", "error", "told"),
    [
        ({"a": [1]}, {}, InputError, "1 measure given, at least 2"),
        ({"a": [1], "b": [1, 2]}, {}, InputError, "different outputs"),
        ({"a": ["x"], "b": [1]}, {}, InputError, "arrays of numbers"),
        ([1, 2], {}, SpecError, "not list"),
        ({"a": [1], "b": [1]}, {"scale": "bound"}, SpecError, "did you mean 'bounds'"),
        ({"a": [1], "b": [1]}, {"lower_is_better": ["c"]}, SpecError, "no scores of 'c'"),
    ],
)
def test_severity_refuses_what_it_cannot_compare(scores, options, error, told):
    with pytest.raises(error, match=told):
        sy.severity(scores, **options)
