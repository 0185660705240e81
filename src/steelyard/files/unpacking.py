"""Gzip, unpacked as it is read and within bounds."""

from __future__ import annotations

import gzip
import io
import zlib
from typing import IO, Any, cast

from steelyard.errors import InputError

# Texts are packed to a third or a tenth; what is beyond both is a mistake or a trap.
_MOST_BYTES = 1 << 28
_MOST_TIMES = 100


def unpacked(packed: IO[bytes], name: str) -> io.BufferedReader:
    """Return a gzip stream unpacked; a damaged one, and one that unpacks to far more than it is, raise InputError."""
    return io.BufferedReader(_Unpacked(packed, name))


class _Unpacked(io.RawIOBase):
    """The content of a gzip stream, which is counted on both sides."""

    def __init__(self, packed: IO[bytes], name: str) -> None:
        self._packed = _Counted(packed)
        self._content = gzip.GzipFile(fileobj=cast(IO[bytes], self._packed))
        self._name = name
        self._taken = 0

    def readable(self) -> bool:
        """Tell that this is for reading."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer as far as one read goes."""
        try:
            count = self._content.readinto(buffer)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"{self._name}: {error}; the compressed file is damaged") from None
        self._taken += count
        if self._taken > max(_MOST_BYTES, _MOST_TIMES * self._packed.taken):
            raise InputError(
                f"{self._name}: more than {_MOST_TIMES} times its size when unpacked, and more than {_MOST_BYTES:,} "
                f"bytes; unpack it first if that is right"
            )
        return count


class _Counted:
    """A stream that counts what is read of it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        """Read as the stream does."""
        block = self._stream.read(size)
        self.taken += len(block)
        return block
