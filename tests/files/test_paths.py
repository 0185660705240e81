"""Names that the system does not take are names of nothing, for every command and option that takes a path."""

import click
import pytest

from steelyard.cli import main
from steelyard.cli import steelyard as commands
from steelyard.files.paths import exists, is_file, is_folder

LONG = "x" * 300


@pytest.mark.parametrize("tell", [exists, is_file, is_folder])
@pytest.mark.parametrize("name", [LONG, f"{LONG}/x", "a\0b", "x/" * 5000, "none", ""])
def test_a_name_that_cannot_be_is_that_of_nothing(tell, name):
    assert not tell(name)


def test_what_is_there(tmp_path):
    (tmp_path / "file").touch()
    assert [tell(tmp_path / "file") for tell in (exists, is_file, is_folder)] == [True, True, False]
    assert [tell(tmp_path) for tell in (exists, is_file, is_folder)] == [True, False, True]


def options(command):
    """The options of a command that take a file or a folder."""
    for parameter in command.params:
        if isinstance(parameter, click.Option) and any(word in (parameter.metavar or "") for word in ("FILE", "DIR")):
            yield parameter.opts[-1]


@pytest.mark.parametrize("name", commands.list_commands(click.Context(commands)))
def test_no_command_takes_a_long_name_for_a_fault_of_ours(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    for text in ("A.txt", "B.txt", "ref.txt"):
        (tmp_path / text).write_text("a b c d\n")
    command = commands.get_command(click.Context(commands), name)
    texts = [name, "A.txt", "B.txt", "-r", "ref.txt", "-m", "wer"]
    for arguments in ([name, LONG], [name, LONG, LONG], *([*texts, option, LONG] for option in options(command))):
        assert main(arguments) != 1, (arguments, capsys.readouterr())
