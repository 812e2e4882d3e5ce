"""How the window writes and arranges measures: what they are says their topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.counts import whole_or_sum
from evalgui.core.languages import tr
from evalgui.core.metrics import Better
from evalgui.gui.look import text

if TYPE_CHECKING:
    from evalgui.core.metrics import AnyMetric
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style
    from evalgui.results.topics.measures import MeasureRow

BETTER_WORDS = {
    Better.HIGHER: tr("higher is better"),
    Better.LOWER: tr("lower is better"),
    Better.NEITHER: tr("neither direction is better"),
}


def range_words(metric: AnyMetric) -> str:
    """Return the interval of the values of a measure, and which of them are good."""
    low, high = (text.threshold(limit) for limit in metric.range)
    return tr("{low} to {high}, {better}", low=low, high=high, better=BETTER_WORDS[metric.better])


def symbol_beside(row: MeasureRow, style: Style) -> str:
    """Return the symbol in a field, "" where the name there holds it."""
    words, title = style.words, row.title.told(style)
    symbol = words.rates.get(row.id) or words.said(row.about.symbol)
    is_held = symbol.casefold() == title.casefold() or title.startswith(f"{symbol} (")
    return "" if is_held else symbol


def explanation(row: MeasureRow, style: Style) -> str:
    """Return formula, range, direction, other names and sources, a line each."""
    metric, title, symbol = row.about, row.title.told(style), symbol_beside(row, style)
    lines = [
        f"{title} ({symbol})" if symbol else title,
        tr("Formula: {formula}", formula=style.words.formula(metric.formula)),
        tr("Range: {range_words}", range_words=range_words(metric)),
    ]
    if row.says is not None:
        lines.append(row.says.told(style))
    others = metric.other_names(style.words.vocabulary)
    if others:
        lines.append(tr("Also: {list}", list=", ".join(map(style.words.said, others))))
    if metric.sources:
        lines.append(tr("Source: {list}", list="; ".join(metric.sources)))
    return "\n".join(lines)


def n_counted(snapshot: Snapshot) -> int:
    """Return how many rows are counted."""
    if snapshot.point is not None:
        return whole_or_sum(snapshot.point.counts.n)
    return 0 if snapshot.overall is None else snapshot.overall.matrix.n
