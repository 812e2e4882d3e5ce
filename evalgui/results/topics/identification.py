"""Identification: at which rank the mate stands, and what a threshold lets through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.biometrics.identification import (
    Searches,
    false_alarms_if_independent,
    searches,
)
from evalgui.core.intervals.proportions import wilson
from evalgui.core.measured import Interval, Measured
from evalgui.core.texts import Count, Text
from evalgui.results.result import COUNT, SHARE, Column, Fact, LongTable, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.between_groups.apart import Rate
    from evalgui.core.snapshot import Snapshot

RANKS = (1, 5, 10, 20)
_MOST_RANKS = 1_000
_ROWS = (
    *(
        Row(f"rank_{one}", Text("True match rate at rank {rank}", {"rank": one}), SHARE)
        for one in RANKS
    ),
    Row("fnir", Text("FNIR at the threshold, any rank"), SHARE),
    Row("fnir_rank_1", Text("FNIR at the threshold, rank 1"), SHARE),
    Row("fpir", Text("FPIR at the threshold"), SHARE),
    Row("fpir_if_independent", Text("FPIR if comparisons were independent"), SHARE),
)
_CMC = (
    Column("rank", Text("Rank"), COUNT),
    Column("rate", Text("True match rate"), SHARE),
    Column("low", Text("Lower limit"), SHARE),
    Column("high", Text("Upper limit"), SHARE),
)


def identification(snapshot: Snapshot) -> Result | None:
    """Return what searches of the references say, one for each probe.

    Parameters
    ----------
    snapshot
        With a threshold of scores, and the columns of probe and reference.

    Returns
    -------
    Result or None
        The table ``identification``: the share of searches with a mate whose mate stands at most
        at a rank (a tie counts against it), FNIR and FPIR at the threshold with Wilson intervals
        over searches, and the FPIR of independent comparisons. The long table
        ``identification`` is the CMC. A fact has the size of the gallery, which every number is
        of; another one refuses searches that have two mates. None unless both columns are known.

    References
    ----------
    ISO/IEC 19795-1:2021 and NIST FRTE 1:N, as told by reports and open tools.
    """
    dataset, ranking, point = snapshot.dataset, snapshot.ranking, snapshot.point
    if dataset is None or ranking is None or point is None or dataset.subjects is None:
        return None
    if not dataset.subjects.is_two_sided or dataset.row_counts is not None:
        return None
    title = Text("Identification")
    score, positive = ranking.score, snapshot.positive
    values = np.asarray(score.values, dtype=np.float64)
    known = ~np.isnan(values)
    sign = 1.0 if score.higher_is_positive else -1.0
    _, probe = np.unique(dataset.subjects.codes[0][known], return_inverse=True)
    try:
        found = searches(probe, sign * values[known], dataset.truth[known] == positive)
    except ValueError as error:
        why = Fact("refused", title, Text(str(error)), {"refused": str(error)})
        return Result("identification", title, facts=(why,))
    level, threshold = snapshot.inputs.intervals.level, sign * point.threshold
    anywhere = max(found.gallery, 1)
    rates = {f"rank_{one}": found.matched(one) for one in RANKS}
    rates |= {
        "fnir": found.missed(threshold, anywhere),
        "fnir_rank_1": found.missed(threshold, 1),
        "fpir": found.false_alarms(threshold),
    }
    cells = {name: _wilson(one, level) for name, one in rates.items()}
    fmr = point.measured["FPR"]
    independent = false_alarms_if_independent(fmr.value, found.gallery)
    cells["fpir_if_independent"] = Measured(independent, fmr.reason)
    table = Table("identification", (VALUE,), _ROWS, lambda row, _one: cells[row.id])
    counted = {"n": len(found.ranks), "others": len(found.best), "gallery": found.gallery}
    told = Text(
        "{n} searches with a mate and {others} without one, of a gallery of {gallery}",
        {name: Count(one) for name, one in counted.items()},
    )
    said = {"with_mate": len(found.ranks), "without_mate": len(found.best)}
    facts = (Fact("searches", Text("searches"), told, said | {"gallery": found.gallery}),)
    curve = LongTable("identification", Text("CMC"), _CMC, lambda: _cmc(found, level))
    return Result("identification", title, (table,), facts, long_tables=(curve,))


def _wilson(rate: Rate, level: float) -> Measured:
    if not rate.n:
        return Measured(rate.value, "no such search")
    interval = Interval(level, "Wilson", *wilson(rate.k, rate.n, level), (int(rate.n),))
    return Measured(rate.value, "", (int(rate.k), int(rate.n)), interval)


def _cmc(found: Searches, level: float) -> Sequence[Sequence[float]]:
    ranks = [*range(1, min(found.gallery, _MOST_RANKS) + 1)]
    rates = [found.matched(rank) for rank in ranks]
    limits = [wilson(one.k, one.n, level) for one in rates]
    lower, upper = ([one[side] for one in limits] for side in (0, 1))
    return [ranks, [one.value for one in rates], lower, upper]


def _lacks(snapshot: Snapshot) -> str:
    """Return what has to be said of these data first."""
    subjects = None if snapshot.dataset is None else snapshot.dataset.subjects
    if subjects is None or not subjects.is_two_sided:
        return "the columns of probe and reference have to be named first (--probe, --reference)"
    return "" if snapshot.ranking is not None else "there is no score"


IDENTIFICATION = Topic(
    id="identification",
    name=Text("Identification"),
    explanation=Text("The rank of the mate (CMC), and FNIR and FPIR at the threshold."),
    make=lambda snapshot, _beside: identification(snapshot),
    is_of_snapshot=False,
    reads_cells=True,
    lacks=_lacks,
)
