"""Which rows of a table are used, and the numbers in their scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Exclusion, by_hand
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.building import refusals
from evalgui.io.building.row_filter import choose_rows
from evalgui.io.meaning import without_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from evalgui.core.progress import Watch
    from evalgui.io.meaning import Aside, Roles
    from evalgui.io.table import Numbers, RawColumn, RawTable


@dataclass(frozen=True, slots=True, eq=False)
class UsedRows:
    """Which rows of a table are used, and why the others are not.

    Parameters
    ----------
    why : (n,) array of unsigned integers
        0 for a row that is used, else the number of a reason, from 1.
    reasons
        The code and the words of each reason.
    """

    why: NDArray[np.unsignedinteger]
    reasons: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, table: RawTable) -> UsedRows:
        """Return the rows of a table but for those that were read in doubt."""
        rows = cls(np.zeros(table.n_rows, np.uint8))
        for exclusion in table.exclusions:
            places = np.asarray(exclusion.rows, np.intp) - 1
            rows = rows.without(places, exclusion.code, exclusion.reason)
        return rows

    @classmethod
    def chosen_of(cls, table: RawTable, roles: Roles, like: RawTable | None = None) -> UsedRows:
        """Return the rows of a table that are chosen, but for those read in doubt.

        Those that were set aside by hand are so whether a subset holds them or not. `like` is as
        of `choose_rows`.

        Raises
        ------
        DataError
            If the subset is no expression, or a row to set aside is not there.
        """
        rows, subset = cls.of(table), roles.subset
        _require_rows(table, roles.set_aside)
        rows = rows.without_each(
            (np.asarray(one.rows, np.intp) - 1, *by_hand(one.reason)) for one in roles.set_aside
        )
        if not subset:
            return rows
        choice = choose_rows(table, subset, like)
        left = np.flatnonzero(~choice.chosen & ~choice.undecided)
        words = phrase("not in the subset {subset}", subset=subset)
        rows = rows.without(left, "not_in_subset", words)
        words = phrase(
            "a missing cell leaves it open whether it is in the subset {subset}", subset=subset
        )
        return rows.without(np.flatnonzero(choice.undecided), "subset_unknown", words)

    def without(self, places: NDArray[np.intp], code: str, words: str) -> UsedRows:
        """Return the rows after setting some aside; a row goes by its first reason."""
        return self.without_each([(places, code, words)])

    def without_each(self, parts: Iterable[tuple[NDArray[np.intp], str, str]]) -> UsedRows:
        """Return the rows after setting some aside for each of several reasons."""
        why, reasons = self.why, list(self.reasons)
        for places, code, words in parts:
            left = places[why[places] == 0]
            if not len(left):
                continue
            reasons.append((code, words))
            number = len(reasons)
            if why is self.why or number > np.iinfo(why.dtype).max:
                why = why.astype(np.promote_types(why.dtype, np.min_scalar_type(number)))
            why[left] = number
        return self if why is self.why else UsedRows(why, tuple(reasons))

    def is_kept(self) -> NDArray[np.bool_] | None:
        """Return which rows are used: (n,) bools; None where all are."""
        return self.why == 0 if self.reasons else None

    def kept(self) -> NDArray[np.intp] | None:
        """Return the rows that are used, from 0; None where all are."""
        return np.flatnonzero(self.why == 0) if self.reasons else None

    def exclusions(self) -> tuple[Exclusion, ...]:
        """Return the rows that are set aside, by reason, numbered from 1."""
        gone = np.flatnonzero(self.why)
        why = self.why[gone]
        return tuple(
            Exclusion(code, words, gone[why == number] + 1)
            for number, (code, words) in enumerate(self.reasons, start=1)
        )


def read_numbers(
    table: RawTable, roles: Roles, watch: Watch, like: RawTable | None = None
) -> tuple[UsedRows, dict[str, Numbers]]:
    """Return the columns of scores as numbers, and the rows that are left with them.

    Parameters
    ----------
    table
        The table as read.
    roles
        With the columns of scores, and which rows to choose.
    watch
        Asked between any two columns whether to go on.
    like
        The first rows of a table of which these are some: what its columns hold is known of them,
        and that no row is left here, or no number, says nothing. None where these are all.

    Raises
    ------
    DataError
        If no row is left, a score does not parse or cannot be exact, or one is missing where
        that is refused.
    CancelledError
        If the watch says so.
    """
    rows = UsedRows.chosen_of(table, roles, like)
    if like is None and np.all(rows.why):
        raise refusals.nothing_left(table, rows.exclusions())
    parsed: dict[str, Numbers] = {}
    names = roles.number_columns
    for place, name in enumerate(names):
        watch.step(place / len(names), phrase("reading the scores"))
        column = table.column(name)
        parsed[column.name] = numbers = scores_in(column, roles)
        # What is scored goes by differences, and so may be exact; nothing else does.
        if numbers.n_inexact or (numbers.base and column.name not in roles.scores):
            raise refusals.too_many_digits(table, column)
        has_none = like is None and not numbers.n_numbers
        rows = _with_readable_scores(table, column, numbers, rows, roles, has_none=has_none)
        if roles.missing_scores == "refuse":
            is_missing = np.isnan(numbers.values) & (rows.why == 0)
            is_missing[numbers.bad] = False
            missing = np.flatnonzero(is_missing)
            if len(missing):
                raise refusals.missing_scores(table, column, missing)
    return rows, parsed


def scores_in(column: RawColumn, roles: Roles) -> Numbers:
    """Return a column as numbers, as roles say that they are written and what limits are."""
    numbers = column.parse_numbers(roles.decimal, roles.thousands)
    return numbers.with_limits(roles.limits)


def _with_readable_scores(  # noqa: PLR0913 - all of a score
    table: RawTable,
    column: RawColumn,
    numbers: Numbers,
    rows: UsedRows,
    roles: Roles,
    *,
    has_none: bool,
) -> UsedRows:
    """Return the rows whose score is a number or missing, or refuse the column.

    A cell of one of several scores that is set aside is missing there, and its row is used.
    """
    if column.is_nested:
        raise refusals.nested(table, column)
    if not len(numbers.bad) and not has_none:
        return rows
    is_alone = roles.stands_alone(column.name)
    if is_alone and roles.limits == "set-aside":
        numbers = replace(numbers, bad=numbers.unreadable, limits=None)
    elif numbers.limits is not None and roles.limits == "set-aside":
        words = phrase("'{column}' is a limit", column=column.name)
        rows = rows.without(numbers.limits.rows, "censored_score", words)
    doubtful = numbers.bad[rows.why[numbers.bad] == 0]
    if has_none or (len(doubtful) and not roles.set_aside_unreadable):
        raise refusals.not_numbers(table, column, numbers)
    if is_alone:
        return rows
    words = phrase("'{column}' is not a number", column=column.name)
    return rows.without(doubtful, "nonnumeric_score", words)


def kept_rows(table: RawTable, rows: UsedRows) -> NDArray[np.intp] | None:
    """Return the rows that are used, from 0; None where all are.

    Raises
    ------
    DataError
        If none is.
    """
    kept = rows.kept()
    if kept is not None and not len(kept):
        raise refusals.nothing_left(table, rows.exclusions())
    return kept


def still_there(aside: Aside, before: RawTable, now: RawTable) -> Aside:
    """Return what is set aside, as far as a table has the same rows as it was decided about.

    Parameters
    ----------
    aside
        What is set aside by hand.
    before
        The table in which the rows were chosen.
    now
        The table as it was read later: a row of the same number may be another one.
    """
    if before.names != now.names:
        return ()
    gone = {
        row
        for one in aside
        for row in one.rows
        if row > now.n_rows or not _is_same_row(before, now, row - 1)
    }
    return without_rows(aside, gone)


def _is_same_row(before: RawTable, now: RawTable, row: int) -> bool:
    pairs = zip(before.columns, now.columns, strict=True)
    return all(old.text(row) == new.text(row) for old, new in pairs)


def _require_rows(table: RawTable, aside: Aside) -> None:
    """Refuse numbers of rows that a table does not have.

    Raises
    ------
    DataError
        With the largest of them.
    """
    largest = max((one.rows[-1] for one in aside), default=0)
    if largest > table.n_rows:
        message = phrase(
            "row {row} is to be set aside, and there are {n} rows",
            row=grouped(largest),
            n=grouped(table.n_rows),
        )
        hint = phrase("Set aside rows that the file has")
        raise DataError(message, where=table.name, hint=hint)
