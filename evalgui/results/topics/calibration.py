"""Calibration: whether what was foretold happened, in the mean and along the curve."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.consequences.corp import binned, consistency, decompose, isotonic
from evalgui.core.consequences.logistic import (
    BySubject,
    brier_interval,
    linear,
    log_score_interval,
    observed_expected,
    scaled_brier,
    spiegelhalter,
)
from evalgui.core.consequences.people import ASKED
from evalgui.core.consequences.places import Places
from evalgui.core.consequences.smooth import distances, spline
from evalgui.core.measured import Asked, Interval, Measured, Refused
from evalgui.core.probabilities import Probabilities
from evalgui.core.sampling import Sampling
from evalgui.core.tabulation import probabilities_of
from evalgui.core.texts import Count, Text
from evalgui.results.class_calibration import class_calibration
from evalgui.results.result import (
    COUNT,
    P_VALUE,
    SHARE,
    Column,
    Fact,
    LongTable,
    Result,
    Row,
    Table,
)
from evalgui.results.topic import Topic
from evalgui.results.topics.decision_curve import no_probabilities
from evalgui.results.topics.measures import VALUE
from evalgui.results.topics.people import without_asked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.consequences.corp import Consistency, Isotonic
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

SEED, DRAWS = 1, 1_000
MOVED = "at a typed prevalence: no interval that holds"
WEIGHED = Refused("weights with fractions, or a count table, are not drawn again")
NO_INTERVAL = "no interval of it holds"
_OF_SHARE = (
    *("observed_expected", "in_the_large", "intercept", "brier", "scaled_brier", "log_score"),
    *("mcb", "dsc", "unc", "ici", "ece", "spiegelhalter", "likelihood_ratio", "test"),
)
"""What depends on the share of positives: all but the slope."""

_ROWS = (
    Row("observed_expected", Text("Observed : expected")),
    Row("in_the_large", Text("Calibration in the large")),
    Row("intercept", Text("Intercept, slope free")),
    Row("slope", Text("Calibration slope")),
    Row("brier", Text("Brier score")),
    Row("scaled_brier", Text("Scaled Brier score")),
    Row("mcb", Text("Miscalibration (MCB)")),
    Row("dsc", Text("Discrimination (DSC)")),
    Row("unc", Text("Uncertainty (UNC)")),
    Row("log_score", Text("Log score, in nats")),
    Row("test", Text("Calibrated models at least as miscalibrated"), SHARE),
    Row("likelihood_ratio", Text("p of intercept 0 and slope 1"), P_VALUE),
    Row("spiegelhalter", Text("Spiegelhalter's z")),
    Row("ici", Text("Mean distance of the smooth curve (ICI)")),
    Row("ece", Text("Binned calibration error: depends on the bins (ECE)")),
)
_CURVE = (
    Column("probability", Text("Probability"), SHARE),
    Column("n", Text("Rows"), COUNT),
    Column("positives", Text("{Actual_positives}"), COUNT),
    Column("calibrated", Text("Isotonic curve"), SHARE),
    Column("smooth", Text("Smooth curve"), SHARE),
    Column("smooth_low", Text("Smooth curve, low"), SHARE),
    Column("smooth_high", Text("Smooth curve, high"), SHARE),
)


def calibration(snapshot: Snapshot, *, with_draws: bool = True) -> Result | None:
    """Return whether what was foretold happened.

    Parameters
    ----------
    snapshot
        With a score that was declared a probability.
    with_draws
        Whether to draw calibrated models, which takes a while: the row ``test`` is of these.

    Returns
    -------
    Result or None
        The table ``calibration`` in the order of Van Calster and others 2016: the mean, the
        slope, the curve, and last what depends on bins; the long table ``calibration``, the
        curves at each probability. In a case-control file all but the slope needs a typed
        prevalence. Of scores that are no probabilities the fact ``refused`` or ``asked`` says so.
        Of three classes and more together it is `class_calibration`. None without a score, and for
        scores outside [0, 1] that nobody declared to be anything.
    """
    ranking, dataset = snapshot.ranking, snapshot.dataset
    if ranking is None or dataset is None:
        return class_calibration(snapshot)
    lacking = no_probabilities(snapshot)
    title = Text("Calibration")
    if lacking:
        if snapshot.inputs.consequences.scale is None and not isinstance(lacking, Asked):
            return None
        word = "asked" if isinstance(lacking, Asked) else "refused"
        fact = Fact(word, title, Text(str(lacking)), {word: str(lacking)})
        return Result("calibration", title, facts=(fact,))
    if not ranking.table.n:
        return None
    if ranking.table.is_weighted:
        places = Places.of(_data(snapshot))
    else:
        scale = snapshot.inputs.consequences.scale
        places = Places.of_steps(ranking.table.steps, 1.0 if scale is None else scale.of_one)
    cells, facts = _numbers(snapshot, places, with_draws=with_draws)
    known, asked = without_asked([row for row in _ROWS if row.id in cells], cells)
    table = Table("calibration", (VALUE,), known, lambda row, _one: cells[row.id])
    curve = LongTable("calibration", title, _CURVE, lambda: _curve(places, _level(snapshot)))
    return Result("calibration", title, (table,), (*asked, *facts), long_tables=(curve,))


def _level(snapshot: Snapshot) -> float:
    return snapshot.inputs.intervals.level


def _data(snapshot: Snapshot) -> Probabilities:
    """Return the rows with their probabilities, in [0, 1]."""
    dataset, ranking, scale = snapshot.dataset, snapshot.ranking, snapshot.inputs.consequences.scale
    assert dataset is not None  # noqa: S101 - who calls it has looked
    assert ranking is not None  # noqa: S101 - likewise
    found = probabilities_of(dataset, ranking.score, snapshot.positive)
    one = 1.0 if scale is None else scale.of_one
    return (
        found if one == 1.0 else Probabilities(found.values / one, found.is_positive, found.weights)
    )


def _subjects(snapshot: Snapshot, *, inside: bool) -> BySubject | None:
    """Return the rows as they are where subjects were drawn; None elsewhere."""
    dataset, ranking = snapshot.dataset, snapshot.ranking
    if dataset is None or ranking is None or dataset.subjects is None:
        return None
    if dataset.sampling is not Sampling.BY_SUBJECT or dataset.row_counts is not None:
        return None
    data = _data(snapshot)
    known = ~np.isnan(np.asarray(ranking.score.values, dtype=np.float64))
    if inside:
        known[known] = (data.values > 0) & (data.values < 1)
    subjects = dataset.subjects.taken(known)
    kept = (data.values > 0) & (data.values < 1) if inside else slice(None)
    truth = data.is_positive[kept].astype(np.float64)
    return BySubject(data.values[kept], truth, subjects.summed, subjects.n_subjects)


def _numbers(
    snapshot: Snapshot, places: Places, *, with_draws: bool
) -> tuple[Mapping[str, Measured], Sequence[Fact]]:
    dataset, level = snapshot.dataset, _level(snapshot)
    assert dataset is not None  # noqa: S101 - who calls it has looked
    typed = snapshot.inputs.intervals.prevalence
    by_class = 0 < places.n_positive < places.n
    of_line = linear(places, level, _subjects(snapshot, inside=True))
    facts = list(_left_out(places, of_line.n))
    if dataset.sampling is Sampling.CASE_CONTROL and typed is None:
        cells = dict.fromkeys(_OF_SHARE, Measured(math.nan, ASKED))
        return {**cells, "slope": of_line.slope}, facts
    moves = typed is not None and by_class and dataset.sampling is Sampling.CASE_CONTROL
    known = places.at_prevalence(typed) if moves and typed is not None else places
    if moves:
        of_line = linear(known, level)._replace(slope=of_line.slope)
    fit = isotonic(known)
    of_brier = decompose(known, fit)
    smooth = spline(known, known.inside.values, level)
    ici = math.nan if smooth.reason else distances(known.inside, smooth.risk).ici
    found = {
        "observed_expected": observed_expected(known, level, _subjects(snapshot, inside=False)),
        "in_the_large": of_line.in_the_large,
        "intercept": of_line.intercept,
        "slope": of_line.slope,
        "brier": brier_interval(known, level),
        "scaled_brier": scaled_brier(known, level),
        **{name: _bare(getattr(of_brier, name), level) for name in ("mcb", "dsc", "unc")},
        "log_score": log_score_interval(known, level),
        "likelihood_ratio": Measured(of_line.p, of_line.slope.reason),
        "spiegelhalter": Measured(spiegelhalter(known), "no probability says anything"),
        "ici": _bare(ici, level, smooth.reason),
        "ece": _bare(binned(known).ece, level),
    }
    if moves:
        for name in _OF_SHARE:
            if name in found and found[name].interval is not None:
                none = Interval(level, "", math.nan, math.nan, reason=MOVED)
                found[name] = found[name]._replace(interval=none)
    drawn = _as_bad(known, of_brier.mcb, facts) if with_draws else {}
    return {**found, **drawn}, facts


def _bare(value: float, level: float, reason: str = "") -> Measured:
    """Return a number of which no interval holds."""
    none = Interval(level, "", math.nan, math.nan, reason=NO_INTERVAL)
    return Measured(value, reason, interval=none)


def _left_out(places: Places, n: int) -> Sequence[Fact]:
    """Return how many rows have no logit, and take no part in slope and smooth curve."""
    left = places.n - n
    if not left:
        return ()
    values = {"n": Count(n), "all": Count(places.n), "left": Count(left)}
    told = Text("intercept, slope and smooth curve: {n} of {all} rows; {left} had 0 or 1", values)
    return (Fact("left_out", Text("rows"), told, {"without_logit": int(left)}),)


def _as_bad(places: Places, mcb: float, facts: list[Fact]) -> Mapping[str, Measured]:
    """Return in what share of calibrated models so much miscalibration arises."""
    if not np.issubdtype(np.asarray(places.totals).dtype, np.integer):
        return {"test": Measured(math.nan, WEIGHED)}
    drawn: Consistency = consistency(places, mcb, SEED, DRAWS)
    told = Text(
        "this much miscalibration arises in {k} of 100 calibrated models of this size",
        {"k": _of_100(drawn.as_bad)},
    )
    facts.append(Fact("test", Text("calibration"), told, {"draws": DRAWS, "seed": SEED}))
    return {"test": Measured(drawn.as_bad)}


def _of_100(share: float) -> Told:
    """Return how many of 100 a share is: never none, or all, where it only comes near."""
    k = round(100 * share)
    if k == 0 < share:
        return Text("fewer than 1")
    return Text("more than 99") if share < 1 and k == 100 else Count(k)


def _curve(places: Places, level: float) -> Sequence[NDArray[np.float64]]:
    fit: Isotonic = isotonic(places)
    known = (places.values > 0) & (places.values < 1)
    smooth = spline(places, places.values[known], level)
    lines = []
    for line in (smooth.risk, smooth.lower, smooth.upper):
        column = np.full(len(places.values), math.nan)
        column[known] = line
        lines.append(column)
    return [places.values, places.totals, places.positives, fit.at_places(), *lines]


def _live(snapshot: Snapshot) -> Result | None:
    """Return what a window shows: of several classes nothing is drawn while somebody waits."""
    if snapshot.ranking is None:
        return class_calibration(snapshot, is_live=True)
    return calibration(snapshot)


CALIBRATION = Topic(
    id="calibration",
    name=Text("Calibration"),
    explanation=Text(
        "Whether as many were positive as was foretold: the mean, the slope, the curve."
    ),
    make=lambda snapshot, _beside: calibration(snapshot),
    live=_live,
    is_of_snapshot=False,
    rows=_ROWS,
    quick=lambda snapshot: calibration(snapshot, with_draws=False),
    follows_threshold=False,
)
