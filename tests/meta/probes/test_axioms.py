"""The probe of the axioms."""

import json
import math
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import Stemmer

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.measures.registry import registry
from steelyard.meta.probes.axiom_report import AXIOMS
from steelyard.meta.probes.probes import FOREIGN, KNOWN, LENGTHS, generated, probes_of, taken
from steelyard.report.forms import rendered
from steelyard.text.words.lists import stop_words
from steelyard.text.words.wordnet import wordnet


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
    "bounds": sy.as_measure(f1, "narrow", low=0, high=0.9),
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
    (found,) = sy.axioms(measure, seed=seed, run=sy.Run(threads=1)).measures
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
    assert "write as_measure(…, better='lower')" in turned.notices[0]


@pytest.mark.parametrize("measure", ["wer", "per", "ter", "cder", "ser"])
def test_a_measure_taken_the_wrong_way_round_is_told_how_to_turn_it(measure):
    """By error rates of ours, given as functions; some of them tie on most probes."""

    def rates(outputs, references):
        corpus = sy.Corpus.of({"it": outputs}, {"r": [several[0] for several in references]})
        return [one.value for one in sy.score(corpus, measures=[measure], level="segment", threads=1).scores]

    wrong, right = (sy.as_measure(rates, "mine", better=way, batch=True) for way in ("higher", "lower"))
    (told,) = sy.axioms(wrong, probes=30).notices
    assert "as if lower were better" in told and "write as_measure(…, better='lower')" in told
    assert sy.axioms(right, probes=30).notices == ()


def test_a_measure_called_lower_is_better_by_mistake_is_told_so():
    (told,) = sy.axioms(sy.as_measure(f1, "mine", better="lower")).notices
    assert "as if higher were better" in told and "write as_measure(…, better='higher')" in told


@pytest.mark.parametrize("seed", range(5))
def test_noise_a_constant_and_length_have_no_direction(seed):
    numbers = random.Random(seed)
    for function in (lambda o, r: numbers.random(), lambda o, r: 1, lambda o, r: len(o), lambda o, r: -len(o)):
        assert sy.axioms(function, seed=seed).notices == ()


def test_lower_is_better_is_heeded():
    distance = sy.as_measure(lambda o, r: 1 - f1(o, r), "distance", better="lower")
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
    together = sy.axioms(sy.as_measure(batch, "single", batch=True), probes=12).measures[0]
    assert calls == [texts] and together == replace(alone, signature=together.signature)


def test_same_seed_same_result_and_threads_do_not_matter():
    once, again = (sy.axioms(["bleu", "nist"], probes=40, run=sy.Run(threads=threads)).to_dict() for threads in (1, 3))
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
    report = sy.axioms(name, probes=12, run=sy.Run(threads=1))
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
    assert "not probed: comet: only its scores are known; give its function to probe it\n" in rendered(report, "text")


def test_cells_say_broken_and_how_often():
    (table,) = sy.axioms([lambda output, references: None, "esk", "ser"]).account().tables
    nothing, esk, ser = map(list, table.rows)
    assert list(table.heads[-5:]) == ["missing", "foreign", "damage", "lowest", "defined"]
    assert nothing[-5:] == ["undefined"] * 4 + ["broken 100%"]
    assert esk[-5:] == ["kept", "kept", "broken <1%", "kept", "kept"]
    assert ser[-5:] == ["broken 87%", "broken 95%", "kept", "broken 100%", "kept"]


def test_a_share_that_is_not_all_is_not_shown_as_all():
    once = []

    def nearly_never(output, references):
        once.append(output)
        return 1 if len(once) == 1 else None

    shown = rendered(sy.axioms(nearly_never), "text")
    assert "broken >99%" in shown and "(above 99%)" in shown


@pytest.mark.parametrize(
    ("given", "options", "told"),
    [
        ("bleuu", {}, "unknown measure"),
        ([], {}, "no measure is given"),
        (["wer", "wer"], {}, "asked for twice"),
        ([f1, f1], {}, r"as_measure\(f, 'name'\)"),
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
