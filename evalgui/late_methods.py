"""Methods of dataclasses are compiled when they are first called: a twelfth of the start.

`dataclasses` writes the text of six methods of each class and compiles it at once. Of the 300
classes that a start makes, hardly any is compared, printed or guarded against a change in it.
Only how such a method is made is put off: its text, and so what it does, is Python's own.
"""

from __future__ import annotations

import contextlib
import dataclasses
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_AT_ONCE = "__init__"  # is called, and its signature is looked at
_MAKER = "_create_fn"  # of Python 3.11 and 3.12; later ones compile a class's methods together


@contextlib.contextmanager
def methods_made_late() -> Iterator[None]:
    """Let dataclasses of the program that are made meanwhile compile methods when called."""
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
) -> Callable[..., object]:
    """Return a method of a class; ``parts`` and ``places`` are what `dataclasses` makes it of."""
    names = places.get("globals")
    module = str(names["__name__"]) if isinstance(names, dict) else ""
    if name == _AT_ONCE or module.partition(".")[0] != "evalgui":
        return make(name, *parts, **places)
    made: Callable[..., object] | None = None

    def method(self: object, *given: object) -> object:
        nonlocal made
        if made is None:
            made = make(name, *parts, **places)
            made.__qualname__ = method.__qualname__
            for owner in type(self).__mro__:
                if vars(owner).get(name) is method:
                    setattr(owner, name, made)
        return made(self, *given)

    method.__name__, method.__module__ = name, module
    return method
