"""Which rows are selected at every threshold, found out once: afterwards no row is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.score_table import Steps, is_called_positive

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from evalgui.core.dataset import Score
    from evalgui.core.score_table import Outline

OF_POSITIVES, OF_NEGATIVES, OF_BOTH = range(3)
"""The kinds of rows: of one class, or of a count table and of both classes."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Selected rows of a kind, in the order in which a threshold that is lowered calls them.

    Parameters
    ----------
    kind
        `OF_POSITIVES`, `OF_NEGATIVES` or `OF_BOTH`.
    while_called
        True where they are selected as long as they are called positive, False as long as they
        are not; None at every threshold.
    steps : (k,) array of int
        The first rows of the `Steps` that call them, each once, ascending.
    totals : (k,) array of int64
        How many rows of the data these and those before stand for.
    """

    kind: int
    while_called: bool | None
    steps: NDArray[np.intp]
    totals: NDArray[np.int64]

    def part(self, row: int) -> slice:
        """Return which places of `steps` are selected at an operating point, a row of the steps."""
        if self.while_called is None:
            return slice(0, len(self.steps))
        first = int(self.steps.searchsorted(row, "right"))
        return slice(0, first) if self.while_called else slice(first, len(self.steps))

    def n_at(self, row: int) -> int:
        """Return how many rows of the data are selected at an operating point."""
        part = self.part(row)
        if part.stop <= part.start:
            return 0
        before = int(self.totals[part.start - 1]) if part.start else 0
        return int(self.totals[part.stop - 1]) - before


@dataclass(frozen=True, slots=True, eq=False)
class Highlight:
    """The rows of a selection, which may be other rows at another threshold.

    Parameters
    ----------
    called, uncalled : (n,) arrays of bool
        Which rows are selected where they are called positive, and where they are not; the
        same array where that is all the same.
    runs
        Those with a score, by how they are called; empty where there is no score.
    n_without
        How many have no score.
    of_classes
        Where all classes are looked at together: for some, where their selected rows lie on the
        curves of the class against the rest.
    """

    called: NDArray[np.bool_]
    uncalled: NDArray[np.bool_]
    runs: tuple[Run, ...] = ()
    n_without: int = 0
    of_classes: Mapping[int, Outline] = field(default_factory=dict)

    @property
    def follows_threshold(self) -> bool:
        """Whether other rows may be selected at another threshold."""
        return self.called is not self.uncalled

    def n_at(self, row: int) -> int:
        """Return how many rows of the data are selected at a row of the steps."""
        return self.n_without + sum(run.n_at(row) for run in self.runs)

    def has(
        self, rows: NDArray[np.integer] | slice, score: Score | None, threshold: float
    ) -> NDArray[np.bool_]:
        """Return which of some rows of the data are selected at a threshold of the score."""
        if score is None or not self.follows_threshold:
            return self.uncalled[rows]
        higher = score.higher_is_positive
        is_called = is_called_positive(score.values[rows], threshold, higher_is_positive=higher)
        return np.where(is_called, self.called[rows], self.uncalled[rows])


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """The rows that stand out in every view.

    Parameters
    ----------
    selected
        Those of the selection; None for none, and until they are known.
    picked
        Those that are picked one by one in the table; likewise.
    """

    selected: Highlight | None = None
    picked: Highlight | None = None


UNLIT = Lit()


def highlight_of(
    called: NDArray[np.bool_],
    uncalled: NDArray[np.bool_],
    kinds: NDArray[np.integer],
    score: Score | None,
    steps: Steps | None,
) -> Highlight:
    """Return the rows of a selection by the operating points that call them.

    Parameters
    ----------
    called, uncalled
        As of `Highlight`.
    kinds : (n,) array of int
        As of `Run`.
    score, steps
        What the rows are called by; None where that is no score.
    """
    if score is None or steps is None:
        return Highlight(uncalled, uncalled, n_without=int(np.count_nonzero(uncalled)))
    sides: tuple[tuple[bool | None, NDArray[np.bool_]], ...] = ((None, uncalled),)
    if called is not uncalled:
        sides = ((True, called), (False, uncalled))
    has_score = ~np.isnan(score.values)
    runs = []
    for while_called, chosen in sides:
        for kind in (OF_POSITIVES, OF_NEGATIVES, OF_BOTH):
            values = score.values[chosen & has_score & (kinds == kind)].astype(np.float64)
            if len(values):
                runs.append(_run(kind, while_called, values, steps))
    return Highlight(called, uncalled, tuple(runs), int(np.count_nonzero(uncalled & ~has_score)))


def _run(
    kind: int,
    while_called: bool | None,  # noqa: FBT001 - as of a run
    values: NDArray[np.float64],
    steps: Steps,
) -> Run:
    distinct, times = np.unique(values, return_counts=True)
    if steps.higher_is_positive:
        distinct, times = distinct[::-1], times[::-1]
    totals = np.cumsum(times, dtype=np.int64)
    return Run(kind, while_called, steps.rows_at(distinct), totals)
