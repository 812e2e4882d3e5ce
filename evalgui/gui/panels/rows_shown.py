"""Which rows a table shows, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.highlight import OF_BOTH
from evalgui.core.languages import tr, tr_n
from evalgui.core.selection import Cells
from evalgui.gui.look import text
from evalgui.gui.models.selected_rows import said
from evalgui.gui.models.selection_text import term_text

if TYPE_CHECKING:
    from evalgui.core.selection import Selection, Term
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.models.predictions_model import PredictionsModel

_LONGEST_SEARCH = 20  # letters


def rows_shown(model: PredictionsModel, snapshot: Snapshot) -> str:
    """Return how many rows a model shows, of how many, why these, and how many are selected.

    Of those that were chosen in another way than by the matrix, also how many are of each class.
    """
    if not model.is_filtered:
        return f"{n_rows(model.n_all)}{_selected(model, snapshot)}"
    selection, search = model.selection, model.search
    reasons = [_said(selection, model, snapshot)] if selection else []
    if search:
        reasons.append(
            tr(
                "with \N{LEFT DOUBLE QUOTATION MARK}{search}\N{RIGHT DOUBLE QUOTATION MARK}",
                search=text.elided(search, _LONGEST_SEARCH),
            )
        )
    shown = tr(
        "{n} of {rows}: {why}",
        n=text.count(model.rowCount()),
        rows=n_rows(model.n_all),
        why=", ".join(reasons),
    )
    if not selection:
        return f"{shown}{_selected(model, snapshot)}"
    by_class = None if selection.cells else n_by_class(model)
    return f"{shown}{_parted(by_class, model)}"


def _selected(model: PredictionsModel, snapshot: Snapshot) -> str:
    """Return how many of all rows are selected, "" where none are or that is not known yet."""
    lit, selection = snapshot.lit.selected, snapshot.choices.selection
    calls = model.calls
    if lit is None or not selection or calls is None or calls.positive != snapshot.positive:
        return ""  # in the midst of a change of classes; it is told again
    row = -1 if snapshot.point is None else snapshot.point.row
    shown = tr(
        "; {n_at} selected: {selection}",
        n_at=text.count(lit.n_at(row)),
        selection=_said(selection, model, snapshot),
    )
    if selection.cells or not lit.runs or any(run.kind == OF_BOTH for run in lit.runs):
        return shown
    by_class = [sum(run.n_at(row) for run in lit.runs if run.kind == kind) for kind in (0, 1)]
    return f"{shown}{_parted((by_class[0], by_class[1]), model)}"


def _said(selection: Selection, model: PredictionsModel, snapshot: Snapshot) -> str:
    calls = model.calls

    def tell(term: Term) -> str:
        if isinstance(term, Cells):
            return calls.name_of(term.cells) if calls else ""
        return term_text(term, snapshot, model.words)

    return said(selection, tell)


def _parted(by_class: tuple[int, int] | None, model: PredictionsModel) -> str:
    if by_class is None:
        return ""
    words, (n_positive, n_negative) = model.words, map(text.count, by_class)
    return f" ({n_positive} {words.positive}, {n_negative} {words.negative})"


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
    return tr_n(number, "1 row", "{n} rows", n=text.count(number))
