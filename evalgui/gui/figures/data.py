"""What figures are drawn from, as tables beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.progress import Watch
from evalgui.io.writers.tables import TABLES, How, curve_table, format_of, write_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from evalgui.core.curves import Curve
    from evalgui.gui.plots.plot import PlotKind
    from evalgui.io.writers.tables import Contents, TableKind


def table_of(what: str, kinds: Mapping[str, PlotKind], measures: Curve | None) -> TableKind | None:
    """Return the kind of table that a figure is drawn from; None where it is of several.

    Parameters
    ----------
    what
        The id of the figure.
    kinds
        Those of plots, by their ids.
    measures
        The measures against the threshold, where they are plotted.
    """
    if what in kinds:
        return TABLES.by_id(kinds[what].table)
    if measures is not None and measures.id == what:
        return curve_table(measures)
    return TABLES.ids.get(what)  # the matrix, or a curve of every class


def write_data(
    tables: Sequence[TableKind], contents: Contents, path: Path, cancelled: Callable[[], bool]
) -> None:
    """Write tables: every point of a curve, counts in bins, or the counts of the matrix.

    Raises
    ------
    EvalguiError
        If there is no such table or format, or it cannot be written.
    """
    form = format_of(path.suffix)
    reason = next(filter(None, (kind.lacking(contents) for kind in tables)), "")
    if reason or form is None:
        raise EvalguiError(reason or tr("tables cannot be written in this format"))
    how = How(contents.about, contents.words, watch=Watch(cancelled=cancelled))
    write_tables([kind.make(contents) for kind in tables], path, form, how)
