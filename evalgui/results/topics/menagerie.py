"""The biometric menagerie: subjects who are hard to match, or easy to be taken for, with chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from evalgui.core.compared_people import false_matches, has_rows, lacks_subjects
from evalgui.core.compared_people import menagerie as subjects_of
from evalgui.core.measured import Measured
from evalgui.core.texts import Computed, Count, Rate, Text, as_text
from evalgui.core.vocabulary import phrase
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
from evalgui.results.ways import lacking_subjects

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.biometrics.menagerie import Dispersion
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
_AWAITED = Text("\N{HORIZONTAL ELLIPSIS}")
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
    return _told(snapshot)


def _told(snapshot: Snapshot, *, is_moving: bool = False) -> Result | None:
    if snapshot.point is None or not has_rows(snapshot) or lacks_subjects(snapshot):
        return None
    known = subjects_of(snapshot)
    n, found = len(known.subjects), known.corners
    if not n:
        return None
    facts = [Fact("subjects", Text("subjects"), Text("{n}", {"n": Count(n)}), {"n": n})]
    if not math.isnan(known.goats[0]):
        statistic, p = known.goats
        told = Text("genuine scores by subject: Kruskal-Wallis, p {p}", {"p": Computed(p)})
        facts.append(Fact("goats", Text("goats"), told, {"h": statistic, "p": p}))
    facts.append(_lambs(None if is_moving else false_matches(snapshot)[1]))

    def cell(row: Row, column: Column) -> Measured:
        one = found[row.id]
        return Measured({"n": one.n, "by_chance": n / _CORNER, "p": one.p}[column.id])

    rows = tuple(Row(name, title) for name, title in _TITLES.items())
    title = Text("Menagerie")
    table = Table("corners", _CORNERS, rows, cell, Text("corner"))

    def columns() -> Sequence[Any]:
        errors, n = false_matches(snapshot)[0], known.comparisons[known.subjects]
        each = [known.subjects, known.genuine, known.impostor, errors, n]
        return [*each, *(one.members.astype(int) for one in found.values())]

    long = LongTable("menagerie", title, _COLUMNS, columns)
    return Result("menagerie", title, (table,), tuple(facts), long_tables=(long,))


def _lambs(found: Dispersion | None) -> Fact:
    """Return whether false matches gather; dots until that is known."""
    title = Text("lambs and wolves")
    if found is None or found.reason:
        return Fact("lambs", title, _AWAITED if found is None else as_text(found.reason))
    shares = {"share": Rate(found.share), "chance": Rate(found.by_chance), "p": Computed(found.p)}
    told = Text(
        "the worst 10 % of the subjects own {share} of the false matches; {chance} by chance; "
        "chi-squared, p {p}",
        shares,
    )
    return Fact("lambs", title, told, found._asdict())


def _live(snapshot: Snapshot) -> Result | None:
    """Return the same while a threshold moves, without who gathers errors; or what is lacking."""
    found = _told(snapshot, is_moving=True)
    if found is not None or snapshot.point is None:
        return found
    title = Text("Menagerie")
    return Result("menagerie", title, facts=(Fact("asked", title, lacking_subjects(snapshot)),))


def _lacks(snapshot: Snapshot) -> str:
    """Return what has to be said of these data first."""
    if lacks_subjects(snapshot):
        return phrase("the columns of the subjects have to be named first (--probe, --reference)")
    return "" if snapshot.ranking is not None else phrase("there is no score")


MENAGERIE = Topic(
    id="menagerie",
    name=Text("Menagerie"),
    explanation=Text("Doves, chameleons, phantoms and worms, and whether errors gather in a few."),
    make=lambda snapshot, _beside: menagerie(snapshot),
    live=_live,
    rests=lambda snapshot: has_rows(snapshot) and not lacks_subjects(snapshot),
    reads_cells=True,
    lacks=_lacks,
)
