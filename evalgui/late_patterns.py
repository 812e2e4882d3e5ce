"""Patterns of text are compiled when they are first used: a twentieth of the start.

The rooms that read files name a hundred patterns, most of them for kinds of files that are not
opened this time. PySide6 names three of its signatures, as many again, which it uses where a
call of Qt is wrong.
"""

from __future__ import annotations

import contextlib
import re
import sys
from functools import cache, partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


_PACKAGES = frozenset({"evalgui", "shibokensupport"})
_METHODS = frozenset(name for name, found in vars(re.Pattern).items() if callable(found))


class LatePattern:
    """Stands for a pattern; each of its methods is the pattern's own from the first use on."""

    def __init__(self, compiled: Callable[[], re.Pattern[str]]) -> None:
        self._compiled = compiled

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # such as whether it is abstract, which classes ask
            raise AttributeError(name)
        return _LateMethod(self, name) if name in _METHODS else self.found(name)

    def found(self, name: str) -> Any:  # noqa: ANN401 - whatever a pattern has
        """Return what the pattern has of a name, and have it at hand from now on."""
        found = getattr(self._compiled(), name)
        setattr(self, name, found)
        return found


class _LateMethod:
    """Stands for a method of a pattern that may be kept long before it is called."""

    def __init__(self, pattern: LatePattern, name: str) -> None:
        self._pattern, self._name = pattern, name

    def __call__(self, *given: object, **named: object) -> object:
        return self._pattern.found(self._name)(*given, **named)


@contextlib.contextmanager
def patterns_compiled_late() -> Iterator[None]:
    """Let patterns of the program and of PySide6 be compiled when they are used.

    Those that are named meanwhile: the patterns of others may be handed to whom only a pattern
    is good enough.
    """
    at_once = re.compile

    def late(pattern: str, flags: int | re.RegexFlag = 0) -> object:
        module = str(sys._getframe(1).f_globals.get("__name__", ""))  # noqa: SLF001 - no other way
        if module.partition(".")[0] not in _PACKAGES:
            return at_once(pattern, flags)
        return LatePattern(cache(partial(at_once, pattern, flags)))

    re.compile = late  # type: ignore[assignment]
    try:
        yield
    finally:
        re.compile = at_once
