"""Running our commands on a real terminal of so many columns."""

import fcntl
import os
import pty
import re
import struct
import sys
import termios
import unicodedata

_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def width(line: str) -> int:
    """Return the columns that a line takes."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in line)
    return len(line) + wide - sum(unicodedata.combining(letter) > 0 for letter in line)


def lines_on_a_terminal(columns: int, folder, *python: str) -> list[str]:
    """Run Python with some arguments, which must end well, and return the lines as a terminal gets them."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        # What readline sets is in no dictionary of Python's: only a new environment is without it.
        environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        os.execve(sys.executable, [sys.executable, *python], environment)
    parts = []
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not part:
            break
        parts.append(part)
    status = os.waitpid(child, 0)[1]
    os.close(terminal)
    shown = _STYLE.sub("", b"".join(parts).decode()).replace("\r\n", "\n")
    assert status == 0, shown[-2000:]
    return [part for line in shown.split("\n") for part in line.split("\r")]
