"""METEOR on texts that its modules are not made for: it says so, once."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import steelyard as sy
from steelyard.cli import steelyard
from steelyard.errors import SpecError
from steelyard.measures.kinds.meteor_modules import misfit
from steelyard.text.words.stopwords import ENGLISH

GERMAN = """
Der alte Mann saß am Fenster und sah den Kindern beim Spielen zu .
Die Regierung hat gestern ein neues Gesetz beschlossen , das die Steuern senken soll .
Wir haben lange auf den Zug gewartet , aber er kam nicht .
Im Winter ist es in den Bergen oft so kalt , dass die Seen zufrieren .
Sie fragte ihn , ob er morgen mit ihr ins Kino gehen wolle .
Das Buch war so spannend , dass ich es an einem Tag gelesen habe .
Niemand wusste , was in dem Brief stand , den sie also verbrannte .
Nach dem Regen roch es im Garten nach Erde und frischem Gras .
Der Zug nach Hamburg fährt heute von einem anderen Gleis ab .
Am Abend trafen sich alle Nachbarn , um das Fest zu feiern .
""".strip().splitlines()
ENGLISH_TEXT = """
The old man sat at the window and watched the children play .
Yesterday the government passed a new law that is to lower taxes .
We waited for the train for a long time , but it did not come .
In winter it is often so cold in the mountains that the lakes freeze .
She asked him whether he would go to the cinema with her tomorrow .
The book was so thrilling that I read it in one day .
Nobody knew what was in the letter , which she therefore burnt .
After the rain the garden smelled of earth and of fresh grass .
Today the train to Hamburg leaves from another platform .
In the evening all the neighbours met to celebrate the feast .
""".strip().splitlines()
SAID = "the references are hardly English: 6% of their words are English function words"


def scores(references, *measures, **options):
    outputs = {"A": [line.replace("Zug", "Bus").replace("train", "bus") for line in references], "B": references[::-1]}
    return sy.score(outputs, references, measures, **options)


@pytest.mark.parametrize("level", ["system", "segment"])
@pytest.mark.parametrize("measure", ["meteor", "meteor@1.5", "meteor(modules=exact,language=en)"])
def test_german_is_said_once_and_not_of_every_score(measure, level):
    on_german = scores(GERMAN, measure, level=level)
    (notice,) = on_german.notices
    assert notice.startswith(f"{measure}: {SAID}") and "language=none" in notice
    assert {score.notice for score in on_german.scores} == {None}
    assert scores(ENGLISH_TEXT, measure, level=level).notices == ()


@pytest.mark.parametrize(
    "measure",
    ["meteor(language=none)", "meteor@1.5(language=none)", "meteor(modules=exact)",
     "meteor(modules=exact:stem,stemmer=german)", "meteor(stop=english)"],
)  # fmt: skip
def test_modules_of_no_language_fit_all(measure):
    assert scores(GERMAN, measure).notices == ()


@pytest.mark.parametrize("measure", ["meteor", "meteor@1.5", "meteor@1.5-adq"])
@pytest.mark.parametrize("texts", [GERMAN, ENGLISH_TEXT])
def test_scores_do_not_depend_on_the_language(measure, texts):
    silent = f"{measure}(language=none)"
    both = scores(texts, measure, silent, level="segment")
    for name in ("A", "B"):
        values = [[s.value for s in both.scores if (s.system, s.measure) == (name, m)] for m in (measure, silent)]
        assert values[0] == values[1]


def test_words_are_counted_in_the_reference_that_counts():
    statistics = scores(ENGLISH_TEXT, "meteor").statistics[0]
    counted = statistics.values[..., statistics.fields.index("english_words")]
    expected = [sum(word.lower() in ENGLISH for word in line.split()) for line in ENGLISH_TEXT]
    assert np.array_equal(counted, [expected, expected])


@pytest.mark.parametrize(("english", "words", "fits"), [(19, 99, True), (20, 100, True), (19, 100, False)])
def test_few_words_say_nothing_of_the_language(english, words, fits):
    assert (misfit(english, words) is None) == fits


def test_english_cannot_be_told_where_function_words_are_left_out():
    with pytest.raises(SpecError, match="language=en is not possible with layer=text, stop=english, stem=none"):
        sy.parse("meteor(stop=english,language=en)")


def test_saved_statistics_say_it_again(tmp_path):
    of_german = scores(GERMAN, "meteor")
    of_german.save(tmp_path / "run.npz")
    assert sy.read(tmp_path / "run.npz", "statistics").notices == of_german.notices


@pytest.mark.parametrize("command", ["score", "compare", "ranks", "corroborate"])
def test_commands_say_it_once(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, lines in (("A", GERMAN), ("B", GERMAN[::-1]), ("ref", GERMAN)):
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    arguments = [command, "A.txt", "B.txt", "-r", "ref.txt", "-m", "bleu", "-m", "meteor", "--json"]
    said = json.loads(CliRunner().invoke(steelyard, arguments).stdout)["notices"]
    assert len([notice for notice in said if SAID in notice]) == 1


def test_the_default_set_leaves_it_out():
    corpora = [sy.Corpus.of({"A": [*texts[:9], "x"], "B": texts[::-1]}, texts) for texts in (GERMAN, ENGLISH_TEXT)]
    german, english = (sy.corroborate(corpus, draws=sy.Draws(trials=99)) for corpus in corpora)
    assert german.measures == ("bleu", "chrf", "ter", "rouge-l") and "meteor" in english.measures
    assert [n for n in german.notices if SAID in n] == [n for n in german.notices if "left out of the default set" in n]
    chosen = sy.corroborate(corpora[0], ["bleu", "meteor"], draws=sy.Draws(trials=99))
    assert chosen.measures == ("bleu", "meteor") and any(n.startswith(f"meteor: {SAID}") for n in chosen.notices)
