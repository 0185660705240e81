"""Signals that end the process: what is being written is cleaned up first, as after Ctrl-C."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Never


class Ended(BaseException):
    """A signal asks the process to end; no error, so nothing on the way takes it for one."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        #: As shells have it.
        self.code = 128 + number


def heed_signals() -> None:
    """Have SIGTERM and SIGHUP raise Ended in the main thread.

    Whoever started us may have them ignored, as nohup has SIGHUP; that stays. So it does for Ctrl-C by Python itself.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> Never:
    # Once is enough: another must not break the cleaning up.
    signal.signal(number, signal.SIG_IGN)
    raise Ended(number)
