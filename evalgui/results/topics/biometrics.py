"""The figures of a biometric evaluation: errors at given errors, equal errors, detection costs."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, cast

from evalgui.core.digits import exact
from evalgui.core.intervals.at_point import TOO_SHORT
from evalgui.core.intervals.subjects import EFFECTIVE, OF_ROWS
from evalgui.core.measured import Interval, Measured, Sided
from evalgui.core.rules.biometric_figures import (
    COSTS,
    FMR_TARGETS,
    FNMR_TARGETS,
    equal_errors,
    fmr_at_fnmr,
    fnmr_at_fmr,
    minimal_cost,
)
from evalgui.core.rules.targets import NONE_ALLOWED
from evalgui.core.texts import Joined, Share, Symbol, Text
from evalgui.core.thresholds import in_units
from evalgui.results.result import (
    NOTHING,
    SHARE,
    TEXT,
    THRESHOLD,
    Column,
    Fact,
    Result,
    Row,
    Said,
    Table,
)
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from evalgui.core.biometrics.detection_cost import DetectionCost
    from evalgui.core.dataset import Score
    from evalgui.core.rules.biometric_figures import ErrorAtError, ErrorRate, MinimalCost
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

_EQUAL = {
    "interpolated": Text("interpolated"),
    "low": Text("low"),
    "high": Text("high"),
    "rocch": Text("ROCCH"),
    "fvc": Text("FVC"),
    "fvc_low": Text("FVC low"),
    "fvc_high": Text("FVC high"),
    "nearest": Text("nearest"),
    "minimax": Text("minimax"),
}
_AT = Text("{error} at {other} \N{LESS-THAN OR EQUAL TO} {share}")
_COST = "prior {p_target}, miss {c_miss}, false alarm {c_fa}"
_RATES = {"fmr": "FPR", "fnmr": "FNR"}
TARGET = Column("target", Text("target"), SHARE, keys={"number": "target"})
PLACE = Column(
    "threshold", Text("threshold"), THRESHOLD, keys={"number": "threshold", "said": "threshold"}
)
ERRORS = tuple(
    Column(
        name,
        Symbol(metric_id),
        SHARE,
        keys={
            "number": f"{name}.value",
            "x": f"{name}.errors",
            "n": f"{name}.n",
            "interval_n": f"{name}.n_effective",
            "high": f"{name}.upper",
        },
    )
    for name, metric_id in _RATES.items()
)
SUPPORTED = Column("supported", Text("supported"), TEXT, keys={"said": "supported"})
BOUND = Column(
    "bound",
    Text("may be claimed after no error"),
    SHARE,
    keys={"number": "bound", "said": "bound"},
)
_OF_COSTS = (
    Column("costs", Text("costs"), TEXT, keys={"said": "costs"}),
    Column("min", Text("least, normalised"), keys={"number": "min"}),
    Column("min_raw", Text("least"), keys={"number": "min_raw"}),
    Column("thresholds", Text("at"), TEXT, keys={"said": "thresholds"}),
    Column("actual", Text("at the threshold in force"), keys={"number": "actual"}),
)


def biometrics(
    snapshot: Snapshot,
    level: float = 0.95,
    typed: Mapping[str, tuple[DetectionCost, ...]] | None = None,
) -> Result | None:
    """Return the biometric figures of a snapshot.

    Parameters
    ----------
    snapshot
        With a score.
    level
        The one-sided confidence of the limits.
    typed
        Detection costs beside the usual ones, by name.

    Returns
    -------
    Result or None
        Tables ``eer``, the equal error rate by each definition, with ``low`` and ``high``, the
        bracket of the interpolated one; ``fnmr_at_fmr`` and ``fmr_at_fnmr``, each rate where the
        other is at most a ``target``, last one of 0, with the ``threshold``, both rates that are
        reached there (each with its one-sided exact upper limit of as many independent rows as
        they count), whether that is ``supported``, and the ``bound``, the rate that may be claimed
        after no error where not even one is allowed; ``dcf``, detection costs, with the least,
        normalised and not, the ``thresholds`` where they are taken, and ``actual``, normalised at
        the threshold of the snapshot. The fact ``limits`` has the ``level`` and ``by_subject``,
        whether subjects were drawn, whose rows count as fewer. None where a class has no scores,
        and where weights have fractions: errors are not counted then.
    """
    ranking, point = snapshot.ranking, snapshot.point
    if ranking is None or not (ranking.table.n_positive and ranking.table.n_negative):
        return None
    if ranking.table.is_weighted:
        return None
    steps, score = ranking.table.steps, ranking.score
    counts, costs = None if point is None else point.counts, {**COSTS, **(typed or {})}
    equal = dataclasses.asdict(equal_errors(steps))
    by_definition = Text("Equal error rate")
    rows = tuple(Row(name, _EQUAL[name], group=by_definition) for name in equal)
    keys = {"number": "biometrics.eer"}
    known = {name: Measured(value) for name, value in equal.items()}
    tables = (
        Table(*("eer", (VALUE,), rows, lambda row, _one: known[row.id], by_definition), keys=keys),
        _errors(
            "fnmr_at_fmr",
            {name: fnmr_at_fmr(steps, at, level) for name, at in FMR_TARGETS.items()}
            | {"ZeroFMR": fnmr_at_fmr(steps, 0.0, level)},
            score,
        ),
        _errors(
            "fmr_at_fnmr",
            {exact(at): fmr_at_fnmr(steps, at, level) for at in FNMR_TARGETS}
            | {"ZeroFNMR": fmr_at_fnmr(steps, 0.0, level)},
            score,
        ),
        _costs((minimal_cost(steps, *one, counts) for one in costs.items()), score),
    )
    by_subject = steps.subjects is not None
    told = Text("one-sided exact {level}", {"level": Share(level)})
    if by_subject:
        told = Text("{told}, {effective}", {"told": told, "effective": EFFECTIVE})
    elif steps.lacks_subjects:
        told = Text(
            "{told}, {of_rows}, {why}", {"told": told, "of_rows": OF_ROWS, "why": TOO_SHORT}
        )
    limits = Fact("limits", Text("limits"), told, {"level": level, "by_subject": by_subject})
    return Result("biometrics", Text("Biometric figures"), tables, (limits,))


def _place(threshold: float, score: Score) -> float | str:
    """Return a threshold in the units of the score; in words beyond one that is infinite."""
    if math.isnan(threshold):
        return "> inf" if score.higher_is_positive else "< -inf"
    return in_units(threshold, score)


def _errors(table_id: str, found: Mapping[str, ErrorAtError], score: Score) -> Table:
    """Return both error rates where one of them is at most each of some targets."""
    names = table_id.split("_at_")
    error, other = (Symbol(_RATES[name]) for name in names)
    of_rows, rows = Text("{error} at {other}", {"error": error, "other": other}), []
    for name, one in found.items():
        title = _AT.filled({"error": error, "other": other, "share": Share(one.target)})
        if not one.target:
            title = Text("{error} where {other} is 0", {"error": error, "other": other})
        rows.append(Row(name, title, group=of_rows))

    def cell(row: Row, column: Column) -> Measured | None:
        one = found[row.id]
        if column in ERRORS:
            return _rate(getattr(one, column.id))
        if column is SUPPORTED:
            return None
        value = one.target if column is TARGET else one.bound
        place = _place(one.threshold, score) if column is PLACE else value
        return None if isinstance(place, str) or math.isnan(place) else Measured(place)

    def said(row: Row, column: Column) -> Told | None:
        one = found[row.id]
        place = _place(one.threshold, score)
        if column is PLACE and isinstance(place, str):
            return Said(Text(place), place)
        if column is SUPPORTED:
            return Said(Text("yes" if one.is_supported else NONE_ALLOWED), one.is_supported)
        return Said(NOTHING, None) if column is BOUND and one.is_supported else None

    columns = (TARGET, PLACE, *ERRORS, SUPPORTED, BOUND)
    return Table(table_id, columns, tuple(rows), cell, of_rows, text=said)


def _rate(rate: ErrorRate) -> Measured:
    worth, limit = (cast("int", float(rate.worth)),), rate.upper_limit
    interval = Interval(rate.level, "exact", 0.0, limit, worth, sided=Sided.UPPER)
    return Measured(rate.value, "", (rate.errors, rate.n), interval)


def _costs(found: Iterable[MinimalCost], score: Score) -> Table:
    """Return detection costs at their least, and at the threshold of the snapshot."""
    known = {one.name: one for one in found}

    def cell(row: Row, column: Column) -> Measured | None:
        one = known[row.id]
        values = {"min": one.normalised, "min_raw": one.raw, "actual": one.actual}
        return Measured(values[column.id]) if column.id in values else None

    def said(row: Row, column: Column) -> Told | None:
        one = known[row.id]
        if column.id == "costs":
            costs = [dataclasses.asdict(cost) for cost in one.costs]
            each = (
                Text("prior {p_target}, miss {c_miss}, false alarm {c_fa}", cost) for cost in costs
            )
            return Said(Joined(tuple(each)), costs)
        if column.id == "thresholds":
            places = [_place(threshold, score) for threshold in one.thresholds]
            return Said(Joined(tuple(Text("{at}", {"at": at}) for at in places), ", "), places)
        return None

    of_rows = Text("Detection cost")
    rows = tuple(Row(name, Text(name), group=of_rows) for name in known)
    return Table("dcf", _OF_COSTS, rows, cell, of_rows, text=said)


BIOMETRICS = Topic(
    id="biometrics",
    name=Text("Biometric figures"),
    explanation=Text("Error rates at given error rates, equal error rates and detection costs."),
    make=lambda snapshot, _beside: biometrics(snapshot, snapshot.inputs.intervals.level),
    is_of_snapshot=False,
)
