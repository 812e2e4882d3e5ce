"""Which rows a selection means, and what it is in few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.api import (
    Between,
    Cells,
    Joined,
    OfClasses,
    called_between,
)
from evalgui.gui.look import text
from evalgui.gui.models.calls.at_threshold import AtThreshold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.api import Dataset, Selection
    from evalgui.core.selection import Term
    from evalgui.gui.models.calls.row_calls import RowCalls

_LONGEST = 24  # letters of the name of a class
_JOINED = {Joined.AND: "", Joined.OR: "or ", Joined.WITHOUT: "without "}


def rows_of(selection: Selection, calls: RowCalls, dataset: Dataset) -> NDArray[np.bool_]:
    """Return which rows of the data a selection means, at the threshold of the calls.

    Parameters
    ----------
    selection
        With a term at least.
    calls
        How the rows are called.
    dataset
        Whose rows they are.
    """
    found = np.ones(dataset.n, dtype=np.bool_)
    for place, part in enumerate(selection.parts):
        more = _rows_of_term(part.term, calls, dataset)
        if part.joined is Joined.WITHOUT and place:
            found &= ~more
        elif part.joined is Joined.OR and place:
            found |= more
        else:
            found &= more
    return ~found if selection.is_inverted else found


def _rows_of_term(term: Term, calls: RowCalls, dataset: Dataset) -> NDArray[np.bool_]:
    if isinstance(term, Cells):
        return calls.in_cells(term.cells)
    if isinstance(term, Between) and isinstance(calls, AtThreshold):
        return called_between(calls.score, term.one, term.other)
    if isinstance(term, OfClasses):
        if dataset.row_counts is not None:
            return np.asarray(dataset.row_counts[:, list(term.classes)].sum(axis=1) > 0)
        return np.isin(dataset.truth, term.classes)
    return np.zeros(dataset.n, dtype=np.bool_)


def said(selection: Selection, calls: RowCalls, classes: Sequence[str]) -> list[str]:
    """Return the terms of a selection in few words, each with how it is joined to those before."""
    told = [
        f"{_JOINED[part.joined] if place else ''}{_said_of_term(part.term, calls, classes)}"
        for place, part in enumerate(selection.parts)
    ]
    return ["all but", *told] if selection.is_inverted else told


def _said_of_term(term: Term, calls: RowCalls, classes: Sequence[str]) -> str:
    """Return one term of a selection in few words."""
    if isinstance(term, OfClasses):
        return "true " + " or ".join(text.elided(classes[one], _LONGEST) for one in term.classes)
    if isinstance(term, Cells):
        return calls.name_of(term.cells)
    if isinstance(term, Between) and isinstance(calls, AtThreshold):
        ends = (text.short_threshold(one, calls.score) for one in (term.one, term.other))
        return f"called otherwise at {' and '.join(ends)}"
    return ""
