"""Every option of every measure against the oracles."""

import itertools
import math

import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st

import steelyard as sy
from laws.oracle_agreement import FEW, agrees, close, options
from laws.oracle_scores import oracle_score
from laws.random_corpora import NAMES, Drawn, corpora, corpora_for
from steelyard.measures.bleu import Bleu
from steelyard.measures.kinds.references import LENGTH_RULES, NIST_LENGTH_RULES
from steelyard.measures.registry import registry

BOUNDARIES = ("none", "begin", "end", "both")
TOKENS = ("none", "13a", "intl", "no-punct", "char", "zh", "rouge", "rouge-unicode")


FIXED = Drawn(
    {"A": ("a b c d e", "a b", "x a b a b c", "c")},
    (("a b c d", "a b c d e f"), ("a c", "b", "a b c d e"), ("a b a b a b c", "x x"), ("d e", "c c c")),
)


@pytest.mark.parametrize(
    "smoothing",
    ["exp", "none", "add-one", "add-k", "floor", ("add-k", 2.5), ("floor", 0.001), "vector"],
    ids=str,
)
@pytest.mark.parametrize("segments", [range(4), [1]], ids=["all", "short"])
def test_bleu_in_many_combinations(smoothing, segments):
    drawn = FIXED.at(segments)
    value = None
    if isinstance(smoothing, tuple):
        smoothing, value = smoothing
    for (boundaries, length), order in itertools.product(
        zip(itertools.cycle(BOUNDARIES), LENGTH_RULES, strict=False), (1, 4)
    ):
        rows = Bleu(tokens="none", boundaries=boundaries, length=length, order=order).statistics(drawn.batch())
        added = (1.0, 0.0, 0.5, 0.0)[:order] if smoothing == "vector" else smoothing
        for average, weights, effective in itertools.product(
            ("geometric", "arithmetic"),
            ("uniform", "linear", (0.4, 0.0, 0.2, 0.1)[:order]),
            ("segment", "never", "always", "filled"),
        ):
            measure = Bleu(
                tokens="none", boundaries=boundaries, length=length, order=order, smoothing=added,
                smoothing_value=value, average=average, weights=weights, effective=effective,
            )  # fmt: skip
            close(measure.score(rows.sum(axis=0)), oracle_score(measure, drawn.outputs["A"], drawn.references))


@settings(max_examples=60)
@examples(
    corpora(words=FEW),
    options(tokens=TOKENS, case=("keep", "fold"), boundaries=BOUNDARIES, length=LENGTH_RULES, order=(1, 2, 4, 6)),
)
def test_bleu_on_random_texts(drawn, chosen):
    agrees(Bleu(**chosen), drawn)


@settings(max_examples=50)
@examples(
    corpora(words=FEW),
    options(
        boundaries=BOUNDARIES,
        length=LENGTH_RULES,
        order=(1, 2, 4),
        smoothing=("exp", "none", "add-one", "floor", "epsilon"),
    ),
)
def test_sentence_bleu(drawn, chosen):
    agrees(type(sy.parse("sentence-bleu"))(tokens="none", **chosen), drawn)


@pytest.mark.parametrize("boundaries", BOUNDARIES)
@settings(max_examples=50)
@examples(
    corpora(words=FEW),
    options(
        order=(1, 2, 5, 7),
        length=NIST_LENGTH_RULES,
        false_zero=(True, False),
        case=("keep", "fold"),
    ),
)
def test_nist(boundaries, drawn, chosen):
    agrees(type(sy.parse("nist"))(tokens="none", boundaries=boundaries, **chosen), drawn)


@settings(max_examples=100)
@examples(
    corpora(),
    options(
        chars=(1, 2, 6, 9), words=(0, 1, 2, 4), beta=(0.0, 0.5, 1.0, 2.0, 3.0), case=("keep", "fold"),
        whitespace=(True, False), smoothing=("effective", "eps"),
    ),
)  # fmt: skip
def test_chrf(drawn, chosen):
    agrees(type(sy.parse("chrf"))(**chosen), drawn)


@settings(max_examples=60)
@examples(
    corpora(words=FEW),
    options(low=(1, 2, 3), order=(3, 4, 6), tokens=TOKENS, case=("keep", "fold"), boundaries=BOUNDARIES),
)
def test_gleu(drawn, chosen):
    agrees(type(sy.parse("gleu"))(**chosen), drawn)


@settings(max_examples=80)
@examples(
    corpora(words=FEW),
    options(
        low=(1, 2, 3),
        high=(3, 4),
        bonus=(1.0, 0.7, 0.01),
        models=("mean", "max"),
        tokens=("no-punct", "none"),
        boundaries=BOUNDARIES,
    ),
)
def test_ngram(drawn, chosen):
    agrees(type(sy.parse("ngram"))(**chosen), drawn)


@settings(max_examples=150)
@examples(
    corpora(words=(*FEW, "a\n", "b\n", "\n")),
    options(
        high=(1, 2, 3),
        units=("none", "lines"),
        average=("counts", "documents"),
        information=("none", "tf", "idf", "tf-idf"),
        models=("mean", "max"),
        tokens=("no-punct", "none"),
    ),
    st.sampled_from(["whole", "units"]),
    st.sampled_from([{}, {"bonus": 0.5}, {"bonus": "brevity", "share": 0.25, "target": "3", "average": "documents"}]),
)
def test_ngram_of_units(drawn, chosen, peer, bonus):
    peer = "whole" if chosen["units"] == "none" else peer
    agrees(type(sy.parse("ngram"))(**{**chosen, **bonus, "peer": peer}), drawn)


@settings(max_examples=40)
@examples(corpora(words=("a", "the", "cat", "The", "dog", "not")))
def test_ngram_without_stop_words(drawn):
    """Stop words may as well be taken out of the texts beforehand."""
    kept = Drawn(
        {name: tuple(map(content, texts)) for name, texts in drawn.outputs.items()},
        tuple(tuple(content(r) + " end" for r in several) for several in drawn.references),
    )
    full = Drawn(drawn.outputs, tuple(tuple(r + " end" for r in several) for several in drawn.references))
    measure = sy.parse("ngram(1,2,stop=english)")
    ours = measure.score(measure.statistics(full.batch()).sum(axis=0))
    close(ours, oracle_score(sy.parse("ngram(1,2)"), kept.outputs["A"], kept.references))


def content(text: str) -> str:
    return " ".join(word for word in text.lower().split() if word not in ("a", "the", "not"))


@pytest.mark.parametrize("name", ["overlap", "unigram-precision", "unigram-recall", "unigram-f1", "unigram-fmean"])
@settings(max_examples=40)
@examples(corpora(), options(tokens=TOKENS, case=("keep", "fold")))
def test_unigrams(name, drawn, chosen):
    agrees(type(sy.parse(name))(**chosen), drawn)


@pytest.mark.parametrize("length", LENGTH_RULES)
@pytest.mark.parametrize("name", ["wer", "mwer", "cder", "ter"])
@settings(max_examples=20)
@examples(corpora(words=FEW), options(tokens=TOKENS, case=("keep", "fold")))
def test_edit_distances(name, length, drawn, chosen):
    agrees(type(sy.parse(name))(length=length, **chosen), drawn)


@settings(max_examples=60)
@examples(
    corpora(words=FEW),
    options(order=(1, 2, 3, 4, 8), boundaries=BOUNDARIES, length=LENGTH_RULES, tokens=("none", "no-punct")),
)
def test_per(drawn, chosen):
    agrees(type(sy.parse("per"))(**chosen), drawn)


@settings(max_examples=40)
@examples(
    corpora(words=FEW), options(orders=((1, 2), (1, 8), (3, 5), (4, 4)), boundaries=BOUNDARIES, length=LENGTH_RULES)
)
def test_per_over_several_lengths(drawn, chosen):
    agrees(type(sy.parse("per"))(**chosen), drawn)


@settings(max_examples=80)
@examples(
    corpora(longest=9, words=("a", "b", "A", ",", "b.", "'s", "x-1", "1.5", "日本", "、", "か", "&quot;", "ー")),
    options(case=("keep", "fold"), normalised=(True, False), punctuation=(True, False), asian=(True, False)),
)
def test_ter_flags(drawn, chosen):
    agrees(type(sy.parse("ter"))(**chosen), drawn)


@settings(max_examples=40)
@examples(corpora(longest=40, segments=1, references=1, words=("a", "b", "c", "d", "e", "f", "g")))
def test_ter_on_longer_texts(drawn):
    agrees(sy.parse("ter"), drawn)


@settings(max_examples=40)
@examples(
    corpora(words=("a", "b", "c", "d", ","), segments=2), options(length=LENGTH_RULES, tokens=("none", "no-punct"))
)
def test_invwer(drawn, chosen):
    agrees(type(sy.parse("invwer"))(**chosen), drawn)


@pytest.mark.parametrize("name", ["string-accuracy", "generation-accuracy"])
@settings(max_examples=60)
@examples(corpora(words=FEW), options(tokens=TOKENS, case=("keep", "fold")))
def test_accuracies(name, drawn, chosen):
    agrees(type(sy.parse(name))(**chosen), drawn)


_MODULES = (("exact",), ("exact", "stem"), ("stem", "synonym"), ("exact", "wordnet-stem"), ("synonym", "exact", "stem"))


@settings(max_examples=60)
@examples(
    corpora(words=("cats", "cat", "car", "cars", "auto", "a", ",")),
    options(
        modules=_MODULES,
        alpha=(0.0, 0.5, 0.9, 1.0),
        beta=(0.0, 0.2, 3.0),
        gamma=(0.0, 0.6, 1.0),
        case=("keep", "fold"),
        unmatched=("none", "english"),
    ),
    st.lists(st.sampled_from((0.0, 0.6, 1.0)), min_size=3, max_size=3),
)
def test_meteor(drawn, chosen, weights):
    by = chosen["modules"][:1]
    agrees(type(sy.parse("meteor"))(**chosen, unmatched_by=by, weights=tuple(weights[: len(chosen["modules"])])), drawn)


@settings(max_examples=100)
@examples(
    corpora(words=("cats", "cat", "mouse", "mice", "car", "autos", "the", "a", ",")),
    options(
        modules=_MODULES,
        alpha=(0.0, 0.85, 1.0),
        beta=(0.0, 0.2),
        delta=(0.0, 0.75, 1.0),
        function=("none", "meteor"),
        weights=("uniform", "rank", "adq"),
        unmatched=("none", "english"),
        bound=(1, 2, 40),
    ),
)
def test_meteor_as_in_version_15(drawn, chosen):
    by = chosen["modules"]
    agrees(type(sy.parse("meteor"))(**chosen, unmatched_by=by, version="1.5", tokens="none"), drawn)


@settings(max_examples=60)
@examples(corpora(words=FEW), options(exponent=(1.0, 1.5, 2.0, 3.0), kind=("f", "precision", "recall"), tokens=TOKENS))
def test_gtm(drawn, chosen):
    agrees(type(sy.parse("gtm"))(**chosen), drawn)


@settings(max_examples=60)
@examples(corpora(words=FEW), options(tokens=TOKENS))
def test_gtm_without_preference_for_runs_is_unigram_f1(drawn, chosen):
    """The greedy matching is the largest there is, whatever runs it takes."""
    gtm, f1 = type(sy.parse("gtm"))(exponent=1.0, **chosen), type(sy.parse("unigram-f1"))(**chosen)
    close(gtm.score(gtm.statistics(drawn.batch())), f1.score(f1.statistics(drawn.batch())))


_KERNELS = {"d": (1, 2, 3), "decay": (0.0, 0.3, 1.0), "beta": (0.0, 1.0, 3.0, math.inf)}


@settings(max_examples=60)
@examples(
    corpora(words=("a", "b", "cats", "cat", "kitty", "\n", ",")),
    options(**_KERNELS, senses=("wordnet", "first", "none"), sentences=("lines", "none"), tokens=TOKENS),
)
def test_esk(drawn, chosen):
    agrees(type(sy.parse("esk"))(**chosen), drawn)


@settings(max_examples=60)
@examples(corpora(words=("a", "a:{S}", "b:{S}", "b:{S,T}", "c:{T}", "A", ":{S}")), options(**_KERNELS))
def test_esk_with_senses_in_the_texts(drawn, chosen):
    agrees(type(sy.parse("esk"))(senses="inline", tokens="none", **chosen), drawn)


@settings(max_examples=60)
@examples(corpora(words=(*FEW, "\n")), options(**_KERNELS, tokens=TOKENS, case=("keep", "fold")))
def test_wsk(drawn, chosen):
    agrees(type(sy.parse("wsk"))(**chosen), drawn)


@settings(max_examples=60)
@examples(corpora(words=FEW), options(tokens=TOKENS, case=("keep", "fold")))
def test_ser(drawn, chosen):
    agrees(type(sy.parse("ser"))(**chosen), drawn)


@settings(max_examples=40)
@examples(corpora(words=("running", "runs", "run", "s", "cats", "cat", "Cat")))
def test_stems_are_tokens(drawn):
    """A stemmed measure is the measure on stemmed texts."""
    import Stemmer

    stemmer = Stemmer.Stemmer("porter")

    def stemmed(text: str) -> str:
        return " ".join(stemmer.stemWord(word) or word for word in text.split())

    kept = Drawn(
        {name: tuple(map(stemmed, texts)) for name, texts in drawn.outputs.items()},
        tuple(tuple(map(stemmed, several)) for several in drawn.references),
    )
    measure = sy.parse("wer(stem=porter)")
    ours = measure.score(measure.statistics(drawn.batch()).sum(axis=0))
    close(ours, oracle_score(sy.parse("wer"), kept.outputs["A"], kept.references))
    assert not math.isnan(ours)


@pytest.mark.parametrize(
    "name",
    [n for n in NAMES if registry()[n].texts == "words" and "tokens" in {f.name for f in registry()[n].options()}],
)
def test_texts_without_tokens(name):
    """Punctuation alone has no words: on either side, on both, first and in the middle."""
    for outputs in itertools.permutations(("!", "a b", "?")):
        drawn = Drawn({"A": outputs, "B": ("!",) * 3}, (("?",), ("a b", "..."), ("b a",)))
        agrees(registry()[name](tokens="no-punct"), drawn)
        agrees(registry()[name](tokens="no-punct"), drawn.at([0]))


@pytest.mark.parametrize("average", ["geometric", "arithmetic"])
def test_bleu_is_undefined_where_no_order_left_has_weight(average):
    """With effective order, two words have no 4-grams, and these alone were to count."""
    measure = Bleu(tokens="none", weights=(0.0, 0.0, 0.0, 1.0), effective="always", average=average)
    for output in ("a b", "a x"):
        agrees(measure, Drawn({"A": (output,), "B": ("a b",)}, (("a b",),)))


@pytest.mark.parametrize("name", ["co-selection", "nugget-f", "pyramid", "pourpre"])
@settings(max_examples=60)
@examples(data=st.data())
def test_facts_and_extracts(name, data):
    choices = {
        "co-selection": {"kind": ("precision", "recall", "f"), "beta": (0.0, 1.0, 3.0), "units": ("labels", "lines")},
        "nugget-f": {"beta": (0.0, 1.0, 3.0, 5.0)},
        "pyramid": {"kind": ("original", "modified", "recall")},
        "pourpre": {
            "weight": ("idf", "count"), "average": ("macro", "micro"), "beta": (1.0, 5.0),
            "tokens": ("no-punct", "char", "none"), "case": ("keep", "fold"),
        },
    }  # fmt: skip
    agrees(registry()[name](**data.draw(options(**choices[name]))), data.draw(corpora_for(name)))


@settings(max_examples=60)
@examples(corpora(), options(n=(1, 4, 8, 512), stop=("none", "english"), lemma=("none", "wordnet"), tokens=TOKENS))
def test_tvm(drawn, chosen):
    agrees(registry()["tvm"](**chosen), drawn)


@settings(max_examples=60)
@examples(
    corpora(words=("a", "b", "cat", ".", "a\nb")),
    options(tokens=("no-punct", "none"), sentences=("lines", "none")),
)
def test_avls(drawn, chosen):
    agrees(registry()["avls"](**chosen), drawn)
