"""`steelyard study`: a paper's experiment on your data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steelyard.cli.groups import SEED, Input, People
from steelyard.cli.numbers import WholeNumber
from steelyard.cli.output import Output
from steelyard.cli.typed import Options, argument, command_of, option, options
from steelyard.files.paths import exists, is_folder

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.studies.recipes.recipe import Choices, Recipe
    from steelyard.studies.recipes.report import StudyReport

#: What not every study takes.
_CHOICES = ("human", "dimension", "pair", "simulations", "by", "test", "trials")
_OF_PEERS = ("peers", "human_peers", "baseline_peers", "without_peers")
#: What may be given without a name.
_ANSWER = ("json", "tsv", "latex", "markdown", "html", "out", "replace", "signatures", "digits", "caption", "label")
_STEM = "study"


@options
class Named(Options):
    """Which study."""

    name: str | None = argument("name", required=False, metavar="[NAME]")


@options
class StudyOptions(Named, Input, People, Output):
    """Options of `steelyard study`."""

    measures: tuple[str, ...] = option(
        "-m", "--measure", multiple=True, metavar="MEASURE",
        help="name[@preset][(option=value,…)]; repeatable. Default: the paper's, or the nearest there are.",
    )  # fmt: skip
    dimension: str | None = option(
        "--dimension", metavar="NAME", help="Which human scores, where there are several dimensions."
    )
    pair: tuple[str, str] | None = option(
        "--pair", nargs=2, metavar="A B", help="Two systems; default: the first two, or those rated highest and lowest."
    )
    by: str | None = option(
        "--by", metavar="FACET",
        help="The facet whose values the data are split by; default: size, length, compression, rate, or another.",
    )  # fmt: skip
    peers: str | None = option(
        "--peers", metavar="FILE.tsv", help="Kinds of systems: columns system and peer (system, human or baseline)."
    )
    human_peers: tuple[str, ...] = option(
        "--human-peer", multiple=True, metavar="NAME", help="A system that is people's own texts; repeatable."
    )
    baseline_peers: tuple[str, ...] = option(
        "--baseline-peer", multiple=True, metavar="NAME", help="A system that is a baseline; repeatable."
    )
    without_peers: bool = option("--without-peers", is_flag=True, help="Leave out peers marked human or baseline.")
    simulations: int = option(
        "--simulations", type=WholeNumber(1), default=500, metavar="N",
        help="How often what is random is drawn: experiments, samples, sets of measures.",
    )  # fmt: skip
    test: str = option(
        "--test", default="z", metavar="TEST",
        help="Test of pairs of systems: z, unpaired-z, t, bootstrap, randomisation, or another of `steelyard compare`.",
    )  # fmt: skip
    trials: int = option(
        "--trials", type=WholeNumber(1), default=1000, metavar="N",
        help="Random exchanges of each test; riezler-maxwell-2005 needs 199 or more, for its least level is .005.",
    )  # fmt: skip
    seed: int = option("--seed", type=SEED, default=12345, metavar="N", help="Seed of all random draws.")
    out: str | None = option(
        "--out",
        metavar="FOLDER",
        help="Also write tables, figures and a page (study.html) into a folder; without a NAME, write the list there.",
    )

    @property
    def printed(self) -> StudyOptions:
        """The same, as far as standard output is concerned."""
        return replace(self, out=None)

    def check_listing(self) -> None:
        """Refuse what has no effect where no study is named."""
        if self.written.keys() - set(_ANSWER):
            raise click.UsageError("name a study first; `steelyard study` lists them")

    def check_taken(self, recipe: Recipe) -> None:
        """Refuse options that the study does not take."""
        idle = [name for name in _CHOICES if name not in recipe.takes]
        idle += [] if "peers" in recipe.takes else _OF_PEERS
        self.refuse(idle, f"{{}} has no effect on {recipe.name}; leave it out")

    def read(self) -> Corpus:
        """Open the texts; the built-in sample if there are none."""
        from steelyard.cli.inputs import check_measures
        from steelyard.corpus.sample import sample

        check_measures(self.measures)
        has_own = self.named(("corpus", "systems", "references"))
        return self.read_corpus() if has_own else self.selected(sample())

    def choices(self) -> Choices:
        """Return what the study is asked for."""
        from steelyard.studies.recipes.recipe import Choices

        return Choices(
            self.human_file(), self.dimension, self.pair, self.simulations, self.by, self._peers(), self.without_peers,
            self.test,
        )  # fmt: skip

    def _peers(self) -> dict[str, str] | None:
        """Return what is said of peers; None if nothing is."""
        from steelyard.studies.recipes.peers import read_peers, together

        said = [dict.fromkeys(self.human_peers, "human"), dict.fromkeys(self.baseline_peers, "baseline")]
        if self.peers is not None:
            said.append(read_peers(Path(self.peers), self.accepted()))
        return together(*said) or None

    def origin(self) -> str:
        """Return the files that hold outputs and references, in few words."""
        if self.corpus:
            return _few(self.corpus)
        return f"{_few(self.systems)} against {_few(self.references)}"


@command_of("study", StudyOptions, "Run a paper's experiment on your data.")
def command(asked: StudyOptions) -> None:
    """Run a paper's experiment on your data, or on the built-in sample; without a NAME, list what there is.

    Systems and references are given as for `steelyard score`. FILE.py:NAME runs a recipe of your own.

    \b
    steelyard study riezler-maxwell-2005
    steelyard study riezler-maxwell-2005 A.txt B.txt -r ref.txt -m bleu --out study
    """
    from steelyard.studies import STUDIES
    from steelyard.studies.recipes.listing import StudyList

    if asked.name is None:
        asked.check_listing()
        asked.check_output()
        asked.answer(StudyList(tuple(map(STUDIES.load, STUDIES.own())), STUDIES.entry_points()))
        return
    asked.printed.check_output()
    recipe = STUDIES.load(asked.name)
    asked.check_taken(recipe)
    asked.check_input()
    folder = None if asked.out is None else _folder(asked.out, recipe.name)
    report = _report(asked, recipe)
    if folder is not None:
        _save(report, folder)
    asked.printed.answer(report)


def _report(asked: StudyOptions, recipe: Recipe) -> StudyReport:
    from steelyard.cli.progress import progress
    from steelyard.cli.runs import pair_of
    from steelyard.draws import Draws

    corpus = asked.read()
    if asked.pair is not None:
        pair_of(tuple(corpus.systems), asked.pair)
    draws = Draws(trials=asked.trials, seed=asked.seed)
    with progress(what="steps") as draw:
        return recipe.study(corpus, asked.measures, asked.choices(), draws, asked.run(draw), asked.origin())


def _save(report: StudyReport, folder: Path) -> None:
    from steelyard.cli.streams import say
    from steelyard.report.folder import save

    folder.mkdir(exist_ok=True)
    if lacking := save(report, folder, _STEM):
        say(f"{', '.join(lacking)} not drawn: that needs vl-convert-python (pip install 'steelyard[plots]')")


def _folder(path: str, name: str) -> Path:
    """Return the folder, if files can be written into it and none is replaced but those of the same study's run."""
    from steelyard.cli.output import check_writable
    from steelyard.cli.reads import check_not_read
    from steelyard.errors import InputError
    from steelyard.report.folder import PART_ENDINGS

    folder = Path(path)
    if exists(folder) and not is_folder(folder):
        raise InputError(f"cannot write into {folder}: it is no folder; give the name of one")
    if not is_folder(folder):
        check_writable(folder)
        return folder
    check_writable(folder / f"{_STEM}.json")
    endangered = sorted(file for file in folder.iterdir() if file.stem == _STEM or file.name.endswith(PART_ENDINGS))
    for file in endangered:
        check_not_read(file)
    earlier = _study_in(folder)
    if endangered and earlier is None:
        raise InputError(
            f"cannot write into {folder}: {endangered[0].name} might be replaced, and this is no folder of an earlier "
            f"study; give the name of a new folder"
        )
    if earlier not in (None, name):
        raise InputError(
            f"cannot write into {folder}: it holds another study, {earlier!r}; give the name of a new folder"
        )
    return folder


def _study_in(folder: Path) -> str | None:
    """Return the name of the study that wrote a folder, by its study.json; None if none did."""
    import json

    try:
        content = json.loads((folder / f"{_STEM}.json").read_bytes())
        name = content["study"][0]["name"]
        ours = isinstance(name, str) and {"tables", "findings", "signatures"} <= content.keys()
        return name if ours and name else None
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def _few(files: Sequence[str]) -> str:
    first, *others = files or ("nothing",)
    return first + (f" and {len(others):,} more" if others else "")
