"""The predictiveness curve: what risks the rows have once these are calibrated."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from evalgui.core.consequences.gain import Predictiveness
from evalgui.core.consequences.gain import predictiveness as curve_of
from evalgui.core.consequences.people import ASKED
from evalgui.core.measured import Measured
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import SHARE, THRESHOLD, Column, LongTable, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.gain import GREATEST, ranking_of_two, without_interval
from evalgui.results.topics.measures import VALUE
from evalgui.results.topics.people import prevalence_of, without_asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

NO_INTERVAL = phrase("the risks are fitted to these data, and no interval of it holds")
NO_RISK = phrase("at a prevalence of 0 or 1 no risk varies")
_ROWS = (
    Row("total_gain", Text("Standardised total gain (KS)")),
    Row("explained", Text("Variation explained (DSC / UNC)"), SHARE),
)
_COLUMNS = (
    Column("threshold", Text("Threshold"), THRESHOLD),
    Column("from", Text("Quantile, from"), SHARE),
    Column("to", Text("Quantile, to"), SHARE),
    Column("risk", Text("Calibrated risk"), SHARE),
)


def predictiveness(snapshot: Snapshot) -> Result | None:
    """Return the predictiveness curve.

    Parameters
    ----------
    snapshot
        With a score of any kind: only its order counts.

    Returns
    -------
    Result or None
        The table ``predictiveness`` with the standardised total gain and the share of the
        variation that the risks explain; and the long table ``predictiveness``, one row a step of
        the curve, the lowest risk first. In a case-control file what depends on the prevalence
        needs a typed one. None without both classes.

    References
    ----------
    Huang, Pepe and Feng 2007 (Biometrics 63:1181).
    """
    ranking = ranking_of_two(snapshot)
    if ranking is None:
        return None
    steps, title, found = ranking.table.steps, Text("Predictiveness curve"), curve_at(snapshot)
    bracket = steps.left_open(lambda one: curve_of(one).total_gain)
    gain = without_interval(snapshot, curve_of(steps).total_gain, GREATEST, bracket)
    cells = {"total_gain": gain}
    cells["explained"] = Measured(math.nan, ASKED)
    long_tables: tuple[LongTable, ...] = ()
    if found is not None:
        moved = moved_to(snapshot)
        bracket = steps.left_open(lambda one: curve_of(one, moved).explained)
        explained = without_interval(snapshot, found.explained, NO_INTERVAL, bracket)
        cells["explained"] = explained._replace(reason="" if explained.is_defined else NO_RISK)
        table = LongTable(
            "predictiveness", title, _COLUMNS, lambda: _columns(steps, found), ranking.score
        )
        long_tables = (table,)
    known, asked = without_asked(_ROWS, cells)
    numbers = Table("predictiveness", (VALUE,), known, lambda row, _one: cells[row.id])
    return Result("predictiveness", title, (numbers,), tuple(asked), long_tables=long_tables)


def curve_at(snapshot: Snapshot) -> Predictiveness | None:
    """Return the curve, at the typed prevalence of a case-control file; None where it lacks."""
    ranking = ranking_of_two(snapshot)
    if ranking is None or prevalence_of(snapshot) is None:
        return None
    return curve_of(ranking.table.steps, moved_to(snapshot))


def moved_to(snapshot: Snapshot) -> float | None:
    """Return the prevalence that a case-control file is weighted for; None for its own."""
    dataset, share = snapshot.dataset, prevalence_of(snapshot)
    if dataset is None or share is None or dataset.sampling is not Sampling.CASE_CONTROL:
        return None
    return share.value


def _columns(steps: Steps, found: Predictiveness) -> Sequence[NDArray[Any]]:
    return [steps.thresholds[found.rows], found.quantiles[:-1], found.quantiles[1:], found.risks]


PREDICTIVENESS = Topic(
    id="predictiveness",
    name=Text("Predictiveness curve"),
    explanation=Text("The calibrated risk of the rows against its quantile."),
    make=lambda snapshot, _beside: predictiveness(snapshot),
    is_of_snapshot=False,
)
