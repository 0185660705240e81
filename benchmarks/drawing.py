"""Commands that draw again and again, more often than anyone would wait for, and what they read."""

from __future__ import annotations

import random
from pathlib import Path

_SYSTEMS, _SEGMENTS, _WORDS = 12, 500, 20
_CORPUS = "--corpus corpus.jsonl"
_PEOPLE = f"{_CORPUS} --human human.tsv"
_META = f"meta {_PEOPLE} --resamples 1000000 --trials 1000000"
_MEASURES = "-m bleu -m chrf -m rouge-l"

#: Name → arguments of the command line.
COMMANDS = {
    "score by NIST": "score long.txt -r long.txt -m nist",
    "score with intervals": f"score {_CORPUS} --intervals --resamples 1000000",
    "compare": f"compare {_CORPUS} --trials 10000000",
    "compare by bootstrap": f"compare {_CORPUS} --test bootstrap --resamples 1000000",
    "ranks": f"ranks {_CORPUS} -m bleu --resamples 1000000",
    "power": f"power {_CORPUS} -m bleu --pair s0 s1 --simulations 1000000",
    "corroborate": f"corroborate {_CORPUS} --trials 10000000 --resamples 1000000",
    "meta, systems": f"{_META} --level system --coefficient kendall",
    "meta, pooled": f"{_META} --level segment:pooled --coefficient kendall",
    "meta, pooled Pearson": f"{_META} --level segment:pooled --coefficient pearson",
    "meta, items": f"{_META} --level segment:item --coefficient spearman --over both",
    "meta, calibrated": f"{_META} --level segment:pooled --coefficient accuracy-calibrated",
    "meta, calibrated items": f"{_META} --level segment:item --coefficient accuracy-calibrated",
    "meta, soft accuracy": f"{_META} --level system --coefficient soft-accuracy",
    "meta, significance": f"{_META} --level system --level segment:item --coefficient pearson --significance",
    "meta, prediction": f"{_META} --level system --coefficient pearson --with prediction",
    "meta, sets": f"meta {_PEOPLE} {_MEASURES} --level system --with reliability --with qarla --with orange",
    "sweep": f"sweep {_PEOPLE} --dimension quality -m esk --vary d=1,2,3,4 --vary decay=0.01:1:0.01 --level segment",
    "agree": "agree human.tsv --dimension quality --resamples 1000000",
    "study dorr-2005": f"study dorr-2005 {_PEOPLE} --dimension quality --simulations 1000000",
    "study hirao-2005": f"study hirao-2005 {_PEOPLE} --dimension quality --simulations 1000000",
    "study murray-2005": f"study murray-2005 {_PEOPLE} --dimension quality --trials 1000000",
    "study qarla-2005": f"study qarla-2005 {_PEOPLE} --simulations 1000000",
    "study riezler-maxwell-2005": f"study riezler-maxwell-2005 {_CORPUS} --simulations 1000000 --trials 1000000",
    "study banerjee-lavie-2005": f"study banerjee-lavie-2005 {_PEOPLE} --dimension quality --trials 1000000",
}


def write_corpus(home: Path) -> None:
    """Write a corpus of systems with three references and documents, three assessors' scores, and a long text."""
    import steelyard as sy

    source = random.Random(1)
    types = [f"w{n}" for n in range(400)]
    true = [[source.choice(types) for _ in range(_WORDS)] for _ in range(_SEGMENTS)]

    def noisy(share: float) -> list[str]:
        return [" ".join(word if source.random() > share else source.choice(types) for word in row) for row in true]

    corpus = sy.Corpus.of(
        {f"s{n}": noisy(0.2 + n / 40) for n in range(_SYSTEMS)},
        {name: noisy(0.1) for name in "abc"},
        ids=[f"i{n}" for n in range(_SEGMENTS)],
        facets={"document": [f"d{n // 10}" for n in range(_SEGMENTS)]},
    )
    sy.write(corpus, home / "corpus.jsonl")
    lines = ["system\tseg\tassessor\tdimension\tscore"]
    for system in range(_SYSTEMS):
        for segment in range(_SEGMENTS):
            for assessor in ("ann", "bob", "eve"):
                for dimension in ("quality", "fluency"):
                    score = round(80 - 2 * system + source.gauss(0, 10))
                    lines.append(f"s{system}\ti{segment}\t{assessor}\t{dimension}\t{score}")
    (home / "human.tsv").write_text("\n".join(lines) + "\n")
    words = [f"v{n}" for n in range(50_000)]
    with (home / "long.txt").open("w") as long:
        for _ in range(2_500):
            long.write(" ".join(source.choices(words, k=2_000)) + "\n")
