"""People: what the threshold does to whole people, what it costs, and when to test at all."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.consequences.net_benefit import regrets
from evalgui.core.consequences.people import (
    ASKED,
    ONE_CLASS,
    benefit_of,
    best_for_ratios,
    harm_of,
    natural_frequencies,
    refused_costs,
    thresholds_of_testing,
)
from evalgui.core.intervals.at_prevalence import Share as Prevalence
from evalgui.core.intervals.at_prevalence import measures_at_prevalence, share_of
from evalgui.core.intervals.moving import Moving
from evalgui.core.intervals.pending import subjects_at
from evalgui.core.intervals.subjects import SubjectsAt
from evalgui.core.measured import UNKNOWN, Asked, Interval, Measured, Refused
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Count, Rate, Symbol, Text
from evalgui.core.vocabulary import phrase
from evalgui.core.weights import NO_COUNTS
from evalgui.results.result import SHARE, Fact, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.consequences.people import Frequencies
    from evalgui.core.intervals.by_weight import WorthAt
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

_ROWS = (
    Row("prevalence", Text("{Prevalence}"), SHARE, range=(0.0, 1.0)),
    Row("ppv", Symbol("PPV"), SHARE, range=(0.0, 1.0)),
    Row("npv", Symbol("NPV"), SHARE, range=(0.0, 1.0)),
    Row("cost", Text("Expected cost of a row")),
    Row("cost_of_none", Text("Expected cost where nobody is called")),
    Row("cost_of_all", Text("Expected cost where everybody is called")),
    Row("regret_against_none", Text("Expected cost beyond calling nobody")),
    Row("regret_against_all", Text("Expected cost beyond calling everybody")),
    Row("test_from", Text("Testing is better than testing nobody from"), SHARE),
    Row("treat_from", Text("Treating everybody is better than testing from"), SHARE),
    Row("ratio_low", Text("No other threshold costs less from a ratio of costs of")),
    Row("ratio_high", Text("No other threshold costs less up to a ratio of costs of")),
)
_WEIGHED = (
    *("regret_against_none", "regret_against_all"),
    *("test_from", "treat_from", "ratio_low", "ratio_high"),
)


def people(snapshot: Snapshot, *, with_ratios: bool = True) -> Result | None:
    """Return what the threshold does to people.

    Parameters
    ----------
    snapshot
        With a threshold, or calls, of two classes.
    with_ratios
        Whether the ratios of costs are wanted, which need the hull of the ROC curve.

    Returns
    -------
    Result or None
        The table ``people``: the ``prevalence``, that of the file, a typed one, or one that was
        estimated elsewhere; predictive values and the expected ``cost`` there, with that of
        calling nobody and everybody, and its regret: how much more it is than theirs, below 0
        where it is less; the probabilities before the test between which it is worth
        having (Pauker and Kassirer 1980); and the ratios of costs, of a miss to a false alarm,
        for which no other threshold costs less. The fact ``people`` has natural frequencies. What
        needs a prevalence asks for one where the sizes of the classes were chosen. None without
        two classes.
    """
    point, dataset = snapshot.point, snapshot.dataset
    if point is None or dataset is None:
        return None
    share = prevalence_of(snapshot)
    cells = at_prevalence(snapshot, share) | _weighed(snapshot, share, with_ratios=with_ratios)
    rows = _ROWS if with_ratios else _ROWS[:-2]
    known, facts = without_asked(rows, cells)
    if share is not None:
        facts += _sentences(natural(point, share), cells["ppv"])
    table = Table("people", (VALUE,), known, lambda row, _one: cells[row.id], Text("of people"))
    return Result("people", Text("People"), (table,), tuple(facts))


def without_asked(
    rows: Sequence[Row], cells: Mapping[str, Measured]
) -> tuple[tuple[Row, ...], list[Fact]]:
    """Return the rows that have a number, or a reason of their own, and what has to be said first.

    Programs find each number that waits for an answer under its key, people the question once.
    """
    waiting = [row for row in rows if isinstance(cells[row.id].reason, Asked)]
    known = tuple(row for row in rows if row not in waiting)
    if not waiting:
        return known, []
    reason = str(cells[waiting[0].id].reason)
    values = {row.id: {"value": None, "asked": reason} for row in waiting}
    return known, [Fact("asked", Text("asked"), Text(reason), values)]


def prevalence_of(snapshot: Snapshot) -> Prevalence | None:
    """Return the prevalence of people like these; None where it has to be asked for."""
    typed = share_of(snapshot.inputs.intervals)
    if typed is not None:
        return typed
    point, dataset = snapshot.point, snapshot.dataset
    if point is None or dataset is None or dataset.sampling is Sampling.CASE_CONTROL:
        return None
    return Prevalence.of_rows(moving_of(snapshot, point)) if point.counts.n else None


def moving_of(snapshot: Snapshot, point: OperatingPoint) -> Moving:
    """Return the counts whose rates can be moved, and whose rows they are."""
    level = snapshot.inputs.intervals.level
    return Moving(point.counts, level, subjects_at(point.intervals))


def natural(point: OperatingPoint, share: Prevalence) -> Frequencies | None:
    """Return what becomes of whole people; None where a class has no rows."""
    counts = point.counts
    if not (counts.actual_positives and counts.actual_negatives):
        return None
    hit, right = point.measured["TPR"].value, point.measured["TNR"].value
    return natural_frequencies(share.value, hit, right)


def at_prevalence(snapshot: Snapshot, share: Prevalence | None) -> dict[str, Measured]:
    """Return what depends on the prevalence alone, by the ids of rows, with intervals."""
    ids = {"ppv": "PPV", "npv": "NPV", "cost": "COST"}
    names = ("prevalence", *ids, "cost_of_none", "cost_of_all")
    point, dataset = snapshot.point, snapshot.dataset
    assert point is not None  # noqa: S101 - who calls it has looked
    assert dataset is not None  # noqa: S101 - likewise
    if share is None:
        return dict.fromkeys(names, Measured(math.nan, ASKED))
    level, parameters = snapshot.inputs.intervals.level, snapshot.inputs.parameters
    of_share = Measured(share.value)
    if share.n is not None:
        limits, known = share.limits(level), subjects_at(point.intervals)
        of_file = share.worth is not None and known is not None
        method = (
            phrase("Wilson, {label}", label=known.label)
            if of_file and known is not None
            else phrase("Wilson")
        )
        reason = known.lacking if math.isnan(limits[0]) and known is not None else ""
        of_share = Measured(
            share.value, interval=Interval(level, method, *limits, (int(share.n),), reason=reason)
        )
    whose = level, dataset.sampling, subjects_at(point.intervals), parameters, point.left_open
    found = measures_at_prevalence(point.counts, share, *whose)
    if snapshot.inputs.intervals.prevalence is None:  # those of the file are the measures there
        found |= predictive_values(point)
    p = share.value
    return {
        "prevalence": of_share,
        **{name: found[metric_id] for name, metric_id in ids.items()},
        "cost_of_none": Measured(p * parameters.cost_fn + (1 - p) * parameters.cost_tn),
        "cost_of_all": Measured(p * parameters.cost_tp + (1 - p) * parameters.cost_fp),
    }


def by_subject(subjects: WorthAt | None) -> NDArray[np.float64] | None:
    """Return TP, FP, FN and TN of each subject, where they are known."""
    if not isinstance(subjects, SubjectsAt):
        return None
    counts = subjects.of_each
    cells = counts.tp, counts.fp, counts.fn, counts.tn
    return np.stack([np.asarray(one, dtype=np.float64) for one in cells])


def predictive_values(point: OperatingPoint) -> dict[str, Measured]:
    """Return the predictive values at the prevalence of the file, with intervals."""
    own = point.all_intervals
    return {name: point.measured[name]._replace(interval=own.get(name)) for name in ("PPV", "NPV")}


def _weighed(
    snapshot: Snapshot, share: Prevalence | None, *, with_ratios: bool
) -> dict[str, Measured]:
    """Return what rests on costs that make sense: regrets, and where this threshold is best."""
    point, ranking = snapshot.point, snapshot.ranking
    assert point is not None  # noqa: S101 - who calls it has looked
    parameters = snapshot.inputs.parameters
    refused = refused_costs(parameters)
    if refused:
        none = Measured(math.nan, Refused(refused))
        return dict.fromkeys(_WEIGHED, none)
    costs = harm_of(parameters), benefit_of(parameters)
    moving = moving_of(snapshot, point)
    test, treat = thresholds_of_testing(moving, *costs)
    over_none = over_all = Measured(math.nan, ASKED)
    if share is not None:
        typed = None if snapshot.inputs.intervals.prevalence is None else share
        over_none, over_all = regrets(moving, *costs, typed, by_subject(moving.subjects))
    reason = ASKED if share is None else phrase("there is no score") if ranking is None else ""
    if ranking is not None and not reason:
        table = ranking.table
        is_one = not (table.n_positive and table.n_negative)
        reason = ONE_CLASS if is_one else Refused(NO_COUNTS) if table.is_weighted else ""
    low = high = Measured(math.nan, reason or ONE_CLASS)
    is_known = with_ratios and ranking is not None and not reason
    if is_known and ranking is not None and share is not None and 0 < share.value < 1:
        found = best_for_ratios(table.steps, point.row, share.value)
        is_open = table.steps.bins is not None  # other thresholds inside of bins may cost less
        bracket = UNKNOWN if is_open else None
        low, high = (Measured(one, found.reason, bracket=bracket) for one in found[:2])
    at_threshold: tuple[Measured, ...] = over_none, over_all, test, treat
    if point.left_open:
        at_threshold = tuple(one.left_open(UNKNOWN) for one in at_threshold)
    return dict(zip(_WEIGHED, (*at_threshold, low, high), strict=True))


def _sentences(found: Frequencies | None, ppv: Measured) -> list[Fact]:
    if found is None:
        return []
    values: dict[str, Told] = {
        name: Count(count)
        for name, count in {
            **found._asdict(),
            "diseased": found.with_condition,
            "others": found.n - found.with_condition,
            "called": found.called,
        }.items()
    }
    told = Text(
        "Of {n} people like these, {diseased} have it: {tp} are found, {fn} missed; of the {others}"
        " others {fp} are called wrongly",
        values,
    )
    if found.called and found.tp:
        k = round(found.called / found.tp)
        limits: dict[str, Told] = {"symbol": Symbol("PPV"), "ppv": Rate(ppv.value)}
        sure = Text("{symbol} {ppv}", limits)
        if ppv.interval is not None and ppv.interval.is_defined:
            limits |= {"low": Rate(ppv.interval.lower), "high": Rate(ppv.interval.upper)}
            sure = Text("{symbol} {ppv}, {low} to {high}", limits)
        one_in, most = Text("1 in {k} has it", {"k": Count(k)}), Text("{tp} have it", values)
        parts = {"told": told, "called": values["called"], "sure": sure}
        parts["who"] = one_in if k > 1 else most
        told = Text("{told}. Of {called} called, {who} ({sure})", parts)
    return [Fact("people", Text("natural frequencies"), told, {"natural": found._asdict()})]


PEOPLE = Topic(
    id="people",
    name=Text("People"),
    explanation=Text("What the threshold does to people at a prevalence, and what it costs."),
    make=lambda snapshot, _beside: people(snapshot),
    rows=_ROWS,
    quick=lambda snapshot: people(snapshot, with_ratios=False),
)
