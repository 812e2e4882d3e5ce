"""Everything that is shown at one instant, so that no two numbers can ever disagree."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from evalgui.core.assessed import positive_of, score_of
from evalgui.core.attack_scores import are_attacks_positive, attack_scores
from evalgui.core.choices import NO_CHOICES, Choices
from evalgui.core.comparison import NO_COMPARISON, Comparison
from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.consequences.settings import NO_CONSEQUENCES, Consequences
from evalgui.core.deciding import followed, stands_at, told
from evalgui.core.digits import grouped
from evalgui.core.highlight import UNLIT, Lit
from evalgui.core.intervals.by_weight import weights_at, weights_of_class
from evalgui.core.intervals.settings import DEFAULT_INTERVALS, IntervalSettings
from evalgui.core.measured import Measured
from evalgui.core.metrics import DEFAULT_PARAMETERS, Parameters
from evalgui.core.multiclass import DEFAULT_SETTINGS, ClassScores, MulticlassSettings
from evalgui.core.operating_point import OperatingPoint, point_at
from evalgui.core.overall import Overall, take_together
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.provenance import START, Provenance
from evalgui.core.ranked import Ranked
from evalgui.core.ranking import NO_SUMMARIES, Ranking
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.sampling import Sampling
from evalgui.core.tabulation import (
    no_probabilities,
    probabilities_of,
    subjects_of,
    subjects_of_calls,
    tabulate,
)
from evalgui.core.thresholds import is_same_threshold, limit
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.counts import Counts
    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.deciding import Development, Locked, OwnThreshold
    from evalgui.core.intervals.by_weight import WeightsAt
    from evalgui.core.intervals.subjects import OfEach
    from evalgui.core.measured import Interval
    from evalgui.core.ranked_subjects import RankedSubjects
    from evalgui.core.resampled import Resampled
    from evalgui.core.rules import Choice
    from evalgui.core.stability import Stability
    from evalgui.core.step import Step
    from evalgui.core.words import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """What the user chose.

    Parameters
    ----------
    dataset
        The data; None before a file is open.
    score
        Which of its scores, an index; None for the classes that the file calls itself.
    positive
        The class that is assessed against the rest, an index; None means all classes together
        where there are more than two and calls of them, else the one of the data set.
    threshold
        Beside the values of the score, `CALLS_NOTHING` included; None asks for the default.
    parameters
        The numbers in the formulas of the measures.
    multiclass
        What may be set in the measures of K classes, such as which an average takes in.
    intervals
        The level and the methods of intervals, and the prevalence that is asked about.
    consequences
        What was said about consequences: what the scores are, and which risks are asked about.
    provenance
        Where the threshold comes from, if there is one; its rule where that is followed.
    is_followed
        Whether the line goes where the rule of the provenance puts it, whatever the data are;
        `threshold` is where it stays should the rule find none.
    is_locked
        Whether nothing but an unlocking moves the line.
    development
        What the threshold did on the data that it was frozen on; None where it was on none.
    others
        The thresholds that were chosen on other scores of the data.
    waiting
        Locked decisions about another score, class or direction than is shown: each is in force
        again as soon as these are shown. None where there is none, or all are in force.
    """

    dataset: Dataset | None = None
    score: int | None = 0
    positive: int | None = None
    threshold: float | None = None
    parameters: Parameters = DEFAULT_PARAMETERS
    multiclass: MulticlassSettings = DEFAULT_SETTINGS
    intervals: IntervalSettings = DEFAULT_INTERVALS
    consequences: Consequences = NO_CONSEQUENCES
    provenance: Provenance = START
    is_followed: bool = False
    is_locked: bool = False
    development: Development | None = None
    others: tuple[OwnThreshold, ...] = ()
    waiting: Locked | None = None

    @property
    def has_lock(self) -> bool:
        """Whether a threshold is locked, be it that it waits."""
        return self.is_locked or self.waiting is not None

    @property
    def waits_here(self) -> tuple[Locked, ...]:
        """The locks that wait, but for those of other scores of the data: these hold for them."""
        if self.waiting is None:
            return ()
        scores = () if self.dataset is None or self.score is None else self.dataset.scores
        others = {one.name for place, one in enumerate(scores) if place != self.score}
        return tuple(one for one in self.waiting.each if one.score not in others)

    @property
    def has_lock_here(self) -> bool:
        """Whether an unlocking ends something: what is shown is locked, or a lock waits for it."""
        return self.is_locked or bool(self.waits_here)


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """All that is shown, derived from `inputs`. Parts are None before a file is open.

    Parameters
    ----------
    inputs
        What the user chose.
    ranking
        What the scores of the chosen class say without a threshold; None where there are no
        scores, or all classes are looked at together.
    point
        What the threshold does, or the labels of the file where there are no scores; None
        where all classes are looked at together.
    overall
        All classes together; None for two classes under a score, where `point` says it all,
        and where the file calls no class.
    comparison
        What stands beside the ranking, to be compared with it.
    choices
        What the user singled out of it.
    pins
        What each pinned threshold of the choices does, in their order.
    summaries
        How sure the measures of the ranking are, by their ids; empty until that is known.
    choice
        What the rule that is followed chooses; None where none is.
    marks
        What the rules that are marked on plots choose; those that are not known yet come later.
    stability
        How stable the choice of the rule in force is; None until known, and where none chose.
    resampled
        What came of drawing the rows again, where that was asked for; None where not.
    lit
        The rows that stand out; those that are not known yet come later.
    step
        How the line came here from the last place of the choices, if by one distinct score.
    calibrated
        Which parts are known of what is found out in the background, such as the calibration of
        scores that are probabilities (`evalgui.core.found_later.SOURCES`); others come later.
    """

    inputs: Inputs = Inputs()
    ranking: Ranking | None = None
    point: OperatingPoint | None = None
    overall: Overall | None = None
    comparison: Comparison = NO_COMPARISON
    choices: Choices = NO_CHOICES
    pins: tuple[OperatingPoint, ...] = ()
    summaries: Mapping[str, Interval] = field(default_factory=lambda: NO_SUMMARIES)
    choice: Choice | None = None
    marks: tuple[Choice, ...] = ()
    stability: Stability | None = None
    resampled: Resampled | None = None
    lit: Lit = UNLIT
    step: Step | None = None
    calibrated: tuple[bool, ...] = ()
    dataset: Dataset | None = field(init=False)  # the data
    positive: int | None = field(init=False)  # the class against the rest; None for all together

    def __post_init__(self) -> None:
        data = self.inputs.dataset
        positive = None if data is None else positive_of(data, self.inputs.positive)
        object.__setattr__(self, "dataset", data)
        object.__setattr__(self, "positive", positive)
        spoken = self.spoken(self.choices.vocabulary)
        if spoken is not self.choices.vocabulary:
            object.__setattr__(self, "choices", replace(self.choices, vocabulary=spoken))

    @property
    def pinned(self) -> OperatingPoint | None:
        """What the pinned threshold does that is compared; None where none is pinned."""
        return self.pins[self.choices.pins.compared] if self.pins else None

    @property
    def pin_here(self) -> int | None:
        """The place of the pin at the operating point on show; None where that is not pinned."""
        return None if self.point is None else self._pin_of(self.point.row)

    def pin_at(self, threshold: float) -> int | None:
        """Return the place of the pin that calls the same rows as a threshold; None for none."""
        ranking = self.ranking
        return None if ranking is None else self._pin_of(ranking.table.steps.row_at(threshold))

    def _pin_of(self, row: int) -> int | None:
        places = (place for place, pin in enumerate(self.pins) if pin.row == row)
        return next(places, None) if self.pins else None

    @property
    def score(self) -> Score | None:
        """The score under assessment; None where there is none."""
        return None if self.ranking is None else self.ranking.score

    @property
    def provenance(self) -> Provenance | None:
        """Where the threshold comes from; None where there is no score to put one on."""
        dataset, ranking, inputs = self.inputs.dataset, self.ranking, self.inputs
        if dataset is None or ranking is None:
            return None
        return told(inputs.provenance, inputs.threshold, self.choice, ranking, dataset.name)

    @property
    def positive_name(self) -> str:
        """The name of the class that is assessed against the rest, "" for none."""
        dataset, positive = self.inputs.dataset, self.positive
        return "" if dataset is None or positive is None else dataset.classes[positive]

    def spoken(self, vocabulary: Vocabulary) -> Vocabulary:
        """Return a vocabulary, or the one of the same field that suits which class is positive."""
        if self.dataset is None:
            return vocabulary
        are_positive = are_attacks_positive(self.dataset, self.positive)
        return vocabulary.fitting(attacks_are_positive=are_positive)

    @property
    def rest_name(self) -> str:
        """The name of what stands against it, "" for nothing."""
        dataset, positive = self.inputs.dataset, self.positive
        return "" if dataset is None or positive is None else dataset.rest_of(positive)

    @property
    def threshold_on_axis(self) -> float:
        """Where the threshold lies on an axis of scores: NaN without any, else maybe infinite."""
        if self.point is None or self.ranking is None:
            return math.nan
        return limit(self.point.threshold, self.ranking.score)

    @property
    def subjects(self) -> RankedSubjects | None:
        """Whose the rows are, where subjects were drawn and one class stands against the rest."""
        if self.ranking is not None:
            return self.ranking.ranked.subjects
        data, positive = self.dataset, self.positive
        return None if data is None or positive is None else subjects_of_calls(data, positive)

    @property
    def class_scores(self) -> ClassScores | None:
        """One score a class, where the data have them and all classes are measured."""
        return None if self.overall is None else self.overall.class_scores

    @property
    def is_one_versus_rest(self) -> bool:
        """Whether one class stands against the rest, as it always does with two."""
        return self.positive is not None

    @property
    def matrix(self) -> ConfusionMatrix | None:
        """What to show as the confusion matrix: 2 x 2, positive first, or all classes."""
        if self.point is None:
            return None if self.overall is None else self.overall.matrix
        names, data = (self.positive_name, self.rest_name), self.dataset
        unit = 1.0 if data is None else data.unit
        return ConfusionMatrix.of_two(names, self.point.counts, unit)


EMPTY = Snapshot()


def rank(
    dataset: Dataset,
    score: int | None,
    positive: int | None = None,
    step: Callable[[float, str], None] | None = None,
) -> Ranking:
    """Sort a score of a data set and summarise it: the one costly step, made once.

    Parameters
    ----------
    dataset
        With a score for the class.
    score
        Which one, an index.
    positive
        The class against the rest; None means the positive class of two.
    step
        Called between any two parts of the work with the share that is done and a few words;
        what it raises ends the work.

    Returns
    -------
    Ranking

    Raises
    ------
    ValueError
        If there is no such score.
    """
    positive = positive_of(dataset, positive)
    chosen = score_of(dataset, score, positive)
    if chosen is None:
        raise ValueError("there is no score to rank")
    step = step or (lambda _share, _words: None)
    step(0.0, phrase("{n} rows: sorting the scores", n=grouped(dataset.n)))
    table = tabulate(dataset, chosen, positive)
    step(0.4, phrase("{n} rows: counting at every threshold", n=grouped(dataset.n)))
    whose = subjects_of(dataset, chosen, positive)
    is_lacking = dataset.sampling.draws_subjects and whose is None
    table.belong_to(whose, attack_scores(dataset, score, positive), lacks_subjects=is_lacking)
    ranked = Ranked(table, table.steps, table.steps.subjects)
    step(0.8, phrase("{n} rows: measuring", n=grouped(dataset.n)))
    measured = {metric.id: metric.measured(ranked) for metric in RANKING_METRICS}
    reason = no_probabilities(chosen, table)
    if reason:
        measured |= {metric.id: Measured(math.nan, reason) for metric in PROBABILITY_METRICS}
    else:
        step(0.9, phrase("{n} rows: measuring", n=grouped(dataset.n)))
        data = probabilities_of(dataset, chosen, positive)
        measured |= {metric.id: metric.measured(data) for metric in PROBABILITY_METRICS}
    taken_at = {
        metric.id: metric.taken_at(ranked)
        for metric in RANKING_METRICS
        if metric.taken_at is not None and measured[metric.id].is_defined
    }
    return Ranking(
        chosen,
        table,
        measured,
        taken_at,
        ranked.equal_error_rate,
        not reason,
        ranked,
        dataset.start_rule,
    )


def operate(ranking: Ranking, threshold: float, inputs: Inputs) -> OperatingPoint:
    """Count and measure at one threshold: a bisection and some divisions."""
    steps = ranking.table.steps
    row = steps.row_at(threshold)
    counts, weights = steps.sums_of(row), weights_at(steps, row)
    whose: OfEach | None = ranking.ranked.subjects
    if whose is None and steps.lacks_subjects:
        whose = _kept_at(ranking, counts, inputs)
    left_open = steps.left_open_at(threshold)
    return _point(threshold, row, counts, inputs, whose, weights, left_open)


def _kept_at(ranking: Ranking, counts: Counts, inputs: Inputs) -> OfEach | None:
    """Return what is kept of the subjects at an operating point, None for nothing."""
    dataset = inputs.dataset
    if dataset is None or dataset.subject_totals is None:
        return None
    positive = positive_of(dataset, inputs.positive)
    higher = ranking.score.higher_is_positive
    kept = dataset.subject_totals
    return None if positive is None else kept.at(counts, positive, higher_is_positive=higher)


def _point(  # noqa: PLR0913, PLR0917 - all that one is made of
    threshold: float,
    row: int,
    counts: Counts,
    inputs: Inputs,
    whose: OfEach | None,
    weights: WeightsAt | None = None,
    left_open: tuple[Counts, ...] = (),
) -> OperatingPoint:
    sampling = Sampling.COHORT if inputs.dataset is None else inputs.dataset.sampling
    given = inputs.parameters, inputs.intervals, sampling
    return point_at(threshold, row, counts, *given, whose, weights, left_open)


def against_rest(counts: Counts, inputs: Inputs, called: int | None = None) -> OperatingPoint:
    """Measure the counts of a class against the rest, which stand at no threshold.

    Where they are those of the calls of the file, `called` is the class.
    """
    data = inputs.dataset
    if data is None or called is None:
        return _point(math.nan, -1, counts, inputs, None)
    weights = None if data.matrix is None else weights_of_class(data.matrix, called)
    return _point(math.nan, -1, counts, inputs, subjects_of_calls(data, called), weights)


def resolve(
    inputs: Inputs,
    previous: Snapshot = EMPTY,
    ranking: Ranking | None = None,
    step: Callable[[float, str], None] | None = None,
) -> Snapshot:
    """Compute the snapshot of some inputs, reusing every part whose inputs are the same object.

    Parameters
    ----------
    inputs
        What the user chose.
    previous
        The snapshot before.
    ranking
        A ranking of these inputs that was made beforehand, such as in the background.
    step
        As of `rank`.

    Returns
    -------
    Snapshot
        With the comparison of before where the ranking is the same.
    """
    if inputs.dataset is None:
        return Snapshot(inputs)
    overall = _overall(inputs, previous)
    positive = positive_of(inputs.dataset, inputs.positive)
    if positive is None:
        return Snapshot(inputs, overall=overall)
    if score_of(inputs.dataset, inputs.score, positive) is None:
        point = None
        if overall is not None:
            counts = overall.matrix.one_versus_rest(positive)
            point = against_rest(counts, inputs, positive)
        return Snapshot(inputs, point=point, overall=overall)
    if ranking is None:
        ranking = _ranking(inputs, previous, step)
    choice = followed(inputs.provenance, ranking) if inputs.is_followed else None
    threshold = stands_at(inputs.threshold, choice, ranking)
    old, is_same = previous.point, ranking is previous.ranking
    comparison = previous.comparison if is_same else NO_COMPARISON
    same_intervals = inputs.intervals == previous.inputs.intervals
    same_data = is_same and inputs.dataset is previous.inputs.dataset
    summaries = previous.summaries if same_data and same_intervals else NO_SUMMARIES
    same_level = inputs.intervals.level == previous.inputs.intervals.level
    resampled = previous.resampled if same_data and same_level else None
    if (
        old is not None
        and is_same
        and is_same_threshold(threshold, old.threshold)
        and inputs.parameters is previous.inputs.parameters
        and same_intervals
    ):
        point = old
    else:
        point = operate(ranking, threshold, inputs)
    known = inputs, ranking, point, overall, comparison
    return Snapshot(*known, summaries=summaries, choice=choice, resampled=resampled)


def _ranking(
    inputs: Inputs, previous: Snapshot, step: Callable[[float, str], None] | None
) -> Ranking:
    """Return the ranking of some inputs: the one before where it is of the same."""
    before = previous.inputs
    same = inputs.dataset is before.dataset and inputs.score == before.score
    if same and inputs.positive == before.positive and previous.ranking is not None:
        return previous.ranking
    if inputs.dataset is None:
        raise ValueError("there is nothing to rank")
    return rank(inputs.dataset, inputs.score, inputs.positive, step)


def _overall(inputs: Inputs, previous: Snapshot) -> Overall | None:
    """Return all classes together: the one before where it is of the same."""
    dataset, before = inputs.dataset, previous.inputs
    is_scored = inputs.score is not None and dataset is not None and bool(dataset.scores)
    if dataset is None or (dataset.n_classes <= 2 and is_scored):
        return None
    old = previous.overall
    if dataset is not before.dataset or old is None:
        return take_together(dataset, inputs.parameters, inputs.multiclass, inputs.intervals)
    same = inputs.parameters is before.parameters and inputs.multiclass == before.multiclass
    if same and inputs.intervals == before.intervals:
        return old
    return old.under(inputs.parameters, inputs.multiclass, inputs.intervals)
