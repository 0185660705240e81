"""What is written to a terminal is visible text, and to anything else as it is."""

import io
import os
import pty

from steelyard.files.disk import replacing
from steelyard.files.terminals import guarded


class Terminal(io.BytesIO):
    def isatty(self):
        return True


def test_a_file_is_written_to_as_it_is():
    file = io.BytesIO()
    assert guarded(file) is file


def test_letters_may_be_cut_anywhere():
    terminal = Terminal()
    file = guarded(terminal)
    for byte in "é\x1b\t猫\u202e\n".encode():
        assert file.write(bytes([byte])) == 1
    file.flush()
    assert terminal.getvalue().decode() == "é\\x1b\t猫\\u202e\n"


def test_bytes_that_are_no_text_are_shown_too():
    terminal = Terminal()
    guarded(terminal).write(memoryview(b"\xff\x9b2J\n"))
    assert terminal.getvalue() == b"\\xff\\x9b2J\n"


def test_a_terminal_that_is_named_as_a_file(tmp_path):
    ours, theirs = pty.openpty()
    with replacing(tmp_path / "x.txt") as file:
        file.write(b"\x1b[2J")
    assert (tmp_path / "x.txt").read_bytes() == b"\x1b[2J"
    (tmp_path / "terminal").symlink_to(os.ttyname(theirs))
    with replacing(tmp_path / "terminal") as file:
        file.write(b"\x1b[2J\n")
    assert os.read(ours, 100) == b"\\x1b[2J\r\n"
    os.close(theirs)
    os.close(ours)
