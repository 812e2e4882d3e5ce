"""What a figure is drawn from, as a table beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.api import EvalguiError, Watch
from evalgui.gui.figures.figure import MATRIX
from evalgui.io.writers.tables import TABLES, Contents, How, format_of, write_tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from evalgui.core.api import Snapshot, Words
    from evalgui.io.loading import Loaded


def write_data(  # noqa: PLR0913, PLR0917 - what tables are made of
    snapshot: Snapshot,
    loaded: Loaded | None,
    words: Words,
    what: str,
    path: Path,
    cancelled: Callable[[], bool],
) -> None:
    """Write every point of a curve, or the counts of the matrix.

    Raises
    ------
    EvalguiError
        If there is no such table or format, or it cannot be written.
    """
    contents = Contents(snapshot, loaded, words)
    kind, form = TABLES.ids[MATRIX if what == MATRIX else f"curve-{what}"], format_of(path.suffix)
    reason = kind.lacking(contents)
    if reason or form is None:
        raise EvalguiError(reason or "tables cannot be written in this format")
    how = How(contents.about, words, watch=Watch(cancelled=cancelled))
    write_tables([kind.make(contents)], path, form, how)
