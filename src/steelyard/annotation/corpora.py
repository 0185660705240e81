"""Corpora: all texts that measures need annotated, before any of them is scored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from steelyard.annotation.chunk import lines_of
from steelyard.corpus import Corpus, Texts
from steelyard.corpus.sentences import GIVEN
from steelyard.errors import InputError, accepting
from steelyard.providers.annotator import Annotator, annotator_of

#: Texts annotated at once, which bounds the memory.
_AT_ONCE = 1 << 16

#: Segments that a refusal names.
_NAMED = 6

#: Called with (segments done, segments in all).
Progress = Callable[[int, int], None]


def annotate_corpus(
    corpus: Corpus, parsers: Mapping[str, str], workers: int, accept: Sequence[str], progress: Progress | None
) -> dict[str, set[int]]:
    """Annotate all texts of a corpus by each parser (name → a measure that needs it).

    Return parser → segments one of whose texts could not be annotated; without "unannotated" in `accept`, refuse them.
    """
    left_out: dict[str, set[int]] = {}
    for parser, measure in parsers.items():
        if parser == GIVEN:
            failed = _without_trees(corpus)
        else:
            check_trees((texts for _, texts in _columns(corpus)), parser, measure)
            failed = _annotated(corpus, annotator_of(parser), workers, progress)
        if failed and "unannotated" not in accept:
            raise _refusal(corpus, failed, parser, measure)
        left_out[parser] = {segment for segment, _, _ in failed}
        if len(left_out[parser]) == len(corpus):
            raise _refusal(corpus, failed, parser, measure)
    return left_out


def _without_trees(corpus: Corpus) -> list[tuple[int, str, str]]:
    """Return segment, column and reason of texts that files of trees have no sentence of, in the order of segments."""
    failures = []
    for column, texts in _columns(corpus):
        annotations = texts.annotations(0, len(texts))
        blank = set(texts.blank().tolist())
        missing = (n for n, sentences in enumerate(annotations or ()) if not sentences and n not in blank)
        failures += [(n, column, "the file of trees has no sentence of it") for n in missing]
    return sorted(failures, key=lambda failure: failure[0])


def check_trees(columns: Iterable[Texts], parser: str, measure: str) -> None:
    """Raise if texts that come with trees would be parsed anew."""
    if any(texts.has_trees for texts in columns):
        raise InputError(
            f"there are texts that come with trees, and {measure} would have them parsed anew by {parser}; "
            f"add parser=given to its options to use them, or give the texts without trees"
        )


def _columns(corpus: Corpus) -> Iterator[tuple[str, Texts]]:
    yield from ((f"reference {n}", texts) for n, texts in enumerate(corpus.references, 1))
    yield from ((f"system {name!r}", texts) for name, texts in corpus.systems.items())


def _annotated(
    corpus: Corpus, annotator: Annotator, workers: int, progress: Progress | None
) -> list[tuple[int, str, str]]:
    """Annotate, and return segment, column and reason of what failed, in the order of the segments."""
    columns = list(_columns(corpus))
    size = max(1, _AT_ONCE // len(columns))
    failed: list[tuple[int, str, str]] = []
    for start in range(0, len(corpus), size):
        stop = min(start + size, len(corpus))
        lines = [(segment, column, line) for column, texts in columns for segment, line in _lines(texts, start, stop)]
        tell = _shared(progress, start, stop, len(corpus))
        annotator.annotate((line for _, _, line in lines), workers, tell)
        reasons = annotator.failures
        failures = ((segment, column, reasons[line]) for segment, column, line in lines if line in reasons)
        failed += sorted(failures, key=lambda failure: failure[0])
    return failed


def _lines(texts: Texts, start: int, stop: int) -> Iterator[tuple[int, str]]:
    data, starts, ends = texts.chunk(start, stop)
    for segment, (a, b) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True), start):
        yield from ((segment, line) for line in lines_of(data[a:b].decode()))


def _shared(progress: Progress | None, start: int, stop: int, total: int) -> Progress | None:
    """Return a callback for the lines of some segments that tells how many segments are done in all."""
    if progress is None:
        return None
    return lambda done, lines: progress(start + (stop - start) * done // max(lines, 1), total)


def _refusal(corpus: Corpus, failed: Sequence[tuple[int, str, str]], parser: str, measure: str) -> InputError:
    segment, column, reason = failed[0]
    segments = sorted({number for number, _, _ in failed})
    more = f" and {len(segments) - 1:,} more" if len(segments) > 1 else ""
    named = ", ".join(corpus.segment_name(number) for number in segments[1:_NAMED])
    others = f"; nor can {named}{', …' * (len(segments) > _NAMED)}" if named else ""
    advice = (
        "choose another parser" if len(segments) == len(corpus)
        else f"mend the texts, choose another parser, or use {accepting('unannotated')} to leave these segments out"
    )  # fmt: skip
    return InputError(
        f"{measure}, segment {corpus.segment_name(segment)}{more} of {len(corpus):,}: {column} cannot be annotated by "
        f"{parser}: {reason}{others}; the rest is kept; {advice}"
    )
