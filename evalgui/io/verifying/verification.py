"""All known results together: which hold here, on what, and how long it took."""

from __future__ import annotations

import platform
import sys
import time
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING

from evalgui.core.progress import Watch
from evalgui.core.provenance import now
from evalgui.core.vocabulary import phrase
from evalgui.io.verifying.cases import cases
from evalgui.io.verifying.examples import examples
from evalgui.io.verifying.files import files
from evalgui.io.verifying.intervals import intervals
from evalgui.io.verifying.points import points
from evalgui.io.verifying.window import window
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evalgui.io.verifying.checked import Checked


@dataclass(frozen=True, slots=True)
class _Kind:
    id: str
    title: str
    make: Callable[[], Iterator[Checked]]


KINDS = (
    _Kind("examples", phrase("Worked examples of the source texts"), examples),
    _Kind("cases", phrase("Values of other programs"), cases),
    _Kind("intervals", phrase("Intervals"), intervals),
    _Kind("points", phrase("Operating points, error rates and costs"), points),
    _Kind("files", phrase("Files of each format"), files),
    _Kind("window", phrase("The window, a dragged line, and the report"), window),
)
"""What is looked at, in this order."""

_LIBRARIES = ("numpy", "pyarrow", "scipy", "pandas", "PySide6-Essentials", "pyqtgraph")


@dataclass(frozen=True, slots=True)
class Part:
    """The results of one kind.

    Parameters
    ----------
    id, title
        Its name, and what it is about.
    results
        Each known result beside that of here.
    seconds
        How long it took.
    """

    id: str
    title: str
    results: tuple[Checked, ...]
    seconds: float

    @property
    def failed(self) -> tuple[Checked, ...]:
        """Those that are not what is known."""
        return tuple(one for one in self.results if not one.lacks and not one.holds)

    @property
    def lacking(self) -> tuple[Checked, ...]:
        """Those that could not be looked at, since an extra is not installed."""
        return tuple(one for one in self.results if one.lacks)


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found here.

    Parameters
    ----------
    parts
        The results by kind.
    facts
        Names and values of what the program runs on.
    when
        Date and time, with the offset from UTC.
    """

    parts: tuple[Part, ...]
    facts: dict[str, str]
    when: str

    @property
    def n(self) -> int:
        """How many results were compared."""
        return sum(len(part.results) - len(part.lacking) for part in self.parts)

    @property
    def failed(self) -> tuple[Checked, ...]:
        """Those that are not what is known."""
        return tuple(one for part in self.parts for one in part.failed)


def verify(watch: Watch | None = None, *, without: frozenset[str] = frozenset()) -> Verification:
    """Compare all known results with those of here.

    Parameters
    ----------
    watch
        Told how far it is, and asked whether to go on.
    without
        Ids of kinds that are not looked at.

    Raises
    ------
    CancelledError
        If the watch says so.
    FileNotFoundError
        If the installation is incomplete.
    """
    watch, parts = watch or Watch(), []
    kinds = [kind for kind in KINDS if kind.id not in without]
    for place, kind in enumerate(kinds):
        watch.step(place / len(kinds), kind.title)
        begin = time.perf_counter()
        found = tuple(kind.make())
        parts.append(Part(kind.id, kind.title, found, time.perf_counter() - begin))
    return Verification(tuple(parts), _facts(), now())


def _facts() -> dict[str, str]:
    """Return what the program runs on."""
    found = {
        "evalgui": __version__,
        "Python": f"{platform.python_version()} ({platform.python_implementation()})",
    }
    for name in _LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:  # in a bundle, or not installed
            continue
    found[phrase("system")] = f"{platform.system()} {platform.release()}"
    found[phrase("processor")] = f"{platform.machine()} {platform.processor()}".strip()
    found[phrase("order of bytes")] = sys.byteorder
    return found
