import re

import steelyard as sy
from steelyard.report import text
from steelyard.report.pages import alignments as alignments_page
from steelyard.report.style import Style
from steelyard.report.terminal import width
from steelyard.scores.alignments import Alignments

PAIR = ("yesterday the cats bought an automobile", "the cat bought a car yesterday")


def page_of(*alignments):
    return alignments_page.render(Alignments(alignments))


def test_text_in_full():
    lines = text.render(sy.align(*PAIR).account()).splitlines()
    assert lines[:10] == [
        "segment 0 of hypothesis, reference 1, the one that counts",
        "meteor 0.7433; mapped 5 of 6 words to 5 of 6 (exact 3, stem~ 1, synonym≈ 1); 3 chunks, 4 crossings",
        "",
        "text       words",
        "----------------------------------------------------------------",
        "output     [1 yesterday] [2 the cats~ bought] an [3 automobile≈]",
        "reference  [2 the cat~ bought] a [3 car≈] [1 yesterday]",
        "stem       cats – cat",
        "synonym    automobile – car",
        "crossing   1 × 2, 1 × 3",
    ]


def test_long_texts_are_wrapped():
    long = sy.align(" ".join(f"word{n} 日本語" for n in range(60)), " ".join(f"word{n}" for n in range(60, 0, -1)))
    lines = text.render(long.account(), Style(width=60)).splitlines()
    assert max(map(width, lines)) <= 60 and len(lines) > 30


def test_a_record_of_each_link():
    table = sy.align(*PAIR).account().rows
    assert table.heads[4:10] == (
        "hypothesis_place", "reference_place", "hypothesis_word", "reference_word", "stage", "chunk",
    )  # fmt: skip
    assert [row[4:10] for row in table.rows][:2] == [
        (0, 5, "yesterday", "yesterday", "exact", 1),
        (1, 0, "the", "the", "exact", 2),
    ]


def test_control_characters_steer_nothing():
    odd = sy.align("a\x1b[31mb c", "c d", "gtm(tokens=none)")
    assert "\x1b" not in text.render(odd.account()) + page_of(odd)


def test_page_draws_every_link_and_says_the_same_in_words():
    one = sy.align(*PAIR)
    page = page_of(one)
    assert len(re.findall("<line ", page)) == 5 and len(re.findall("<polygon ", page)) == 3
    assert [len(re.findall(f'<line class="stage{n}"', page)) for n in range(3)] == [3, 1, 1]
    assert "<td>cats <small>3</small></td><td>cat <small>2</small></td><td>stem</td><td>2</td>" in page
    assert "not mapped in the output: an<" in page and "chunks that cross: 1 × 2, 1 × 3" in page
    assert "default-src 'none'" in page and "light-dark(" in page and one.signature.split("|")[1] in page


def test_texts_are_escaped_and_may_have_no_word():
    page = page_of(sy.align("<b> & x", "x <i>", "gtm(tokens=none)"), sy.align("!", "?", "gtm(tokens=no-punct)"))
    assert "&lt;b&gt;" in page and "<b>" not in page and "<i>" not in page
    assert "undefined" in page
    assert "(no words)" in text.render(sy.align("!", "a", "gtm(tokens=no-punct)").account())
