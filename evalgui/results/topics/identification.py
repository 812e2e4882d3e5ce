"""Identification: at which rank the mate stands, and what a threshold lets through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.biometrics.identification import false_alarms_if_independent
from evalgui.core.compared_people import has_rows, lacks_probes, of_threshold, searched
from evalgui.core.intervals.proportions import wilson
from evalgui.core.measured import Interval, Measured
from evalgui.core.texts import Count, Given, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import COUNT, SHARE, Column, Fact, LongTable, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE
from evalgui.results.ways import lacking_probes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.between_groups.apart import Rate
    from evalgui.core.biometrics.identification import Searches
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
    point = snapshot.point
    if point is None or not has_rows(snapshot) or lacks_probes(snapshot):
        return None
    known, title = searched(snapshot), Text("Identification")
    found = known.strict
    if found is None:
        why = Fact("refused", title, as_text(known.reason), {"refused": known.reason})
        return Result("identification", title, facts=(why,))
    level, threshold = snapshot.inputs.intervals.level, of_threshold(snapshot)
    rates = {f"rank_{one}": found.matched(one) for one in RANKS}
    rates |= {
        "fnir": found.missed(threshold, max(found.gallery, 1)),
        "fnir_rank_1": found.missed(threshold, 1),
        "fpir": found.false_alarms(threshold),
    }
    cells = {name: with_wilson(one, level) for name, one in rates.items()}
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
    facts = [_sides(snapshot)]
    facts.append(Fact("searches", Text("searches"), told, said | {"gallery": found.gallery}))
    if known.n_not_compared:
        n = known.n_not_compared
        told = Text(
            "{n} of those without one are of somebody who is among the references: the mate was "
            "not compared",
            {"n": Count(n)},
        )
        facts.append(Fact("not_compared", Text("mates"), told, {"n": n}))
    curve = LongTable("identification", Text("CMC"), _CMC, lambda: _cmc(found, level))
    return Result("identification", title, (table,), tuple(facts), long_tables=(curve,))


def with_wilson(rate: Rate, level: float) -> Measured:
    """Return a share of searches with its interval."""
    if not rate.n:
        return Measured(rate.value, phrase("no such search"))
    interval = Interval(level, phrase("Wilson"), *wilson(rate.k, rate.n, level), (int(rate.n),))
    return Measured(rate.value, "", (int(rate.k), int(rate.n)), interval)


def _cmc(found: Searches, level: float) -> Sequence[Sequence[float]]:
    ranks = [*range(1, min(found.gallery, _MOST_RANKS) + 1)]
    rates = [found.matched(rank) for rank in ranks]
    limits = [wilson(one.k, one.n, level) for one in rates]
    lower, upper = ([one[side] for one in limits] for side in (0, 1))
    return [ranks, [one.value for one in rates], lower, upper]


def _sides(snapshot: Snapshot) -> Fact:
    """Return which column holds the searches."""
    assert snapshot.dataset is not None  # noqa: S101 - who calls it has looked
    subjects = snapshot.dataset.subjects
    assert subjects is not None  # noqa: S101 - likewise
    probe, reference = subjects.names[subjects.probe], subjects.names[1 - subjects.probe]
    said = {"probe": probe, "reference": reference}
    names = {key: Given(name) for key, name in said.items()}
    told = Text("each value of {probe} is a search among those of {reference}", names)
    return Fact("sides", Text("probes"), told, said)


def _live(snapshot: Snapshot) -> Result | None:
    """Return the same in a window, which says what is lacking."""
    found = identification(snapshot)
    if found is not None or snapshot.point is None:
        return found
    title = Text("Identification")
    return Result("identification", title, facts=(Fact("asked", title, lacking_probes(snapshot)),))


def _lacks(snapshot: Snapshot) -> str:
    """Return what has to be said of these data first."""
    if lacks_probes(snapshot):
        return phrase(
            "the columns of probe and reference have to be named first (--probe, --reference)"
        )
    return "" if snapshot.ranking is not None else phrase("there is no score")


IDENTIFICATION = Topic(
    id="identification",
    name=Text("Identification"),
    explanation=Text("The rank of the mate (CMC), and FNIR and FPIR at the threshold."),
    make=lambda snapshot, _beside: identification(snapshot),
    live=_live,
    rests=lambda snapshot: has_rows(snapshot) and not lacks_probes(snapshot),
    reads_cells=True,
    lacks=_lacks,
)
