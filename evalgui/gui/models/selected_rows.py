"""Which rows a selection means, and what it is in few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.languages import tr
from evalgui.core.selection import Joined
from evalgui.gui.models.calls.at_threshold import AtThreshold
from evalgui.workspace.selected_rows import rows_selected

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset
    from evalgui.core.selection import Selection, Term
    from evalgui.gui.models.calls.row_calls import RowCalls
    from evalgui.workspace.selected_rows import Known

_JOINED = {
    Joined.AND: tr("and {term}"),
    Joined.OR: tr("or {term}"),
    Joined.WITHOUT: tr("and not {term}"),
}


def rows_of(
    selection: Selection, calls: RowCalls, dataset: Dataset, known: Known | None = None
) -> NDArray[np.bool_]:
    """Return which rows of the data a selection means, at the threshold of the calls.

    Parameters
    ----------
    selection
        With a term at least.
    calls
        How the rows are called.
    dataset
        Whose rows they are.
    known
        What was found for these rows and this score before; more is put into it.
    """
    score = calls.score if isinstance(calls, AtThreshold) else None
    return rows_selected(selection, dataset, score, calls.in_cells, known)


def said(selection: Selection, tell: Callable[[Term], str]) -> str:
    """Return a selection in few words, given what tells a term."""
    joined = [
        (_JOINED[part.joined] if place else "{term}").format(term=tell(part.term))
        for place, part in enumerate(selection.parts)
    ]
    return (
        tr("all but {list}", list=" ".join(joined)) if selection.is_inverted else " ".join(joined)
    )
