"""What log-likelihood ratios are worth: Cllr, and what of it is lost by calibration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.consequences.likelihood_ratios import LikelihoodRatios, bayes_errors
from evalgui.core.consequences.settings import Scale
from evalgui.core.intervals.proportions import UNDEFINED
from evalgui.core.measured import Interval, Measured
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Text
from evalgui.results.result import PLAIN, SHARE, Column, Fact, LongTable, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

_BASES = {Scale.LLR: "e", Scale.LOG10_LLR: "10"}
NO_INTERVAL_OF_LEAST = "no interval of the least value holds"
REVERSED = "a higher log-likelihood ratio has to speak for the positive class"
OF_SUBJECTS = "no interval that holds where subjects were drawn"
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
_PRIOR_ODDS = np.linspace(-7.0, 7.0, 141)  # in natural logarithms


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
    title = Text("Log-likelihood ratios")
    ranking, base = snapshot.ranking, _BASES.get(snapshot.inputs.consequences.scale or Scale.OTHER)
    if ranking is None or base is None:
        return None
    if not (ranking.table.n_positive and ranking.table.n_negative):
        return None
    if not ranking.score.higher_is_positive:
        why = Fact("refused", title, Text(REVERSED), {"refused": REVERSED})
        return Result("likelihood_ratios", title, facts=(why,))
    steps, level = ranking.table.steps, snapshot.inputs.intervals.level
    known = LikelihoodRatios.of_steps(steps, base)
    cllr, least = known.cllr(level), known.least_cllr
    none = Interval(level, "", *UNDEFINED, reason=NO_INTERVAL_OF_LEAST)
    if snapshot.dataset is not None and snapshot.dataset.sampling is Sampling.BY_SUBJECT:
        cllr = cllr._replace(interval=none._replace(reason=OF_SUBJECTS))
    found = {
        "cllr": cllr,
        "min_cllr": Measured(least, interval=none),
        "calibration_loss": Measured(cllr.value - least, interval=none),
    }
    table = Table("likelihood_ratios", (VALUE,), _ROWS, lambda row, _one: found[row.id])
    curve = LongTable(*("likelihood-ratios", title, _CURVE), lambda: _curve(known, steps, base))
    return Result("likelihood_ratios", title, (table,), long_tables=(curve,))


def _curve(known: LikelihoodRatios, steps: Steps, base: str) -> Sequence[NDArray[np.float64]]:
    priors = 1.0 / (1.0 + np.exp(-_PRIOR_ODDS))
    entropies = np.array([known.entropy(prior) for prior in priors.tolist()])
    errors = np.array([bayes_errors(steps, DetectionCost(one), base) for one in priors.tolist()])
    return [priors, *entropies.T, *errors.T]


_ASKED = "scores have to be declared log-likelihood ratios first (--score-kind llr)"

LIKELIHOOD_RATIOS = Topic(
    id="likelihood_ratios",
    name=Text("Log-likelihood ratios"),
    explanation=Text("Cllr, its least value, and the entropy that is left at each prior."),
    make=lambda snapshot, _beside: likelihood_ratios(snapshot),
    is_of_snapshot=False,
    lacks=lambda _snapshot: _ASKED,
    rows=_ROWS,
    follows_threshold=False,
)
