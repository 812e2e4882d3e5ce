"""Columns of counts as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.io.table.number_forms import FORMS

if TYPE_CHECKING:
    from evalgui.io.meaning import DecimalSign, ThousandsSign
    from evalgui.io.table.numbers import Numbers
    from evalgui.io.table.raw_column import RawColumn


def whole_numbers(
    column: RawColumn, form: tuple[DecimalSign | None, ThousandsSign | None]
) -> Numbers:
    """Return a column of counts as numbers, some with separated thousands.

    Parameters
    ----------
    column
        The column.
    form
        The decimal sign and the separator of thousands of the table. Another separator is
        tried where cells are no numbers under them, and a comma where it makes fractions: of
        counts it separates thousands. A fraction with a point stays one, and is no count.
    """
    numbers = column.parse_numbers(*form)
    if column.kind != "text" or _are_whole(numbers):
        return numbers
    forms = FORMS if len(numbers.bad) else FORMS[:1]
    others = (column.parse_numbers(*other) for other in forms)
    return next((one for one in others if _are_whole(one)), numbers)


def are_frequencies(numbers: Numbers) -> bool:
    """Return whether these numbers can count: whole, none missing, none below 0."""
    values = numbers.in_full
    if len(numbers.bad) or numbers.n_missing or not len(values):
        return False
    return bool(np.all((values >= 0) & (np.floor(values) == values) & np.isfinite(values)))


def _are_whole(numbers: Numbers) -> bool:
    known = numbers.values[~np.isnan(numbers.values)]
    return not len(numbers.bad) and bool(np.all(np.floor(known) == known))
