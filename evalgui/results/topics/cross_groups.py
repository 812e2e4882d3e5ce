"""False matches of each group of probes with each group of references, beside the target."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalgui.core.between_groups.apart import Rate
from evalgui.core.between_groups.differentials import (
    NO_ERROR,
    differentials,
    ratio_at_least,
)
from evalgui.core.groups import groups_of, snapshots_by
from evalgui.core.intervals.proportions import one_sided_upper
from evalgui.core.measured import Interval, Measured, Sided
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


@dataclass(frozen=True, slots=True)
class _Cell:
    """Comparisons of a group of probes with a group of references."""

    probe: str
    reference: str
    fmr: Rate
    fnmr: Rate

    @property
    def id(self) -> str:
        """Stable name."""
        return f"{self.probe}|{self.reference}"


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
        is that of the rule in force, else the FMR of all rows. None unless two columns were named.

    References
    ----------
    NIST FRTE part 8 and ISO/IEC 19795-10:2024, as told by reports; Howard and others 2022 (GARBE).
    """
    columns, point = snapshot.inputs.consequences.groups, snapshot.point
    if len(columns) < 2 or point is None or snapshot.dataset is None:
        return None
    level, alpha = snapshot.inputs.intervals.level, snapshot.inputs.consequences.alpha
    cells = [*_cells(snapshot, columns)]
    asked = dict(snapshot.inputs.provenance.parameters).get("fmr")
    pooled = point.measured["FPR"].value
    target = float(asked) if isinstance(asked, (int, float)) else pooled
    values = {"target": Share(target), "fmr": Computed(pooled)}
    told = Text("target {target}; all rows together {fmr}", values)
    facts = [Fact("target", Symbol("FPR"), told, {"target": target, "pooled": pooled})]
    assumes = Text("comparisons as if independent")
    facts.append(Fact("assumes", Text("limits"), assumes))
    own = [one for one in cells if one.probe == one.reference and one.fmr.n and one.fnmr.n]
    tables = [_table(cells, target, level)]
    if len(own) > 1:
        tables.append(_summaries(own, alpha, level))
        if any(not one.fmr.k for one in own):
            facts.append(Fact("no_error", Text("ratios"), Text(NO_ERROR)))
    title, of_file = Text("Cross-group false matches"), (*_CELLS[:5], _UPPER, *_CELLS[5:])
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


def _cells(snapshot: Snapshot, columns: Sequence[str]) -> Sequence[_Cell]:
    dataset = snapshot.dataset
    assert dataset is not None  # noqa: S101 - who calls it has looked
    # A pair is named by both its groups, so that a comma in one tells nothing.
    names = [[group.name for group in groups_of(dataset, column)] for column in columns]
    found = {group.parts: there for group, there in snapshots_by(snapshot, *columns)}
    cells = []
    for probe in names[0]:
        for reference in names[1]:
            there = found.get((probe, reference))
            if there is not None and there.point is not None:
                counts = there.point.counts
                fmr = Rate(float(counts.fp), float(counts.actual_negatives))
                fnmr = Rate(float(counts.fn), float(counts.actual_positives))
                cells.append(_Cell(probe, reference, fmr, fnmr))
    return cells


def _table(cells: Sequence[_Cell], target: float, level: float) -> Table:
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
            is_few = one.fmr.n == 0 or RULE_OF_THREE / one.fmr.n > target
            return CANNOT_TELL if is_few else None
        if not column.is_text:
            return None
        name = getattr(one, column.id)
        return Said(Given(name) if name else Text("without a value"), name)

    rows = tuple(
        Row(one.id, Text("{a} with {b}", {"a": Given(one.probe), "b": Given(one.reference)}))
        for one in cells
    )
    return Table("cells", _CELLS, rows, cell, Text("comparisons"), text=said)


def _summaries(own: Sequence[_Cell], alpha: float, level: float) -> Table:
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
    is_of_snapshot=False,
    lacks=lambda _snapshot: _ASKED,
)
