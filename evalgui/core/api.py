"""The front door of the core: what the other rooms take from it, under one name.

Each name is written, and explained, in the file that it comes from. Not here: what only a few
need, such as planning a study, and what is imported late. The child that reads containers takes
its few helpers from their files, so that it loads nothing else.
"""

from evalgui.core.assessed import positive_of, score_of
from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.bootstrap.sizes import BINS, FEWEST_REPLICATES, MOST_REPLICATES, REPLICATES
from evalgui.core.checks import BY_HAND, Exclusion, Finding, Level, by_hand, counts_by_code
from evalgui.core.choices import NO_CHOICES, Axes, Choices
from evalgui.core.comparison import NO_COMPARISON, Beside, Comparison
from evalgui.core.confusion import MOST_CLASSES, ClassOrder, ConfusionMatrix, Normalisation, some
from evalgui.core.consequence import Consequence, consequence
from evalgui.core.counts import LARGEST_TOTAL, Counts, divide, logarithm, whole_or_sum
from evalgui.core.criterion_table import criterion_table
from evalgui.core.curves import (
    CURVES,
    Axis,
    Curve,
    Scale,
    Series,
    Vertices,
    class_curves,
    curve_by_id,
    in_vocabulary,
    note_turns_of,
    point,
    vertices,
)
from evalgui.core.curves.few_errors import FEW, few_errors
from evalgui.core.curves.laid_out import as_steps, reference_line, rows_in_view, scales_of
from evalgui.core.curves.log_scale import LogScale, log_ticks
from evalgui.core.curves.scales import (
    AxisScale,
    LinearScale,
    NormalDeviateScale,
    ScoreScale,
    Viewport,
    nice_step,
    nice_ticks,
    padded,
)
from evalgui.core.curves.turning import has_noted_turns, note_turns
from evalgui.core.dataset import YOUDEN, Column, Dataset, Score, SlowColumn
from evalgui.core.deciding import (
    Development,
    Locked,
    OwnThreshold,
    default_threshold,
    followed,
    settled,
)
from evalgui.core.digits import DECIMALS, SPACE, Written, exact, grouped, percentage, rounded, score
from evalgui.core.errors import CancelledError, DataError, EvalguiError, ReadingError
from evalgui.core.flipping import flips, other_point, placed
from evalgui.core.ghost import Ghost, ghost_at
from evalgui.core.goals import CELLS, TOTALS, GoalError, Wanted, can_be_asked, is_quick, rule_of
from evalgui.core.grey_zone import (
    INDETERMINATE,
    GreyZone,
    Zone,
    called_between,
    counts_grey_as_positive,
    decision,
    decision_of,
    grey_ends,
    grey_zone,
    grey_zone_of,
    indeterminate,
)
from evalgui.core.highlight import OF_BOTH, UNLIT, Highlight, Lit, Run, highlight_of
from evalgui.core.histogram import Histogram, finite_range, histogram, tail_ends
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.awaited import AwaitedIntervals, is_awaited, latest, subjects_at
from evalgui.core.intervals.by_weight import BY_WEIGHT, BY_WEIGHTS, weights_at
from evalgui.core.intervals.offered import OFFERED, method_named, method_of, recommended_method
from evalgui.core.intervals.settings import (
    AT_PREVALENCE,
    DEFAULT_INTERVALS,
    HIGHEST_LEVEL,
    LOWEST_LEVEL,
    IntervalSettings,
)
from evalgui.core.intervals.shares import of_share
from evalgui.core.intervals.subjects import EFFECTIVE, OF_ROWS
from evalgui.core.kind import Kind
from evalgui.core.linking import IN_COMMON, Link, link_in_words, linked_threshold
from evalgui.core.measured import NOTHING, Interval, Measured, Sided
from evalgui.core.memory import MemoryShortError, enough_memory, lacks_memory, memory_short
from evalgui.core.metrics import (
    DEFAULT_PARAMETERS,
    METRICS,
    AnyMetric,
    Better,
    Family,
    Metric,
    Parameters,
    Vocabulary,
    metric_by_id,
    metric_called,
)
from evalgui.core.metrics.any_metric import called, names_of_all
from evalgui.core.multiclass import (
    DEFAULT_SETTINGS,
    MATRIX_METRICS,
    SCORE_METRICS,
    ClassScores,
    MulticlassSettings,
    OrderBy,
    Over,
    OverallFamily,
    OverallMetric,
    PerClass,
    order_of,
    per_class,
    without_value,
)
from evalgui.core.near_names import meant
from evalgui.core.normal import deviate
from evalgui.core.noted import note_at
from evalgui.core.notes import NO_NOTES, Notes, PointNote
from evalgui.core.operating_point import OperatingPoint, point_at
from evalgui.core.ordering import distinct, stable_argsort
from evalgui.core.overall import Overall
from evalgui.core.own_thresholds import OtherScore, of_other_score
from evalgui.core.parallel import blocks, n_threads, spread
from evalgui.core.phrases import within
from evalgui.core.pins import MOST_PINS, NO_PINS, Pins, Placed
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.progress import Watch
from evalgui.core.provenance import (
    START,
    Origin,
    Provenance,
    chosen_by,
    now,
    prespecified,
    provenance_from,
    typed,
)
from evalgui.core.ranking import NO_SUMMARIES, Ranking
from evalgui.core.ranking_metrics import (
    EQUAL_ERROR_RATE,
    RANKING_METRICS,
    ROC_AUC,
    RankingMetric,
    Shown,
)
from evalgui.core.registry import Registry, UnknownIdError
from evalgui.core.resting import resting_threshold
from evalgui.core.rules import (
    BUTTON_RULES,
    MOST_TIES,
    RULES,
    ParameterError,
    Rule,
    choose,
    rule_by_id,
)
from evalgui.core.rules.biometric_figures import (
    COSTS,
    FMR_TARGETS,
    FNMR_TARGETS,
    ErrorAtError,
    ErrorRate,
    MinimalCost,
    equal_errors,
    fmr_at_fnmr,
    fnmr_at_fmr,
    minimal_cost,
)
from evalgui.core.rules.costs import detection_cost
from evalgui.core.rules.figures import (
    Figure,
    FigureGroup,
    biometric_groups,
    error_rates,
    preset_group,
)
from evalgui.core.rules.general import AT_LEAST, AT_MOST, LIMIT, POINT
from evalgui.core.rules.limits import chances_are_at_hand
from evalgui.core.rules.presets import PRESETS
from evalgui.core.rules.rule import Choice, Parameter, RuleFamily, Unit, Value
from evalgui.core.rules.short_lists import Settled, Wish, mark, short_list
from evalgui.core.rules.targets import NONE_ALLOWED
from evalgui.core.sampling import Sampling
from evalgui.core.score_axis import has_log_scores, may_be_log
from evalgui.core.score_table import Outline, ScoreTable, Steps, is_called_positive
from evalgui.core.selection import (
    NO_SELECTION,
    Between,
    Cells,
    Joined,
    OfClasses,
    Part,
    Rows,
    ScoreRange,
    Selection,
    Term,
    Where,
)
from evalgui.core.singled_out import same_table, singled_out, still_meant
from evalgui.core.snapshot import EMPTY, Inputs, Snapshot, rank, resolve
from evalgui.core.stability import Stability
from evalgui.core.tabulation import tabulate
from evalgui.core.thresholds import (
    CALLS_NOTHING,
    from_units,
    in_units,
    is_same_threshold,
    limit,
    may_be_threshold,
    written,
)
from evalgui.core.vocabulary import MACHINE_LEARNING, Words, joined, phrase, words_in
from evalgui.core.weights import NO_COUNTS, in_parts

__all__ = [
    "AT_LEAST",
    "AT_MOST",
    "AT_PREVALENCE",
    "BINS",
    "BUTTON_RULES",
    "BY_HAND",
    "BY_WEIGHT",
    "BY_WEIGHTS",
    "CALLS_NOTHING",
    "CELLS",
    "COSTS",
    "CURVES",
    "DECIMALS",
    "DEFAULT_INTERVALS",
    "DEFAULT_PARAMETERS",
    "DEFAULT_SETTINGS",
    "EFFECTIVE",
    "EMPTY",
    "EQUAL_ERROR_RATE",
    "FEW",
    "FEWEST_REPLICATES",
    "FMR_TARGETS",
    "FNMR_TARGETS",
    "HIGHEST_LEVEL",
    "INDETERMINATE",
    "IN_COMMON",
    "LARGEST_TOTAL",
    "LIMIT",
    "LOWEST_LEVEL",
    "MACHINE_LEARNING",
    "MATRIX_METRICS",
    "METRICS",
    "MOST_CLASSES",
    "MOST_PINS",
    "MOST_REPLICATES",
    "MOST_TIES",
    "NONE_ALLOWED",
    "NOTHING",
    "NO_CHOICES",
    "NO_COMPARISON",
    "NO_COUNTS",
    "NO_NOTES",
    "NO_PINS",
    "NO_SELECTION",
    "NO_SUMMARIES",
    "OFFERED",
    "OF_BOTH",
    "OF_ROWS",
    "POINT",
    "PRESETS",
    "PROBABILITY_METRICS",
    "RANKING_METRICS",
    "REPLICATES",
    "ROC_AUC",
    "RULES",
    "SCORE_METRICS",
    "SPACE",
    "START",
    "TOTALS",
    "UNLIT",
    "YOUDEN",
    "AnyMetric",
    "AwaitedIntervals",
    "Axes",
    "Axis",
    "AxisScale",
    "Beside",
    "Better",
    "Between",
    "CancelledError",
    "Cells",
    "Choice",
    "Choices",
    "ClassOrder",
    "ClassScores",
    "Column",
    "Comparison",
    "ConfusionMatrix",
    "Consequence",
    "Counts",
    "Curve",
    "DataError",
    "Dataset",
    "DetectionCost",
    "Development",
    "ErrorAtError",
    "ErrorRate",
    "EvalguiError",
    "Exclusion",
    "Family",
    "Figure",
    "FigureGroup",
    "Finding",
    "Ghost",
    "GoalError",
    "GreyZone",
    "Highlight",
    "Histogram",
    "Inputs",
    "Interval",
    "IntervalSettings",
    "IntervalsAt",
    "Joined",
    "Kind",
    "Level",
    "LinearScale",
    "Link",
    "Lit",
    "Locked",
    "LogScale",
    "Measured",
    "MemoryShortError",
    "Metric",
    "MinimalCost",
    "MulticlassSettings",
    "NormalDeviateScale",
    "Normalisation",
    "Notes",
    "OfClasses",
    "OperatingPoint",
    "OrderBy",
    "Origin",
    "OtherScore",
    "Outline",
    "Over",
    "Overall",
    "OverallFamily",
    "OverallMetric",
    "OwnThreshold",
    "Parameter",
    "ParameterError",
    "Parameters",
    "Part",
    "PerClass",
    "Pins",
    "Placed",
    "PointNote",
    "Provenance",
    "Ranking",
    "RankingMetric",
    "ReadingError",
    "Registry",
    "Rows",
    "Rule",
    "RuleFamily",
    "Run",
    "Sampling",
    "Scale",
    "Score",
    "ScoreRange",
    "ScoreScale",
    "ScoreTable",
    "Selection",
    "Series",
    "Settled",
    "Shown",
    "Sided",
    "SlowColumn",
    "Snapshot",
    "Stability",
    "Steps",
    "Term",
    "Unit",
    "UnknownIdError",
    "Value",
    "Vertices",
    "Viewport",
    "Vocabulary",
    "Wanted",
    "Watch",
    "Where",
    "Wish",
    "Words",
    "Written",
    "Zone",
    "as_steps",
    "biometric_groups",
    "blocks",
    "by_hand",
    "called",
    "called_between",
    "can_be_asked",
    "chances_are_at_hand",
    "choose",
    "chosen_by",
    "class_curves",
    "consequence",
    "counts_by_code",
    "counts_grey_as_positive",
    "criterion_table",
    "curve_by_id",
    "decision",
    "decision_of",
    "default_threshold",
    "detection_cost",
    "deviate",
    "distinct",
    "divide",
    "enough_memory",
    "equal_errors",
    "error_rates",
    "exact",
    "few_errors",
    "finite_range",
    "flips",
    "fmr_at_fnmr",
    "fnmr_at_fmr",
    "followed",
    "from_units",
    "ghost_at",
    "grey_ends",
    "grey_zone",
    "grey_zone_of",
    "grouped",
    "has_log_scores",
    "has_noted_turns",
    "highlight_of",
    "histogram",
    "in_parts",
    "in_units",
    "in_vocabulary",
    "indeterminate",
    "is_awaited",
    "is_called_positive",
    "is_quick",
    "is_same_threshold",
    "joined",
    "lacks_memory",
    "latest",
    "limit",
    "link_in_words",
    "linked_threshold",
    "log_ticks",
    "logarithm",
    "mark",
    "may_be_log",
    "may_be_threshold",
    "meant",
    "memory_short",
    "method_named",
    "method_of",
    "metric_by_id",
    "metric_called",
    "minimal_cost",
    "n_threads",
    "names_of_all",
    "nice_step",
    "nice_ticks",
    "note_at",
    "note_turns",
    "note_turns_of",
    "now",
    "of_other_score",
    "of_share",
    "order_of",
    "other_point",
    "padded",
    "per_class",
    "percentage",
    "phrase",
    "placed",
    "point",
    "point_at",
    "positive_of",
    "preset_group",
    "prespecified",
    "provenance_from",
    "rank",
    "recommended_method",
    "reference_line",
    "resolve",
    "resting_threshold",
    "rounded",
    "rows_in_view",
    "rule_by_id",
    "rule_of",
    "same_table",
    "scales_of",
    "score",
    "score_of",
    "settled",
    "short_list",
    "singled_out",
    "some",
    "spread",
    "stable_argsort",
    "still_meant",
    "subjects_at",
    "tabulate",
    "tail_ends",
    "typed",
    "vertices",
    "weights_at",
    "whole_or_sum",
    "within",
    "without_value",
    "words_in",
    "written",
]
