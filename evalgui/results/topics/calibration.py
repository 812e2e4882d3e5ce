"""Calibration: whether what was foretold happened, in the mean and along the curve."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core import calibrated
from evalgui.core.calibrated import no_probabilities
from evalgui.core.consequences.corp import isotonic
from evalgui.core.consequences.smooth import spline
from evalgui.core.measured import Asked, Measured, Refused
from evalgui.core.texts import Computed, Count, Text
from evalgui.core.vocabulary import phrase
from evalgui.results.apparent import CROSS_FITTED, apparent_of, beside_apparent, without_interval
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
from evalgui.results.topics.measures import VALUE
from evalgui.results.topics.people import without_asked
from evalgui.results.ways import of_scale

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.calibrated import Numbers
    from evalgui.core.consequences.corp import Consistency
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

WEIGHED = Refused(
    phrase("weights with fractions, count tables and rows by subject are not drawn again")
)
AWAITED = Text("is being worked out")
_OF_TESTS = {"likelihood_ratio", "spiegelhalter"}  # which take the probabilities for given
_ICI = Text("Mean distance of the smooth curve (ICI)")
_ECE = Text("Binned calibration error: depends on the bins (ECE)")
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
    Row("ici", _ICI),
    Row("ece", _ECE),
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
    return _told(snapshot, with_draws=with_draws)


def so_far(snapshot: Snapshot) -> Result | None:
    """Return what a window shows: nothing is drawn, or worked out, while somebody waits."""
    if snapshot.ranking is None:
        return class_calibration(snapshot, is_live=True)
    return _told(snapshot, with_draws=calibrated.has_band(snapshot), is_awaited=True)


def _told(snapshot: Snapshot, *, with_draws: bool, is_awaited: bool = False) -> Result | None:
    ranking, dataset = snapshot.ranking, snapshot.dataset
    if ranking is None or dataset is None:
        return class_calibration(snapshot)
    lacking = no_probabilities(snapshot)
    title = Text("Calibration")
    if lacking:
        if snapshot.inputs.consequences.scale is None and not isinstance(lacking, Asked):
            return None
        word = "asked" if isinstance(lacking, Asked) else "refused"
        fact = Fact(word, title, Text(str(lacking)), {word: str(lacking)}, of_scale(snapshot))
        return Result("calibration", title, facts=(fact,))
    if not ranking.table.n:
        return None
    if is_awaited and not calibrated.has_numbers(snapshot):
        return Result("calibration", title, facts=(Fact("awaited", title, AWAITED),))
    found, is_made = calibrated.numbers(snapshot), ranking.score.apparent is not None
    cells, facts = dict(found.measured), list(_left_out(found))
    if is_made:
        known_cells = cells.items()
        cells = {one: without_interval(cell) for one, cell in known_cells if one not in _OF_TESTS}
        facts.append(CROSS_FITTED)
    elif with_draws and not calibrated.is_asked(snapshot):
        drawn = calibrated.band(snapshot)
        cells["test"] = Measured(math.nan, WEIGHED) if drawn is None else Measured(drawn.as_bad)
        facts += [] if drawn is None else _of_calibrated(drawn)
    known, asked = without_asked([row for row in _ROWS if row.id in cells], cells)
    table = Table("calibration", (VALUE,), known, lambda row, _one: cells[row.id])
    if is_made:
        apparent = apparent_of(snapshot)
        is_known = apparent is not None and (not is_awaited or calibrated.has_numbers(apparent))
        of_all = apparent if is_known else None
        table = beside_apparent(table, lambda one: calibrated.numbers(one).measured, of_all)
    curve = LongTable("calibration", title, _CURVE, lambda: _curve(snapshot))
    return Result("calibration", title, (table,), (*asked, *facts), long_tables=(curve,))


def _left_out(found: Numbers) -> Iterator[Fact]:
    """Return how many rows have no logit, and take no part in slope and smooth curve."""
    left = found.n - found.n_inside
    if not left:
        return
    values = {"n": Count(found.n_inside), "all": Count(found.n), "left": Count(left)}
    told = Text("intercept, slope and smooth curve: {n} of {all} rows; {left} had 0 or 1", values)
    yield Fact("left_out", Text("rows"), told, {"without_logit": int(left)})


def as_bad(drawn: Consistency) -> Text:
    """Return in how many calibrated models so much miscalibration arises, as a sentence."""
    return Text(
        "this much miscalibration arises in {k} of 100 calibrated models of this size",
        {"k": of_100(drawn.as_bad)},
    )


def of_100(share: float) -> Told:
    """Return how many of 100 a share is: never none, or all, where it only comes near."""
    k = round(100 * share)
    if k == 0 < share:
        return Text("fewer than 1")
    return Text("more than 99") if share < 1 and k == 100 else Count(k)


def _of_calibrated(drawn: Consistency) -> Iterator[Fact]:
    """Return what calibrated models show: how often so much, and how far their curves are."""
    values = {"draws": drawn.draws, "seed": calibrated.SEED}
    yield Fact("test", Text("calibration"), as_bad(drawn), values)
    for name, title, of_draws in (("ici", _ICI, drawn.ici), ("ece", _ECE, drawn.ece)):
        if len(of_draws):
            mean, most = usual(of_draws)
            told = Text(
                "of calibrated models of this size {mean}, up to {most} in 95 of 100",
                {"mean": Computed(mean), "most": Computed(most)},
            )
            of_both = {f"{name}_of_calibrated": {"mean": mean, "p95": most, "draws": len(of_draws)}}
            yield Fact(f"{name}_of_calibrated", title, told, of_both)


def usual(of_draws: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of what draws show, and their 95th percentile (type 7)."""
    return float(of_draws.mean()), float(np.quantile(of_draws, 0.95))


def _curve(snapshot: Snapshot) -> Sequence[NDArray[np.float64]]:
    places, known = calibrated.as_they_are(snapshot), calibrated.places_of(snapshot)
    lines = [np.full(len(places.values), math.nan) for _ in range(4)]
    if not calibrated.is_asked(snapshot):
        inside = (places.values > 0) & (places.values < 1)
        smooth = spline(known, places.values[inside], snapshot.inputs.intervals.level)
        lines[0][:] = isotonic(known).at_places()
        lines[1][inside] = smooth.risk
        if not calibrated.is_by_subject(snapshot):
            lines[2][inside], lines[3][inside] = smooth.lower, smooth.upper
    return [places.values, places.totals, places.positives, *lines]


CALIBRATION = Topic(
    id="calibration",
    name=Text("Calibration"),
    explanation=Text(
        "Whether as many were positive as was foretold: the mean, the slope, the curve."
    ),
    make=lambda snapshot, _beside: calibration(snapshot),
    live=so_far,
    rows=_ROWS,
    quick=lambda snapshot: calibration(snapshot, with_draws=False),
    follows_threshold=False,
    is_awaited=lambda snapshot: calibrated.next_part(snapshot) is not None,
)
