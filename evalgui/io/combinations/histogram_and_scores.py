"""A histogram of impostor scores beside a file of genuine ones: together a count table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase
from evalgui.io.combinations.combined import Combined
from evalgui.io.combinations.two_classes import class_word
from evalgui.io.layouts import histogram
from evalgui.io.meaning import Basis, Known, Role, Roles, likely, quoted, sign_of_formats

if TYPE_CHECKING:
    from evalgui.core.progress import Watch
    from evalgui.io.combinations.parts import Chosen
    from evalgui.io.table import RawTable

NAME = phrase("histogram of impostors and genuine scores")


def is_histogram(table: RawTable) -> bool:
    """Return whether a file may be a histogram by its content, and says so by its name.

    Scores that are whole numbers look the same: only a name tells.
    """
    return histogram.sniff(table) and histogram.is_named(table.name)


def sniff(chosen: Chosen) -> bool:
    """Return whether one of two files is a histogram, and not of genuine scores."""
    if len(chosen.tables) != 2:
        return False
    found = [table for table in chosen.tables if is_histogram(table)]
    return len(found) == 1 and not sign_of_formats(class_word(found[0].name) or "")


def combine(chosen: Chosen, watch: Watch) -> Combined:
    """Return the count table of both files.

    Parameters
    ----------
    chosen
        The files; their order does not matter.
    watch
        Asked once whether to go on.

    Raises
    ------
    DataError
        If the histogram leaves lines out, or a genuine score is no number.
    CancelledError
        If the watch says so.
    """
    watch.step(0.0, phrase("making one table"))
    counted = next(table for table in chosen.tables if is_histogram(table))
    genuine = next(table for table in chosen.tables if table is not counted)
    table = histogram.combine(counted, genuine)
    why = phrase(
        "{counts} counts the impostors of each score, beside the genuine scores of {scores}",
        counts=quoted(counted.name),
        scores=quoted(genuine.name),
    )
    known = table.known or Known(Roles())
    known = replace(known, reasons=(likely(Role.TABLE, why, Basis.CONTENT), *known.reasons))
    return Combined(replace(table, known=known), why, (genuine.name, counted.name))
