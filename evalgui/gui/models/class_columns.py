"""The columns of the table of classes, and how the numbers in each are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalgui.core.metrics import METRICS, Metric
from evalgui.core.ranking_metrics import ROC_AUC
from evalgui.core.vocabulary import phrase
from evalgui.gui.look import text
from evalgui.gui.models.intervals import brief, spoken

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.counts import Counts
    from evalgui.core.measured import Interval
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.ranking_metrics import RankingMetric
    from evalgui.core.vocabulary import Words

NAME_COLUMN = 0


@dataclass(frozen=True, slots=True)
class CountColumn:
    """A column of whole numbers."""

    id: str
    title: str
    explanation: str
    read: Callable[[Counts], Any]  # arrays of all classes to an array


_TP, _FN, _FP, _TN = (phrase(f"{{{mark}}}") for mark in ("TP", "FN", "FP", "TN"))
COUNT_COLUMNS = (
    CountColumn("support", "Support", "Rows of the class", lambda c: c.actual_positives),
    CountColumn("called", "Called", "Rows that are called so", lambda c: c.predicted_positives),
    CountColumn("tp", _TP, "Rows of the class that are called so", lambda c: c.tp),
    CountColumn("fn", _FN, "Rows of the class that are called otherwise", lambda c: c.fn),
    CountColumn("fp", _FP, "Rows of other classes that are called so", lambda c: c.fp),
    CountColumn("tn", _TN, "Rows of other classes that are called otherwise", lambda c: c.tn),
)
AUC = "AUC"
AUC_COLUMN = 1 + len(COUNT_COLUMNS)
FIRST_METRIC = AUC_COLUMN + 1
FIRST_RATES = ("TPR", "PPV", "F1", "TNR")
"""What stands beside the name, where a narrow table shows it; sizes and areas come behind."""
DEFAULT_COLUMNS = (*FIRST_RATES, "support", AUC, "MCC")


def column_ids() -> tuple[str, ...]:
    """Return the columns after the name, in order."""
    return (*(column.id for column in COUNT_COLUMNS), AUC, *(metric.id for metric in METRICS))


def short_title(metric: Metric, vocabulary: Vocabulary) -> str:
    """Return the head of a column: the symbol, or the id where that is not one measure's alone."""
    is_own = metric.symbol and [one.symbol for one in METRICS].count(metric.symbol) == 1
    return metric.symbol_in(vocabulary) if is_own else metric.id


def metric_of(column: int) -> Metric | RankingMetric:
    """Return the measure of a column behind those of counts."""
    return ROC_AUC if column == AUC_COLUMN else METRICS[column - FIRST_METRIC]


def number(column: int, value: float) -> str:
    """Return a value of a measure as it is shown, shares in per cent where these are wanted."""
    metric = metric_of(column)
    return text.rate(value) if is_share(column) else text.measure(value, metric.written)


def limits(column: int, interval: Interval) -> str:
    """Return the limits of a value, written as `number` writes it."""
    is_rate, written = is_share(column), metric_of(column).written
    return brief(interval, written, is_share=is_rate)


def told(column: int, interval: Interval | None, words: Words) -> str:
    """Return an interval for a screen reader."""
    return spoken(interval, words, is_share=is_share(column))


def is_share(column: int) -> bool:
    """Return whether a column has proportions, which may be wanted in per cent."""
    metric = metric_of(column)
    return isinstance(metric, Metric) and metric.fraction is not None
