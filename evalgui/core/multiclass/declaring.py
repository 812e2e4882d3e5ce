"""All that measures of K classes are declared with: measures, their needs, and exact sums."""

from evalgui.core.confusion import ConfusionMatrix, some
from evalgui.core.counts import Counts, divide, exact_dot
from evalgui.core.metrics.any_metric import NOT_NEGATIVE, SIGNED_UNIT, UNIT, Better, named
from evalgui.core.metrics.properness import Proper
from evalgui.core.multiclass.metric import (
    DEFAULT_SETTINGS,
    MulticlassSettings,
    Over,
    OverallFamily,
    OverallMetric,
    TakenIn,
)
from evalgui.core.multiclass.sums import (
    chance,
    need_counts,
    need_disagreement,
    need_every_class_true,
    need_one_varied,
    need_rows,
    need_two_classes,
    need_varied_calls,
    need_varied_truth,
    squares,
)
from evalgui.core.vocabulary import joined, phrase, phrase_n

__all__ = [
    "DEFAULT_SETTINGS",
    "NOT_NEGATIVE",
    "SIGNED_UNIT",
    "UNIT",
    "Better",
    "ConfusionMatrix",
    "Counts",
    "MulticlassSettings",
    "Over",
    "OverallFamily",
    "OverallMetric",
    "Proper",
    "TakenIn",
    "chance",
    "divide",
    "exact_dot",
    "joined",
    "named",
    "need_counts",
    "need_disagreement",
    "need_every_class_true",
    "need_one_varied",
    "need_rows",
    "need_two_classes",
    "need_varied_calls",
    "need_varied_truth",
    "phrase",
    "phrase_n",
    "some",
    "squares",
]
