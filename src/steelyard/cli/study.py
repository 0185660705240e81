"""`steelyard study`: a paper's experiment on your data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import (
    HUMAN,
    INPUT,
    JSON,
    THREADS,
    accept,
    check_input,
    grouped,
    seed,
    simulations,
    told,
    trials_of_each,
)

if TYPE_CHECKING:
    from steelyard.corpus import Corpus

_NAME = click.argument("name", required=False, metavar="[NAME]")
_CHOICE = (
    click.option(
        "-m", "--measure", "measures", multiple=True, metavar="MEASURE",
        help="name[@preset][(option=value,…)]; repeatable. Default: the paper's, or the nearest there are.",
    ),
    *HUMAN,
    click.option(
        "--pair", nargs=2, metavar="A B", help="Two systems; default: the first two, or those rated highest and lowest."
    ),
    simulations(500, "How often what is random is drawn: experiments, samples, sets of measures."),
    trials_of_each("Of each test; riezler-maxwell-2005 needs 199 or more, for its least level is .005."),
    seed("Of all random draws."),
    THREADS,
)  # fmt: skip
#: Endings of what a study writes, beside study.html, study.json and study.txt.
_ENDINGS = (".tsv", ".svg", ".vl.json")
_OUTPUT = (
    JSON,
    click.option("--out", metavar="FOLDER", help="Also write tables, figures and a page (study.html) into a folder."),
)


@click.command("study", short_help="Run a paper's experiment on your data.")
@grouped([_NAME], INPUT, [accept], _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Run a paper's experiment on your data, or on the built-in sample; without a NAME, list what there is.

    Systems and references are given as for `steelyard score`.

    \b
    steelyard study riezler-maxwell-2005
    steelyard study riezler-maxwell-2005 A.txt B.txt -r ref.txt -m bleu --out study
    """
    check_input(ctx)
    from steelyard.cli.output import emit
    from steelyard.report import json, study

    names = told(ctx)

    if given["name"] is None:
        if len(names) > ("json" in names):
            raise click.UsageError("name a study first; `steelyard study` lists them", ctx)
        emit(_listing(given["json"]))
        return
    _check_taken(ctx, given["name"])
    folder = None if given["out"] is None else _folder(given["out"], given["name"])
    found = _run(given, _corpus(given, names))
    if folder is not None:
        folder.mkdir(exist_ok=True)
        if lacking := study.save(found, folder):
            from steelyard.cli.streams import say

            say(f"{', '.join(lacking)} not drawn: that needs vl-convert-python (pip install 'steelyard[plots]')")
    emit(json.lines(found.to_dict()) if given["json"] else study.text(found))


def _check_taken(ctx: click.Context, name: str) -> None:
    """Refuse options that the study does not take."""
    from steelyard.studies import recipe_of

    names, taken = told(ctx), recipe_of(name).takes
    choices = ("human", "dimension", "pair", "simulations", "trials")
    if idle := [names[one] for one in choices if one in names and one not in taken]:
        raise click.UsageError(f"{', '.join(idle)} has no effect on {name}; leave it out", ctx)


def _listing(as_json: bool) -> str:
    from steelyard.report import json
    from steelyard.studies import registry

    studies = registry().values()
    if as_json:
        shown = [{"name": one.name, "summary": one.summary, "paper": one.paper, "measures": list(one.measures),
                  "needs": list(one.needs), "options": list(one.takes)} for one in studies]  # fmt: skip
        return json.lines({"studies": shown})
    return "".join(
        f"{one.name}\n  {one.summary}\n  {one.paper}\n" + (f"  needs {', '.join(one.needs)}\n" if one.needs else "")
        for one in studies
    )


def _folder(given: str, name: str) -> Path:
    """Return the folder, if files can be written into it and none is replaced but those of the same study's run."""
    from steelyard.cli.output import check_writable
    from steelyard.cli.reads import check_not_read
    from steelyard.errors import InputError

    folder = Path(given)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"cannot write into {folder}: it is no folder; give the name of one")
    if not folder.is_dir():
        check_writable(folder)
        return folder
    check_writable(folder / "study.json")
    endangered = sorted(one for one in folder.iterdir() if one.stem == "study" or one.name.endswith(_ENDINGS))
    for one in endangered:
        check_not_read(one)
    held = _study_in(folder)
    if endangered and held is None:
        raise InputError(
            f"cannot write into {folder}: {endangered[0].name} might be replaced, and this is no folder of an earlier "
            f"study; give the name of a new folder"
        )
    if held not in (None, name):
        raise InputError(f"cannot write into {folder}: it holds another study, {held!r}; give the name of a new folder")
    return folder


def _study_in(folder: Path) -> str | None:
    """Return the name of the study that wrote a folder, by its study.json; None if none did."""
    import json

    try:
        held = json.loads((folder / "study.json").read_bytes())
        name = held["study"][0]["name"]
        known = isinstance(name, str) and {"tables", "findings", "signatures"} <= held.keys()
        return name if known and name else None
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def _corpus(given: dict[str, Any], names: dict[str, str]) -> Corpus:
    from steelyard.cli.inputs import check_measures, corpus_of
    from steelyard.studies import recipe_of

    given["measures"] = given["measures"] or recipe_of(given["name"]).measures
    check_measures(given["measures"])
    if names.keys() & {"corpus", "systems", "references"}:
        return corpus_of(given)
    from steelyard.corpus.sample import sample

    return sample()


def _run(given: dict[str, Any], corpus: Corpus) -> Any:
    from steelyard.cli.progress import progress
    from steelyard.cli.runs import pair_of
    from steelyard.studies import recipe_of
    from steelyard.studies.base import Setup

    if given["pair"] is not None:
        pair_of(tuple(corpus.systems), given["pair"])
    recipe = recipe_of(given["name"])
    chosen = {name: given[name] for name in (*recipe.takes, "seed", "threads", "accept")}
    with progress(what="steps") as draw:
        return recipe.study(corpus, given["measures"], Setup(**chosen, progress=draw), _origin(given))


def _origin(given: dict[str, Any]) -> str:
    """Return the files that hold outputs and references, in few words."""
    if given["corpus"]:
        return _few(given["corpus"])
    return f"{_few(given['systems'])} against {_few(given['references'])}"


def _few(files: Sequence[str]) -> str:
    first, *others = files or ("nothing",)
    return first + (f" and {len(others):,} more" if others else "")
