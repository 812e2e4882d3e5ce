"""The words of the plots: short names of what the axes mean, read-outs and summaries."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.counts import whole_or_sum
from evalgui.core.curves import Scale
from evalgui.core.digits import SPACE
from evalgui.core.intervals.pending import is_awaited, latest
from evalgui.core.languages import between, tr
from evalgui.core.measured import Interval
from evalgui.core.ranking import NO_SUMMARIES
from evalgui.core.ranking_metrics import RANKING_METRICS, ROC_AUC
from evalgui.gui.look import text
from evalgui.gui.plots.read_out_texts import AT
from evalgui.gui.results.intervals import of_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from evalgui.core.counts import Counts
    from evalgui.core.curves import Axis, Curve
    from evalgui.core.dataset import Score
    from evalgui.core.metrics import Metric
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.ranking import Ranking
    from evalgui.core.ranking_metrics import RankingMetric
    from evalgui.core.vocabulary import Words

_FIGURE_SPACE = "\N{FIGURE SPACE}"
_RATE_WIDTH = len("10.0 %")
_MANY = 20_000  # rows, from which a share takes as many digits as are ever told
_LIMITS_WIDTH = len(" (10.0-99.9)")


class Found(NamedTuple):
    """The intervals of measures at a point, and whether they are of before."""

    intervals: Sequence[Interval | None]
    is_of_before: bool


def names(curve: Curve) -> tuple[str, ...]:
    """Return the short names of what a read-out gives: x, unless it is the threshold, and y."""
    if curve.is_against_threshold:
        return tuple(series.name for series in curve.series)
    is_one = len(curve.series) == 1
    of_lines = [short_name(curve.y_axis)] if is_one else [line.name for line in curve.series]
    return tuple(text.within(name) for name in (short_name(curve.x_axis), *of_lines))


def values(curve: Curve, counts: Counts) -> tuple[float, ...]:
    """Return what a read-out gives for some counts, in the order of `names`."""
    of_x = [] if curve.x is None else [curve.x]
    return tuple(float(of(counts)) for of in (*of_x, *(line.measure for line in curve.series)))


def tellers(curve: Curve) -> tuple[Callable[[float], str], ...]:
    """Return what writes each number of a read-out, in per cent or not, in the order of `names`."""
    axes = [curve.y_axis] * len(curve.series)
    shown = axes if curve.is_against_threshold else [curve.x_axis, *axes]
    return tuple(text.measure if axis.scale is Scale.VALUE else text.percent for axis in shown)


def short_name(axis: Axis) -> str:
    """Return the shortest name of what an axis shows."""
    return text.said(axis.short or "") or text.said(axis.title).partition(" (")[0]


class ReadOut:
    """A read-out of a plot, put into words once these are asked for.

    Parameters
    ----------
    labels, values, threshold, score, told_by
        As of `read_out`.
    found
        The intervals, as `shown_at` returns them.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that stands in one
        self,
        labels: Sequence[str],
        values: Sequence[float],
        threshold: float,
        score: Score | None,
        found: Found,
        told_by: Sequence[Callable[[float], str]] = (),
    ) -> None:
        self._told = labels, values, threshold, score, told_by
        self._found = found

    @cached_property
    def short(self) -> str:
        """The numbers alone."""
        return read_out(*self._told)

    @cached_property
    def long(self) -> str:
        """The numbers with their intervals."""
        return read_out(*self._told, self._found.intervals)

    @cached_property
    def before(self) -> tuple[str, ...]:
        """The limits among them that will be replaced."""
        told_by = self._told[-1]
        return limits_told(self._found.intervals, told_by) if self._found.is_of_before else ()


def read_out(  # noqa: PLR0913, PLR0917 - all that stands in one
    labels: Sequence[str],
    values: Sequence[float],
    threshold: float,
    score: Score | None = None,
    told_by: Sequence[Callable[[float], str]] = (),
    intervals: Sequence[Interval | None] = (),
) -> str:
    """Return what holds at a threshold; each number takes the same room at any value.

    All are told in per cent where nothing else is said, and with their intervals where these
    are given.
    """
    told_by = told_by or [text.percent] * len(labels)
    said, spare = [], ""
    for label, value, told, interval in zip(
        labels, values, told_by, intervals or [None] * len(labels), strict=True
    ):
        number = told(value).rjust(_RATE_WIDTH, _FIGURE_SPACE)
        limits = "" if interval is None else f" {_bracketed(interval, told)}"
        said.append(f"{spare}{label} {number}{limits}")
        # What limits leave of their room stands behind them: before them it would be a hole.
        spare = "" if interval is None else _FIGURE_SPACE * (_LIMITS_WIDTH - len(limits))
    place = text.short_threshold(threshold, score)
    return _sentence(f"{between().join(said)}{spare}{AT}{place}")


def _bracketed(interval: Interval, told: Callable[[float], str]) -> str:
    return f"({_between(interval, told)})"


def _between(interval: Interval, told: Callable[[float], str]) -> str:
    if is_awaited(interval):
        return "\N{HORIZONTAL ELLIPSIS}"
    lower, upper = interval.lower, interval.upper
    if told is text.percent:
        return of_rows(text.percent_interval(lower, upper).removesuffix(f"{SPACE}%"), interval)
    return of_rows(text.interval(lower, upper), interval)


def widest_read_out(labels: Sequence[str], n: int = _MANY) -> tuple[str, str]:
    """Return read-outs as wide as they can become in practice, the second with intervals.

    Of n rows none is a share so near to 1 that it takes more digits than one of the last.
    """
    values, threshold = [1 - 1 / min(max(n, 2), _MANY)] * len(labels), -0.000123456
    wide = Interval(0.95, "", 0.1234, 0.9876)
    return (
        read_out(labels, values, threshold),
        read_out(labels, values, threshold, intervals=[wide] * len(labels)),
    )


def measures_of(curve: Curve) -> tuple[Metric, ...]:
    """Return the measures that a read-out gives, in the order of `names`."""
    of_x = [] if curve.x_axis.metric is None else [curve.x_axis.metric]
    return (*of_x, *(line.metric for line in curve.series))


def shown_at(point: OperatingPoint, ids: Sequence[str]) -> Found:
    """Return the intervals of measures at a point, None where nobody says.

    While they are being worked out they are those of before, and said to be.
    """
    if not point.is_awaited:  # as in most frames of a drag
        return Found([point.intervals.get(metric_id) for metric_id in ids], is_of_before=False)
    found = [latest(point.intervals, metric_id) for metric_id in ids]
    return Found([one for one, _ in found], any(is_of_before for _, is_of_before in found))


def limits_told(
    intervals: Sequence[Interval | None], told_by: Sequence[Callable[[float], str]] = ()
) -> tuple[str, ...]:
    """Return what stands in a read-out of intervals alone, in its order."""
    both = zip(intervals, told_by or [text.percent] * len(intervals), strict=True)
    return tuple(_bracketed(one, told) for one, told in both if one is not None)


def four_counts(counts: Counts, words: Words) -> str:
    """Return the four counts of a point."""
    tp, fn, fp, tn = words.shorts
    pairs = ((tp, counts.tp), (fp, counts.fp), (fn, counts.fn), (tn, counts.tn))
    return "  ".join(f"{name} {text.count(whole_or_sum(number))}" for name, number in pairs)


def summary(
    curve: Curve,
    ranking: Ranking,
    words: Words,
    intervals: Mapping[str, Interval] = NO_SUMMARIES,
) -> str:
    """Return what a curve comes to, such as its area, "" for a curve that names nothing.

    Intervals that are given, by the ids of their measures, stand behind the numbers.
    """
    return between().join(
        f"{words.said(metric.short or metric.name)} {valued(metric, ranking, intervals)}"
        for metric in heading(curve)
    )


def valued(
    metric: RankingMetric, ranking: Ranking, intervals: Mapping[str, Interval] = NO_SUMMARIES
) -> str:
    """Return a measure of a ranking, with its interval where that is given."""
    told = text.percent if metric.in_percent else text.measure
    found = intervals.get(metric.id)
    limits = f" ({_between(found, told)})" if found is not None and found.is_defined else ""
    bracket, of_bins = ranking.measured[metric.id].bracket, ""
    if bracket is not None and bracket.told(told):
        ends = Interval(1.0, "", bracket.low, bracket.high)
        of_bins = (
            tr(" (open in bins)")
            if bracket.reason
            else tr(" ({between} in bins)", between=_between(ends, told))
        )
    return f"{told(ranking.value(metric.id))}{of_bins}{limits}"


def heading(curve: Curve) -> list[RankingMetric]:
    """Return the measures that head a curve: its summary, and those that name the curve."""
    own = [RANKING_METRICS.by_id(curve.summary)] if curve.summary else []
    return [*own, *(one for one in RANKING_METRICS if curve.id in one.heads)]


def area_beside(curve: Curve, area: float) -> str:
    """Return what a legend says beside a class: the area where it is that under the curve."""
    return f"  {text.measure(area)}" if curve.summary == ROC_AUC.id else ""


def one_versus_rest_id(curve: Curve) -> str:
    """Return the id of the plot of a curve of every class against the rest."""
    return f"classes-{curve.id}"


def one_versus_rest_title(curve: Curve) -> str:
    """Return the title of that plot."""
    return tr("{title}, one versus rest", title=curve.title)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
