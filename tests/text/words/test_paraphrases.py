"""Tables of paraphrases: what METEOR's format is, and what is refused."""

import gzip

import pytest

import steelyard as sy
from steelyard.errors import FormatError, InputError, SpecError

TABLE = "0.5\nthe cat\na feline\n1e-3\nsat\nwas sitting\n"
OUTPUTS, REFERENCES = {"A": ["a feline was sitting on it"]}, ["the cat sat on it"]


def scored(path):
    return sy.score(OUTPUTS, REFERENCES, f"meteor@1.5(paraphrases={path})").scores[0]


def test_phrases_are_mapped_packed_or_plain(tmp_path):
    plain, packed, ended = tmp_path / "table", tmp_path / "table.gz", tmp_path / "ended"
    plain.write_text(TABLE)
    packed.write_bytes(gzip.compress(TABLE.encode()))
    ended.write_text(TABLE.rstrip("\n"))
    values = [scored(path) for path in (plain, packed)]
    assert values[0].value == values[1].value == scored(ended).value > scored_without() + 0.3
    digests = [str(value.signature).partition("paraphrases:")[2].partition("|")[0] for value in values]
    assert digests[0].startswith("table#") and digests[0][6:] == digests[1][9:]
    aligned = sy.align(OUTPUTS["A"][0], REFERENCES[0], f"meteor@1.5(paraphrases={plain})")
    assert aligned.matches == {"exact": 2, "stem": 0, "synonym": 0, "paraphrase": 4}
    assert aligned.chunks == 1 and "mapped 6 of 6 words to 5 of 5" in aligned.summary()
    words = [(link.hypothesis, link.reference) for link in aligned.links]
    assert words == [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (5, 4)]


def scored_without():
    return sy.score(OUTPUTS, REFERENCES, "meteor@1.5").scores[0].value


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "line 1: the table is empty"),
        (b"the cat\na feline\n0.5\n", "line 1: expected a number"),
        (b"0.5\na\n", "line 2: the table ends within three lines"),
        (b"0.5\na\n\n", "line 3: expected a phrase"),
        (b"0.5\na\nb\nnan?\n", "line 4: expected a number"),
        (b"0.5\n\xff\nb\n", "line 2: not UTF-8"),
        (b"0.5\na\nb\n0.5\nb\na\n0.5\na\nb\n", "line 8: this phrase and its paraphrase are there already"),
        (b"0.5\n" + b"a " * 33 + b"\nb\n", "line 2: a phrase of more than 32 words"),
        (b"0.5\n" + b"a" * 70_000, "line 2: the line is too long"),
        (gzip.compress(b"PK\0\0", mtime=0), "line 1: expected a number"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, content, message):
    path = tmp_path / "table"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=f"table, {message}.*; expected METEOR's paraphrases: three lines"):
        scored(path)


def test_files_that_cannot_be_read_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"missing: No such file"):
        scored(tmp_path / "missing")
    (tmp_path / "damaged.gz").write_bytes(gzip.compress(TABLE.encode())[:-4])
    with pytest.raises(InputError, match="damaged"):
        scored(tmp_path / "damaged.gz")
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(b"0.5\n" + b" " * (1 << 24)))
    with pytest.raises(FormatError, match="line 2: the line is too long"):
        scored(tmp_path / "bomb.gz")


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("meteor(paraphrases=x)", r"by version=1.5, such as meteor@1.5\(paraphrases=FILE\)"),
        ("meteor@1.5(modules=exact:paraphrase)", "the module paraphrase needs a table"),
        ("meteor@1.5(modules=paraphrase:exact,paraphrases=x)", "must be the last"),
        ("meteor@1.5(weights=1:1:1,paraphrases=x)", "a number from 0 to 1 for each of the modules"),
        ("meteor@1.5(paraphrases=)", "paraphrases= is not possible"),
        ("meteor(unmatched=)", "unmatched= is not possible"),
        ("meteor(unmatched=english,unmatched_by=exakt)", "is none of the modules; did you mean 'exact'"),
        ("meteor@1.5(unmatched=english,unmatched_by=paraphrase,paraphrases=x)", "match phrases, not words"),
        ("meteor(unmatched_by=exact:exact)", "each only once"),
    ],
)
def test_wrong_options(notation, message):
    with pytest.raises(SpecError, match=message):
        sy.parse(notation)
