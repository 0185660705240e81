"""What is timed on which texts, and the targets that the results are held against."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.contestants import PAIRED, SIMILARITIES
from benchmarks.weighing import EVALUATIONS, FEW

OURS = "steelyard"
FLOOR = "wc -w"
JAR, LOOP = "METEOR 1.5 (jar)", "sy.score, pair by pair"
COLD = "steelyard, from cold"
NUMPY = "import numpy"
#: What stands in a command for the folder of the texts, and for all files in it.
FOLDER, ALL = "FOLDER", "ALL"


_WER_PEERS = {"jiwer": "jiwer", "rapidfuzz": "rapidfuzz", "rapidfuzz, split first": "rapidfuzz split first"}


@dataclass(frozen=True)
class Contestant:
    """A tool in a task: a call that the worker knows, or a command, in which FOLDER and ALL are filled in."""

    name: str
    call: str = ""
    command: tuple[str, ...] = ()
    #: Texts of its own; else those of the task.
    texts: str = ""
    #: Equal pieces of work, such as pairs of systems; times are those of one.
    pieces: int = 1


@dataclass(frozen=True)
class Task:
    """Contestants that do the same work on the same texts; all others are compared with the first."""

    name: str
    title: str
    texts: str
    contestants: tuple[Contestant, ...]
    #: What makes the ratios that targets speak of.
    quantity: str = "cpu"
    most_rounds: int = 100
    #: A relative difference up to which two tools' scores are the same.
    agreement: float = 1e-9
    #: A package without which the task is left out.
    needs: str = ""


@dataclass(frozen=True)
class Target:
    """Bounds for contestant ÷ first ("ratio"), first ÷ contestant ("times"), MB above the first ("growth").

    Or for the CPU seconds of the contestant itself ("seconds"). The limit is what must be met, the aim what should be
    met next.
    """

    label: str
    task: str
    contestant: str
    kind: str
    limit: float | None
    aim: float | None = None

    @property
    def sign(self) -> str:
        """On which side of the bounds a good value is."""
        return "≥" if self.kind == "ratio" else "≤"

    def meets(self, value: float, bound: float | None) -> bool | None:
        """Return whether a value is within a bound, or None where there is no bound."""
        if bound is None:
            return None
        return value >= bound if self.sign == "≥" else value <= bound


def sizes(segments: int) -> dict[str, int]:
    """Return the segments of every generated text of single segments for a size of the benchmark."""
    return {
        "all": segments,
        "fifth": segments // 5,
        "tenth": segments // 10,
        "tenfold": segments * 10,
        "thousand": min(1000, segments),
        "fifty": min(50, segments),
        "two": min(2, segments),
    }


def summary_sizes(segments: int) -> dict[str, tuple[int, int]]:
    """Return texts and systems of every set of summaries: as many as CNN/DailyMail's test set has, and REALSumm's."""
    return {"summaries": (max(1, round(segments * 0.1149)), 1), "systems": (min(100, segments), 14)}


def tasks() -> list[Task]:
    """Return all tasks in the order in which they run."""
    return [
        _calls("bleu", "BLEU", "all", {"sacreBLEU": "sacrebleu bleu", "bleuscore": "bleuscore"}),
        _calls("chrf", "chrF", "all", {"sacreBLEU": "sacrebleu chrf"}),
        _calls("ter", "TER, 13 systems × 529 segments", "ted", {"sacreBLEU": "sacrebleu ter"}),
        _tercom(),
        _calls("wer", "WER", "all", _WER_PEERS),
        _calls("nist", "NIST, a fifth of the segments", "fifth", {"NLTK": "nltk nist"}),
        _calls("rouge", "ROUGE-1, 2 and Lsum with stems, summaries", "summaries", {"rouge-score": "rouge-score"}),
        _meteor(),
        _calls("esk", "ESK, 14 systems × 100 summaries", "systems", {}),
        *(_similarity(measure) for measure in SIMILARITIES),
        *(_paired(measure) for measure in PAIRED),
        _kendall(),
        _parsed(),
        _weighed("sets", "R, S, H and gain of 10,002 sets of 25 measures, 13 systems × 529 segments"),
        _weighed("king", "KING of 1,023 sets of 10 similarities, 10 systems × 529 segments, 4 models"),
        _threads("bleu", "BLEU"),
        _threads("chrf", "chrF"),
        _files(),
        _start(),
        _single(),
        _memory(),
    ]


TARGETS = (
    Target("BLEU against sacreBLEU", "bleu", "sacreBLEU", "ratio", 25, 60),
    Target("BLEU against bleuscore", "bleu", "bleuscore", "ratio", None, 8),
    Target("chrF against sacreBLEU", "chrf", "sacreBLEU", "ratio", 30, 80),
    Target("TER against sacreBLEU", "ter", "sacreBLEU", "ratio", 60, 150),
    Target("TER by tercom's search, against sacreBLEU", "tercom", "sacreBLEU", "ratio", 150),
    Target("WER against rapidfuzz on split tokens", "wer", "rapidfuzz, split first", "ratio", 3),
    Target("WER against rapidfuzz, split as it goes", "wer", "rapidfuzz", "ratio", None, 3),
    Target("WER against jiwer", "wer", "jiwer", "ratio", 12),
    Target("ROUGE against rouge-score", "rouge", "rouge-score", "ratio", 60, 150),
    Target("METEOR against its jar", "meteor", JAR, "ratio", 10),
    Target("ESK, CPU seconds", "esk", OURS, "seconds", 2),
    *(Target(f"all pairs, {m}", f"similarity-{m}", LOOP, "ratio", 20) for m in SIMILARITIES),
    *(Target(f"paired test, {m}, per pair", f"paired-{m}", "sacreBLEU", "ratio", 100) for m in PAIRED),
    Target("Kendall's τ-b against scipy, one evaluation", "kendall", "scipy", "ratio", 2),
    Target("measures over parsed texts, CPU seconds", "parsed", OURS, "seconds", 5),
    Target("the same from cold, CPU seconds", "parsed", COLD, "seconds", 180),
    Target("10,002 sets of measures, CPU seconds", "sets", OURS, "seconds", 5),
    Target("KING of 1,023 sets, CPU seconds", "king", OURS, "seconds", 10),
    Target("BLEU, one thread against two, wall", "threads-bleu", "1 thread", "ratio", 1.6),
    Target("chrF, one thread against two, wall", "threads-chrf", "1 thread", "ratio", 1.6),
    Target("BLEU from files against wc -w", "files", FLOOR, "times", None, 8),
    Target("two lines from cold, against import numpy", "start", NUMPY, "times", 1.6),
    Target("1,000 scores of one segment, CPU seconds", "single", OURS, "seconds", 0.8),
    Target("memory, ten times above a tenth, MB", "memory", "ten times the segments", "growth", 300),
)


def _calls(name: str, title: str, texts: str, peers: dict[str, str]) -> Task:
    others = [Contestant(peer, call) for peer, call in peers.items()]
    return Task(name, title, texts, (Contestant(OURS, f"steelyard {name}"), *others, _floor()))


def _tercom() -> Task:
    # Another search than sacreBLEU's: single segments differ.
    peers = {"sacreBLEU": "sacrebleu ter"}
    task = _calls("tercom", "TER by tercom's search, 13 systems × 529 segments", "ted", peers)
    return replace(task, agreement=1e-3)


def _meteor() -> Task:
    # The jar stems as an older Snowball does, which has even for evening: one segment in a thousand differs.
    title = "METEOR 1.5, exact, stem and synonym, a tenth of the segments"
    others = (Contestant(JAR, "meteor jar"), _floor())
    task = Task("meteor", title, "tenth", (Contestant(OURS, "steelyard meteor"), *others))
    return replace(task, agreement=1e-4, needs="pycocoevalcap")


def _similarity(measure: str) -> Task:
    contestants = (Contestant("all pairs", f"all pairs {measure}"), Contestant(LOOP, f"pair by pair {measure}"))
    return Task(f"similarity-{measure}", f"{measure}, 50 × 50 pairs of texts", "fifty", contestants, most_rounds=2)


def _paired(measure: str) -> Task:
    """Ours tests all 78 pairs of 13 systems; sacreBLEU tests 12 systems against the first."""
    title = f"randomisation test, {measure}, 10,000 trials, 13 systems × 529 segments, per pair"
    ours = Contestant(OURS, f"steelyard paired {measure}", pieces=78)
    theirs = Contestant("sacreBLEU", f"sacrebleu paired {measure}", pieces=12)
    return Task(f"paired-{measure}", title, "ted", (ours, theirs), most_rounds=1)


def _kendall() -> Task:
    """Ours makes an interval and a test: a draw or a permutation is an evaluation, as a call of scipy's is."""
    title = "Kendall's τ-b of 13 systems × 529 segments, pooled, one evaluation"
    ours = Contestant(OURS, "steelyard kendall", pieces=EVALUATIONS)
    return Task("kendall", title, "ted", (ours, Contestant("scipy", "scipy kendall", pieces=FEW)), most_rounds=3)


def _parsed() -> Task:
    title = "19 measures over parsed texts, 13 systems × 529 segments, all cores"
    contestants = (Contestant(OURS, "steelyard parsed"), Contestant(COLD, "steelyard parsed from cold"))
    return Task("parsed", title, "ted", contestants, most_rounds=1, needs="spacy")


def _weighed(name: str, title: str) -> Task:
    return Task(name, title, "ted", (Contestant(OURS, f"steelyard {name}"),), most_rounds=3)


def _threads(measure: str, title: str) -> Task:
    call = f"steelyard {measure}"
    two_threads, one_thread = Contestant("2 threads", f"{call} 2 threads"), Contestant("1 thread", call)
    return Task(f"threads-{measure}", f"{title}, our own threads", "all", (two_threads, one_thread), quantity="wall")


def _files() -> Task:
    ours = Contestant(OURS, command=_score("--threads", "1"))
    return Task("files", "BLEU from files, whole process", "all", (ours, _floor()))


def _start() -> Task:
    numpy = Contestant(NUMPY, command=(sys.executable, "-c", "import numpy"))
    return Task("start", "BLEU of two lines, whole process", "two", (Contestant(OURS, command=_score()), numpy))


def _single() -> Task:
    contestants = (Contestant(OURS, "steelyard one by one"), Contestant("sacreBLEU", "sacrebleu one by one"))
    return Task("single", "BLEU of 1,000 segments, a call for each", "thousand", contestants)


def _memory() -> Task:
    few = Contestant("a tenth of the segments", command=_score(), texts="tenth")
    many = Contestant("ten times the segments", command=_score(), texts="tenfold")
    return Task("memory", "BLEU from files, whole process, all cores", "tenth", (few, many), most_rounds=2)


def _floor() -> Contestant:
    return Contestant(FLOOR, command=("wc", "-w", ALL))


def _score(*options: str) -> tuple[str, ...]:
    script = str(Path(sys.executable).with_name("steelyard"))
    return (script, "score", f"{FOLDER}/hyp.txt", "-r", f"{FOLDER}/ref.txt", "-m", "bleu", "--json", *options)
