"""The ranking: what the scores say over all thresholds, and how sure that is."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.intervals.auc import DRAWN_TOO_SHORT, is_extreme
from evalgui.core.measured import Interval, Measured
from evalgui.core.metrics import metric_by_id
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.ranking_metrics import EQUAL_ERROR_RATE, RANKING_METRICS
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Computed, Given, Name, Share, Text, as_text
from evalgui.core.thresholds import in_units, limit
from evalgui.results.result import THRESHOLD, Column, Fact, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import INTERVAL, VALUE, every_row, kind_of, live, row_of
from evalgui.results.topics.measures import RANKING as HEADING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from evalgui.core.bootstrap.limits import Limits
    from evalgui.core.bootstrap.run import Replicates
    from evalgui.core.metrics import AnyMetric
    from evalgui.core.snapshot import Snapshot

_OF_EER = (
    VALUE,
    Column("low", Text("lower end")),
    Column("high", Text("upper end")),
    Column("threshold", Text("nearest threshold"), THRESHOLD),
)


def ranking(
    snapshot: Snapshot, replicates: Replicates | None = None, measures: Sequence[str] = ()
) -> Result | None:
    """Return what the scores say over all thresholds, each with its interval.

    Parameters
    ----------
    snapshot
        What is assessed.
    replicates
        What was drawn again of it; None for nothing.
    measures
        The ids of the measures of two classes whose intervals are wanted of what was drawn.

    Returns
    -------
    Result or None
        Where there are scores the tables ``areas``, with the Brier score and others where all
        scores are in [0, 1], and ``eer``, the equal error rate with the attainable rates around it
        and the threshold nearest to it. Of replicates the table ``bootstrap``, in which each area
        and each of the measures has a row for each kind of interval, and the fact ``bootstrap``,
        what was drawn: a ``note`` where limits of the area under the ROC curve are too short;
        ``replicates``, ``seed``, ``sampling``; ``units`` and ``n_units``, "rows" or "subjects" and
        their number; ``bins`` and ``bracket``, None or the number of groups that scores were put
        into and between which values each area lies, as far as groups tell. None without any.

    Raises
    ------
    UnknownIdError
        If there is no such measure.
    """
    tables = [] if snapshot.ranking is None else [areas(snapshot), _equal_error_rate(snapshot)]
    facts: tuple[Fact, ...] = ()
    if replicates is not None:
        tables.append(_drawn(snapshot, replicates, measures))
        facts = tuple(_facts(snapshot, replicates))
    return Result("ranking", HEADING, tuple(tables), facts) if tables else None


def areas(snapshot: Snapshot) -> Table:
    """Return what the scores of a snapshot say over all thresholds."""
    metrics: list[AnyMetric] = [one for one in RANKING_METRICS if one is not EQUAL_ERROR_RATE]
    if snapshot.ranking is not None and snapshot.ranking.are_probabilities:
        metrics += PROBABILITY_METRICS
    cells = {metric.id: over_all(snapshot, metric.id) for metric in metrics}
    rows = tuple(map(row_of, metrics))
    keys = {
        "number": "areas",
        "reason": "areas_undefined",
        "interval": "area_intervals",
        "bracket": "area_brackets",
    }
    return Table("areas", (VALUE,), rows, lambda row, _column: cells[row.id], keys=keys)


def over_all(snapshot: Snapshot, metric_id: str) -> Measured:
    """Return a measure of the ranking of a snapshot that has one, with its interval."""
    found, dataset = snapshot.ranking, snapshot.dataset
    assert found is not None  # noqa: S101 - who calls it has looked
    sampling = Sampling.COHORT if dataset is None else dataset.sampling
    is_listed = metric_id in RANKING_METRICS.ids
    settings = snapshot.inputs.intervals
    interval = found.interval(metric_id, settings, sampling) if is_listed else None
    return found.measured[metric_id]._replace(interval=interval)


def _equal_error_rate(snapshot: Snapshot) -> Table:
    """Return the equal error rate, what is attainable around it and its threshold."""
    assert snapshot.ranking is not None  # noqa: S101 - who calls it has looked
    eer, score = snapshot.ranking.equal_error_rate, snapshot.ranking.score
    whole = over_all(snapshot, EQUAL_ERROR_RATE.id)
    place = limit(eer.threshold, score) if eer.is_defined else math.nan
    cells = {
        "value": whole,
        "low": Measured(eer.low, whole.reason),
        "high": Measured(eer.high, whole.reason),
        "threshold": Measured(in_units(place, score), whole.reason),
    }
    rows = (row_of(EQUAL_ERROR_RATE),)
    keys = {"value": "eer.value", "interval": "area_intervals", "bracket": "area_brackets"}
    return Table("eer", _OF_EER, rows, lambda _row, column: cells[column.id], keys=keys)


# ------------------------------------------------------------------------------- drawn again


def _drawn(snapshot: Snapshot, replicates: Replicates, measures: Sequence[str]) -> Table:
    """Return the intervals of rows that were drawn again, the better kind of each first."""
    from evalgui.core.bootstrap.limits import METHODS  # when it is asked for

    level, steps = snapshot.inputs.intervals.level, replicates.plan.resampler.steps
    cells, rows = {}, []
    for metric, found, limits in _limits(snapshot, replicates, measures):
        n = found.fraction[1:] if found.fraction else (steps.n_positive, steps.n_negative)
        for kind, method in METHODS.items():
            low, high, reason = limits[kind]
            key = f"{metric.id}.{kind}"
            cells[key] = found._replace(interval=Interval(level, method, low, high, n, "", reason))
            rows.append(Row(key, Name(metric), kind_of(metric)))
    keys = {"interval": "bootstrap"}
    of_rows = Text("Measure")
    return Table(
        "bootstrap", (VALUE,), tuple(rows), lambda row, _column: cells[row.id], of_rows, keys=keys
    )


def _limits(
    snapshot: Snapshot, replicates: Replicates, measures: Sequence[str]
) -> Iterator[tuple[AnyMetric, Measured, Mapping[str, Limits]]]:
    """Yield what has limits, with its value and the limits of each kind."""
    point, level = snapshot.point, snapshot.inputs.intervals.level
    if snapshot.ranking is not None:
        for area_id, limits in replicates.limits_of_areas(level).items():
            yield RANKING_METRICS.ids[area_id], snapshot.ranking.measured[area_id], limits
    for metric in map(metric_by_id, dict.fromkeys(measures)):
        found = Measured(math.nan) if point is None else point.measured[metric.id]
        limits = replicates.measure_limits(metric, level, snapshot.inputs.parameters)
        yield metric, found, limits


def _facts(snapshot: Snapshot, replicates: Replicates) -> Iterator[Fact]:
    """Yield what was drawn, and what has to be said of limits that come of it."""
    from evalgui.core.bootstrap.planning import brackets  # when it is asked for
    from evalgui.core.bootstrap.resampling import SubjectResampler

    plan, known, dataset = replicates.plan, snapshot.ranking, snapshot.dataset
    drawn, steps = plan.resampler, plan.resampler.steps
    is_binned = known is not None and len(steps) < len(known.table.steps)
    is_short = known is not None and is_extreme(known.ranked.area)
    found = brackets(steps) if is_binned else {}
    run: dict[str, Any] = {
        "replicates": plan.n_replicates,
        "seed": plan.seed,
        "sampling": None if dataset is None else dataset.sampling.value,
        "units": "rows",
        "n_units": steps.n_positive + steps.n_negative,
        "bins": len(steps) - 1 if is_binned else None,
        "bracket": found if is_binned else None,
        **({"note": DRAWN_TOO_SHORT} if is_short else {}),
    }
    if isinstance(drawn, SubjectResampler):
        run |= {"units": "subjects", "n_units": drawn.n_subjects}
    by_subject = isinstance(drawn, SubjectResampler)
    told = Text(
        "{replicates} replicates of {n_units} subjects ({sampling}), seed {seed}; {level} intervals"
        if by_subject
        else "{replicates} replicates of {n_units} rows ({sampling}), seed {seed}; {level} "
        "intervals",
        {
            **run,
            "sampling": "" if dataset is None else dataset.sampling.said,
            "seed": Given(str(plan.seed)),
            "level": Share(snapshot.inputs.intervals.level),
        },
    )
    yield Fact("bootstrap", Text("bootstrap"), told, run)
    if is_short:
        yield Fact("note", as_text(DRAWN_TOO_SHORT))
    for area_id, (low, high) in found.items():
        if math.isnan(low):
            continue
        ends = {"n": len(steps) - 1, "low": Computed(low), "high": Computed(high)}
        bracket = Text("{low} to {high}, as far as {n} groups of scores tell", ends)
        yield Fact("bracket", Name(RANKING_METRICS.ids[area_id]), bracket)


def _live(snapshot: Snapshot) -> Result | None:
    """Return what a window shows: intervals that are known, or that they are being worked out."""
    if snapshot.ranking is None:
        return None
    rows = tuple(row for row in every_row(snapshot) if row.group == HEADING)
    table = live(snapshot, tuple(replace(row, group=None) for row in rows))
    of_window = replace(table, columns=(VALUE,), cell=lambda row, _one: table.cell(row, INTERVAL))
    return Result("ranking", HEADING, (of_window,))


RANKING = Topic(
    id="ranking",
    name=HEADING,
    explanation=Text("What the scores say over all thresholds: areas, and the equal error rate."),
    make=lambda snapshot, _beside: ranking(snapshot),
    live=_live,
)
