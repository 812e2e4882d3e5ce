"""A grey zone: what its three zones hold, and what counting it one way or the other does."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from evalgui.core.grey_zone import grey_ends, grey_zone
from evalgui.core.measured import Interval, Measured
from evalgui.core.metrics import METRICS
from evalgui.core.texts import Name, Symbol, Text
from evalgui.core.thresholds import in_units
from evalgui.core.vocabulary import phrase
from evalgui.core.weights import NO_COUNTS
from evalgui.results.result import COUNT, SHARE, THRESHOLD, Column, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE, kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.counts import Counts
    from evalgui.core.grey_zone import Zone
    from evalgui.core.snapshot import Snapshot

ENDS = (
    Row("low", Text("Grey zone, low end"), THRESHOLD),
    Row("high", Text("Grey zone, high end"), THRESHOLD),
)
ZONES = (
    Row("positive", Text("{predicted_positives}")),
    Row("grey", Text("indeterminate")),
    Row("negative", Text("{predicted_negatives}")),
)
OF_ZONE = (
    Column("positives", Text("{actual_positives}"), COUNT, keys={"number": "positives"}),
    Column("negatives", Text("{actual_negatives}"), COUNT, keys={"number": "negatives"}),
    Column("n", Text("rows"), COUNT, keys={"number": "n"}),
    Column("share", Text("share"), SHARE, keys={"finite": "share"}),
    Column(
        "positive_share",
        Text("share of {actual_positives}"),
        SHARE,
        keys={"finite": "positive_share"},
    ),
    Column("likelihood_ratio", Text("likelihood ratio"), keys={"limited": "likelihood_ratio"}),
)
WAYS = (
    Row("grey_as_positive", Text("as {predicted_positives}")),
    Row("grey_as_negative", Text("as {predicted_negatives}")),
    Row("without_grey", Text("left out")),
)
COUNTS = tuple(
    Column(name, Text(title), COUNT, keys={"number": f"counts.{name}"})
    for name, title in (("tp", "{TP}"), ("fp", "{FP}"), ("fn", "{FN}"), ("tn", "{TN}"))
)
RATES = ("TPR", "TNR", "PPV", "NPV", "ACC")
OF_WAY = (
    *COUNTS,
    *(
        Column(
            metric.id,
            Name(metric),
            kind_of(metric),
            Symbol(metric.id),
            {"state": f"metrics.{metric.id}"},
        )
        for metric in METRICS
        if metric.id in RATES
    ),
)


def zone(snapshot: Snapshot, ends: tuple[float, float] | None = None) -> Result | None:
    """Return what a grey zone does.

    Parameters
    ----------
    snapshot
        With a score.
    ends
        Of the zone, beside the values of the score, the lower first; None for the zone that was
        pulled out.

    Returns
    -------
    Result or None
        Tables ``ends``, in the units of the score, ``zones`` and ``two_way``; None without a
        zone, or without a score.

    References
    ----------
    STARD 2015, item 15: how indeterminate results are handled.
    """
    ends = grey_ends(snapshot) if ends is None else ends
    ranking = snapshot.ranking
    if ends is None or ranking is None:
        return None
    found = grey_zone(ranking.table.steps, *ends)
    zones = {"positive": found.positive, "grey": found.grey, "negative": found.negative}
    ways = {
        "grey_as_positive": found.lenient,
        "grey_as_negative": found.strict,
        "without_grey": found.decided,
    }
    level = snapshot.inputs.intervals.level
    placed = {
        row.id: Measured(end if math.isinf(end) else in_units(end, ranking.score))
        for row, end in zip(ENDS, ends, strict=True)
    }
    tables = (
        Table("ends", (VALUE,), ENDS, lambda row, _column: placed[row.id]),
        Table("zones", OF_ZONE, ZONES, partial(_of_zone, zones, level), Text("zone")),
        Table("two_way", OF_WAY, WAYS, partial(_of_way, ways), Text("grey rows")),
    )
    return Result("zone", Text("Grey zone"), tables)


def _of_zone(zones: Mapping[str, Zone], level: float, row: Row, column: Column) -> Measured:
    one = zones[row.id]
    if column.id == "likelihood_ratio":
        ratio, (low, high) = float(one.likelihood_ratio), one.likelihood_ratio_interval(level)
        reason = NO_COUNTS if isinstance(one.n, float) else ""
        interval = Interval(level, "", low, high, reason=reason)
        return Measured(ratio, phrase("no rows") if math.isnan(ratio) else "", None, interval)
    value = getattr(one, column.id)
    if column.id == "share":
        return Measured(value, "", (one.n, one.n_positive + one.n_negative))
    return Measured(value, phrase("no rows") if math.isnan(value) else "")


def _of_way(ways: Mapping[str, Counts], row: Row, column: Column) -> Measured:
    counts = ways[row.id]
    if column in COUNTS:
        return Measured(getattr(counts, column.id))
    return METRICS.ids[column.id].measured(counts)


ZONE = Topic(
    id="zone",
    name=Text("Grey zone"),
    explanation=Text("What a grey zone holds, and what counting it one way or the other does."),
    make=lambda snapshot, beside: zone(snapshot, beside.ends),
)
