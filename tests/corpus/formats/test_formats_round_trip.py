"""Whatever two formats can both carry goes through one and then the other unchanged."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from format_facts import READ_ONLY, WRITTEN, carries, file_name, write_or_skip
from steelyard.corpus import Corpus, HeldTexts
from steelyard.corpus.content import lost
from steelyard.corpus.formats import read, write
from steelyard.corpus.judgement import Judgement
from steelyard.errors import InputError, SpecError

PLAIN = [
    "Tom & Jerry <b>&amp;</b> &lt; &#38; &unknown; ]]> --> <!-- &",
    '"double" and \'single\' quotes, ""doubled"", a\\backslash\\n',
    "non-BMP: 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🙂‍↕️, combining e\u0301, right-to-left שלום, 中文，标点。",
    "  leading and trailing spaces  ",
    "\u00a0\u3000other spaces\u2028inside\u0085and outside\u3000",
    '=1+1, \'comma\', system:x, {"json": [1]}, </seg></doc> <seg id="9">',
]
SPECIAL = {
    "line breaks": "one\ntwo\n \nthree",
    "blank lines": "\none\ntwo\r\nthree\r\n\nfour\r\n",
    "tabs": "\ttab\ttab\t",
    "control characters": "\x01 bell\x07 \x0b\x0c\x1f \ufffe\uffff",
    "leading byte order marks": "\ufefftext",
}


def held(texts: list[str | None]) -> HeldTexts:
    return HeldTexts.of(texts, "texts")


def rich(kinds: frozenset[str]) -> Corpus:
    """A corpus with every kind of content in `kinds`."""
    texts = [SPECIAL[kind] for kind in reversed(SPECIAL) if kind in kinds] + PLAIN
    size = len(texts)
    outputs: list[str | None] = [*texts[:-1], ""]
    missing: list[str | None] = [None if n % 3 == 1 else text for n, text in enumerate(texts)]
    systems = {
        "A & B": held(outputs),
        'the "second" one': held(missing if "missing outputs" in kinds else texts),
    }
    if "systems without outputs" in kinds:
        systems["none"] = held([None] * size)
    first: list[str | None] = [None if n == 2 else text for n, text in enumerate(texts)]
    second: list[str | None] = [text if n % 2 else None for n, text in enumerate(reversed(texts))]
    source = [None if n == 0 and "missing sources" in kinds else text for n, text in enumerate(texts)]
    return Corpus(
        systems=systems,
        references=(held(first), held(second), held([*texts])),
        source=held(source) if "source" in kinds else None,
        ids=tuple(f"seg & <{n}>" for n in range(size)) if "ids" in kinds else None,
        facets=facets(size) if "facets" in kinds else {},
        judgements=judgements(kinds),
    )


def facets(size: int) -> dict[str, tuple[str, ...]]:
    # The first document comes back after the second.
    return {
        "document": tuple("a" if n % 4 < 2 else 'b & "c"' for n in range(size)),
        "topic": tuple("" if n % 3 else "<x>" for n in range(size)),
    }


def judgements(kinds: frozenset[str]) -> tuple[Judgement, ...]:
    if "judgements" in kinds:
        return (
            Judgement("A & B", 0, "ann", "adequacy", 4),
            Judgement("A & B", 0, "bob", "adequacy", -0.1),
            Judgement("A & B", 2, "", "score", 1e-7),
            Judgement("someone else", 1, "ann", "fluency", 3),
        )
    if "judgements on sser" in kinds:
        return (
            Judgement("A & B", 0, "ann", "sser", 8),
            Judgement("A & B", 0, "bob", "sser", 7.5),
            *([Judgement("A & B", 0, "bob", "awer", 0.2, weight=5)] if "weights of judgements" in kinds else []),
            Judgement("first reference", 1, "", "sser", 10),
            Judgement("multi reference", 1, "ann", "sser", 9),
        )
    return ()


def common(first: str, second: str) -> frozenset[str]:
    """Kinds of content that both formats carry; "judgements" carries all special ones."""
    kinds = [carries(first), carries(second)]
    both = kinds[0] & kinds[1]
    for one, other in (kinds, reversed(kinds)):
        if "judgements" in one:
            both |= {kind for kind in other if kind.startswith("judgements")}
    return both


Same = Callable[[Corpus, Corpus], None]


@pytest.mark.parametrize(("first", "second"), list(itertools.product(WRITTEN, repeat=2)))
def test_every_pair(tmp_path: Path, same: Same, first: str, second: str) -> None:
    corpus = rich(common(first, second))
    write_or_skip(corpus, one := tmp_path / file_name("one", first))
    same(read(one), corpus)
    # Ids and documents that the first format made up need not fit the second.
    write_or_skip(read(one), two := tmp_path / file_name("two", second), lossy=True)
    same(read(two), corpus)


WILD = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=8)
TAME = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn", "Cf")), max_size=8) | st.sampled_from(PLAIN)


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    size = draw(st.integers(1, 4))
    text = draw(st.sampled_from((TAME, WILD)))
    perhaps = draw(st.sampled_from((text, st.none() | text)))

    def column(cells: st.SearchStrategy[str | None]) -> HeldTexts:
        return held(draw(st.lists(cells, min_size=size, max_size=size)))

    references = tuple(column(st.none() | text) for _ in range(draw(st.integers(0, 3))))
    return Corpus(
        systems={name: column(perhaps) for name in ("a", "b.txt", "ç &")[: draw(st.integers(1, 3))]},
        references=references,
        source=draw(st.none() | st.builds(held, st.lists(perhaps, min_size=size, max_size=size))),
        ids=draw(st.none() | st.permutations([str(n) for n in range(size)]).map(tuple)),
        facets=draw(
            st.dictionaries(
                st.sampled_from(("document", "topic")),
                st.lists(st.sampled_from(("x", "y z")), min_size=size, max_size=size).map(tuple),
            )
        ),
        judgements=tuple(
            draw(
                st.lists(
                    st.builds(
                        Judgement,
                        st.sampled_from(("a", "z")),
                        st.integers(0, size - 1),
                        st.sampled_from(("", "ann")),
                        st.sampled_from(("score", "adequacy")),
                        st.floats(allow_nan=False, allow_infinity=False),
                    )
                )
            )
        ),
    )


@pytest.mark.parametrize("name", WRITTEN)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(corpus=corpora())
def test_any_corpus(tmp_path_factory: pytest.TempPathFactory, same: Same, name: str, corpus: Corpus) -> None:
    """A format gives back what it takes, or says that it cannot take it."""
    path = tmp_path_factory.mktemp("any") / file_name("corpus", name)
    if lost(corpus, carries(name)):
        with pytest.raises(InputError, match="cannot hold"):
            write(corpus, path)
        write_or_skip(corpus, path, lossy=True)
        assert path.exists()
    else:
        write_or_skip(corpus, path)
        same(read(path), corpus)


@pytest.mark.parametrize("name", READ_ONLY)
def test_what_can_only_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(SpecError, match=f"the format '{name}' can only be read; write another, for instance jsonl"):
        write(Corpus.of({"A": ["x"]}), tmp_path / "corpus", name)
