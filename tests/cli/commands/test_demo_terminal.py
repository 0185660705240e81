"""The tour on a real terminal of 80 columns."""

import fcntl
import os
import pty
import re
import struct
import sys
import termios
import unicodedata

STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def width(line: str) -> int:
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in line)
    return len(line) + wide - sum(unicodedata.combining(letter) > 0 for letter in line)


def shown_on_a_terminal(columns: int, folder, *arguments: str) -> str:
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.environ.pop("COLUMNS", None)
        os.execv(sys.executable, [sys.executable, "-m", "steelyard", *arguments])
    parts = []
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not part:
            break
        parts.append(part)
    assert os.waitpid(child, 0)[1] == 0
    os.close(terminal)
    return STYLE.sub("", b"".join(parts).decode())


def test_no_line_of_the_tour_is_wider_than_the_terminal(tmp_path):
    shown = shown_on_a_terminal(80, tmp_path, "demo")
    lines = [part for line in shown.replace("\r\n", "\n").split("\n") for part in line.split("\r")]
    assert len(lines) > 200
    assert [line for line in lines if width(line) > 80] == []
