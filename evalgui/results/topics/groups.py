"""Groups under one threshold: their rates, how far these lie apart, and how far by chance."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core import calibrated
from evalgui.core.between_groups.apart import (
    NO_ROWS,
    Rate,
    against,
    all_pairs,
    apart,
    beside_all,
    summaries,
    variance_beyond_chance,
)
from evalgui.core.between_groups.chance import (
    IN_TWO_GROUPS,
    Chance,
    Shuffled,
    shuffled,
    shuffled_subjects,
)
from evalgui.core.calibrated import no_probabilities
from evalgui.core.consequences.settings import LARGEST, PAIRS, POOLED
from evalgui.core.errors import sentence_of
from evalgui.core.groups import MISSING, WITHOUT_VALUE, NoGroupsError, groups_of, snapshots_by
from evalgui.core.intervals.pending import subjects_at
from evalgui.core.intervals.proportions import UNDEFINED
from evalgui.core.intervals.subjects import UNKNOWN_SUBJECTS, SubjectsAt
from evalgui.core.measured import NO_BRACKET, NOTHING, Interval, Measured
from evalgui.core.metrics import metric_by_id
from evalgui.core.requests import SelectRows
from evalgui.core.sample_size import for_wilson_width
from evalgui.core.sampling import Sampling
from evalgui.core.selection import Selection, Where
from evalgui.core.texts import Count, Given, Joined, Name, Share, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import (
    COUNT,
    P_VALUE,
    PLAIN,
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
from evalgui.results.topics.decision_curve import usual_risk, worth_by_id
from evalgui.results.topics.measures import VALUE
from evalgui.results.topics.ranking import over_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from evalgui.core.intervals.delong import RankedArea
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

_WITHOUT = Text(WITHOUT_VALUE)
_AWAITED = Text("\N{HORIZONTAL ELLIPSIS}")
_WHERE = Text("Compare > Groups says which column holds them")
MOST_PAIRED = 50
"""So many groups are set beside each other in pairs; of more, one has to be chosen."""

OF_CHOSEN_SIZES = phrase("the sizes of the classes were chosen: no share of a group is known")
OF_WEIGHTS = phrase("weights with fractions are no rows whose labels could be dealt out")
BESIDE_ALL = phrase(
    "no interval of dependent rows beside all of them: set groups beside each other"
)
TWO_SIDED = phrase("rows compare two subjects: none of them is in one group")
_AVERAGED = ("TPR", "TNR", "PPV", "NPV", "F1")
_RATES = ("TPR", "TNR", "PPV", "NPV", "PPR", "PREV")
_N = (
    Column("n_positive", Text("{Actual_positives}"), COUNT, keys={"number": "n_positive"}),
    Column("n_negative", Text("{Actual_negatives}"), COUNT, keys={"number": "n_negative"}),
)
_AREA = Column("roc_auc", Text("AUC"), SHARE, keys={"measured": "roc_auc"})
_OF_RATES = tuple(
    Column(one, Name(metric_by_id(one)), SHARE, keys={"measured": one}) for one in _RATES
)
_PROBABLE = (
    Column("observed_expected", Text("O:E"), PLAIN, keys={"measured": "observed_expected"}),
    Column("slope", Text("calibration slope"), PLAIN, keys={"measured": "slope"}),
)
_WIDTH = 0.1
_NEEDED = tuple(
    Column(
        f"needed_{rate}",
        Text("{rate}: n for a width of 0.1", {"rate": Name(metric_by_id(rate))}),
        COUNT,
        keys={"number": f"needed_{rate}"},
        explains=Text("how many rows of the class concerned an interval so wide takes"),
        is_beside=True,
    )
    for rate in ("TPR", "TNR")
)
_APART = (
    Column("difference", Text("difference"), PLAIN, keys={"measured": "difference"}),
    Column("ratio", Text("ratio"), PLAIN, keys={"measured": "ratio"}),
)
_GAPS = (
    Column("gap", Text("largest gap"), PLAIN, keys={"number": "gap"}),
    Column("between", Text("between"), TEXT, keys={"said": "between"}),
    Column("p", Text("p by permutation"), P_VALUE, keys={"number": "p", "why": "no_p"}),
    Column("mean", Text("equal groups: mean gap"), PLAIN, keys={"number": "mean"}),
    Column("most", Text("in 95 of 100 at most"), PLAIN, keys={"number": "most"}),
    Column("spread", Text("SD beyond chance"), PLAIN, keys={"number": "spread"}),
)
_OF_WORTH = (
    Column("net_benefit", Text("net benefit"), PLAIN, keys={"measured": "net_benefit"}),
    Column("all", Text("of treating all"), PLAIN, keys={"number": "treating_all"}),
)
_OF_DISTANCE = (
    Column("ici", Text("mean distance of the smooth curve (ICI)"), PLAIN, keys={"number": "ici"}),
    Column("ici_mean", Text("calibrated models: mean"), PLAIN, keys={"number": "ici_mean"}),
    Column("ici_most", Text("in 95 of 100 at most"), PLAIN, keys={"number": "ici_most"}),
)
MOST_DRAWN = 100_000
"""Of more rows no calibrated models are drawn by group."""
_SUMMARIES = (
    Row("parity_difference", Text("Demographic parity, difference")),
    Row("parity_ratio", Text("Demographic parity, ratio")),
    Row("opportunity_difference", Text("Equal opportunity, difference")),
    Row("odds_difference", Text("Equalised odds, difference")),
    Row("odds_ratio", Text("Equalised odds, ratio")),
    Row("predictive_difference", Text("Predictive parity, difference")),
)


@dataclass(frozen=True, slots=True)
class Group:
    """A group, and what the threshold does in it.

    Parameters
    ----------
    name
        "" for rows without a value.
    rows
        The expression that chooses them; "" where none does.
    snapshot
        Of its rows, at the same threshold.
    point
        What the threshold does there.
    """

    name: str
    rows: str
    snapshot: Snapshot
    point: OperatingPoint

    @property
    def id(self) -> str:
        """Stable name."""
        return self.name or MISSING

    @property
    def title(self) -> Told:
        """What it is called."""
        return Given(self.name) if self.name else _WITHOUT

    @property
    def area(self) -> RankedArea:
        """The area under its ROC curve."""
        ranking = self.snapshot.ranking
        assert ranking is not None  # noqa: S101 - who asks has looked
        return ranking.ranked.area_of_subjects or ranking.ranked.area

    def rate(self, metric_id: str) -> Rate:
        """Return a rate as counts."""
        fraction = metric_by_id(metric_id).fraction
        assert fraction is not None  # noqa: S101 - those of `_RATES` are shares
        k, n = fraction(self.point.counts)
        return Rate(float(k), float(n))

    def effective(self, metric_id: str) -> Rate:
        """Return a rate as of the independent rows that its rows count as; of NaN for unknown."""
        rate, at = self.rate(metric_id), subjects_at(self.point.all_intervals)
        fraction = metric_by_id(metric_id).fraction
        if at is None or fraction is None or not rate.n:
            return rate
        return Rate(*at.worth(fraction).of(*rate))

    def limits(self, metric_id: str) -> Interval:
        """Return the interval of a rate."""
        return self.point.all_intervals.get(metric_id) or Interval(math.nan, "", *UNDEFINED)


def groups(snapshot: Snapshot) -> Result | None:
    """Return what the threshold does in groups, how far they lie apart, and how far by chance.

    Parameters
    ----------
    snapshot
        With a threshold, or calls, of two classes, and a column of groups that was asked about.

    Returns
    -------
    Result or None
        Tables ``each``, a row a group: the rows of each class, rates and area with their
        intervals, where scores are probabilities how these fit, and how many rows an interval of
        0.1 takes; ``differences``, the difference of the area, then the difference and the ratio
        of each rate, to what it is set beside (`Consequences.against`), with intervals that hold
        for all groups at once; ``gaps``, of each rate the largest gap with its p and what equal
        groups show; ``summaries`` by their names; ``averages``, the
        mean of each rate over the groups (macro) beside that of all rows (micro); and where
        scores are probabilities, or a risk is asked about, ``worth``: net benefit of the
        threshold and, of probabilities, how far these are off, beside what calibrated models of
        this size show (not of more than `MOST_DRAWN` rows, and not while a line moves). Groups
        with fewer than `Consequences.few` rows of the class
        concerned stand in the first table alone: facts ``small`` name them. The long table
        ``groups`` has a row a group. None where no column was asked about; a fact ``refused``
        where it has no groups.
    """
    return _told(snapshot)


def without_chance(snapshot: Snapshot) -> Result | None:
    """Return the same while a threshold moves: no labels of groups are dealt out."""
    if snapshot.point is not None and not snapshot.inputs.consequences.groups:
        fact = Fact("asked", Text("Groups"), _WHERE)
        return Result("groups", Text("Groups"), facts=(fact,))
    return _told(snapshot, is_moving=True)


def _told(snapshot: Snapshot, *, is_moving: bool = False) -> Result | None:
    columns, title = snapshot.inputs.consequences.groups, Text("Groups")
    if not columns or snapshot.dataset is None or snapshot.point is None:
        return None
    try:
        known = [*told_groups(snapshot)]
    except NoGroupsError as error:
        why = Fact("refused", title, as_text(sentence_of(error)), {"refused": str(error)})
        return Result("groups", title, facts=(why,))
    said = snapshot.inputs.consequences
    rates = {one: joined(known, one, said.few) for one in _RATES}
    reference, refused = _reference(known, said.against)
    facts = [*_facts(snapshot, known, rates, reference)]
    if refused is not None:
        facts.append(Fact("refused_reference", Text("set beside"), refused))
    each = _each(snapshot, known)
    tables = (
        each,
        _apart(snapshot, known, rates, reference),
        _gaps(snapshot, known, rates, is_moving=is_moving),
        _summaries(known),
        _averages(snapshot.point, known),
        *_worth(snapshot, known, is_moving=is_moving),
    )
    risk = _risk(snapshot)
    if risk is not None:
        told = Text("at a risk of {risk}", {"risk": Share(risk)})
        facts.append(Fact("risk", Text("net benefit"), told, {"risk": risk}))
    is_open = snapshot.ranking is not None and snapshot.ranking.table.steps.bins is not None
    long = LongTable(
        "groups",
        title,
        _long_columns(each, is_open=is_open),
        lambda: _long(known, each, is_open=is_open),
    )
    return Result("groups", title, tables, tuple(facts), long_tables=(long,))


def told_groups(snapshot: Snapshot) -> Iterator[Group]:
    """Return the groups that are asked about, at the threshold."""
    for group, there in snapshots_by(snapshot, *snapshot.inputs.consequences.groups):
        if there.point is not None:
            yield Group(group.name, group.rows, there, there.point)


def _reference(known: Sequence[Group], against: str) -> tuple[int | str, Told | None]:
    """Return the place of the group that others are set beside, or `POOLED`, or `PAIRS`.

    Where that cannot be it is the largest group, and words say why.
    """
    why: Told | None = None
    if against == POOLED or (against == PAIRS and len(known) <= MOST_PAIRED):
        return against, None
    if against == PAIRS:
        most = {"n": Count(len(known)), "most": Count(MOST_PAIRED)}
        why = Text("of {n} groups not all pairs are told, but of {most} at most", most)
    elif against != LARGEST:
        names = [one.id for one in known]
        name = against.removeprefix("=")
        if name in names:
            return names.index(name), None
        why = Text("there is no group '{name}'; the largest one is taken", {"name": Given(name)})
    return max(range(len(known)), key=lambda place: float(known[place].point.counts.n)), why


def joined(known: Sequence[Group], metric_id: str, few: int) -> list[int]:
    """Return the places of groups that have enough rows for a rate to be compared."""
    return [place for place, one in enumerate(known) if one.rate(metric_id).n >= few]


def _curved(known: Sequence[Group], few: int) -> list[int]:
    """Return the places of groups that have enough rows of both classes for areas."""
    return [
        place
        for place, one in enumerate(known)
        if one.snapshot.ranking is not None
        and min(one.snapshot.ranking.table.n_positive, one.snapshot.ranking.table.n_negative) >= few
    ]


def _each(snapshot: Snapshot, known: Sequence[Group]) -> Table:
    by_id = {one.id: one for one in known}
    is_probable = not no_probabilities(snapshot)
    level = snapshot.inputs.intervals.level

    def cell(row: Row, column: Column) -> Measured | None:
        one = by_id[row.id]
        if column in _N:
            of_class = column.id.replace("n_", "actual_") + "s"
            return Measured(getattr(one.point.counts, of_class))
        if column is _AREA:
            return None if one.snapshot.ranking is None else over_all(one.snapshot, "roc_auc")
        if column in _NEEDED:
            rate = one.rate(column.id.removeprefix("needed_")).value
            needed = math.nan if math.isnan(rate) else for_wilson_width(rate, _WIDTH, level)
            return Measured(float(needed), NO_ROWS if math.isnan(rate) else "")
        if column in _PROBABLE:
            return _fit(one, column.id)
        measured = one.point.measured[column.id]
        return measured._replace(interval=one.point.all_intervals.get(column.id))

    rows = tuple(
        Row(one.id, one.title, request=SelectRows(Selection.of(Where(one.rows))))
        if one.rows
        else Row(one.id, one.title)
        for one in known
    )
    probable = _PROBABLE if is_probable else ()
    columns = (*_N, *_OF_RATES, _AREA, *probable, *_NEEDED)
    return Table("each", columns, rows, cell, Text("group"))


def _fit(one: Group, number: str) -> Measured | None:
    """Return how the probabilities of a group fit."""
    ranking, dataset = one.snapshot.ranking, one.snapshot.dataset
    if ranking is None or dataset is None or not ranking.table.n:
        return None
    if number == "observed_expected" and dataset.sampling is Sampling.CASE_CONTROL:
        return Measured(math.nan, OF_CHOSEN_SIZES)
    return calibrated.numbers(one.snapshot).measured[number]


def _apart(
    snapshot: Snapshot,
    known: Sequence[Group],
    rates: Mapping[str, Sequence[int]],
    reference: int | str,
) -> Table:
    """Return how far groups lie from what they are set beside, of each rate with enough rows."""
    from evalgui.core.comparing.areas import areas_apart  # when it is asked for

    said, level = snapshot.inputs.consequences, snapshot.inputs.intervals.level
    cells: dict[str, Mapping[str, Measured]] = {}
    rows = []

    def add(rate_id: str, name: Told, one: int, other: int, **found: Measured) -> None:
        group, title, row_id = known[one], known[one].title, f"{rate_id}:{known[one].id}"
        if reference == PAIRS:
            beside = known[other]
            row_id = f"{row_id}|{beside.id}"
            title = Text("{group} beside {other}", {"group": group.title, "other": beside.title})
        told = Text("{rate}, {group}", {"rate": name, "group": title})
        rows.append(Row(row_id, told, group=name))
        none = Interval(level, "", *UNDEFINED, reason=lacking)
        cells[row_id] = (
            {name: one._replace(interval=none) for name, one in found.items()} if lacking else found
        )

    is_plain = all(subjects_at(one.point.all_intervals) is None for one in known)
    lacking = _why_not_apart(snapshot) or BESIDE_ALL * (reference == POOLED and not is_plain)
    curved = _curved(known, said.few)
    pairs = _pairs(curved, reference)
    areas = [known[place].area for place in curved] if pairs else []
    for (one, other), found in zip(pairs, areas_apart(areas, pairs, level), strict=True):
        add(_AREA.id, _AREA.title, curved[one], curved[other], difference=found)
    for metric_id, places in rates.items():
        of_each = [known[place].rate(metric_id) for place in places]
        if reference == POOLED:
            parts = zip(*(one.rate(metric_id) for one in known), strict=True)
            each = beside_all(of_each, Rate(*map(sum, parts)), level)
        else:
            worth = () if is_plain else [known[one].effective(metric_id) for one in places]
            each = apart(of_each, _pairs(places, reference), level, worth)
        for part in each:
            other = places[part.second] if part.second < len(places) else 0
            name, both = Name(metric_by_id(metric_id)), (places[part.first], other)
            add(metric_id, name, *both, difference=part.difference, ratio=part.ratio)
    head = Text("{beside}", {"beside": _beside(known, reference)})
    return Table(
        "differences",
        _APART,
        tuple(rows),
        lambda row, column: cells[row.id].get(column.id),
        head,
    )


def _pairs(places: Sequence[int], reference: int | str) -> list[tuple[int, int]]:
    """Return which of some groups are set beside each other; none beside all rows."""
    if reference == PAIRS:
        return all_pairs(len(places))
    return against(len(places), places.index(int(reference))) if reference in places else []


def _beside(known: Sequence[Group], reference: int | str) -> Told:
    if isinstance(reference, int):
        return Text("beside {group}", {"group": known[reference].title})
    return Text("beside all rows") if reference == POOLED else Text("each pair of groups")


def _gaps(
    snapshot: Snapshot,
    known: Sequence[Group],
    rates: Mapping[str, Sequence[int]],
    *,
    is_moving: bool,
) -> Table:
    found: dict[str, tuple[Chance, float, tuple[Group, Group]]] = {}
    for metric_id, places in rates.items():
        if len(places) < 2:
            continue
        chosen = [known[place] for place in places]
        of_each = [one.rate(metric_id) for one in chosen]
        variance = variance_beyond_chance(of_each)
        ends = (
            min(chosen, key=lambda one: one.rate(metric_id).value),
            max(reversed(chosen), key=lambda one: one.rate(metric_id).value),
        )
        if is_moving:
            of_all = [one.value for one in of_each]
            chance = Chance(max(of_all) - min(of_all))
        else:
            chance = shuffled_of(snapshot, known, places, metric_id).chance
        found[metric_id] = chance, math.sqrt(max(0.0, variance)), ends

    def cell(row: Row, column: Column) -> Measured | None:
        chance, spread, _ends = found[row.id]
        if column.is_text:
            return None
        value = spread if column.id == "spread" else getattr(chance, column.id)
        return Measured(value, chance.reason if math.isnan(value) else "")

    def said(row: Row, column: Column) -> Told | None:
        if not column.is_text:
            return _AWAITED if is_moving else None
        _chance, _spread, (least, most) = found[row.id]
        told = Text("{least} and {most}", {"least": least.title, "most": most.title})
        return Said(told, [least.name, most.name])

    rows = tuple(Row(one, Name(metric_by_id(one))) for one in found)
    return Table("gaps", _GAPS, rows, cell, Text("rate"), text=said)


def shuffled_of(
    snapshot: Snapshot, known: Sequence[Group], places: Sequence[int], metric_id: str
) -> Shuffled:
    """Return what equal groups show of a rate: labels of rows are dealt out, or of subjects."""
    dataset = snapshot.dataset
    assert dataset is not None  # noqa: S101 - who calls it has looked
    chosen = [known[place] for place in places]
    rates = [one.rate(metric_id) for one in chosen]
    gap = max(one.value for one in rates) - min(one.value for one in rates)
    if any(part != int(part) for one in rates for part in one):
        return Shuffled(Chance(gap, reason=OF_WEIGHTS))
    if dataset.sampling is not Sampling.BY_SUBJECT:
        return shuffled(rates)
    lacking = _why_not_apart(snapshot)
    if lacking:
        return Shuffled(Chance(gap, reason=lacking))
    parts = []
    for number, one in enumerate(chosen):
        at = subjects_at(one.point.intervals)
        assert isinstance(at, SubjectsAt)  # noqa: S101 - subjects were drawn, and rows counted
        fraction = metric_by_id(metric_id).fraction
        assert fraction is not None  # noqa: S101 - those of `_RATES` are shares
        k, n = (np.asarray(part, dtype=np.float64) for part in fraction(at.of_each))
        parts.append((k[n > 0], n[n > 0], np.full(int((n > 0).sum()), number)))
    k, n, of = (np.concatenate([part[place] for part in parts]) for place in range(3))
    found = shuffled_subjects(k, n, of.astype(np.intp), len(chosen))
    return Shuffled(Chance(gap)) if found is None else found


def _why_not_apart(snapshot: Snapshot) -> str:
    """Return why subjects do not part into groups; "" where they do, or none were drawn."""
    dataset = snapshot.dataset
    if dataset is None or dataset.sampling is not Sampling.BY_SUBJECT:
        return ""
    if dataset.subjects is None:
        return UNKNOWN_SUBJECTS
    if dataset.subjects.is_two_sided:
        return TWO_SIDED
    of_groups = groups_of(dataset, *snapshot.inputs.consequences.groups)
    each = [
        0 if one.dataset.subjects is None else one.dataset.subjects.n_subjects for one in of_groups
    ]
    return IN_TWO_GROUPS if sum(each) > len(np.unique(dataset.subjects.codes[0])) else ""


def _averages(point: OperatingPoint, known: Sequence[Group]) -> Table:
    """Return the mean of the rates of groups, beside those of all their rows together."""
    columns = tuple(
        Column(one, Name(metric_by_id(one)), SHARE, keys={"number": one, "why": f"no_{one}"})
        for one in _AVERAGED
    )

    def cell(row: Row, column: Column) -> Measured:
        if row.id == "micro":
            return point.measured[column.id]
        values = [one.point.measured[column.id].value for one in known]
        mean = sum(values) / len(values)
        return Measured(mean, phrase("undefined in a group") if math.isnan(mean) else "")

    rows = (Row("macro", Text("Mean of the groups (macro)")), Row("micro", Text("All (micro)")))
    return Table("averages", columns, rows, cell, Text("average"))


def _summaries(known: Sequence[Group]) -> Table:
    found = summaries([one.point.counts for one in known])._asdict()

    def cell(row: Row, _column: Column) -> Measured:
        value = found[row.id]
        return Measured(
            value, phrase("a rate of a group is undefined") if math.isnan(value) else ""
        )

    return Table("summaries", (VALUE,), _SUMMARIES, cell, Text("largest over the groups"))


def _worth(snapshot: Snapshot, known: Sequence[Group], *, is_moving: bool) -> Iterator[Table]:
    """Yield what the threshold is worth in each group, and how far probabilities are off there.

    Nothing where scores are no probabilities and no risk is asked about.
    """
    lacking, risk = no_probabilities(snapshot), _risk(snapshot)
    if risk is None:
        return
    n = sum(one.snapshot.ranking.table.n for one in known if one.snapshot.ranking is not None)
    cells = {
        one.id: dict(worth_by_id(one.snapshot, risk, with_draws=False))
        | ({} if lacking else _distance(one.snapshot, is_drawn=n <= MOST_DRAWN and not is_moving))
        for one in known
        if one.snapshot.ranking is not None and one.point.counts.n
    }
    rows = tuple(Row(one.id, one.title) for one in known if one.id in cells)
    columns = _OF_WORTH if lacking else (*_OF_WORTH, *_OF_DISTANCE)
    head = Text("at a risk of {risk}", {"risk": Share(risk)})
    yield Table("worth", columns, rows, lambda row, column: cells[row.id].get(column.id), head)


def _risk(snapshot: Snapshot) -> float | None:
    """Return at which risk groups are told what the threshold is worth; None for none."""
    risks = snapshot.inputs.consequences.risks
    if snapshot.ranking is None or (no_probabilities(snapshot) and not risks):
        return None
    return risks[0] if risks else usual_risk(snapshot)


def _distance(group: Snapshot, *, is_drawn: bool) -> dict[str, Measured]:
    """Return how far the smooth curve is off, and what calibrated models of this size show."""
    asked = calibrated.is_asked(group)
    found = {"ici": calibrated.numbers(group).measured["ici"]}
    drawn = calibrated.distances_by_chance(group) if is_drawn and not asked else None
    if drawn is not None:
        found |= {"ici_mean": Measured(drawn[0]), "ici_most": Measured(drawn[1])}
    return found


def _facts(
    snapshot: Snapshot,
    known: Sequence[Group],
    rates: Mapping[str, Sequence[int]],
    reference: int | str,
) -> Iterator[Fact]:
    level, said = snapshot.inputs.intervals.level, snapshot.inputs.consequences
    column, few = Given(", ".join(said.groups)), said.few
    values: dict[str, object] = {"column": column, "n": Count(len(known))}
    beside: Told = Text("all rows together" if reference == POOLED else "every other one")
    name = None
    if isinstance(reference, int):
        name, beside = known[reference].name, known[reference].title
        if said.against == LARGEST:
            beside = Text("the largest, {group}", {"group": beside})
    values["beside"] = beside
    told = Text("the {n} groups of {column}; each is set beside {beside}", values)
    asked: dict[str, Any] = {"by": list(said.groups), "reference": name, "level": level}
    yield Fact("by", Text("groups"), told, asked | {"against": said.against, "few": few})
    curved = _curved(known, few)
    small = [one.title for place, one in enumerate(known) if place not in curved]
    if small and known[0].snapshot.ranking is not None:
        values = {"rate": _AREA.title, "names": Joined(tuple(small), ", "), "few": Count(few)}
        words = Text("{rate}: fewer than {few} rows of a class, no part in differences: {names}")
        yield Fact("small", Text("small groups"), words.filled(values))
    if len(known) == 1:
        yield Fact("alone", Text("groups"), Text("one group: there is nothing to compare it with"))
    for metric_id, places in rates.items():
        left = [one for place, one in enumerate(known) if place not in places]
        if left:
            names = Joined(tuple(_with_rate(one, metric_id) for one in left), ", ")
            values = {"rate": Name(metric_by_id(metric_id)), "names": names, "few": Count(few)}
            told = Text("{rate}: fewer than {few} rows, no part in gaps and p: {names}", values)
            yield Fact("small", Text("small groups"), told)
    shares = [one.rate("PREV").value for one in known if one.point.counts.n]
    if len(shares) > 1 and max(shares) > min(shares):
        told = Text(
            "where prevalences differ, groups whose probabilities are equally right"
            " must have unequal error rates"
        )
        yield Fact("impossible", Text("fairness"), told)


def _with_rate(one: Group, metric_id: str) -> Told:
    k, n = one.rate(metric_id)
    return Text("{name} {k}/{n}", {"name": one.title, "k": Count(k), "n": Count(n)})


def _long_columns(table: Table, *, is_open: bool) -> tuple[Column, ...]:
    columns = [Column("group", Text("Group"), TEXT)]
    for one in table.columns:
        columns.append(replace(one, keys={}))
        if one not in (*_N, *_NEEDED):
            name, kind = {"name": one.title}, one.kind
            columns += [
                Column(f"{one.id}_low", Text("{name}, lower limit", name), kind),
                Column(f"{one.id}_high", Text("{name}, upper limit", name), kind),
                *(one.in_bins if is_open else ()),
            ]
    return tuple(columns)


def _long(known: Sequence[Group], table: Table, *, is_open: bool) -> Sequence[Any]:
    found: list[list[Any]] = []
    found.append([one.name for one in known])
    for column in table.columns:
        cells = [table.cell(row, column) or NOTHING for row in table.rows]
        found.append([one.value for one in cells])
        if column not in (*_N, *_NEEDED):
            limits = [one.interval or Interval(math.nan, "", *UNDEFINED) for one in cells]
            found += [[one.lower for one in limits], [one.upper for one in limits]]
            if is_open:
                ends = [one.bracket or NO_BRACKET for one in cells]
                found += [[one.low for one in ends], [one.high for one in ends]]
    return found


_ASKED = phrase("which column holds the groups has to be said first (--group)")

GROUPS = Topic(
    id="groups",
    name=Text("Groups"),
    explanation=Text("What the threshold does in each value of a column, and how far by chance."),
    make=lambda snapshot, _beside: groups(snapshot),
    live=without_chance,
    answers=("subgroup", "subgroup:several", "gaps"),
    rests=lambda snapshot: bool(snapshot.inputs.consequences.groups),
    lacks=lambda _snapshot: _ASKED,
)
