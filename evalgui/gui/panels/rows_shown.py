"""Which rows a table shows, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.api import Cells
from evalgui.gui.look import text
from evalgui.gui.models.selected_rows import said
from evalgui.gui.models.selection_text import term_text

if TYPE_CHECKING:
    from evalgui.core.api import Snapshot, Term
    from evalgui.gui.models.predictions_model import PredictionsModel

_LONGEST_SEARCH = 20  # letters


def rows_shown(model: PredictionsModel, snapshot: Snapshot) -> str:
    """Return how many rows a model shows, of how many, why these, and how many of each class."""
    if not model.is_filtered:
        return n_rows(model.n_all)
    selection, search = model.selection, model.search
    calls = model.calls

    def tell(term: Term) -> str:
        if isinstance(term, Cells):
            return calls.name_of(term.cells) if calls else ""
        return term_text(term, snapshot, model.words)

    reasons = [said(selection, tell)] if selection else []
    if search:
        reasons.append(
            f"with \N{LEFT DOUBLE QUOTATION MARK}{text.elided(search, _LONGEST_SEARCH)}"
            "\N{RIGHT DOUBLE QUOTATION MARK}"
        )
    shown = f"{text.count(model.rowCount())} of {n_rows(model.n_all)}: {', '.join(reasons)}"
    by_class = None if not selection or selection.cells else n_by_class(model)
    if by_class is None:
        return shown
    words, (n_positive, n_negative) = model.words, map(text.count, by_class)
    return f"{shown} ({n_positive} {words.positive}, {n_negative} {words.negative})"


def n_by_class(model: PredictionsModel) -> tuple[int, int] | None:
    """Return how many rows on show are positive and how many not; None where none is either."""
    dataset, calls = model.dataset, model.calls
    if dataset is None or calls is None or calls.positive is None or dataset.is_counted:
        return None
    n = model.rowCount()
    n_positive = int((dataset.truth[model.rows_on_show][:n] == calls.positive).sum())
    return n_positive, n - n_positive


def n_rows(number: int) -> str:
    """Return how many rows, in words."""
    return "1 row" if number == 1 else f"{text.count(number)} rows"
