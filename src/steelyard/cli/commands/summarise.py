"""`steelyard summarise`: baseline summaries of documents."""

from __future__ import annotations

import click

from steelyard.cli.groups import Work
from steelyard.cli.output import Replacing
from steelyard.cli.typed import command_of, option, options


@options
class SummariseOptions(Work, Replacing):
    """Options of `steelyard summarise`."""

    corpus: str | None = option(
        "--corpus", metavar="DOCS.jsonl", help="The documents: JSON Lines with a set of documents a line."
    )
    methods: tuple[str, ...] = option(
        "--method", multiple=True, default=("lead",), metavar="METHOD",
        help="A method, as lead or mmr(start=0.7,end=0.7); repeatable.",
    )  # fmt: skip
    references: tuple[str, ...] = option(
        "--reference", multiple=True, metavar="METHOD",
        help="A method whose extracts are references, as utility:JUDGE; repeatable.",
    )  # fmt: skip
    words: tuple[str, ...] = option("--words", multiple=True, metavar="N,…", help="Sizes in words.")
    rate: tuple[str, ...] = option("--rate", multiple=True, metavar="SHARE,…", help="Sizes as shares of the documents.")
    rate_of: str = option(
        "--rate-of", type=click.Choice(("sentences", "words")), default="sentences", help="What --rate is a share of."
    )
    characters: tuple[str, ...] = option(
        "--characters", multiple=True, metavar="N,…", help="Sizes in characters, or shares of them, as 5%."
    )
    length: tuple[str, ...] = option(
        "--length", multiple=True, metavar="SIZE,…", help="Sizes as 10%, '5 units' or '50 words'."
    )
    cut: str | None = option(
        "--cut", type=click.Choice(("words", "characters", "sentences")),
        help="Where a summary of the size asked for ends: within a sentence, or after it. Default: within.",
    )  # fmt: skip
    over: int = option(
        "--over", default=15, metavar="N",
        help="With --cut sentences: leave a sentence out if the summary would be longer by more words.",
    )  # fmt: skip
    units: str = option("--units", default="lines", metavar="UNITS", help="lines, rules (sentences) or a file.")
    stop: str = option("--stop", default="english", metavar="LIST", help="Words left out: none, english or a file.")
    weights: str = option(
        "--weights", type=click.Choice(("tf-idf", "tf")), default="tf-idf", help="How words are weighted."
    )
    idf: str = option(
        "--idf", type=click.Choice(("units", "collection")), default="units",
        help="Where idf is from: the sentences of a set, or all documents.",
    )  # fmt: skip
    train: str | None = option(
        "--train", metavar="DOCS.jsonl", help="Documents with extracts, for the methods features and features-lsa."
    )
    features: str | None = option(
        "--features", metavar="FILE.tsv", help="Further features of sentences: id, unit and a column for each."
    )
    out: str | None = option("--out", metavar="FILE", help="Write the corpus there, in the format its ending tells.")
    lossy: bool = option(
        "--lossy", is_flag=True, help="Leave out what the format of --out cannot hold, instead of refusing."
    )
    json: bool = option("--json", is_flag=True, help="Print the summaries as JSON.")


@command_of("summarise", SummariseOptions, "Summarise documents by simple methods.")
def command(asked: SummariseOptions) -> None:
    """Summarise documents by simple methods, so that an evaluation has lower bounds.

    Each line of DOCS.jsonl has the documents of one summary, a sentence a line. The corpus that is written has a system
    for each method, and a segment for each set of documents and size.

    \b
    steelyard summarise --corpus docs.jsonl --method lead --method coverage --words 50,100 --out out.jsonl
    """
    from steelyard.cli.output import check_outputs, emit
    from steelyard.cli.progress import progress
    from steelyard.cli.streams import say
    from steelyard.corpus.formats import write
    from steelyard.report import json
    from steelyard.summaries.summarise import summarise

    if asked.corpus is None:
        raise click.UsageError("nothing to summarise; give documents with --corpus")
    if asked.cut != "sentences":
        asked.refuse(("over",), "{} goes with --cut sentences")
    if not (asked.rate or asked.length):
        asked.refuse(("rate_of",), "{} goes with --rate or --length")
    check_outputs(click.get_current_context(), [("--out", asked.out)], asked.replace)
    with progress(what="sets of documents") as draw:
        summaries = summarise(
            asked.corpus, asked.methods, words=asked.words, rate=asked.rate, characters=asked.characters,
            length=asked.length, rate_of=asked.rate_of, cut=asked.cut, over=asked.over, units=asked.units,
            stop=asked.stop, weights=asked.weights, idf=asked.idf, train=asked.train, features=asked.features,
            references=asked.references, run=asked.run(draw),
        )  # fmt: skip
    if asked.out is not None:
        left = write(summaries.corpus, asked.out, lossy=asked.lossy, replace=asked.replace)
        say(f"wrote {asked.out}" + (f"; left out: {', '.join(left)}" if left else ""))
    if asked.json:
        emit(json.lines(summaries.to_dict()))
    else:
        emit(f"{summaries}\n", for_terminals=True)
    if asked.json:
        for notice in summaries.notices():
            say(f"note: {notice}")
