"""What several files make together: one module for each combination, in `COMBINATIONS`.

The single files are read by `readers` as always; none is opened here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evalgui.core.errors import DataError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.combinations import (
    calls_and_truth,
    histogram_and_scores,
    matrix_and_ids,
    more_scores,
    one_below_the_other,
    scores_and_key,
    side_by_side,
    two_classes,
)
from evalgui.io.combinations.combined import Combined, NotTogetherError, Unmatched
from evalgui.io.combinations.decimals import with_one_sign
from evalgui.io.combinations.parts import Chosen
from evalgui.io.meaning import Roles

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.io.meaning import Arrangement
    from evalgui.io.table import RawTable

__all__ = ["COMBINATIONS", "Combination", "Combined", "Found", "Unmatched", "find"]


@dataclass(frozen=True, slots=True)
class Combination:
    """A way in which several files are one data set.

    Parameters
    ----------
    name
        What the user calls it.
    sniff
        Returns whether files may be this combination. A glance decides.
    combine
        Returns the one table that they make, with `known` set where it says what the columns
        mean; or raises a NotTogetherError where a closer look shows otherwise.
    """

    name: str
    sniff: Callable[[Chosen], bool]
    combine: Callable[[Chosen, Watch], Combined]


_MORE_SCORES = Combination(more_scores.NAME, more_scores.sniff, more_scores.combine)
COMBINATIONS: tuple[Combination, ...] = (
    Combination(
        histogram_and_scores.NAME, histogram_and_scores.sniff, histogram_and_scores.combine
    ),
    Combination(calls_and_truth.NAME, calls_and_truth.sniff, calls_and_truth.combine),
    Combination(side_by_side.NAME, side_by_side.sniff, side_by_side.combine),
    Combination(matrix_and_ids.NAME, matrix_and_ids.sniff, matrix_and_ids.combine),
    Combination(two_classes.NAME, two_classes.sniff, two_classes.combine),
    Combination(scores_and_key.NAME, scores_and_key.sniff, scores_and_key.combine),
    _MORE_SCORES,
)
"""Every combination, in the order in which they are tried."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What several files are together.

    Parameters
    ----------
    name
        The name of the combination; "" where each file is a data set of its own.
    why
        Why so, one sentence without a final full stop.
    combined
        The one table; None where each file is a data set of its own.
    """

    name: str
    why: str
    combined: Combined | None = None


def find(
    tables: Sequence[RawTable],
    roles: Roles | None = None,
    watch: Watch | None = None,
    *,
    together: Arrangement | None = None,
    is_one: bool = False,
) -> Found:
    """Return what several files are together.

    Parameters
    ----------
    tables
        The files as read, in the order of the user.
    roles
        What the user decided about their columns.
    watch
        Asked between any two steps whether to go on.
    together
        How files of the same columns are put together, as far as that was said.
    is_one
        Whether they are to be one data set, as those of a folder are: how files of the same
        columns are put together is asked, and others are refused.

    Raises
    ------
    DataError
        If the files belong together and contradict each other, with the rows; or are to be one
        data set and have different columns.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    chosen = with_one_sign(Chosen(tuple(tables), roles or Roles()))
    if together == "stacked":
        return _stacked(chosen, watch)
    if together == "side-by-side":
        found = _first_of((_MORE_SCORES,), chosen, watch)
        return _arranged(found, "side-by-side")
    if not is_one:
        return _first_of(COMBINATIONS, chosen, watch)
    are_alike = one_below_the_other.have_same_columns(tables)
    try:
        found = _first_of(COMBINATIONS, chosen, watch)
    except DataError:  # the same ids stand for other rows
        if not are_alike:
            raise
        found = Found("", "")
    if found.combined is None:
        return _stacked(chosen, watch, is_guess=True)
    if found.name == more_scores.NAME and are_alike:
        return _arranged(found, "side-by-side", is_guess=True)
    return found


def _stacked(chosen: Chosen, watch: Watch, *, is_guess: bool = False) -> Found:
    """Return the rows of all files one below the other."""
    combined = one_below_the_other.combine(chosen.tables, watch)
    combined = _as_told(_with_sheets(combined, chosen.tables), chosen.tables)
    found = Found(one_below_the_other.NAME, combined.why, combined)
    return _arranged(found, "stacked", is_guess=is_guess)


def _arranged(found: Found, together: Arrangement, *, is_guess: bool = False) -> Found:
    """Return what was found, so that it is known how the files are put together."""
    if found.combined is None:
        return found
    own = found.combined.table
    how = replace(own.how, together=together, is_together_guess=is_guess)
    return replace(found, combined=replace(found.combined, table=replace(own, how=how)))


def _first_of(combinations: Sequence[Combination], chosen: Chosen, watch: Watch) -> Found:
    """Return the first combination that files are."""
    tables = chosen.tables
    why: str = phrase("no file completes another one")
    if all(table.known is not None and table.known.roles.is_count_table for table in tables):
        combinations = ()
    for combination in combinations:
        watch.step(0.0, phrase("looking at what the files are together"))
        if combination.sniff(chosen):
            try:
                combined = combination.combine(chosen, watch)
            except NotTogetherError as error:
                why = error.why
                continue
            combined = _as_told(_with_sheets(combined, tables), tables)
            return Found(combination.name, combined.why, combined)
    return Found("", phrase("{why}: each is a data set of its own", why=why))


def _as_told(combined: Combined, tables: Sequence[RawTable]) -> Combined:
    """Return a combination that knows what was decided about how its files are read."""
    how = replace(combined.table.how, given=tables[0].how.given)
    return replace(combined, table=replace(combined.table, how=how))


def _with_sheets(combined: Combined, tables: Sequence[RawTable]) -> Combined:
    """Return a combination that still asks about a sheet which a reader had to guess."""
    guessed = next((table.how for table in tables if table.how.is_sheet_guess), None)
    if guessed is None:
        return combined
    own = combined.table.how
    how = replace(guessed, format=own.format, decimal=own.decimal)
    # What is known of the columns would count as decided, and nothing be asked.
    return replace(combined, table=replace(combined.table, how=how, known=None))
