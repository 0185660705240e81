"""What mt-metrics-eval's golden numbers were made from, and where each of them is stored."""

import gzip
import json
import math

import numpy as np

from steelyard import Corpus
from steelyard.scores.table import score_table

MEASURES = {"bleu": "BLEU", "chrf": "chrF", "ter": "TER"}
KEYS = (
    *(f"synthetic.{gold}.{measure}.seg" for gold in ("gold", "gold_with_none") for measure in ("m1", "m2", "m3")),
    *(f"synthetic.{gold}.{measure}.pce" for gold in ("gold", "gold_with_none") for measure in ("m1", "m2", "m3")),
    *(f"synthetic.gold.{measure}.sys" for measure in ("m1", "m2", "m3")),
    *(
        f"ted.zhen.{reference}.{measure}.{kind}"
        for reference in "AB"
        for measure in MEASURES.values()
        for kind in ("seg", "sys_meanseg", "sys_corpus", "pce")
    ),
)
SIGNIFICANCE = ("synthetic.gold.sig.m2_vs_m1", "synthetic.gold_with_none.sig.m2_vs_m1", "ted.zhen.B.sig.BLEU_vs_chrF")
#: How the numbers of a list are named here.
_PARTS = {"agreement": ("agree", "pairs"), "williams.pearson": ("p", "first", "second")}


def stored(golden, key):
    """Yield entry, name of the number within the entry, number."""
    held = golden[key]
    for entry, found in held.items() if isinstance(held, dict) else [("", held)]:
        if isinstance(found, dict):
            yield from ((entry, part, value) for part, value in found.items())
        elif isinstance(found, list):
            parts = _PARTS.get(entry, ("value", "p", "n")[: len(found)])
            yield from ((entry, part, value) for part, value in zip(parts, found, strict=True))
        else:
            yield entry, "value", found


def synthetic_scores(folder):
    """Return name → system × segment."""
    held = json.loads((folder / "golden/mtme_synthetic.json").read_text("utf-8"))
    shape = held["num_sys"], held["num_items"]
    return {
        name: np.array([math.nan if v is None else v for v in values]).reshape(shape)
        for name, values in held.items()
        if isinstance(values, list)
    }


def ted_scores(folder):
    """Return the scores that were given to mt-metrics-eval with reference B, name → system × segment; TER negated."""
    with gzip.open(folder / "golden/mtme_scores_zhen_B.tsv.gz", "rt", encoding="utf-8") as file:
        head, *lines = [line.rstrip("\n").split("\t") for line in file]
    systems = list(dict.fromkeys(line[0] for line in lines))
    held = {name: np.full((len(systems), 529), math.nan) for name in head[2:]}
    for system, segment, *values in lines:
        for name, value in zip(head[2:], values, strict=True):
            if value not in ("", "None", "nan"):
                held[name][systems.index(system), int(segment)] = float(value)
    held["TER"] = held.pop("minusTER")
    return held


def ted_corpus(ted, reference):
    systems = {name: texts for name, texts in ted.systems.items() if not name.startswith("ref.")}
    return Corpus.of(systems, ted.references[reference], facets={"document": ted.documents})


def text_scores(ted, reference):
    """Return the measures' own scores of the texts, name → (system × segment, systems' own); more is better."""
    made = {}
    for column in score_table(ted_corpus(ted, reference), list(MEASURES)).columns:
        sign = 1 if column.higher_is_better else -1
        made[MEASURES[column.label]] = sign * column.at("segment"), sign * column.at("system").reshape(-1)
        if column.label == "bleu":
            made["counts"] = column.statistics.values
    return made


def as_sacrebleu_rounds(counts):
    """Return sentence BLEU of counts of n-grams in the order of sacreBLEU's operations, to the last bit.

    Logarithms of per cents are added one by one and divided by their number; BLEU here adds weighted logarithms of
    shares. In real numbers the two are the same.
    """
    scores = np.empty(counts.shape[:-1])
    for place in np.ndindex(scores.shape):
        *numbers, tokens, reference = counts[place].tolist()
        matches, totals = numbers[:4], [total for total in numbers[4:] if total]
        halved, logs = 1.0, []
        for match, total in zip(matches, totals, strict=False):
            halved *= 1 if match else 2
            logs.append(math.log(100.0 * match / total if match else 100.0 / (halved * total)))
        brevity = math.exp(1 - reference / tokens) if tokens < reference else 1.0
        scores[place] = brevity * math.exp(sum(logs) / len(logs)) if any(matches) else 0.0
    return scores
