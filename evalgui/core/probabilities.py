"""How good the scores of two classes are as probabilities, without a threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.measured import Measured
from evalgui.core.metrics.any_metric import (
    NOT_NEGATIVE,
    UNIT,
    AnyMetric,
    Better,
    computes_nothing,
    named,
)
from evalgui.core.metrics.properness import Proper
from evalgui.core.parallel import blocks, spread
from evalgui.core.registry import Registry
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

_BLOCK = 65_536


@dataclass(frozen=True, slots=True, eq=False)
class Probabilities:
    """Scores that are the probability of the positive class, with their truth.

    Parameters
    ----------
    values : (n,) array of float64
        The probability of the positive class. NaN means that there is none; such rows take
        no part.
    is_positive : (n,) array of bool
        The truth.
    weights : (n,) array of int64, or None
        How many instances each entry stands for, more than 0; None means one each.

    Raises
    ------
    ValueError
        If the lengths differ.
    """

    values: NDArray[np.float64]
    is_positive: NDArray[np.bool_]
    weights: NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        if self.values.shape != self.is_positive.shape or self.values.ndim != 1:
            message = f"values of {self.values.shape}, truth of {self.is_positive.shape}"
            raise ValueError(message)
        if self.weights is not None and self.weights.shape != self.values.shape:
            message = f"values of {self.values.shape}, weights of {self.weights.shape}"
            raise ValueError(message)

    @classmethod
    def from_scores(
        cls, scores: ArrayLike, is_positive: ArrayLike, *, higher_is_positive: bool = True
    ) -> Probabilities:
        """Take scores, and where a lower one is positive their complement to 1."""
        values = np.asarray(scores, dtype=np.float64)
        truth = np.asarray(is_positive, dtype=np.bool_)
        if values.shape == truth.shape and len(values) and np.isnan(np.min(values)):
            known = ~np.isnan(values)
            values, truth = values[known], truth[known]
        return cls(values if higher_is_positive else 1 - values, truth)

    @classmethod
    def from_counts(
        cls,
        scores: ArrayLike,
        positives: NDArray[np.int64],
        negatives: NDArray[np.int64],
        *,
        higher_is_positive: bool = True,
    ) -> Probabilities:
        """Take scores that stand for many instances of either class."""
        values = np.asarray(scores, dtype=np.float64)
        values = np.tile(values if higher_is_positive else 1 - values, 2)
        truth = np.repeat([True, False], len(positives))
        weights = np.concatenate([positives, negatives])
        known = ~np.isnan(values) & (weights > 0)
        return cls(values[known], truth[known], weights[known])

    @property
    def n(self) -> int:
        """The number of instances with a score."""
        return len(self.values) if self.weights is None else int(self.weights.sum())

    @property
    def n_positive(self) -> int:
        """The number of those that are positive."""
        if self.weights is None:
            return int(np.count_nonzero(self.is_positive))
        return int(self.weights[self.is_positive].sum())

    def mean(
        self, terms: Callable[[NDArray[np.float64], NDArray[np.bool_]], NDArray[np.float64]]
    ) -> float:
        """Return the mean over all instances of what a function says of values and truths."""

        def add(part: slice) -> float:
            found = terms(self.values[part], self.is_positive[part])
            return float(np.sum(found if self.weights is None else found * self.weights[part]))

        return math.fsum(spread(add, blocks(len(self.values), _BLOCK))) / self.n

    def undefined_reason(self) -> str:
        """Return why there is no score of these probabilities, "" where there is one."""
        if not self.n:
            return phrase("no rows")
        inside = bool(np.min(self.values) >= 0 and np.max(self.values) <= 1)
        return "" if inside else phrase("a score is not in [0, 1]: no probabilities")


def _nothing_more(_data: Probabilities) -> str:
    """Need nothing but probabilities."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbabilityMetric(AnyMetric):
    """One measure of probabilities.

    Parameters
    ----------
    compute
        A function of probabilities that are in [0, 1], and of at least one row.
    needs
        A function that says what else is missing; "" where nothing is.
    """

    compute: Callable[[Probabilities], float] = computes_nothing
    needs: Callable[[Probabilities], str] = _nothing_more

    def __post_init__(self) -> None:
        AnyMetric.__post_init__(self)
        if self.compute is computes_nothing:
            self.refuse("computes nothing: write compute=, a function of Probabilities")

    def measured(self, data: Probabilities) -> Measured:
        """Return the value with its reason."""
        reason = data.undefined_reason() or self.needs(data)
        return Measured(math.nan if reason else self.compute(data), reason)


def _brier(data: Probabilities) -> float:
    return data.mean(lambda values, truth: (values - truth) ** 2)


def _log_loss(data: Probabilities) -> float:
    return max(-data.mean(_logs), 0.0)


def _logs(values: NDArray[np.float64], truth: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the logarithm of what was said of the truth of each row."""
    logs = np.empty(len(values))
    with np.errstate(divide="ignore"):  # a row that was thought impossible: minus infinity
        logs[truth] = np.log(values[truth])
        # log1p keeps the digits of a probability near 0 whose row is negative
        logs[~truth] = np.log1p(-values[~truth])
    return logs


def _prevalence(data: Probabilities) -> float:
    return data.n_positive / data.n


def _skill(data: Probabilities) -> float:
    prevalence = _prevalence(data)
    return 1 - _brier(data) / (prevalence * (1 - prevalence))


def _need_both_classes(data: Probabilities) -> str:
    if data.is_positive.all():
        return phrase("no {actual_negatives}")
    return "" if data.is_positive.any() else phrase("no {actual_positives}")


BRIER = ProbabilityMetric(
    id="brier",
    proper=Proper.STRICTLY,
    name=phrase("Brier score"),
    formula=Text("mean of (p - y)^2, y = 1 for {a_positive} row and 0 for {a_negative} one"),
    compute=_brier,
    range=UNIT,
    better=Better.LOWER,
    aliases=(phrase("mean squared error of the probability"), phrase("quadratic score")),
    sources=("Brier 1950, eq. 2, on the scale of two classes",),
)
LOG_LOSS = ProbabilityMetric(
    id="log_loss",
    proper=Proper.STRICTLY,
    name=phrase("Log loss"),
    formula=phrase("- mean of y ln(p) + (1 - y) ln(1 - p), in nats"),
    compute=_log_loss,
    range=NOT_NEGATIVE,
    better=Better.LOWER,
    aliases=(phrase("cross-entropy"), phrase("logarithmic score"), phrase("log score")),
    sources=("Good 1952, Rational decisions",),
    names=named(phrase("Log score")),
)
BRIER_SKILL = ProbabilityMetric(
    id="brier_skill",
    proper=Proper.STRICTLY,
    name=phrase("Brier skill score"),
    formula=Text("1 - Brier / ({prevalence} (1 - {prevalence}))"),
    compute=_skill,
    range=(-math.inf, 1.0),
    better=Better.HIGHER,
    aliases=(phrase("scaled Brier score"), phrase("index of prediction accuracy")),
    sources=("Murphy 1973", "Steyerberg and others 2010"),
    needs=_need_both_classes,
)

PROBABILITY_METRICS: Registry[ProbabilityMetric] = Registry(
    phrase("measure of probabilities"), BRIER, LOG_LOSS, BRIER_SKILL
)
