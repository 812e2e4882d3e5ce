"""Findings: what is odd about the data while the results are still true."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
    """

    code: str
    text: str
    count: int | None = None
    level: Level = Level.WARNING
    subject: str = ""


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
