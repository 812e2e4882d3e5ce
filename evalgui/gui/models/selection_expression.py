"""A selection as an expression over the columns of the file: what an explicit filter is made of."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.row_expressions import equals, named
from evalgui.core.selection import Between, Cells, Joined, OfClasses, ScoreRange, Where
from evalgui.core.thresholds import limit, written

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.selection import Selection, Term
    from evalgui.core.snapshot import Snapshot

_JOINED = {Joined.AND: "and", Joined.OR: "or", Joined.WITHOUT: "and not"}


def expression_of(selection: Selection, snapshot: Snapshot) -> str | None:
    """Return the expression that chooses the rows of a selection at the threshold of now.

    Parameters
    ----------
    selection
        With a term at least.
    snapshot
        Of a file with rows.

    Returns
    -------
    str or None
        For `evalgui.io.building.row_filter`; None where columns alone cannot say it, such as of
        rows that were picked one by one, or of scores that stand in no column.
    """
    whole = ""
    for place, part in enumerate(selection.parts):
        term = _of_term(part.term, snapshot)
        if term is None:
            return None
        whole = f"({whole}) {_JOINED[part.joined]} ({term})" if place else term
    return f"not ({whole})" if selection.is_inverted else whole


def _of_term(term: Term, snapshot: Snapshot) -> str | None:  # noqa: PLR0911 - one a kind
    score, dataset = snapshot.score, snapshot.dataset
    if isinstance(term, Where):
        return term.expression
    if dataset is None:
        return None
    if isinstance(term, OfClasses):
        return _of_truth([dataset.classes[one] for one in term.classes], dataset)
    if score is None or score.apparent is not None:  # which is in no column of the file
        return None
    if score.name not in {column.name for column in dataset.columns}:
        return None
    if isinstance(term, Cells):
        cells = [_of_cell(cell, snapshot, score, dataset) for cell in term.cells]
        known = [f"({cell})" for cell in cells if cell is not None]
        return " or ".join(known) if len(known) == len(cells) else None
    if isinstance(term, Between):
        return _of_between(term, score)
    return _of_range(term, score) if isinstance(term, ScoreRange) else None


def _of_between(term: Between, score: Score) -> str:
    """Return the rows that only one of two thresholds calls; one beyond all scores is no bound."""
    name = named(score.name)
    ends = sorted(limit(end, score) for end in (term.one, term.other))
    signs = (">=", "<") if score.higher_is_positive else (">", "<=")
    sides = [
        f"{name} {sign} {written(end, score)}"
        for sign, end in zip(signs, ends, strict=True)
        if math.isfinite(end)
    ]
    return " and ".join(sides) or f"{name} == {name}"


def _of_range(term: ScoreRange, score: Score) -> str | None:
    name = named(score.name)
    sides = [f"{name} >= {written(term.low, score)}"] * math.isfinite(term.low)
    sides += [f"{name} <= {written(term.high, score)}"] * math.isfinite(term.high)
    return " and ".join(sides) or None


def _of_truth(names: list[str], dataset: Dataset) -> str | None:
    if not dataset.truth_by:
        return None
    return " or ".join(equals(dataset.truth_by, name) for name in names)


def _of_cell(
    cell: tuple[int, int], snapshot: Snapshot, score: Score, dataset: Dataset
) -> str | None:
    """Return the rows of an outcome: their truth, and which side of the threshold they are on."""
    positive, point = snapshot.positive, snapshot.point
    if positive is None or point is None:
        return None
    truth = _of_truth([dataset.classes[positive]], dataset)
    if truth is None:
        return None
    called = _called(point.threshold, score)
    actual, predicted = cell
    sides = (
        truth if actual == 0 else f"not ({truth})",
        called if predicted == 0 else f"not ({called})",
    )
    return " and ".join(f"({side})" for side in sides)


def _called(threshold: float, score: Score) -> str:
    """Return the rows that a threshold calls positive."""
    name, sign = named(score.name), ">=" if score.higher_is_positive else "<="
    if math.isfinite(threshold):
        return f"{name} {sign} {written(threshold, score)}"
    calls_none = math.isnan(threshold) or (threshold > 0) == score.higher_is_positive
    return f"{name} != {name}" if calls_none else f"{name} == {name}"
