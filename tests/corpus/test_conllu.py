import gzip

import pytest

from steelyard.corpus.conllu import read_conllu
from steelyard.corpus.sentences import Sentence, Span
from steelyard.errors import FormatError


def line(number, form, head="_", misc="_", lemma="_", pos="_", tag="_", relation="_"):
    return "\t".join([str(number), form, lemma, pos, tag, "_", str(head), relation, "_", misc]) + "\n"


DOG = line(1, "dogs", 2, "_", "dog", "NOUN", "NNS", "nsubj") + line(2, "bark", 0, "_", "bark", "VERB", "VBP", "root")


@pytest.fixture
def read(tmp_path):
    def of(text, accept=()):
        path = tmp_path / "trees.conllu"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_conllu(path, accept)

    return of


def test_a_sentence(read):
    assert read(DOG) == [
        (
            "dogs bark",
            (
                Sentence(
                    words=("dogs", "bark"),
                    lemmas=("dog", "bark"),
                    pos=("NOUN", "VERB"),
                    tags=("NNS", "VBP"),
                    heads=(1, -1),
                    relations=("nsubj", "root"),
                ),
            ),
            None,
        )
    ]


def test_sentences_are_segments(read):
    found = read(f"# newdoc\n# sent_id = 1\n{DOG}\n \n# newpar\n\n{DOG}\n")
    assert [text for text, _, _ in found] == ["dogs bark", "dogs bark"]


def test_named_segments(read):
    found = read(f"# segment = a b\n{DOG}\n{DOG}\n# segment=a b\n{DOG}\n# segment = c\n\n#segment = d \n{DOG}")
    assert [(name, len(sentences)) for _, sentences, name in found] == [("a b", 3), ("c", 0), ("d", 1)]
    assert [text for text, _, _ in found] == ["dogs bark dogs bark dogs bark", "", "dogs bark"]


def test_text_of_the_comment(read):
    assert read(f"# text = Dogs  bark! \n{DOG}")[0].text == "Dogs  bark!"
    assert read(f"# text =\n{DOG}")[0].text == "dogs bark"
    assert read(f"# text_en = no\n{DOG}")[0].text == "dogs bark"


def test_text_of_the_words(read):
    words = line("1-2", "vámonos", misc="SpaceAfter=No") + line(1, "vamos") + line(2, "nos") + line("2.1", "ghost")
    words += line(3, "!", misc="A=b|SpaceAfter=No")
    words += line("4-5", "al") + line(4, "a", misc="SpaceAfter=No") + line(5, "el")
    ((text, (sentence,), _),) = read(words)
    assert text == "vámonos!al"
    assert sentence.words == ("vamos", "nos", "!", "a", "el")


def test_text_of_a_segment_without_spaces(read):
    words = line(1, "好", misc="SpaceAfter=No")
    assert read(f"# segment = 1\n{words}\n# text = 好\n{words}\n{line(1, 'x')}")[0].text == "好好x"


def test_what_is_unknown_for_all_words_of_a_file_is_no_layer(read):
    ((_, (sentence,), _),) = read(line(1, "a"))
    assert sentence == Sentence(("a",))
    first, second = read(line(1, "a", tag="DT") + "\n" + line(1, "b"))
    assert (first.sentences[0].tags, second.sentences[0].tags) == (("DT",), ("_",))
    assert second.sentences[0].lemmas == ()


def test_several_roots(read):
    assert read(line(1, "a", 0) + line(2, "b", 0))[0].sentences[0].heads == (-1, -1)


def test_entities(read):
    marks = ["B-PER", "I-PER", "B-PER", "O", "I-ORG", "I-LOC", "_", "B-LOC"]
    text = "".join(line(i, "w", misc=f"Entity={mark}" if mark != "_" else "X=1") for i, mark in enumerate(marks, 1))
    first, second = read(text + "\n" + line(1, "w"))
    assert first.sentences[0].entities == (
        Span("PER", 0, 2), Span("PER", 2, 3), Span("ORG", 4, 5), Span("LOC", 5, 6), Span("LOC", 7, 8)
    )  # fmt: skip
    assert second.sentences[0].entities == ()


def test_entities_of_coreference_are_passed_over(read):
    text = line(1, "a", misc="Entity=(1-person") + line(2, "b", misc="Entity=1)")
    assert read(text)[0].sentences[0].entities is None


def test_senses(read):
    text = line(1, "bank", misc="SpaceAfter=No|Sense=bank.n.01") + line(2, "is")
    assert read(text)[0].sentences[0].senses == ("bank.n.01", "")


def test_gzip(tmp_path):
    path = tmp_path / "x.conllu.gz"
    path.write_bytes(gzip.compress(DOG.encode()))
    assert read_conllu(path)[0].text == "dogs bark"


def test_a_long_sentence(read):
    text = "".join(line(i, "w", i - 1) for i in range(1, 3001))
    assert read(text)[0].sentences[0].heads[-1] == 2998


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "trees.conllu: no sentences; expected CoNLL-U"),
        ("# text = a\n\n", "trees.conllu: no sentences"),
        ("1 a b c d e f g h i\n", "line 1: 1 columns; expected 10 with tabs"),
        (DOG + "3\tx\t_\n", "line 3: 3 columns; expected 10"),
        (line(1, ""), "line 1: FORM is empty; write _"),
        (line(2, "a"), "line 1: ID is '2'; expected 1"),
        (DOG + DOG, "line 3: ID is '1'; expected 3, .* an empty line"),
        (line("x", "a"), "line 1: ID is 'x'; expected 1"),
        (line(1, "a") + line("0.1", "a"), "line 2: ID is '0.1'; expected 2"),
        (line("2-3", "a"), "line 1: ID is '2-3'"),
        (line("1-0", "a"), "line 1: ID is '1-0'"),
        (line("1-3", "a") + line(1, "a") + line("2-3", "a"), "line 3: ID is '2-3'"),
        (line("1-2", "ab") + line(1, "a"), "line 1: a multiword token up to word 2 in a sentence of 1"),
        (DOG.replace("\t2\t", "\t3\t"), "line 1: HEAD is '3'; expected the ID of one of the 2 words"),
        (DOG.replace("\t2\t", "\t-1\t"), "line 1: HEAD is '-1'"),
        (DOG.replace("\t2\t", "\tx\t"), "line 1: HEAD is 'x'"),
        (DOG.replace("\t2\t", "\t_\t"), "line 1: HEAD is _, but other words have one"),
        ("\n" + DOG.replace("\t0\t", "\t1\t"), "line 2: in the sentence that begins here no word is a root"),
        (DOG + line(3, "x", 4) + line(4, "y", 3), "begins here the dependencies of 'x' run in a circle"),
        (line(1, "a", misc="Entity=PER"), "line 1: Entity is 'PER'; expected B-LABEL, I-LABEL or O"),
        (f"{DOG}\n# segment = a\n{DOG}", "line 1: a sentence before the first '# segment ='"),
        (f"#segment=a\n{DOG}\n#segment=b\n{DOG}\n#segment=a\n{DOG}", "line 9: segment 'a' again, after another one"),
        (DOG.replace("\n", "\r\n"), r'line 1: ends in CRLF; .* accept=\["crlf"\]'),
        ("\ufeff" + DOG, r'line 1: starts with a byte order mark; .* accept=\["bom"\]'),
        (DOG.encode() + b"\xff", "line 3, byte 1: not valid UTF-8"),
    ],
)
def test_refusals(read, text, message):
    with pytest.raises(FormatError, match=message):
        read(text)


def test_what_may_be_accepted(read):
    assert read("\ufeff" + DOG.replace("\n", "\r\n") + "\r\n", accept=("bom", "crlf")) == read(DOG)


def test_a_comment_of_nothing_but_blanks_names_no_segment(read):
    (sentence,) = read(f"# segment = {' ' * 1_000_000}\n{DOG}")
    assert sentence[2] is None
