"""What a part of a file is called: by the rows that were chosen, and those set aside by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.digits import SPACE, grouped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

MOST_RUNS = 8
"""Runs of rows that a name spells; of more it gives the number of rows alone."""

_WITHOUT = " without "
_RUN = r"\d+(?:-\d+)?"
_FORM = re.compile(
    r"(?: \[(?P<subset>.*)\])?"
    rf"(?:{_WITHOUT}(?:rows? (?P<rows>{_RUN}(?:, {_RUN})*)|(?P<how_many>[\d{SPACE}]+) rows))?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a file, as far as its name tells.

    Parameters
    ----------
    subset
        The expression that chose the rows; "" for all.
    aside
        The numbers of the rows that were set aside by hand, from 1, ascending; None where the
        name only gives how many.
    n_aside
        How many they are.
    """

    subset: str = ""
    aside: tuple[int, ...] | None = ()
    n_aside: int = 0


def part_name(name: str, subset: str, aside: NDArray[np.integer]) -> str:
    """Return what a part of a file is called.

    Parameters
    ----------
    name
        What all of it is called.
    subset
        The expression that chose the rows; "" for all.
    aside : (k,) array of int
        The numbers of the rows that were set aside by hand, from 1, ascending.

    Examples
    --------
    >>> part_name("a.csv", "age > 60", np.array([3, 7, 8, 9]))
    'a.csv [age > 60] without rows 3, 7-9'
    >>> part_name("a.csv", "", np.arange(1, 40, 2))
    'a.csv without 20 rows'
    """
    chosen = f"{name} [{subset}]" if subset else name
    if not len(aside):
        return chosen
    if len(aside) == 1:
        return f"{chosen}{_WITHOUT}row {aside[0]}"
    runs = np.split(aside, np.flatnonzero(np.diff(aside) != 1) + 1)
    if len(runs) > MOST_RUNS:
        return f"{chosen}{_WITHOUT}{grouped(len(aside))} rows"
    told = (str(one[0]) if len(one) == 1 else f"{one[0]}-{one[-1]}" for one in runs)
    return f"{chosen}{_WITHOUT}rows {', '.join(told)}"


def part_called(full: str, name: str) -> Part | None:
    """Return the part of a file that a name stands for; None where it is of another file.

    Parameters
    ----------
    full
        What `part_name` returned.
    name
        What all of the file is called.

    Examples
    --------
    >>> part_called("a.csv [age > 60] without rows 3, 7-9", "a.csv")
    Part(subset='age > 60', aside=(3, 7, 8, 9), n_aside=4)
    >>> part_called("a.csv without 20 rows", "a.csv")
    Part(subset='', aside=None, n_aside=20)
    """
    form = _FORM.fullmatch(full.removeprefix(name)) if full.startswith(name) else None
    if form is None:
        return None
    subset, rows, how_many = form["subset"] or "", form["rows"], form["how_many"]
    if how_many is not None:
        return Part(subset, None, int(how_many.replace(SPACE, "")))
    aside = tuple(_rows_of(rows)) if rows is not None else ()
    return Part(subset, aside, len(aside))


def _rows_of(runs: str) -> Iterator[int]:
    """Yield the rows of runs such as "3, 7-9"."""
    for run in runs.split(", "):
        first, _to, last = run.partition("-")
        yield from range(int(first), int(last or first) + 1)
