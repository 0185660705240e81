"""A Python function as a measure, wherever a measure is taken."""

import json
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from click.testing import CliRunner

import steelyard as sy
from steelyard import plugins
from steelyard.cli import main
from steelyard.cli import steelyard as commands
from steelyard.errors import InputError, SpecError
from steelyard.loading import digest_of
from steelyard.measures.notation import parse_stored

MINE = '''
from dataclasses import dataclass
from typing import ClassVar

from steelyard.measures.kinds.base import Mean, TokenMeasure, option
from steelyard.measures.wer import Wer


def recall(output, references):
    """Share of the first reference's words."""
    words = references[0].split()
    return sum(word in output.split() for word in words) / len(words)


def miss(output, references):
    return 1 - recall(output, references)


def half(outputs, references):
    return [0.5 for _ in outputs]


def sometimes(output, references):
    return None if output.startswith("a") else 1


def raises(output, references):
    raise ValueError("no model")


def words(output, references):
    return "three"


def prints(output, references):
    print("psst")
    return 1


@dataclass(frozen=True, kw_only=True)
class Letters(Wer):
    """WER times a factor."""

    name: ClassVar[str] = "letters"
    presets: ClassVar = {"twice": {"factor": 2}}
    factor: int = option(1, "of the score")

    def score(self, sums):
        return self.factor * super().score(sums)
'''
OUTPUTS = {"A": ["the cat sat", "a dog ran"], "B": ["the cat", "the dog"]}
REFERENCES = ["the cat sat down", "the dog ran"]


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    for name, texts in {**OUTPUTS, "ref": REFERENCES}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return tmp_path


def score(*measures, **options):
    return sy.score(OUTPUTS, REFERENCES, measures, **options)


def test_a_function_is_the_mean_of_its_segment_values(mine):
    scores = score("mine.py:recall", level="segment")
    assert [one.value for one in scores.scores] == [3 / 4, 2 / 3, 2 / 4, 2 / 3]
    assert scores.at("system").value("A", "mine.py:recall") == pytest.approx(np.mean([3 / 4, 2 / 3]))


def test_the_signature_has_the_digest_of_the_file(mine):
    digest = digest_of((mine / "mine.py").read_bytes())
    signature = score("mine.py:recall").scores[0].signature
    assert signature.startswith(f"mine.py:recall|better:higher|batch:false|plugin:mine.py#{digest}|references:1|")
    assert f"|plugin:mine.py#{digest}|" in score("mine.py:Letters").scores[0].signature


@pytest.mark.parametrize(
    "notation",
    ["mine.py:recall", "mine.py:miss(better=lower)", "mine.py:half(batch=true,low=0,high=1)", "./mine.py:recall",
     "mine.py:Letters", "mine.py:letters(tokens=char)", "mine.py:Letters@twice", "mine.py:Letters@twice(tokens=char)"],
)  # fmt: skip
def test_notation_means_the_measure(mine, notation):
    measure = sy.parse(notation)
    assert str(measure) == notation and sy.parse(str(measure)) == measure
    assert measure.at_level("segment") == measure


def test_a_class_takes_part_with_options_and_presets(mine):
    labels = ["wer", "mine.py:Letters", "mine.py:Letters@twice", "mine.py:Letters(factor=3)"]
    first, *others = (score(*labels).value("A", label) for label in labels)
    assert others == [first, 2 * first, 3 * first]
    with pytest.raises(SpecError, match=r"letters has no option 'facto'; did you mean 'factor'\?"):
        sy.parse("mine.py:Letters(facto=3)")


def test_functions_of_python(mine):
    def overlap(output, references):
        return float(output in references)

    scores = score(overlap, sy.as_measure(overlap, "unlike", better="lower", low=0, high=1), "bleu")
    assert scores.measures == ("overlap", "unlike", "bleu") and scores.value("A", "overlap") == 0
    assert [one.measure.higher_is_better for one in scores.statistics] == [True, False, True]
    assert scores.statistics[1].measure.bounds == (0, 1)
    assert "|plugin:test_function.py#" in scores.scores[0].signature
    assert sy.score(OUTPUTS, REFERENCES, overlap).measures == ("overlap",)
    with pytest.raises(SpecError, match="is no measure; give its notation, for instance 'bleu'"):
        score(3)


def test_undefined_values_have_no_part(mine):
    (one, _) = score("mine.py:sometimes").scores
    assert one.value == 1 and "1 of 2 segments are undefined" in one.notice


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("raises", "mine.py:raises, segment 0: the function failed: ValueError: no model"),
        ("words", "mine.py:words, segment 0: the function gave 'three'; expected a number"),
        ("prints", "mine.py:prints printed 'psst\\n' on standard output"),
        ("recall(batch=true)", "mine.py:recall failed on all 2 texts at once: AttributeError"),
        ("half", "mine.py:half, segment 0: the function gave [0.5"),
    ],
)
def test_faults_are_one_line(mine, capsys, name, said):
    with pytest.raises(InputError) as raised:
        score(f"mine.py:{name}")
    assert str(raised.value).startswith(said)
    assert main(["score", "A.txt", "-r", "ref.txt", "-m", f"mine.py:{name}"]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1


COMMANDS = {
    "score": ("score", "A.txt", "B.txt", "-r", "ref.txt"),
    "compare": ("compare", "A.txt", "B.txt", "-r", "ref.txt", "--trials", "20"),
    "ranks": ("ranks", "A.txt", "B.txt", "-r", "ref.txt", "--resamples", "20"),
    "axioms": ("axioms", "--probes", "4"),
    "meta": ("meta", "A.txt", "B.txt", "-r", "ref.txt", "--human", "human.tsv"),
    "similarity": ("similarity", "A.txt"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_it(mine, command):
    rows = [f"{system}\t{n}\t{n}" for system in OUTPUTS for n in range(2)]
    (mine / "human.tsv").write_text("\n".join(["system\tseg\tscore", *rows]) + "\n", encoding="utf-8")
    done = CliRunner().invoke(commands, [*COMMANDS[command], "-m", "mine.py:recall", "--json"], catch_exceptions=False)
    assert done.exit_code == 0 and "mine.py:recall" in json.dumps(json.loads(done.stdout))


def test_a_report_takes_it(mine):
    arguments = ["report", "A.txt", "B.txt", "-r", "ref.txt", "-m", "mine.py:recall", "--out", "report.html"]
    assert CliRunner().invoke(commands, arguments, catch_exceptions=False).exit_code == 0
    assert "mine.py:recall" in (mine / "report.html").read_text("utf-8")


@pytest.mark.parametrize("way", [("-m", "steelyard"), ("-c", "import sys, steelyard.cli as c; sys.exit(c.main())")])
def test_nothing_comes_from_the_working_folder(mine, way):
    (mine / "shadow.py").write_text("print('SHADOW'); f = len")
    (mine / "other.py").write_text("import shadow\nf = len")
    if way[0] == "-m":
        (mine / "difflib.py").write_text("print('SHADOW')")
    folder = "shadow:f: no module is imported from the working folder; write shadow.py:f"
    for name, told in {"shadow:f": folder, "other.py:f": "No module named 'shadow'"}.items():
        command = [sys.executable, *way, "score", "A.txt", "-r", "ref.txt", "-m", name]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 2 and "SHADOW" not in done.stdout + done.stderr
        assert told in done.stderr


def test_a_module_that_is_installed_is_opened_by_its_name(mine, monkeypatch):
    (mine / "installed").mkdir()
    (mine / "installed" / "acme_measures.py").write_text("def f(output, references): return 3")
    monkeypatch.syspath_prepend(mine / "installed")
    assert score("acme_measures:f").value("A", "acme_measures:f") == 3


class TestSavedStatistics:
    """A file of statistics never has code run that it names."""

    @pytest.fixture
    def saved(self, mine):
        (mine / "spy.py").write_text("import pathlib; pathlib.Path('ran').touch()\n" + MINE, encoding="utf-8")
        score("spy.py:recall", "spy.py:Letters(factor=3)", "bleu").save("saved.npz")
        (mine / "ran").unlink()
        for name in [name for name in sys.modules if name.startswith("steelyard_plugin_")]:
            del sys.modules[name]
        return mine

    def test_refused_and_nothing_is_run(self, saved, capsys):
        with pytest.raises(SpecError, match=r"allow it with plugins=\['spy.py'\]"):
            sy.read("saved.npz", "statistics")
        for command in ("score", "compare", "ranks", "power", "report", "corroborate", "meta"):
            rest = ["--out", "x.html"] if command == "report" else []
            assert main([command, "--statistics", "saved.npz", *rest]) == 2
            assert "allow it with --plugin spy.py" in capsys.readouterr().err
        assert not (saved / "ran").exists()

    def test_a_label_is_no_part_of_what_is_allowed(self, mine):
        with pytest.raises(SpecError, match=r"allow it with plugins=\['spy.py'\]"):
            parse_stored("X=spy.py:recall")

    def test_allowed_wherever_the_file_lies(self, saved):
        (saved / "there").mkdir()
        (saved / "spy.py").rename(saved / "there" / "moved.py")
        scores = sy.read("saved.npz", "statistics", plugins=["there/moved.py"])
        assert scores.measures == ("spy.py:recall", "spy.py:Letters(factor=3)", "bleu")
        assert scores.value("A", "spy.py:recall") == pytest.approx(np.mean([3 / 4, 2 / 3]))
        arguments = ["score", "--statistics", "saved.npz", "--plugin", "there/moved.py", "--json"]
        assert json.loads(CliRunner().invoke(commands, arguments).stdout)["scores"]
        arguments = ["compare", *arguments[1:], "--trials", "9"]
        assert json.loads(CliRunner().invoke(commands, arguments).stdout)["comparisons"]

    def test_the_digest_must_be_the_same(self, saved):
        (saved / "spy.py").write_text((saved / "spy.py").read_text("utf-8") + "\n", encoding="utf-8")
        with pytest.raises(SpecError, match=r"spy.py:recall was spy.py#\w+, which is none of spy.py#\w+"):
            sy.read("saved.npz", "statistics", plugins=["spy.py"])
        assert not (saved / "ran").exists()

    @pytest.mark.parametrize("name", ["acme_spy.deep:recall", "spied"])
    def test_the_digest_of_a_module_is_compared_before_it_is_imported(self, mine, monkeypatch, name):
        site, spy = mine / "site", "import pathlib; pathlib.Path('ran').touch()\n"
        for folder in ("acme_spy", "acme_spy-1.dist-info"):
            (site / folder).mkdir(parents=True)
        (site / "acme_spy/__init__.py").write_text("")
        (site / "acme_spy/deep.py").write_text(MINE, encoding="utf-8")
        (site / "acme_spy-1.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: acme_spy\nVersion: 1\n")
        (site / "acme_spy-1.dist-info/entry_points.txt").write_text(
            "[steelyard.measures]\nspied = acme_spy.deep:recall\n"
        )
        monkeypatch.syspath_prepend(site)
        plugins._entry_points.cache_clear()
        score(name).save("saved.npz")
        for module in ("acme_spy.deep", "acme_spy"):
            del sys.modules[module]
        assert sy.read("saved.npz", "statistics", plugins=["acme_spy.deep"]).measures == (name,)
        for module in ("acme_spy.deep", "acme_spy"):
            del sys.modules[module]
        (site / "acme_spy/__init__.py").write_text(spy)
        (site / "acme_spy/deep.py").write_text(spy + MINE, encoding="utf-8")
        with pytest.raises(SpecError, match=r"acme_spy.deep was .*#\w+, and is deep.py#\w+; bring its file back"):
            sy.read("saved.npz", "statistics", plugins=["acme_spy.deep"])
        (site / "acme_spy/deep.py").unlink()
        with pytest.raises(SpecError, match=r"acme_spy.deep was .*#\w+, and is not there; bring its file back"):
            sy.read("saved.npz", "statistics", plugins=["acme_spy.deep"])
        assert not (mine / "ran").exists()
        plugins._entry_points.cache_clear()

    def test_names_in_a_table_of_scores_are_not_opened(self, saved):
        rows = ["measure\tsystem\tlevel\tsegment\tvalue\treason\tsignature"]
        rows += [f"spy.py:recall\t{system}\tsegment\t{n}\t1\t\tspy.py:recall" for system in OUTPUTS for n in range(2)]
        (saved / "scores.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
        table = sy.score_table(sy.Corpus.of(OUTPUTS, REFERENCES), external=["scores.tsv"])
        assert "spy.py:recall" in table.measures and not (saved / "ran").exists()


def f1(output, references):
    """F1 over bags of words, by its definition."""
    ours, theirs = Counter(output.split()), Counter(references[0].split())
    return 2 * (ours & theirs).total() / (ours.total() + theirs.total())


def test_a_function_that_fails_on_some_texts_keeps_its_other_scores():
    def nothing_shared(output, references):
        if not f1(output, references):
            raise ValueError("math domain error")
        return f1(output, references)

    report = sy.axioms(nothing_shared, probes=30)
    (found,) = report.measures
    sound = sy.axioms(f1, probes=30).measures[0]
    assert (found.failures.failed, found.failures.calls) == (32, sound["defined"].probes + 32), "two are asked again"
    assert found.broken == ("defined",) and found["defined"].broken == 30
    assert found["only"] == sound["only"] and found["lowest"].undefined == 30
    shown = "output 'rum tutor torpor', reference 'shade lilac beagle'"
    assert found.failures.first == f"nothing_shared failed on text 12 ({shown}): ValueError: math domain error"
    assert report.notices == (f"{found.failures.first}; in all, it failed in 32 of {found.failures.calls:,} calls",)
    assert found.to_dict()["failures"] == {"calls": found.failures.calls, "failed": 32, "first": found.failures.first}
    assert sound.failures is None and "failures" not in sound.to_dict()


@pytest.mark.parametrize("problem", [SystemExit(3), RuntimeError("no"), MemoryError(), RecursionError("deep")])
def test_whatever_a_function_raises_is_its_failure(problem):
    def sometimes(output, references):
        if output == references[0]:
            raise problem
        return f1(output, references)

    (found,) = sy.axioms(sometimes, probes=6).measures
    told = type(problem).__name__ + (f": {problem}" if str(problem) else "")
    assert found["defined"].broken == 6 and found.failures.first.endswith(f"): {told}")


@pytest.mark.parametrize("value", ["much", b"1", 10**400, [1, 2], 1j, object()])
@pytest.mark.parametrize("batched", [False, True])
def test_what_is_no_number_is_a_failure_at_that_text(value, batched):
    def single(output, references):
        return value if output == references[0] else f1(output, references)

    def batch(outputs, references):
        return (single(*both) for both in zip(outputs, references, strict=True))

    (found,) = sy.axioms(sy.as_measure(batch if batched else single, "mine", batch=batched), probes=6).measures
    assert found["defined"].broken == 6
    assert found.failures.first.startswith("mine gave ") and found.failures.first.endswith("; expected a number")


def test_an_interruption_is_no_failure_of_the_function():
    def interrupted(output, references):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sy.axioms(interrupted)


def test_a_function_that_never_scores_is_given_up_early():
    calls = []

    def never(output, references):
        calls.append(output)
        raise OSError("no connection")

    with pytest.raises(InputError, match=r"OSError: no connection; so it did with all of the first 100 texts$"):
        sy.axioms(never)
    assert len(calls) == 100
    calls.clear()
    with pytest.raises(InputError, match=r"^never failed on text 0 .*; so it did with all [0-9]+ texts$") as caught:
        sy.axioms(never, probes=1)
    assert isinstance(caught.value.__cause__, OSError)


def test_what_a_batch_function_has_given_is_not_given_up():
    def late(outputs, references):
        return [f1(*both) if n >= 200 else "?" for n, both in enumerate(zip(outputs, references, strict=True))]

    (found,) = sy.axioms(sy.as_measure(late, "late", batch=True)).measures
    assert found["defined"].broken == 200 and found.failures.failed == 200


@pytest.mark.parametrize(
    ("function", "batched", "told"),
    [
        (lambda o, r: 1 / 0, False, "text 0 .output 'shade.*ZeroDivisionError: division by zero"),
        (lambda o, r: "much", False, "gave 'much' for text 0"),
        (lambda o, r: [1] * 3, True, "gave 3 scores for"),
        (lambda o, r: 1, True, "all [0-9,]+ texts at once: TypeError"),
        (lambda o, r: ["much"] * len(o), True, "gave 'much' for text 0"),
    ],
)
def test_functions_that_fail_are_named(function, batched, told):
    with pytest.raises(InputError, match=f"^mine (?:failed on|gave) ?.*{told.removeprefix('gave ')}"):
        sy.axioms(sy.as_measure(function, "mine", batch=batched))
    with pytest.raises(SpecError, match="is no function"):
        sy.as_measure("bleu")
