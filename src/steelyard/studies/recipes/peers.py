"""Peers: what is judged beside systems, such as people's own texts and baselines, counted apart or left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from steelyard.corpus import Corpus
from steelyard.errors import FormatError, InputError, SpecError, suggestion, worded
from steelyard.results.numbers import counted

#: What a peer may be. What nothing is said of is a system.
KINDS = ("system", "human", "baseline")
#: Kinds of peers: name → kind, or a TSV file with the columns system and peer.
GivenPeers = Mapping[str, str] | str | Path
_COLUMNS = ("system", "peer")


def kinds_of(corpus: Corpus, peers: GivenPeers | None, accept: Sequence[str] = ()) -> dict[str, str]:
    """Return the kind of each system of a corpus; empty if nothing is said of any."""
    if peers is None:
        return {}
    if not isinstance(peers, Mapping | str | Path):
        raise SpecError(f"peers: {type(peers).__name__} is not possible; expected name → kind, or a file")
    said = peers if isinstance(peers, Mapping) else read_peers(Path(peers), accept)
    for name, kind in said.items():
        if name not in corpus.systems:
            raise SpecError(f"peers: no system {name!r}" + suggestion(name, corpus.systems))
        _check_kind(kind, f"peers: {name}")
    return {name: said.get(name, KINDS[0]) for name in corpus.systems}


def read_peers(path: Path, accept: Sequence[str] = ()) -> dict[str, str]:
    """Return name → kind from a TSV file."""
    from steelyard.files.rows import read_rows

    rows = read_rows(path, accept)
    if lacking := [name for name in _COLUMNS if name not in rows.columns]:
        raise FormatError(
            f"{path}, line 1: no column {' and '.join(lacking)} among {', '.join(rows.header)}; "
            f"expected {' and '.join(_COLUMNS)}"
        )
    kinds: dict[str, str] = {}
    for n, (name, kind) in enumerate(zip(*(rows.columns[column] for column in _COLUMNS), strict=True)):
        _check_kind(kind, rows.where(n))
        if name in kinds:
            raise FormatError(f"{rows.where(n)}: {name!r} is there twice; name every peer once")
        kinds[name] = kind
    return kinds


def together(*named: Mapping[str, str]) -> dict[str, str]:
    """Return what several sources say of peers; they must not contradict each other."""
    kinds: dict[str, str] = {}
    for source in named:
        for name, kind in source.items():
            if kinds.setdefault(name, kind) != kind:
                raise SpecError(f"{name!r} is said to be a {kinds[name]} peer and a {kind} peer; say one of them")
    return kinds


def systems_alone(corpus: Corpus, kinds: Mapping[str, str]) -> Corpus:
    """Return the corpus without peers that are no systems."""
    option = worded("--without-peers", "without_peers")
    if not any(kind != KINDS[0] for kind in kinds.values()):
        raise SpecError(f"{option}: no peer is marked as human or baseline; mark them, or leave it out")
    kept = {name: texts for name, texts in corpus.systems.items() if kinds[name] == KINDS[0]}
    if not kept:
        raise InputError(f"{option} leaves no system: every peer is marked as human or baseline")
    judgements = tuple(judgement for judgement in corpus.judgements if kinds.get(judgement.system) in (None, KINDS[0]))
    return replace(corpus, systems=kept, judgements=judgements)


def counted_peers(names: Iterable[str], kinds: Mapping[str, str]) -> str:
    """Return how many peers there are, of each kind if some are no systems.

    >>> counted_peers("ABC", {"A": "system", "B": "human", "C": "system"})
    '3 peers (2 systems, 1 human)'
    >>> counted_peers("AB", {})
    '2 systems'
    """
    numbers = Counter(kinds.get(name, KINDS[0]) for name in names)
    if set(numbers) <= {KINDS[0]}:
        return counted(numbers[KINDS[0]], KINDS[0])
    each = ", ".join(counted(numbers[kind], kind) for kind in KINDS if numbers[kind])
    return f"{counted(numbers.total(), 'peer')} ({each})"


def _check_kind(kind: str, where: str) -> None:
    if kind not in KINDS:
        raise SpecError(f"{where}: no kind of peer {kind!r:.40}" + suggestion(kind, KINDS))
