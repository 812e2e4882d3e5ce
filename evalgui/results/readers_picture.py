"""Readers as points on the ROC curve of the score, each in the box that its limits make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.curves import in_words
from evalgui.core.curves.curve import Scale
from evalgui.core.curves.roc import ROC
from evalgui.core.curves.scales import LinearScale
from evalgui.core.digits import BETWEEN
from evalgui.core.errors import sentence_of
from evalgui.core.texts import Count, Rate, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.curve_picture import Scored, curve_lines
from evalgui.results.picture import Layer, Line, Mark, Picture, PictureAxis, Reference
from evalgui.results.pictured import Moved, Pictured
from evalgui.results.ticks import Ruler

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.pictured import Shown
    from evalgui.results.topics.readers import Reader

_ASKED = Text("Compare > Readers says which columns hold what readers call.")
_SCALE = LinearScale(0.0, 1.0)
_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))


def readers_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the curve of the score with the box of each reader, or why there is none.

    A box is where the two rates of a reader truly lie, both together at the level that is asked
    about: they are of other rows, so that each has its limits at the root of the level.
    """
    known = _known(snapshot)
    if not isinstance(known, tuple):
        return known
    curve = in_words(ROC, style.words)
    axes = [
        PictureAxis(axis.title, Ruler(_SCALE, Scale.PROPORTION))
        for axis in (curve.x_axis, curve.y_axis)
    ]
    ends = np.array([0.0, 1.0])
    layers: list[Layer] = [Reference(phrase("Chance"), lambda _seen: (ends, ends))]
    ranking = snapshot.ranking
    if ranking is not None and ranking.table.n_positive and ranking.table.n_negative:
        scored = Scored(ranking.score.name, ranking.table)
        layers += curve_lines(curve, scored, (_SCALE, _SCALE))
    layers += _boxes(known, len(layers) - 1)
    return Picture(axes[0], axes[1], tuple(layers))


def _known(snapshot: Snapshot) -> tuple[Reader, ...] | Told:
    """Return the readers, or why there are none."""
    from evalgui.core.readers import NoCallsError
    from evalgui.results.topics.readers import readers_of

    if snapshot.dataset is None or not snapshot.inputs.consequences.readers:
        return _ASKED
    if snapshot.positive is None:
        return Text("All classes are taken together: choose one.")
    try:
        return readers_of(snapshot)
    except NoCallsError as error:
        return Text("{why}.", {"why": as_text(sentence_of(error))})


def _boxes(known: Sequence[Reader], first: int) -> Iterator[Line]:
    """Yield the outline of the box of each reader; none where one class has no call."""
    for number, one in enumerate(known):
        point = None if one.joint is None else one.joint.point
        limits = [] if point is None else [point.all_intervals.get(name) for name in ("FPR", "TPR")]
        sides = [(each.lower, each.upper) for each in limits if each is not None]
        if len(sides) < 2 or np.isnan(sides).any():
            continue
        x, y = (np.array([sides[axis][at[axis]] for at in _CORNERS]) for axis in (0, 1))
        yield _line(one.name, x, y, first + number)


def _line(name: str, x: np.ndarray, y: np.ndarray, look: int) -> Line:
    points = x, y
    return Line(name, lambda _seen: points, lambda: iter([points]), look, is_main=False)


def _moved(snapshot: Snapshot, style: Style) -> Moved:
    """Mark the readers, which stay, and where the threshold stands on the curve."""
    del style
    known = _known(snapshot)
    if not isinstance(known, tuple):
        return Moved()
    points = [(one.name, one.snapshot.point, False) for one in known]
    said = Text("")
    if snapshot.ranking is not None and snapshot.point is not None:
        points.append(("", snapshot.point, True))
        rates = {name.lower(): Rate(snapshot.point.measured[name].value) for name in ("TPR", "TNR")}
        said = Text(
            "{true_positive_rate} {tpr}{between}{true_negative_rate} {tnr}",
            {**rates, "between": BETWEEN},
        )
    marks = [
        Mark(name, point.measured["FPR"].value, (point.measured["TPR"].value,), is_main)
        for name, point, is_main in points
        if point is not None
    ]
    return Moved(tuple(marks), said)


def _summary(snapshot: Snapshot) -> Told:
    n = len(snapshot.inputs.consequences.readers)
    return Text("{n} readers, boxes of joint limits", {"n": Count(n)}) if n else Text("")


READERS = Pictured(
    id="readers",
    title=Text("Readers on the ROC curve"),
    also=(
        phrase("reader study"),
        phrase("radiologists"),
        phrase("raters"),
        phrase("with and without help"),
        phrase("calls"),
    ),
    axes=(ROC.x_axis, ROC.y_axis),
    table="readers",
    picture=readers_picture,
    depends=lambda snapshot: (
        snapshot.inputs.consequences.readers,
        snapshot.inputs.intervals,
        snapshot.dataset,
        snapshot.positive,
    ),
    moved=_moved,
    summary=_summary,
    is_square=True,
)
