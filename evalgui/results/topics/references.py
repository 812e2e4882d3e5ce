"""Truth that is missing, or errs: what a test is worth all the same."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.intervals.proportions import UNDEFINED, wilson
from evalgui.core.measured import Interval, Measured
from evalgui.core.metrics import metric_by_id
from evalgui.core.references import Crossed, begg_greenes, imperfect, prevalence, verified_at
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Computed, Count, Name, Text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import SHARE, Column, Fact, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.snapshot import Snapshot

CASE_CONTROL = phrase(
    "where the truth decided who is in the file, it is no question who was verified"
)
OF_SUBJECTS = phrase("no interval that holds where subjects were drawn")
OF_WEIGHTS = phrase("no interval that holds where rows have weights")
DEPENDENT = phrase("errors of test and reference cannot be independent here")
_RATES = {one: Name(metric_by_id(one)) for one in ("TPR", "TNR")}
_VERIFIED = (
    Row(
        "sensitivity",
        Text("Corrected {TPR}", _RATES),
        SHARE,
    ),
    Row(
        "specificity",
        Text("Corrected {TNR}", _RATES),
        SHARE,
    ),
    Row("missing_called", Text("No truth, of those called"), SHARE),
    Row("missing_others", Text("No truth, of the others"), SHARE),
)
_LEAST = Column("least", Text("at least"), SHARE, keys={"number": "least"})
_MOST = Column("most", Text("at most"), SHARE, keys={"number": "most"})
_IMPERFECT = (
    Row("prevalence", Text("Prevalence"), SHARE),
    Row(
        "sensitivity",
        Text("{TPR}, if independent", _RATES),
        SHARE,
    ),
    Row(
        "specificity",
        Text("{TNR}, if independent", _RATES),
        SHARE,
    ),
)


def references(snapshot: Snapshot) -> Result | None:
    """Return what a test is worth where its reference is missing for some, or errs.

    Parameters
    ----------
    snapshot
        With a threshold, or calls, of two classes; rows without a truth, or the accuracy of the
        reference that was typed.

    Returns
    -------
    Result or None
        The table ``verified``: sensitivity and specificity by Begg and Greenes, which take for
        granted that whose truth is known depends on the call alone, and how often it is missing
        in either; the table ``imperfect``: the prevalence, sensitivity and specificity if errors
        of test and reference are independent, and between which bounds the two lie whatever the
        dependence. None where truth is missing nowhere and nothing was typed.

    References
    ----------
    Begg and Greenes 1983 (Biometrics 39:207); Rogan and Gladen 1978 (Am J Epidemiol 107:71);
    Staquet and others 1981 (J Chronic Dis 34:599).
    """
    if snapshot.point is None or snapshot.dataset is None or lacks(snapshot):
        return None
    title = Text("Missing or imperfect truth")
    if snapshot.dataset.sampling is Sampling.CASE_CONTROL:
        why = Fact("refused", title, Text(CASE_CONTROL), {"refused": CASE_CONTROL})
        return Result("references", title, facts=(why,))
    found = tuple(filter(None, (_verified(snapshot), _imperfect(snapshot))))
    return Result("references", title, found, tuple(_facts(snapshot)))


def _verified(snapshot: Snapshot) -> Table | None:
    counts = verified_at(snapshot)
    if counts is None:
        return None
    level = snapshot.inputs.intervals.level
    sensitivity, specificity = (_of_rows(one, snapshot) for one in begg_greenes(counts, level))
    missing = counts.called - counts.verified_called
    cells = {
        "sensitivity": sensitivity,
        "specificity": specificity,
        "missing_called": _share(missing, counts.called, snapshot),
        "missing_others": _share(counts.missing - missing, counts.n - counts.called, snapshot),
    }
    return Table("verified", (VALUE,), _VERIFIED, lambda row, _column: cells[row.id])


def _share(k: int, n: int, snapshot: Snapshot) -> Measured:
    if not n:
        return Measured(math.nan, "0/0")
    level = snapshot.inputs.intervals.level
    interval = Interval(level, phrase("Wilson"), *wilson(k, n, level), (n,))
    return _of_rows(Measured(k / n, "", (k, n), interval), snapshot)


def _of_rows(one: Measured, snapshot: Snapshot) -> Measured:
    """Return a number without the interval of independent rows, where they are none."""
    assert snapshot.dataset is not None  # noqa: S101 - who calls it has looked
    of_subjects = snapshot.dataset.sampling is Sampling.BY_SUBJECT
    if one.interval is None or not (of_subjects or snapshot.dataset.is_weighted):
        return one
    why = OF_SUBJECTS if of_subjects else OF_WEIGHTS
    return one._replace(interval=Interval(one.interval.level, "", *UNDEFINED, reason=why))


def _imperfect(snapshot: Snapshot) -> Table | None:
    said, point = snapshot.inputs.consequences.reference, snapshot.point
    if said is None or point is None:
        return None
    counts = point.counts
    crossed = Crossed(*(float(one) for one in (counts.tp, counts.fp, counts.fn, counts.tn)))
    found = imperfect(crossed, *said)
    level = snapshot.inputs.intervals.level
    by_reference = crossed.both + crossed.reference_only
    share = _of_rows(prevalence(by_reference, crossed.n, *said, level), snapshot)
    if found.reason:
        share = Measured(math.nan, found.reason)
    values = {
        "prevalence": share,
        "sensitivity": _if_independent(found.sensitivity, found.reason),
        "specificity": _if_independent(found.specificity, found.reason),
    }
    bounds = {"sensitivity": found.sensitivity_bounds, "specificity": found.specificity_bounds}

    def cell(row: Row, column: Column) -> Measured | None:
        if column is VALUE:
            return values[row.id]
        if row.id not in bounds:
            return None
        return Measured(bounds[row.id][column is _MOST], found.reason)

    return Table("imperfect", (VALUE, _LEAST, _MOST), _IMPERFECT, cell)


def _if_independent(value: float, reason: str) -> Measured:
    if reason or 0 <= value <= 1:
        return Measured(value, reason)
    return Measured(math.nan, DEPENDENT)


def _facts(snapshot: Snapshot) -> Iterator[Fact]:
    counts, said = verified_at(snapshot), snapshot.inputs.consequences.reference
    if counts is not None:
        told = Text(
            "whose truth is known depends on the call alone (Begg and Greenes 1983);"
            " {n} rows with a call lack it",
            {"n": Count(counts.missing)},
        )
        yield Fact("assumes", Text("assumed"), told, {"n_missing": counts.missing})
    if said is not None:
        values = {"TPR": Computed(said[0]), "TNR": Computed(said[1])}
        told = Text("its sensitivity is {TPR}, its specificity {TNR}, taken as known", values)
        yield Fact("reference", Text("the reference"), told, {"reference": list(said)})
        told = Text(
            "values are those of errors of test and reference that are independent;"
            " the bounds hold however they depend on each other"
        )
        yield Fact("bounds", Text("bounds"), told)


def lacks(snapshot: Snapshot) -> str:
    """Return what has to be said, or be missing, before there is anything to say."""
    if snapshot.inputs.consequences.reference is not None or verified_at(snapshot) is not None:
        return ""
    return _ASKED


_ASKED = phrase(
    "no row that is called lacks its truth; how often the reference errs can be said"
    " (--reference-accuracy SE/SP)"
)

REFERENCES = Topic(
    id="references",
    name=Text("Missing or imperfect truth"),
    explanation=Text("What the test is worth where the truth is missing for some, or errs."),
    make=lambda snapshot, _beside: references(snapshot),
    lacks=lacks,
)
