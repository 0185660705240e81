"""The facet by whose values a study splits its data: the one that is asked for, or the likeliest there is."""

from __future__ import annotations

from collections.abc import Sequence

from steelyard.corpus import Corpus
from steelyard.errors import SpecError, suggestion, worded

#: Facets that papers split by, taken before others: sizes of summaries, and rates of compression.
LIKELY = ("size", "length", "compression", "rate")
#: A facet with more values is no division into data sets, but into documents.
MOST_PARTS = 8


def check_by(corpus: Corpus, by: str | None) -> None:
    """Refuse a facet that is not there, or whose values are all the same."""
    if by is None:
        return
    what = worded(f"--by {by}", f"by={by!r}")
    if by not in corpus.facets:
        names = suggestion(by, corpus.facets) if corpus.facets else "; there is none"
        raise SpecError(f"{what}: the corpus has no facet {by!r}{names}")
    if len(set(corpus.facets[by])) < 2:
        raise SpecError(f"{what}: all segments have the same {by}, so there is nothing to split; leave it out")


def several_valued(corpus: Corpus, most: int | None = None) -> list[str]:
    """Return the facets with two values up to `most`, those that papers split by first, others in their order."""
    counts = {name: len(set(values)) for name, values in corpus.facets.items()}
    several = [name for name, n in counts.items() if n >= 2 and (most is None or n <= most)]
    return sorted(several, key=lambda name: LIKELY.index(name) if name in LIKELY else len(LIKELY))


def parts_facet(corpus: Corpus, by: str | None = None) -> str | None:
    """Return the facet whose values are data sets.

    The one asked for; else, of those with 2 to 8 values, one that papers split by, or the one with the fewest.
    """
    check_by(corpus, by)
    several = several_valued(corpus, MOST_PARTS)
    if by is not None or not several or several[0] in LIKELY:
        return by or next(iter(several), None)
    return min(several, key=lambda name: len(set(corpus.facets[name])))


def split_by(corpus: Corpus, facet: str | None) -> str:
    """Say which facet was taken, and how to take another."""
    option = worded("--by FACET", "by=…")
    if facet is None:
        return f"split by no facet: none has 2 to {MOST_PARTS} values; {option} names one"
    others: Sequence[str] = [name for name in several_valued(corpus) if name != facet]
    rest = f"; {option} takes another: {', '.join(others)}" if others else ""
    return f"split by {facet} ({len(set(corpus.facets[facet]))} values){rest}"
