"""What log-likelihood ratios are worth: Cllr, and what of it is lost by calibration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core import ratios_worth as worth
from evalgui.core.measured import Measured
from evalgui.core.texts import Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import PLAIN, SHARE, Column, Fact, LongTable, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE
from evalgui.results.ways import lacking_ratios as lacking
from evalgui.results.ways import of_ratios

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.snapshot import Snapshot

_TITLE = Text("Log-likelihood ratios")
_ROWS = (
    Row("cllr", Text("Cllr, bits")),
    Row("min_cllr", Text("The least Cllr after calibration on these data, bits")),
    Row("calibration_loss", Text("What calibration loses, bits")),
)
_CURVE = (
    Column("prior", Text("Prior probability"), SHARE),
    Column("actual", Text("Empirical cross-entropy, bits"), PLAIN),
    Column("least", Text("Calibrated on these data, bits"), PLAIN),
    Column("reference", Text("Ratio of 1, bits"), PLAIN),
    Column("bayes_error", Text("Normalised Bayes error"), PLAIN),
    Column("least_bayes_error", Text("Least normalised Bayes error"), PLAIN),
)


def likelihood_ratios(snapshot: Snapshot) -> Result | None:
    """Return what scores that are declared log-likelihood ratios are worth.

    Parameters
    ----------
    snapshot
        With a score.

    Returns
    -------
    Result or None
        The table ``likelihood_ratios``: ``cllr`` with an interval where enough trials carry it,
        ``min_cllr``, and ``calibration_loss``, their difference; and the long table
        ``likelihood-ratios``, the empirical cross-entropy and the normalised Bayes error by
        prior. None for other scores, and without both classes.

    References
    ----------
    Brummer and du Preez 2006; Ramos and Gonzalez-Rodriguez 2013.
    """
    ranking = snapshot.ranking
    if ranking is None or worth.base_of(snapshot) is None:
        return None
    why = worth.no_ratios(snapshot)
    if why:
        if why == worth.ONE_CLASS:
            return None
        fact = Fact("refused", _TITLE, as_text(why), {"refused": why})
        return Result("likelihood_ratios", _TITLE, facts=(fact,))
    cllr, least = worth.numbers(snapshot)
    loss = Measured(cllr.value - least.value, interval=least.interval)
    found = {"cllr": cllr, "min_cllr": least, "calibration_loss": loss}
    table = Table("likelihood_ratios", (VALUE,), _ROWS, lambda row, _one: found[row.id])
    curve = LongTable("likelihood-ratios", _TITLE, _CURVE, lambda: _curve(snapshot))
    return Result("likelihood_ratios", _TITLE, (table,), long_tables=(curve,))


def _curve(snapshot: Snapshot) -> Sequence[NDArray[np.float64]]:
    found = worth.along(snapshot)
    return [found.priors, *found.entropies, *found.errors]


def _live(snapshot: Snapshot) -> Result | None:
    """Return the same in a window, which asks what scores are."""
    found = likelihood_ratios(snapshot)
    if found is not None or snapshot.ranking is None:
        return found
    fact = Fact("asked", _TITLE, lacking(snapshot), ways=of_ratios(snapshot))
    return Result("likelihood_ratios", _TITLE, facts=(fact,))


_ASKED = phrase("scores have to be declared log-likelihood ratios first (--score-kind llr)")

LIKELIHOOD_RATIOS = Topic(
    id="likelihood_ratios",
    name=Text("Log-likelihood ratios"),
    explanation=Text("Cllr, its least value, and the entropy that is left at each prior."),
    make=lambda snapshot, _beside: likelihood_ratios(snapshot),
    live=_live,
    rests=lambda snapshot: snapshot.ranking is not None and worth.base_of(snapshot) is not None,
    lacks=lambda _snapshot: _ASKED,
    rows=_ROWS,
    follows_threshold=False,
)
