"""The biometric menagerie: subjects who are hard to match, or easy to be taken for, with chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.biometrics.menagerie import corners, dispersion, goats
from evalgui.core.measured import Measured
from evalgui.core.score_table import is_called_positive
from evalgui.core.texts import Computed, Count, Rate, Text
from evalgui.results.result import (
    COUNT,
    P_VALUE,
    PLAIN,
    Column,
    Fact,
    LongTable,
    Result,
    Row,
    Table,
)
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.snapshot import Snapshot

_TITLES = {
    "dove": Text("Doves: match well, are taken for few"),
    "chameleon": Text("Chameleons: match well, are taken for many"),
    "phantom": Text("Phantoms: match badly, are taken for few"),
    "worm": Text("Worms: match badly, are taken for many"),
}
_CORNERS = (
    Column("n", Text("Subjects"), COUNT, keys={"number": "n"}),
    Column("by_chance", Text("By chance"), PLAIN, keys={"number": "by_chance"}),
    Column("p", Text("p"), P_VALUE, keys={"number": "p"}),
)
_CORNER = 16
_COLUMNS = (
    Column("subject", Text("Subject"), COUNT),
    Column("genuine", Text("Mean genuine score"), PLAIN),
    Column("impostor", Text("Mean impostor score"), PLAIN),
    Column("false_matches", Text("False matches"), COUNT),
    Column("comparisons", Text("Impostor comparisons"), COUNT),
    *(Column(name, Text(name), COUNT) for name in _TITLES),
)


def menagerie(snapshot: Snapshot) -> Result | None:
    """Return which subjects stand in the corners, and whether errors gather in a few.

    Parameters
    ----------
    snapshot
        With a threshold of scores, and subjects.

    Returns
    -------
    Result or None
        The table ``corners``: how many subjects stand in each, a sixteenth of them by chance, and
        the probability of so many. Facts ``goats``, whether genuine scores differ by subject
        (Kruskal-Wallis), and ``lambs``, whether false matches gather (chi-squared), with the share
        that the worst tenth of the subjects has. The long table ``menagerie`` has a row a
        subject with scores of both kinds, numbered as they first come. None without subjects.

    References
    ----------
    Doddington and others 1998; Yager and Dunstone 2010.
    """
    dataset, ranking, point = snapshot.dataset, snapshot.ranking, snapshot.point
    if dataset is None or ranking is None or point is None or dataset.subjects is None:
        return None
    if dataset.row_counts is not None:
        return None
    score, subjects = ranking.score, dataset.subjects
    values = np.asarray(score.values, dtype=np.float64)
    known = ~np.isnan(values) & np.isfinite(values)
    is_genuine = dataset.truth == snapshot.positive
    called = is_called_positive(
        values, point.threshold, higher_is_positive=score.higher_is_positive
    )
    higher = np.where(known, values if score.higher_is_positive else -values, 0.0)

    def sums(rows: NDArray[np.bool_], of: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        return subjects.summed(rows.astype(np.float64) if of is None else np.where(rows, of, 0.0))

    genuine, impostor = known & is_genuine, known & ~is_genuine
    n_genuine, n_impostor = sums(genuine), sums(impostor)
    both = (n_genuine > 0) & (n_impostor > 0)
    if not both.any():
        return None
    means = [
        sums(rows, higher)[both] / n[both]
        for rows, n in ((genuine, n_genuine), (impostor, n_impostor))
    ]
    found = corners(*means)
    errors = sums(impostor & called)
    gathered = dispersion(errors.astype(np.int64), n_impostor.astype(np.int64))
    n = int(both.sum())
    facts = [Fact("subjects", Text("subjects"), Text("{n}", {"n": Count(n)}), {"n": n})]
    of_goats = goats(higher[genuine], subjects.codes[0][genuine])
    if not math.isnan(of_goats[0]):
        statistic, p = of_goats
        told = Text("genuine scores by subject: Kruskal-Wallis, p {p}", {"p": Computed(p)})
        facts.append(Fact("goats", Text("goats"), told, {"h": statistic, "p": p}))
    if gathered.reason:
        facts.append(Fact("lambs", Text("lambs and wolves"), Text(gathered.reason)))
    else:
        shares = {"share": Rate(gathered.share), "chance": Rate(gathered.by_chance)}
        told = Text(
            "the worst 10 % of the subjects own {share} of the false matches; {chance} by chance",
            shares,
        )
        facts.append(Fact("lambs", Text("lambs and wolves"), told, gathered._asdict()))

    def cell(row: Row, column: Column) -> Measured:
        one = found[row.id]
        return Measured({"n": one.n, "by_chance": n / _CORNER, "p": one.p}[column.id])

    rows = tuple(Row(name, title) for name, title in _TITLES.items())
    title = Text("Menagerie")
    table = Table("corners", _CORNERS, rows, cell, Text("corner"))

    def columns() -> Sequence[Any]:
        sign = 1.0 if score.higher_is_positive else -1.0
        each = [np.flatnonzero(both), *(sign * one for one in means), errors[both]]
        return [*each, n_impostor[both], *(one.members.astype(int) for one in found.values())]

    long = LongTable("menagerie", title, _COLUMNS, columns)
    return Result("menagerie", title, (table,), tuple(facts), long_tables=(long,))


def _lacks(snapshot: Snapshot) -> str:
    """Return what has to be said of these data first."""
    subjects = None if snapshot.dataset is None else snapshot.dataset.subjects
    if subjects is None:
        return "the columns of the subjects have to be named first (--probe, --reference)"
    return "" if snapshot.ranking is not None else "there is no score"


MENAGERIE = Topic(
    id="menagerie",
    name=Text("Menagerie"),
    explanation=Text("Doves, chameleons, phantoms and worms, and whether errors gather in a few."),
    make=lambda snapshot, _beside: menagerie(snapshot),
    is_of_snapshot=False,
    reads_cells=True,
    lacks=_lacks,
)
