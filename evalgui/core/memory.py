"""What is said where the memory is used up: it is no bug, and what is open stays open."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from evalgui.core.errors import EvalguiError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

OPENING = phrase("opening the data")
"""For what the memory is not enough where a file is too large."""

# The systems' words for a library that did not fit; nothing else tells it from a missing one.
_NO_PLACE = ("failed to map segment", "cannot allocate memory", "paging file is too small")


class MemoryShortError(EvalguiError):
    """There is not enough memory for a piece of work."""


def lacks_memory(error: BaseException) -> bool:
    """Return whether an error is that of used up memory, whoever raised it.

    Those of NumPy and Arrow are MemoryErrors; a library that does not fit is an ImportError,
    a thread that does not a RuntimeError.

    Examples
    --------
    >>> lacks_memory(MemoryError()), lacks_memory(RuntimeError("can't start new thread"))
    (True, True)
    >>> lacks_memory(ImportError("a.so: failed to map segment from shared object"))
    True
    >>> lacks_memory(ImportError("No module named 'a'"))
    False
    """
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, RuntimeError):
        return "start new thread" in str(error)
    if isinstance(error, ImportError | OSError):
        return any(words in str(error).casefold() for words in _NO_PLACE)
    return False


def memory_short(what: str, where: str = "") -> MemoryShortError:
    """Return the failure of a piece of work that does not fit in the memory.

    Parameters
    ----------
    what
        What the memory is not enough for, as in ``"sorting"``.
    where
        The file, where there is one.
    """
    hint = phrase("Close something, or open a part of the data")
    return MemoryShortError(
        phrase("there is not enough memory for {what}", what=what), where=where, hint=hint
    )


@contextmanager
def enough_memory(what: str, where: str = "") -> Iterator[None]:
    """Say in words where the memory is not enough for what is done within.

    Parameters
    ----------
    what, where
        As in `memory_short`.

    Raises
    ------
    MemoryShortError
        Instead of an error of used up memory, of which it knows no frames, whose arrays would
        stay.
    """
    try:
        yield
    except (MemoryError, ImportError, OSError, RuntimeError) as error:
        if not lacks_memory(error):
            raise
        error.with_traceback(None)
        error.__context__ = None
    else:
        return
    raise memory_short(what, where)
