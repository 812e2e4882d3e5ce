"""Searches of a gallery as pictures: the numbers of the topic, ties, and what is lacking."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from evalgui.core.biometrics.identification import TWO_MATES
from evalgui.core.choices import Axes
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.proportions import wilson
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.subjects import Subjects
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.results.picture import Mark, Picture, Region
from evalgui.results.search_pictures import CMC, NO_MATED, NO_OTHERS, OPEN_SET
from evalgui.results.topics.identification import IDENTIFICATION, identification
from evalgui.results.topics.menagerie import MENAGERIE
from evalgui.results.ways import PROBES, SUBJECTS

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

STYLE = Style(MACHINE_LEARNING)
N, ABSENT = 30, 5


def compared(
    *, higher: bool = True, absent: int = ABSENT, probe: int = 0, mates: int = 1, digits: int = 1
) -> Snapshot:
    """Return comparisons of all with all; some probes are not compared with their mate."""
    rng = np.random.default_rng(7)
    probes, references = (one.ravel() for one in np.indices((N, N)))
    same = probes == references
    keep = ~same | (probes >= absent)
    probes, references, same = probes[keep], references[keep], same[keep]
    extra = np.flatnonzero(same)[: mates - 1]
    probes, references, same = (np.append(one, one[extra]) for one in (probes, references, same))
    scores = np.round(rng.normal(size=len(same)) + 2.5 * same, digits)
    codes = [probes.astype(np.int32), references.astype(np.int32)]
    codes = codes if probe == 0 else codes[::-1]
    subjects = Subjects(tuple(codes), ("a", "b"), probe=probe)
    score = Score("s", scores if higher else -scores, higher)
    dataset = Dataset(
        "x", ("impostor", "genuine"), same.astype(int), 1, (score,), subjects=subjects
    )
    return resolve(Inputs(dataset, threshold=1.5 if higher else -1.5))


def picture(snapshot: Snapshot, of: Any) -> Picture:
    found = of.picture(snapshot, STYLE)
    assert isinstance(found, Picture)
    return found


def ranks(snapshot, *, optimistic=False):
    """Return the ranks of mates, counted search by search."""
    dataset = snapshot.dataset
    sign = 1.0 if dataset.scores[0].higher_is_positive else -1.0
    values, probes = sign * dataset.scores[0].values, dataset.subjects.codes[dataset.subjects.probe]
    found = []
    for one in np.unique(probes):
        of = probes == one
        mate = values[of & (dataset.truth == 1)]
        if len(mate):
            others = values[of & (dataset.truth == 0)]
            before = others > mate[0] if optimistic else others >= mate[0]
            found.append(1 + int(before.sum()))
    return np.array(found)


@pytest.mark.parametrize("given", [{}, {"higher": False}, {"probe": 1}], ids=str)
def test_that_the_cmc_is_counted_search_by_search_with_wilson_limits(given):
    snapshot = compared(**given)
    shown, own = picture(snapshot, CMC), ranks(snapshot)
    assert len(own) == N - ABSENT
    (x, y), (band,) = next(shown.lines[0].parts()), shown.bands
    at, lower, upper = next(band.parts())
    for rank in range(1, N + 1):
        k = int((own <= rank).sum())
        place = np.searchsorted(x, rank, side="right") - 1
        assert y[place] == pytest.approx(k / len(own))
        limits = wilson(k, len(own), 0.95)
        assert (lower[place], upper[place]) == pytest.approx(limits)
    assert at[-1] == N


def test_that_ties_come_before_the_mate_on_demand():
    snapshot = compared(digits=0)
    strict, optimistic = ranks(snapshot), ranks(snapshot, optimistic=True)
    assert (optimistic < strict).any()
    (line,) = picture(snapshot, CMC).lines
    choices = replace(snapshot.choices, axes=Axes(optimistic_ranks=True))
    both = picture(replace(snapshot, choices=choices), CMC).lines
    assert [one.name for one in both] == ["the mate behind ties", "the mate before ties"]
    first = [next(one.parts())[1][0] for one in (line, *both)]
    assert first[:2] == [np.mean(strict == 1)] * 2
    assert first[2] == np.mean(optimistic == 1)


@pytest.mark.parametrize("given", [{}, {"higher": False}], ids=str)
def test_that_the_mark_lies_on_the_curve_and_follows_the_threshold(given):
    snapshot = compared(**given)
    x, y = next(picture(snapshot, OPEN_SET).lines[0].parts())
    for threshold in (-1.0, 0.5, 1.5, 2.0, 2.6, 9.0):
        at = threshold if given.get("higher", True) else -threshold
        moved = resolve(replace(snapshot.inputs, threshold=at), snapshot)
        region, mark = OPEN_SET.moved(moved, STYLE).layers
        assert isinstance(mark, Mark)
        assert isinstance(region, Region)
        table = identification(moved).tables[0]
        cells = {row.id: table.cell(row, table.columns[0]) for row in table.rows}
        assert (mark.x, *mark.ys) == (cells["fpir"].value, cells["fnir"].value)
        assert region.x == (cells["fpir"].interval.lower, cells["fpir"].interval.upper)
        assert ((x == mark.x) & np.isclose(y, mark.ys[0])).any()
        standing = OPEN_SET.thresholds(moved)
        assert standing.x_of(np.array([at]))[0] == mark.x
        again = standing.x_of(standing.threshold_at(np.array([mark.x])))
        assert again[0] == mark.x
    told = OPEN_SET.moved(snapshot, STYLE).with_limits.told(STYLE)
    assert f"N = {N}" in told
    assert "if comparisons were independent" in told


def test_that_heads_have_the_size_of_the_gallery():
    snapshot = compared()
    for of in (CMC, OPEN_SET):
        assert f"gallery N = {N}" in of.summary(snapshot).told(STYLE)
        assert f"gallery N = {N}" in picture(snapshot, of).x_axis.title
    assert f"/{N - ABSENT})" in CMC.summary_with_limits(snapshot).told(STYLE)


def test_that_what_searches_lack_is_said():
    alone = compared()
    bare = resolve(replace(alone.inputs, dataset=replace(alone.dataset, subjects=None)))
    twice, all_there, nobody = compared(mates=3), compared(absent=0), compared(absent=N)
    for of in (CMC, OPEN_SET):
        assert of.picture(bare, STYLE) is PROBES
        assert of.picture(twice, STYLE).told(STYLE) == TWO_MATES
        assert of.picture(nobody, STYLE) is NO_MATED
        assert of.summary(nobody).told(STYLE) == ""
    assert OPEN_SET.picture(all_there, STYLE) is NO_OTHERS
    assert isinstance(CMC.picture(all_there, STYLE), Picture)
    for topic, words in ((IDENTIFICATION, PROBES), (MENAGERIE, SUBJECTS)):
        assert topic.shown(bare).facts[0].text is words
        assert "View > Data" in words.told(STYLE)


def test_that_mates_who_were_not_compared_are_told_apart_from_people_who_are_not_there():
    facts = {one.id: one for one in identification(compared()).facts}
    assert facts["searches"].values == {"with_mate": N - 5, "without_mate": 5, "gallery": N}
    assert facts["not_compared"].values == {"n": 5}
    assert facts["sides"].values == {"probe": "a", "reference": "b"}
    turned = {one.id: one for one in identification(compared(probe=1)).facts}
    assert turned["sides"].values == {"probe": "b", "reference": "a"}
    assert "not_compared" not in {one.id for one in identification(compared(absent=0)).facts}
