"""The figures of a biometric evaluation as plain data, and as lines of text for people."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from evalgui.core.intervals.subjects import EFFECTIVE
from evalgui.core.rules.biometric_figures import (
    COSTS,
    FMR_TARGETS,
    FNMR_TARGETS,
    equal_errors,
    fmr_at_fnmr,
    fnmr_at_fmr,
    minimal_cost,
)
from evalgui.core.rules.targets import NONE_ALLOWED
from evalgui.core.thresholds import in_units
from evalgui.render.json import finite, infinity
from evalgui.render.text import brief, digits, level_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.biometrics.detection_cost import DetectionCost
    from evalgui.core.dataset import Score
    from evalgui.core.rules.biometric_figures import ErrorAtError, ErrorRate, MinimalCost
    from evalgui.core.snapshot import Snapshot


def biometric_figures(
    snapshot: Snapshot,
    level: float = 0.95,
    typed: Mapping[str, tuple[DetectionCost, ...]] | None = None,
) -> dict[str, Any] | None:
    """Return the biometric figures of a snapshot as JSON types.

    Parameters
    ----------
    snapshot
        With a score.
    level
        The one-sided confidence of the limits.
    typed
        Detection costs beside the usual ones, by name.

    Returns
    -------
    dict or None
        ``level``; ``by_subject``: whether subjects were drawn, whose rows count as fewer; ``eer``:
        each definition by name, with ``low`` and ``high``, the bracket of the interpolated one;
        ``fnmr_at_fmr`` and ``fmr_at_fnmr``: lists of ``name``, ``target``, ``threshold``, ``fmr``
        and ``fnmr`` (each ``value``, ``errors``, ``n``, ``n_effective``: as how many independent
        rows they count, ``upper``: the one-sided exact upper limit of those), ``supported``, and
        ``bound``, the rate that may be claimed after no error where not even one is allowed;
        ``zero_fmr`` and ``zero_fnmr`` likewise; ``dcf``: ``name``, ``costs``, ``min``
        (normalised), ``min_raw``, ``thresholds``, and ``actual`` (normalised) at the threshold of
        the snapshot. None where a class has no scores,
        and where weights have fractions: errors are not counted then.
    """
    ranking, point = snapshot.ranking, snapshot.point
    if ranking is None or not (ranking.table.n_positive and ranking.table.n_negative):
        return None
    if ranking.table.is_weighted:
        return None
    steps, score = ranking.table.steps, ranking.score
    counts = None if point is None else point.counts
    costs = {**COSTS, **(typed or {})}
    return {
        "level": level,
        "by_subject": steps.subjects is not None,
        "eer": dataclasses.asdict(equal_errors(steps)),
        "fnmr_at_fmr": [
            {"name": name} | _error(fnmr_at_fmr(steps, target, level), score)
            for name, target in FMR_TARGETS.items()
        ],
        "fmr_at_fnmr": [
            _error(fmr_at_fnmr(steps, target, level), score) for target in FNMR_TARGETS
        ],
        "zero_fmr": _error(fnmr_at_fmr(steps, 0.0, level), score),
        "zero_fnmr": _error(fmr_at_fnmr(steps, 0.0, level), score),
        "dcf": [
            _cost(minimal_cost(steps, name, several, counts), score)
            for name, several in costs.items()
        ],
    }


def _place(threshold: float, score: Score) -> float | str | None:
    if math.isnan(threshold):
        return "> inf" if score.higher_is_positive else "< -inf"
    return infinity(threshold) or finite(in_units(threshold, score))


def _error(found: ErrorAtError, score: Score) -> dict[str, Any]:
    return {
        "target": found.target,
        "threshold": _place(found.threshold, score),
        "fmr": _rate(found.fmr),
        "fnmr": _rate(found.fnmr),
        "supported": found.is_supported,
        "bound": finite(found.bound),
    }


def _rate(rate: ErrorRate) -> dict[str, Any]:
    return {
        "value": rate.value,
        "errors": rate.errors,
        "n": rate.n,
        "n_effective": finite(float(rate.worth)),
        "upper": finite(rate.upper_limit),
    }


def _cost(found: MinimalCost, score: Score) -> dict[str, Any]:
    return {
        "name": found.name,
        "costs": [dataclasses.asdict(cost) for cost in found.costs],
        "min": found.normalised,
        "min_raw": found.raw,
        "thresholds": [_place(threshold, score) for threshold in found.thresholds],
        "actual": finite(found.actual),
    }


def figures_in_words(figures: dict[str, Any] | None) -> str:
    """Return biometric figures as lines of text; one-sided limits say so."""
    if figures is None:
        return "biometric figures: a class has no scores"
    limit = f"one-sided {level_text(figures['level'])} limit"
    limit += f", {EFFECTIVE}" if figures["by_subject"] else ""
    lines = ["equal error rate"]
    lines += [f"  {name:14} {brief(value)}" for name, value in figures["eer"].items()]
    lines += ["", f"FNMR at FMR (errors/comparisons; {limit})"]
    lines += [_line(one["name"], one) for one in figures["fnmr_at_fmr"]]
    lines.append(_line("ZeroFMR", figures["zero_fmr"]))
    lines += ["", f"FMR at FNMR ({limit})"]
    lines += [_line(f"FNMR <= {one['target']}", one) for one in figures["fmr_at_fnmr"]]
    lines.append(_line("ZeroFNMR", figures["zero_fnmr"]))
    lines += ["", "detection cost, normalised"]
    lines += [
        f"  {one['name']:14} min {brief(one['min'])} at "
        f"{', '.join(map(digits, one['thresholds']))}; "
        f"at the threshold in force {brief(one['actual'])}"
        for one in figures["dcf"]
    ]
    return "\n".join(lines)


def _line(name: str, one: dict[str, Any]) -> str:
    rates = "  ".join(
        f"{kind.upper()} {brief(one[kind]['value'])} ({one[kind]['errors']}/{one[kind]['n']};"
        f" <= {brief(one[kind]['upper'])})"
        for kind in ("fnmr", "fmr")
    )
    bound = "" if one["supported"] else f"  {NONE_ALLOWED}, bound {brief(one['bound'])}"
    return f"  {name:16} at {digits(one['threshold'])}: {rates}{bound}"
