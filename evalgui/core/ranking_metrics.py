"""The measures of a ranking: what scores say over all thresholds, each a number of its own.

A new one is one entry here and its name in `RANKING_METRICS`: the panel, the headers of the
curves that it names, the line below them, what is said of compared classifiers, the command
line and the exports find it there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from enum import Flag, auto
from functools import partial
from typing import TYPE_CHECKING

from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.counts import Counts
from evalgui.core.digits import Numeral, exact, exact_percentage
from evalgui.core.intervals.fnmr_at_fmr import fnmr_at_fmr, row_at_fmr
from evalgui.core.intervals.proportions import UNDEFINED
from evalgui.core.measured import Measured
from evalgui.core.metrics.any_metric import (
    NO_NUMBER,
    NOT_CLINICAL,
    UNIT,
    AnyMetric,
    Better,
    computes_nothing,
    named,
)
from evalgui.core.metrics.metric import ACTUAL_POSITIVES, BOTH_CLASSES, Missing, Need
from evalgui.core.metrics.properness import Proper
from evalgui.core.registry import Registry
from evalgui.core.rules.costs import least_detection_cost
from evalgui.core.summary_intervals import (
    none,
    of_area,
    of_average_precision,
    of_equal_error_rate,
    of_fnmr_at_fmr,
    of_least_cost,
)
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase
from evalgui.core.weights import NO_COUNTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.intervals.settings import IntervalSettings
    from evalgui.core.measured import Interval
    from evalgui.core.ranked import Ranked
    from evalgui.core.sampling import Sampling
    from evalgui.core.summary_intervals import IntervalOfSummary

NO_SCORES = phrase("no row has a score")


class Shown(Flag):
    """Where a measure of a ranking is shown, besides files and the command line."""

    PANEL = auto()
    """In the panel of measures."""
    LIST = auto()
    """In the list of data sets."""
    LINE = auto()
    """Beside a compared curve that is pointed at, and in the legends of the curves it heads."""
    EVERYWHERE = PANEL | LIST | LINE
    NOWHERE = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingMetric(AnyMetric):
    """One measure of a ranking.

    Parameters
    ----------
    short
        Its name where there is little room, such as ``"AUC"``.
    compute
        A function of `Ranked` to a float.
    needs
        What must be there; where it is missing the measure is undefined.
    taken_at
        For a value that is taken at a threshold, a function of `Ranked` that returns it.
    taken_by
        For such a value, the id of the rule that goes to its threshold, and what is set in it.
    heads
        The ids of the curves whose headers show it behind the summary that the curve names.
    shown
        Where else it is shown.
    in_percent
        Whether headers write it in per cent.
    interval
        How its interval is made; None where it has none.
    """

    short: str | Text = ""
    compute: Callable[[Ranked], float] = computes_nothing
    needs: tuple[Need, ...] = ()
    taken_at: Callable[[Ranked], float] | None = None
    taken_by: tuple[str, Mapping[str, float]] | None = None
    heads: tuple[str, ...] = ()
    shown: Shown = Shown.EVERYWHERE
    in_percent: bool = False
    interval: IntervalOfSummary | None = None

    def __post_init__(self) -> None:
        AnyMetric.__post_init__(self)
        if self.compute is computes_nothing:
            self.refuse("computes nothing: write compute=, a function of Ranked")
        if not self.needs:
            self.refuse("needs nothing: write needs=BOTH_CLASSES, or what else must be there")
        if (self.taken_at is None) != (self.taken_by is None):
            self.refuse("is taken at a threshold: write both taken_at= and taken_by=, its rule")
        if not self.short and (self.heads or self.shown & ~Shown.PANEL):
            self.refuse('has no short name: write short="...", as headers are to show it')

    def measured(self, ranked: Ranked) -> Measured:
        """Return the value with its reason."""
        table = ranked.table
        if not table.n:
            return Measured(math.nan, NO_SCORES)
        reason = Missing(Counts(table.n_positive, table.n_negative, 0, 0))[self.needs]
        if reason:
            return Measured(math.nan, reason)
        value, bins = self.compute(ranked), ranked.steps.bins
        bracket = None if bins is None or math.isnan(value) else bins.bracket(self.compute)
        return Measured(value, NO_NUMBER if math.isnan(value) else "", bracket=bracket)

    def interval_of(
        self, ranked: Ranked, settings: IntervalSettings, sampling: Sampling
    ) -> Interval | None:
        """Return where the true value lies, None where no method is declared for it."""
        if self.interval is None:
            return None
        reason = self.measured(ranked).reason
        if not reason and ranked.steps.is_weighted:
            reason = phrase("{no_counts}: no interval of it is known", no_counts=NO_COUNTS)
        if reason:
            return none(ranked, settings, reason)
        found, bins = self.interval(ranked, settings, sampling), ranked.steps.bins
        if bins is None or not found.is_defined:
            return found
        return found._replace(bracket=bins.limits(partial(self._limits, settings, sampling)))

    def _limits(
        self, settings: IntervalSettings, sampling: Sampling, ranked: Ranked
    ) -> tuple[float, float]:
        found = None if self.interval is None else self.interval(ranked, settings, sampling)
        return UNDEFINED if found is None else (found.lower, found.upper)


ROC_AUC = RankingMetric(
    id="roc_auc",
    proper=Proper.ORDER,
    name=phrase("ROC AUC"),
    short="AUC",
    formula=Text("P({positive} above {negative}) + P(equal) / 2"),
    compute=lambda ranked: ranked.table.auc,
    needs=BOTH_CLASSES,
    range=UNIT,
    names=named(phrase("AUC (c-statistic)")),
    aliases=(
        "AUC",
        phrase("area under the ROC curve"),
        phrase("c-statistic"),
        phrase("concordance"),
        "AUROC",
    ),
    sources=("tharwat-2018, section 4",),
    interval=of_area,
)
AVERAGE_PRECISION = RankingMetric(
    id="average_precision",
    proper=Proper.MIXED,
    name=phrase("Average precision"),
    short="AP",
    formula=Text("sum over thresholds of {precision} times the step in {recall}"),
    compute=lambda ranked: ranked.precision_recall_areas[0],
    needs=(ACTUAL_POSITIVES,),
    range=UNIT,
    aliases=("AP", phrase("AUPRC by steps"), phrase("area under the precision-recall curve")),
    sources=("tharwat-2018, section 5",),
    interval=of_average_precision,
    shown=Shown.PANEL,
)
PR_AUC_DAVIS_GOADRICH = RankingMetric(
    id="pr_auc_davis_goadrich",
    proper=Proper.MIXED,
    name=phrase("PR area (Davis-Goadrich)"),
    formula=phrase("area under the precision-recall curve, interpolated as the counts imply"),
    compute=lambda ranked: ranked.precision_recall_areas[1],
    needs=(ACTUAL_POSITIVES,),
    range=UNIT,
    aliases=("AUPRC", phrase("area under the precision-recall curve"), phrase("PR AUC")),
    sources=("tharwat-2018, eq. 18",),
    shown=Shown.PANEL,
)
PR_AUC_TRAPEZOID = RankingMetric(
    id="pr_auc_trapezoid",
    proper=Proper.MIXED,
    name=phrase("PR area (trapezoid)"),
    formula=phrase("area under straight lines between the points of the precision-recall curve"),
    compute=lambda ranked: ranked.precision_recall_areas[2],
    needs=(ACTUAL_POSITIVES,),
    range=UNIT,
    sources=("tharwat-2018, section 5",),
    shown=Shown.NOWHERE,  # biased upward
)
EQUAL_ERROR_RATE = RankingMetric(
    id="eer",
    proper=Proper.AT_RATE,
    name=phrase("Equal error rate"),
    short=Text("{EER}"),
    formula=phrase("FPR where FPR = FNR, interpolated between attainable points"),
    compute=lambda ranked: ranked.equal_error_rate.value,
    needs=BOTH_CLASSES,
    range=UNIT,
    better=Better.LOWER,
    names=named(
        phrase("Error where sensitivity = specificity"),
        phrase("EER (equal error rate)"),
        phrase("EER (equal error rate)"),
    ),
    aliases=("EER", phrase("crossover error rate"), "CER"),
    sources=("tharwat-2018, section 6",),
    interval=of_equal_error_rate,
    taken_at=lambda ranked: ranked.equal_error_rate.threshold,
    taken_by=("eer", {}),
    shown=Shown.PANEL | Shown.LIST,
    in_percent=True,
)


def error_at_bound(metric_id: str, bound: float) -> RankingMetric:
    """Return the error that a bound on the false positive rate leaves, as a measure.

    Parameters
    ----------
    metric_id
        Its id, such as ``"fmr100"``.
    bound
        The greatest false positive rate, in (0, 1).
    """
    written = Numeral(f"{exact_percentage(bound)} %")
    return RankingMetric(
        id=metric_id,
        proper=Proper.AT_RATE,
        foreign_to=NOT_CLINICAL,
        name=phrase("FNR at FPR \N{LESS-THAN OR EQUAL TO} {bound}", bound=written),
        formula=phrase(
            "the least FNR of the thresholds with FPR \N{LESS-THAN OR EQUAL TO} {bound}",
            bound=written,
        ),
        compute=lambda ranked: fnmr_at_fmr(ranked.steps, bound),
        needs=BOTH_CLASSES,
        range=UNIT,
        better=Better.LOWER,
        names=named(
            phrase(
                "Least 1 - sensitivity where 1 - specificity \N{LESS-THAN OR EQUAL TO} {bound}",
                bound=written,
            ),
            phrase("FNMR at FMR \N{LESS-THAN OR EQUAL TO} {bound}", bound=written),
            phrase("P_miss at P_fa \N{LESS-THAN OR EQUAL TO} {bound}", bound=written),
        ),
        symbol=metric_id.upper(),
        aliases=(phrase("FRR at FAR"), phrase("TAR at FAR"), phrase("FNMR at FMR")),
        sources=("ISO/IEC 19795-1",),
        taken_at=lambda ranked: ranked.steps.threshold(row_at_fmr(ranked.steps, bound)),
        taken_by=("fmr", {"fmr": bound}),
        shown=Shown.PANEL,
        interval=of_fnmr_at_fmr(bound),
    )


def least_cost_at_prior(metric_id: str, prior: float) -> RankingMetric:
    """Return the least normalised detection cost at a prior, both costs 1, as a measure.

    Parameters
    ----------
    metric_id
        Its id, such as ``"min_dcf_001"``.
    prior
        That of a target, in (0, 0.05]: of greater ones an interval is asked for.
    """
    cost, at_prior = DetectionCost(prior), phrase("minDCF at prior {prior}", prior=exact(prior))
    miss, alarm, least = exact(prior), exact(float(1 - Decimal(repr(prior)))), exact(cost.trivial)
    return RankingMetric(
        id=metric_id,
        proper=Proper.LEAST_COST,
        foreign_to=NOT_CLINICAL,
        name=phrase("minDCF at prevalence {prior}", prior=exact(prior)),
        formula=phrase(
            "the least of ({miss} FNR + {alarm} FPR) / {least} over all thresholds",
            miss=miss,
            alarm=alarm,
            least=least,
        ),
        compute=lambda ranked: least_detection_cost(ranked.steps, cost).value,
        needs=BOTH_CLASSES,
        range=UNIT,
        better=Better.LOWER,
        names=named("", at_prior, at_prior),
        symbol=phrase("minDCF {prior}", prior=exact(prior)),
        aliases=(
            phrase("least detection cost"),
            phrase("minimum detection cost function"),
            phrase("min C_det"),
        ),
        sources=("NIST 2016 Speaker Recognition Evaluation Plan, section 3",),
        taken_at=lambda ranked: ranked.steps.threshold(
            least_detection_cost(ranked.steps, cost).row
        ),
        taken_by=("min-dcf", {"p-target": prior}),
        shown=Shown.PANEL,
        interval=of_least_cost,
    )


FMR_100 = error_at_bound("fmr100", 0.01)
FMR_1000 = error_at_bound("fmr1000", 0.001)
MIN_DCF_001 = least_cost_at_prior("min_dcf_001", 0.01)
MIN_DCF_005 = least_cost_at_prior("min_dcf_005", 0.05)

RANKING_METRICS: Registry[RankingMetric] = Registry(
    phrase("measure of a ranking"),
    ROC_AUC,
    AVERAGE_PRECISION,
    PR_AUC_DAVIS_GOADRICH,
    PR_AUC_TRAPEZOID,
    EQUAL_ERROR_RATE,
    FMR_100,
    FMR_1000,
    MIN_DCF_001,
    MIN_DCF_005,
)
