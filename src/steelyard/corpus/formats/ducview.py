"""DUCView's pyramids (.pyr) and peer annotations (.pan), as summary content units (SCUs).

    <peerAnnotation>
      <pyramid><text>…</text><scu uid="7" label="…"><contributor label="…"><part …/></contributor></scu></pyramid>
      <annotation><text>…</text><peerscu uid="7" label="(4) …"><contributor label="…">…</peerscu></annotation>
    </peerAnnotation>

A pyramid is a segment. Its reference lists uid:weight, where the weight of an SCU is the number of its contributors,
and size:N, the number of SCUs in an average model, if titles of models stand in the pyramid's text between two lines
of hyphens, as in DUC and TAC. A peer's output lists the uid of an SCU once for each of its contributors in the peer,
and "-" for each contributor of uid 0, under which DUCView keeps what matches no SCU. The texts themselves are not in
the corpus.

A file's name tells segment and system: what is before its first dot and, in an annotation, between the last dot and
.pan (D0736-C.M.100.H.1.pan: segment D0736-C, system 1). An annotation holds its pyramid, which must be the same in
all annotations of a segment; so .pyr files are needed only for pyramids without annotations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from steelyard.corpus import units
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.segments import Segment, assemble, members
from steelyard.errors import FormatError
from steelyard.files.xmltree import Element, read_tree

NAME = "ducview"
ENDINGS = (".pan", ".pyr")
MEMBERS = ("*.pan", "*.pyr")
ROOTS = frozenset({"pyramid", "peerAnnotation"})
SEVERAL = True
_FOREIGN = "0"
_HYPHENS = re.compile(r"\s*-{3,}\s*")


@dataclass(slots=True)
class _Pyramid:
    """Label → weight of a pyramid (and its size), where it was found, and the outputs annotated with it."""

    weights: dict[str, float]
    where: str
    outputs: dict[str, str | None] = field(default_factory=dict)


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from pyramids and annotations, or from directories of them."""
    pyramids: dict[str, _Pyramid] = {}
    for path in members(paths, ENDINGS):
        root = read_tree(path, ROOTS, accept, doctype=True)
        names = Path(path.name.removesuffix(".gz")).stem.split(".")
        if root.name == "pyramid":
            _pyramid_of(pyramids, names[0], root)
        else:
            _add(pyramids, names, root, path)
    segments = (
        Segment(pyramid.where, id=name, references=[units.reference(pyramid.weights)], outputs=pyramid.outputs)
        for name, pyramid in pyramids.items()
    )
    return assemble(segments, paths[0], accept)


def _add(pyramids: dict[str, _Pyramid], names: Sequence[str], root: Element, path: Path) -> None:
    """Add an annotation to its pyramid."""
    segment, system = names[0], names[-1]
    if len(names) < 2:
        raise FormatError(f"{path}: no dot in {segment!r}; expected SEGMENT.SYSTEM.pan, as D0736-C.M.100.H.1.pan")
    element, annotation = _parts(root)
    pyramid = _pyramid_of(pyramids, segment, element)
    if system in pyramid.outputs:
        raise FormatError(f"{path}: a second annotation of system {system!r} for segment {segment!r}; keep one")
    pyramid.outputs[system] = _output(annotation, pyramid)


def _parts(root: Element) -> tuple[Element, Element]:
    names = ("pyramid", "annotation")
    parts = {part.name: part for part in root.elements(names)}
    if len(root.children) != 2 or len(parts) != 2:
        raise FormatError(f"{root.where}: <peerAnnotation> must hold one <pyramid> and one <annotation>")
    return parts["pyramid"], parts["annotation"]


def _pyramid_of(pyramids: dict[str, _Pyramid], segment: str, element: Element) -> _Pyramid:
    """Return the segment's pyramid, which must be this one."""
    weights = _weights(element)
    pyramid = pyramids.setdefault(segment, _Pyramid(weights, element.where))
    if pyramid.weights != weights:
        raise FormatError(
            f"{element.where}: the pyramid of {segment!r} is not the one of {pyramid.where}; "
            f"all annotations of a segment need the same one"
        )
    return pyramid


def _weights(pyramid: Element) -> dict[str, float]:
    weights: dict[str, float] = {}
    models = 0
    for scu in pyramid.elements(("startDocumentRegEx", "text", "scu")):
        if scu.name == "text":
            models = _models([line.text for line in scu.elements(("line",))])
        if scu.name != "scu":
            continue
        name = units.label(scu.attribute("uid"), scu.where)
        if name in weights or name == _FOREIGN:
            raise FormatError(f"{scu.where}: the uid {name!r} of an SCU is taken; every SCU needs its own")
        weights[name] = len(scu.elements(("contributor",)))
        if not weights[name]:
            raise FormatError(f"{scu.where}: SCU {name!r} has no <contributor>, so no weight; remove it")
    if not weights:
        raise FormatError(f"{pyramid.where}: the pyramid has no <scu>")
    # Every contributor is one SCU in one model.
    return weights | ({units.SIZE: sum(weights.values()) / models} if models else {})


def _models(lines: Sequence[str]) -> int:
    """Return the number of titles among the lines."""
    between = zip(lines, lines[2:], strict=False)
    return sum(bool(_HYPHENS.fullmatch(above) and _HYPHENS.fullmatch(below)) for above, below in between)


def _output(annotation: Element, pyramid: _Pyramid) -> str:
    expressed: list[str] = []
    for scu in annotation.elements(("text", "peerscu")):
        if scu.name != "peerscu":
            continue
        name = units.label(scu.attribute("uid"), scu.where)
        if name != _FOREIGN and name not in pyramid.weights:
            raise FormatError(f"{scu.where}: SCU {name!r} is not in the pyramid; correct the uid")
        expressed += [units.FOREIGN if name == _FOREIGN else name] * len(scu.elements(("contributor",)))
    return units.output(expressed)
