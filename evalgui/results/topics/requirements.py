"""Requirements: what was asked of the results, and whether it is met."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.intervals.pending import subjects_at
from evalgui.core.measured import Interval, Measured, Sided
from evalgui.core.metrics import METRICS
from evalgui.core.requirements import OF_CONSEQUENCES, Verdict
from evalgui.core.rules.limits import limit_of
from evalgui.core.texts import Computed, Given, Text
from evalgui.results.result import TEXT, Column, Fact, Result, Row, Said, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.calibration import calibration
from evalgui.results.topics.decision_curve import decision_curve
from evalgui.results.topics.people import people
from evalgui.results.topics.ranking import areas

if TYPE_CHECKING:
    from evalgui.core.requirements import Requirement
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

_NO_INTERVAL = "it has no interval"
_VALUE = Column("value", Text("value"), keys={"number": "value", "why": "undefined"})
_LIMIT = Column("limit", Text("one-sided limit"), keys={"number": "limit", "why": "no_limit"})
_BOUND = Column("bound", Text("required"), keys={"number": "bound"})
_VERDICT = Column("verdict", Text("verdict"), TEXT, keys={"said": "verdict"})


def requirements(snapshot: Snapshot) -> Result | None:
    """Return whether what was required of the results is met.

    Parameters
    ----------
    snapshot
        Any one.

    Returns
    -------
    Result or None
        The table ``each``: of each the ``value``, its one-sided ``limit`` where that was
        asked about, the ``bound``, and the ``verdict``: "met", "not met", or "cannot tell" where
        there is no number, or no interval that holds. Limits of proportions are exact ones of as
        many independent rows as theirs count, others those of the two-sided interval of which
        each side has as much error. The fact ``level`` has the one-sided confidence. None where
        nothing was required.
    """
    asked, level = snapshot.inputs.consequences.requirements, snapshot.inputs.consequences.level
    if not asked:
        return None
    both_sided = _with_level(snapshot, 2 * level - 1)
    found = {}
    for one in asked:
        value = _number(snapshot, one.name)
        limit = _limit(both_sided, one, level) if one.is_limit else None
        told = value if limit is None else limit
        found[one.text] = value, limit, one.verdict(told.value)
    by_text = {one.text: one for one in asked}

    def cell(row: Row, column: Column) -> Measured | None:
        value, limit, _verdict = found[row.id]
        cells = {"value": value, "limit": limit, "bound": Measured(by_text[row.id].bound)}
        return cells.get(column.id)

    def said(row: Row, column: Column) -> Told | None:
        verdict = found[row.id][2]
        return Said(Text(verdict.value), verdict.value) if column is _VERDICT else None

    rows = tuple(Row(one.text, Given(one.text)) for one in by_text.values())
    columns = (_VERDICT, _VALUE, _LIMIT, _BOUND)
    table = Table("each", columns, rows, cell, Text("requirement"), text=said)
    told_level = Text("{level}", {"level": Computed(level)})
    all_met = all(verdict is Verdict.MET for _value, _limit, verdict in found.values())
    values = {"level": level, "all_met": all_met}
    fact = Fact("level", Text("one-sided confidence"), told_level, values)
    return Result("requirements", Text("Requirements"), (table,), (fact,))


def _with_level(snapshot: Snapshot, level: float) -> Snapshot:
    """Return the same with two-sided intervals of another level."""
    from evalgui.core.snapshot import resolve

    inputs = snapshot.inputs
    intervals = replace(inputs.intervals, level=level)
    return resolve(replace(inputs, intervals=intervals), snapshot)


def _number(snapshot: Snapshot, name: str) -> Measured:
    """Return a number by its name, with its interval; undefined where it is not told."""
    if name in METRICS.ids:
        point = snapshot.point
        if point is None:
            return Measured(math.nan, "all classes are taken together")
        return point.measured[name]._replace(interval=point.all_intervals.get(name))
    if name in OF_CONSEQUENCES:
        for make in (people, decision_curve, calibration):
            told = make(snapshot)
            for table in () if told is None else told.tables:
                for row, cell in table.cells("value"):
                    if row.id == name:
                        return cell
        return _over_all(snapshot, name)
    return _over_all(snapshot, name)


def _over_all(snapshot: Snapshot, name: str) -> Measured:
    if snapshot.ranking is None:
        return Measured(math.nan, "there is no score")
    cells = {row.id: cell for row, cell in areas(snapshot).cells("value")}
    return cells.get(name, Measured(math.nan, "it is not told of these scores"))


def _limit(snapshot: Snapshot, one: Requirement, level: float) -> Measured:
    """Return the one-sided limit of a number, of a snapshot with intervals for it."""
    number = _number(snapshot, one.name)
    if not number.is_defined:
        return number
    if number.fraction is not None and one.name in METRICS.ids:
        subjects, whole = None, number.fraction
        if snapshot.point is not None:
            subjects = subjects_at(snapshot.point.intervals)
        fraction = METRICS.ids[one.name].fraction
        worth: tuple[float, float] = whole
        if subjects is not None and fraction is not None:
            worth = subjects.worth(fraction).of(*whole)
        if math.isnan(worth[1]):
            return Measured(math.nan, _NO_INTERVAL)
        return Measured(limit_of(one.name, one.side, level, (*worth, subjects is not None)).value)
    interval: Interval | None = number.interval
    if interval is None or not interval.is_defined:
        reason = _NO_INTERVAL if interval is None else interval.reason
        return Measured(math.nan, reason)
    return Measured(interval.lower if one.side is Sided.LOWER else interval.upper)


REQUIREMENTS = Topic(
    id="requirements",
    name=Text("Requirements"),
    explanation=Text("What was required of the results, and whether it is met."),
    make=lambda snapshot, _beside: requirements(snapshot),
    is_of_snapshot=False,
)
