"""How many segments there are where neither texts nor saved scores tell: those that all files together number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Sized
from pathlib import Path

from steelyard.corpus.score_files import is_score_file, read_score_files
from steelyard.files.paths import is_file
from steelyard.files.rows import Rows, check_numbered, read_rows
from steelyard.judgements.mqm import MQMAnnotations
from steelyard.judgements.sources import GivenJudgements, source_of
from steelyard.judgements.table import Judgements
from steelyard.scores.external import Columns, ExternalScores


def segment_count(
    external: Iterable[ExternalScores | Path | Columns], human: GivenJudgements | None, accept: Sequence[str] = ()
) -> int:
    """Return how many segments scores and human scores have together; 1 where all are of whole systems.

    external   scores, paths of score files, and rows of other files

    Numbers must be without gaps over all files; one file may lack some.
    """
    human = source_of(human)
    files: list[Rows] = []
    widths = [0]
    for source in external:
        if isinstance(source, ExternalScores):
            widths.append(0 if source.whole else source.values.shape[1])
        elif isinstance(source, Path):
            widths.append(_width(source, accept))
        else:
            files.append(source)
    if isinstance(human, Judgements) and not human.whole:
        widths += [1 + record.item for record in human if isinstance(record.item, int)]
    elif isinstance(human, Mapping):
        widths += [len(values) for values in human.values() if isinstance(values, Sized)]
    elif isinstance(human, str | Path | MQMAnnotations):
        if is_score_file(Path(human)):
            widths.append(_width(Path(human), accept))
        # What comes through a pipe can be read but once, and that when it is held against scores.
        elif is_file(Path(human)):
            files.append(read_rows(Path(human), accept))
    numbered = [rows for rows in files if {"seg", "id"} & set(rows.header)]
    return max(check_numbered(numbered), *widths) or 1


def _width(path: Path, accept: Sequence[str]) -> int:
    """Return how many segments score files have, which list them all."""
    columns = [score_file.segments for score_file in read_score_files(path, accept) if score_file.segments is not None]
    return max((len(values) for column in columns for values in column.values()), default=0)
