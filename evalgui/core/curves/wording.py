"""What a curve, its axes and its lines are called in each vocabulary."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import words_in

if TYPE_CHECKING:
    from evalgui.core.curves.curve import Axis, Curve, Series
    from evalgui.core.vocabulary import Vocabulary


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
    title = curve.names.get(vocabulary, curve.title)
    return curve.renamed(
        title,
        _axis(curve.x_axis, vocabulary),
        _axis(curve.y_axis, vocabulary),
        tuple(
            replace(line, name=title if line.name == curve.title else _line(line, vocabulary))
            for line in curve.series
        ),
    )


def _line(line: Series, vocabulary: Vocabulary) -> str:
    """Return the short name that a field has for a measure, or else its name."""
    metric = line.metric
    declared = metric.name_in(vocabulary) if line.name == metric.name else line.name
    return words_in(vocabulary).rates.get(metric.id, declared)


def _axis(axis: Axis, vocabulary: Vocabulary) -> Axis:
    metric = axis.metric
    if metric is None:
        return replace(axis, title=axis.names.get(vocabulary, axis.title))
    title = metric.names.get(vocabulary, axis.title)
    is_own = axis.short not in {"", str(metric.symbol)}
    known = dict.fromkeys((metric.name, *metric.names.values(), *metric.aliases))
    return replace(
        axis,
        title=title,
        short=axis.short if is_own or title == axis.title else metric.symbol_in(vocabulary),
        also=tuple(name for name in known if name.casefold() != title.casefold()),
    )
