"""Equal to sacreBLEU, run on random texts: all its measures with all their options, and its tokenisers."""

import dataclasses
import unicodedata

import pytest

from golden.test_peers import BLEU, CHRF, TER
from peers.comparing import COUNTS, differing, scores
from peers.hostile_texts import cases
from steelyard import _core
from steelyard.corpus import HeldTexts

sacrebleu = pytest.importorskip("sacrebleu", reason="skipped: comparison with sacreBLEU, which is not installed")
regex = pytest.importorskip("regex", reason="skipped: comparison with sacreBLEU, which needs regex")
from sacrebleu.tokenizers import (  # noqa: E402
    tokenizer_13a,
    tokenizer_char,
    tokenizer_intl,
    tokenizer_none,
    tokenizer_ter,
    tokenizer_zh,
)

#: Of so many cases the score of the whole is compared, too.
WHOLE = 200


def known_to_both(text: str) -> str:
    """The text, but signs and numbers that `regex` knows and Unicode 14 does not are private characters instead."""
    newer = (c for c in set(text) if unicodedata.category(c) == "Cn" and regex.match(r"[\p{P}\p{S}\p{N}]", c))
    return text.translate({ord(c): 0xF0000 + ord(c) % 0xFFF0 for c in newer})


def known(case):
    references = tuple(known_to_both(text) for text in case.references)
    return dataclasses.replace(case, output=known_to_both(case.output), references=references)


def shared(count, options):
    """In the default run measures with options have a part of the texts each."""
    return count if count > 2000 or options in ({}, {"word_order": 2}) else count // 5


def corpus_score(peer, drawn):
    sets = [[([*case.references, None, None])[n] for case in drawn] for n in range(3)]
    return peer.corpus_score([case.output for case in drawn], sets).score


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("label", "options"), [*BLEU, *CHRF], ids=[label for label, _ in (*BLEU, *CHRF)])
def test_bleu_and_chrf(label, options, count):
    drawn = cases(shared(count, options), label)
    theirs = [known(case) for case in drawn] if "intl" in label else drawn
    kind = sacrebleu.BLEU if label.startswith("bleu") else sacrebleu.CHRF
    of_sentence = {"effective_order": True} if kind is sacrebleu.BLEU else {}
    peer = kind(**(options | of_sentence))
    each = [peer.sentence_score(case.output, list(case.references)).score for case in theirs]
    assert differing(scores(drawn, label)[label], each, drawn)[:3] == []
    whole = corpus_score(kind(**options), theirs[:WHOLE])
    assert scores(drawn[:WHOLE], label, "system")[label] == pytest.approx([whole], rel=1e-9)


class NormalisedOnce(sacrebleu.TER):
    """Its TER, but references are not normalised a second time, as there."""

    def _extract_reference_info(self, refs):
        return {"ref_words": [text.split() for text in refs]}


@pytest.mark.parametrize(("label", "options"), TER, ids=[label for label, _ in TER])
@pytest.mark.parametrize(("count", "longest"), [(2000, 6), pytest.param(20_000, 30, marks=pytest.mark.long)])
def test_ter(label, options, count, longest):
    # sacreBLEU's search takes long: options have a part of the texts each in the long run, too.
    drawn = cases(count if options == {} else count // 5, label, longest)
    theirs, once = sacrebleu.TER(**options), NormalisedOnce(**options)
    cut = theirs.tokenizer

    def peer(case):
        """sacreBLEU itself, wherever normalising a reference again changes nothing."""
        texts = [cut(text.rstrip()) for text in case.references]
        return theirs if all(cut(text) == text for text in texts) else once

    each = [peer(case).sentence_score(case.output, list(case.references)).score for case in drawn]
    assert differing(scores(drawn, label)[label], each, drawn)[:3] == []
    assert sum(peer(case) is theirs for case in drawn) > 0.95 * len(drawn)
    some = [case for case in drawn[:WHOLE] if peer(case) is theirs]
    whole = corpus_score(theirs, some)
    assert scores(some, label, "system")[label] == pytest.approx([whole], rel=1e-9)


def test_a_reference_normalised_twice():
    """What docs/comparison.md says of it: sacreBLEU does not find a text equal to itself then."""
    text = "| U.S..5 U.S..5"
    (case,) = cases(1, "")
    case = dataclasses.replace(case, output=text, references=(text,))
    label = "ter@sacrebleu(normalised=true)"
    assert scores([case], label)[label] == [0.0]
    assert sacrebleu.TER(normalized=True).sentence_score(text, [text]).score > 0


TERCOM = tokenizer_ter.TercomTokenizer
#: Ours, whether case is folded, and sacreBLEU's.
TOKENISERS = [
    ("13a", False, tokenizer_13a.Tokenizer13a()),
    ("intl", False, tokenizer_intl.TokenizerV14International()),
    ("zh", False, tokenizer_zh.TokenizerZh()),
    ("char", False, tokenizer_char.TokenizerChar()),
    ("none", False, tokenizer_none.NoneTokenizer()),
    ("tercom", True, TERCOM()),
    ("tercom-norm", True, TERCOM(normalized=True)),
    ("tercom-norm", False, TERCOM(normalized=True, case_sensitive=True)),
    ("tercom-norm-asian", True, TERCOM(normalized=True, asian_support=True)),
    ("tercom-norm-nopunct", True, TERCOM(normalized=True, no_punct=True)),
    ("tercom-norm-nopunct-asian", True, TERCOM(normalized=True, no_punct=True, asian_support=True)),
    ("tercom-nopunct", True, TERCOM(no_punct=True)),
    ("tercom-nopunct-asian", True, TERCOM(no_punct=True, asian_support=True)),
]


@pytest.mark.parametrize("count", COUNTS)
def test_tokens(count):
    texts = [text for case in cases(count, "tokens") for text in (case.output, *case.references)]
    chunk = HeldTexts.of(texts, "texts").chunk(0, len(texts))
    for name, fold, theirs in TOKENISERS:
        vocabulary = _core.Vocabulary()
        rows = _core.tokenise(*chunk, name, fold, vocabulary)
        types = vocabulary.types()
        wrong = []
        for number, text in enumerate(texts):
            ours = [types[i] for i in rows.row(number)]
            if name == "intl" and known_to_both(text) != text:
                ours, text = [known_to_both(token) for token in ours], known_to_both(text)
            wrong += [text] * (ours != theirs(text.rstrip()).split())
        assert wrong[:3] == [], name
