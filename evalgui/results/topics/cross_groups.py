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
from evalgui.core.crossed_groups import (
    GENUINE,
    IMPOSTOR,
    comparable,
    crossed_of,
    is_by_subject,
    limits_of,
    own_by_chance,
)
from evalgui.core.errors import sentence_of
from evalgui.core.groups import NoGroupsError, chosen_by
from evalgui.core.intervals.proportions import one_sided_upper
from evalgui.core.measured import Interval, Measured, Sided
from evalgui.core.requests import SelectRows
from evalgui.core.selection import Selection, Where
from evalgui.core.texts import Computed, Given, Joined, Share, Symbol, Text, as_text
from evalgui.core.vocabulary import phrase
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
    from collections.abc import Iterator, Sequence

    from evalgui.core.crossed_groups import Chance, Own
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

RULE_OF_THREE = 3.0
COLUMNS_FIRST = Text(
    "Compare > Groups says which two columns hold the groups of probe and reference"
)
CANNOT_TELL = Said(Text("cannot tell"), phrase("cannot tell"))
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
_OWN_FMR = Column("fmr", Symbol("FPR"), SHARE, keys={"measured": "fmr"})
_OVER = Column("over_target", Text("Beside the target"), keys={"number": "over_target"})
_OWN_FNMR = Column("fnmr", Symbol("FNR"), SHARE, keys={"measured": "fnmr"})
_OF_EQUAL = tuple(
    Column(f"{rate}_{end}", Text(words), SHARE, keys={"number": f"{rate}_{end}"})
    for rate in ("fmr", "fnmr")
    for end, words in (("least", phrase("equal groups: from")), ("most", phrase("to")))
)
_MOST = Column("equal_groups", Text("equal groups, up to"), is_beside=True)
_NO_IMPOSTORS = phrase("no {actual_negatives} within the group")
_NO_GENUINE = phrase("no {actual_positives} within the group")
_AWAITED = Text("\N{HORIZONTAL ELLIPSIS}")
SUMMARIES = {
    "over_geometric_mean": Text("Largest FMR over the geometric mean"),
    "over_smallest": Text("Largest FMR over the smallest"),
    "over_smallest_at_least": Text("The same, at least"),
    "inequity": Text("Inequity ratio"),
    "fdr": Text("Fairness discrepancy rate, FDR"),
    "garbe": Text("GARBE"),
}
"""What the summaries are called, by their names."""

_SUMMARIES = tuple(Row(name, words) for name, words in SUMMARIES.items())


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

    def rows(self, snapshot: Snapshot) -> SelectRows | None:
        """Return the request that selects its rows; None where no expression chooses them."""
        assert snapshot.dataset is not None  # noqa: S101 - whose comparisons they are
        columns = snapshot.inputs.consequences.groups
        told = chosen_by(snapshot.dataset, columns, (self.probe, self.reference))
        return SelectRows(Selection.of(Where(told))) if told else None


def cannot_tell(fmr: Rate, target: float) -> bool:
    """Return whether so few comparisons show nothing of a target so low."""
    return not fmr.n or RULE_OF_THREE / fmr.n > target


def shown(snapshot: Snapshot) -> Result | None:
    """Return the same in a window, which says what has to be said first."""
    if snapshot.point is not None and len(snapshot.inputs.consequences.groups) < 2:
        fact = Fact("asked", Text("Groups"), COLUMNS_FIRST)
        return Result("cross_groups", Text("Cross-group false matches"), facts=(fact,))
    return cross_groups(snapshot, has_chance=False)


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


def cross_groups(snapshot: Snapshot, *, has_chance: bool = True) -> Result | None:
    """Return how often false matches come within and between groups.

    Parameters
    ----------
    snapshot
        With a threshold, and two columns of groups that were asked about: that of the probe, and
        that of the reference.
    has_chance
        Whether labels of groups are dealt out, to say what equal groups show.

    Returns
    -------
    Result or None
        The table ``cells``, a row for each pair of groups that was compared, with the one-sided
        exact upper limit of its FMR, its ratio to the target, and "cannot tell" where so few
        comparisons show nothing of a target so low (3/N is larger). The table ``own`` has FMR and
        FNMR of each group within itself, and between which limits equal groups lie; the table
        ``cross_groups`` the summaries of ISO/IEC 19795-10 over these, and up to which equal
        groups come. The target
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
        why = Fact("refused", title, as_text(sentence_of(error)), {"refused": str(error)})
        return Result("cross_groups", title, facts=(why,))
    target, pooled = target_of(snapshot).value, point.measured["FPR"].value
    values = {"target": Share(target), "fmr": Computed(pooled)}
    told = Text("target {target}; all rows together {fmr}", values)
    facts = [Fact("target", Symbol("FPR"), told, {"target": target, "pooled": pooled})]
    assumes = Text("comparisons as if independent")
    facts.append(Fact("assumes", Text("limits"), assumes))
    every = crossed_of(snapshot).own(point.row)
    own, chance = comparable(every), own_by_chance(snapshot) if has_chance else None
    tables = [_table(snapshot, cells, target, level), _own(snapshot, every, chance, target)]
    if len(own) > 1:
        tables.append(_summaries(own, alpha, level, chance))
        if any(not one.fmr.k for one in own):
            facts.append(Fact("no_error", Text("ratios"), Text(NO_ERROR)))
    if chance is not None:
        facts.append(Fact("equal_groups", Text("equal groups"), Text(chance.words)))
    facts += _lacking(every)
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
            return Measured(
                value, "" if n else phrase("no comparisons"), (int(k), int(n)), interval
            )
        over = value / target if target > 0 else math.nan
        numbers = {"errors": k, "n": n, "over_target": over}
        numbers["log10"] = math.log10(over) if over > 0 else -math.inf if over == 0 else math.nan
        return None if column.is_text else Measured(numbers[column.id])

    def said(row: Row, column: Column) -> Told | None:
        one = by_id[row.id]
        if column.id == "verdict":
            return CANNOT_TELL if cannot_tell(one.fmr, target) else None
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


def _own(snapshot: Snapshot, own: Sequence[Own], chance: Chance | None, target: float) -> Table:
    """Return each group within itself, beside what equal groups show."""
    by_id = {one.name or "(missing)": one for one in own}
    place = {one.name: at for at, one in enumerate(comparable(own))}

    def limits(one: Own) -> tuple[Interval | None, Interval | None]:
        if chance is not None:
            return chance.limits.get(one.name, (None, None))
        return (None, None) if is_by_subject(snapshot) else limits_of(snapshot, one)

    def cell(row: Row, column: Column) -> Measured | None:
        one = by_id[row.id]
        rate, which = (one.fmr, 0) if column.id.startswith("fmr") else (one.fnmr, 1)
        if column.id == "over_target":
            over = one.fmr.value / target if target > 0 else math.nan
            return Measured(over, _why(one.fmr, which))
        if column in (_OWN_FMR, _OWN_FNMR):
            counted = (int(rate.k), int(rate.n))
            return Measured(rate.value, _why(rate, which), counted, limits(one)[which])
        found = None if chance is None or one.name not in place else chance.found
        if found is None:
            return None
        end = 0 if column.id.endswith("least") else 1
        return Measured(float((found.fmr, found.fnmr)[which][end, place[one.name]]))

    def said(_row: Row, column: Column) -> Told | None:
        return _AWAITED if chance is None and column in _OF_EQUAL else None

    rows = tuple(
        Row(
            one.name or "(missing)",
            group_title(one.name),
            request=Cell(one.name, one.name, *one[1:]).rows(snapshot),
        )
        for one in own
    )
    columns = (_OWN_FMR, _OVER, *_OF_EQUAL[:2], _OWN_FNMR, *_OF_EQUAL[2:])
    return Table("own", columns, rows, cell, Text("within the own group"), text=said)


def _why(rate: Rate, which: int) -> str:
    """Return why a group has no rate; "" where it has one."""
    return "" if rate.n else _NO_GENUINE if which else _NO_IMPOSTORS


def _lacking(own: Sequence[Own]) -> Iterator[Fact]:
    """Return which groups have comparisons of one class alone within themselves."""
    no_impostors = [one.name for one in own if not one.fmr.n]
    no_genuine = [one.name for one in own if not one.fnmr.n]
    for why, lacking in ((_NO_IMPOSTORS, no_impostors), (_NO_GENUINE, no_genuine)):
        names = tuple(map(group_title, lacking))
        if names:
            told = Text("{why}: {names}", {"why": as_text(why), "names": Joined(names, ", ")})
            yield Fact("lacking", Text("own group"), told)


def _summaries(own: Sequence[Own], alpha: float, level: float, chance: Chance | None) -> Table:
    fmr, fnmr = ([one.fmr.value for one in own], [one.fnmr.value for one in own])
    found = differentials(fmr, fnmr, alpha)._asdict()
    found["over_smallest_at_least"] = ratio_at_least([one.fmr for one in own], level)
    dealt = None if chance is None or chance.found is None else chance.found.most._asdict()

    def cell(row: Row, column: Column) -> Measured | None:
        if column is _MOST:
            value = math.nan if dealt is None else dealt.get(row.id, math.nan)
            return None if math.isnan(value) else Measured(value)
        value = found[row.id]
        return Measured(value, phrase("no errors in any group") if math.isnan(value) else "")

    def said(row: Row, column: Column) -> Told | None:
        return _AWAITED if chance is None and column is _MOST and row.id in dealt_ids else None

    dealt_ids = set(found) - {"over_smallest_at_least"}
    head = Text("over groups within themselves")
    return Table("cross_groups", (VALUE, _MOST), _SUMMARIES, cell, head, text=said)


_ASKED = phrase("the groups of probe and of reference have to be named first (--group A B)")

CROSS_GROUPS = Topic(
    id="cross_groups",
    name=Text("Cross-group false matches"),
    explanation=Text("FMR of each group of probes with each group of references, with limits."),
    make=lambda snapshot, _beside: cross_groups(snapshot),
    live=shown,
    rests=lambda snapshot: len(snapshot.inputs.consequences.groups) > 1,
    lacks=lambda _snapshot: _ASKED,
)
