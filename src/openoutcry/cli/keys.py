"""Single keys, as they are pressed."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from types import FrameType
from typing import Any, Protocol, Self

ESCAPE = "\x1b"
LONGEST_KEY = 64
"""Bytes: an arrow key sends several, and they come together."""


class Keys(Protocol):
    """The keyboard while it is read key by key; whatever happens, it is left as it was."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *error: object) -> None: ...
    def wait(self, seconds: float) -> str:
        """The next key, or nothing if none comes within so many seconds or it is none that writes something."""
        ...


def can_be_read() -> bool:
    """Whether there are a keyboard and a screen here, and a way to read single keys."""
    return sys.stdin.isatty() and sys.stdout.isatty() and bool(find_spec("termios") or find_spec("msvcrt"))


def keyboard(on_suspend: Callable[[], None], on_resume: Callable[[], None]) -> Keys:
    """The keyboard of this system; it tells when the program is suspended and goes on."""
    return TerminalKeys(on_suspend, on_resume) if find_spec("termios") else WindowsKeys()


class TerminalKeys:
    """Keys by way of termios: nothing is echoed, Ctrl-C and Ctrl-Z do what they always do, and what was typed before is
    dropped.
    """

    def __init__(self, on_suspend: Callable[[], None], on_resume: Callable[[], None]) -> None:
        self._on_suspend, self._on_resume = on_suspend, on_resume
        self._pressed = ""

    def __enter__(self) -> Self:
        import termios
        import tty

        self._termios, self._tty, self._file = termios, tty, sys.stdin.fileno()
        self._usual = termios.tcgetattr(self._file)
        self._usual_suspend: Any = signal.getsignal(signal.SIGTSTP)
        tty.setcbreak(self._file)
        if self._usual_suspend is not signal.SIG_IGN:
            signal.signal(signal.SIGTSTP, self._suspend)
        return self

    def __exit__(self, *error: object) -> None:
        self._termios.tcsetattr(self._file, self._termios.TCSAFLUSH, self._usual)
        signal.signal(signal.SIGTSTP, self._usual_suspend)

    def wait(self, seconds: float) -> str:
        """The next key within so many seconds, or nothing."""
        from select import select

        if not self._pressed and select([self._file], [], [], max(0.0, seconds))[0]:
            read = os.read(self._file, LONGEST_KEY).decode(errors="replace")
            if not read:
                raise EOFError
            self._pressed = "" if read.startswith(ESCAPE) else read
        key, self._pressed = self._pressed[:1], self._pressed[1:]
        return key

    def _suspend(self, _: int, __: FrameType | None) -> None:
        """Stop as other programs do, with the terminal as it was; and when it goes on, read keys again."""
        self._on_suspend()
        self._termios.tcsetattr(self._file, self._termios.TCSADRAIN, self._usual)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._suspend)
        self._tty.setcbreak(self._file)
        self._on_resume()


class WindowsKeys:
    """Keys by way of msvcrt."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def wait(self, seconds: float) -> str:
        """The next key within so many seconds, or nothing."""
        import msvcrt

        console: Any = msvcrt
        end = time.monotonic() + seconds
        while not console.kbhit():
            if time.monotonic() >= end:
                return ""
            time.sleep(0.01)
        key: str = console.getwch()
        if key == "\x03":
            raise KeyboardInterrupt
        if key in "\x00\xe0":
            console.getwch()
            return ""
        return key
