"""The rows that are called wrongly: those furthest from the threshold, by which to look them up."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.comparing import Candidate
from evalgui.core.digits import grouped
from evalgui.io.reporting.blocks import Block, Cell, Group, Paragraph, Table
from evalgui.io.reporting.scores import score_text
from evalgui.io.reporting.wording import capital, count_cell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.io.reporting.material import Material

_MOST = 10
_HOLDS = ("errors",)


def errors(material: Material) -> tuple[Block, ...]:
    """Return the errors of either kind with the highest and the lowest scores, row by row."""
    snapshot, dataset = material.snapshot, material.dataset
    point, score = snapshot.point, snapshot.score
    if point is None or score is None or not dataset.n:
        return ()
    one = Candidate.of(score.name, dataset, snapshot.positive, score, point.threshold)
    called, known = one.called, one.has_score
    kinds = (
        (material.words.outcomes[1], one.positives, ~called & known, point.counts.fn),
        (material.words.outcomes[2], one.negatives, called & known, point.counts.fp),
    )
    told, heads, columns = [], ["Place"], []
    for place, (outcome, stands_for, is_one, n) in enumerate(kinds):
        told.append(f"{grouped(n)} {outcome.long if n == 1 else outcome.many}")
        rows = np.flatnonzero(is_one & (stands_for > 0))
        # Errors beyond the threshold have the highest scores, those before it the lowest.
        is_falling = (place == 1) == score.higher_is_positive
        shown = rows[_furthest(score.values[rows], is_falling=is_falling)].tolist()
        heads += [f"{capital(outcome.long)}: row", "Score"]
        columns.append([count_cell(_number(dataset.file_rows, row)) for row in shown])
        columns.append([Cell(score_text(float(score.values[row]), score)) for row in shown])
        if dataset.row_counts is not None:
            heads.append("Instances")
            columns.append([count_cell(dataset.in_weights(int(stands_for[row]))) for row in shown])
    n_most = max(map(len, columns))
    text = Paragraph(f"Errors: {', '.join(told)}.", holds=() if n_most else _HOLDS)
    if not n_most:
        return (text,)
    rows_of = zip_longest(*columns, fillvalue=Cell(""))
    group = Group(tuple((count_cell(n), *cells) for n, cells in enumerate(rows_of, 1)))
    caption = f"Errors furthest from the threshold, at most {_MOST} of either kind, by their rows"
    numeric = tuple(range(len(heads)))
    return (
        text,
        Table(f"{caption} in the file, from 1", (*heads,), (group,), numeric, holds=_HOLDS),
    )


def _furthest(values: NDArray[np.floating], *, is_falling: bool) -> NDArray[np.intp]:
    """Return the places of the first few in an order; of equal ones, those that come first."""
    keys = -values if is_falling else values
    if len(keys) > _MOST:
        last = np.partition(keys, _MOST - 1)[_MOST - 1]
        among = np.flatnonzero(keys <= last)
        return among[np.argsort(keys[among], kind="stable")[:_MOST]]
    return np.argsort(keys, kind="stable")


def _number(file_rows: NDArray[np.integer] | None, row: int) -> int:
    return row + 1 if file_rows is None else int(file_rows[row])
