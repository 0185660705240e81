"""evalTrans XML (Tomás, Mas & Casacuberta 2003): sentences with assessed translations.

    <evalTrans><sentence><source>…</source>
      <eval translator="…" evaluator="…" sser="8" awer="1/5"><target>…</target><newRef>…</newRef></eval>
    </sentence></evalTrans>

The translators "first reference" and "multi reference" hold references of these kinds, and a <newRef> is a post-edit of
its <target>. sser, from 0 to 10, is a judgement on the dimension "sser"; awer="1/5" is one of 0.2 on "awer", with the 5
words as its weight. An evaluator is known by what he or she said: by judgements and post-edits.

Texts are trimmed and their line breaks are spaces, unless an element says xml:space="preserve".
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from steelyard import _core
from steelyard.corpus import HeldTexts
from steelyard.corpus.content import REFERENCE_KINDS, TEXTS
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.reference_kinds import FIRST, MULTI, POST_EDIT, ReferenceKind
from steelyard.corpus.segments import Segment, assemble, plain, segments_of
from steelyard.errors import FormatError, InputError, Notice
from steelyard.files.disk import replacing
from steelyard.files.numbers import number_in, whole_number_in
from steelyard.files.xmltree import Element, escaped, read_tree, tag

#: The translators that hold references, and the kinds of these.
TRANSLATORS = {"first reference": FIRST, "multi reference": MULTI}
_REFERENCES = {kind: name for name, kind in TRANSLATORS.items()}
SSER, AWER = "sser", "awer"
_MOST = 10

NAME = "evaltrans"
ENDINGS = (".evaltrans.xml", ".evaltrans", ".xml")
ROOTS = frozenset({"evalTrans"})
CARRIES = (
    TEXTS
    | REFERENCE_KINDS
    | {
        "missing outputs",
        "missing sources",
        "line breaks",
        "blank lines",
        "tabs",
        "leading byte order marks",
        *(f"judgements on {dimension}" for dimension in (SSER, AWER)),
        "weights of judgements",
        *(f"judgements of {name}" for name in TRANSLATORS),
    }
)
_SPACE, _PRESERVE = "xml:space", "preserve"
_MARGIN = " \t\r\n"


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from an evalTrans file."""
    (path,) = paths
    root = read_tree(path, ROOTS, accept)
    edited: list[tuple[Element, str, str]] = []
    corpus = assemble((_segment(sentence, edited) for sentence in root.elements(("sentence",))), path, accept)
    if contradictions := [*_contradictions(edited)]:
        more = f", and {len(contradictions) - 1:,} more" if len(contradictions) > 1 else ""
        warnings.warn(f"{contradictions[0]}; the file's number is taken{more}", Notice, stacklevel=2)
    return corpus


def _contradictions(edited: Sequence[tuple[Element, str, str]]) -> Iterator[str]:
    """Say which fractions are not those of their texts, with punctuation cut off words."""
    if not edited:
        return
    parts, *texts = zip(*edited, strict=True)
    vocabulary, size = _core.Vocabulary(), len(parts)
    chunks = (HeldTexts.of(column, "texts", ("long",)).chunk(0, size) for column in texts)
    targets, new = (_core.tokenise(*chunk, "13a", False, vocabulary) for chunk in chunks)
    counts = _core.levenshtein(targets, new), new.lengths()
    for part, *fraction in zip(parts, *(count.tolist() for count in counts), strict=True):
        if _fraction(part) != tuple(fraction):
            recomputed = "/".join(map(str, fraction))
            awer = part.attributes["awer"]
            yield f"{part.where}: awer is {awer!r:.40}, but <target> and <newRef> make it {recomputed}"


def _segment(sentence: Element, edited: list[tuple[Element, str, str]]) -> Segment:
    """Return the segment of a sentence, and add what has an awer, its target and its new reference to `edited`."""
    segment = Segment(sentence.where)
    first: list[str] = []
    multi: list[tuple[str, str]] = []
    new: list[tuple[str, ReferenceKind]] = []
    for part in sentence.elements(("source", "eval")):
        if part.name == "source":
            if segment.source is not None:
                raise FormatError(f"{part.where}: a second <source> in one <sentence>; keep one")
            segment.source = _text(part)
            continue
        translator, evaluator = part.attribute("translator"), part.attributes.get("evaluator", "")
        segment.judgements += [(translator, evaluator, *judgement) for judgement in _values(part)]
        target, more = _texts(part)
        if "awer" in part.attributes and target is not None and len(more) == 1:
            edited.append((part, target, more[0]))
        new += [(text, ReferenceKind(POST_EDIT, translator, evaluator)) for text in more]
        if TRANSLATORS.get(translator) == FIRST:
            _agree(first[0] if first else None, target, part)
            first = first or ([] if target is None else [target])
        elif translator not in TRANSLATORS:
            _agree(segment.outputs.get(translator), target, part)
            segment.outputs[translator] = target if target is not None else segment.outputs.get(translator)
        # A second assessor of a reference repeats its text.
        elif target is not None and not any(text == target and who != evaluator for who, text in multi):
            multi.append((evaluator, target))
    references = [((first[0] if first else "") or None, ReferenceKind(FIRST))]
    references += [(text or None, ReferenceKind(MULTI)) for _, text in multi]
    for text, kind in (*references, *new):
        segment.references.append(text)
        segment.kinds.append(kind)
    return segment


def _agree(before: str | None, target: str | None, part: Element) -> None:
    if before is not None and target is not None and before != target:
        raise FormatError(
            f"{part.where}: a second, different <target> of {part.attributes['translator']!r} "
            f"for one sentence; every assessor must have seen the same"
        )


def _texts(part: Element) -> tuple[str | None, list[str]]:
    """Return the target of an <eval> and its new references."""
    inner = part.elements(("target", "newRef"))
    targets = [_text(child) for child in inner if child.name == "target"]
    if len(targets) > 1:
        raise FormatError(f"{part.where}: <eval> with {len(targets)} <target>; expected one")
    new = [_text(child) for child in inner if child.name == "newRef"]
    return (targets[0] if targets else None), [text for text in new if text.strip()]


def _text(element: Element) -> str:
    """Return the text of an element, in one line unless its white space is to be preserved."""
    if element.attributes.get(_SPACE) == _PRESERVE:
        return element.text
    lines = (line.strip(_MARGIN) for line in element.text.split("\n"))
    return " ".join(line for line in lines if line)


def _values(part: Element) -> Iterator[tuple[str, float] | tuple[str, float, float]]:
    for name in part.attributes:
        if name not in ("translator", "evaluator", "sser", "awer"):
            raise FormatError(f"{part.where}: <eval> with {name}; expected translator, evaluator, sser, awer")
    if "sser" in part.attributes:
        value = number_in(part.attributes["sser"])
        if value is None or not 0 <= value <= _MOST:
            raise FormatError(
                f"{part.where}: sser is {part.attributes['sser']!r:.40}; expected a number from 0 to {_MOST}"
            )
        yield SSER, value
    if "awer" in part.attributes:
        edits, words = _fraction(part)
        yield AWER, edits / words, float(words)


def _fraction(part: Element) -> tuple[int, int]:
    """Return the edits and words of an awer."""
    edits, words = (whole_number_in(number) for number in part.attributes["awer"].partition("/")[::2])
    if edits is None or words is None or edits < 0 or words < 1:
        raise FormatError(
            f"{part.where}: awer is {part.attributes['awer']!r:.40}; expected edits/words, as in 1/5: whole numbers, "
            f"and at least one word"
        )
    return edits, words


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as evalTrans XML."""
    if taken := TRANSLATORS.keys() & set(corpus.systems):
        raise InputError(
            f"cannot write {path}: {min(taken)!r} is the name of references in this format; rename the system"
        )
    with replacing(path) as file:
        file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<evalTrans>\n')
        for number, segment in enumerate(segments_of(corpus, unused=True)):
            file.write("".join(_sentence(segment, corpus.segment_name(number))).encode())
        file.write(b"</evalTrans>\n")


def _sentence(segment: Segment, name: str) -> Iterator[str]:
    yield "<sentence>\n"
    if segment.source is not None:
        yield f"{_element('source', segment.source)}\n"
    segment.references = [text if (text or "").strip() else None for text in segment.references]
    new: dict[tuple[str, str], list[str]] = defaultdict(list)
    for n, (text, kind) in enumerate(segment.reference_places()):
        if kind is not None and kind.kind == POST_EDIT:
            new[kind.system, kind.assessor] += [] if text is None else [text]
        else:
            own = (MULTI if n else FIRST) if kind is None else kind.kind
            yield _eval({"translator": _REFERENCES[own]}, text or "")
    assessed = _assessed(segment, name, new)
    for system in dict.fromkeys((*segment.outputs, *assessed)):
        text = segment.outputs.get(system)
        for attributes, post_edits in assessed.get(system, [({}, [])] if text is not None else []):
            yield _eval({"translator": system, **attributes}, text, post_edits)
    yield "</sentence>\n"


def _eval(attributes: dict[str, str], target: str | None, new: Sequence[str] = ()) -> str:
    inner = "" if target is None else _element("target", target)
    inner += "".join(_element("newRef", text) for text in new)
    return tag("eval", {key: value for key, value in attributes.items() if value}) + inner + "</eval>\n"


def _element(name: str, text: str) -> str:
    keeps = "\n" in text or text != text.strip(_MARGIN)
    return tag(name, {_SPACE: _PRESERVE} if keeps else {}) + f"{escaped(text)}</{name}>"


Assessment = tuple[dict[str, str], list[str]]


def _assessed(segment: Segment, name: str, post_edits: dict[tuple[str, str], list[str]]) -> dict[str, list[Assessment]]:
    """Return for each system the attributes and post-edits of each assessor and round of judgements."""
    values: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for system, assessor, dimension, value, *weight in segment.judgements:
        where = f"segment {name}: {system!r} has {value:g} by {assessor!r}"
        values[system, assessor][dimension].append(_written(dimension, value, weight, where))
    assessed: dict[str, list[Assessment]] = defaultdict(list)
    for system, assessor in dict.fromkeys((*values, *post_edits)):
        judged = {dimension: values[system, assessor][dimension] for dimension in (SSER, AWER)}
        new = post_edits.get((system, assessor), [])
        for n in range(max(len(new), *map(len, judged.values()))):
            numbers = {dimension: column[n] for dimension, column in judged.items() if n < len(column)}
            attributes = {"evaluator": assessor, **numbers}
            assessed[system].append((attributes, new[n : n + 1]))
    return assessed


def _written(dimension: str, value: float, weight: Sequence[float], where: str) -> str:
    """Return a judgement as the format has it, if it can."""
    if dimension == SSER and not 0 <= value <= _MOST:
        raise InputError(f"{where} on {SSER}, which the format holds from 0 to {_MOST}; rename the dimension")
    if dimension != AWER:
        return plain(value)
    words = weight[0] if weight else 0.0
    edits = round(value * words)
    if words < 1 or words % 1 or edits < 0 or edits / words != value:
        raise InputError(f"{where} on {AWER}, which the format holds as whole edits/words; give the words as weight")
    return f"{edits}/{plain(words)}"
