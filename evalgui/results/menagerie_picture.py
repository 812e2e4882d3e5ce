"""The biometric menagerie as a picture: a dot a subject, corners with what chance puts there."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.biometrics.menagerie import quarters
from evalgui.core.compared_people import (
    PEOPLE,
    Menagerie,
    has_menagerie,
    has_rows,
    lacks_subjects,
    menagerie,
)
from evalgui.core.curves.curve import Axis, Scale
from evalgui.core.digits import Written, rounded
from evalgui.core.requests import SelectRows
from evalgui.core.row_expressions import LONGEST, is_one_of
from evalgui.core.selection import Rows, Selection, Where
from evalgui.core.texts import Computed, Count, Text
from evalgui.core.vocabulary import phrase
from evalgui.results.picture import Dots, Picture, Region
from evalgui.results.pictured import NOTHING, Pictured
from evalgui.results.scores_picture import axis_of_scores
from evalgui.results.ways import lacking_subjects

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.requests import Request
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.pictured import Ends, Shown

_X = Axis(title=phrase("Mean genuine score"), scale=Scale.SCORE)
_Y = Axis(title=phrase("Mean impostor score"), scale=Scale.SCORE)
_AWAITED = Text("Subjects are not taken together yet.")
ALONE = Text("One subject alone has no place among others.")
_CORNER, _LEAST_P = 16, 0.001
_NAMES = {
    "dove": (Text("Doves: {n}"), 1, -1),
    "chameleon": (Text("Chameleons: {n}"), 1, 1),
    "phantom": (Text("Phantoms: {n}"), -1, -1),
    "worm": (Text("Worms: {n}"), -1, 1),
}
"""What a corner is called, and to which side it lies where higher scores are better."""


def _known(snapshot: Snapshot) -> Menagerie | Told:
    """Return the subjects, or what stands in the place of the picture."""
    if not has_rows(snapshot) or lacks_subjects(snapshot):
        return lacking_subjects(snapshot)
    if not has_menagerie(snapshot):
        return _AWAITED
    found = menagerie(snapshot)
    if len(found.subjects) > 1:
        return found
    return ALONE if len(found.subjects) else lacking_subjects(snapshot)


def menagerie_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return a dot a subject between its mean scores, with the four corners, or what is lacking."""
    found, ranking = _known(snapshot), snapshot.ranking
    if not isinstance(found, Menagerie):
        return found
    assert ranking is not None  # noqa: S101 - it has been looked at
    sign = 1.0 if ranking.score.higher_is_positive else -1.0
    sides = [_sides(values, sign) for values in (found.genuine, found.impostor)]
    regions = []
    stands_out = np.zeros(len(found.subjects), dtype=bool)
    for name, (title, x, y) in _NAMES.items():
        corner = found.corners[name]
        stands_out |= corner.members
        told = replace(title, values={"n": Count(corner.n)}), _p(corner.p)
        ends = sides[0][round(sign * x)], sides[1][round(sign * y)]
        lines = tuple(one.told(style) for one in told)
        regions.append(Region("", *ends, look=0, corner=lines))
    axes = [
        axis_of_scores(axis.title, (float(of.min()), float(of.max())), ranking.score, is_log=False)
        for axis, of in ((_X, found.genuine), (_Y, found.impostor))
    ]
    dots = [
        Dots("", found.genuine[of], found.impostor[of], is_main=is_main)
        for is_main, of in ((False, ~stands_out), (True, stands_out))
    ]
    return Picture(axes[0], axes[1], (*regions, *dots))


def _sides(values: NDArray[np.float64], sign: float) -> dict[int, Ends]:
    """Return where the quarter below lies, by -1, and that above, by 1: half way to the next."""
    low, high = quarters(sign * values)
    if sign < 0:
        low, high = high, low
    below = above = math.nan
    if low.any():
        below = (float(values[low].max()) + float(values[~low].min())) / 2.0
    if high.any():
        above = (float(values[high].min()) + float(values[~high].max())) / 2.0
    return {-1: (-math.inf, below), 1: (above, math.inf)}


def _summary(snapshot: Snapshot) -> Told:
    found = _known(snapshot)
    if not isinstance(found, Menagerie):
        return NOTHING
    n = len(found.subjects)
    values = {"n": Count(n), "chance": Computed(n / _CORNER)}
    return Text("{n} subjects; by chance {chance} in each corner", values)


def _with_goats(snapshot: Snapshot) -> Told:
    found, told = _known(snapshot), _summary(snapshot)
    if not isinstance(found, Menagerie) or math.isnan(found.goats[0]):
        return told
    return Text("{told}; goats (Kruskal-Wallis): {p}", {"told": told, "p": _p(found.goats[1])})


def _p(p: float) -> Told:
    told = Computed(p) if p >= _LEAST_P else rounded(p, Written.P_VALUE)
    return Text("p {p}", {"p": told})


def rows_of(snapshot: Snapshot, x: Ends, y: Ends) -> Request | None:
    """Return the request for the rows of the subjects between two means of each kind.

    Parameters
    ----------
    snapshot
        With subjects.
    x, y
        Their mean genuine and their mean impostor score, ends included.

    Returns
    -------
    Request or None
        By their names where an expression may be so long, else row by row. None for nobody.
    """
    found, dataset = _known(snapshot), snapshot.dataset
    if not isinstance(found, Menagerie) or dataset is None or dataset.subjects is None:
        return None
    inside = (found.genuine >= x[0]) & (found.genuine <= x[1])
    inside &= (found.impostor >= y[0]) & (found.impostor <= y[1])
    if not inside.any():
        return None
    is_chosen = np.zeros(dataset.subjects.n_subjects, dtype=bool)
    is_chosen[found.subjects[inside]] = True
    columns = {one.name: one for one in dataset.columns}
    parts = []
    for codes, name in zip(dataset.subjects.codes, dataset.subjects.names, strict=True):
        first = np.full(len(is_chosen), -1)
        first[codes[::-1]] = np.arange(len(codes))[::-1]  # the last one that is put there stays
        own = first[is_chosen & (first >= 0)].tolist()
        texts = [columns[name].text(row) for row in own] if name in columns else []
        if texts:
            parts.append(is_one_of(name, texts))
    expression = " or ".join(parts)
    if parts and len(expression) < LONGEST - len("not ()"):
        return SelectRows(Selection.of(Where(expression)))
    rows = np.logical_or.reduce([is_chosen[codes] for codes in dataset.subjects.codes])
    numbers = np.flatnonzero(rows) + 1 if dataset.file_rows is None else dataset.file_rows[rows]
    return SelectRows(Selection.of(Rows(tuple(numbers.tolist()))))


MENAGERIE = Pictured(
    id="menagerie",
    title=Text("Menagerie"),
    also=(
        phrase("zoo"),
        phrase("doves"),
        phrase("chameleons"),
        phrase("phantoms"),
        phrase("worms"),
        phrase("goats"),
        phrase("Yager and Dunstone"),
    ),
    axes=(_X, _Y),
    table="menagerie",
    picture=menagerie_picture,
    depends=lambda snapshot: snapshot.calibrated,
    summary=_summary,
    summary_with_limits=_with_goats,
    lasso=rows_of,
    source=PEOPLE,
    find_out=phrase("&Work It Out"),
)
