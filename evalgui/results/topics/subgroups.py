"""What operating points do in subgroups: beside all rows, and against the rows outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.counts import Counts
from evalgui.core.measured import Measured
from evalgui.core.metrics import METRICS
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Count, Given, Joined, Name, Place, Share, Text, as_text
from evalgui.results.result import TEXT, Column, Fact, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.comparison import DIFFERENCE
from evalgui.results.topics.zone import COUNTS, OF_WAY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told
    from evalgui.results.topic import Subgroup

_ORDER = ("tp", "fn", "fp", "tn", "TPR", "TNR", "PPV", "NPV")
OF_POINT = tuple(next(one for one in OF_WAY if one.id == column_id) for column_id in _ORDER)
CAME = Column("came", Text("How it came to be"), TEXT)
THERE = Column("there", Text("There"))
OUTSIDE = Column("outside", Text("Other rows"))
_RATES = _ORDER[4:]


def points_table(
    table_id: str,
    of_rows: Told,
    points: Sequence[tuple[Row, OperatingPoint]],
    came: Mapping[str, Told] | None = None,
) -> Table:
    """Return a table with a row for each operating point.

    Parameters
    ----------
    table_id, of_rows
        As of `Table`.
    points
        The rows, each with its point.
    came
        How each came to be, by the ids of the rows; None where that is not told.
    """
    known = {row.id: point for row, point in points}

    def cell(row: Row, column: Column) -> Measured | None:
        point = known[row.id]
        if column in COUNTS:
            return Measured(getattr(point.counts, column.id))
        if column is CAME:
            return None
        return point.measured[column.id]._replace(interval=point.all_intervals.get(column.id))

    def said(row: Row, column: Column) -> Told | None:
        return came[row.id] if came is not None and column is CAME else None

    columns = OF_POINT if came is None else (*OF_POINT, CAME)
    return Table(table_id, columns, tuple(row for row, _point in points), cell, of_rows, text=said)


def _name(one: Subgroup) -> Told:
    return Given(one.expression) if one.expression else Text("All rows")


def subgroups(
    snapshot: Snapshot,
    groups: Sequence[Subgroup],
    others: Sequence[tuple[str, OperatingPoint]] = (),
) -> Result | None:
    """Return which subgroup is assessed, and what operating points do in each.

    Parameters
    ----------
    snapshot
        What is assessed, perhaps a subgroup.
    groups
        All rows first; none where no subgroup was ever chosen.
    others
        What the operating points beside the one in force are called, and where they are.

    Returns
    -------
    Result or None
        Facts ``subset`` and ``nothing``, what nothing can be said of, and why; ``level`` and
        ``assumed`` of the intervals of gaps. Tables ``points``, the subgroups at each operating
        point, and ``gaps``: each less the rows outside it, at the point in force. None without
        any subgroup.
    """
    dataset = snapshot.dataset
    if dataset is None or not (dataset.subset or groups):
        return None
    facts = []
    if dataset.subset:
        values = {"subset": Given(dataset.subset), "n": Count(dataset.n)}
        values |= {"n_all": Count(dataset.n_rows_in_file)}
        told = Text("all numbers are of the rows with {subset}, {n} of {n_all}", values)
        facts.append(Fact("subset", Text("Subgroup"), told))
    for one in groups:
        if one.reason:
            why = Text("nothing can be said, since {why}", {"why": Given(one.reason)})
            facts.append(Fact("nothing", _name(one), why))
    if not groups:
        return Result("subgroups", Text("Subgroups"), (), tuple(facts))
    gaps = _gaps(snapshot, groups)
    if gaps.rows:
        level = Share(snapshot.inputs.intervals.level)
        facts.append(Fact("level", Text("Intervals"), Text("{level}", {"level": level})))
        facts.append(Fact("assumed", Text("Assumed of differences"), _assumed(dataset.sampling)))
    points = points_table("points", Text("rows"), [*_points(snapshot, groups, others)])
    return Result("subgroups", Text("Subgroups"), (points, gaps), tuple(facts))


def _points(
    snapshot: Snapshot, groups: Sequence[Subgroup], others: Sequence[tuple[str, OperatingPoint]]
) -> Iterator[tuple[Row, OperatingPoint]]:
    """Yield each subgroup at each operating point."""
    score, titles = snapshot.score, [Text("The operating point")]
    titles += [Text(name or "The other one") for name, _point in others]
    known = (snapshot.point, *(point for _name, point in others))
    for at, (title, point) in enumerate(zip(titles, known, strict=True)):
        told: Told = title
        if score is not None and point is not None:
            values = {"title": title, "place": Place(point.threshold, score)}
            told = Text("{title}: {place}", values)
        for place, one in enumerate(groups):
            if one.points:
                yield Row(f"{at}_{place}", _name(one), group=told), one.points[at]


def _gaps(snapshot: Snapshot, groups: Sequence[Subgroup]) -> Table:
    """Return how each subgroup differs from the rows outside it, at the point in force."""
    from evalgui.core.comparing import compare_counts  # when it is asked for
    from evalgui.core.comparing.pair import NO_SUBJECTS

    dataset, level = snapshot.dataset, snapshot.inputs.intervals.level
    by_subject = dataset is not None and dataset.sampling is Sampling.BY_SUBJECT
    rows, cells = [], {}
    for place, one in enumerate(groups):
        rest = outside(groups[0], one) if one.expression else None
        if rest is None:
            continue
        lacking = NO_SUBJECTS if by_subject else ""
        gaps = compare_counts(one.points[0].counts, rest, level, lacking=lacking)
        group = Text("{rows} less the rows outside", {"rows": _name(one)})
        for metric_id in _RATES:
            row, gap = Row(f"{place}_{metric_id}", Name(METRICS.ids[metric_id]), group=group), gaps
            at = gap[metric_id]
            rows.append(row)
            cells[row.id] = {
                THERE.id: Measured(at.first),
                OUTSIDE.id: Measured(at.second),
                DIFFERENCE.id: Measured(at.difference, "", None, at.interval),
            }
    columns = (THERE, OUTSIDE, DIFFERENCE)
    return Table(
        "gaps", columns, tuple(rows), lambda row, one: cells[row.id][one.id], Text("measure")
    )


def outside(all_rows: Subgroup, group: Subgroup) -> Counts | None:
    """Return the counts at the operating point in force of the rows that are not in a subgroup.

    None where the subgroup is all there is, or one of both says nothing.
    """
    if not (all_rows.points and group.points):
        return None
    every, own = all_rows.points[0].counts, group.points[0].counts
    left = (every.tp - own.tp, every.fn - own.fn, every.fp - own.fp, every.tn - own.tn)
    if min(left) < 0 or not any(left):
        return None
    return Counts(tp=left[0], fn=left[1], fp=left[2], tn=left[3])


def _assumed(sampling: Sampling) -> Told:
    """Return what the intervals of differences between groups take for granted."""
    from evalgui.core.comparing.areas import INDEPENDENT  # when it is asked for
    from evalgui.core.comparing.pair import AT_SHARES, NO_SUBJECTS, UNPAIRED_MOVER

    if sampling is Sampling.BY_SUBJECT:
        return Text("no intervals: {why}", {"why": as_text(NO_SUBJECTS)})
    told = [as_text(INDEPENDENT), *[as_text(AT_SHARES)] * sampling.fixes_shares]
    return Joined((*told, Given(UNPAIRED_MOVER)), "; ")


SUBGROUPS = Topic(
    id="subgroups",
    name=Text("Subgroups"),
    explanation=Text("What operating points do in subgroups, and against the rows outside."),
    make=lambda snapshot, beside: subgroups(snapshot, beside.groups, beside.points),
    is_of_snapshot=False,
)
