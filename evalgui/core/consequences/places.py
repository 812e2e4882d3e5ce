"""Probabilities put together by their values: all that calibration needs of rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.probabilities import Probabilities
    from evalgui.core.score_table import Steps

NO_ROWS = phrase("no rows")
OUTSIDE = phrase("these are not probabilities: a score is not in [0, 1]")


def logits(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return log odds of probabilities, an array: -inf at 0 and +inf at 1."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(values) - np.log1p(-values))


@dataclass(frozen=True, eq=False)
class Places:
    """The distinct probabilities in ascending order, with the rows at each.

    Parameters
    ----------
    values : (K,) array of float64
        In [0, 1], rising.
    positives, totals : (K,) arrays of int64 or float64
        The positives, and all rows, of each; sums of weights where those are not whole.
    """

    values: NDArray[np.float64]
    positives: NDArray[Any]
    totals: NDArray[Any]

    @classmethod
    def of(cls, data: Probabilities) -> Places:
        """Take rows.

        Raises
        ------
        ValueError
            If a value is not in [0, 1], or there are no rows.
        """
        reason = data.undefined_reason()
        if reason:
            raise ValueError(reason)
        order = np.argsort(data.values)
        values, truth = data.values[order], data.is_positive[order]
        starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
        weights = None if data.weights is None else data.weights[order]
        ones = truth.astype(np.int64) if weights is None else np.where(truth, weights, 0)
        rows = np.ones(len(values), dtype=np.int64) if weights is None else weights
        return cls(values[starts], np.add.reduceat(ones, starts), np.add.reduceat(rows, starts))

    @classmethod
    def of_steps(cls, steps: Steps, one: float = 1.0) -> Places:
        """Take what is sorted already.

        Parameters
        ----------
        steps
            Of scores in [0, `one`], of which a higher one speaks for the positive class.
        one
            What stands for certainty, such as 100 of per cent.
        """
        positives = np.diff(steps.true_positives)[::-1]
        negatives = np.diff(steps.false_positives)[::-1]
        values = np.asarray(steps.ascending[:-1], dtype=np.float64)
        return cls(values if one == 1.0 else values / one, positives, positives + negatives)

    @cached_property
    def n(self) -> float:
        """All rows."""
        return self.totals.sum().item()  # type: ignore[no-any-return]

    @cached_property
    def n_positive(self) -> float:
        """The positive ones."""
        return self.positives.sum().item()  # type: ignore[no-any-return]

    @property
    def negatives(self) -> NDArray[Any]:
        """The negative rows of each."""
        return np.asarray(self.totals - self.positives)

    @property
    def share(self) -> float:
        """The share of positives."""
        return self.n_positive / self.n

    @property
    def smaller(self) -> float:
        """How many rows the smaller class has."""
        return min(self.n_positive, self.n - self.n_positive)

    @cached_property
    def inside(self) -> Places:
        """The rows whose probability is neither 0 nor 1, which have a logit."""
        known = (self.values > 0) & (self.values < 1)
        if known.all():
            return self
        return Places(self.values[known], self.positives[known], self.totals[known])

    @cached_property
    def logits(self) -> NDArray[np.float64]:
        """The logit of each value: -inf at 0 and +inf at 1."""
        return logits(self.values)

    def at_prevalence(self, prevalence: float) -> Places:
        """Return the same with weights that make a prevalence of another's."""
        more, less = prevalence / self.share, (1.0 - prevalence) / (1.0 - self.share)
        positives, negatives = self.positives * more, self.negatives * less
        return Places(self.values, positives, positives + negatives)

    def times(self, factor: float) -> Places:
        """Return the same with each row standing for so many."""
        return Places(self.values, self.positives * factor, self.totals * factor)

    def brier(self, risks: NDArray[np.float64] | float) -> float:
        """Return the Brier score of other probabilities of the same rows."""
        miss, alarm = np.square(1.0 - np.asarray(risks)), np.square(risks)
        return float(np.sum(self.positives * miss + self.negatives * alarm)) / self.n

    def log_score(self, risks: NDArray[np.float64] | float) -> float:
        """Return the log score of other probabilities of the same rows, in nats; perhaps +inf."""
        risks = np.broadcast_to(risks, self.values.shape)
        with np.errstate(divide="ignore", invalid="ignore"):
            of_positives = np.where(self.positives > 0, -self.positives * np.log(risks), 0.0)
            of_negatives = np.where(self.negatives > 0, -self.negatives * np.log1p(-risks), 0.0)
        total = float(of_positives.sum() + of_negatives.sum())
        return total / self.n + 0.0
