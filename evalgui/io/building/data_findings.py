"""What is odd about rows, classes and scores when a data set is made of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core import digits
from evalgui.core.checks import BY_HAND, Finding, Level
from evalgui.core.confusion import of_one_side
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import joined, phrase, phrase_n
from evalgui.io.building.separation import below_chance
from evalgui.io.meaning import listed, quoted, show_hidden

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
            text = phrase(
                "{m} of {n} rows are {reason}",
                m=grouped(exclusion.count),
                n=grouped(table.n_rows),
                reason=exclusion.reason,
            )
            yield Finding(exclusion.code, text, exclusion.count)
        elif exclusion.code not in said:
            text = phrase_n(
                exclusion.count,
                "1 row is set aside: {reason}",
                "{n} rows are set aside: {reason}",
                n=grouped(exclusion.count),
                reason=exclusion.reason,
            )
            yield Finding(exclusion.code, text, exclusion.count)


def _of_rows_by_hand(exclusions: Sequence[Exclusion]) -> Iterator[Finding]:
    if exclusions:
        n = sum(one.count for one in exclusions)
        why = [
            phrase("{reason}: {n}", reason=one.own_words, n=grouped(one.count))
            for one in exclusions[:_FEW]
        ]
        more = len(exclusions) - len(why)
        if more:
            why.append(phrase_n(more, "1 more reason", "{n} more reasons", n=grouped(more)))
        text = phrase_n(
            n,
            "1 row is set aside by hand ({why})",
            "{n} rows are set aside by hand ({why})",
            n=grouped(n),
            why=joined(", ", why),
        )
        yield Finding(BY_HAND, text, n)


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
        text = phrase(
            "there is only one class, '{name}': what compares classes is undefined", name=only
        )
        yield Finding("one_class", text, of_name[only])
    if len(names) > 2 and positive is not None:
        yield of_one_against_rest(names, positive)
    if len(names) > MANY_CLASSES:
        text = phrase("there are {n} classes: many for one confusion matrix", n=grouped(len(names)))
        yield Finding("many_classes", text, len(names))
    few = {name: count for name, count in of_name.items() if count < _FEW}
    if len(names) == 2:
        for name, count in few.items():
            text = phrase_n(
                count,
                "there are few rows of the class '{name}': only 1 row",
                "there are few rows of the class '{name}': only {n} rows",
                name=name,
                n=grouped(count),
            )
            yield Finding("few_per_class", text, count)
        return
    few = {name: count for name, count in few.items() if count}
    if few:
        text = phrase_n(
            len(few),
            "1 class has fewer than {least} rows: {names}",
            "{n} classes have fewer than {least} rows: {names}",
            n=grouped(len(few)),
            least=_FEW,
            names=listed(list(few)),
        )
        yield Finding("few_per_class", text, sum(few.values()))


def of_one_against_rest(names: Sequence[str], positive: int) -> Finding:
    """Return that one of several classes is compared with all others; `names` as shown."""
    text = phrase(
        "there are {n} classes ({names}): '{name}' is compared with all others together",
        n=grouped(len(names)),
        names=listed(names),
        name=names[positive],
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
        (n_true > 0) & (n_called == 0),
        (n_true == 0) & (n_called > 0),
        (n_true == 0) & (n_called == 0),
    )
    yield from of_one_side(
        *([show_hidden(names[place]) for place in np.flatnonzero(flags)] for flags in groups)
    )
    if found.predicted is None:
        return
    n_without = int(np.count_nonzero(calls < 0))
    if n_without:
        text = phrase_n(
            n_without,
            "1 row has no predicted class, and no cell of the matrix",
            "{n} rows have no predicted class, and no cell of the matrix",
            n=grouped(n_without),
        )
        yield Finding("row_without_call", text, n_without)
    if by_score is not None:
        n_other = int(np.count_nonzero((calls != by_score) & (calls >= 0) & (by_score >= 0)))
        if n_other:
            text = phrase(
                "{n} rows are called otherwise than their greatest score says", n=grouped(n_other)
            )
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
        yield of_missing_score(score.name, n_missing, parts)
    separation = below_chance(
        score.values, found.truth == positive, higher_is_positive=score.higher_is_positive
    )
    yield from of_direction(score, separation, show_hidden(found.classes.names[positive]))


def of_missing_score(column: str, n: int, of_classes: Iterable[tuple[str, int]]) -> Finding:
    """Return that n rows have no score, and how many of them are of which class."""
    parts = [
        phrase("{n} of '{name}'", n=grouped(count), name=show_hidden(name))
        for name, count in of_classes
    ]
    text = phrase_n(
        n,
        "1 row has no score in '{score}': {parts}",
        "{n} rows have no score in '{score}': {parts}",
        n=grouped(n),
        score=column,
        parts=joined(", ", parts),
    )
    return Finding("missing_score", text, n)


def of_direction(score: Score, separation: Separation | None, name: str) -> Iterator[Finding]:
    """Yield that a score runs against the positive class of this name, where it does."""
    if separation is not None:
        fact = phrase(
            "the AUC of '{score}' is {area}, below {half}",
            score=score.name,
            area=digits.beside(separation.auc, 0.5),
            half=digits.exact(0.5),
        )
        text = joined(": ", [fact, asks_direction(score, name)])
        level = Level.WARNING if separation.is_clear else Level.INFO
        yield Finding(REVERSED, text, level=level, subject=score.name)


def asks_direction(score: Score, name: str) -> str:
    """Return the question whether a score runs the other way for the class of this name."""
    return phrase(
        "do lower scores mean '{name}'?"
        if score.higher_is_positive
        else "do higher scores mean '{name}'?",
        name=name,
    )


def of_range(score: Score, column: str, numbers: Numbers, n_replaced: int) -> Iterator[Finding]:
    """Yield what is odd about the numbers in the column of a score."""
    name = f"'{column}'"
    if n_replaced:
        # Which infinity that is depends on the class that is assessed.
        text = phrase_n(
            n_replaced,
            "1 row has no score in {column} and count with the worst, an infinite one",
            "{n} rows have no score in {column} and count with the worst, an infinite one",
            n=grouped(n_replaced),
            column=name,
        )
        yield Finding("missing_score", text, n_replaced)
    # Unlike the other minimum and maximum, these pass over NaN.
    lowest, highest = np.fmin.reduce(score.values), np.fmax.reduce(score.values)
    if lowest == highest and len(score.values) > 1:
        n_scores = int(np.count_nonzero(score.values == lowest))
        text = phrase("all scores in {column} are the same", column=name)
        yield Finding("constant_score", text, n_scores)
    yield from of_form(numbers, name)
    if not numbers.base:
        yield from _of_placeholders(score, name, lowest, highest)
    if np.isinf(lowest) or np.isinf(highest):
        n_infinite = int(np.count_nonzero(np.isinf(score.values))) - numbers.n_overflow
        n_infinite -= n_replaced
        if n_infinite > 0:
            text = phrase("infinite scores in {column}: {n}", column=name, n=grouped(n_infinite))
            yield Finding("inf_score", text, n_infinite)
    n_tied = 0
    if not (numbers.are_whole or numbers.n_merged):
        from evalgui.io.table import n_tied_beyond  # and Arrow

        n_tied = n_tied_beyond(score.values, lowest, highest)
    if n_tied:
        text = phrase(
            "numbers in {column} that occur more than once and are so large that their type skips "
            "whole numbers: {n}. Different ones may have become the same before they were read: "
            "keep them as whole numbers, or as text",
            column=name,
            n=grouped(n_tied),
        )
        yield Finding("whole_number_ties", text, n_tied)
    yield from of_doubles(numbers, name)


def of_doubles(numbers: Numbers, name: str) -> Iterator[Finding]:
    """Yield which numbers of a column, named in quotes, no double tells."""
    if n := numbers.n_overflow:
        text = phrase(
            "different numbers in {column} too large for a double: {n}", column=name, n=grouped(n)
        )
        yield Finding("overflow", text, n)
    if n := numbers.n_underflow:
        text = phrase(
            "different numbers in {column} too small for a double: {n}", column=name, n=grouped(n)
        )
        yield Finding("underflow", text, n)
    if n := numbers.n_merged:
        text = phrase(
            "different numbers in {column} not told apart at the precision of a double: {n}",
            column=name,
            n=grouped(n),
        )
        yield Finding("precision_ties", text, n)


def of_form(numbers: Numbers, name: str) -> Iterator[Finding]:
    """Yield what stood around the digits: units, and signs of limits; and which digits.

    The name of the column is given in quotes.
    """
    if numbers.n_other_digits:
        text = phrase(
            "{n} scores in {column} have other digits than 0 to 9, such as full-width or Arabic "
            "ones, and are read as these",
            n=grouped(numbers.n_other_digits),
            column=name,
        )
        yield Finding("other_digits", text, numbers.n_other_digits)
    if len(numbers.bad):
        text = phrase_n(
            len(numbers.bad),
            "1 cell is no number in {column}: no score there, for this score alone",
            "{n} cells are no numbers in {column}: no score there, for this score alone",
            n=grouped(len(numbers.bad)),
            column=name,
        )
        yield Finding("nonnumeric_score", text, len(numbers.bad))
    if numbers.unit == "%" and not numbers.n_with_unit:
        text = phrase(
            "the scores in {column} have a percent sign and are read without it: 87 % is 87",
            column=name,
        )
        yield Finding("percent", text, numbers.n_numbers)
    elif numbers.n_with_unit:
        text = phrase_n(
            numbers.n_with_unit,
            "1 score in {column} with the unit of the column behind, {unit}, read without it",
            "{n} scores in {column} with the unit of the column behind, {unit}, read without it",
            n=grouped(numbers.n_with_unit),
            column=name,
            unit=quoted(numbers.unit),
        )
        yield Finding("unit", text, numbers.n_with_unit)
    elif numbers.unit:
        text = phrase(
            "the scores in {column} have the unit {unit} and are read without it",
            column=name,
            unit=quoted(numbers.unit),
        )
        yield Finding("unit", text, numbers.n_numbers)
    if numbers.n_limits:
        text = phrase_n(
            numbers.n_limits,
            "1 score is a limit in {column}, and no measured number",
            "{n} scores are limits in {column}, and no measured number",
            n=grouped(numbers.n_limits),
            column=name,
        )
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
        text = phrase(
            "{n} of the scores in {column} are {number}, far from all others: if that means no "
            "score, leave these rows out"
            if is_far
            else "{n} of the scores in {column} are {number}, and all others are 0 or more: if "
            "that means no score, leave these rows out",
            n=grouped(n_rows),
            column=name,
            number=digits.score(float(number)),
        )
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
