"""What stands between the sentences of a line is read as a line break."""

import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.corpus import read_lines
from steelyard.errors import SpecError


@given(
    lines=st.lists(st.text(st.sampled_from("a <q>é"), max_size=12), min_size=1), mark=st.sampled_from(("<q>", "<", "é"))
)
def test_marks_are_line_breaks_in_every_chunk(lines, mark, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "marked.txt"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    texts, expected = read_lines(path, sentences_at=mark), [line.replace(mark, "\n") for line in lines]
    assert list(texts) == expected
    assert [texts[n] for n in range(len(lines))] == expected
    data, starts, ends = texts.chunk(len(lines) // 2, len(lines))
    assert [data[a:b].decode() for a, b in zip(starts, ends, strict=True)] == expected[len(lines) // 2 :]
    assert texts.blank().tolist() == np.flatnonzero([not text.strip() for text in expected]).tolist()


def test_line_ends_stay_off(tmp_path):
    path = tmp_path / "dos.gz"
    path.write_bytes(gzip.compress(b"a<q>b\r\n<q>c<q>\r\nd"))
    assert list(read_lines(path, ["crlf"], "<q>")) == ["a\nb", "\nc\n", "d"]


@pytest.mark.parametrize("mark", ["", "\n", "a\rb", "\ud800"])
def test_marks_that_cannot_be(tmp_path, mark):
    (tmp_path / "sys.A.txt").write_text("x\n")
    with pytest.raises(SpecError, match=r"^sentences_at "):
        sy.read(tmp_path, sentences_at=mark)


def test_names_of_a_folder_keep_the_mark(tmp_path):
    for name in ("sys.A", "ref.1", "source", "docs", "segids"):
        (tmp_path / f"{name}.txt").write_text("x|y\n")
    corpus = sy.read(tmp_path, sentences_at="|")
    assert corpus.systems["A"][0] == corpus.references[0][0] == corpus.source[0] == "x\ny"
    assert (corpus.ids, corpus.facet("document")) == (("x|y",), ("x|y",))


def test_other_formats_refuse_it(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"references": ["x"], "outputs": {"A": "x"}}\n')
    with pytest.raises(SpecError, match="in the format 'jsonl' write line breaks between sentences"):
        sy.read(tmp_path / "a.jsonl", sentences_at="<q>")
