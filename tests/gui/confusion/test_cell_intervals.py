"""The shares in the cells of a matrix: where subjects were drawn, their rows count as fewer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.pending import AwaitedIntervals, is_awaited
from evalgui.core.intervals.proportions import wilson
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.subjects import Subjects
from evalgui.gui.confusion.cell_intervals import CellIntervals

METHOD = "Wilson, effective n by subject"


def data(n_classes):
    random = np.random.default_rng(4)
    codes = np.repeat(np.arange(30), 4)
    own, lean = random.integers(0, n_classes, 30), random.random(30)
    truth = own[codes]
    right = (lean[codes] + random.random(120)) / 2 < 0.7
    calls = np.where(right, truth, (truth + 1) % n_classes)
    score = Score("score", np.where(calls == 0, 1.0, 0.0))
    return Dataset(
        "visits.csv",
        tuple("abc"[:n_classes]),
        truth,
        0,
        scores=(score,) if n_classes == 2 else (),
        predicted=calls if n_classes > 2 else None,
        subjects=Subjects((codes.astype(np.int32),), ("patient",)),
        sampling=Sampling.BY_SUBJECT,
    ), (truth, calls, codes)


def expected(counted, among, codes):
    """Wilson's limits of as many rows as have the variance of leaving out each subject."""
    own = np.unique(codes[among])
    left = np.array([counted[among & (codes != who)].mean() for who in own])
    variance = (len(own) - 1) / len(own) * np.sum((left - left.mean()) ** 2)
    rate, n = counted[among].mean(), among.sum()
    worth = min(rate * (1 - rate) / variance, n)
    with_it = len(np.unique(codes[among & (counted == (rate <= 0.5))]))
    worth = min(worth, len(own)) if with_it < 10 else worth
    return pytest.approx(wilson(rate * worth, worth, 0.95))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_that_the_shares_of_cells_count_rows_by_subject(n_classes):
    dataset, (truth, calls, codes) = data(n_classes)
    inputs = Inputs(dataset, threshold=0.5 if n_classes == 2 else None)
    intervals = CellIntervals(resolve(inputs))
    every = np.ones(len(truth), dtype=bool)
    for actual, predicted in ((0, 0), (0, 1), (1, 1)):
        cell = (truth == actual) & (calls == predicted)
        for found, among in (
            (intervals.of_actual(actual, predicted), truth == actual),
            (intervals.of_predicted(actual, predicted), calls == predicted),
            (intervals.of_all(actual, predicted), every),
        ):
            assert (found.lower, found.upper) == expected(cell, among, codes)
            assert found.method == METHOD
            assert "too short" not in found.assumes


def test_that_a_share_of_all_waits_and_keeps_that_of_before_for_the_eye():
    dataset, _ = data(2)
    before = resolve(Inputs(dataset, threshold=0.5))
    after = resolve(Inputs(dataset, threshold=2.0), before, before.ranking)
    held = CellIntervals(before).of_all(0, 0)
    awaited = AwaitedIntervals(after.point.intervals, before.point.intervals)
    waiting = CellIntervals(replace(after, point=replace(after.point, intervals=awaited)))
    assert is_awaited(waiting.of_all(0, 0))
    assert waiting.keeping_last().of_all(0, 0) == held
    assert CellIntervals(after).of_all(0, 0).upper < held.lower


def test_that_a_share_of_an_empty_row_says_why_it_has_none():
    dataset, _ = data(3)
    object.__setattr__(dataset, "classes", ("a", "b", "c", "d"))
    assert CellIntervals(resolve(Inputs(dataset))).of_actual(3, 0).reason == "no rows"
