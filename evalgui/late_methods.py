"""Methods of dataclasses are compiled when they are first asked for: a tenth of the start.

`dataclasses` writes the text of seven methods of each class and compiles it at once. Of the 300
classes that a start makes, half are never made a value of, and hardly any is compared, printed
or guarded against a change in it. Only when such a method is made is put off: its text, and so
what it does, is Python's own.
"""

from __future__ import annotations

import contextlib
import dataclasses
from functools import cache, partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MAKER = "_create_fn"  # of Python 3.11 and 3.12; later ones compile a class's methods together


class LateMethod:
    """Stands in a class until a method of it is asked for, and then leaves its place to it."""

    def __init__(self, name: str, make: Callable[[], Callable[..., object]]) -> None:
        self.__name__, self._make = name, make

    def __get__(self, value: object, kind: type | None = None) -> object:
        asked = type(value) if kind is None else kind
        made = self._make()
        for owner in asked.__mro__:
            if vars(owner).get(self.__name__) is self:
                made.__qualname__ = f"{owner.__qualname__}.{self.__name__}"
                setattr(owner, self.__name__, made)
        return made.__get__(value, asked)

    def __call__(self, value: object) -> object:
        """Call it where `dataclasses` wrapped it, as it does what prints a value."""
        return self._make()(value)


@contextlib.contextmanager
def methods_made_late() -> Iterator[None]:
    """Let dataclasses of the program that are made meanwhile compile methods when asked for."""
    make = vars(dataclasses).get(_MAKER)
    if make is None:
        yield
        return
    setattr(dataclasses, _MAKER, partial(_make_late, make))
    try:
        yield
    finally:
        setattr(dataclasses, _MAKER, make)


def _make_late(
    make: Callable[..., Callable[..., object]], name: str, *parts: object, **places: object
) -> object:
    """Return a method of a class; ``parts`` and ``places`` are what `dataclasses` makes it of."""
    names = places.get("globals")
    module = str(names["__name__"]) if isinstance(names, dict) else ""
    if module.partition(".")[0] != "evalgui":
        return make(name, *parts, **places)
    return LateMethod(name, cache(partial(make, name, *parts, **places)))
