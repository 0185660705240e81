"""evalTrans XML (Tomás, Mas & Casacuberta 2003): sentences with assessed translations.

    <evalTrans><sentence><source>…</source>
      <eval translator="…" evaluator="…" sser="8" awer="1/5"><target>…</target><newRef>…</newRef></eval>
    </sentence></evalTrans>

The translators "first reference" and "multi reference" hold references, and a <newRef> is a further reference
of its sentence; a sentence's references are taken in this order. sser is a judgement on the dimension "sser";
awer="1/5" is two, "awer-edits" 1 and "awer-words" 5.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from steelyard.corpus.content import TEXTS
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.segments import Segment, assemble, plain, segments_of
from steelyard.errors import FormatError, InputError
from steelyard.files.disk import replacing
from steelyard.files.numbers import number_in
from steelyard.files.xmltree import Element, escaped, read_tree, tag
from steelyard.results.numbers import counted

FIRST, MULTI = "first reference", "multi reference"
SSER, EDITS, WORDS = "sser", "awer-edits", "awer-words"

NAME = "evaltrans"
ENDINGS = (".evaltrans.xml", ".evaltrans", ".xml")
ROOTS = frozenset({"evalTrans"})
CARRIES = TEXTS | {
    "missing outputs",
    "missing sources",
    "line breaks",
    "blank lines",
    "tabs",
    "leading byte order marks",
    *(f"judgements on {dimension}" for dimension in (SSER, EDITS, WORDS)),
    *(f"judgements of {name}" for name in (FIRST, MULTI)),
}


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from an evalTrans file."""
    (path,) = paths
    root = read_tree(path, ROOTS, accept)
    return assemble((_segment(sentence) for sentence in root.elements(("sentence",))), path, accept)


def _segment(sentence: Element) -> Segment:
    segment = Segment(sentence.where)
    first: list[str] = []
    multi: list[tuple[str, str]] = []
    new: list[str | None] = []
    for part in sentence.elements(("source", "eval")):
        if part.name == "source":
            if segment.source is not None:
                raise FormatError(f"{part.where}: a second <source> in one <sentence>; keep one")
            segment.source = part.text
            continue
        translator, evaluator = part.attribute("translator"), part.attributes.get("evaluator", "")
        segment.judgements += [(translator, evaluator, *judgement) for judgement in _values(part)]
        target, more = _texts(part)
        new += more
        if translator == FIRST:
            _agree(first[0] if first else None, target, part)
            first = first or ([] if target is None else [target])
        elif translator != MULTI:
            _agree(segment.outputs.get(translator), target, part)
            segment.outputs[translator] = target if target is not None else segment.outputs.get(translator)
        # A second assessor of a reference repeats its text.
        elif target is not None and not any(text == target and who != evaluator for who, text in multi):
            multi.append((evaluator, target))
    segment.references = [(first[0] if first else "") or None, *(text or None for _, text in multi), *new]
    return segment


def _agree(before: str | None, target: str | None, part: Element) -> None:
    if before is not None and target is not None and before != target:
        raise FormatError(
            f"{part.where}: a second, different <target> of {part.attributes['translator']!r} "
            f"for one sentence; every assessor must have seen the same"
        )


def _texts(part: Element) -> tuple[str | None, list[str | None]]:
    """Return the target of an <eval> and its new references."""
    inner = part.elements(("target", "newRef"))
    targets = [child.text for child in inner if child.name == "target"]
    if len(targets) > 1:
        raise FormatError(f"{part.where}: <eval> with {len(targets)} <target>; expected one")
    new: list[str | None] = [child.text for child in inner if child.name == "newRef" and child.text.strip()]
    return (targets[0] if targets else None), new


def _values(part: Element) -> Iterator[tuple[str, float]]:
    for name in part.attributes:
        if name not in ("translator", "evaluator", "sser", "awer"):
            raise FormatError(f"{part.where}: <eval> with {name}; expected translator, evaluator, sser, awer")
    if "sser" in part.attributes:
        yield SSER, _number(part.attributes["sser"], "sser", part)
    if "awer" in part.attributes:
        edits, stroke, words = part.attributes["awer"].partition("/")
        if not stroke:
            raise FormatError(f"{part.where}: awer is {edits!r:.40}; expected edits/words, as in 1/5")
        yield EDITS, _number(edits, "awer", part)
        yield WORDS, _number(words, "awer", part)


def _number(text: str, what: str, part: Element) -> float:
    value = number_in(text)
    if value is None:
        raise FormatError(f"{part.where}: {what} is {part.attributes[what]!r:.40}; expected a number")
    return value


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as evalTrans XML."""
    if taken := {FIRST, MULTI} & set(corpus.systems):
        raise InputError(
            f"cannot write {path}: {min(taken)!r} is the name of references in this format; rename the system"
        )
    with replacing(path) as file:
        file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<evalTrans>\n')
        for number, segment in enumerate(segments_of(corpus)):
            file.write("".join(_sentence(segment, corpus.segment_name(number))).encode())
        file.write(b"</evalTrans>\n")


def _sentence(segment: Segment, name: str) -> Iterator[str]:
    yield "<sentence>\n"
    if segment.source is not None:
        yield f"<source>{escaped(segment.source)}</source>\n"
    references = list(segment.references)
    while references and not (references[-1] or "").strip():
        references.pop()
    for n, text in enumerate(references):
        yield _eval({"translator": MULTI if n else FIRST, "evaluator": ""}, text or "")
    assessed = _assessed(segment, name)
    for system, text in segment.outputs.items():
        for attributes in assessed.pop(system, [{"evaluator": ""}] if text is not None else []):
            yield _eval({"translator": system, **attributes}, text)
    for system in (FIRST, MULTI):
        for attributes in assessed.get(system, ()):
            yield _eval({"translator": system, **attributes}, None)
    yield "</sentence>\n"


def _eval(attributes: dict[str, str], target: str | None) -> str:
    inner = "" if target is None else f"<target>{escaped(target)}</target>"
    return tag("eval", attributes) + inner + "</eval>\n"


def _assessed(segment: Segment, name: str) -> dict[str, list[dict[str, str]]]:
    """Return for each system one set of attributes per assessor and round of judgements."""
    values: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for system, assessor, dimension, value in segment.judgements:
        values[system, assessor][dimension].append(plain(value))
    assessed: dict[str, list[dict[str, str]]] = defaultdict(list)
    for (system, assessor), by_dimension in values.items():
        sser, edits, words = (by_dimension[dimension] for dimension in (SSER, EDITS, WORDS))
        if len(edits) != len(words):
            raise InputError(
                f"segment {name}: {system!r} has {counted(len(edits), 'judgement')} on {EDITS} "
                f"and {len(words)} on {WORDS} by {assessor!r}; "
                f"the format writes them as one fraction, so it needs as many of each"
            )
        for n in range(max(len(sser), len(edits))):
            attributes = {"evaluator": assessor}
            if n < len(sser):
                attributes["sser"] = sser[n]
            if n < len(edits):
                attributes["awer"] = f"{edits[n]}/{words[n]}"
            assessed[system].append(attributes)
    return assessed
