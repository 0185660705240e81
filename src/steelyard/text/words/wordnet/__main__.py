"""Derives the table from a WordNet `dict` folder: `python -P -m steelyard.text.words.wordnet DICT OUT`."""

from __future__ import annotations

import sys
from pathlib import Path

from steelyard.errors import SteelyardError
from steelyard.text.words.wordnet.princeton import read_folder


def main(arguments: list[str]) -> int:
    """Write the table of the folder named first to the file named second."""
    if len(arguments) != 2:
        print("usage: python -m steelyard.text.words.wordnet DICT OUT", file=sys.stderr)
        return 2
    try:
        table = read_folder(Path(arguments[0]))
        Path(arguments[1]).write_bytes(table.packed())
    except (SteelyardError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{len(table.lemmas)} lemmas, {table.senses.size} senses, digest {table.digest}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
