"""Alignments as one self-contained page: lines between the words of both texts, and a table of the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from steelyard.characters import markup, visible
from steelyard.errors import InputError, worded
from steelyard.report.page import page
from steelyard.report.sections import breakable
from steelyard.report.style import PLAIN, Style
from steelyard.report.terminal import width
from steelyard.results.numbers import counted

if TYPE_CHECKING:
    from steelyard.scores.alignments import Alignment, Alignments, WordLink

# Lengths in pixels; a letter of the fixed-width font takes 0.6 of its height.
_LETTER, _GAP, _MARGIN = 8.4, 14.0, 8.0
_UPPER, _LOWER, _HEIGHT = 20.0, 130.0, 144.0
_LINES = (28.0, 114.0)
#: Longer texts make pages of many megabytes, in which nothing is found.
MOST_WORDS = 500


def render(alignments: Alignments, style: Style = PLAIN) -> str:
    """Return the page: a drawing of every alignment and a table of the same, and the signatures."""
    del style
    body: list[str] = [*_legend(alignments.alignments)]
    for alignment in alignments:
        if (words := max(map(len, alignment.words))) > MOST_WORDS:
            raise InputError(
                f"{alignment.heading()}: a text of {words:,} words is too long to be drawn, at most {MOST_WORDS} are; "
                f"use {worded('the terminal (without --html) or --json', 'a file that ends in .txt or .json')}"
            )
        body += _alignment(alignment)
    body.append("<h2>Signatures</h2><ol>")
    signatures = dict.fromkeys(alignment.signature for alignment in alignments)
    body += (f"<li><code>{breakable(text)}</code></li>" for text in signatures)
    body.append("</ol>")
    return page("Alignments", counted(len(alignments), "alignment"), body, ("page.css", "alignment.css"))


def _legend(alignments: Sequence[Alignment]) -> Iterator[str]:
    stages = dict.fromkeys((n, stage) for alignment in alignments for n, stage in enumerate(alignment.stages))
    keys = ", ".join(f'<span class="key stage{n}">{markup(stage)}</span>' for n, stage in stages)
    yield f'<p class="note">Words mapped by {keys}; a band joins the words of a chunk. '
    yield "The table below each drawing holds the same.</p>"


def _alignment(alignment: Alignment) -> Iterator[str]:
    yield f"<section><h2>{markup(alignment.heading())}</h2><p>{markup(alignment.summary())}</p>"
    yield from (
        f'<p class="note">{markup(text)}</p>' for text in (alignment.reason, alignment.notice) if text is not None
    )
    yield '<div class="scroll">'
    yield from _Drawing.of(alignment).svg()
    yield "</div>"
    yield "<details><summary>Mapped words</summary>"
    yield from _table(alignment)
    yield "</details></section>"


@dataclass(frozen=True)
class _Drawing:
    """An alignment with the place of every word: where it begins and ends from the left."""

    alignment: Alignment
    places: tuple[list[tuple[float, float]], list[tuple[float, float]]]

    @classmethod
    def of(cls, alignment: Alignment) -> _Drawing:
        return cls(alignment, (_places(alignment.words[0]), _places(alignment.words[1])))

    def svg(self) -> Iterator[str]:
        """Yield the drawing: output above, reference below."""
        alignment = self.alignment
        across = max([side[-1][1] for side in self.places if side], default=0.0) + _MARGIN
        size = f'width="{across:.0f}" height="{_HEIGHT:.0f}" viewBox="0 0 {across:.0f} {_HEIGHT:.0f}"'
        title = markup(f"{alignment.heading()}: {alignment.summary()}")
        yield f'<svg class="alignment" role="img" {size}><title>{title}</title>'
        yield from map(self._band, range(1, alignment.chunks + 1))
        yield from map(self._line, alignment.links)
        for side, level in enumerate((_UPPER, _LOWER)):
            mapped = {(link.hypothesis, link.reference)[side]: link for link in alignment.links}
            for n, word in enumerate(alignment.words[side]):
                yield self._word(word, self.places[side][n], level, mapped.get(n))
        yield "</svg>"

    def _band(self, chunk: int) -> str:
        links = [link for link in self.alignment.links if link.chunk == chunk]
        above, below = self.places
        corners = (
            (above[links[0].hypothesis][0], _LINES[0]),
            (above[links[-1].hypothesis][1], _LINES[0]),
            (below[links[-1].reference][1], _LINES[1]),
            (below[links[0].reference][0], _LINES[1]),
        )
        return f'<polygon class="chunk" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}"/>'

    def _line(self, link: WordLink) -> str:
        above, below = (
            (begin + end) / 2 for begin, end in (self.places[0][link.hypothesis], self.places[1][link.reference])
        )
        stage = self.alignment.stages.index(link.stage)
        ends = f'x1="{above:.1f}" y1="{_LINES[0]}" x2="{below:.1f}" y2="{_LINES[1]}"'
        return f'<line class="stage{stage}" {ends}/>'

    def _word(self, word: str, place: tuple[float, float], level: float, link: WordLink | None) -> str:
        kind = "unmapped" if link is None else f"stage{self.alignment.stages.index(link.stage)}"
        return f'<text class="{kind}" x="{sum(place) / 2:.1f}" y="{level}" text-anchor="middle">{_shown(word)}</text>'


def _shown(word: str) -> str:
    return markup(visible(word))


def _places(words: Sequence[str]) -> list[tuple[float, float]]:
    places, left = [], _MARGIN
    for word in words:
        right = left + _LETTER * max(width(visible(word)), 1)
        places.append((left, right))
        left = right + _GAP
    return places


def _table(alignment: Alignment) -> Iterator[str]:
    heads = ("output", "reference", "stage", "chunk")
    yield '<div class="scroll"><table><thead><tr>'
    yield "".join(f'<th scope="col">{head}</th>' for head in heads) + "</tr></thead><tbody>"
    for link in alignment.links:
        words = (alignment.words[0][link.hypothesis], alignment.words[1][link.reference])
        places = (link.hypothesis + 1, link.reference + 1)
        cells = (f"{_shown(word)} <small>{place}</small>" for word, place in zip(words, places, strict=True))
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in (*cells, markup(link.stage), link.chunk))}</tr>"
    yield "</tbody></table></div>"
    for side, name in enumerate(("output", "reference")):
        mapped = {(link.hypothesis, link.reference)[side] for link in alignment.links}
        rest = [_shown(word) for n, word in enumerate(alignment.words[side]) if n not in mapped]
        yield f'<p class="note">not mapped in the {name}: {", ".join(rest) or "nothing"}</p>'
    crossed = ", ".join(f"{a} × {b}" for a, b in alignment.crossing_chunks)
    yield f'<p class="note">chunks that cross: {crossed or "none"}</p>'
