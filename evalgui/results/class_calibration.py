"""Whether probabilities of three classes and more can be believed, told as calibration is."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from evalgui.core.consequences.classes import (
    TakenApart,
    rows_against_rest,
    rows_of_top_label,
    summed,
)
from evalgui.core.consequences.corp import consistency
from evalgui.core.consequences.logistic import (
    BySubject,
    brier_interval,
    log_score_interval,
    observed_expected,
)
from evalgui.core.consequences.settings import Scale
from evalgui.core.measured import Asked, Interval, Measured, Refused
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Count, Given, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import (
    COUNT,
    PLAIN,
    SHARE,
    TEXT,
    Column,
    Fact,
    LongTable,
    Result,
    Row,
    Table,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.multiclass import ClassScores
    from evalgui.core.snapshot import Snapshot

SEED, DRAWS = 1, 1_000
MOST_DRAWN = 20
"""Of more classes calibrated models are not drawn."""

ARE_THEY = Asked(
    phrase(
        "are these scores of classes probabilities? Say so where they are"
        " (--score-kind probability)"
    )
)
NO_PROBABILITIES = Refused(
    phrase("these are not probabilities: a score of a class is not in [0, 1]")
)
TOO_MANY = Refused(
    phrase("more than {most_drawn} classes: no calibrated models are drawn", most_drawn=MOST_DRAWN)
)
CHOSEN = Refused(
    phrase(
        "the sizes of the classes were chosen: assess one class against the rest, at its prevalence"
    )
)
NO_INTERVAL = phrase("no interval of it holds")

_TITLE = Text("Calibration")
_COLUMNS = tuple(
    Column(name, Text(title), kind, keys={"measured": name})
    for name, title, kind in (
        ("observed_expected", "Observed : expected", PLAIN),
        ("brier", phrase("Brier score"), PLAIN),
        ("mcb", phrase("Miscalibration (MCB)"), PLAIN),
        ("dsc", phrase("Discrimination (DSC)"), PLAIN),
        ("unc", phrase("Uncertainty (UNC)"), PLAIN),
        ("log_score", phrase("Log score, in nats"), PLAIN),
        ("log_mcb", phrase("Its miscalibration"), PLAIN),
        ("log_dsc", phrase("Its discrimination"), PLAIN),
        ("log_unc", phrase("Its uncertainty"), PLAIN),
        ("test", phrase("Calibrated models at least as miscalibrated"), SHARE),
    )
)
_SUMS = (
    Row("brier_sum", Text("Brier score, summed over classes")),
    Row("mcb_sum", Text("Miscalibration (MCB), summed")),
    Row("dsc_sum", Text("Discrimination (DSC), summed")),
    Row("unc_sum", Text("Uncertainty (UNC), summed")),
    Row("log_score_sum", Text("Log score against the rest, summed over classes")),
    Row("log_mcb_sum", Text("Its miscalibration, summed")),
    Row("log_dsc_sum", Text("Its discrimination, summed")),
    Row("log_unc_sum", Text("Its uncertainty, summed")),
)
_CURVE = (
    Column("class", Text("Class"), TEXT),
    Column("probability", Text("Probability"), SHARE),
    Column("n", Text("Rows"), COUNT),
    Column("positives", Text("Rows of the class"), COUNT),
    Column("calibrated", Text("Isotonic curve"), SHARE),
)
_VALUE = Column("value", Text("Value"))
_MADE: WeakKeyDictionary[ClassScores, dict[tuple[int, float], TakenApart]] = WeakKeyDictionary()
"""What was sorted once, of scores that are still there."""


def class_calibration(snapshot: Snapshot, *, is_live: bool = False) -> Result | None:
    """Return whether probabilities of K classes can be believed, each class against the rest.

    Parameters
    ----------
    snapshot
        With all classes together.
    is_live
        Whether it is shown while somebody waits: no calibrated models are drawn then.

    Returns
    -------
    Result or None
        Of the topic ``calibration``: its table has the Brier score (that of K classes) and the
        log score, each summed over the classes against the rest and taken apart; the table
        ``classes`` has O:E, both scores taken apart, and how many of 100 calibrated models are as
        miscalibrated, of each class; ``calls`` the same of the largest probability against
        being right; and the long table ``calibration`` the isotonic curve of each class. All of
        rows with a probability of every class. None without a score for each class.
    """
    scores, dataset = snapshot.class_scores, snapshot.dataset
    if scores is None or dataset is None or not scores.n_complete:
        return None
    scale = snapshot.inputs.consequences.scale
    one = 1.0 if scale is None else scale.of_one
    is_inside = not math.isnan(one) and _are_inside(scores, one)
    lacking = ARE_THEY if scale is None and is_inside else "" if is_inside else NO_PROBABILITIES
    if scale is None and not is_inside:
        return None
    if scale not in {None, Scale.PROBABILITY, Scale.PERCENT}:
        lacking = NO_PROBABILITIES
    if not lacking and dataset.sampling is Sampling.CASE_CONTROL:
        lacking = CHOSEN
    if lacking:
        word = "asked" if isinstance(lacking, Asked) else "refused"
        return Result(
            "calibration",
            _TITLE,
            facts=(Fact(word, _TITLE, as_text(lacking), {word: str(lacking)}),),
        )
    return _told(snapshot, scores, one, _COLUMNS[:-1] if is_live else _COLUMNS)


def _are_inside(scores: ClassScores, one: float) -> bool:
    known = scores.is_complete
    return all(bool(((column >= 0) & (column <= one))[known].all()) for column in scores.columns)


def _told(
    snapshot: Snapshot, scores: ClassScores, one: float, columns: tuple[Column, ...]
) -> Result:
    n = len(scores.classes)
    made = _MADE.setdefault(scores, {})

    def part(index: int) -> TakenApart:
        """Return a class against the rest; behind the last one the class that is called."""
        if (index, one) not in made:
            made[index, one] = TakenApart.of(*_rows(scores, index, one))
        return made[index, one]

    @cache
    def cells(index: int) -> Mapping[str, Measured]:
        return _numbers(snapshot, part(index), _subjects(snapshot, scores, index, one))

    @cache
    def drawn(index: int) -> Measured:
        if index < n and n > MOST_DRAWN:
            return Measured(math.nan, TOO_MANY)
        known = part(index)
        return Measured(consistency(known.places, known.brier.mcb, SEED, DRAWS).as_bad)

    def cell(row: Row, column: Column) -> Measured:
        index = places[row.id]
        return drawn(index) if column.id == "test" else cells(index)[column.id]

    rows = tuple(Row(name, Given(name)) for name in scores.classes)
    top = (Row("top_label", Text("The largest probability against being right")),)
    places = {row.id: index for index, row in enumerate(rows)}
    sums = _sums(snapshot, [part(index) for index in range(n)])
    return Result(
        "calibration",
        _TITLE,
        (
            Table("calibration", (_VALUE,), _SUMS, lambda row, _one: sums[row.id]),
            Table("classes", columns, rows, cell, Text("Class")),
            Table(
                "calls",
                columns,
                top,
                lambda _row, one: drawn(n) if one.id == "test" else cells(n)[one.id],
                Text("Call"),
            ),
        ),
        tuple(_left_out(scores)),
        long_tables=(LongTable("calibration", _TITLE, _CURVE, lambda: _curve(scores, part)),),
    )


def _rows(
    scores: ClassScores, index: int, one: float
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    if index == len(scores.classes):
        return rows_of_top_label(scores, one)
    return rows_against_rest(scores, index, one)


def _subjects(snapshot: Snapshot, scores: ClassScores, index: int, one: float) -> BySubject | None:
    """Return the rows as they are where subjects were drawn; None elsewhere."""
    dataset = snapshot.dataset
    if dataset is None or dataset.subjects is None:
        return None
    if dataset.sampling is not Sampling.BY_SUBJECT:
        return None
    values, truth = _rows(scores, index, one)
    subjects = dataset.subjects.taken(scores.is_complete)
    return BySubject(values, truth.astype(np.float64), subjects.summed, subjects.n_subjects)


def _numbers(
    snapshot: Snapshot, part: TakenApart, subjects: BySubject | None
) -> Mapping[str, Measured]:
    level, places = snapshot.inputs.intervals.level, part.places
    of_log = {f"log_{name}": getattr(part.log, name) for name in ("mcb", "dsc", "unc")}
    of_brier = {name: getattr(part.brier, name) for name in ("mcb", "dsc", "unc")}
    bare = {name: _bare(value, level) for name, value in (of_brier | of_log).items()}
    return {
        "observed_expected": observed_expected(places, level, subjects),
        "brier": brier_interval(places, level),
        "log_score": log_score_interval(places, level),
        **bare,
    }


def _sums(snapshot: Snapshot, parts: Sequence[TakenApart]) -> Mapping[str, Measured]:
    level = snapshot.inputs.intervals.level
    brier, log = summed([one.brier for one in parts]), summed([one.log for one in parts])
    names = [row.id for row in _SUMS]
    return {name: _bare(value, level) for name, value in zip(names, (*brier, *log), strict=True)}


def _bare(value: float, level: float) -> Measured:
    """Return a number of which no interval holds."""
    return Measured(value, interval=Interval(level, "", math.nan, math.nan, reason=NO_INTERVAL))


def _left_out(scores: ClassScores) -> Sequence[Fact]:
    left = scores.n - scores.n_complete
    if not left:
        return ()
    values = {"n": Count(scores.n_complete), "all": Count(scores.n), "left": Count(left)}
    told = Text("{n} of {all} rows; {left} have no probability of some class", values)
    return (Fact("left_out", Text("rows"), told, {"without_probability": left}),)


def _curve(scores: ClassScores, part: Callable[[int], TakenApart]) -> Sequence[Any]:
    """Return the isotonic curve of each class, at each probability."""
    parts = [part(index) for index in range(len(scores.classes))]
    names = np.repeat(np.array(scores.classes, dtype=object), [len(p.places.values) for p in parts])
    columns = (
        [one.places.values for one in parts],
        [one.places.totals for one in parts],
        [one.places.positives for one in parts],
        [one.fit.at_places() for one in parts],
    )
    return [names.tolist(), *[np.concatenate(one) for one in columns]]
