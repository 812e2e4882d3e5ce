"""The words of the plots: short names of what the axes mean, read-outs and summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.curves import DET, PRECISION_RECALL, ROC, Along
from evalgui.core.rewording import within
from evalgui.gui import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.counts import Counts
    from evalgui.core.curves.curve import Axis, Curve
    from evalgui.core.dataset import Score
    from evalgui.core.ranking import Ranking
    from evalgui.core.vocabulary import Words

CLASS_CURVES = (ROC, PRECISION_RECALL, DET)  # of every class against the rest
_FIGURE_SPACE = "\N{FIGURE SPACE}"
_RATE_WIDTH = len("10.0 %")


def names(curve: Curve) -> tuple[str, ...]:
    """Return the short names of what a read-out gives: x and y, or each series."""
    if curve.along is Along.THRESHOLD:
        return tuple(series.name for series in curve.series)
    shorts = (short_name(axis) for axis in (curve.x_axis, curve.y_axis))
    return tuple(within(name) for name in shorts)


def short_name(axis: Axis) -> str:
    """Return the shortest name of what an axis shows."""
    return axis.short or axis.title.partition(" (")[0]


def read_out(
    labels: Sequence[str],
    values: Sequence[float],
    threshold: float,
    score: Score | None = None,
    *,
    in_percent: bool = True,
) -> str:
    """Return what holds at a threshold; each number takes the same room at any value."""
    told = text.percent if in_percent else text.measure
    parts = [
        f"{label} {told(value).rjust(_RATE_WIDTH, _FIGURE_SPACE)}"
        for label, value in zip(labels, values, strict=True)
    ]
    return _sentence(f"{', '.join(parts)} at {text.short_threshold(threshold, score)}")


def widest_read_out(labels: Sequence[str]) -> str:
    """Return a read-out as wide as one can become in practice."""
    return read_out(labels, [0.99995] * len(labels), -0.000123456)


def four_counts(counts: Counts, words: Words) -> str:
    """Return the four counts of a point."""
    tp, fn, fp, tn = words.shorts
    pairs = ((tp, counts.tp), (fp, counts.fp), (fn, counts.fn), (tn, counts.tn))
    return "  ".join(f"{name} {text.count(int(number))}" for name, number in pairs)


def summary(curve: Curve, ranking: Ranking, words: Words) -> str:
    """Return what a curve comes to: its area, or its equal error rate."""
    if curve.id == "roc":
        return f"AUC {text.measure(ranking.areas.roc_auc)}"
    if curve.id == "pr":
        return f"AP {text.measure(ranking.areas.average_precision)}"
    if curve.id in {"det", "far-frr"}:
        return f"{words.equal_errors} {text.percent(ranking.equal_error_rate.value)}"
    return ""


def one_versus_rest_id(curve: Curve) -> str:
    """Return the id of the plot of a curve of every class against the rest."""
    return f"classes-{curve.id}"


def one_versus_rest_title(curve: Curve) -> str:
    """Return the title of that plot."""
    return f"{curve.title}, one versus rest"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
