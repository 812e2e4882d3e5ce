"""Rates of periods, or of runs, beside what those that are equal would show by chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.between_groups.control import equal_counts
from evalgui.core.counts import divide
from evalgui.core.measured import Measured
from evalgui.core.metrics import metric_by_id
from evalgui.core.texts import Given, Name, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import COUNT, PLAIN, SHARE, TEXT, Column, Fact, Row, Said, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.between_groups.apart import Rate
    from evalgui.core.texts import Told

OUTSIDE = 0.05
"""In so many of 100 that are equal a rate lies beyond the limits of one."""

OF_WEIGHTS = phrase("weights with fractions are no rows of which so many could be called by chance")
OF_SUBJECTS = phrase("rows of one subject are not independent, as these limits take them to be")
_FEWEST = 2
_NO_COUNTS = np.empty(0, np.int64)
_COLUMNS = (
    Column("rate", Text("all together"), SHARE, keys={"number": "rate", "why": "why"}),
    Column("compared", Text("compared"), COUNT, keys={"number": "compared"}),
    Column("beyond", Text("beyond the limits of one"), COUNT, keys={"number": "beyond"}),
    Column("expected", Text("by chance, on average at most"), PLAIN, keys={"number": "expected"}),
    Column("beyond_all", Text("beyond those of all"), COUNT, keys={"number": "beyond_all"}),
    Column("which", Text("which"), TEXT, keys={"said": "which"}),
)


class Control(NamedTuple):
    """A rate of many, beside what equal ones would show.

    Parameters
    ----------
    rate
        Of all together.
    at
        The places of those that have rows of the class concerned.
    k, n : (p,) arrays of int64
        Their counts.
    one, every
        Between which counts one lies but for `OUTSIDE`, and all of them at once do.
    reason
        Why there are no limits; "" where there are.
    """

    rate: float
    at: tuple[int, ...] = ()
    k: NDArray[np.int64] = _NO_COUNTS
    n: NDArray[np.int64] = _NO_COUNTS
    one: tuple[NDArray[np.int64], NDArray[np.int64]] = (_NO_COUNTS, _NO_COUNTS)
    every: tuple[NDArray[np.int64], NDArray[np.int64]] = (_NO_COUNTS, _NO_COUNTS)
    reason: str = ""

    def beyond(self, limits: tuple[NDArray[np.int64], NDArray[np.int64]]) -> list[int]:
        """Return the places of those that lie beyond limits."""
        is_beyond = (self.k < limits[0]) | (self.k > limits[1])
        return [self.at[place] for place in np.flatnonzero(is_beyond).tolist()]


def control_of(rates: Sequence[Rate], reason: str, one_of: str) -> Control:
    """Return rates beside what equal ones would show.

    Parameters
    ----------
    rates
        Of each, none where it has no rows of the class concerned.
    reason
        Why there can be no limits; "" where there may be.
    one_of
        What one of them is, such as "month".
    """
    at = tuple(place for place, one in enumerate(rates) if one.n)
    rate = float(divide(sum(one.k for one in rates), sum(one.n for one in rates)))
    if len(at) < _FEWEST:
        reason = (
            phrase("one {one_of} alone has such rows", one_of=one_of)
            if at
            else phrase("no {one_of} has such rows", one_of=one_of)
        )
    elif not reason and any(part != int(part) for one in rates for part in one):
        reason = OF_WEIGHTS
    if reason:
        return Control(rate, at, reason=reason)
    k, n = (np.array([int(rates[place][part]) for place in at], np.int64) for part in (0, 1))
    one, every = (equal_counts(n, rate, share) for share in (OUTSIDE, OUTSIDE / len(at)))
    return Control(rate, at, k, n, one, every)


def control_table(controls: Mapping[str, Control], names: Sequence[str]) -> Table:
    """Return the table ``control``, a row a rate.

    Parameters
    ----------
    controls
        By the ids of the rates.
    names
        What each of those is called that are compared.
    """

    def cell(row: Row, column: Column) -> Measured | None:
        one = controls[row.id]
        if column.is_text:
            return None
        if column.id == "rate":
            return Measured(one.rate, one.reason)
        if column.id == "compared":
            return Measured(len(one.at))
        if one.reason:
            return Measured(math.nan, one.reason)
        if column.id == "expected":
            return Measured(OUTSIDE * len(one.at))
        return Measured(len(one.beyond(one.one if column.id == "beyond" else one.every)))

    def said(row: Row, column: Column) -> Told | None:
        if not column.is_text:
            return None
        one = controls[row.id]
        found = [names[place] for place in one.beyond(one.one)]
        return Said(Given(", ".join(found)), found)

    rows = tuple(Row(one, Name(metric_by_id(one))) for one in controls)
    return Table("control", _COLUMNS, rows, cell, Text("rate"), text=said)


def what_it_says(controls: Iterable[Control], many: str) -> Iterator[Fact]:
    """Yield what limits of some controls say, and why others have none."""
    every = [*controls]
    if any(not one.reason for one in every):
        told = Text(
            "of {many} with the rate of all together, 5 of 100 at most lie beyond the limits of one"
            " on average; in 95 of 100 series none lies beyond those of all (Bonferroni): what"
            " does is a reason to look, not proof of a change",
            {"many": as_text(many)},
        )
        yield Fact("control", Text("limits"), told, {"outside": OUTSIDE})
    for reason in dict.fromkeys(one.reason for one in every if one.reason):
        yield Fact("no_limits", Text("no limits"), as_text(reason))
