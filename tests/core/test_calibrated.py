"""What is kept of the calibration of a score: the same as from the rows, and made once."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import evalgui
from evalgui.core import calibrated
from evalgui.core.consequences import corp, logistic
from evalgui.core.consequences.corp import Band
from evalgui.core.consequences.places import Places
from evalgui.core.errors import CancelledError
from evalgui.core.intervals.by_weight import BY_WEIGHT
from evalgui.core.probabilities import Probabilities

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

RNG = np.random.default_rng(11)
P = np.round(RNG.beta(1, 3, 400), 3)
TRUTH = RNG.random(400) < P


def of(rows: dict[str, Any] | None = None, **asked: Any) -> Snapshot:
    known = {"truth": TRUTH.astype(int), "p": P} if rows is None else rows
    given: dict[str, Any] = {"truth": "truth", "score": "p", "positive": 1}
    found = evalgui.evaluate(known, **given, **({"score_kind": "probability"} | asked))
    return found._snapshot


def test_that_the_steps_are_the_isotonic_fit_of_the_rows() -> None:
    places = Places.of(Probabilities(P, TRUTH))
    fit, found = corp.isotonic(places), calibrated.curve(of())
    assert found.at(places.values) == pytest.approx(fit.at_places())
    assert found.brier == corp.decompose(places, fit)
    assert [found.block_at(p) for p in found.low] == list(range(len(found.low)))
    assert (found.low <= found.high).all()
    assert (found.high[:-1] < found.low[1:]).all()


def test_that_the_bars_hold_every_row_once_at_its_class() -> None:
    found = calibrated.curve(of())
    for kind, bars in ((True, found.positives), (False, found.negatives)):
        assert bars.tolist() == np.histogram(P[kind == TRUTH], found.edges)[0].tolist()


def test_that_per_cent_give_what_probabilities_give() -> None:
    one = calibrated.curve(of())
    other = calibrated.curve(of({"truth": TRUTH.astype(int), "p": P * 100}, score_kind="percent"))
    assert other.shares == pytest.approx(one.shares)
    assert other.low == pytest.approx(one.low)


def test_that_each_part_is_made_once_for_a_ranking() -> None:
    snapshot = of()
    for part in (calibrated.curve, calibrated.numbers, calibrated.band, calibrated.honest):
        assert part(snapshot) is part(snapshot)


def test_that_parts_are_found_one_after_the_other_until_all_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    snapshot = of()
    assert snapshot.ranking is not None
    snapshot.ranking.calibrated.clear()
    monkeypatch.setattr(calibrated, "QUICK", 0)
    words = []
    while (part := calibrated.next_part(snapshot)) is not None:
        words.append(part.words)
        part.find(snapshot, lambda _share: None)
    assert len(words) == len(set(words)) == 3
    assert calibrated.has_band(snapshot)


def test_that_a_band_that_is_given_up_is_not_known() -> None:
    snapshot = of()
    assert snapshot.ranking is not None
    snapshot.ranking.calibrated.clear()

    def give_up(share: float) -> None:
        if share > 0.1:
            raise CancelledError("enough")

    with pytest.raises(CancelledError):
        calibrated.band(snapshot, give_up)
    assert not calibrated.has_band(snapshot)


def test_that_a_case_control_file_asks_and_takes_a_typed_prevalence() -> None:
    asked = calibrated.numbers(of(sampling="case-control"))
    assert [name for name, one in asked.measured.items() if one.is_defined] == ["slope"]
    moved = of(sampling="case-control", prevalence=0.05)
    assert calibrated.curve(moved).brier.unc == pytest.approx(0.05 * 0.95)
    assert calibrated.band(moved) is None
    assert calibrated.next_part(moved) is None


def test_that_weights_count_as_the_rows_that_they_are_worth() -> None:
    weights = RNG.choice([0.5, 1.2, 2.3], len(P))
    rows = {"truth": TRUTH.astype(int), "p": P, "w": weights}
    found = calibrated.numbers(of(rows, weight="w"))
    factor = weights.sum() / (weights**2).sum()
    order = np.argsort(P, kind="stable")
    places = Places(
        P[order], np.where(TRUTH, weights, 0.0)[order] * factor, weights[order] * factor
    )
    expected = logistic.observed_expected(places, 0.95)
    got = found.measured["observed_expected"]
    assert got.interval is not None
    assert expected.interval is not None
    assert got.value == pytest.approx(expected.value)
    assert got.interval.lower == pytest.approx(expected.interval.lower)
    assert got.interval.method == f"{expected.interval.method}, {BY_WEIGHT}"
    assert found.n == pytest.approx(weights.sum())
    assert calibrated.band(of(rows, weight="w")) is None


def test_that_few_distinct_probabilities_have_a_straight_line_or_none() -> None:
    p = np.repeat([0.1, 0.4, 0.8], 60)
    truth = np.tile([0, 0, 1, 0, 1, 1], 30)
    smooth = calibrated.numbers(of({"truth": truth, "p": p})).smooth
    assert (smooth.reason, smooth.knots) == ("", 0)
    assert (smooth.lower < smooth.risk).all()


def test_that_one_class_has_no_weights_of_a_prevalence() -> None:
    found = calibrated.numbers(
        of({"truth": np.ones(50, dtype=int), "p": P[:50]}, sampling="case-control", prevalence=0.1)
    )
    assert found.measured["slope"].reason
    assert math.isfinite(found.measured["brier"].value)


def steps(shares: list[float]) -> calibrated.Curve:
    """Return steps of blocks between tenths."""
    low, none = np.arange(len(shares)) / 10, np.zeros(0)
    brier = corp.Decomposition(0.0, 0.0, 0.0, 0.0)
    return calibrated.Curve(low, low + 0.05, np.array(shares), brier, none, none, none)


def test_that_it_is_told_where_the_steps_leave_a_band() -> None:
    at = np.array([0.0, 0.2, 0.3])
    around = Band(at, np.array([0.0, 0.1, 0.2]), np.array([0.1, 0.4, 0.5]))
    assert calibrated.leaves(steps([0.0, 0.2, 0.3, 0.4]), around) == []
    assert calibrated.leaves(steps([0.2, 0.2, 0.3, 0.4]), around) == [(0.0, 0.0)]
    assert calibrated.leaves(steps([0.0, 0.2, 0.45, 0.6]), around) == [(0.2, 0.2), (0.3, 0.3)]


def test_that_a_local_fit_is_offered_where_it_takes_no_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found_of = of()
    found = calibrated.local(found_of)
    assert found is not None
    assert not calibrated.no_local(found_of)
    assert len(found[0]) == len(found[1]) == len(np.unique(P))
    monkeypatch.setattr(calibrated, "MOST_OF_LOESS", 10)
    refused = of(sampling="cohort")
    assert calibrated.local(refused) is None
    assert calibrated.no_local(refused) == "of up to 10 distinct probabilities alone"
