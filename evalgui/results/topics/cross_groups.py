"""False matches of each group of probes with each group of references, beside the target."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from evalgui.core.between_groups.apart import Rate
from evalgui.core.between_groups.differentials import (
    NO_ERROR,
    differentials,
    ratio_at_least,
)
from evalgui.core.crossed_groups import GENUINE, IMPOSTOR, crossed_of
from evalgui.core.groups import NoGroupsError, chosen_by
from evalgui.core.intervals.proportions import one_sided_upper
from evalgui.core.measured import Interval, Measured, Sided
from evalgui.core.requests import SelectRows
from evalgui.core.selection import Selection, Where
from evalgui.core.texts import Computed, Given, Share, Symbol, Text
from evalgui.results.result import (
    COUNT,
    SHARE,
    TEXT,
    Column,
    Fact,
    LongTable,
    Result,
    Row,
    Said,
    Table,
)
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

RULE_OF_THREE = 3.0
COLUMNS_FIRST = Text(
    "Compare > Groups says which two columns hold the groups of probe and reference"
)
CANNOT_TELL = Said(Text("cannot tell"), "cannot tell")
_CELLS = (
    Column("probe", Text("Probe group"), TEXT, keys={"said": "probe"}),
    Column("reference", Text("Reference group"), TEXT, keys={"said": "reference"}),
    Column("errors", Text("False matches"), COUNT, keys={"number": "errors"}),
    Column("n", Text("Comparisons"), COUNT, keys={"number": "n"}),
    Column("fmr", Symbol("FPR"), SHARE, keys={"number": "fmr", "high": "upper"}),
    Column("over_target", Text("Beside the target"), keys={"number": "over_target"}),
    Column("log10", Text("The same as log10"), keys={"number": "log10"}),
    Column("verdict", Text("What can be told"), TEXT, keys={"said": "verdict"}),
)
_UPPER = Column("upper", Text("Upper limit"), SHARE)
_SUMMARIES = (
    Row("over_geometric_mean", Text("Largest FMR over the geometric mean")),
    Row("over_smallest", Text("Largest FMR over the smallest")),
    Row("over_smallest_at_least", Text("The same, at least")),
    Row("inequity", Text("Inequity ratio")),
    Row("fdr", Text("Fairness discrepancy rate, FDR")),
    Row("garbe", Text("GARBE")),
)


class Target(NamedTuple):
    """The FMR that groups are set beside.

    Parameters
    ----------
    value
        The number.
    is_said
        Whether somebody said it, here or as a rule; else it is that of all rows.
    """

    value: float
    is_said: bool


class Cell(NamedTuple):
    """Comparisons of a group of probes with a group of references.

    Parameters
    ----------
    probe, reference
        Their names; "" without a value.
    fmr, fnmr
        False matches of the impostor comparisons, and false non-matches of the genuine ones.
    """

    probe: str
    reference: str
    fmr: Rate
    fnmr: Rate

    @property
    def id(self) -> str:
        """Stable name."""
        return f"{self.probe}|{self.reference}"

    @property
    def is_own(self) -> bool:
        """Whether a group is compared with itself."""
        return self.probe == self.reference

    def cannot_tell(self, target: float) -> bool:
        """Return whether so few comparisons show nothing of a target so low."""
        return not self.fmr.n or RULE_OF_THREE / self.fmr.n > target

    def rows(self, snapshot: Snapshot) -> SelectRows | None:
        """Return the request that selects its rows; None where no expression chooses them."""
        assert snapshot.dataset is not None  # noqa: S101 - whose comparisons they are
        columns = snapshot.inputs.consequences.groups
        told = chosen_by(snapshot.dataset, columns, (self.probe, self.reference))
        return SelectRows(Selection.of(Where(told))) if told else None


def shown(snapshot: Snapshot) -> Result | None:
    """Return the same in a window, which says what has to be said first."""
    if snapshot.point is not None and len(snapshot.inputs.consequences.groups) < 2:
        fact = Fact("asked", Text("Groups"), COLUMNS_FIRST)
        return Result("cross_groups", Text("Cross-group false matches"), facts=(fact,))
    return cross_groups(snapshot)


def target_of(snapshot: Snapshot) -> Target:
    """Return the FMR that groups are set beside: what was said, else that of the rule."""
    said = snapshot.inputs.consequences.fmr_target
    if said is not None:
        return Target(said, is_said=True)
    asked = dict(snapshot.inputs.provenance.parameters).get("fmr")
    if isinstance(asked, (int, float)):
        return Target(float(asked), is_said=True)
    point = snapshot.point
    return Target(math.nan if point is None else point.measured["FPR"].value, is_said=False)


def cells_of(snapshot: Snapshot) -> list[Cell]:
    """Return each pair of groups that was compared, probe by probe.

    Parameters
    ----------
    snapshot
        As of `cross_groups`.

    Raises
    ------
    NoGroupsError
        If a column has no groups.
    """
    found, point = crossed_of(snapshot), snapshot.point
    assert point is not None  # noqa: S101 - who calls it has looked
    n, called = found.n.astype(float), found.called(point.row).astype(float)
    missed = n[GENUINE] - called[GENUINE]
    parts = (called[IMPOSTOR], n[IMPOSTOR], missed, n[GENUINE])
    wrong, impostors, lost, genuine = (part.tolist() for part in parts)
    return [
        Cell(
            found.probes[one],
            found.references[other],
            Rate(wrong[one][other], impostors[one][other]),
            Rate(lost[one][other], genuine[one][other]),
        )
        for one, other in np.argwhere(found.is_pair).tolist()
    ]


def cross_groups(snapshot: Snapshot) -> Result | None:
    """Return how often false matches come within and between groups.

    Parameters
    ----------
    snapshot
        With a threshold, and two columns of groups that were asked about: that of the probe, and
        that of the reference.

    Returns
    -------
    Result or None
        The table ``cells``, a row for each pair of groups that was compared, with the one-sided
        exact upper limit of its FMR, its ratio to the target, and "cannot tell" where so few
        comparisons show nothing of a target so low (3/N is larger). The table ``cross_groups``
        has the summaries of ISO/IEC 19795-10 over the groups compared with themselves. The target
        is `target_of`. None unless two columns were named; a fact ``refused`` where one of them
        has no groups.

    References
    ----------
    NIST FRTE part 8 and ISO/IEC 19795-10:2024, as told by reports; Howard and others 2022 (GARBE).
    """
    columns, point = snapshot.inputs.consequences.groups, snapshot.point
    if len(columns) < 2 or point is None or snapshot.dataset is None:
        return None
    level, alpha = snapshot.inputs.intervals.level, snapshot.inputs.consequences.alpha
    title = Text("Cross-group false matches")
    try:
        cells = cells_of(snapshot)
    except NoGroupsError as error:
        why = Fact("refused", title, Text(str(error)), {"refused": str(error)})
        return Result("cross_groups", title, facts=(why,))
    target, pooled = target_of(snapshot).value, point.measured["FPR"].value
    values = {"target": Share(target), "fmr": Computed(pooled)}
    told = Text("target {target}; all rows together {fmr}", values)
    facts = [Fact("target", Symbol("FPR"), told, {"target": target, "pooled": pooled})]
    assumes = Text("comparisons as if independent")
    facts.append(Fact("assumes", Text("limits"), assumes))
    own = [one for one in cells if one.is_own and one.fmr.n and one.fnmr.n]
    tables = [_table(snapshot, cells, target, level)]
    if len(own) > 1:
        tables.append(_summaries(own, alpha, level))
        if any(not one.fmr.k for one in own):
            facts.append(Fact("no_error", Text("ratios"), Text(NO_ERROR)))
    of_file = (*_CELLS[:5], _UPPER, *_CELLS[5:])
    long = LongTable("cross-groups", title, of_file, lambda: _long(tables[0]))
    return Result("cross_groups", title, tuple(tables), tuple(facts), long_tables=(long,))


def _long(table: Table) -> list[list[Any]]:
    found: dict[str, list[Any]] = {}
    for column in table.columns:
        cells = [table.cell(row, column) for row in table.rows]
        words = [table.said(row, column) for row in table.rows]
        if column.is_text:
            found[column.id] = [one.value if isinstance(one, Said) else None for one in words]
        else:
            found[column.id] = [math.nan if one is None else one.value for one in cells]
        if column.id == "fmr":
            limits = [None if one is None else one.interval for one in cells]
            found["upper"] = [math.nan if one is None else one.upper for one in limits]
    return [*found.values()]


def _table(snapshot: Snapshot, cells: Sequence[Cell], target: float, level: float) -> Table:
    by_id = {one.id: one for one in cells}

    def cell(row: Row, column: Column) -> Measured | None:
        k, n = by_id[row.id].fmr
        value = by_id[row.id].fmr.value
        if column.id == "fmr":
            limits = one_sided_upper(k, n, level) if n else (math.nan, math.nan)
            interval = Interval(level, "exact", *limits, (int(n),), sided=Sided.UPPER)
            return Measured(value, "" if n else "no comparisons", (int(k), int(n)), interval)
        over = value / target if target > 0 else math.nan
        numbers = {"errors": k, "n": n, "over_target": over}
        numbers["log10"] = math.log10(over) if over > 0 else -math.inf if over == 0 else math.nan
        return None if column.is_text else Measured(numbers[column.id])

    def said(row: Row, column: Column) -> Told | None:
        one = by_id[row.id]
        if column.id == "verdict":
            return CANNOT_TELL if one.cannot_tell(target) else None
        if not column.is_text:
            return None
        name = getattr(one, column.id)
        return Said(group_title(name), name)

    rows = tuple(Row(one.id, with_each_other(one), request=one.rows(snapshot)) for one in cells)
    return Table("cells", _CELLS, rows, cell, Text("comparisons"), text=said)


def with_each_other(one: Cell) -> Text:
    """Return which groups are compared."""
    return Text("{a} with {b}", {"a": group_title(one.probe), "b": group_title(one.reference)})


def group_title(name: str) -> Told:
    """Return what a group is called."""
    return Given(name) if name else Text("without a value")


def _summaries(own: Sequence[Cell], alpha: float, level: float) -> Table:
    fmr, fnmr = ([one.fmr.value for one in own], [one.fnmr.value for one in own])
    found = differentials(fmr, fnmr, alpha)._asdict()
    found["over_smallest_at_least"] = ratio_at_least([one.fmr for one in own], level)

    def cell(row: Row, _column: Column) -> Measured:
        value = found[row.id]
        return Measured(value, "no errors in any group" if math.isnan(value) else "")

    return Table("cross_groups", (VALUE,), _SUMMARIES, cell, Text("over groups within themselves"))


_ASKED = "the groups of probe and of reference have to be named first (--group A B)"

CROSS_GROUPS = Topic(
    id="cross_groups",
    name=Text("Cross-group false matches"),
    explanation=Text("FMR of each group of probes with each group of references, with limits."),
    make=lambda snapshot, _beside: cross_groups(snapshot),
    live=shown,
    lacks=lambda _snapshot: _ASKED,
)
