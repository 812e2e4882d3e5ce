"""Reports of unforeseen errors: their kind and the places in the program, never a value.

The text of an exception may hold what was in the user's file, most of all where it comes from a
library, and so may the lines of code of a traceback: neither is ever written.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import faulthandler
import os
import platform
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from evalgui.core.vocabulary import phrase
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

_PACKAGE = Path(__file__).resolve().parent
_WORK = {
    "gui/plots/": phrase("drawing the curves"),
    "gui/models/arrang": phrase("sorting and filtering the rows"),
    "gui/models/predictions": phrase("showing the rows"),
    "gui/panels/predictions": phrase("showing the rows"),
    "gui/confusion/": phrase("drawing the matrix"),
    "gui/panels/": phrase("showing the numbers"),
    "gui/models/": phrase("showing the numbers"),
    "gui/dialogs/": phrase("the dialog"),
    "gui/picture": phrase("the picture"),
    "gui/commands": phrase("opening or writing a file"),
    "io/writers/": phrase("writing the file"),
}
"""What is done in which part of the program; the innermost counts."""

_OTHER_WORK = phrase("showing the data")
_LARGEST = 256 << 10  # bytes of a log, of which an older one is kept


def versions(*others: str) -> str:
    """Return what the program runs on."""
    known = (f"evalgui {__version__}", f"Python {platform.python_version()}", *others)
    return ", ".join((*known, platform.system()))


def crash_report(
    kind: type[BaseException], trace: TracebackType | None, on: str | None = None
) -> str:
    """Return a report of an unforeseen error.

    Parameters
    ----------
    kind
        The class of the exception.
    trace
        Where it came by.
    on
        What the program runs on.

    Returns
    -------
    str
        What it ran on, the kind, and a line for each place in the program itself.
    """
    places = [f"  {inside}:{line} in {name}" for inside, line, name in _places(trace)]
    return "\n".join([on or versions(), kind.__name__, *places])


def _places(trace: TracebackType | None) -> Iterator[tuple[str, int | None, str]]:
    """Yield the places in the program itself where an error came by: file, line, function."""
    for frame in traceback.extract_tb(trace):
        path = Path(frame.filename)
        if path.is_relative_to(_PACKAGE):
            yield path.relative_to(_PACKAGE).as_posix(), frame.lineno, frame.name


def work_at(trace: TracebackType | None) -> str:
    """Return what the program was doing where an error came by, in words."""
    for inside, _line, _name in reversed([*_places(trace)]):
        for folder, words in _WORK.items():
            if inside.startswith(folder):
                return words
    return _OTHER_WORK


def kind_of(report: str) -> tuple[str, ...]:
    """Return what two reports of the same error share, whatever led to it: kind and last place."""
    _on, kind, *places = report.split("\n")
    return (kind, *places[-1:])


class CrashLog:
    """Reports in a file that nobody else may read, also of crashes of the interpreter.

    Parameters
    ----------
    folder
        Where the file is; without a place to write there is no log.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "crash.log"
        self._file: TextIO | None = None

    def open(self) -> None:
        """Open the file, and let fatal signals write where in the program they came."""
        with contextlib.suppress(OSError):  # a program without a log is still of use
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.exists() and self.path.stat().st_size > _LARGEST:
                self.path.replace(self.path.with_name("crash.log.1"))
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            descriptor = os.open(self.path, flags, 0o600)
            self._file = os.fdopen(descriptor, "a", encoding="utf-8")
            faulthandler.enable(self._file)

    def write(self, report: str) -> None:
        """Add a report; a file that has grown large gives way to a new one."""
        if self._file is None:
            return
        with contextlib.suppress(OSError):
            now = dt.datetime.now(tz=dt.UTC).isoformat(" ", "seconds")
            self._file.write(f"{now}\n{report}\n\n")
            self._file.flush()
            if self.path.stat().st_size > _LARGEST:
                self.close()
                self.open()

    def close(self) -> None:
        """Close the file; signals write nowhere from then on."""
        if self._file is not None:
            faulthandler.disable()
            self._file.close()
            self._file = None
