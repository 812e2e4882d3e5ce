"""The decision curve: for whom acting on a call is worth it."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.calibrated import no_probabilities
from evalgui.core.consequences.net_benefit import (
    DecisionCurve,
    expected_value_of_information,
    useful,
    useful_at,
    worthwhile,
)
from evalgui.core.consequences.people import ASKED
from evalgui.core.consequences.settings import USUAL_RISK
from evalgui.core.digits import exact
from evalgui.core.measured import Asked, Measured, Refused
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Share, Text
from evalgui.core.vocabulary import phrase
from evalgui.core.weights import NO_COUNTS
from evalgui.results.apparent import CROSS_FITTED, apparent_of, beside_apparent
from evalgui.results.result import PLAIN, SHARE, Column, Fact, LongTable, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE
from evalgui.results.topics.people import (
    at_prevalence,
    by_subject,
    moving_of,
    predictive_values,
    prevalence_of,
    without_asked,
)
from evalgui.results.ways import of_scale

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.consequences.net_benefit import Worthwhile
    from evalgui.core.intervals.at_prevalence import Share as Prevalence
    from evalgui.core.intervals.moving import Moving
    from evalgui.core.ranking import Ranking
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

SEED = 1
_SEVERAL = 4_000
"""At so many risks between two ends the curve is told beside its corners."""

DRAWN = Refused(
    phrase("rows by subject, or with weights, are not independent counts: nothing is drawn")
)

_ROWS = (
    Row("net_benefit", Text("Net benefit of this threshold")),
    Row("standardised", Text("The same over the {prevalence}")),
    Row("avoided", Text("Interventions avoided a person beside treating all")),
    Row("over_all", Text("Net benefit beyond treating all")),
    Row("all", Text("Net benefit of treating all")),
    Row("model", Text("Net benefit of acting on this risk")),
    Row("p_useful", Text("Probability that this threshold is useful"), SHARE),
    Row("evpi", Text("Value of perfect information, a person")),
    Row("useful_from", Text("This threshold is worth using from a risk of"), SHARE),
    Row("useful_to", Text("This threshold is worth using up to a risk of"), SHARE),
)
_CURVE = (
    Column("risk", Text("Risk threshold"), SHARE),
    Column("net_benefit", Text("Net benefit"), PLAIN),
    Column("all", Text("Treating all"), PLAIN),
    Column("none", Text("Treating nobody"), PLAIN),
    Column("fixed", Text("This threshold"), PLAIN),
    Column("standardised", Text("Standardised"), PLAIN),
    Column("avoided", Text("Interventions avoided a person"), PLAIN),
    Column("envelope", Text("If recalibrated on these data: optimistic"), PLAIN),
)


def decision_curve(snapshot: Snapshot, *, with_draws: bool = True) -> Result | None:
    """Return what the threshold is worth at risk thresholds, and the curve.

    Parameters
    ----------
    snapshot
        With a threshold of a score.
    with_draws
        Whether to draw what perfect information would be worth, which takes a while.

    Returns
    -------
    Result or None
        The table ``decision_curve`` of the first risk threshold that is asked about (else of the
        threshold itself where scores are probabilities, else of 0.1), with the useful range, 1 -
        NPV to PPV; of several risks the table ``at``; and the long table ``decision-curve``.
        Scores that were not declared probabilities have no curve of their own: it is refused, or
        asked about where all lie in [0, 1]. What a fixed threshold is worth, and the best of all,
        stand nevertheless where a risk is asked about. None without a score, without a threshold,
        and for other scores where nothing is asked about.
    """
    point, ranking = snapshot.point, snapshot.ranking
    if point is None or ranking is None or not point.counts.n:
        return None
    settings = snapshot.inputs.consequences
    lacking = no_probabilities(snapshot)
    is_asked, title = isinstance(lacking, Asked), Text("Decision curve")
    why = Fact("asked" if is_asked else "refused", title, Text(str(lacking)))
    why = replace(why, values={why.id: str(lacking)}, ways=of_scale(snapshot))
    if lacking and not settings.risks and settings.scale is None:
        return Result("decision_curve", title, facts=(why,)) if is_asked else None
    risks = settings.risks or (usual_risk(snapshot),)
    known: dict[str, Mapping[str, Measured]] = {
        exact(risk): worth_by_id(snapshot, risk, with_draws=with_draws) for risk in risks
    }
    rows = tuple(Row(risk, Text("risk {risk}", {"risk": Share(float(risk))})) for risk in known)
    columns = tuple(
        Column(row.id, row.title, row.kind, keys={"measured": row.id}) for row in _ROWS[:8]
    )
    first = {**next(iter(known.values())), **useful_range(snapshot)}
    of_first = Text("at a risk of {risk}", {"risk": Share(risks[0])})
    known_rows, asked = without_asked([row for row in _ROWS if row.id in first], first)
    tables = [
        Table("decision_curve", (VALUE,), known_rows, lambda row, _one: first[row.id], of_first)
    ]
    if ranking.score.apparent is not None:
        tables[0] = beside_apparent(
            tables[0],
            lambda one: {"model": worth_by_id(one, risks[0])["model"]},
            apparent_of(snapshot),
        )
    if len(known) > 1:
        tables.append(
            Table(
                "at", columns, rows, lambda row, one: known[row.id][one.id], Text("risk threshold")
            )
        )
    of_risk = Text("{risk}", {"risk": Share(risks[0])})
    facts = [Fact("risk", Text("risk threshold"), of_risk, {"risk": risks[0]})]
    facts += [*([why] if lacking else []), *asked]
    facts += [] if ranking.score.apparent is None else [CROSS_FITTED]
    long_tables: tuple[LongTable, ...] = ()
    if prevalence_of(snapshot) is not None and not ranking.table.is_weighted:
        values = partial(_curve, snapshot, is_model=not lacking)
        long_tables = (LongTable("decision-curve", Text("Decision curve"), _CURVE, values),)
    return Result("decision_curve", title, tuple(tables), tuple(facts), long_tables=long_tables)


def usual_risk(snapshot: Snapshot) -> float:
    """Return the risk threshold where nobody asks about one: that of the threshold if it is one."""
    point, scale = snapshot.point, snapshot.inputs.consequences.scale
    if point is None or scale is None or no_probabilities(snapshot):
        return USUAL_RISK
    risk = point.threshold / scale.of_one
    return float(risk) if 0 < risk < 1 else USUAL_RISK


def worth_by_id(
    snapshot: Snapshot, risk: float, *, with_draws: bool = True
) -> Mapping[str, Measured]:
    """Return what the threshold in force is worth at a risk."""
    point, ranking = snapshot.point, snapshot.ranking
    assert point is not None  # noqa: S101 - who calls it has looked
    assert ranking is not None  # noqa: S101 - likewise
    share = prevalence_of(snapshot)
    if share is None:
        return dict.fromkeys((row.id for row in _ROWS), Measured(math.nan, ASKED))
    typed = typed_of(snapshot)
    found = worth_at(snapshot, moving_of(snapshot, point), risk)
    w = risk / (1 - risk)
    told = {
        "net_benefit": found.net_benefit,
        "standardised": found.standardised,
        "avoided": found.avoided,
        "over_all": found.over_all,
        "all": Measured(share.value - (1 - share.value) * w),
    }
    lacking = no_probabilities(snapshot)
    told["model"] = Measured(math.nan, lacking)
    if not lacking:
        curve = curve_of(snapshot, ranking)
        told["model"] = Measured(float(curve.at(np.array([risk]))[0]))
    reason = not_drawn(snapshot)
    if reason:
        return told | dict.fromkeys(("p_useful", "evpi"), Measured(math.nan, reason))
    at = None if typed is None else share.value
    chance = useful(point.counts, risk).both if at is None else useful_at(point.counts, risk, at)
    told["p_useful"] = Measured(chance)
    if not with_draws:
        return told
    evpi = expected_value_of_information(point.counts, risk, SEED, prevalence=at)
    return told | {"evpi": Measured(evpi)}


def typed_of(snapshot: Snapshot) -> Prevalence | None:
    """Return the prevalence that was typed; None for that of the file."""
    return None if snapshot.inputs.intervals.prevalence is None else prevalence_of(snapshot)


def worth_at(snapshot: Snapshot, moving: Moving, risk: float) -> Worthwhile:
    """Return what calls are worth at a risk, at the prevalence in force."""
    return worthwhile(moving, risk, typed_of(snapshot), by_subject(moving.subjects))


def not_drawn(snapshot: Snapshot) -> str:
    """Return why nothing is drawn from the counts, "" where that can be done."""
    dataset, ranking = snapshot.dataset, snapshot.ranking
    if ranking is not None and ranking.table.is_weighted:
        return Refused(NO_COUNTS)
    is_by_subject = dataset is not None and dataset.sampling is Sampling.BY_SUBJECT
    return DRAWN if is_by_subject else ""


def useful_range(snapshot: Snapshot) -> Mapping[str, Measured]:
    """Return 1 - NPV and PPV at the prevalence: between them the threshold is worth using."""
    point, typed = snapshot.point, typed_of(snapshot)
    if typed is None and point is not None and prevalence_of(snapshot) is not None:
        npv, ppv = map(predictive_values(point).__getitem__, ("NPV", "PPV"))
    else:
        npv, ppv = map(at_prevalence(snapshot, typed).__getitem__, ("npv", "ppv"))
    interval = npv.interval
    if interval is not None and interval.is_defined:
        interval = interval._replace(lower=1 - interval.upper, upper=1 - interval.lower)
    below = npv._replace(value=1 - npv.value, fraction=None, interval=interval)
    return {"useful_from": below, "useful_to": ppv._replace(fraction=None)}


def curve_of(snapshot: Snapshot, ranking: Ranking) -> DecisionCurve:
    """Return the decision curve of scores, as probabilities where they are in per cent."""
    scale, typed = snapshot.inputs.consequences.scale, snapshot.inputs.intervals.prevalence
    one = 1.0 if scale is None or math.isnan(scale.of_one) else scale.of_one
    steps = ranking.table.steps
    return DecisionCurve(steps if one == 1.0 else _divided(steps, one), typed)


def _divided(steps: Steps, by: float) -> Steps:
    return replace(steps, ascending=steps.ascending / by)


def _curve(snapshot: Snapshot, *, is_model: bool) -> Sequence[NDArray[np.float64]]:
    """Return the columns of the curve: at each risk where counts change, and evenly between."""
    ranking, point, share = snapshot.ranking, snapshot.point, prevalence_of(snapshot)
    assert ranking is not None  # noqa: S101 - who calls it has looked
    assert point is not None  # noqa: S101 - likewise
    assert share is not None  # noqa: S101 - likewise
    curve, p = curve_of(snapshot, ranking), share.value
    risks = np.arange(1, _SEVERAL) / _SEVERAL
    if is_model:
        corners = curve.corners()
        risks = np.unique(np.concatenate([risks, corners, np.nextafter(corners, 1.0)]))
        risks = risks[(risks > 0) & (risks < 1)]
    w, of_all = risks / (1 - risks), curve.of_all(risks)
    model = curve.at(risks) if is_model else np.full(len(risks), math.nan)
    fixed = curve.of_row(point.row, risks)
    best = curve.envelope(risks)
    avoided = (model - of_all) / w
    return [risks, model, of_all, np.zeros(len(risks)), fixed, model / p, avoided, best]


DECISION_CURVE = Topic(
    id="decision_curve",
    name=Text("Decision curve"),
    explanation=Text("The net benefit of acting on a call, by the risk from which it is worth it."),
    make=lambda snapshot, _beside: decision_curve(snapshot),
    is_of_snapshot=True,
    rows=_ROWS,
    quick=lambda snapshot: decision_curve(snapshot, with_draws=False),
    at_risk=True,
)
