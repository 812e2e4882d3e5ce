"""Tables whose columns a format of the field gives a meaning: one module each, in `LAYOUTS`.

A reader turns bytes into columns. A layout knows what the columns of such a table are, as
fields of a score file often have no header: it names them, derives the truth where two ids
say it, and states the roles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.layouts import (
    asvspoof,
    bioplot,
    bob,
    compared_ids,
    count_table,
    counted,
    decisions,
    histogram,
    multi_label,
    nist,
    orange,
    speaker,
    two_lists,
    weka,
)
from evalgui.io.layouts.layout import Layout

if TYPE_CHECKING:
    from evalgui.io.table import RawTable

__all__ = ["LAYOUTS", "Layout", "arrange"]

LAYOUTS: tuple[Layout, ...] = (
    # Known by what they say of themselves.
    counted.COUNTED,
    # Known by their headers.
    orange.ORANGE,
    bob.CSV,
    nist.SCORES,
    nist.KEYS,
    decisions.CHROME_OS,
    two_lists.TWO_LISTS,
    Layout(weka.NAME, weka.sniff, weka.read),
    count_table.COUNT_TABLE,
    multi_label.MULTI_LABEL,
    # Lines of fields without a header; those with words for their classes come first.
    bioplot.TYPE_3,
    bob.FIVE,
    speaker.SASV,
    speaker.WESPEAKER,
    bob.FOUR,
    speaker.TRIALS,
    speaker.VOXCELEB,
    speaker.COMPUTE_EER,
    asvspoof.KEYS,
    bob.TWO,
    speaker.SCORES,
    asvspoof.SCORES,
    # One number on each line.
    histogram.HISTOGRAM,
    # Any table with two ids or with decisions.
    decisions.DECISIONS,
    compared_ids.COMPARED,
)
"""Every layout, in the order in which they are tried: the most particular first."""


def arrange(table: RawTable) -> RawTable:
    """Return a table as its format means it; the table itself where no layout fits."""
    if not table.n_rows:
        return table
    layout = next((layout for layout in LAYOUTS if layout.sniff(table)), None)
    return table if layout is None else layout.read(table)
