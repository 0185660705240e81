import re

import steelyard as sy
from steelyard.report import alignment_html, alignment_text
from steelyard.report.text import width

PAIR = ("yesterday the cats bought an automobile", "the cat bought a car yesterday")


def test_text_in_full():
    shown = alignment_text.render([sy.align(*PAIR)]).splitlines()
    assert shown[:8] == [
        "segment 0 of hypothesis, reference 1, the one that counts",
        "meteor 0.7433; mapped 5 of 6 words to 5 of 6 (exact 3, stem~ 1, synonym≈ 1); 3 chunks, 4 crossings",
        "  output     [1 yesterday] [2 the cats~ bought] an [3 automobile≈]",
        "  reference  [2 the cat~ bought] a [3 car≈] [1 yesterday]",
        "  stem       cats – cat",
        "  synonym    automobile – car",
        "  crossing   1 × 2, 1 × 3",
        "",
    ]


def test_long_texts_are_wrapped_and_colours_take_no_place():
    long = sy.align(" ".join(f"word{n} 日本語" for n in range(60)), " ".join(f"word{n}" for n in range(60, 0, -1)))
    plain = alignment_text.render([long], 60).splitlines()[:-1]
    assert max(map(width, plain)) <= 60 and len(plain) > 30
    assert plain[1].startswith("meteor ") and plain[2].startswith("    ") and plain[2][4] != " "
    coloured = alignment_text.render([long], 60, colour=True)
    assert "\x1b[32m" in coloured and re.sub(r"\x1b\[\d*m", "", coloured) == alignment_text.render([long], 60)


def test_control_characters_steer_nothing():
    odd = sy.align("a\x1b[31mb c", "c d", "gtm(tokens=none)")
    assert "\x1b" not in alignment_text.render([odd]) + alignment_html.render([odd])


def test_page_draws_every_link_and_says_the_same_in_words():
    one = sy.align(*PAIR)
    page = alignment_html.render([one])
    assert len(re.findall("<line ", page)) == 5 and len(re.findall("<polygon ", page)) == 3
    assert [len(re.findall(f'<line class="stage{n}"', page)) for n in range(3)] == [3, 1, 1]
    assert "<td>cats <small>3</small></td><td>cat <small>2</small></td><td>stem</td><td>2</td>" in page
    assert "not mapped in the output: an<" in page and "chunks that cross: 1 × 2, 1 × 3" in page
    assert "default-src 'none'" in page and "light-dark(" in page and one.signature.split("|")[1] in page


def test_texts_are_escaped_and_may_have_no_word():
    page = alignment_html.render(
        [sy.align("<b> & x", "x <i>", "gtm(tokens=none)"), sy.align("!", "?", "gtm(tokens=no-punct)")]
    )
    assert "&lt;b&gt;" in page and "<b>" not in page and "<i>" not in page
    assert "undefined" in page
    assert "(no words)" in alignment_text.render([sy.align("!", "a", "gtm(tokens=no-punct)")])
