"""A frozen threshold on the data that it was chosen on, beside those that it is evaluated on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.counts import whole_or_sum
from evalgui.core.intervals.pending import subjects_at
from evalgui.core.measured import Measured
from evalgui.core.metrics import METRICS
from evalgui.core.operating_point import point_at
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Count, Given, Name, Rate, Share, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import SHARE, Column, Fact, Kind, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.comparison import DIFFERENCE, METHOD, TEST, P
from evalgui.results.topics.zone import COUNTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from evalgui.core.comparing import Candidate, RateDifference
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

THEN = Column("development", Text("Development"), SHARE)
NOW = Column("evaluation", Text("Evaluation"), SHARE)
_COLUMNS = (THEN, NOW, DIFFERENCE, P, METHOD, TEST)
_SHOWN = ("TPR", "TNR", "FPR", "FNR", "PPV", "NPV", "ACC", "PPR")
_AREA = Row("roc_auc", Text("ROC AUC"), Kind(is_share=True))
_COUNTS_ALONE = phrase("of the development the counts at the threshold alone are known")
_RATES = tuple(Row(one, Name(METRICS.ids[one]), Kind(is_share=True)) for one in _SHOWN)
_DATA = (Row(THEN.id, THEN.title), Row(NOW.id, NOW.title))
_FROZEN = Text("{threshold}, frozen on {there}, evaluated on {here}")
_INDEPENDENT = Text(
    "the evaluation less the development, with {level} intervals; {units} are taken for independent"
)
_SHARED = Text(
    "the evaluation less the development, without intervals and p values, which take rows for "
    "independent: both are of one file and {share}"
)
_LACKING = Text("the evaluation less the development, without intervals: {why}")
_SHARES_DIFFER = Text(
    "predictive values, accuracy and the share of calls depend on the {prevalence}, which may "
    "differ between the data: {first} there, {second} here"
)


def development(
    snapshot: Snapshot, shared: Told | None = None, there: Snapshot | None = None
) -> Result | None:
    """Return what a frozen threshold did where it was chosen, what it does here, and the gap.

    Parameters
    ----------
    snapshot
        With what the threshold did on the data that it was frozen on.
    shared
        Of two parts of one file, which rows are in both; an empty text for none. None where
        the data are others.
    there
        The data that it was frozen on, where these are at hand; None where the four counts alone
        are known of them.

    Returns
    -------
    Result or None
        Facts ``frozen``, ``differences``, ``shared`` (of parts of one file without common rows)
        and ``shares``; tables ``counts``, a row for each of both, and ``rates``: the area and each
        rate there and here with its interval, and the evaluation less the development, which has
        no interval and no p value where rows are in both, or nobody knows whose they are. None
        where the threshold was not frozen, or the data have none.
    """
    from evalgui.core.comparing import compare_counts  # when it is asked for
    from evalgui.core.comparing.pair import NO_SUBJECTS

    then, now, dataset = snapshot.inputs.development, snapshot.point, snapshot.dataset
    if then is None or now is None or dataset is None:
        return None
    settings = snapshot.inputs.parameters, snapshot.inputs.intervals
    then_point = point_at(math.nan, -1, then.counts, *settings, then.sampling, weights=then.worth)
    worths = subjects_at(now.all_intervals), then.worth
    is_bare = dataset.sampling is Sampling.BY_SUBJECT and worths[0] is None
    lacking = NO_SUBJECTS if then.lacks_subjects or is_bare else ""
    is_shared = shared is not None and shared != Text("")
    level = snapshot.inputs.intervals.level
    gaps = compare_counts(now.counts, then.counts, level, worths, lacking=lacking)
    are_apart = not is_shared and not lacking
    points = {THEN.id: then_point, NOW.id: now}
    areas, area_words = _areas(snapshot, there, level, are_apart=are_apart)

    def cell(row: Row, column: Column) -> Measured | None:
        if row is _AREA:
            return areas.get(column.id)
        if column.id in points:
            is_known = column is NOW or not then.lacks_subjects
            return _rate(points[column.id], row.id, is_known=is_known)
        return _gap(gaps[row.id], are_apart=are_apart).get(column.id)

    def words(row: Row, column: Column) -> Told | None:
        if row is _AREA:
            return area_words.get(column.id)
        gap = gaps[row.id]
        told = {METHOD.id: gap.interval.method, TEST.id: gap.test}.get(column.id, "")
        return as_text(told) if told and are_apart else None

    def counted(row: Row, column: Column) -> Measured:
        return Measured(getattr(points[row.id].counts, column.id))

    by_subject = Sampling.BY_SUBJECT in {then.sampling, dataset.sampling}
    values: dict[str, object] = {"threshold": Given(then.threshold), "there": Given(then.name)}
    values |= {"here": Given(dataset.full_name), "level": Share(level), "why": lacking}
    values |= {"share": shared, "units": "subjects" if by_subject else "rows"}
    tables = (
        Table("counts", COUNTS, _DATA, counted, Text("Data")),
        Table("rates", _COLUMNS, (_AREA, *_RATES), cell, Text("Measure"), text=words),
    )
    facts = tuple(_facts(values, points, is_shared=is_shared))
    return Result("development", Text("Development and evaluation"), tables, facts)


def versus(snapshot: Snapshot) -> Text:
    """Return which data the threshold was frozen on and which it is evaluated on, with their n."""
    then, now, dataset = snapshot.inputs.development, snapshot.point, snapshot.dataset
    if then is None or now is None or dataset is None:
        return Text("")
    values: dict[str, object] = {"there": Given(then.name), "here": Given(dataset.full_name)}
    for name, counts in (("", now.counts), ("_there", then.counts)):
        values[f"n{name}"] = Count(whole_or_sum(counts.n))
        values[f"p{name}"] = Count(whole_or_sum(counts.actual_positives))
        values[f"q{name}"] = Count(whole_or_sum(counts.actual_negatives))
    return Text(
        "Evaluation {here} {n} ({p} {positive}, {q} {negative}) against development {there} "
        "{n_there} ({p_there} {positive}, {q_there} {negative})",
        values,
    )


def _areas(
    snapshot: Snapshot, there: Snapshot | None, level: float, *, are_apart: bool
) -> tuple[Mapping[str, Measured], Mapping[str, Told]]:
    """Return both areas, and how they differ; with the words beside that."""
    from evalgui.core.comparing import compare_unpaired  # when it is asked for

    unknown = Measured(math.nan, _COUNTS_ALONE)
    found = {THEN.id: unknown, NOW.id: _area(snapshot), DIFFERENCE.id: unknown}
    if there is None:
        return found, {}
    found[THEN.id] = _area(there)
    pair = compare_unpaired(_candidate(snapshot), _candidate(there), level)
    difference, interval = pair.area.difference, pair.area_interval
    why = interval.reason if math.isnan(difference) else ""
    found[DIFFERENCE.id] = Measured(difference, why)
    if not are_apart or not interval.is_defined:
        return found, {}
    found[DIFFERENCE.id] = Measured(difference, why, None, interval)
    found[P.id] = Measured(pair.area.p)
    return found, {METHOD.id: as_text(interval.method), TEST.id: as_text(interval.method)}


def _area(snapshot: Snapshot) -> Measured:
    """Return the area of the score that is shown, with its interval."""
    ranking, dataset = snapshot.ranking, snapshot.dataset
    if ranking is None or dataset is None:
        return Measured(math.nan, phrase("no score is called by a threshold"))
    interval = ranking.interval(_AREA.id, snapshot.inputs.intervals, dataset.sampling)
    return ranking.measured[_AREA.id]._replace(interval=interval)


def _candidate(snapshot: Snapshot) -> Candidate:
    from evalgui.core.comparing import Candidate

    ranking, dataset, point = snapshot.ranking, snapshot.dataset, snapshot.point
    assert ranking is not None  # noqa: S101 - there is a threshold on it
    assert dataset is not None  # noqa: S101
    assert point is not None  # noqa: S101
    name = dataset.full_name
    return Candidate.of(name, dataset, snapshot.positive, ranking.score, point.threshold)


def _rate(point: OperatingPoint, metric_id: str, *, is_known: bool) -> Measured:
    interval = point.all_intervals.get(metric_id) if is_known else None
    return point.measured[metric_id]._replace(interval=interval)


def _gap(gap: RateDifference, *, are_apart: bool) -> Mapping[str, Measured]:
    """Return a difference and its p value, both without what takes rows for others."""
    why = gap.interval.reason
    difference = Measured(gap.difference, why if math.isnan(gap.difference) else "")
    if not are_apart:
        return {DIFFERENCE.id: difference}
    return {DIFFERENCE.id: difference._replace(interval=gap.interval), P.id: Measured(gap.p)}


def _facts(
    values: Mapping[str, object], points: Mapping[str, OperatingPoint], *, is_shared: bool
) -> Iterator[Fact]:
    """Yield which threshold stands where, what is known of differences, and of shares."""
    yield Fact("frozen", Text("Threshold"), _FROZEN.filled(values))
    told = [_SHARED] if is_shared else []
    told += [_LACKING] if values["why"] else []
    for template in told or [_INDEPENDENT]:
        yield Fact("differences", Text("Differences"), template.filled(values))
    if values["share"] == Text(""):
        yield Fact("shared", Text("Rows"), Text("both are rows of one file, and share none"))
    shares = [points[one.id].measured["PREV"] for one in (THEN, NOW)]
    first, second = (Rate(one.value) if one.is_defined else Text("undefined") for one in shares)
    yield Fact("shares", Text("Shares"), _SHARES_DIFFER.filled({"first": first, "second": second}))


DEVELOPMENT = Topic(
    id="development",
    name=Text("Development and evaluation"),
    explanation=Text("A frozen threshold where it was chosen and where it is evaluated."),
    make=lambda snapshot, beside: development(snapshot, beside.shared, beside.there),
    is_of_snapshot=False,
)
