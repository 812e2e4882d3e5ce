"""Large objects in pieces: while one call works on millions of them, no other thread can.

The window has a thread of its own; all it gets is what the others leave between two steps of
the interpreter. What one call of a library makes or frees at once is bounded here.
"""

from __future__ import annotations

import gc
import threading
from itertools import islice
from typing import TYPE_CHECKING, Any

from evalgui.io.table.pyarrow_names import arrow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from evalgui.io.table.pyarrow_names import ArrowColumn

_PIECE = 50_000


def text_column(texts: Iterable[str | None], look: Callable[[], None] | None = None) -> ArrowColumn:
    """Return texts as a column of Arrow; None is no value.

    Parameters
    ----------
    texts
        One for each row.
    look
        Called between two pieces: raises where nobody waits any longer.
    """

    def arrays() -> Iterator[Any]:
        left = iter(texts)
        while piece := list(islice(left, _PIECE)):
            if look is not None:
                look()
            yield arrow.array(piece, arrow.string())

    column: ArrowColumn = arrow.chunked_array(arrays(), arrow.string())
    return column


class _Paused:
    """While anyone is within, in any thread, Python's collector of cycles does not run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._n_within = 0
        self._was_enabled = False

    def __enter__(self) -> None:
        with self._lock:
            if not self._n_within:
                self._was_enabled = gc.isenabled()
                gc.disable()
            self._n_within += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._n_within -= 1
            if not self._n_within and self._was_enabled:
                gc.enable()


WITHOUT_COLLECTOR = _Paused()
"""For the making of millions of cells, which have no cycles: the collector would look at all of
them at once, again and again while they become more."""


def let_go(*values: object) -> None:
    """Empty lists and objects, and those in them, from the end: nobody uses them any more."""
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            while value:
                _, inner = value.popitem()
                if isinstance(inner, (dict, list)):
                    waiting.append(inner)
        elif isinstance(value, list):
            while value:
                piece = value[-_PIECE:]
                del value[-_PIECE:]
                waiting += [inner for inner in piece if isinstance(inner, (dict, list))]
