"""Acceptance criteria: what is required of the results, and whether it is met."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from evalgui.core.errors import sentence_of
from evalgui.core.groups import NoGroupsError, snapshots_by
from evalgui.core.intervals.pending import subjects_at
from evalgui.core.measured import Bracket, Measured, Sided
from evalgui.core.metrics import METRICS, metric_called
from evalgui.core.metrics.any_metric import called
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.registry import UnknownIdError
from evalgui.core.requirements import Verdict, requirement
from evalgui.core.rules.limits import limit_of
from evalgui.core.snapshot import resolve
from evalgui.core.texts import Computed, Count, Given, Joined, Name, Text, Within
from evalgui.core.vocabulary import phrase
from evalgui.results.result import COUNT, TEXT, Column, Fact, Result, Row, Said, Table, told_apart
from evalgui.results.topic import NOTHING_BESIDE, Topic
from evalgui.results.topics.ranking import over_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.core.metrics import AnyMetric
    from evalgui.core.requirements import Record, Requirement, Withdrawn
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

_NO_INTERVAL = phrase("it has no interval")
_NO_ROWS = phrase("no row can be assessed")
OPEN = phrase("bins leave it open on which side of the bound it lies")
_VERDICT = Column("verdict", Text("verdict"), TEXT, keys={"said": "verdict"})
_VALUE = Column("value", Text("value"), keys={"number": "value", "why": "undefined"})
_LIMIT = Column("limit", Text("one-sided limit"), keys={"number": "limit", "why": "no_limit"})
_BOUND = Column("bound", Text("required"), keys={"number": "bound"})
_UPPER_LIMIT = Column(
    "upper_limit",
    Text("one-sided upper limit"),
    keys={"number": "upper_limit", "why": "no_upper_limit"},
)
_UPPER_BOUND = Column("upper_bound", Text("at most"), keys={"number": "upper_bound"})
_N = Column("n", Text("rows"), COUNT, keys={"number": "n"})
_GROUPS = Column("groups", Text("groups that decide"), TEXT)
_WRITTEN = Column("written", Text("written"), TEXT)
_WITHDRAWN = Column("withdrawn", Text("withdrawn, or changed"), TEXT)
_RELATIONS = {
    ">=": "\N{GREATER-THAN OR EQUAL TO}",
    "<=": "\N{LESS-THAN OR EQUAL TO}",
    ">": ">",
    "<": "<",
}
_BELOW = {">=": _RELATIONS["<="], ">": "<"}
MISSING = Text("without a value")


# --------------------------------------------------------------------------------- their names


@cache
def _with_numbers() -> tuple[Topic, ...]:
    """Return the topics whose numbers can be required."""
    from evalgui.results.topics import TOPICS  # and all of them

    return tuple(topic for topic in TOPICS if topic.rows)


def numbers_with_names() -> Iterator[tuple[str, Told]]:
    """Yield the id of each number that can be required, with its name: no two have one id."""
    known: dict[str, Told] = {}
    for metrics in (METRICS, RANKING_METRICS, PROBABILITY_METRICS):
        known |= {metric.id: Name(metric) for metric in metrics}
    for topic in _with_numbers():
        known |= {row.id: row.title for row in topic.rows}
    return ((name, told) for name, told in known.items() if _named(name) == name)


def required(text: str) -> Requirement:
    """Return a requirement, the number in it by its id, as `requirement` reads it.

    Raises
    ------
    ValueError
        If it is not understood, or there is no such number; the message says what to write.

    Examples
    --------
    >>> one = required("lower limit of sensitivity >= 0.85, in every site")
    >>> one.name, one.is_limit, one.column
    ('TPR', True, 'site')
    """
    found = requirement(text)
    found = replace(found, name=_named(found.name))
    if found.risk is not None and not is_at_risk(found.name):
        message = phrase(
            "'{text}': {name} is the same at every risk threshold", text=text, name=found.name
        )
        raise ValueError(message)
    return found


def is_at_risk(name: str) -> bool:
    """Return whether a number, by its id, is another one at another risk threshold."""
    return any(row.id == name for topic in _with_numbers() if topic.at_risk for row in topic.rows)


def _named(written: str) -> str:
    known = [row.id for topic in _with_numbers() for row in topic.rows]
    plain = written.casefold().replace("-", "_").replace(" ", "_")
    if plain in known:
        return plain
    over_all_thresholds: list[AnyMetric] = [*RANKING_METRICS, *PROBABILITY_METRICS]
    ids = called(written, over_all_thresholds)
    if len(ids) == 1 and not called(written, METRICS):
        return ids[0]
    try:
        return metric_called(written).id
    except UnknownIdError as error:
        message = phrase(
            "{why}; or {known}",
            why=sentence_of(error),
            known=", ".join([*known, *(one.id for one in over_all_thresholds)]),
        )
        raise ValueError(message) from None


def in_words(one: Requirement) -> Told:
    """Return a requirement as a sentence in the words of any field."""
    name = dict(numbers_with_names()).get(one.name) or Given(one.name)
    number: Told = name if one.and_bound is None and not one.is_limit else Within(name)
    if one.is_limit and one.and_bound is not None:
        number = Text("limits of {number}", {"number": number})
    elif one.is_limit:
        sides = {
            Sided.LOWER: Text("Lower limit of {number}"),
            Sided.UPPER: Text("Upper limit of {number}"),
        }
        number = sides[one.sides[0]].filled({"number": number})
    if one.risk is not None:
        number = Text("{number} at a risk of {risk}", {"number": number, "risk": one.risk})
    values = {"number": number, "sign": _RELATIONS[one.relation], "bound": one.bound}
    template = Text("{number} {sign} {bound}")
    if one.and_bound is not None:
        template = Text("{bound} {sign} {number} {and_sign} {and_bound}")
        values |= {"sign": _BELOW[one.relation], "and_bound": one.and_bound}
        values |= {"and_sign": _RELATIONS[one.and_relation]}
    told = template.filled(values)
    if not one.column:
        return told
    return Text("{told}, in every {column}", {"told": told, "column": Given(one.column)})


def record_in_words(record: Record, sha256: str = "") -> Told:
    """Return when something was written, and what had been seen then.

    Parameters
    ----------
    record
        That of a requirement.
    sha256
        That of the data on show; "" where it is not known.
    """
    values = {"when": record.local_time, "data": record.data}
    if not record.data:
        template = Text("{when}, before the data")
    elif record.data == sha256:
        template = Text("{when}, after these data were seen (SHA-256 {data})")
    elif sha256:
        template = Text("{when}, after other data were seen (SHA-256 {data})")
    else:
        template = Text("{when}, after data were seen (SHA-256 {data})")
    return template.filled(values)


# --------------------------------------------------------------------------------- their numbers


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether something holds, and by which number.

    Parameters
    ----------
    verdict
        What it comes to.
    value
        The number.
    limits
        Its one-sided limit for each bound, where these are asked about; else none.
    """

    verdict: Verdict
    value: Measured
    limits: tuple[Measured, ...] = ()

    @property
    def reason(self) -> str:
        """Why it cannot be told; "" where it can."""
        if self.verdict is not Verdict.CANNOT_TELL:
            return ""
        told = (one.reason for one in (*self.limits, self.value) if not one.is_defined)
        is_open = any(one.bracket is not None for one in (*self.limits, self.value))
        return next(filter(None, told), OPEN if is_open else phrase("it is undefined"))


def _verdict(one: Requirement, numbers: Sequence[Measured]) -> Verdict:
    """Return what numbers come to; what bins leave on both sides of a bound cannot be told."""
    found = one.verdict(*(number.value for number in numbers))
    brackets = [number.bracket or Bracket(number.value, number.value) for number in numbers]
    ends = zip(*(bracket[:2] for bracket in brackets), strict=True)
    are_alike = all(one.verdict(*end) is found for end in ends)
    return found if are_alike else Verdict.CANNOT_TELL


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a requirement.

    Parameters
    ----------
    answer
        Of all rows; in groups of the one that decides: the first that fails, else the first that
        cannot tell, else the one that is nearest to a bound.
    groups
        The name of each group ("" of rows without a value), how many instances it has, and its
        answer; empty where it is about all rows.
    """

    answer: Answer
    groups: tuple[tuple[str, float, Answer], ...] = ()

    @property
    def verdict(self) -> Verdict:
        """What holds of all groups, or of all rows."""
        return (
            Verdict.of_all(one.verdict for _name, _n, one in self.groups)
            if self.groups
            else (self.answer.verdict)
        )


_KEPT: WeakKeyDictionary[Dataset, dict[object, _Told]] = WeakKeyDictionary()
"""What topics say that follows no threshold, by what it rests on."""


class _Told:
    """What a topic says of a snapshot: its numbers by their ids, and why there are none."""

    def __init__(self, topic: Topic, snapshot: Snapshot) -> None:
        self._topic, self._whole = topic, topic.quick is None
        self._take(
            topic.make(snapshot, NOTHING_BESIDE) if topic.quick is None else topic.quick(snapshot)
        )

    def _take(self, result: Result | None) -> None:
        self.cells: dict[str, Measured] = {}
        self.reason = ""
        for table in () if result is None else result.tables:
            self.cells |= {row.id: cell for row, cell in table.cells("value")}
        for fact in () if result is None else result.facts:
            if fact.id in {"asked", "refused"} and isinstance(fact.values.get(fact.id), str):
                self.reason = fact.values[fact.id]
            elif fact.id == "asked":
                asked = {
                    name: Measured(math.nan, one["asked"]) for name, one in fact.values.items()
                }
                self.cells = asked | self.cells

    def cell(self, name: str, snapshot: Snapshot) -> Measured | None:
        """Return a number; None where nothing is said of it."""
        if name not in self.cells and not self._whole and not self.reason:
            self._whole = True
            self._take(self._topic.make(snapshot, NOTHING_BESIDE))
        return self.cells.get(name)


class _Numbers:
    """The numbers of a snapshot by their ids: what a topic says of it is asked for once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._known: dict[object, _Told] = {}

    def of(self, name: str) -> Measured:
        """Return a number with its interval; undefined, with a reason, where it is not told."""
        point, ranking = self.snapshot.point, self.snapshot.ranking
        if name in METRICS.ids:
            if point is None:
                return Measured(math.nan, phrase("all classes are taken together"))
            return point.measured[name]._replace(interval=point.all_intervals.get(name))
        reason: str = (
            phrase("there is no score")
            if ranking is None
            else phrase("it is not told of these scores")
        )
        for topic in _with_numbers():
            if any(row.id == name for row in topic.rows):
                told = self._told(topic)
                found, reason = told.cell(name, self.snapshot), told.reason or reason
                if found is not None:
                    return found
        if ranking is not None and name in ranking.measured:
            return over_all(self.snapshot, name)
        return Measured(math.nan, reason)

    def _told(self, topic: Topic) -> _Told:
        inputs, known = self.snapshot.inputs, self._known
        key: tuple[object, ...] = (topic.id,)
        if not topic.follows_threshold and inputs.dataset is not None:
            known = _KEPT.setdefault(inputs.dataset, {})
            rests_on = inputs.score, inputs.positive, inputs.consequences.scale
            settings = inputs.intervals
            key = (*key, *rests_on, settings.level, settings.prevalence, settings.prevalence_of)
        if key not in known:
            known[key] = _Told(topic, self.snapshot)
        return known[key]


class _Judge:
    """Answers requirements of one snapshot, or of the same threshold in a group of its rows."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._numbers: dict[tuple[float | None, bool], _Numbers] = {}
        self._in_groups: dict[str, tuple[tuple[str, float, _Judge], ...]] = {}

    def judged(self, one: Requirement) -> Judged:
        """Return what became of a requirement."""
        if not one.column:
            return Judged(self.answer(one))
        try:
            groups = self._groups(one.column)
        except NoGroupsError as error:
            return Judged(Answer(Verdict.CANNOT_TELL, Measured(math.nan, sentence_of(error))))
        empty = Answer(Verdict.CANNOT_TELL, Measured(math.nan, _NO_ROWS))
        each = tuple((name, n, judge.answer(one) if n else empty) for name, n, judge in groups)
        if not each:
            return Judged(empty)
        verdict = Verdict.of_all(answer.verdict for _name, _n, answer in each)
        deciding = [answer for _name, _n, answer in each if answer.verdict is verdict]
        return Judged(min(deciding, key=lambda answer: _room(one, answer)), each)

    def answer(self, one: Requirement) -> Answer:
        """Return what becomes of a requirement in all rows together."""
        numbers = self._of(one.risk, both_sided=False)
        value = number = numbers.of(one.name)
        if not one.is_limit:
            return Answer(_verdict(one, [value] * len(one.bounds)), value)
        if value.fraction is None or one.name not in METRICS.ids:  # else its limit is exact
            numbers = self._of(one.risk, both_sided=True)
            number = numbers.of(one.name)
        limits = tuple(_limit(numbers.snapshot, one.name, side, number) for side in one.sides)
        return Answer(_verdict(one, limits), value, limits)

    def _of(self, risk: float | None, *, both_sided: bool) -> _Numbers:
        """Return the numbers at a risk, with intervals that leave as much error on each side."""
        if (risk, both_sided) not in self._numbers:
            snapshot, inputs = self._snapshot, self._snapshot.inputs
            if both_sided:
                level = 2 * inputs.consequences.level - 1
                inputs = replace(inputs, intervals=replace(inputs.intervals, level=level))
            if risk is not None:
                inputs = replace(inputs, consequences=replace(inputs.consequences, risks=(risk,)))
            if inputs is not snapshot.inputs:
                snapshot = resolve(inputs, snapshot)
            self._numbers[risk, both_sided] = _Numbers(snapshot)
        return self._numbers[risk, both_sided]

    def _groups(self, column: str) -> tuple[tuple[str, float, _Judge], ...]:
        if column not in self._in_groups:
            found = snapshots_by(self._snapshot, column)
            self._in_groups[column] = tuple(
                (group.name, group.n, _Judge(there)) for group, there in found
            )
        return self._in_groups.get(column, ())


def _room(one: Requirement, answer: Answer) -> float:
    """Return how far numbers are within their bounds, the nearest of them; less than 0 beyond."""
    numbers = answer.limits or [answer.value] * len(one.bounds)
    pairs = zip(numbers, one.bounds, one.sides, strict=True)
    rooms = [
        (n.value - bound) * (1 if side is Sided.LOWER else -1) for n, (_, bound), side in pairs
    ]
    return min((room for room in rooms if not math.isnan(room)), default=-math.inf)


def _limit(snapshot: Snapshot, name: str, side: Sided, number: Measured) -> Measured:
    """Return the one-sided limit of a number, of a snapshot with intervals for it."""
    if not number.is_defined:
        return number
    level = snapshot.inputs.consequences.level
    if number.fraction is not None and name in METRICS.ids:
        subjects, whole = None, number.fraction
        if snapshot.point is not None:
            subjects = subjects_at(snapshot.point.intervals)
        fraction = METRICS.ids[name].fraction
        worth: tuple[float, float] = whole
        if subjects is not None and fraction is not None:
            worth = subjects.worth(fraction).of(*whole)
        if math.isnan(worth[1]):
            return Measured(math.nan, _NO_INTERVAL)
        return Measured(limit_of(name, side, level, (*worth, subjects is not None)).value)
    interval = number.interval
    if interval is None or not interval.is_defined:
        reason = _NO_INTERVAL if interval is None else interval.reason
        return Measured(math.nan, reason)
    limit = interval.lower if side is Sided.LOWER else interval.upper
    return Measured(limit, bracket=interval.bracket)


# --------------------------------------------------------------------------------- what is said


def judged(snapshot: Snapshot) -> dict[Requirement, Judged]:
    """Return what became of each requirement of a snapshot, in their order.

    Sorting each group by its scores, and what follows no threshold, is made once for a data set.
    """
    judge = _Judge(snapshot)
    return {one: judge.judged(one) for one in snapshot.inputs.consequences.requirements}


def requirements(
    snapshot: Snapshot, sha256: str = "", found: Mapping[Requirement, Judged] | None = None
) -> Result | None:
    """Return whether what was required of the results is met.

    Parameters
    ----------
    snapshot
        Any one.
    sha256
        That of its data; "" where it is not known.
    found
        What became of each requirement, where that is known.

    Returns
    -------
    Result or None
        The table ``each``: of each the ``value``, its one-sided ``limit`` where that was
        asked about, the ``bound``, and the ``verdict``: "met", "not met", or "cannot tell" where
        there is no number, or no interval that holds. Between two bounds also ``upper_limit`` and
        ``upper_bound``; ``groups`` names those groups that decide, ``written`` says when it was.
        Limits of proportions are exact ones of as many independent rows as theirs count, others
        those of the two-sided interval of which each side has as much error. In groups, all stand
        in the table ``groups``. What was taken back after data were seen stands in the table
        ``withdrawn``. The fact ``level`` has the one-sided confidence. None where nothing was
        required.
    """
    said = snapshot.inputs.consequences
    if not said.requirements and not said.withdrawn:
        return None
    found = judged(snapshot) if found is None else found
    tables = [_each(said.requirements, found, sha256), *_groups(found)]
    if said.withdrawn:
        tables.append(_withdrawn(said.withdrawn, sha256))
    told_level = Text("{level}", {"level": Computed(said.level)})
    all_met = all(one.verdict is Verdict.MET for one in found.values())
    values = {"level": said.level, "all_met": all_met}
    fact = Fact("level", Text("one-sided confidence"), told_level, values)
    return Result("requirements", NAME, tuple(tables), (fact,))


def _each(asked: Sequence[Requirement], found: Mapping[Requirement, Judged], sha256: str) -> Table:
    by_text = {one.text: one for one in asked}
    columns = _columns(asked)
    columns += (_GROUPS,) if any(one.column for one in asked) else ()
    columns += (_WRITTEN,) if any(one.record for one in asked) else ()

    def said(row: Row, column: Column) -> Told | None:
        one = by_text[row.id]
        if column is _VERDICT:
            return _said(found[one].verdict)
        if column is _GROUPS:
            return _deciding(found[one])
        return _written(one, sha256) if column is _WRITTEN else None

    rows = tuple(Row(one.text, in_words(one)) for one in by_text.values())
    answers = {text: (one, found[one].answer) for text, one in by_text.items()}
    of_rows = Text("criterion")
    return Table("each", columns, rows, _cells(answers), of_rows, text=said)


def _columns(asked: Sequence[Requirement]) -> tuple[Column, ...]:
    is_between = any(one.and_bound is not None for one in asked)
    more = (_UPPER_LIMIT, _UPPER_BOUND) if is_between else ()
    return (_VERDICT, _VALUE, _LIMIT, *more[:1], _BOUND, *more[1:])


def _cells(
    answers: Mapping[str, tuple[Requirement, Answer]],
) -> Callable[[Row, Column], Measured | None]:
    def cell(row: Row, column: Column) -> Measured | None:
        one, answer = answers[row.id]
        limits = dict(enumerate(answer.limits))
        upper = None if one.and_bound is None else Measured(one.and_bound)
        cells = {"value": answer.value, "limit": limits.get(0), "bound": Measured(one.bound)}
        return {**cells, "upper_limit": limits.get(1), "upper_bound": upper}.get(column.id)

    return cell


def _said(verdict: Verdict) -> Said:
    return Said(Text(verdict.value), verdict.value)


def group_in_words(name: str, n: float) -> Told:
    """Return a group with how many instances it has."""
    return Text("{name} (n = {n})", {"name": Given(name) if name else MISSING, "n": Count(n)})


def _deciding(one: Judged) -> Told | None:
    """Return the groups that fail, or of which nothing can be told; programs get a list."""
    found = [group for group in one.groups if group[2].verdict is not Verdict.MET]
    if not found:
        return None
    listed = [{"group": name or None, "n": n, "verdict": a.verdict.value} for name, n, a in found]
    told = (
        Text("{group}: {verdict}", {"group": group_in_words(name, n), "verdict": a.verdict.value})
        for name, n, a in found
    )
    return Said(Joined(tuple(told)), listed)


def _groups(found: Mapping[Requirement, Judged]) -> Iterator[Table]:
    """Yield what became of each group, if there is any."""
    asked = [one for one, judged in found.items() if judged.groups]
    if not asked:
        return
    answers: dict[str, tuple[Requirement, Answer]] = {}
    rows, counts = [], {}
    for one in asked:
        for name, n, answer in found[one].groups:
            row = Row(f"{one.text}: {name}", group_in_words(name, n), group=in_words(one))
            answers[row.id] = one, answer
            counts[row.id] = Measured(n)
            rows.append(row)
    cells = _cells(answers)
    yield Table(
        "groups",
        (*_columns(asked), _N),
        tuple(rows),
        lambda row, column: counts[row.id] if column is _N else cells(row, column),
        Text("group"),
        text=lambda row, column: _said(answers[row.id][1].verdict) if column is _VERDICT else None,
    )


def _written(one: Requirement, sha256: str) -> Told | None:
    record = one.record
    if record is None:
        return None
    told = record_in_words(record, sha256)
    if one.instead_of:
        told = Text("{told}; instead of {old}", {"told": told, "old": Given(one.instead_of)})
    return Said(told, _recorded(record) | {"instead_of": one.instead_of or None})


def _recorded(record: Record) -> dict[str, object]:
    return {"when": record.when, "offset": record.offset, "sha256": record.data or None}


def _withdrawn(all_of_them: Sequence[Withdrawn], sha256: str) -> Table:
    ids = told_apart(one.requirement.text for one in all_of_them)
    by_id = dict(zip(ids, all_of_them, strict=True))

    def said(row: Row, column: Column) -> Told | None:
        one = by_id[row.id]
        if column is _WRITTEN:
            return _written(one.requirement, sha256)
        return Said(record_in_words(one.record, sha256), _recorded(one.record))

    rows = tuple(Row(name, in_words(one.requirement)) for name, one in by_id.items())
    return Table(
        "withdrawn", (_WRITTEN, _WITHDRAWN), rows, lambda *_: None, Text("criterion"), text=said
    )


NAME = Text("Acceptance criteria")
REQUIREMENTS = Topic(
    id="requirements",
    name=NAME,
    explanation=Text("What was required of the results, and whether it is met."),
    make=lambda snapshot, beside: requirements(
        snapshot, "" if beside.source is None else beside.source.sha256
    ),
    is_of_snapshot=False,
)
