"""Limits are looked at before the memory is taken: endless devices, one endless line, gzip that unpacks to anything."""

import gzip
import os
import subprocess
import sys

import pytest

from steelyard.corpus.texts import read_lines
from steelyard.errors import InputError
from steelyard.files import unpacking
from steelyard.files.disk import decoded_lines, read_whole

MEGABYTE = 1 << 20
# Reads in a process that may take little memory: who reads all of it first dies of that.
READING = """
import resource, sys
import steelyard as sy
from steelyard.errors import SteelyardError
from steelyard.corpus.texts import read_lines
import steelyard.corpus.formats.jsonl
resource.setrlimit(resource.RLIMIT_DATA, (700 << 20, 700 << 20))
try:
    {call}
except SteelyardError as error:
    print(error)
"""


def refusal(call: str, **options) -> str:
    command = [sys.executable, "-c", READING.format(call=call)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=300, **options).stdout.strip()


@pytest.fixture
def endless_line(tmp_path):
    """Gzip of one line of 4 GB, in parts."""
    (tmp_path / "line.gz").write_bytes(gzip.compress(b"a" * (16 * MEGABYTE)) * 256)
    return tmp_path / "line.gz"


@pytest.mark.parametrize("accept", ["()", "('long',)"])
def test_an_endless_device_is_no_text_file(accept):
    told = refusal(f"read_lines('/dev/zero', accept={accept})")
    assert told.startswith("/dev/zero, line 1: contains a NUL character; remove it")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("read_lines('line.gz')", "line.gz, line 1: more than 1,048,576 bytes in one segment; is this one segment"),
        ("sy.read('line.gz', format='jsonl')", "line.gz, line 1: more than 67,108,864 bytes in one line"),
        ("sy.read('/dev/zero', format='jsonl')", "/dev/zero, line 1: contains a NUL character"),
    ],
)
def test_one_endless_line_is_refused_before_it_is_read(endless_line, call, told):
    assert refusal(call, cwd=endless_line.parent).startswith(told)


def test_lines_of_any_length_can_be_accepted(tmp_path):
    (tmp_path / "a.txt").write_text("a" * (6 * MEGABYTE) + "\nb\n")
    with pytest.raises(InputError, match=r"a.txt, line 1: more than 1,048,576 bytes in one segment"):
        read_lines(tmp_path / "a.txt")
    assert [len(line) for line in read_lines(tmp_path / "a.txt", accept=["long"])] == [6 * MEGABYTE, 1]


def test_what_unpacks_to_far_more_than_it_is_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "_MOST_BYTES", MEGABYTE)
    path = tmp_path / "many.txt.gz"
    path.write_bytes(gzip.compress(b"a\n" * (4 * MEGABYTE)))
    message = r"many.txt.gz: more than 100 times its size when unpacked, and more than 1,048,576 bytes; unpack it first"
    for read in (read_lines, lambda path: list(decoded_lines(path))):
        with pytest.raises(InputError, match=message):
            read(path)
    path.write_bytes(gzip.compress(os.urandom(MEGABYTE).hex().encode() * 2))
    assert sum(map(len, decoded_lines(path))) == 4 * MEGABYTE


def test_a_full_disk_is_no_damaged_file(tmp_path, monkeypatch):
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"a\n"))
    with monkeypatch.context() as patch:
        patch.setattr("tempfile.TemporaryFile", lambda: open("/dev/full", "w+b", 0))  # noqa: PTH123, SIM115
        with pytest.raises(InputError) as caught:
            read_lines(path)
    told = str(caught.value)
    assert told.startswith(f"{path}: cannot be unpacked to a temporary file: No space left on device; ")
    assert told.endswith("TMPDIR")
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(InputError, match="the compressed file is damaged"):
        read_lines(path)


@pytest.mark.parametrize("where", ["stop=/dev/zero", "stop=rouge-1.5.5,data=lists", "stem=rouge-1.5.5,data=lists"])
def test_endless_lists_are_refused(tmp_path, where):
    (tmp_path / "lists").mkdir()
    for name in ("smart_common_words.txt", "adj.exc"):
        (tmp_path / "lists" / name).symlink_to("/dev/zero")
    told = refusal(f"sy.score({{'A': ['a']}}, ['a'], 'rouge-1({where})')", cwd=tmp_path)
    assert "File too large" in told


@pytest.mark.parametrize("measure", ["pourpre(idf=/dev/zero)", "esk(senses=/dev/zero)"])
def test_endless_files_of_words_are_refused(tmp_path, measure):
    texts = ("{'A': ['Aaron']}, ['vital Aaron']", "{'A': ['a']}, ['a']")[measure.startswith("esk")]
    assert "File too large" in refusal(f"sy.score({texts}, '{measure}')", cwd=tmp_path)


def test_whole_files_up_to_a_limit(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    assert read_whole(tmp_path / "a") == b"abc" and read_whole(tmp_path / "a", 3) == b"abc"
    with pytest.raises(OSError, match="File too large"):
        read_whole(tmp_path / "a", 2)
