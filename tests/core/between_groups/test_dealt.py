"""What equal groups show of FMR and FNMR by group: dealt out over comparisons, or subjects."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evalgui.core.between_groups import dealt as module
from evalgui.core.between_groups.apart import Rate
from evalgui.core.between_groups.chance import SEED
from evalgui.core.between_groups.dealt import (
    Pairs,
    by_chance,
    dealt_comparisons,
    dealt_subjects,
)
from evalgui.core.between_groups.differentials import differentials, of_many

RATES = (
    [Rate(20, 10_000), Rate(15, 9_000), Rate(30, 12_000)],
    [Rate(5, 100), Rate(6, 120), Rate(9, 80)],
)


def compared(rng: np.random.Generator, n: int = 40) -> tuple[Pairs, Pairs, np.ndarray]:
    first, second = (one.ravel() for one in np.meshgrid(np.arange(n), np.arange(n)))
    other = first != second
    first, second = first[other], second[other]
    tendency = rng.normal(0, 0.4, n)
    score = rng.normal(size=len(first)) + tendency[first] + tendency[second]
    impostors = Pairs(first, second, (score > 1.5).astype(float), np.ones(len(first)))
    own, many = np.arange(n), np.full(n, 10.0)
    genuine = Pairs(own, own, rng.binomial(10, 0.2, n).astype(float), many)
    return impostors, genuine, rng.integers(0, 3, n)


def test_that_dealt_comparisons_keep_what_was_wrong_together() -> None:
    found = dealt_comparisons(*RATES)
    for drawn, rates in zip(found, RATES, strict=True):
        n = np.array([one.n for one in rates])
        assert np.allclose((drawn * n).sum(axis=1), sum(one.k for one in rates))
        assert drawn.mean(axis=0) == pytest.approx(sum(one.k for one in rates) / n.sum(), rel=0.05)


def test_that_draws_are_counted_as_going_through_the_pairs_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    impostors, genuine, labels = compared(np.random.default_rng(4))
    monkeypatch.setattr(module, "DRAWS", 200)
    monkeypatch.setattr(module, "_FEWEST", 200)
    tables = dealt_subjects(impostors, genuine, labels, 3)
    monkeypatch.setattr(module, "_DENSE", 0)
    lists = dealt_subjects(impostors, genuine, labels, 3)
    assert tables.fmr == pytest.approx(lists.fmr)
    assert tables.fnmr == pytest.approx(lists.fnmr)
    generator, dealt = np.random.default_rng(SEED), labels.copy()
    generator.shuffle(dealt)
    same = dealt[impostors.first] == dealt[impostors.second]
    first = [impostors.k[same & (dealt[impostors.first] == group)].mean() for group in range(3)]
    assert lists.fmr[0] / lists.fmr[0, 0] == pytest.approx(np.array(first) / first[0])


def test_that_all_equal_groups_lie_within_the_band(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DRAWS", 400)
    monkeypatch.setattr(module, "_FEWEST", 400)
    rng, within, below = np.random.default_rng(9), 0, 0
    for _again in range(60):
        impostors, genuine, labels = compared(rng)
        found = by_chance(dealt_subjects(impostors, genuine, labels, 3), 0.5)
        k, n = module._counted(impostors, labels, 3)
        lost, tried = module._counted(genuine, labels, 3)
        rates = k / n
        within += bool(((found.fmr[0] <= rates) & (rates <= found.fmr[1])).all())
        below += differentials(rates, lost / tried).garbe <= found.most.garbe
    assert min(within, below) >= 52  # of 60; .95 would give 57


def test_that_a_summary_of_equal_groups_may_be_infinite() -> None:
    rates = [Rate(3, 1_000), Rate(0, 30)], [Rate(5, 100), Rate(1, 30)]
    found = by_chance(dealt_comparisons(*rates), 0.5)
    assert math.isinf(found.most.over_smallest)
    assert 0 < found.most.garbe <= 1
    assert found.most.fdr < 1


def test_that_many_sets_of_groups_are_summed_up_as_each_alone() -> None:
    found = dealt_comparisons(*RATES)
    every = of_many(found.fmr[:50], found.fnmr[:50], 0.3)
    for row in range(50):
        alone = differentials(found.fmr[row], found.fnmr[row], 0.3)
        assert [every[name][row] for name in alone._fields] == list(alone)


def test_that_it_can_be_given_up() -> None:
    class GivenUpError(Exception):
        pass

    def look(_share: float) -> None:
        raise GivenUpError

    impostors, genuine, labels = compared(np.random.default_rng(4))
    with pytest.raises(GivenUpError):
        dealt_subjects(impostors, genuine, labels, 3, look=look)
