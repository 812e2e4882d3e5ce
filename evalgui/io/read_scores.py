"""A score as it was read, and what became of its missing values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.dataset import Score

if TYPE_CHECKING:
    from evalgui.io.meaning import Roles
    from evalgui.io.numbers import Numbers


@dataclass(frozen=True, slots=True, eq=False)
class ReadScore:
    """A score with the column it came from, and how many missing ones were replaced."""

    score: Score
    column: str
    numbers: Numbers
    n_replaced: int = 0

    @classmethod
    def of(cls, column: str, numbers: Numbers, roles: Roles) -> ReadScore:
        """Return the score in a column; a missing one is the worst where roles say so."""
        is_higher = roles.is_higher_positive(column)
        values, n_replaced = numbers.values, 0
        if roles.missing_scores == "worst":
            missing = np.isnan(values)
            n_replaced = int(np.count_nonzero(missing))
            worst = values.dtype.type(-np.inf if is_higher else np.inf)
            values = np.where(missing, worst, values)
        shown = f"{column} - {numbers.base}" if numbers.base else column
        return cls(Score(shown, values, is_higher), column, numbers, n_replaced)
