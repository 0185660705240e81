"""Equal to what mteval-v13a.pl and mteval-v14.pl printed, to the four decimals they print."""

from collections import Counter

import steelyard as sy

PRINTED = 0.5e-4 + 1e-9


def notations(version: str, options: str) -> tuple[str, str]:
    """The NIST and BLEU that a version of mteval with some of its options means."""
    given = {"c": "case=keep", "shortest": "length=shortest", "nosmooth": "smoothing=none", "intl": "tokens=intl"}
    words = options.split(".")
    chosen = [given[word] for word in words if word != "default"]
    if version == "14" and "intl" not in words:
        chosen.append("tokens=13a")  # v14 tokenises internationally only when it is told to

    def measure(name: str, foreign: tuple[str, ...]) -> str:
        mine = [option for option in chosen if option.partition("=")[0] not in foreign]
        return f"{name}@mteval-v{'13a' if version == '13a' else '14'}" + (f"({','.join(mine)})" if mine else "")

    # mteval's brevity and smoothing flags are for BLEU; NIST has neither
    return measure("nist", ("length", "smoothing")), measure("bleu", ())


def scored(rows, ted, level: str):
    """(references, version, options) → the scores of both measures."""
    made = {}
    for key in sorted({(row["refs"], row["version"], row["options"]) for row in rows}):
        refs, version, options = key
        systems = {row["system"] for row in rows}
        made[key] = sy.score(ted.outputs(systems), ted.sets(refs), notations(version, options), level=level)
    return made


def test_system_scores(golden, ted, compared):
    rows = golden("mteval_system")
    made = scored(rows, ted, "system")
    worst = 0.0
    for row in rows:
        scores = made[row["refs"], row["version"], row["options"]]
        nist, bleu = notations(row["version"], row["options"])
        apart = scores.value(row["system"], nist) - float(row["NIST"])
        apart_bleu = scores.value(row["system"], bleu) / 100 - float(row["BLEU"])
        worst = max(worst, abs(apart), abs(apart_bleu))
        assert worst < PRINTED, row
    assert len(rows) == 468
    compared("mteval_system", 2 * len(rows), worst)


def test_segment_scores(golden, ted, compared):
    rows = golden("mteval_segment")
    values = {}
    for key, scores in scored(rows, ted, "segment").items():
        for score in scores.scores:
            values[(*key, score.system, score.measure[:4], score.group)] = score.value
    numbers, seen = {}, Counter()
    for index, document in enumerate(ted.documents):
        seen[document] += 1  # mteval counts the segments of each document from 1
        numbers[document, str(seen[document])] = index
    wrong, worst = [], 0.0
    for row in rows:
        name, scale = {"NIST5": ("nist", 1), "BLEU4": ("bleu", 100)}[row["metric"]]
        place = numbers[row["doc"], row["seg"]]
        ours = values[row["refs"], row["version"], row["options"], row["system"], name, place] / scale
        if abs(ours - float(row["score"])) > PRINTED:
            wrong.append((row, ours))
        worst = max(worst, abs(ours - float(row["score"])))
    assert wrong[:5] == [] and len(rows) == 38_088
    compared("mteval_segment", len(rows), worst)
