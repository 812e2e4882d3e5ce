"""How stable a rule is: where it lands when rows are drawn again, and what new rows make of it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.measured import Interval, Measured
from evalgui.core.metrics import METRICS
from evalgui.core.texts import Computed, Given, Share, Text, as_text
from evalgui.core.thresholds import in_units
from evalgui.results.result import THRESHOLD, Column, Fact, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import EXPECTED, VALUE, row_of
from evalgui.results.topics.rules import RuleName

if TYPE_CHECKING:
    from evalgui.core.dataset import Score
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.stability import Stability

APPARENT = Column("apparent", Text("on these rows"), keys={"number": "apparent"})
_OUT_OF_BAG = replace(EXPECTED, keys={"number": EXPECTED.id})
_OF_LIMITS = {one: one for one in ("low", "high", "level", "method")}
_OF_LIMITS |= {"no_interval": "undefined"}
_CHOSEN_ON_ALL = replace(VALUE, keys=_OF_LIMITS)
ENDS = (
    Column("low", Text("from"), THRESHOLD, keys={"number": "low"}),
    Column("high", Text("to"), THRESHOLD, keys={"number": "high"}),
)
CHOSEN = Row("threshold", Text("Threshold"), THRESHOLD)
_EXPECTED = Text("its mean out of bag, beside each measure")
_FLAT = Text("Within one standard error of the best")
OF_MEASURES = tuple(map(row_of, METRICS))


def stability(found: Stability, score: Score, snapshot: Snapshot) -> Result:
    """Return how stable the choice of a rule is.

    Parameters
    ----------
    found
        What became of the rule where rows were drawn again.
    score
        On whose values it chose.
    snapshot
        Whose level and parameters of measures hold.

    Returns
    -------
    Result
        Facts ``rule``, ``drawn``, ``standard_error``, ``limits`` (their level and method) and
        ``expected``; tables ``threshold``, the one that is chosen on all rows, with the
        percentile interval of those that were chosen again;
        ``flat``, between which thresholds what the rule looks for is within one standard error
        of its best, in the units of the score, without rows where it looks for something else;
        and ``measures``, each on the rows of the choice and as it is to be expected of new ones.
    """
    from evalgui.core.bootstrap.limits import METHODS, percentile  # when it is asked for

    choice, inputs = found.choice, snapshot.inputs
    level, parameters = inputs.intervals.level, inputs.parameters
    low, high, reason = percentile(found.thresholds, level)
    ends = (_placed(low, score), _placed(high, score))
    interval = Interval(level, METHODS["percentile"], *ends, reason=reason)
    limits = {"level": Share(level), "method": as_text(interval.method)}
    value = math.nan if choice.threshold is None else _placed(choice.threshold, score)
    threshold = Measured(value, choice.undefined, None, interval)
    flat = [[_placed(end, score) for end in run] for run in found.flat]
    runs = tuple(Row(f"flat_{n}", _FLAT) for n in range(1, len(flat) + 1))

    def of_run(row: Row, column: Column) -> Measured:
        return Measured(flat[runs.index(row)][ENDS.index(column)])

    def of_measure(row: Row, column: Column) -> Measured:
        told = found.apparent if column is APPARENT else found.expected
        return Measured(told(METRICS.ids[row.id], parameters))

    rule = {"rule": choice.rule.id, "parameters": dict(choice.parameters)}
    n, seed = found.n_replicates, found.seed
    drawn = Text("{n} replicates, seed {seed}", {"n": n, "seed": Given(str(seed))})
    error = None if math.isnan(found.error) else Computed(found.error)
    facts = (
        Fact("rule", Text("Rule"), RuleName(choice.rule), rule),
        Fact("drawn", Text("Drawn again"), drawn, {"replicates": n, "seed": seed}),
        Fact(
            "standard_error",
            Text("Standard error of what it looks for"),
            Text("not known") if error is None else error,
            {"standard_error": found.error},
        ),
        Fact("limits", Text("Limits"), Text("{level}, {method}", limits)),
        Fact("expected", Text("What to expect on new {rows}"), _EXPECTED),
    )
    tables = (
        Table("threshold", (_CHOSEN_ON_ALL,), (CHOSEN,), lambda _row, _column: threshold),
        Table("flat", ENDS, runs, of_run),
        Table("measures", (APPARENT, _OUT_OF_BAG), OF_MEASURES, of_measure, Text("Measure")),
    )
    return Result("stability", Text("How stable the rule is"), tables, facts)


def _placed(value: float, score: Score) -> float:
    """Return a threshold in the units of its score; NaN and infinities as they are."""
    return in_units(value, score) if math.isfinite(value) else value


STABILITY = Topic(
    id="stability",
    name=Text("Stability of the rule"),
    explanation=Text("Where the rule lands when rows are drawn again, and what to expect then."),
    make=lambda shown, _beside: (
        None
        if shown.stability is None or shown.score is None
        else stability(shown.stability, shown.score, shown)
    ),
)
