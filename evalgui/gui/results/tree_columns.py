"""The columns of the panel of measures, and what their heads say."""

from __future__ import annotations

from enum import IntEnum

from evalgui.core.languages import tr


class ColumnOf(IntEnum):
    """The columns of the panel; on the screen the detail stands before the value."""

    NAME = 0
    VALUE = 1
    DETAIL = 2
    INTERVAL = 3
    PINNED = 4


N_COLUMNS = len(ColumnOf)
NUMBERS = {ColumnOf.VALUE, ColumnOf.DETAIL, ColumnOf.PINNED}
FAINT = {ColumnOf.DETAIL, ColumnOf.INTERVAL, ColumnOf.PINNED}
HEADER_TIPS = {
    ColumnOf.DETAIL: tr("The two counts of a proportion, or the threshold of a value"),
    ColumnOf.INTERVAL: tr(
        "Where the true value lies with this confidence, or why there is no value\n"
        "A double click chooses level and methods\n"
        "The bar shows it on the whole range of the measure, or around 1 by powers of ten"
    ),
    ColumnOf.PINNED: tr("Values at a pinned threshold; of several, a double click chooses which"),
}
