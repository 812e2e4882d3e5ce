"""The F measures: precision and recall weighed against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.metrics.declaring import (
    NEGATIVES_OR_CALLS,
    NOT_CLINICAL,
    POSITIVES_OR_CALLS,
    UNIT,
    Counts,
    Family,
    Invariance,
    Metric,
    Proper,
    divide,
    following,
    phrase,
    product,
    square_root,
    weighted_hits_lacking,
)
from evalgui.core.metrics.similarity import JACC

if TYPE_CHECKING:
    from evalgui.core.metrics.declaring import Number, Real


_ALL_RECALL = 1e100  # beside such a weight no count of false positives changes a digit


def _f_weighted(c: Counts, weight: float) -> Real:
    """Return ``(1 + w) TP / ((1 + w) TP + w FN + FP)``, by counts so that TP = 0 gives 0."""
    if weight > _ALL_RECALL:  # without overflow
        return divide(c.tp, c.actual_positives + c.fp / _ALL_RECALL)
    hits = (1 + weight) * c.tp
    return divide(hits, hits + weight * c.fn + c.fp)


def _f_beta(c: Counts, beta: float) -> Real:
    return _f_weighted(c, beta * beta)


def _f_alpha(c: Counts, alpha: float) -> Real:
    return _f_weighted(c, alpha)


def _f_beta_lacking(c: Counts, beta: float) -> str:
    return _f_alpha_lacking(c, beta * beta)


def _f_alpha_lacking(c: Counts, alpha: float) -> str:
    return weighted_hits_lacking(c, alpha, 1.0)


def _margins_of_f2(c: Counts) -> Number:
    return 4 * c.actual_positives + c.predicted_positives


def _margins_of_inverse_f_half(c: Counts) -> Number:
    """Return those of F0.5 with the classes swapped, without a number that is no whole one."""
    return 4 * c.predicted_negatives + c.actual_negatives


def _adjusted_f(c: Counts) -> Real:
    margins = product(_margins_of_f2(c), _margins_of_inverse_f_half(c))
    return square_root(divide(25 * c.concordant, margins))


def _parts_of_adjusted_f(c: Counts) -> dict[str, float]:
    return {
        "F2": float(divide(5 * c.tp, _margins_of_f2(c))),
        "InvF0.5": float(divide(5 * c.tn, _margins_of_inverse_f_half(c))),
    }


def _dice(jaccard: float, **_weight: float) -> float:
    return 2 * jaccard / (1 + jaccard)


F1 = Metric(
    id="F1",
    proper=Proper.HALF_OF_BEST,
    name=phrase("F1 score"),
    family=Family.F_FAMILY,
    formula="2 TP / (2 TP + FP + FN)",
    compute=lambda c: divide(2 * c.tp, c.actual_positives + c.predicted_positives),
    needs=(POSITIVES_OR_CALLS,),
    invariance=Invariance(truth_call_swap=True),
    range=UNIT,
    aliases=(phrase("F-measure"), phrase("Dice"), phrase("Czekanowski"), phrase("Sorensen")),
    symbol="F1",
    sources=("tharwat-2018, eq. 12", "rezankova-husek-2015, eq. 2.2", "binu-2022, F-measure"),
    estimate=following(JACC, _dice),
)
FBETA = Metric(
    id="FBETA",
    proper=Proper.BEST,
    name=phrase("F-beta score"),
    family=Family.F_FAMILY,
    formula="(1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP)",
    compute=_f_beta,
    needs=(POSITIVES_OR_CALLS,),
    invariance=Invariance(truth_call_swap="beta = 1"),
    range=UNIT,
    aliases=("F2", "F0.5"),
    symbol="F\N{GREEK SMALL LETTER BETA}",
    sources=("tharwat-2018, eq. 13", "binu-2022, F_beta"),
    parameters=("beta",),
    lacking=_f_beta_lacking,
    estimate=following(JACC, _dice, where=lambda beta: beta == 1),
)
FALPHA = Metric(
    id="FALPHA",
    proper=Proper.BEST,
    foreign_to=NOT_CLINICAL,
    name=phrase("F-alpha score"),
    family=Family.F_FAMILY,
    formula="(1 + alpha) TP / ((1 + alpha) TP + alpha FN + FP)",
    compute=_f_alpha,
    needs=(POSITIVES_OR_CALLS,),
    invariance=Invariance(truth_call_swap="alpha = 1"),
    range=UNIT,
    aliases=("F-0.7",),
    symbol="F\N{GREEK SMALL LETTER ALPHA}",
    sources=("rezankova-husek-2015, eq. 2.3, right-hand side",),
    parameters=("alpha",),
    lacking=_f_alpha_lacking,
    estimate=following(JACC, _dice, where=lambda alpha: alpha == 1),
)
AGF = Metric(
    id="AGF",
    proper=Proper.SPREAD,
    foreign_to=NOT_CLINICAL,
    name=phrase("Adjusted F-measure"),
    family=Family.F_FAMILY,
    formula=phrase("sqrt(F2 InvF0.5), InvF0.5 = F0.5 with the classes swapped"),
    compute=_adjusted_f,
    needs=(POSITIVES_OR_CALLS, NEGATIVES_OR_CALLS),
    invariance=Invariance(),
    range=UNIT,
    symbol="AGF",
    sources=("tharwat-2018, eq. 14",),
    quantities=_parts_of_adjusted_f,
)

METRICS = (F1, FBETA, FALPHA, AGF)
