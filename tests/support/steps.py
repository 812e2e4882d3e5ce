"""How many steps Python code takes: counted, so that no test depends on how fast a machine is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import evalgui

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

_OWN = str(Path(evalgui.__file__).parent)
_WITH_ITEMS = (bytes, dict, frozenset, list, set, str, tuple)


def steps_of(job: Callable[[], object]) -> int:
    """Return how many steps of evalgui's code a job takes in this thread.

    A line is one, and as many more as what it gives a name to, or hands to a function, has
    items: an array that is made takes as many steps as it has numbers.
    """
    counter = _Counter()
    before = sys.gettrace()
    sys.settrace(counter.on_call)
    try:
        job()
    finally:
        sys.settrace(before)
    return counter.n


class _Counter:
    """Looks at every line of a frame, and at what has a name there for the first time."""

    def __init__(self) -> None:
        self.n = 0

    def on_call(self, frame: FrameType, event: str, _given: Any) -> Any:
        if event != "call" or not frame.f_code.co_filename.startswith(_OWN):
            return None
        arrays: dict[str, object] = {}  # kept, or another one may have its place in memory
        others: dict[str, tuple[int, int]] = {}  # not kept: what Qt owns may lie in them

        def on_line(frame: FrameType, _event: str, _given: Any) -> Any:
            self.n += 1
            for name, value in frame.f_locals.items():
                if isinstance(value, np.ndarray) and arrays.get(name) is not value:
                    arrays[name] = value
                    self.n += value.size
                elif isinstance(value, _WITH_ITEMS) and others.get(name) != (id(value), len(value)):
                    others[name] = id(value), len(value)
                    self.n += len(value)
            return on_line

        on_line(frame, event, None)
        return on_line
