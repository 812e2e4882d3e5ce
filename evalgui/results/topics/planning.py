"""Planning: how many rows a study needs, and what those at hand can support."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from evalgui.core.measured import Measured
from evalgui.core.planning import (
    NOTHING_SAID,
    Sizes,
    answer,
    needed,
    supported,
    supports,
    wanted,
)
from evalgui.core.texts import Share, Text
from evalgui.results.result import COUNT, TEXT, Column, Fact, Kind, Result, Row, Table
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from evalgui.core.planning import Assumed, Planned, Question, SampleSize, Support
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told
    from evalgui.results.topic import Beside

EXPECTED = 0.9
"""What is expected of measures that are good when high, where nobody says."""

NEEDED = (
    Column("n", Text("Needed"), COUNT, keys={"number": "n"}),
    Column("n_positive", Text("{Actual_positives}"), COUNT, keys={"number": "n_positive"}),
    Column("n_negative", Text("{Actual_negatives}"), COUNT, keys={"number": "n_negative"}),
    Column("formula", Text("Formula"), TEXT, keys={"said": "formula"}),
)
_RATE = Kind(is_share=True)
SUPPORTED = (
    Column("n", Text("How many it counts"), COUNT, Text("n"), {"number": "n"}),
    Column("se", Text("Standard error"), _RATE, keys={"number": "se"}),
    Column("width", Text("Width of interval"), _RATE, keys={"number": "width"}),
    Column("lower", Text("Lower limit"), _RATE, keys={"number": "lower", "why": "undefined"}),
    Column(
        "claim",
        Text("Without an error, below"),
        _RATE,
        keys={"number": "claim", "why": "undefined"},
    ),
)
_OF_SUPPORT = {"se": "error", "width": "width", "lower": "limit", "claim": "claim"}


@dataclass(frozen=True, slots=True)
class SupportRow(Row):
    """The row of what data can support of one measure.

    Parameters
    ----------
    support
        What that is.
    """

    support: Support = field(kw_only=True)


def needs(question: Question) -> Result:
    """Return how many rows a study needs.

    Parameters
    ----------
    question
        What is wanted.

    Returns
    -------
    Result
        Facts: what is ``wanted``, how many are ``needed``, the ``formula`` with the numbers in it,
        and what it ``assumes``, one each. The one row of table ``needed`` holds the numbers, NaN
        where nothing says how many of a class are among them, and the formula.

    Raises
    ------
    DataError
        If nothing sensible is asked, in words.
    """
    found = answer(question)
    facts = (
        Fact("wanted", wanted(question)),
        Fact("needed", needed(found)),
        Fact("formula", found.formula),
        *(Fact("assumes", one) for one in found.assumes),
    )
    row = Row("needed", question.measure.title)
    table = Table(
        "needed",
        NEEDED,
        (row,),
        partial(_needed, found),
        Text("Measure"),
        text=partial(_formula, found),
    )
    return Result("planning", Text("Sample size"), (table,), facts)


def _needed(found: SampleSize, _row: Row, column: Column) -> Measured | None:
    if column.id == "formula":
        return None
    n = getattr(found, column.id)
    return Measured(math.nan if n is None else n)


def _formula(found: SampleSize, _row: Row, column: Column) -> Told | None:
    return found.formula if column.id == "formula" else None


def support(
    sizes: Sizes,
    expected: float | None,
    level: float,
    measure: Planned | None = None,
    assumed: Assumed = NOTHING_SAID,
) -> Result:
    """Return what data of a size can support.

    Parameters
    ----------
    sizes
        What they count.
    expected
        The value that is expected of every measure that is good when high; None where claims
        alone are asked for.
    level
        The confidence.
    measure
        The one that is asked about; None for all that rest on nothing but the expected value.
    assumed
        What is assumed of the scores, where a measure rests on that.

    Returns
    -------
    Result
        Table ``supports`` with a row for each measure: ``n``, how many it counts; of error rates
        ``claim``, what can be claimed where no error is seen; of all others ``se``, ``width`` of
        the two-sided interval and ``lower``, the one-sided limit, each a proportion, NaN with a
        reason. A note says the same in one sentence.

    Raises
    ------
    DataError
        If the value or the level is none, in words.
    """
    rows = tuple(
        SupportRow(one.measure.id, one.measure.title, support=one)
        for one in supported(sizes, expected, level, measure, assumed)
    )

    def note(row: Row) -> Told:
        assert isinstance(row, SupportRow)  # noqa: S101 - its own rows
        return supports(row.support, expected, level)

    title = Text("What so many rows can support, at {level}", {"level": Share(level)})
    if sizes.of_subjects:
        title = Text(
            "What so many subjects, each counted once, can support, at {level}",
            {"level": Share(level)},
        )
    table = Table("supports", SUPPORTED, rows, _supported, Text("Measure"), note=note)
    return Result("planning", title, (table,))


def _supported(row: Row, column: Column) -> Measured | None:
    assert isinstance(row, SupportRow)  # noqa: S101 - its own rows
    found = row.support
    if column.id == "n":
        return Measured(found.n)
    if found.measure.is_error_rate is not (column.id == "claim"):
        return None
    if found.measure.rests_on and math.isnan(getattr(found, _OF_SUPPORT[column.id])):
        return Measured(math.nan, found.reason) if column.id == "lower" and found.reason else None
    return Measured(getattr(found, _OF_SUPPORT[column.id]), found.reason)


def sizes_of(snapshot: Snapshot) -> Sizes | None:
    """Return what the open data count; None where no class stands against the rest.

    Nor where rows have weights with fractions, which are no counts.
    """
    dataset = snapshot.dataset
    if snapshot.point is None or (dataset is not None and dataset.is_weighted):
        return None
    return Sizes.at(snapshot.point.counts, snapshot.subjects)


def spread_of(snapshot: Snapshot) -> tuple[float, float] | None:
    """Return mean and SD of logit p of the open data, where scores were declared probabilities."""
    from evalgui.core.calibrated import no_probabilities
    from evalgui.core.consequences.places import Places
    from evalgui.core.planning.expected import spread_of as of_places

    ranking, scale = snapshot.ranking, snapshot.inputs.consequences.scale
    if ranking is None or scale is None or ranking.table.is_weighted or no_probabilities(snapshot):
        return None
    return of_places(Places.of_steps(ranking.table.steps, scale.of_one))


def _make(snapshot: Snapshot, beside: Beside) -> Result | None:
    if beside.question is not None:
        return needs(beside.question)
    sizes = sizes_of(snapshot)
    return None if sizes is None else support(sizes, EXPECTED, snapshot.inputs.intervals.level)


PLANNING = Topic(
    id="planning",
    name=Text("Sample size"),
    explanation=Text("How many rows a study needs, or what those at hand can support."),
    make=_make,
)
