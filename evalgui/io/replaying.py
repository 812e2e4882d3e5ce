"""A workspace computed again from its data, and compared with what it says came of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalgui.core.errors import CancelledError, EvalguiError, on_one_line
from evalgui.core.singled_out import singled_out
from evalgui.core.snapshot import resolve
from evalgui.core.vocabulary import phrase
from evalgui.io.assessing import Assessed, Request, answered
from evalgui.io.keeping.decisions import decided
from evalgui.io.keeping.opening import load_kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.progress import Watch
    from evalgui.core.snapshot import Snapshot
    from evalgui.io.keeping.opening import OpenedKept
    from evalgui.io.loading import Loaded

NOT_THERE = "(not there)"
"""What stands in a difference for what one side does not have."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that did not come out as it was stored.

    Parameters
    ----------
    place
        Where in what ``evaluate --format json`` prints, such as ``"metrics.TPR.value"``.
    stored, now
        Both values, as JSON types, or `NOT_THERE`.
    """

    place: str
    stored: Any
    now: Any


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of a data set of a workspace, computed again.

    Parameters
    ----------
    name
        What the data set is called.
    differences
        Those to what is stored; empty where all is identical.
    n_compared
        How many values were compared.
    problem
        Why nothing could be compared, in words; "" where it was.
    origin
        Which data it was computed from, in words; "" where it was not.
    is_copy
        Whether these are the copy in the workspace, since files are not what they were.
    """

    name: str
    differences: tuple[Difference, ...] = ()
    n_compared: int = 0
    problem: str = ""
    origin: str = ""
    is_copy: bool = False

    @property
    def is_identical(self) -> bool:
        """Whether everything came out as it was stored."""
        return not self.differences and not self.problem


def assessed_in(
    opened: OpenedKept, place: int, *, anew: bool = False, watch: Watch | None = None
) -> Assessed:
    """Return a data set of a workspace with everything that was decided on it.

    Parameters
    ----------
    opened
        The workspace.
    place
        Which data set.
    anew, watch
        As of `evalgui.io.keeping.opening.load_kept`.

    Raises
    ------
    EvalguiError
        If its data cannot be had, or are not those that it was decided on.
    """
    loaded = load_kept(opened, place, anew=anew, watch=watch)
    inputs, choices = decided(opened.kept.data_sets[place], answered(loaded))
    return Assessed(loaded, singled_out(resolve(inputs), choices), Request())


def results_of(loaded: Loaded, snapshot: Snapshot) -> dict[str, Any] | None:
    """Return what is stored of a data set: the numbers of ``evaluate --format json``.

    None where nothing is called, so that there is nothing to evaluate.

    Parameters
    ----------
    loaded
        What was read.
    snapshot
        What is shown of it.
    """
    return None if snapshot.matrix is None else _plain(Assessed(loaded, snapshot, Request()))


def _plain(assessed: Assessed) -> dict[str, Any]:
    """Return numbers as they are once they were written and read."""
    found: dict[str, Any] = json.loads(json.dumps(assessed.numbers()))
    return found


def replay(opened: OpenedKept, watch: Watch | None = None) -> Iterator[Replayed]:
    """Yield what comes of each data set of a workspace, compared with what is stored.

    Raises
    ------
    CancelledError
        If the watch says so.
    """
    for place, kept in enumerate(opened.kept.data_sets):
        if kept.results is None:
            yield Replayed(kept.name, problem=phrase("no results were stored with it"))
            continue
        try:
            now = _plain(assessed_in(opened, place, watch=watch))
        except CancelledError:
            raise
        except EvalguiError as error:
            yield Replayed(kept.name, problem=phrase("{why}.", why=on_one_line(error)))
            continue
        found, n_compared = compared(kept.results, now)
        origin, is_copy = opened.origin_of(place), opened.is_copy(place)
        yield Replayed(kept.name, found, n_compared, origin=origin, is_copy=is_copy)


def compared(stored: Any, now: Any) -> tuple[tuple[Difference, ...], int]:  # noqa: ANN401 - JSON types
    """Return how JSON types differ, and how many values were compared.

    Numbers are the same to the last digit, or differ.

    Examples
    --------
    >>> compared({"n": 3, "areas": {"roc": 0.5}}, {"n": 3, "areas": {"roc": 0.75}})
    ((Difference(place='areas.roc', stored=0.5, now=0.75),), 2)
    """
    found: list[Difference] = []
    n_compared = 0
    waiting: list[tuple[str, Any, Any]] = [("", stored, now)]
    while waiting:
        place, one, other = waiting.pop()
        pairs = _parts(one, other)
        if pairs is None:
            n_compared += 1
            if one != other or isinstance(one, bool) != isinstance(other, bool):
                found.append(Difference(place, one, other))
            continue
        waiting += [(_joined(place, name), *pair) for name, pair in reversed(pairs)]
    return tuple(found), n_compared


def _parts(one: Any, other: Any) -> list[tuple[str, tuple[Any, Any]]] | None:  # noqa: ANN401 - JSON types
    """Return the parts of two objects, or of two lists; None for single values."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = [*one, *(name for name in other if name not in one)]
        return [(name, (one.get(name, NOT_THERE), other.get(name, NOT_THERE))) for name in names]
    if isinstance(one, list) and isinstance(other, list):
        longest = range(max(len(one), len(other)))
        return [
            (
                f"[{place}]",
                (
                    one[place] if place < len(one) else NOT_THERE,
                    other[place] if place < len(other) else NOT_THERE,
                ),
            )
            for place in longest
        ]
    return None


def _joined(place: str, name: str) -> str:
    return f"{place}{name}" if name.startswith("[") or not place else f"{place}.{name}"
