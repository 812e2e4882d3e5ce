"""The menagerie as a picture: a dot a subject, corners by rank, and rows of what is encircled."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.biometrics.menagerie import corners
from evalgui.core.dataset import Dataset, Score
from evalgui.core.selection import Rows
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.subjects import Subjects
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.render.svg import painted
from evalgui.results.menagerie_picture import ALONE, MENAGERIE
from evalgui.results.picture import Picture, Region
from evalgui.results.topics.menagerie import menagerie
from evalgui.results.ways import NO_SUBJECT, SUBJECTS

STYLE = Style(MACHINE_LEARNING)
N = 40


def compared(*, higher=True, n=N, two_sided=True):
    rng = np.random.default_rng(3)
    own, other = rng.normal(size=n), rng.normal(size=n)
    probes, references = (one.ravel() for one in np.indices((n, n)))
    same = probes == references
    scores = rng.normal(size=n * n) + same * (3.0 + own[probes]) + 0.5 * other[probes]
    codes = probes.astype(np.int32), references.astype(np.int32)
    sides = 2 if two_sided else 1
    subjects = Subjects(codes[:sides], ("a", "b")[:sides])
    score = Score("s", scores if higher else -scores, higher)
    names = ("impostor", "genuine")
    dataset = Dataset("x", names, same.astype(int), 1, (score,), subjects=subjects)
    return resolve(Inputs(dataset, threshold=1.5 if higher else -1.5))


def means(snapshot):
    """Return the mean genuine and the mean impostor score of each subject."""
    dataset = snapshot.dataset
    values, codes = dataset.scores[0].values, dataset.subjects.codes
    found = []
    for truth in (1, 0):
        of_class = dataset.truth == truth
        rows = [np.logical_or.reduce([of == one for of in codes]) & of_class for one in range(N)]
        found.append([values[one].mean() for one in rows])
    return np.array(found)


@pytest.mark.parametrize("given", [{}, {"higher": False}, {"two_sided": False}], ids=str)
def test_that_each_subject_is_a_dot_between_its_means(given):
    snapshot = compared(**given)
    picture = MENAGERIE.picture(snapshot, STYLE)
    assert isinstance(picture, Picture)
    drawn = np.concatenate([np.stack([one.x, one.y]) for one in picture.dots], axis=1)
    known = means(snapshot)
    order, own = np.lexsort(drawn), np.lexsort(known)
    np.testing.assert_allclose(drawn[:, order], known[:, own])


@pytest.mark.parametrize("higher", [True, False])
def test_that_a_corner_holds_whom_the_topic_counts_and_is_named(higher):
    snapshot = compared(higher=higher)
    picture = MENAGERIE.picture(snapshot, STYLE)
    sign = 1.0 if higher else -1.0
    x, y = means(snapshot)
    counted = corners(sign * x, sign * y)
    table = menagerie(snapshot).tables[0]
    regions = [one for one in picture.layers if isinstance(one, Region)]
    assert len(regions) == 4
    strong = {tuple(one) for one in np.stack([picture.dots[1].x, picture.dots[1].y]).T.tolist()}
    for (name, corner), row, region in zip(counted.items(), table.rows, regions, strict=True):
        inside = (x > region.x[0]) & (x < region.x[1]) & (y > region.y[0]) & (y < region.y[1])
        np.testing.assert_array_equal(inside, corner.members)
        assert row.id == name
        assert table.cell(row, table.columns[0]).value == corner.n
        assert region.corner[0].startswith(f"{name.capitalize()}s: {corner.n}")
        assert region.corner[1].startswith("p ")
        assert sum(math.isinf(end) for end in (*region.x, *region.y)) == 2
    assert len(strong) == sum(one.n for one in counted.values())
    assert f"by chance {N / 16}" in MENAGERIE.summary(snapshot).told(STYLE)


def test_that_a_page_has_the_names_of_the_corners():
    picture = MENAGERIE.picture(compared(), STYLE)
    svg = painted(picture, (340, 290)).svg
    for name in ("Doves", "Chameleons", "Phantoms", "Worms"):
        assert f"{name}: " in svg
    assert svg.count("<circle") == N


def test_that_rows_of_encircled_subjects_are_those_on_either_side():
    snapshot = compared()
    x, y = means(snapshot)
    chosen = np.flatnonzero(x > np.sort(x)[-4])
    wide = y.min() - 1, y.max() + 1
    request = MENAGERIE.lasso(snapshot, (x[chosen].min(), x.max()), wide)
    codes = snapshot.dataset.subjects.codes
    rows = np.flatnonzero(np.isin(codes[0], chosen) | np.isin(codes[1], chosen)) + 1
    (part,) = request.selection.parts
    assert part.term == Rows(tuple(rows.tolist()))  # there are no columns with their names
    assert MENAGERIE.lasso(snapshot, (x.max() + 1, x.max() + 2), wide) is None


def test_that_what_the_menagerie_lacks_is_said():
    snapshot = compared()
    bare = resolve(replace(snapshot.inputs, dataset=replace(snapshot.dataset, subjects=None)))
    assert MENAGERIE.picture(bare, STYLE) is SUBJECTS
    strangers = Subjects((np.arange(N * N, dtype=np.int32),), ("row",))
    alone = replace(snapshot.dataset, subjects=strangers)
    assert MENAGERIE.picture(resolve(Inputs(alone)), STYLE) is NO_SUBJECT
    one = Subjects((np.zeros(N * N, dtype=np.int32),), ("who",))
    single = resolve(Inputs(replace(snapshot.dataset, subjects=one)))
    assert MENAGERIE.picture(single, STYLE) is ALONE
    facts = {fact.id: fact for fact in menagerie(single).facts}
    assert facts["lambs"].text.template == "one subject"
