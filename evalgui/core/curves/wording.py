"""What a curve, its axes and its lines are called in each vocabulary."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.metrics.predictive_values import PPV
from evalgui.core.metrics.rates import FNR, FPR, TNR, TPR
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, Words, words_in

if TYPE_CHECKING:
    from evalgui.core.curves.curve import Axis, Curve

_MEASURES = {metric.name: metric for metric in (TPR, TNR, FPR, FNR, PPV)} | {"Recall": TPR}
_LINES = {"FAR": FPR.id, "FRR": FNR.id}


def in_vocabulary(curve: Curve, vocabulary: Vocabulary) -> Curve:
    """Return a curve whose title, axes and lines are named as a vocabulary does.

    Parameters
    ----------
    curve
        As declared, in the machine-learning vocabulary.
    vocabulary
        The vocabulary; names that it does not change stay.

    Returns
    -------
    Curve
        Its axes have short names and know their others.
    """
    words = words_in(vocabulary)
    series = tuple(
        replace(item, name=words.rates.get(_LINES.get(item.name, ""), item.name))
        for item in curve.series
    )
    is_error_rates = curve.title == MACHINE_LEARNING.error_rates
    return replace(
        curve,
        title=words.error_rates if is_error_rates else curve.title,
        x_axis=_axis(curve.x_axis, words),
        y_axis=_axis(curve.y_axis, words),
        series=series,
    )


def _axis(axis: Axis, words: Words) -> Axis:
    if axis.title == MACHINE_LEARNING.error_rates_axis:
        return replace(axis, title=words.error_rates_axis)
    declared = axis.title.partition(" (")[0]
    metric = _MEASURES.get(declared)
    if metric is None:
        return axis
    title = metric.names.get(words.vocabulary, declared)
    known = dict.fromkeys((metric.name, *metric.names.values(), *metric.aliases))
    return replace(
        axis,
        title=title,
        short=axis.short if title == declared else metric.symbol_in(words.vocabulary),
        also=tuple(name for name in known if name.casefold() != title.casefold()),
    )
