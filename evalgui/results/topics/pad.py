"""Presentation attack detection: APCER by species, the worst of them, and BPCER."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.between_groups.apart import Rate
from evalgui.core.biometrics.presentation_attacks import NO_SPECIES, ONE_IN, bpcer_at, worst
from evalgui.core.groups import snapshots_by
from evalgui.core.intervals.proportions import one_sided_upper, wilson
from evalgui.core.measured import Interval, Measured, Sided
from evalgui.core.texts import Computed, Given, Text
from evalgui.results.result import SHARE, Column, Fact, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from evalgui.core.snapshot import Snapshot

_ROWS = (
    Row("apcer", Text("Largest APCER of a species"), SHARE),
    Row("bpcer", Text("BPCER"), SHARE),
    *(Row(f"bpcer{one}", Text("BPCER{one_in}", {"one_in": one}), SHARE) for one in ONE_IN),
)
_EACH = (Column("apcer", Text("APCER"), SHARE, keys={"measured": "apcer"}),)


def pad(snapshot: Snapshot) -> Result | None:
    """Return what a threshold does with attacks of each species, and with bona fide ones.

    Parameters
    ----------
    snapshot
        With a threshold of scores, the positive class bona fide, and the column of species.

    Returns
    -------
    Result or None
        The table ``pad``: the largest ``apcer`` with the upper limit that holds for the largest
        (whose species may be another one), ``bpcer`` at the threshold, and the least BPCER where
        the APCER of every species is at most 10, 5 and 1 %. The table ``species`` has the APCER
        of each, with its one-sided exact limit. None unless a column was named.

    References
    ----------
    ISO/IEC 30107-3:2023, as told by papers and open tools.
    """
    column, point, ranking = snapshot.inputs.consequences.species, snapshot.point, snapshot.ranking
    if not column or point is None or snapshot.dataset is None:
        return None
    level = snapshot.inputs.intervals.level
    attacks: dict[str, Rate] = {}
    scores: list[NDArray[np.float64]] = []
    for group, there in snapshots_by(snapshot, column):
        counts = None if there.point is None else there.point.counts
        if counts is None or not counts.actual_negatives:
            continue
        attacks[group.name] = Rate(float(counts.fp), float(counts.actual_negatives))
        if there.ranking is not None:
            scores.append(_scores(there, is_positive=False))
    if not attacks:
        return None
    found = worst(attacks, level)
    n = int(attacks[found.species].n)
    interval = Interval(level, "exact", 0.0, found.limit, (n,), sided=Sided.UPPER)
    k, of = float(point.counts.fn), float(point.counts.actual_positives)
    cells = {"apcer": Measured(found.rate, "", interval=interval), "bpcer": _wilson(k, of, level)}
    bona_fide = None if ranking is None else _scores(snapshot, is_positive=True)
    for one_in in ONE_IN:
        rate = Rate(math.nan, 0.0) if bona_fide is None else bpcer_at(bona_fide, scores, one_in)
        cells[f"bpcer{one_in}"] = _wilson(*rate, level)
    values = {
        "worst": Given(found.species),
        "limit_of": Given(found.limit_of),
        "limit": Computed(found.limit),
    }
    told = Text("the worst species is {worst}; the upper limit {limit} is of {limit_of}", values)
    said = {"worst": found.species, "limit_of": found.limit_of, "level": level}
    table = Table("pad", (VALUE,), _ROWS, lambda row, _one: cells[row.id])
    each = _species(attacks, level)
    facts = (Fact("worst", Text("attacks"), told, said),)
    return Result("pad", Text("Presentation attack detection"), (table, each), facts)


def _scores(snapshot: Snapshot, *, is_positive: bool) -> NDArray[np.float64]:
    """Return the scores of a class, turned so that a higher one is accepted."""
    ranking = snapshot.ranking
    assert ranking is not None  # noqa: S101 - who calls it has looked
    steps = ranking.table.steps
    many = np.diff(steps.true_positives if is_positive else steps.false_positives)
    values = np.asarray(steps.thresholds[1:], dtype=np.float64)
    return np.repeat(values if ranking.score.higher_is_positive else -values, many.astype(np.intp))


def _wilson(k: float, n: float, level: float) -> Measured:
    if not n:
        return Measured(math.nan, "no bona fide presentation has a score")
    interval = Interval(level, "Wilson", *wilson(k, n, level), (int(n),))
    return Measured(k / n, "", (int(k), int(n)), interval)


def _species(attacks: Mapping[str, Rate], level: float) -> Table:
    def cell(row: Row, _column: Column) -> Measured:
        k, n = attacks[row.id]
        limits = one_sided_upper(k, n, level)
        interval = Interval(level, "exact", *limits, (int(n),), sided=Sided.UPPER)
        return Measured(k / n, "", (int(k), int(n)), interval)

    rows = tuple(Row(name, Given(name) if name else Text("without a value")) for name in attacks)
    return Table("species", _EACH, rows, cell, Text("species"))


_ASKED = f"{NO_SPECIES} (--species COL)"

PAD = Topic(
    id="pad",
    name=Text("Presentation attack detection"),
    explanation=Text("APCER of each species, the largest with its limit, and BPCER."),
    make=lambda snapshot, _beside: pad(snapshot),
    is_of_snapshot=False,
    lacks=lambda _snapshot: _ASKED,
)
