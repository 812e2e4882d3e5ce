"""Findings: what is odd about the data while the results are still true."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

BY_HAND = "set_aside_by_hand"
"""The code of rows that the user set aside, each with a reason."""

_BY_HAND = "by hand: "


class Level(StrEnum):
    """How much a finding matters."""

    INFO = "info"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One odd thing about the data, as a value.

    Parameters
    ----------
    code
        A stable machine name, such as ``"missing_score"``.
    text
        One sentence for the user, plain text, with the number and the place in it.
    count
        How many rows (or cells, or columns) it concerns; None when that has no meaning.
    level
        `Level.WARNING` when a result may mislead, `Level.INFO` when it is only good to know.
    subject
        The name of the score that it is about; "" for none.
    columns
        The names of the columns that it is about, where something can be done with them.
    """

    code: str
    text: str
    count: int | None = None
    level: Level = Level.WARNING
    subject: str = ""
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Exclusion:
    """Rows of the file that take no part in any number, and why.

    Parameters
    ----------
    code
        A stable machine name of the reason, such as ``"missing_label"``.
    reason
        The reason in words, such as "no diagnosis given".
    rows : (k,) array of int
        The numbers of the rows as a user counts them in the file: the first data row is 1.
    """

    code: str
    reason: str
    rows: NDArray[np.integer]

    @property
    def count(self) -> int:
        """How many rows are excluded for this reason."""
        return len(self.rows)

    @property
    def is_by_hand(self) -> bool:
        """Whether the user set these rows aside."""
        return self.code == BY_HAND

    @property
    def own_words(self) -> str:
        """The reason as the user gave it, where the rows were set aside by hand."""
        return self.reason.removeprefix(_BY_HAND) if self.is_by_hand else self.reason


def by_hand(reason: str) -> tuple[str, str]:
    """Return the code and the words of rows that the user set aside."""
    return BY_HAND, f"{_BY_HAND}{reason}"


def counts_by_code(exclusions: Iterable[Exclusion]) -> dict[str, int]:
    """Return how many rows are excluded, by the code of the reason.

    Several reasons may have one code, such as scores of several columns that are no numbers.
    """
    found: Counter[str] = Counter()
    for one in exclusions:
        found[one.code] += one.count
    return dict(found)
