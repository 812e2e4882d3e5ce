"""How the scores of each class are distributed: a histogram and quantiles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.digits import exact
from evalgui.core.languages import written
from evalgui.core.texts import Text
from evalgui.core.thresholds import in_units
from evalgui.io.reporting.blocks import Cell, Group, Table
from evalgui.io.reporting.wording import INFINITE, MINUS, NOTHING, capital, count_cell, name

if TYPE_CHECKING:
    from evalgui.core.dataset import Score
    from evalgui.core.score_table import Steps
    from evalgui.io.reporting.material import Material

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_HEADS = ("5 %", "25 %", Text("Median"), "75 %", "95 %")


def score_quantile(steps: Steps, share: float, *, of_positives: bool) -> float:
    """Return the smallest score up to which a share of a class lies.

    That is the inverse of the empirical distribution function, so that each quantile is a score
    of the data.

    Parameters
    ----------
    steps
        The operating points, by which the scores of both classes are counted.
    share
        In [0, 1].
    of_positives
        Which class.

    Returns
    -------
    float
        NaN where the class has no scores.

    Examples
    --------
    >>> from evalgui.core.score_table import ScoreTable
    >>> steps = ScoreTable([1.0, 2.0, 3.0, 9.0], [True, True, True, False]).steps
    >>> score_quantile(steps, 0.5, of_positives=True)
    2.0
    """
    column = steps.tp_column if of_positives else steps.fp_column
    n = steps.n_positive if of_positives else steps.n_negative
    if not n:
        return math.nan
    rank = min(max(math.ceil(share * n), 1), n)
    if steps.higher_is_positive:  # row r - 1 counts what lies above the score of row r
        row = int(np.searchsorted(column, column.dtype.type(n - rank), "right"))
    else:
        row = int(np.searchsorted(column, column.dtype.type(rank), "left"))
    return steps.threshold(row)


def quantile_table(material: Material) -> Table | None:
    """Return the quantiles of the scores of each class; None without scores."""
    ranking, words = material.snapshot.ranking, material.words
    if ranking is None:
        return None
    steps, score, table = ranking.table.steps, ranking.score, ranking.table
    of_class = (
        (True, words.positives, table.n_positive, table.n_missing_positive),
        (False, words.negatives, table.n_negative, table.n_missing_negative),
    )
    rows = []
    for is_positive, word, n, n_missing in of_class:
        shares = (0.0, *QUANTILES, 1.0)
        found = [score_quantile(steps, share, of_positives=is_positive) for share in shares]
        cells = [_score_cell(value, score) for value in found]
        rows.append((Cell(capital(word)), count_cell(n), count_cell(n_missing), *cells))
    heads = (
        *(words("Class"), words("With a score"), words("Without"), words("Lowest")),
        *(words.said(one) for one in _HEADS),
        words("Highest"),
    )
    caption = words(
        "Scores {score} by true class: each quantile is a score of the data",
        score=name(score.name),
    )
    numeric = tuple(range(1, len(heads)))
    return Table(caption, heads, (Group(tuple(rows)),), numeric, holds=("quantiles",))


def _score_cell(value: float, score: Score) -> Cell:
    if math.isnan(value):
        return NOTHING
    return Cell(score_text(value, score))


def score_text(value: float, score: Score | None = None) -> str:
    """Return a score of the data with all of its digits."""
    if not math.isfinite(value):
        return INFINITE if value > 0 else MINUS + INFINITE
    found = in_units(value, score)
    return (str(found) if isinstance(found, int) else written(exact(found))).replace("-", MINUS)


def threshold_text(threshold: float, score: Score) -> str:
    """Return a threshold with all its digits, in the units of the file."""
    if math.isnan(threshold):
        return f"> {INFINITE}" if score.higher_is_positive else f"< {MINUS}{INFINITE}"
    return score_text(threshold, score)
