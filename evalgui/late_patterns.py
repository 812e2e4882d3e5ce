"""Patterns of text are compiled when they are first used: a fortieth of the start.

The rooms that read files name a hundred patterns, most of them for kinds of files that are not
opened this time.
"""

from __future__ import annotations

import contextlib
import re
import sys
from functools import cache, partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class LatePattern:
    """Stands for a pattern; each of its methods is the pattern's own from the first use on."""

    def __init__(self, compiled: Callable[[], re.Pattern[str]]) -> None:
        self._compiled = compiled

    def __getattr__(self, name: str) -> object:
        found = getattr(self._compiled(), name)
        setattr(self, name, found)
        return found


@contextlib.contextmanager
def patterns_compiled_late() -> Iterator[None]:
    """Let patterns of the program that are named meanwhile be compiled when they are used."""
    at_once = re.compile

    def late(pattern: str, flags: int | re.RegexFlag = 0) -> object:
        module = str(sys._getframe(1).f_globals.get("__name__", ""))  # noqa: SLF001 - no other way
        if module.partition(".")[0] != "evalgui":
            return at_once(pattern, flags)
        return LatePattern(cache(partial(at_once, pattern, flags)))

    re.compile = late  # type: ignore[assignment]
    try:
        yield
    finally:
        re.compile = at_once
