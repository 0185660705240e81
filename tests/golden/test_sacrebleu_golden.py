"""Equal to what sacreBLEU 2.6.0 printed for every flag combination: corpus, segments and tokens."""

import json
import math

import pytest

import steelyard as sy


def notation(config: str) -> str:
    """The measure that a golden configuration means: bleu.13a.lc.floor=0.5, chrf.c6w2.lc.ws.eps, ter.norm …"""
    family, *parts = config.split(".")
    return {"bleu": bleu, "chrf": chrf, "ter": ter}[family](parts)


def bleu(parts):
    tokens, case, *rest = parts
    options = [f"tokens={tokens}", f"case={'fold' if case == 'lc' else 'keep'}"]
    if rest[-1].startswith("maxn"):
        options.append(f"order={rest.pop()[4:]}")
    smoothing, _, value = ".".join(rest).partition("=")
    options += [f"smoothing={smoothing}", *([f"smoothing_value={value}"] if value else [])]
    return f"bleu({','.join(options)})"


def chrf(parts):
    words = {"lc": "case=fold", "ws": "whitespace=true", "eps": "smoothing=eps"}
    options = [words.get(part, f"beta={part[4:]}") for part in parts[1:] if part != "mixed"]
    return f"chrf({','.join([f'chars={parts[0][1]}', f'words={parts[0][3]}', *options])})"


def ter(parts):
    words = {"cs": "case=keep", "norm": "normalised=true", "nopunct": "punctuation=false"}
    return f"ter({','.join(words[part] for part in parts if part != 'default')})"


@pytest.fixture(scope="module")
def corpus_rows(golden):
    return golden("sacrebleu_corpus")


@pytest.fixture(scope="module")
def scored(corpus_rows, ted):
    """Reference sets → scores of all configurations, made once."""
    labels = [notation(config) for config in sorted({row["config"] for row in corpus_rows})]
    made = {}
    for refs in ("A", "B", "AB"):
        systems = {row["system"] for row in corpus_rows if row["refs"] == refs}
        made[refs] = sy.score(ted.outputs(systems), ted.sets(refs), labels)
    return made


def test_corpus_scores(corpus_rows, scored, compared):
    assert len(corpus_rows) == 3362
    wrong = [
        (row, ours)
        for row in corpus_rows
        if not math.isclose(
            ours := scored[row["refs"]].value(row["system"], notation(row["config"])),
            float(row["score"]), rel_tol=1e-9, abs_tol=1e-12,
        )
    ]  # fmt: skip
    assert wrong == []
    ours = (scored[row["refs"]].value(row["system"], notation(row["config"])) for row in corpus_rows)
    worst = max(abs(value - float(row["score"])) for value, row in zip(ours, corpus_rows, strict=True))
    compared("sacrebleu_corpus", len(corpus_rows), worst)


def sums_of(scores, label, system):
    one = next(s for s in scores.statistics if s.label == label)
    return dict(zip(one.fields, one.sums()[one.systems.index(system)].tolist(), strict=True))


def test_corpus_counts(corpus_rows, scored, compared):
    """n-gram counts and lengths, or edits and reference length, are equal."""
    checked = counts = 0
    for row in corpus_rows:
        detail = json.loads(row["detail"])
        sums = sums_of(scored[row["refs"]], notation(row["config"]), row["system"])
        if row["config"].startswith("bleu"):
            # what sacreBLEU calls counts has been smoothed in place by add-k: from order 2 on, k more
            added = (
                sy.parse(notation(row["config"]))._added() if "add-k" in row["config"] else [0] * len(detail["counts"])
            )
            matches = [sums[f"matches_{n}"] + k for n, k in enumerate(added, 1)]
            totals = [sums[f"ngrams_{n}"] + k for n, k in enumerate(added, 1)]
            assert (matches, totals) == (detail["counts"], detail["totals"]), row
            assert (sums["hypothesis_tokens"], sums["reference_tokens"]) == (detail["sys_len"], detail["ref_len"]), row
            counts += 2 * len(matches) + 2
        elif row["config"].startswith("ter"):
            assert sums["edits"] == detail["num_edits"], row
            assert sums["reference_tokens"] == pytest.approx(detail["ref_length"], rel=1e-12), row
            counts += 2
        checked += 1
    assert checked == len(corpus_rows)
    compared("sacrebleu_corpus", counts)


def test_segment_scores(golden, scored, compared):
    rows = golden("sacrebleu_sentence")
    assert len(rows) == 266_616
    values = {
        (refs, score.system, score.measure, score.group): score.value
        for refs, scores in scored.items()
        for score in scores.at("segment").scores
    }
    labels = {config: notation(config) for config in {row["config"] for row in rows}}
    wrong, worst = [], 0.0
    for row in rows:
        ours = values[row["refs"], row["system"], labels[row["config"]], int(row["seg"])]
        expected = float(row["score"])  # printed with ten digits
        if abs(ours - expected) > max(5.1e-9, 1e-9 * abs(expected)):
            wrong.append((row, ours))
        worst = max(worst, abs(ours - expected))
    assert wrong[:5] == []
    compared("sacrebleu_sentence", len(rows), worst)


@pytest.mark.parametrize(("name", "config"), [("bleu", "bleu.13a.mixed.exp"), ("chrf", "chrf.c6w0.mixed"),
                                              ("chrf++", "chrf.c6w2.mixed"), ("ter", "ter.default")])  # fmt: skip
def test_presets(corpus_rows, ted, name, config):
    """What the names of the presets give is what the configurations above are compared for."""
    rows = [row for row in corpus_rows if (row["config"], row["refs"]) == (config, "AB")]
    scores = sy.score(ted.outputs(row["system"] for row in rows), ted.sets("AB"), f"{name}@sacrebleu")
    for row in rows:
        assert scores.value(row["system"], f"{name}@sacrebleu") == pytest.approx(float(row["score"]), rel=1e-9)
    assert len(rows) == 13


def test_means_of_sentence_bleu(golden, ted, compared):
    rows = [row for row in golden("sacrebleu_sentence") if row["config"] == "bleu.13a.mixed.exp"]
    by_system = {}
    for row in rows:
        by_system.setdefault((row["refs"], row["system"]), []).append(float(row["score"]))
    assert {len(scores) for scores in by_system.values()} == {529}
    worst = 0.0
    for (refs, system), scores in by_system.items():
        ours = sy.score(ted.outputs([system]), ted.sets(refs), "sentence-bleu@sacrebleu").scores[0].value
        worst = max(worst, abs(ours - sum(scores) / 529))
    assert worst < 1e-8  # of means of ten digits each
    compared("sacrebleu_sentence", len(by_system), worst)
