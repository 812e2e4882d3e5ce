"""What a curve, its axes and its lines are called in each vocabulary."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import words_in

if TYPE_CHECKING:
    from evalgui.core.curves.curve import Axis, Curve, Series
    from evalgui.core.vocabulary import Vocabulary, Words


def in_vocabulary(curve: Curve, vocabulary: Vocabulary) -> Curve:
    """Return a curve named as `in_words` does, in the language that is spoken."""
    return in_words(curve, words_in(vocabulary))


def in_words(curve: Curve, words: Words) -> Curve:
    """Return a curve whose title, axes and lines are named in the words of a field.

    Parameters
    ----------
    curve
        As declared, in the machine-learning vocabulary.
    words
        Those of the field; names that it does not change stay.

    Returns
    -------
    Curve
        Its axes have short names and know their others.
    """
    title = words.said(curve.names.get(words.vocabulary, curve.title))
    return curve.renamed(
        title,
        _axis(curve.x_axis, words),
        _axis(curve.y_axis, words),
        tuple(
            replace(line, name=title if line.name == curve.title else _line(line, words))
            for line in curve.series
        ),
        tuple(replace(one, name=words.said(one.name)) for one in curve.references),
    )


def _line(line: Series, words: Words) -> str:
    """Return the short name that a field has for a measure, or else its name."""
    metric = line.metric
    declared = metric.name_in(words.vocabulary) if line.name == metric.name else line.name
    return words.rates.get(metric.id) or words.said(declared)


def _axis(axis: Axis, words: Words) -> Axis:
    metric, vocabulary = axis.metric, words.vocabulary
    if metric is None:
        title = words.said(axis.names.get(vocabulary, axis.title))
        return replace(axis, title=title, short=words.said(axis.short or ""))
    declared = metric.names.get(vocabulary, axis.title)
    is_own = axis.short not in {"", str(metric.symbol)}
    short = axis.short if is_own or declared == axis.title else words.rate(metric.id, metric.symbol)
    title = words.said(declared)
    known = dict.fromkeys(map(words.said, (metric.name, *metric.names.values(), *metric.aliases)))
    return replace(
        axis,
        title=title,
        short=words.said(short or ""),
        also=tuple(name for name in known if name.casefold() != title.casefold()),
    )
