"""The score of a measure by its oracle: texts cut by the oracles' tokenisers, options handed on by name."""

import importlib
import inspect
import re
from pathlib import Path

import Stemmer

import tiny_embeddings
from laws import parsed_texts
from oracles import tokens
from steelyard.measures.kinds.base import Measure, TokenMeasure
from steelyard.measures.kinds.meteor_modules import weights_of
from steelyard.measures.kinds.parsed import ParsedMeasure, WordsParsed
from steelyard.measures.kinds.rouge import RougeMeasure
from steelyard.text.words.lists import stop_words
from steelyard.text.words.wordnet import wordnet

FOLDER = Path(tokens.__file__).parent

# Options that say how texts are prepared are settled before an oracle is called.
_PREPARING = {option.name for kind in (TokenMeasure, WordsParsed) for option in kind.options()}
_LIMITING = {option.name for option in RougeMeasure.options()}


def path_of(kind: type[Measure]) -> Path:
    """Where the oracle of a measure must be: the file of the same name."""
    return FOLDER / f"{kind.__module__.rpartition('.')[2]}.py"


def module_of(kind: type[Measure]):
    return importlib.import_module(f"oracles.{path_of(kind).stem}")


def function_of(kind: type[Measure]):
    """The oracle's function called as the measure, or else the one for all measures of its file."""
    module = module_of(kind)
    return getattr(module, kind.name.replace("-", "_"), None) or module.corpus


def settled_of(kind: type[Measure]) -> tuple[str, ...]:
    return getattr(module_of(kind), "SETTLED", ())


def oracle_score(measure: Measure, hypotheses, references) -> float:
    """The oracle's score of texts; references are those of each segment."""
    function = function_of(type(measure))
    known = set(inspect.signature(function).parameters)
    wanted = {f.name: getattr(measure, f.name) for f in measure.options() if f.name not in _PREPARING}
    options = {name: value for name, value in wanted.items() if name in known}
    unknown = set(wanted) - known - {*settled_of(type(measure))}
    if isinstance(measure, RougeMeasure):
        unknown -= _LIMITING
    assert not unknown, f"the oracle {path_of(type(measure))} has no {unknown}"
    cut = shortener(measure, cutter(measure))
    if "cut" in known:  # the oracle parts the text before it cuts the words
        options["cut"], cut = cut, str
    if "keys" in known:
        options |= _aligned(measure)
    return function([cut(h) for h in hypotheses], [[cut(r) for r in several] for several in references], **options)


def _aligned(measure: Measure) -> dict:
    """What an oracle of alignments matches words by: a function from word to keys for each module, and weights."""
    stemmer = Stemmer.Stemmer(measure.stemmer)
    synonyms = wordnet().synsets if measure.version == "2005" else wordnet().pooled_synsets
    keys = {
        "exact": lambda word: {word},
        "stem": lambda word: {stemmer.stemWord(word) or word},
        "wordnet-stem": lambda word: set(wordnet().bases(word)) or {word},
        "synonym": lambda word: set(synonyms(word)),
    }

    def without(look_up, module: str):
        left_out = stop_words(measure.unmatched) if module in measure.unmatched_by else ()
        return lambda word: set() if word.lower() in left_out else look_up(word)

    return {
        "keys": [without(keys[module], module) for module in measure.modules],
        "weights": weights_of(measure.modules, measure.weights, measure.version),
        "exact": measure.modules.index("exact") if "exact" in measure.modules else -1,
        "function": stop_words(measure.function),
    }


def cutter(measure: Measure):
    """The function from a text to what the oracle takes: as it says, or else tokens, or texts if there are none."""
    takes = getattr(module_of(type(measure)), "TAKES", "")
    if takes == "vectors":
        return tiny_embeddings.vectors
    if isinstance(measure, ParsedMeasure):
        return parsed_texts.taken(measure, takes)
    if takes == "nodes":
        return lambda text: [nodes(measure, sentence) for sentence in sentences(text, measure.sentences)]
    if not hasattr(measure, "tokens"):
        return str.lower if getattr(measure, "case", "keep") == "fold" else str
    cut = words_of(measure)
    if takes == "sentences":
        return lambda text: [cut(sentence) for sentence in sentences(text, measure.sentences)]
    assert not takes, f"the oracle {path_of(type(measure))} takes {takes}, which nothing here makes"
    return cut


def words_of(measure: Measure):
    """The function from a text to its tokens."""
    assert measure.stem == "none", "oracles have no stemmers"
    if hasattr(measure, "normalised") and measure.tokens == "none":
        fold = measure.case == "fold"
        own = measure.search == "tercom"
        cut = tokens.tercom_08 if own else tokens.tercom
        flags = {name: getattr(measure, name) for name in ("normalised", "punctuation", *([] if own else ["asian"]))}
        return lambda text: cut(text.lower() if fold else text, **flags)
    stop = stop_words(measure.stop)
    lemma = wordnet().bases if measure.signature().get("lemma") == "wordnet" else lambda word: [word]

    def cut(text: str) -> list[str]:
        words = [t for t in tokens.tokenise(text, measure.tokens, measure.case) if t.lower() not in stop]
        return [(lemma(word) or [word])[0] for word in words]

    return cut


def shortener(measure: Measure, cut):
    """The function for the beginning of a text, as far as the limits of a ROUGE measure allow."""
    words, size = wanted(measure, "words"), wanted(measure, "bytes")
    if not isinstance(measure, RougeMeasure) or not (words or size):
        return cut
    assert not (size and wanted(measure, "uncut")), "oracles have no limits for words alone"

    def fits(text: str) -> bool:
        return not (words and len(re.findall(r"[^ \t-\r]+", text)) > words) and not (
            size and len(text.replace("\n", "").encode()) > size
        )

    return lambda text: cut(max((text[:end] for end in range(len(text) + 1) if fits(text[:end])), key=len))


def wanted(measure: Measure, name: str):
    return getattr(measure, name, None)


def sentences(text: str, rule: str) -> list[str]:
    """The sentences of a text, by the rules that need no knowledge of a language."""
    return text.split("\n") if rule == "lines" else [text]


def nodes(measure: Measure, sentence: str) -> list[frozenset]:
    """The words of a sentence as sets of attributes: the form, and the senses that the measure asks for."""
    assert (measure.stem, measure.stop) == ("none", "none"), "oracles have no stemmers and no stop lists"
    words = tokens.tokenise(sentence, measure.tokens, measure.case)
    senses = getattr(measure, "senses", "none")
    if senses == "inline":
        found = [re.fullmatch(r"(.+?)(?::\{([^{}]+)\})?", word).groups() for word in words]
        return [frozenset([("form", word), *(given.split(",") if given else ())]) for word, given in found]
    if senses == "none":
        return [frozenset([("form", word)]) for word in words]
    assert senses in ("wordnet", "first")
    known = [wordnet().synsets(word)[: 1 if senses == "first" else None] for word in words]
    return [frozenset([("form", word), *of_word]) for word, of_word in zip(words, known, strict=True)]
