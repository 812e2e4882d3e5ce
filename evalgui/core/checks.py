"""Findings: what is odd about the data while the results are still true."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, cast

from evalgui.core.vocabulary import phrase

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


_NOTES = frozenset(
    {
        "balanced_classes",
        "binned_scores",
        "counted",
        "blank_lines",
        "class_scores_no_probabilities",
        "column_labels",
        "column_left_out",
        "comment_lines",
        "comment_rows",
        "cross_table",
        "decimal_comma",
        "envelope",
        "frequencies",
        "header_rows",
        "header_short",
        "index_ignored",
        "inf_score",
        "labels_unused",
        "links",
        "marked_missing",
        "matrix_totals",
        "maybe_histogram",
        "missing_keys",
        "not_in_subset",
        "orientation",
        "other_data",
        "percent_scores",
        "predicted_unused",
        "quotation_marks",
        "repeated_scores",
        "repeats_unknown",
        "set_aside_by_hand",
        "single_subjects",
        "told_alone",
        "trailing_delimiter",
        "truncated_tail",
        "two_header_rows",
        "types_line",
        "unit",
        "unused_columns",
        "value_labels",
        "weight_unused",
        "weights",
    }
)
"""The codes of what is only good to know, unless it is said otherwise where it is found."""

_QUESTIONS = {
    "balanced_classes": Level.INFO,
    "file_changed": Level.WARNING,
    "file_gone": Level.WARNING,
    "lock_waits": Level.WARNING,
    "multi_sheet": Level.WARNING,
    "percent_scores": Level.INFO,
    "repeated_ids": Level.WARNING,
    "reversed_score": Level.INFO,
}
"""The codes of what somebody has to decide, and how much it matters at least if it is open."""


_OF_CODE = cast("Level", None)  # until it is looked up


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
        `Level.WARNING` when a result may mislead, `Level.INFO` when it is only good to know; that
        of the code where nothing is said.
    subject
        The name of the score that it is about; "" for none.
    columns
        The names of the columns that it is about, where something can be done with them.
    """

    code: str
    text: str
    count: int | None = None
    level: Level = _OF_CODE
    subject: str = ""
    columns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.level is _OF_CODE:
            level = Level.INFO if self.code in _NOTES else Level.WARNING
            object.__setattr__(self, "level", level)

    @property
    def needs_decision(self) -> bool:
        """Whether somebody has to decide what it means: no number can tell."""
        least = _QUESTIONS.get(self.code)
        return least is Level.INFO or (least is not None and self.level is Level.WARNING)


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
    return BY_HAND, phrase("by hand: {reason}", reason=reason)


def counts_by_code(exclusions: Iterable[Exclusion]) -> dict[str, int]:
    """Return how many rows are excluded, by the code of the reason.

    Several reasons may have one code, such as scores of several columns that are no numbers.
    """
    found: Counter[str] = Counter()
    for one in exclusions:
        found[one.code] += one.count
    return dict(found)
