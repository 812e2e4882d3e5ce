"""Parts of something large, worked on by as many threads as there are processors."""

from __future__ import annotations

import math
import os
import threading
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeVar

    Part = TypeVar("Part")
    Result = TypeVar("Result")

MOST_THREADS = 8
"""More threads than this wait for the memory, not for the processor."""


def n_threads() -> int:
    """Return how many threads are worth having."""
    return min(os.cpu_count() or 1, MOST_THREADS)


def spread(
    work: Callable[[Part], Result],
    parts: Sequence[Part],
    look: Callable[[int], None] | None = None,
) -> list[Result]:
    """Return ``work(part)`` of every part, in the order of the parts.

    Threads help as far as the work lets go of the interpreter, as numpy and Arrow do.

    Parameters
    ----------
    work
        A function of one part. What it raises ends the work on all parts.
    parts
        Some milliseconds of work each.
    look
        Called in the thread of the caller before each part that this thread takes, with the
        number of parts that were taken before. What it raises ends the work.

    Examples
    --------
    >>> spread(abs, [1, -2, 3])
    [1, 2, 3]
    """
    turns = _Turns(work, parts)
    helpers: list[threading.Thread] = []
    try:
        for _ in range(min(n_threads(), len(parts)) - 1):
            helper = threading.Thread(target=turns.take, name="part", daemon=True)
            try:
                helper.start()
            except RuntimeError:  # no memory for another thread: this one does the work
                break
            helpers.append(helper)
        turns.take(look)
    finally:
        for helper in helpers:
            helper.join()
    failure, turns.failure = turns.failure, None
    try:
        if failure is not None:
            raise failure
    finally:
        # It knows these frames: if they knew it, too, all results would stay in memory.
        del failure
    return turns.results


def blocks(n: int, size: int) -> list[slice]:
    """Return slices of `size` items, the last one shorter, that cover n items.

    Examples
    --------
    >>> blocks(5, 2)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    return [slice(start, min(start + size, n)) for start in range(0, n, size)]


def blocks_apart(n: int, size: int) -> list[slice]:
    """Return slices of at most `size` items that cover n items, in turn from a part of each thread.

    Threads begin in memory of their own, and end at the same time: where two are the first to
    touch a page, both get one from the system, and one of them goes back.

    Examples
    --------
    >>> sum(part.stop - part.start for part in blocks_apart(1000, 300))
    1000
    """
    if n <= size:
        return blocks(n, size)
    rounds = math.ceil(n / size / n_threads())
    parts = blocks(n, math.ceil(n / rounds / n_threads()))
    return [part for first in range(rounds) for part in parts[first::rounds]]


class _Turns:
    """Parts that several threads take one after the other, each the next that is free."""

    def __init__(self, work: Callable[[Any], Any], parts: Sequence[Any]) -> None:
        self._work = work
        self._parts = parts
        self._places: Iterator[int] = count()
        self.results: list[Any] = [None] * len(parts)
        self.failure: BaseException | None = None

    def take(self, look: Callable[[int], None] | None = None) -> None:
        """Work on parts until none is left, or one failed in any thread."""
        for place in self._places:
            if place >= len(self._parts) or self.failure is not None:
                return
            try:
                if look is not None:
                    look(place)
                self.results[place] = self._work(self._parts[place])
            except BaseException as failure:  # noqa: BLE001 - raised again where all threads meet
                if self.failure is None:
                    self.failure = failure
