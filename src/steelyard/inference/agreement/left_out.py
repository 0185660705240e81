"""Tags that are no answer, such as "unassignable": left out of answers, and of what items allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from steelyard.corpus.judgement import Judgement, tags_of, written
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.judgements.table import Judgements, answer_of
from steelyard.results.numbers import counted


def without_tags(judgements: Judgements, tags: Sequence[str]) -> Judgements:
    """Return answers without these tags; an answer of nothing else is left out, and counted in a notice.

    An item allows fewer tags then. One that only says how many it allows does not say which, and is refused.
    """
    if not tags:
        return judgements
    _check_known(judgements, tags)
    remaining = [kept for record in judgements if (kept := _without(record, frozenset(tags))) is not None]
    if not remaining:
        raise InputError(f"nothing is left without {', '.join(tags)}; leave out fewer tags")
    allowed = {}
    for output, scale in judgements.tags.items():
        if isinstance(scale, int):
            raise InputError(
                f"item {output[1]!r} allows {counted(scale, 'tag')}, which may include {', '.join(tags)}; list its "
                f"tags instead of their number"
            )
        allowed[output] = tuple(tag for tag in scale if written(tag) not in tags)
    lost = len(judgements) - len(remaining)
    notice = f"answers left out, for they are nothing but {' or '.join(tags)}: {lost:,}"
    notices = (*judgements.notices, notice) if lost else judgements.notices
    return replace(judgements, records=tuple(remaining), tags=allowed, notices=notices)


def _check_known(judgements: Judgements, tags: Sequence[str]) -> None:
    answered = {written(tag) for record in judgements for tag in tags_of(answer_of(record))}
    listed = {written(tag) for scale in judgements.tags.values() if isinstance(scale, tuple) for tag in scale}
    if unknown := next((tag for tag in tags if tag not in answered | listed), None):
        raise SpecError(f"no tag {unknown!r} to leave out" + suggestion(unknown, answered | listed))


def _without(record: Judgement, tags: frozenset[str]) -> Judgement | None:
    """Return a judgement without some tags; None where no tag remains."""
    answered = tags_of(answer_of(record))
    remaining = frozenset(str(tag) for tag in answered if written(tag) not in tags)
    if not remaining:
        return None
    if len(remaining) == len(answered):
        return record
    return replace(record, value=next(iter(remaining)) if len(remaining) == 1 else remaining)
