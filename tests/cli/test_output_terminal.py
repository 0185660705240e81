"""What every command answers, on real terminals: no line is wider than they are."""

import json

import pytest

import steelyard as sy
from answering import COMMANDS, FILES
from terminals import lines_on_a_terminal, width

#: One process for all commands, each after a line that names it.
_ALL = """
import json, sys
from steelyard.cli import main
for name, arguments in json.loads(sys.argv[1]).items():
    print("COMMAND", name, flush=True)
    assert main(arguments) == 0, name
"""


@pytest.mark.parametrize("columns", [80, 60])
def test_no_line_is_wider_than_the_terminal(tmp_path, columns):
    sy.write(sy.sample(), tmp_path / "sample")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    asked = {name: [name.split()[0], *words] for name, words in COMMANDS.items()}
    answers: dict[str, list[str]] = {}
    for line in lines_on_a_terminal(columns, tmp_path, "-c", _ALL, json.dumps(asked)):
        if line.startswith("COMMAND "):
            answers[line.removeprefix("COMMAND ")] = lines = []
        else:
            lines.append(line)
    assert answers.keys() == COMMANDS.keys() and all(map(any, answers.values()))
    assert {
        name: wide for name, lines in answers.items() if (wide := [row for row in lines if width(row) > columns])
    } == {}
