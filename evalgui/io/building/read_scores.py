"""A score as it was read, and what became of its missing values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.dataset import Score
from evalgui.io.table.number_forms import unit_in_header

if TYPE_CHECKING:
    from evalgui.io.meaning import Roles
    from evalgui.io.table import Numbers


@dataclass(frozen=True, slots=True, eq=False)
class ReadScore:
    """A score with its column, how many missing ones were replaced, and if edges of bins are it."""

    score: Score
    column: str
    numbers: Numbers
    n_replaced: int = 0
    is_binned: bool = False

    @classmethod
    def of(cls, column: str, numbers: Numbers, roles: Roles) -> ReadScore:
        """Return the score in a column; a missing one is the worst where roles say so."""
        is_higher = roles.is_higher_positive(column)
        values, n_replaced = numbers.values, 0
        unit = numbers.unit or unit_in_header(column)
        other: Score | None = None
        if roles.missing_scores == "worst":
            missing = np.isnan(values)
            missing[numbers.bad] = False  # nobody knows what was measured there
            n_replaced = int(np.count_nonzero(missing))
            worst = values.dtype.type(-np.inf if is_higher else np.inf)
            if n_replaced:  # whichever class is positive, they are never called it
                infinite = np.where(missing, -worst, values)
                other = Score(column, infinite, not is_higher, base=numbers.base, unit=unit)
                values = np.where(missing, worst, values)
        score = Score(column, values, is_higher, other, numbers.base, unit)
        return cls(score, column, numbers, n_replaced)
