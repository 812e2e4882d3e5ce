"""Bootstrap intervals as plain data: what the command line prints of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.bands import bands_of
from evalgui.core.bootstrap.limits import METHODS
from evalgui.core.bootstrap.planning import brackets
from evalgui.core.bootstrap.resampling import SubjectResampler
from evalgui.core.bootstrap.statistics import AREAS
from evalgui.core.curves import curve_by_id
from evalgui.core.intervals import auc
from evalgui.core.metrics import metric_by_id
from evalgui.core.thresholds import in_units
from evalgui.io.writers.measures import written_as
from evalgui.render.json import finite, infinity
from evalgui.render.text import brief, level_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.bands import Band
    from evalgui.core.bootstrap.limits import Limits
    from evalgui.core.bootstrap.run import Replicates
    from evalgui.core.snapshot import Snapshot


def bootstrapped(
    replicates: Replicates, snapshot: Snapshot, measures: Sequence[str], level: float
) -> dict[str, Any]:
    """Return the intervals of some replicates as JSON types.

    Parameters
    ----------
    replicates
        What was drawn of the snapshot.
    snapshot
        With one class against the rest.
    measures
        The ids of measures of two classes, at the threshold.
    level
        The confidence, in (0, 1).

    Returns
    -------
    dict
        ``bootstrap``, by the id of each area (where there is a score) and of each of the
        measures: ``percentile`` and ``bca``, each with ``low`` and ``high`` (a number, "+inf",
        "-inf" or None), ``level``, ``method``, ``n`` (a number, or those of positives and
        negatives) and ``undefined``, why there are no limits, or None. ``bootstrap_run`` says
        what was drawn: ``note`` (where limits of the area under the ROC curve are too short),
        ``replicates``, ``seed``, ``sampling``, ``units`` and ``n_units`` ("rows" or "subjects",
        and their number), ``bins`` and ``bracket``: None, or the number of groups that the
        scores were put into and between which values each area lies, as far as groups tell.

    Raises
    ------
    UnknownIdError
        If there is no such measure.
    """
    steps, dataset = replicates.plan.resampler.steps, snapshot.dataset
    sizes = [steps.n_positive, steps.n_negative]
    found = {}
    if snapshot.ranking is not None:
        for area in AREAS:
            limits = replicates.area_limits(area.id, level)
            found[area.id] = entries(limits, level, n=sizes)
    parameters = snapshot.inputs.parameters
    for metric_id in measures:
        metric = metric_by_id(metric_id)
        limits = replicates.measure_limits(metric, level, parameters)
        n: object = sizes
        if metric.fraction is not None and snapshot.point is not None:
            n = metric.fraction(snapshot.point.counts)[1]
        found[metric_id] = entries(limits, level, n=n)
    drawn = replicates.plan.resampler
    by_subject = isinstance(drawn, SubjectResampler)
    is_binned = snapshot.ranking is not None and len(steps) < len(snapshot.ranking.table.steps)
    ranking = snapshot.ranking
    is_extreme = ranking is not None and auc.is_extreme(ranking.ranked.area)
    run = {
        "replicates": replicates.plan.n_replicates,
        "seed": replicates.plan.seed,
        "sampling": None if dataset is None else dataset.sampling.value,
        "units": "subjects" if by_subject else "rows",
        "n_units": drawn.n_subjects if isinstance(drawn, SubjectResampler) else sum(sizes),
        "bins": len(steps) - 1 if is_binned else None,
        "bracket": _brackets(replicates) if is_binned else None,
        **({"note": auc.DRAWN_TOO_SHORT} if is_extreme else {}),
    }
    return {"bootstrap": found, "bootstrap_run": run}


def bands(
    replicates: Replicates, snapshot: Snapshot, curves: Sequence[str], level: float
) -> dict[str, Any]:
    """Return the bands of curves as JSON types.

    Parameters
    ----------
    replicates
        What was drawn, with the lines of curves.
    snapshot
        What it was drawn of.
    curves
        The ids of the curves whose bands are wanted.
    level
        The confidence of each point of a pointwise band, and of the whole of a joint one.

    Returns
    -------
    dict
        Empty without curves, else ``bands``, a list: the id of the ``curve`` and of the
        measure of its ``line``, the lists ``x``, ``low`` and ``high`` (None where there is no
        limit), ``level``, ``method``, and whether it is ``joint``.
    """
    if not curves or snapshot.ranking is None:
        return {}
    found = bands_of(replicates, snapshot.ranking.table.steps, level)
    return {"bands": [_band(one, snapshot) for one in found if one.curve in curves]}


def _band(band: Band, snapshot: Snapshot) -> dict[str, Any]:
    x: list[Any] = band.x.tolist()
    if curve_by_id(band.curve).x is None and snapshot.score is not None:
        x = [in_units(threshold, snapshot.score) for threshold in x]
    return {
        "curve": band.curve,
        "line": band.line,
        "x": [infinity(place) or finite(place) for place in x],
        "low": [finite(limit) for limit in band.lower.tolist()],
        "high": [finite(limit) for limit in band.upper.tolist()],
        "level": band.level,
        "method": band.method,
        "joint": band.is_joint,
    }


def bootstrap_lines(numbers: dict[str, Any]) -> Iterator[str]:
    """Yield what `bootstrapped` returned as lines of text for people."""
    run = numbers["bootstrap_run"]
    yield ""
    told = f"bootstrap: {run['replicates']} replicates of {run['n_units']} {run['units']}"
    yield f"{told} ({run['sampling']}), seed {run['seed']}"
    if "note" in run:
        yield run["note"]
    if run["bins"] is not None:
        yield f"scores in {run['bins']} groups, which leave each area a bracket:"
        for area_id, (low, high) in run["bracket"].items():
            yield f"{area_id:18} {brief(low)} to {brief(high)}"
    for one_id, kinds in numbers["bootstrap"].items():
        written = written_as(one_id)
        for entry in map(kinds.__getitem__, METHODS):
            told = f"undefined: {entry['undefined']}"
            if entry["undefined"] is None:
                told = f"{brief(entry['low'], written)} to {brief(entry['high'], written)}"
            yield f"{one_id:18} {level_text(entry['level'])} {entry['method']:26} {told}"


def _brackets(replicates: Replicates) -> dict[str, list[float | None]]:
    found = brackets(replicates.plan.resampler.steps)
    return {area_id: [finite(low), finite(high)] for area_id, (low, high) in found.items()}


def entries(found: dict[str, Limits], level: float, **beside: object) -> dict[str, Any]:
    """Return the limits of each kind as JSON types, with what else stands in each."""
    return {
        kind: {
            "low": infinity(limits.lower) or finite(limits.lower),
            "high": infinity(limits.upper) or finite(limits.upper),
            "level": level,
            "method": METHODS[kind],
            **beside,
            "undefined": limits.reason or None,
        }
        for kind, limits in found.items()
    }
