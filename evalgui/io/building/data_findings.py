"""What is odd about rows, classes and scores when a data set is made of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core import digits
from evalgui.core.checks import BY_HAND, Finding, Level
from evalgui.core.confusion import some
from evalgui.core.digits import grouped
from evalgui.io.building.separation import below_chance
from evalgui.io.meaning import listed, quoted, show_hidden

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Exclusion
    from evalgui.core.dataset import Score
    from evalgui.io.building.class_columns import ClassColumns
    from evalgui.io.building.separation import Separation
    from evalgui.io.table import Numbers, RawTable

MANY_CLASSES = 200
"""A confusion matrix of more classes than this is no longer read cell by cell."""

REVERSED = "reversed_score"
"""The code of the finding that a score runs against its classes."""

NOT_BINARY = "not_binary"
"""The code of the finding that one class is compared with several others."""

_FEW = 5
_CODE = re.compile(r"-?9{1,}|-?[1-9]?8{4,}|-[789]{1,2}|-(?:77|88|99)")
_NEGATIVE_CODES = frozenset({-7.0, -8.0, -9.0, -77.0, -88.0, -99.0})
_MOST_CODES = 4


def of_exclusions(table: RawTable, exclusions: Sequence[Exclusion]) -> Iterator[Finding]:
    """Yield what was set aside here; what was set aside in reading was said there."""
    said = {finding.code for finding in table.findings}
    yield from _of_rows_by_hand([one for one in exclusions if one.is_by_hand])
    for exclusion in exclusions:
        if exclusion.is_by_hand:
            continue
        if exclusion.code == "not_in_subset":
            text = (
                f"{grouped(exclusion.count)} of {grouped(table.n_rows)} rows are {exclusion.reason}"
            )
            yield Finding(exclusion.code, text, exclusion.count)
        elif exclusion.code not in said:
            rows = "row is" if exclusion.count == 1 else "rows are"
            text = f"{grouped(exclusion.count)} {rows} set aside: {exclusion.reason}"
            yield Finding(exclusion.code, text, exclusion.count)


def _of_rows_by_hand(exclusions: Sequence[Exclusion]) -> Iterator[Finding]:
    if exclusions:
        n = sum(one.count for one in exclusions)
        why = [f"{one.own_words}: {grouped(one.count)}" for one in exclusions[:_FEW]]
        more = len(exclusions) - len(why)
        why += [f"{grouped(more)} more reasons"] if more > 1 else ["1 more reason"] * more
        text = f"{grouped(n)} {'row is' if n == 1 else 'rows are'} set aside by hand"
        yield Finding(BY_HAND, f"{text} ({', '.join(why)})", n)


def of_classes(found: ClassColumns, positive: int | None) -> Iterator[Finding]:
    """Yield what is odd about the classes.

    Parameters
    ----------
    found
        The classes and how many rows they have.
    positive
        The class that high scores indicate; None where there is no such score.
    """
    yield from found.classes.findings
    names = [show_hidden(name) for name in found.classes.names]
    of_name = dict(zip(names, found.n_true, strict=True))
    if found.n_true_classes() == 1:
        only = next(name for name, count in of_name.items() if count)
        text = f"there is only one class, '{only}': what compares classes is undefined"
        yield Finding("one_class", text, of_name[only])
    if len(names) > 2 and positive is not None:
        yield of_one_against_rest(names, positive)
    if len(names) > MANY_CLASSES:
        text = f"there are {grouped(len(names))} classes: many for one confusion matrix"
        yield Finding("many_classes", text, len(names))
    few = {name: count for name, count in of_name.items() if count < _FEW}
    if len(names) == 2:
        for name, count in few.items():
            rows = "row" if count == 1 else "rows"
            text = f"there are few rows of the class '{name}': only {grouped(count)} {rows}"
            yield Finding("few_per_class", text, count)
        return
    few = {name: count for name, count in few.items() if count}
    if few:
        classes = "class has" if len(few) == 1 else "classes have"
        text = f"{grouped(len(few))} {classes} fewer than {_FEW} rows: {listed(list(few))}"
        yield Finding("few_per_class", text, sum(few.values()))


def of_one_against_rest(names: Sequence[str], positive: int) -> Finding:
    """Return that one of several classes is compared with all others; `names` as shown."""
    text = (
        f"there are {grouped(len(names))} classes ({listed(names)}): "
        f"'{names[positive]}' is compared with all others together"
    )
    return Finding(NOT_BINARY, text, len(names))


def of_calls(found: ClassColumns, by_score: NDArray[np.integer] | None) -> Iterator[Finding]:
    """Yield what is odd about the predicted classes beside the true ones.

    Parameters
    ----------
    found
        The true classes, and the predicted ones where the file has a column of them.
    by_score
        The class with the greatest score of each row; None where there are no such scores.
    """
    calls = by_score if found.predicted is None else found.predicted
    if calls is None:
        return
    names = found.classes.names
    n_called = np.bincount(calls.astype(np.intp) + 1, minlength=len(names) + 1)[1:]
    n_true = np.array(found.n_true)
    groups = (
        ("class_only_in_truth", "true but never called", (n_true > 0) & (n_called == 0)),
        ("class_only_in_predictions", "called but never true", (n_true == 0) & (n_called > 0)),
        ("class_without_rows", "named but without a row", (n_true == 0) & (n_called == 0)),
    )
    for code, words, flags in groups:
        chosen = [show_hidden(names[place]) for place in np.flatnonzero(flags)]
        if chosen:
            are = "is" if len(chosen) == 1 else "are"
            yield Finding(code, f"{some(chosen)} {are} {words}", len(chosen))
    if found.predicted is None:
        return
    n_without = int(np.count_nonzero(calls < 0))
    if n_without:
        has = "row has" if n_without == 1 else "rows have"
        text = f"{grouped(n_without)} {has} no predicted class, and no cell of the matrix"
        yield Finding("row_without_call", text, n_without)
    if by_score is not None:
        n_other = int(np.count_nonzero((calls != by_score) & (calls >= 0) & (by_score >= 0)))
        if n_other:
            text = f"{grouped(n_other)} rows are called otherwise than their greatest score says"
            yield Finding("predicted_differs", text, n_other)


def of_score(score: Score, found: ClassColumns, positive: int) -> Iterator[Finding]:
    """Yield what is odd about a score in the light of the classes."""
    # The minimum is NaN where one value is, and takes no memory.
    if len(score.values) and np.isnan(np.min(score.values)):
        missing = np.isnan(score.values)
        n_missing = int(np.count_nonzero(missing))
        counts = np.bincount(found.truth[missing], minlength=len(found.classes.names))
        parts = list(zip(found.classes.names, counts.tolist(), strict=True))
        if len(parts) > 2:
            parts = sorted((part for part in parts if part[1]), key=lambda part: -part[1])[:_FEW]
        by_class = ", ".join(f"{grouped(count)} of '{show_hidden(name)}'" for name, count in parts)
        rows = "row has" if n_missing == 1 else "rows have"
        text = f"{grouped(n_missing)} {rows} no score in '{score.name}': {by_class}"
        yield Finding("missing_score", text, n_missing)
    separation = below_chance(
        score.values, found.truth == positive, higher_is_positive=score.higher_is_positive
    )
    yield from of_direction(score, separation, show_hidden(found.classes.names[positive]))


def of_direction(score: Score, separation: Separation | None, name: str) -> Iterator[Finding]:
    """Yield that a score runs against the positive class of this name, where it does."""
    if separation is not None:
        area = digits.beside(separation.auc, 0.5)
        text = f"the AUC of '{score.name}' is {area}, below 0.5: {asks_direction(score, name)}"
        level = Level.WARNING if separation.is_clear else Level.INFO
        yield Finding(REVERSED, text, level=level, subject=score.name)


def asks_direction(score: Score, name: str) -> str:
    """Return the question whether a score runs the other way for the class of this name."""
    contrary = "lower" if score.higher_is_positive else "higher"
    return f"do {contrary} scores mean '{name}'?"


def of_range(score: Score, column: str, numbers: Numbers, n_replaced: int) -> Iterator[Finding]:
    """Yield what is odd about the numbers in the column of a score."""
    name = f"'{column}'"
    if n_replaced:
        # Which infinity that is depends on the class that is assessed.
        rows = "row has" if n_replaced == 1 else "rows have"
        text = (
            f"{grouped(n_replaced)} {rows} no score in {name} and count with the "
            "worst, an infinite one"
        )
        yield Finding("missing_score", text, n_replaced)
    # Unlike the other minimum and maximum, these pass over NaN.
    lowest, highest = np.fmin.reduce(score.values), np.fmax.reduce(score.values)
    if lowest == highest and len(score.values) > 1:
        n_scores = int(np.count_nonzero(score.values == lowest))
        yield Finding("constant_score", f"all scores in {name} are the same", n_scores)
    yield from of_form(numbers, name)
    if not numbers.base:
        yield from _of_placeholders(score, name, lowest, highest)
    if np.isinf(lowest) or np.isinf(highest):
        n_infinite = int(np.count_nonzero(np.isinf(score.values))) - numbers.n_overflow
        n_infinite -= n_replaced
        if n_infinite > 0:
            text = f"infinite scores in {name}: {grouped(n_infinite)}"
            yield Finding("inf_score", text, n_infinite)
    n_tied = 0
    if not (numbers.are_whole or numbers.n_merged):
        from evalgui.io.table import n_tied_beyond  # and Arrow

        n_tied = n_tied_beyond(score.values, lowest, highest)
    if n_tied:
        text = (
            f"numbers in {name} that occur more than once and are so large that their type skips "
            f"whole numbers: {grouped(n_tied)}. Different ones may have become the same before "
            "they were read: keep them as whole numbers, or as text"
        )
        yield Finding("whole_number_ties", text, n_tied)
    yield from of_doubles(numbers, name)


def of_doubles(numbers: Numbers, name: str) -> Iterator[Finding]:
    """Yield which numbers of a column, named in quotes, no double tells."""
    for code, count, words in (
        ("overflow", numbers.n_overflow, "too large for a double"),
        ("underflow", numbers.n_underflow, "too small for a double"),
        ("precision_ties", numbers.n_merged, "not told apart at the precision of a double"),
    ):
        if count:
            yield Finding(code, f"different numbers in {name} {words}: {grouped(count)}", count)


def of_form(numbers: Numbers, name: str) -> Iterator[Finding]:
    """Yield what stood around the digits: units, and signs of limits; and which digits.

    The name of the column is given in quotes.
    """
    if numbers.n_other_digits:
        text = f"{grouped(numbers.n_other_digits)} scores in {name} have other digits than 0 to 9"
        text += ", such as full-width or Arabic ones, and are read as these"
        yield Finding("other_digits", text, numbers.n_other_digits)
    if len(numbers.bad):
        are = "cell is no number" if len(numbers.bad) == 1 else "cells are no numbers"
        text = f"{grouped(len(numbers.bad))} {are} in {name}: no score there, for this score alone"
        yield Finding("nonnumeric_score", text, len(numbers.bad))
    if numbers.unit == "%" and not numbers.n_with_unit:
        text = f"the scores in {name} have a percent sign and are read without it: 87 % is 87"
        yield Finding("percent", text, numbers.n_numbers)
    elif numbers.n_with_unit:
        have = "score" if numbers.n_with_unit == 1 else "scores"
        text = f"{grouped(numbers.n_with_unit)} {have} in {name} with the unit of the column behind"
        yield Finding(
            "unit",
            f"{text}, {quoted(numbers.unit)}, read without it",
            numbers.n_with_unit,
        )
    elif numbers.unit:
        text = f"the scores in {name} have the unit {quoted(numbers.unit)} and are read without it"
        yield Finding("unit", text, numbers.n_numbers)
    if numbers.n_limits:
        scores = "score is a limit" if numbers.n_limits == 1 else "scores are limits"
        text = f"{grouped(numbers.n_limits)} {scores} in {name}, and no measured number"
        yield Finding("censored_score", text, numbers.n_limits)


def _of_placeholders(
    score: Score, name: str, lowest: np.floating, highest: np.floating
) -> Iterator[Finding]:
    """Yield that outermost numbers such as -999, or -1 below probabilities, may be no scores."""
    if lowest == highest:
        return
    codes = [*_codes_at_end(score.values, lowest, 1), *_codes_at_end(score.values, highest, -1)]
    if not codes:
        return
    others = score.values[np.isfinite(score.values) & ~np.isin(score.values, codes)]
    if len(others) == 0:
        return
    low, high = float(others.min()), float(others.max())
    is_of_shares = 0 <= low < high <= 1 and bool(np.any(others != np.floor(others)))
    for number in codes:
        is_far = min(abs(number - low), abs(number - high)) > high - low
        is_below = number < 0 <= low and number in _NEGATIVE_CODES
        if not ((is_far and number != -1) or is_below or (is_of_shares and number == -1)):
            continue
        n_rows = int(np.count_nonzero(score.values == number))
        how = "far from all others" if is_far else "and all others are 0 or more"
        text = f"{grouped(n_rows)} of the scores in {name} are {digits.score(float(number))}, "
        text += f"{how}: if that means no score, leave these rows out"
        yield Finding("placeholder_score", text, n_rows)


def _codes_at_end(
    values: NDArray[np.floating], outermost: np.floating, way: int
) -> Iterator[float]:
    """Yield the outermost numbers as long as they look like codes, a few at most."""
    number = float(outermost)
    for _ in range(_MOST_CODES):
        if not (_CODE.fullmatch(digits.exact(number)) or (way > 0 and number == -1)):
            return
        yield number
        inner = values[values > number] if way > 0 else values[values < number]
        if not len(inner):
            return
        number = float(inner.min() if way > 0 else inner.max())
