"""METEOR's modules: what words are matched by, and what a match of each is worth."""

from __future__ import annotations

from steelyard.errors import SpecError, suggestion
from steelyard.measures.kinds.base import Vector, Words
from steelyard.text.words.keys import Keys
from steelyard.text.words.stems import PORTER

#: Module → the kind of keys that words must share, and the option that names whose keys.
MODULES = {
    "exact": ("exact", None),
    "stem": ("stem", "stemmer"),
    "wordnet-stem": ("base", "senses"),
    "synonym": ("sense", "senses"),
}

#: The module of phrases, which are in no keys; a table of them makes it the last module.
PARAPHRASE = "paraphrase"

#: Stemmers that are made for English.
_ENGLISH_STEMMERS = (*PORTER, "english")

#: English texts of so many words or more have this share of words of our English stop list at least, and texts of other
#: languages have less. References of a TED test set (zh-en, two sets of 10,000 words) have 49 %, reference summaries of
#: news (REALSumm) 36 %; the lowest of 260 stretches of 100 words has 27 %, of 520 of 50 words 12 %. spaCy's example
#: sentences of 22 other languages in Latin script have 11 % at most (Portuguese, Norwegian). It can be more where short
#: words are shared, as in Irish (a, an, as, do, go, i, in, is), which there were no sentences of.
_ENOUGH_WORDS, _ENGLISH_SHARE = 100, 0.2

#: Task of METEOR 1.5 → weight of each module for English, in the order of its modules. Base forms are worth what stems
#: are.
_WEIGHTS = {
    "rank": {"exact": 1.0, "stem": 0.6, "synonym": 0.8, "paraphrase": 0.6},
    "adq": {"exact": 1.0, "stem": 1.0, "synonym": 0.6, "paraphrase": 0.8},
    "hter": {"exact": 1.0, "stem": 0.2, "synonym": 0.6, "paraphrase": 0.8},
    "util": {"exact": 1.0, "stem": 0.0, "synonym": 0.0, "paraphrase": 0.8},
    "li": {"exact": 1.0, "stem": 0.5, "synonym": 0.5, "paraphrase": 0.5},
}

#: Task → α, β, γ, δ.
_PARAMETERS = {
    "rank": (0.85, 0.2, 0.6, 0.75),
    "adq": (0.75, 1.4, 0.45, 0.7),
    "hter": (0.4, 1.5, 0.35, 0.55),
    "util": (0.65, 0.1, 0.55, 0.65),
    "li": (0.75, 1.4, 0.7, 0.5),
}

#: Preset → the tool and the task it is tuned to.
TOOLS = {
    "1.5": "METEOR 1.5 for English, -norm, modules exact, stem, synonym, tuned to ranks; newer Snowball stems",
    "1.5-adq": "the same with -t adq: tuned to adequacy",
    "1.5-hter": "the same with -t hter: tuned to human edit rates",
    "1.5-util": "the same with -t util: tuned to its authors' utility for post-editing",
    "1.5-li": "the same with -t li: one set of parameters for all languages",
}


def presets() -> dict[str, dict[str, object]]:
    """Return METEOR 1.5 for English: `1.5` is its default task, ranking; the other tasks have their names appended."""
    common = {
        "version": "1.5",
        "tokens": "meteor",
        "case": "keep",
        "stemmer": "english",
        "function": "meteor",
        "bound": 40,
    }
    return {
        "1.5" if task == "rank" else f"1.5-{task}": {
            **common,
            **dict(zip(("alpha", "beta", "gamma", "delta"), parameters, strict=True)),
            "weights": task,
        }
        for task, parameters in _PARAMETERS.items()
    }


def stages(modules: Words, paraphrases: str) -> Words:
    """Return all modules: those named, and paraphrases last where there is a table of them."""
    return modules if paraphrases == "none" or PARAPHRASE in modules else (*modules, PARAPHRASE)


def check(measure: str, modules: Words, weights: str | Vector, version: str, paraphrases: str) -> None:
    """Refuse unknown or repeated modules, and weights that do not fit them."""
    for module in modules:
        if module not in (*MODULES, PARAPHRASE):
            raise SpecError(f"{measure}: there is no module {module!r}" + suggestion(module, (*MODULES, PARAPHRASE)))
    if not modules or len(set(modules)) < len(modules):
        raise SpecError(f"{measure}: modules must be at least one, and each only once")
    if PARAPHRASE in modules:
        _check_paraphrases(measure, modules, version, paraphrases)
    named = isinstance(weights, str) and weights in ("uniform", *_WEIGHTS)
    fitting = not isinstance(weights, str) and len(weights) == len(modules) and all(0 <= w <= 1 for w in weights)
    if not named and not fitting:
        raise SpecError(
            f"{measure}: weights must be uniform, a task of METEOR 1.5 ({', '.join(_WEIGHTS)}), "
            "or a number from 0 to 1 for each of the modules"
        )
    most = 4 if PARAPHRASE in modules else 3
    if version == "1.5" and weights in _WEIGHTS and len(modules) > most:
        count = "four" if most == 4 else "three"
        raise SpecError(f"{measure}: weights={weights} are {count}; give a number from 0 to 1 for each of the modules")


def _check_paraphrases(measure: str, modules: Words, version: str, paraphrases: str) -> None:
    if paraphrases == "none":
        raise SpecError(f"{measure}: the module paraphrase needs a table; give paraphrases=FILE")
    if modules[-1] != PARAPHRASE:
        raise SpecError(f"{measure}: the module paraphrase must be the last")
    if version != "1.5":
        raise SpecError(f"{measure}: paraphrases are matched by version=1.5, such as meteor@1.5(paraphrases=FILE)")


def check_unmatched(measure: str, unmatched: str, unmatched_by: Words, modules: Words) -> None:
    """Refuse modules that words cannot be kept from."""
    for module in unmatched_by if unmatched != "none" else ():
        if module == PARAPHRASE:
            raise SpecError(f"{measure}: unmatched_by={module} is not possible; paraphrases match phrases, not words")
        if module not in modules:
            raise SpecError(f"{measure}: unmatched_by={module} is none of the modules" + suggestion(module, modules))
    if not unmatched_by or len(set(unmatched_by)) < len(unmatched_by):
        raise SpecError(f"{measure}: unmatched_by must be at least one module, and each only once")


def is_english(modules: Words, stemmer: str, senses: str) -> bool:
    """Tell whether some module is made for English."""
    sources = {"stemmer": stemmer in _ENGLISH_STEMMERS, "senses": senses == "wordnet"}
    return any(sources.get(MODULES[module][1] or "", False) for module in modules if module in MODULES)


def misfit(english: float, words: float) -> str | None:
    """Return that texts of so many words, of them so many English function words, are hardly English; else nothing."""
    if words < _ENOUGH_WORDS or english >= _ENGLISH_SHARE * words:
        return None
    return (
        f"the references are hardly English: {english / words:.0%} of their words are English function words, and at "
        f"least {_ENGLISH_SHARE:.0%} are expected; Porter's stems and WordNet are made for English: choose "
        f"modules=exact, a stemmer of the language with modules=exact:stem, or language=none if all is as it should be"
    )


def weights_of(modules: Words, weights: str | Vector, version: str) -> Vector:
    """Return the weight of each module; METEOR 1.5 hands out those of a task by position, whatever the modules."""
    if not isinstance(weights, str):
        return weights
    if weights == "uniform":
        return (1.0,) * len(modules)
    if version == "1.5":
        return tuple(_WEIGHTS[weights].values())[: len(modules)]
    return tuple(_WEIGHTS[weights]["stem" if module == "wordnet-stem" else module] for module in modules)


def keys_of(module: str, version: str, sources: dict[str, str], unmatched: str) -> Keys:
    """Return the keys of a module, which words of the list `unmatched` lack; METEOR 1.5 has its own synonyms."""
    kind, option = MODULES[module]
    if (module, version) == ("synonym", "1.5"):
        kind = "pooled-sense"
    return Keys(kind, sources[option] if option else "", unmatched)
