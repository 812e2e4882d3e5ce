"""The columns of the panel of measures, and what a row shows in them."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from evalgui.gui.models.intervals import Bar


class ColumnOf(IntEnum):
    """The columns of the panel; on the screen the detail stands before the value."""

    NAME = 0
    VALUE = 1
    DETAIL = 2
    INTERVAL = 3
    PINNED = 4


class Numbers(NamedTuple):
    """What a row shows beside its name, by `ColumnOf`, and where the bar of its interval lies.

    An outdated interval is one of before, until that of now is known.
    """

    value: str
    detail: str
    interval: str
    pinned: str
    bar: Bar | None
    is_outdated: bool = False


N_COLUMNS = len(ColumnOf)
NUMBERS = {ColumnOf.VALUE, ColumnOf.DETAIL, ColumnOf.PINNED}
FAINT = {ColumnOf.DETAIL, ColumnOf.INTERVAL, ColumnOf.PINNED}
HEADER_TIPS = {
    ColumnOf.DETAIL: "The two counts of a proportion, or the threshold of a value",
    ColumnOf.INTERVAL: (
        "Where the true value lies with this confidence, or why there is no value. "
        "The bar shows it on the whole range of the measure, or around 1 by powers of ten. "
        "A double click chooses level and methods"
    ),
    ColumnOf.PINNED: "Values at a pinned threshold; of several, a double click chooses which",
}
