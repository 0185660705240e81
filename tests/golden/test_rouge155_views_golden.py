"""Views against ROUGE-1.5.5.pl: what its -m, -s, -l and -b leave of a text, seen through ROUGE-1 and ROUGE-2.

Golden numbers: golden/rouge155_document.tsv.gz (ROUGE-1.5.5.pl -a -d, SPL format, one sentence per line). Recall and
precision of n-grams, counted here, tell which tokens the script kept and which of them it took for the same.
"""

import gzip
import json
from collections import Counter

import pytest

from steelyard.corpus import HeldTexts
from steelyard.text import ChunkViews, View

STEMMED, STOPPED = {"stem": "rouge-1.5.5"}, {"stop": "rouge-1.5.5"}
VARIANTS = {
    "base": {},
    "m": STEMMED,
    "s": STOPPED,
    "ms": STEMMED | STOPPED,
    "l100": {"words": 100},
    "m.l100": STEMMED | {"words": 100},
    "m.l20": STEMMED | {"words": 20},
    "m.b665": STEMMED | {"bytes": 665},
}


@pytest.fixture(scope="module")
def golden(shared):
    """Variant → (measure, system, document) → recall and precision, of the REALSumm documents."""
    rows = {variant: {} for variant in VARIANTS}
    with gzip.open(shared / "golden/rouge155_document.tsv.gz", "rt", encoding="utf-8") as file:
        for line in file:
            dataset, variant, measure, system, document, recall, precision, _ = line.split("\t")
            if dataset == "realsumm-abs30" and variant in rows and measure in ("ROUGE-1", "ROUGE-2"):
                rows[variant][int(measure[-1]), system, int(document)] = recall, precision
    return rows


@pytest.fixture(scope="module")
def views(shared):
    """The first 30 documents; sentences end in line feeds."""
    folder, texts = shared / "data/realsumm-abs", {}
    for name in ("refs", "systems"):
        for record in map(json.loads, (folder / f"{name}.jsonl").read_text("utf-8").splitlines()):
            system = record["system"].removesuffix(".txt").replace("_out", "")
            texts.setdefault(system, {})[int(record["doc"])] = "\n".join(record["sentences"])
    first = sorted(texts["ref"])[:30]
    chunks = {name: HeldTexts.of([held[n] for n in first], name).chunk(0, 30) for name, held in texts.items()}
    return ChunkViews([chunks.pop("ref")], chunks)


@pytest.mark.parametrize("variant", VARIANTS)
def test_views_keep_what_rouge_155_keeps(variant, golden, views, shared):
    view = View("rouge", **VARIANTS[variant], data=str(shared / "data/rouge-1.5.5"))
    assert golden[variant]
    wrong = []
    for (order, system, document), expected in golden[variant].items():
        batch = views.batch(system)
        model, peer = (ngrams(t.row(document), order) for t in (*batch.references(view), batch.hypotheses(view)))
        found = tuple(f"{(model & peer).total() / max(text.total(), 1):.5f}" for text in (model, peer))
        if found != expected:
            wrong.append((order, system, document, found, expected))
    assert not wrong


def ngrams(row, order):
    return Counter(zip(*(row[n:] for n in range(order)), strict=False))
