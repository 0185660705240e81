"""The command line as a whole: help, exit codes, messages."""

import os
import subprocess
import sys
from importlib import import_module

import click
import pytest

from steelyard import cli
from steelyard.cli import steelyard as commands
from steelyard.version import VERSION


def test_without_arguments_help_is_printed(run):
    assert run().out == run("--help").out == run("-h").out
    assert run().code == 0


def test_version(run):
    assert run("--version").out == f"steelyard {VERSION}\n"


def test_every_command_is_listed_with_the_summary_its_module_has(run):
    context = click.Context(commands)
    out = run("--help").out
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert command.name == name
        assert any(line.split(None, 1) == [name, command.get_short_help_str(100)] for line in out.splitlines())


@pytest.mark.parametrize("command", ["", *cli._COMMANDS])
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_help_fits_the_terminal(run, monkeypatch, command, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    result = run(*command.split(), "--help")
    assert result.code == 0 and result.out.startswith(f"Usage: steelyard {command}")
    assert [line for line in result.out.splitlines() if len(line) > columns] == []


def test_examples_in_help_are_commands_that_a_shell_takes_however_they_are_broken(run, monkeypatch):
    context, count = click.Context(commands), 0
    for name in commands.list_commands(context):
        examples = [line.split() for line in commands.get_command(context, name).help.splitlines()]
        monkeypatch.setenv("COLUMNS", "60")
        shown = run(name, "--help").out.replace("\\\n", " ").splitlines()
        for words in (words for words in examples if words[:1] == ["steelyard"]):
            assert words in [line.split() for line in shown]
            count += 1
    assert count > 20


def test_options_of_a_command_stand_before_those_that_all_have(run):
    for name in ("score", "report", "sweep"):
        shown = run(name, "--help").out
        places = [shown.index(f"\n  {option}") for option in ("-r, --reference", "-m, --measure", "--accept", "--json")]
        assert places == sorted(places)
        assert shown.index("\n  --out") > shown.index("\n  --html")


def test_every_option_has_help():
    context = click.Context(commands)
    for name in commands.list_commands(context):
        for parameter in commands.get_command(context, name).params:
            assert not isinstance(parameter, click.Option) or parameter.help, (name, parameter.name)


def test_unknown_command(refused):
    assert refused("scroe") == "unknown command 'scroe'; did you mean 'score'?"


def test_unknown_option_of_the_group(refused):
    assert "'--vresion'" in refused("--vresion")


def test_a_fault_is_one_line_and_exit_code_1(run, monkeypatch):
    def broken(context, name):
        raise ZeroDivisionError("here\nand there")

    monkeypatch.setattr(commands, "get_command", broken)
    result = run("score")
    assert result.code == 1
    assert result.err == (
        "steelyard: this is a fault in steelyard, please report it (ZeroDivisionError: here and there); "
        "STEELYARD_DEBUG=1 shows the traceback\n"
    )
    monkeypatch.setenv("STEELYARD_DEBUG", "1")
    assert "Traceback (most recent call last)" in run("score").err


def test_an_unexpected_end_of_file_is_a_fault_not_an_interruption(run, monkeypatch):
    def broken(context, name):
        raise EOFError("odd")

    monkeypatch.setattr(commands, "get_command", broken)
    result = run("score")
    assert result.code == 1 and "EOFError: odd" in result.err


def test_messages_cannot_steer_the_terminal(refused):
    assert refused("score", "x\x1b[2J\n.txt", "-r", "r").startswith("the name 'x\\x1b[2J\\n' contains")


def test_module_is_the_same_command_line():
    ran = subprocess.run([sys.executable, "-m", "steelyard", "--version"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, f"steelyard {VERSION}\n")


def test_interruption(run, monkeypatch):
    def interrupted(context, name):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "get_command", interrupted)
    result = run("score")
    assert result.code == 130 and result.out == "" and result.err.strip() == ""


def test_a_closed_pipe_is_quiet(texts):
    for name in ("A.txt", "ref1.txt"):
        (texts / name).write_text("the cat sat\n" * 20_000)
    command = [
        sys.executable,
        "-m",
        "steelyard",
        "score",
        "A.txt",
        "-r",
        "ref1.txt",
        "--level",
        "segment",
        "-m",
        "wer",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""


def test_output_is_utf_8_whatever_the_terminal(texts):
    command = [sys.executable, "-m", "steelyard", "score", "Müller=A.txt", "-r", "ref1.txt"]
    ran = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert ran.returncode == 0 and "Müller" in ran.stdout.decode() and "↑" in ran.stdout.decode()


def test_exit_codes_are_documented():
    assert all(f"{code} " in cli.__doc__ for code in (0, 1, 2, 130))


@pytest.mark.parametrize("name", cli._COMMANDS)
def test_help_of_an_option_says_what_it_is(name):
    parameters = import_module(f"steelyard.cli.commands.{name.replace('-', '_')}").command.params
    helps = [parameter.help for parameter in parameters if getattr(parameter, "help", None)]
    assert [text for text in helps if text.startswith(("Of ", "What is", "Whose"))] == []
