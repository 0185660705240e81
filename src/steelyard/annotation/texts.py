"""Annotations: what a parser says of texts, or what a file of trees does."""

from __future__ import annotations

from collections.abc import Sequence

from steelyard.annotation.chunk import lines_of
from steelyard.arguments import public
from steelyard.corpus import FiledTexts, HeldTexts, Texts, check_accept
from steelyard.corpus.given import listed
from steelyard.corpus.sentences import GIVEN, Annotation
from steelyard.draws import Progress, thread_count
from steelyard.errors import InputError, accepting


@public
def annotate(
    texts: Sequence[str] | Texts,
    parser: str = "spacy",
    *,
    threads: int | None = None,
    accept: Sequence[str] = (),
    progress: Progress | None = None,
) -> tuple[Annotation | None, ...]:
    """Return what a parser says of each text, sentence by sentence; what it has said before is not asked again.

    texts    strings, or what `steelyard.read(path, "trees")` returns, whose trees are completed and not parsed again
    parser   spacy, spacy:PIPELINE, link-grammar or a module; given for texts that come with trees
    accept   what is refused otherwise: "long" texts, and "unannotated" ones, for which None is returned
    """
    accept = check_accept(accept)
    column = texts if isinstance(texts, Texts) else HeldTexts.of(listed(texts, "texts"), "texts", accept)
    from steelyard.annotation.trees.derivation import completed

    annotations = column.annotations(0, len(column))
    if annotations is not None:
        return tuple(tuple(map(completed, sentences)) for sentences in annotations)
    if parser == GIVEN:
        raise InputError(
            "the texts come without trees; read them by sy.read(path, 'trees'), or choose another parser than given"
        )
    return _annotated(column, parser, thread_count(threads), accept, progress)


def _annotated(
    column: Texts, parser: str, workers: int, accept: Sequence[str], progress: Progress | None
) -> tuple[Annotation | None, ...]:
    from steelyard.providers.annotator import annotator_of

    annotator = annotator_of(parser)
    texts = [lines_of(text or "") for text in column]
    annotator.annotate((line for lines in texts for line in lines), workers, progress)
    annotations = annotator.get(line for lines in texts for line in lines)
    failed = [n for n, lines in enumerate(texts) if any(line not in annotations for line in lines)]
    if failed and "unannotated" not in accept:
        reason = next(annotator.failures[line] for line in texts[failed[0]] if line not in annotations)
        more = f" and {len(failed) - 1:,} more" if len(failed) > 1 else ""
        raise InputError(
            f"{_name(column, failed[0])}{more} of {len(column):,} cannot be annotated by {parser}: {reason}; the rest "
            f"is kept; mend the texts, choose another parser, or use {accepting('unannotated')} to go on without"
        )
    return tuple(
        None if n in failed else tuple(sentence for line in lines for sentence in annotations[line])
        for n, lines in enumerate(texts)
    )


def _name(column: Texts, number: int) -> str:
    return f"{column.name}, line {number + 1}" if isinstance(column, FiledTexts) else f"texts[{number}]"
