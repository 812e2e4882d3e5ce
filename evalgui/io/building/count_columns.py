"""What a count table holds: whole numbers of each class a row, and perhaps bins of scores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.counts import LARGEST_TOTAL
from evalgui.core.dataset import Score
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.building import data_findings as oddities
from evalgui.io.building import refusals
from evalgui.io.building.read_scores import ReadScore
from evalgui.io.building.separation import below_chance_counted
from evalgui.io.meaning import in_column, show_hidden
from evalgui.io.table import whole_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.io.meaning import Roles
    from evalgui.io.table import Numbers, RawColumn, RawTable

_FEW = 5


def read_counts(
    table: RawTable, roles: Roles, is_used: NDArray[np.bool_] | None = None
) -> NDArray[np.int64]:
    """Return how many negatives and how many positives each row stands for.

    Parameters
    ----------
    table
        The table as read.
    roles
        With both columns of counts.
    is_used : (n,) array of bool, or None
        Which rows must have counts; None means all. The others get 0.

    Returns
    -------
    (n, 2) array of int64
        Negatives first.

    Raises
    ------
    DataError
        If a column is not there or not decided, a count is missing, no whole number or
        negative (its rows are listed), or there are too many to be counted exactly.
    """
    if roles.n_positive is None or roles.n_negative is None:
        lacks_positives = roles.n_positive is None
        hint = phrase(
            "Choose the column that counts the {positives}"
            if lacks_positives
            else "Choose the column that counts the {negatives}"
        )
        message = phrase(
            "no column counts the {positives}"
            if lacks_positives
            else "no column counts the {negatives}"
        )
        raise DataError(message, where=table.name, hint=hint)
    columns = [table.column(name) for name in (roles.n_negative, roles.n_positive)]
    names = [column.name for column in columns]
    if len({*names, *roles.scores}) < len(names) + len(set(roles.scores)):
        message = phrase(
            "one column cannot be two of the score, the {positives} and the {negatives}"
        )
        raise DataError(message, where=table.name, hint=phrase("Choose three different columns"))
    found = [whole_counts(table, column, roles, is_used) for column in columns]
    counts = np.stack(found, axis=1)
    require_countable(table, counts)
    return counts.astype(np.int64)


def require_countable(table: RawTable, counts: NDArray[np.float64]) -> None:
    """Refuse whole numbers that are too many to be added exactly, or all 0.

    Raises
    ------
    DataError
        With what is wrong.
    """
    # As doubles first: int64 holds their sum only where it is not too large by far.
    about = float(counts.sum())
    if about > 2.0 * LARGEST_TOTAL or int(counts.astype(np.int64).sum()) > LARGEST_TOTAL:
        message = phrase(
            "the counts add up to more than {most}: they are not exact", most=grouped(LARGEST_TOTAL)
        )
        raise DataError(message, where=table.name, hint=phrase("Check the counts"))
    if not counts.any():
        message = phrase("every count is 0")
        raise DataError(message, where=table.name, hint=phrase("Choose a file with data in it"))


def whole_counts(  # noqa: PLR0913 - all that says what a count is
    table: RawTable,
    column: RawColumn,
    roles: Roles,
    is_used: NDArray[np.bool_] | None,
    *,
    hint: str = phrase("Give a whole number in each row, 0 where there is nothing to count"),
    may_be_fractions: bool = False,
) -> NDArray[np.float64]:
    """Return one column of counts as whole doubles, 0 in rows that are not used: (n,).

    Raises
    ------
    DataError
        If one is no count, with the rows and a hint at what to do; fractions, and numbers beyond
        what is counted exactly, are none unless they are weights and may be.
    """
    if column.is_nested:
        raise refusals.nested(table, column)
    numbers = whole_numbers(column, (roles.decimal, roles.thousands))
    values = np.array(numbers.in_full, dtype=np.float64)
    is_text = np.zeros(len(values), np.bool_)
    is_text[numbers.bad] = True
    if is_used is not None:
        values[~is_used] = 0
    with np.errstate(invalid="ignore"):
        is_fraction = np.floor(values) != values
        is_weight = may_be_fractions and bool(is_fraction.any())
        is_wrong = np.zeros_like(is_fraction) if is_weight else is_fraction
        kinds = (
            (_not_numbers, is_text),
            (_missing, np.isnan(values)),
            (_negative, values < 0),
            (_not_whole, np.isinf(values)),
            (_not_whole, is_wrong),
            (_too_large, values >= LARGEST_TOTAL),
        )
    for tell, flags in kinds:
        rows = np.flatnonzero(flags if is_used is None else flags & is_used)
        if len(rows):
            message = tell(len(rows), refusals.shown_places(table, rows))
            raise DataError(message, where=in_column(table.name, column.name), hint=hint)
    return values


def _not_numbers(n: int, places: str) -> str:
    return phrase_n(
        n,
        "1 count is not a number: {places}",
        "{n} counts are not numbers: {places}",
        n=grouped(n),
        places=places,
    )


def _missing(n: int, places: str) -> str:
    return phrase_n(
        n,
        "1 count is missing: {places}",
        "{n} counts are missing: {places}",
        n=grouped(n),
        places=places,
    )


def _negative(n: int, places: str) -> str:
    return phrase_n(
        n,
        "1 count is negative: {places}",
        "{n} counts are negative: {places}",
        n=grouped(n),
        places=places,
    )


def _not_whole(n: int, places: str) -> str:
    return phrase_n(
        n,
        "1 count is not a whole number: {places}",
        "{n} counts are not whole numbers: {places}",
        n=grouped(n),
        places=places,
    )


def _too_large(n: int, places: str) -> str:
    return phrase_n(
        n,
        "1 count is too large to be exact: {places}",
        "{n} counts are too large to be exact: {places}",
        n=grouped(n),
        places=places,
    )


def counted_scores(
    table: RawTable, read: Mapping[str, Numbers], roles: Roles, rows: NDArray[np.intp] | None
) -> tuple[ReadScore, ...]:
    """Return the scores of a count table; of bins the edges that their direction asks for.

    Parameters
    ----------
    table
        The table as read.
    read
        The numbers of the used rows, by the names of their columns.
    roles
        With the scores, and the bins if there are some.
    rows : (n,) array of int, or None
        The used rows, from 0; None means all.

    Raises
    ------
    DataError
        If the lower edge of a bin lies above its upper edge.
    """
    if not roles.bins or not set(roles.scores) <= set(roles.bins):
        return tuple(ReadScore.of(name, read[name], roles) for name in roles.scores)
    low, high = (np.array(read[name].in_full, np.float64) for name in roles.bins)
    if table.known is not None and table.known.by and table.known.bin_numbers:
        numbers = table.column(table.known.bin_numbers).parse_numbers().in_full
        low, high = _ends(low, high, np.asarray(numbers if rows is None else numbers[rows]))
    missing = np.isnan(low) | np.isnan(high)  # half a bin is no bin
    n_replaced = int(np.count_nonzero(missing)) if roles.missing_scores == "worst" else 0
    low[missing], high[missing] = (-np.inf, np.inf) if n_replaced else (np.nan, np.nan)
    wrong = np.flatnonzero(low > high)
    if len(wrong):
        message = phrase_n(
            len(wrong),
            "1 bin has its lower edge above the upper one: {places}",
            "{n} bins have their lower edge above the upper one: {places}",
            n=grouped(len(wrong)),
            places=refusals.shown_places(table, wrong if rows is None else rows[wrong]),
        )
        hint = phrase("Correct these edges, or choose the columns the other way round")
        raise DataError(message, where=in_column(table.name, roles.bins[0]), hint=hint)
    lows, highs = Score(roles.bins[0], low), Score(roles.bins[1], high, higher_is_positive=False)
    own, other = (lows, highs) if roles.higher_is_positive is not False else (highs, lows)
    score = replace(own, other_edge=other)
    return (ReadScore(score, own.name, read[own.name], n_replaced, is_binned=True),)


def _ends(
    low: NDArray[np.float64], high: NDArray[np.float64], numbers: NDArray[np.floating]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the smallest and the largest score of each bin over all groups, for each of its rows.

    Each group has scores of its own in a bin: without this a bin of one would begin inside of
    that of another, and at no threshold between would all counts be known.
    """
    order = np.argsort(numbers, kind="stable")
    starts = np.flatnonzero(np.diff(numbers[order], prepend=np.nan) != 0)
    if not len(starts):
        return low, high
    sizes = np.diff(starts, append=len(order))
    ends = np.empty((2, len(order)))
    for place, (values, of) in enumerate(((low, np.fmin), (high, np.fmax))):
        ends[place, order] = np.repeat(of.reduceat(values[order], starts), sizes)
    has_bin = ~(np.isnan(numbers) | np.isnan(low) | np.isnan(high))
    return np.where(has_bin, ends[0], low), np.where(has_bin, ends[1], high)


def findings(
    scores: Sequence[ReadScore],
    counts: NDArray[np.int64],
    names: tuple[str, str],
    positive: int,
    *,
    is_grouped: bool = False,
) -> Iterator[Finding]:
    """Yield what is odd about a count table.

    Parameters
    ----------
    scores
        The scores.
    counts : (n, 2) array of int64
        How many of each class each row stands for.
    names
        The two classes.
    positive
        Which of them the scores indicate.
    is_grouped
        Whether counts go by other columns, too, so that a score has many rows by right.
    """
    yield from _of_classes(counts, names)
    for one in scores:
        score = one.score
        yield from _of_missing(score, counts, names)
        if not is_grouped:
            yield from _of_repetition(score)
        of_class = counts[:, positive], counts[:, 1 - positive]
        separation = below_chance_counted(
            score.values, *of_class, higher_is_positive=score.higher_is_positive
        )
        yield from oddities.of_direction(score, separation, show_hidden(names[positive]))
        yield from oddities.of_range(score, one.column, one.numbers, one.n_replaced)
        if one.is_binned and score.other_edge is not None:
            yield from _of_bins(score, score.other_edge)


def _of_classes(counts: NDArray[np.int64], names: tuple[str, str]) -> Iterator[Finding]:
    totals = dict(zip(map(show_hidden, names), counts.sum(axis=0).tolist(), strict=True))
    present = [name for name, total in totals.items() if total]
    if len(present) == 1:
        text = phrase(
            "there is only one class, '{name}': what compares classes is undefined", name=present[0]
        )
        yield Finding("one_class", text, totals[present[0]])
    for name, total in totals.items():
        if total < _FEW:
            text = phrase(
                "there are few of the class '{name}': only {n}", name=name, n=grouped(total)
            )
            yield Finding("few_per_class", text, total)


def _of_missing(
    score: Score, counts: NDArray[np.int64], names: tuple[str, str]
) -> Iterator[Finding]:
    missing = np.isnan(score.values)
    n_missing = int(np.count_nonzero(missing))
    if n_missing:
        totals = counts[missing].sum(axis=0).tolist()
        parts = list(zip(names, totals, strict=True))
        yield oddities.of_missing_score(score.name, n_missing, parts)


def _of_repetition(score: Score) -> Iterator[Finding]:
    ordered = np.sort(score.values)  # NaN, which equals nothing, last
    n_repeated = int(np.count_nonzero(ordered[1:] == ordered[:-1]))
    if n_repeated:
        text = phrase_n(
            n_repeated,
            "1 row repeats a score in '{score}': the counts are added up",
            "{n} rows repeat a score in '{score}': the counts are added up",
            n=grouped(n_repeated),
            score=score.name,
        )
        yield Finding("repeated_scores", text, n_repeated)


def _of_bins(score: Score, other: Score) -> Iterator[Finding]:
    text = phrase(
        "scores are only known to lie in a bin, between '{one}' and '{other}': thresholds inside "
        "of a bin cannot be attained",
        one=score.name,
        other=other.name,
    )
    yield Finding("binned_scores", text)
    low, high = np.minimum(score.values, other.values), np.maximum(score.values, other.values)
    order = np.lexsort((high, low))[: int(np.count_nonzero(~np.isnan(low)))]
    low, high = low[order], high[order]
    is_again = (low[1:] == low[:-1]) & (high[1:] == high[:-1])
    begins_inside = low[1:] < np.maximum.accumulate(high)[:-1]
    n_overlapping = int(np.count_nonzero(begins_inside & ~is_again))
    if n_overlapping:
        text = phrase_n(
            n_overlapping,
            "1 bin begins before another ends: at a threshold between, counts are only known by "
            "these edges",
            "{n} bins begin before another ends: at a threshold between, counts are only known by "
            "these edges",
            n=grouped(n_overlapping),
        )
        yield Finding("bins_overlap", text, n_overlapping)
