"""Failures to acquire and to enrol, folded into the error rates of whole transactions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.between_groups.apart import Rate
from evalgui.core.biometrics.failures import with_failures
from evalgui.core.counted_failures import NoFailuresError, rates_of
from evalgui.core.errors import sentence_of
from evalgui.core.intervals.proportions import wilson
from evalgui.core.measured import Asked, Interval, Measured
from evalgui.core.texts import Joined, Symbol, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import SHARE, Fact, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

NOT_MEASURED = {
    "fta_genuine": Asked(phrase("failures to acquire were not measured (--fta K/N)")),
    "fte": Asked(phrase("failures to enrol were not measured (--fte K/N)")),
}
_NEEDS = {
    "frr": ("fta_genuine",),
    "far": ("fta_genuine",),
    "gfrr": ("fta_genuine", "fte"),
    "gfar": ("fta_genuine", "fte"),
}
_WHERE = Text(
    "{names}: Data > Failures to Acquire and Enrol takes counts, or a column that says so"
)
_ROWS = (
    Row("frr", Text("False reject rate, FRR"), SHARE),
    Row("far", Text("False accept rate, FAR"), SHARE),
    Row("gfrr", Text("Generalised false reject rate, GFRR"), SHARE),
    Row("gfar", Text("Generalised false accept rate, GFAR"), SHARE),
    Row("fnmr", Symbol("FNR"), SHARE),
    Row("fmr", Symbol("FPR"), SHARE),
    Row("fta_genuine", Text("Failure to acquire, genuine attempts"), SHARE),
    Row("fta_impostor", Text("Failure to acquire, impostor attempts"), SHARE),
    Row("fte", Text("Failure to enrol"), SHARE),
)


def failures(snapshot: Snapshot, *, is_asked: bool = False) -> Result | None:
    """Return the error rates of transactions at the threshold.

    Parameters
    ----------
    snapshot
        With a threshold of two classes, and failures that were counted.
    is_asked
        Whether each rate is asked for where no failures were counted at all.

    Returns
    -------
    Result or None
        The table ``failures``: ``frr``, ``far``, ``gfrr`` and ``gfar`` by square-and-add over
        the rates, as if these were independent, and the rates themselves. What rests on a rate
        that was not measured asks for it. None where no failures were counted; a fact ``refused``
        where a column does not say what failed.
    """
    point, title = snapshot.point, Text("Error rates of transactions")
    if point is None:
        return None
    try:
        attempts, enrolling = rates_of(snapshot)
    except NoFailuresError as error:
        refused = Fact("refused", title, as_text(sentence_of(error)), {"refused": str(error)})
        return Result("failures", title, facts=(refused,))
    if not (attempts or enrolling or is_asked):
        return None
    level, counts = snapshot.inputs.intervals.level, point.counts
    nothing = Rate(math.nan, 0.0)
    acquiring = [Rate(*one) for one in attempts] or [nothing]
    rates = {
        "fnmr": Rate(float(counts.fn), float(counts.actual_positives)),
        "fmr": Rate(float(counts.fp), float(counts.actual_negatives)),
        "fta_genuine": acquiring[0],
        "fta_impostor": acquiring[-1],
        "fte": nothing if enrolling is None else Rate(*enrolling),
    }
    lacking = {name for name in NOT_MEASURED if not rates[name].n}
    both = acquiring[0], acquiring[-1]
    found = with_failures(rates["fnmr"], rates["fmr"], *both, rates["fte"], level)._asdict()
    cells = {}
    for name, value in found.items():
        missing = [one for one in _NEEDS[name] if one in lacking]
        cells[name] = Measured(math.nan, NOT_MEASURED[missing[0]]) if missing else value
    for name, (k, n) in rates.items():
        why = NOT_MEASURED.get(name.replace("impostor", "genuine"), phrase("no comparisons"))
        interval = Interval(level, phrase("Wilson"), *wilson(k, n, level), (int(n),))
        counted = Measured(k / n, "", (int(k), int(n)), interval) if n else None
        cells[name] = counted or Measured(math.nan, why)
    table = Table("failures", (VALUE,), _ROWS, lambda row, _one: cells[row.id])
    told = Text("the rates are taken as independent of each other")
    facts = [Fact("assumes", Text("assumed"), told)]
    if is_asked and lacking:
        names = tuple(row.title for row in _ROWS if row.id in lacking)
        told = _WHERE.filled({"names": Joined(names, ", ")})
        facts.append(Fact("asked", Text("not measured"), told))
    return Result("failures", title, (table,), tuple(facts))


_ASKED = phrase("failures have to be counted first (--fta K/N, --fte K/N)")

FAILURES = Topic(
    id="failures",
    name=Text("Error rates of transactions"),
    explanation=Text("Failures to acquire and to enrol, folded into FRR, FAR, GFRR and GFAR."),
    make=lambda snapshot, _beside: failures(snapshot),
    live=lambda snapshot: failures(snapshot, is_asked=True),
    lacks=lambda _snapshot: _ASKED,
)
