"""What a curve is: a declaration that says all that a plot, a figure and an export need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from evalgui.core.counts import Counts, Real
from evalgui.core.curves import probing
from evalgui.core.declarations import DeclarationError
from evalgui.core.metrics import DEFAULT_PARAMETERS, METRICS, Metric, Parameters
from evalgui.core.metrics.any_metric import UNIT
from evalgui.core.parallel import blocks, spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.measured import Measured
    from evalgui.core.score_table import Outline, ScoreTable, Steps
    from evalgui.core.vocabulary import Vocabulary

Measure: TypeAlias = Callable[[Counts], Real]

_BLOCK = 65_536  # rows whose temporaries stay in the cache


class Scale(StrEnum):
    """How an axis maps its values to the screen."""

    PROPORTION = "proportion"
    NORMAL_DEVIATE = "normal-deviate"
    SCORE = "score"
    LOG = "log"  # of positive scores, or of proportions: decades are equally long
    VALUE = "value"  # of a measure that is no proportion: from the lowest to the highest there is


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a plot: it names its measure, and all else follows from that.

    Parameters
    ----------
    metric
        The measure that it shows. None for the threshold, and for what several lines share.
    title
        In words of the machine-learning vocabulary; by default the name of the measure.
    scale
        How values map to the screen; by default that of the range of the measure, of the lines
        (y) or of the threshold (x).
    short
        A short form for read-outs and narrow axes, "" where there is none; by default the
        symbol of the measure.
    names
        The title in other vocabularies, where there is no measure to name it.
    also
        The other names of what it shows.

    Raises
    ------
    DeclarationError
        If nothing says what it shows.
    """

    metric: Metric | None = None
    title: str = ""
    scale: Scale | None = None
    short: str | None = None
    names: Mapping[Vocabulary, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.metric is None:
            if not self.title:
                message = 'an axis names its measure, as Axis(TPR) does, or has a title="..."'
                raise DeclarationError(message)
            _fill(self, short=self.short or "")
            return
        given: object = self.metric  # which a declaration may get wrong
        if not isinstance(given, Metric):
            message = (
                f"an axis names a measure of evalgui.core.metrics, as Axis(TPR) does; "
                f"{given!r} is none"
            )
            raise DeclarationError(message)
        _fill(
            self,
            title=self.title or self.metric.name,
            scale=self.scale or _scale_of(self.metric),
            short=str(self.metric.symbol) if self.short is None else self.short,
        )


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a plot.

    Parameters
    ----------
    metric
        The measure that is its y.
    name
        The name in the legend and the key in exports; by default the name of the measure. One
        that is the title of the curve stays with it; any other gives way to the field's own
        name of the measure.
    at_first
        The y value of the vertex that calls nothing positive, where the measure has none
        there but the curve is drawn from a point all the same.
    parameters
        The numbers in the formula of the measure.
    of_class
        "positive" or "negative" for an error of one class, whose colour it has.
    """

    metric: Metric
    name: str = ""
    at_first: Callable[[Steps], float] | None = None
    parameters: Parameters = DEFAULT_PARAMETERS
    of_class: str = ""

    def __post_init__(self) -> None:
        _fill(self, name=self.name or self.metric.name)

    def measure(self, counts: Counts) -> Real:
        """Return y: a float for scalars, an array for arrays; NaN where it is undefined."""
        return self.metric.value(counts, self.parameters)

    def values(self, steps: Steps, rows: NDArray[np.intp], counts: Counts) -> NDArray[np.float64]:
        """Return y at some rows, given their counts: (m,) float64, NaN where undefined."""
        if steps.is_weighted:  # a measure may depend on how many there are
            cells = counts.tp, counts.fp, counts.fn, counts.tn
            sums: Any = [cell / steps.unit for cell in cells]
            counts = Counts(*sums)
        y = np.asarray(self.measure(counts), dtype=np.float64)
        if self.at_first is not None and len(rows) and rows[0] == 0:
            y[0] = self.at_first(steps)
        return y


@dataclass(frozen=True, slots=True)
class Reference:
    """A line to compare with, drawn from one end of the x axis to the other.

    Parameters
    ----------
    name
        What the legend calls it; "" for a line that explains itself.
    y
        A function of x, an array, and of the table.
    corners
        Where on x it has corners, a function of the table; None for none.
    """

    name: str
    y: Callable[[NDArray[np.float64], Steps], NDArray[np.float64]]
    corners: Callable[[Steps], tuple[float, ...]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A curve as a declaration; `vertices` computes it for a table of scores.

    Parameters
    ----------
    id
        Stable name, as on the command line.
    title
        The title of the plot, in the machine-learning vocabulary.
    names
        The title in other vocabularies, where it is another.
    also
        What else it is called, by which it is found.
    x_axis, y_axis
        The axes. An x axis without a measure is that of the threshold; any other x must never
        turn back from one threshold to the next, which is how zooming finds what to draw.
    series
        The lines; all share x. By default one, the measure of the y axis under the title.
    references
        Lines to compare with.
    summary
        The id of the number that says it all beside the title (of `RANKING_METRICS`), "" for
        none.
    crossing
        Where the point of equal error rates is marked, given their value: x, which counts for
        nothing where x is the threshold, and y. None marks none.
    is_square
        Whether a unit is as long on one axis as on the other, where both show equal ranges.
    overlaid
        Whether the curves of several scores, data sets and classes can lie over each other.
    is_monotone
        Whether each y moves one way only as x rises; unless promised, every vertex in view is
        looked at.
    turns_at_corners
        Whether each y moves one way only while just the true positives grow, and while just
        the false positives do; fewer vertices are looked at then.
    is_proportional
        Whether counts move in proportion from one vertex to the next, as over all orders of equal
        scores, so that the line bends there and the vertices are marked.
    first_hits
        How many true positives there are where it begins, a function of the table, between two
        vertices; by default it begins at the first one.

    Raises
    ------
    DeclarationError
        If something is missing, x turns back, or what is promised of y is not so.
    """

    id: str
    title: str
    x_axis: Axis
    y_axis: Axis
    series: tuple[Series, ...] = ()
    names: Mapping[Vocabulary, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    summary: str = ""
    crossing: Callable[[float], tuple[float, float]] | None = None
    is_square: bool = False
    overlaid: bool = False
    is_monotone: bool = False
    turns_at_corners: bool = False
    is_proportional: bool = False
    first_hits: Callable[[Steps], float] | None = None
    traits: probing.Traits = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.series:
            if self.y_axis.metric is None:
                message = (
                    f"the curve {self.id!r} has no line: let the y axis name a measure, as "
                    f"y_axis=Axis(TPR) does, or list lines, as series=(Series(FPR), Series(FNR))"
                )
                raise DeclarationError(message)
            _fill(self, series=(Series(self.y_axis.metric, self.title),))
        if self.x_axis.scale is None:
            _fill(self, x_axis=replace(self.x_axis, scale=Scale.SCORE))
        if self.y_axis.scale is None:
            kinds = {_scale_of(line.metric) for line in self.series}
            shared = Scale.VALUE if Scale.VALUE in kinds else Scale.PROPORTION
            _fill(self, y_axis=replace(self.y_axis, scale=shared))
        names = [line.name for line in self.series]
        if len(set(names)) < len(names):
            message = f"two lines of the curve {self.id!r} have one name: give them others"
            raise DeclarationError(message)
        if self.overlaid and (self.is_against_threshold or len(names) > 1):
            message = (
                f"the curve {self.id!r} cannot lie over others: that takes one line, and an x "
                f"that is a measure; leave out overlaid=True"
            )
            raise DeclarationError(message)
        promises = probing.Promises(self.id, self.is_monotone, self.turns_at_corners)
        lines = {line.name: line.measure for line in self.series}
        _fill(self, traits=probing.traits_of(promises, self.x, lines))

    def __hash__(self) -> int:
        return hash(self.id)

    def renamed(
        self,
        title: str,
        x_axis: Axis,
        y_axis: Axis,
        series: tuple[Series, ...],
        references: tuple[Reference, ...],
    ) -> Curve:
        """Return the curve under other names; what holds of it without data holds still."""
        result = copy(self)
        _fill(result, title=title, x_axis=x_axis, y_axis=y_axis)
        _fill(result, series=series, references=references)
        return result

    @property
    def is_against_threshold(self) -> bool:
        """Whether x is the threshold."""
        return self.x_axis.metric is None

    @property
    def x(self) -> Measure | None:
        """The x value, a function of the counts; None where x is the threshold itself."""
        return None if self.x_axis.metric is None else self.x_axis.metric.value

    def runs_backward(self, steps: Steps) -> bool:
        """Return whether x falls from each row of a table to the next."""
        return steps.higher_is_positive if self.is_against_threshold else self.traits.x_falls


@dataclass(frozen=True, slots=True, eq=False)
class Vertices:
    """Some vertices of a curve, from the strictest threshold to the most lenient.

    Parameters
    ----------
    rows : (m,) array of int
        The rows of `Steps` they stand for.
    x : (m,) array of float64
    ys : tuple of (m,) arrays of float64, one a series
        NaN where a measure is undefined.
    thresholds : (m,) array of float64
        In the user's units.
    """

    rows: NDArray[np.intp]
    x: NDArray[np.float64]
    ys: tuple[NDArray[np.float64], ...]
    thresholds: NDArray[np.float64]


def vertices(
    curve: Curve, table: ScoreTable | Outline, rows: NDArray[np.intp] | None = None
) -> Vertices:
    """Compute the vertices of a curve at some rows of the table, at all by default.

    Parameters
    ----------
    curve
        The declaration.
    table
        The scores; an outline only draws curves of which `Traits.has_corners` is true.
    rows : (m,) array of int, optional
        Rows of ``table.steps``, ascending.

    Returns
    -------
    Vertices
    """
    steps = table.steps
    if rows is None:
        rows = np.arange(len(steps))
    parts = [rows[part] for part in blocks(len(rows), _BLOCK)] or [rows]
    found = spread(lambda part: _vertices(curve, steps, part), parts)
    if len(found) == 1:
        return found[0]
    return Vertices(
        rows,
        np.concatenate([one.x for one in found]),
        tuple(np.concatenate(ys) for ys in zip(*(one.ys for one in found), strict=True)),
        np.concatenate([one.thresholds for one in found]),
    )


def _vertices(curve: Curve, steps: Steps, rows: NDArray[np.intp]) -> Vertices:
    """Return the vertices at some rows, so few that all that is computed stays in the cache."""
    counts = steps.counts(rows)
    thresholds = steps.thresholds[rows]
    x = thresholds if curve.x is None else np.asarray(curve.x(counts), dtype=np.float64)
    ys = tuple(series.values(steps, rows, counts) for series in curve.series)
    return Vertices(rows, x, ys, thresholds)


def point(
    curve: Curve,
    table: ScoreTable | Outline,
    counts: Counts,
    threshold: float,
    measured: Mapping[str, Measured] | None = None,
) -> tuple[float, tuple[float, ...]]:
    """Return where an operating point lies on a curve: x, and y of each series.

    The point that calls nothing positive lies where the curve begins.

    Parameters
    ----------
    curve
        The declaration.
    table
        The scores, or the points of their curve.
    counts
        Scalars, those of the point.
    threshold
        Where it lies on an axis of scores.
    measured
        The measures of these counts, where they are known: those of `METRICS` that have no
        number of the user in their formulas are taken from there.
    """
    metric = curve.x_axis.metric
    x = threshold if metric is None else _value_of(metric, counts, DEFAULT_PARAMETERS, measured)
    nothing_called = counts.predicted_positives == 0
    ys = []
    for series in curve.series:
        if nothing_called and series.at_first is not None:
            ys.append(series.at_first(table.steps))
        else:
            ys.append(_value_of(series.metric, counts, series.parameters, measured))
    return x, tuple(ys)


def _value_of(
    metric: Metric,
    counts: Counts,
    parameters: Parameters,
    measured: Mapping[str, Measured] | None,
) -> float:
    is_known = METRICS.ids.get(metric.id) is metric and not metric.parameters
    if measured is None or not is_known:
        return float(metric.value(counts, parameters))
    return measured[metric.id].value


def _scale_of(metric: Metric) -> Scale:
    return Scale.PROPORTION if metric.range == UNIT else Scale.VALUE


def _fill(declared: object, **facts: object) -> None:
    """Set what follows from the rest of a frozen declaration."""
    for name, value in facts.items():
        object.__setattr__(declared, name, value)
