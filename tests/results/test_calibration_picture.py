"""The calibration curve as a picture: the numbers of the core, and words where there are none."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import evalgui
from evalgui.core import calibrated
from evalgui.core.choices import Axes
from evalgui.core.consequences import corp
from evalgui.core.consequences.places import Places
from evalgui.core.probabilities import Probabilities
from evalgui.core.requests import SelectRows
from evalgui.core.selection import ScoreRange
from evalgui.core.snapshot import resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.results.calibration_picture import (
    AWAITED,
    CALIBRATION,
    DIAGONAL,
    HONEST,
    JOINT,
    LOCAL,
    POINTWISE,
    SMOOTH,
    STEPS,
)
from evalgui.results.picture import Band, Line, Mark, Picture, Region
from evalgui.results.pictured import Sentence, Split, Valued
from evalgui.results.topics.calibration import calibration

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

CASES = json.loads(
    (Path(__file__).parents[1] / "data/core/consequences.json").read_text(encoding="utf-8")
)
STYLE = Style(MACHINE_LEARNING)
RNG = np.random.default_rng(3)
P = np.round(RNG.beta(1, 3, 300), 3)
TRUTH = RNG.random(300) < P


def of(p: Any = P, truth: Any = TRUTH, **asked: Any) -> Snapshot:
    """Return a snapshot of rows, the probabilities declared as such unless it is said otherwise."""
    rows = {"truth": np.asarray(truth).astype(int), "p": np.asarray(p)}
    given: dict[str, Any] = {"truth": "truth", "score": "p", "positive": 1}
    return evalgui.evaluate(rows, **given, **({"score_kind": "probability"} | asked))._snapshot


def on(snapshot: Snapshot, **axes: bool) -> Snapshot:
    return replace(snapshot, choices=replace(snapshot.choices, axes=Axes(**axes)))


def picture(snapshot: Snapshot) -> Picture:
    found = CALIBRATION.picture(snapshot, STYLE)
    assert isinstance(found, Picture)
    return found


def layer(snapshot: Snapshot, name: str) -> Any:
    return next(one for one in picture(snapshot).layers if one.name == name)


def names(snapshot: Snapshot) -> list[str]:
    return [one.name for one in picture(snapshot).layers]


def test_that_the_steps_go_through_every_place_of_the_fit() -> None:
    known = Places.of(Probabilities(P, TRUTH))
    line = layer(of(), STEPS)
    assert isinstance(line, Line)
    ((x, y),) = line.parts()
    fit = corp.isotonic(known).at_places()
    at = np.searchsorted(x, known.values, side="right") - 1
    assert y[at] == pytest.approx(fit)


@pytest.mark.parametrize(
    "case", [one for one in CASES if one["kind"] == "CORP curve" and "p" in one["inputs"]]
)
def test_that_the_reference_fits_are_drawn(case: dict[str, Any]) -> None:
    p = np.array(case["inputs"]["p"])
    ((x, y),) = layer(of(p, case["inputs"]["y"]), STEPS).parts()
    at = np.searchsorted(x, np.unique(p), side="right") - 1
    assert y[at] == pytest.approx(np.array(case["value"]))


def test_that_bands_are_those_of_the_core_by_their_names() -> None:
    snapshot = of()
    drawn = calibrated.band(snapshot)
    assert drawn is not None
    assert names(snapshot)[:3] == [DIAGONAL, JOINT, STEPS]
    for options, name, limits in (
        ({}, JOINT, drawn.band),
        ({"pointwise_band": True}, POINTWISE, drawn.pointwise),
        ({"honest_band": True}, HONEST, calibrated.honest(snapshot)),
    ):
        found = layer(on(snapshot, **options), name)
        assert isinstance(found, Band)
        ((x, lower, upper),) = found.parts()
        assert limits is not None
        assert (x is limits.at, lower is limits.lower, upper is limits.upper) == (True, True, True)
    assert {JOINT, HONEST} <= set(names(on(snapshot, honest_band=True)))


def test_that_lower_limits_are_carried_right_and_upper_ones_left() -> None:
    snapshot = of()
    drawn = calibrated.band(snapshot)
    assert drawn is not None
    at = drawn.band
    x, lower, upper = layer(snapshot, JOINT).edges(None)
    for left in range(len(at.at) - 1):
        assert x[2 * left : 2 * left + 2].tolist() == at.at[left : left + 2].tolist()
        assert set(lower[2 * left : 2 * left + 2]) == {at.lower[left]}
        assert set(upper[2 * left : 2 * left + 2]) == {at.upper[left + 1]}


def test_that_the_curve_is_there_before_the_band() -> None:
    snapshot = of()
    assert snapshot.ranking is not None
    snapshot.ranking.calibrated.clear()
    assert JOINT not in names(snapshot)
    beside = CALIBRATION.beside(snapshot)
    assert beside is not None
    assert any(
        "not drawn yet" in one.words.told(STYLE) for one in beside.pieces if type(one) is Sentence
    )
    assert CALIBRATION.is_awaited(snapshot)
    calibrated.band(snapshot)
    assert JOINT in names(snapshot)
    assert not CALIBRATION.is_awaited(snapshot)


def test_that_many_rows_wait_for_the_curve_too(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = of()
    assert snapshot.ranking is not None
    snapshot.ranking.calibrated.clear()
    monkeypatch.setattr(calibrated, "QUICK", 0)
    assert CALIBRATION.picture(snapshot, STYLE) is AWAITED
    calibrated.curve(snapshot)
    assert names(snapshot)[:2] == [DIAGONAL, STEPS]
    assert SMOOTH not in names(snapshot)
    calibrated.numbers(snapshot)
    assert SMOOTH in names(snapshot)


def test_that_a_local_fit_takes_the_place_of_the_spline() -> None:
    snapshot = on(of(), local_fit=True)
    ((x, y),) = layer(snapshot, LOCAL).parts()
    found = calibrated.local(snapshot)
    assert found is not None
    assert (x.tolist(), y.tolist()) == (found[0].tolist(), found[1].tolist())
    assert SMOOTH not in names(snapshot)


def test_that_bars_of_both_classes_have_one_scale_below_the_square() -> None:
    snapshot = of()
    found = calibrated.curve(snapshot)
    ups, downs = (one for one in picture(snapshot).layers if isinstance(one, Band) and one.is_bars)
    assert (ups.name, downs.name) == (f"1 ({TRUTH.sum()})", f"0 ({(~TRUTH).sum()})")
    _x, ground, top = ups.edges(None)  # type: ignore[arg-type]
    _x, bottom, also_ground = downs.edges(None)  # type: ignore[arg-type]
    assert set(ground) == set(also_ground)
    heights = (top - ground)[::2], (also_ground - bottom)[::2]
    unit = heights[0].max() / found.positives.max()
    assert heights[0] == pytest.approx(found.positives * unit)
    assert heights[1] == pytest.approx(found.negatives * unit)
    assert top.max() < 0
    assert bottom.min() == pytest.approx(picture(snapshot).scales[1].home[0] + 1.36 * 0.03)


def test_that_head_and_side_say_what_the_results_say() -> None:
    snapshot = of()
    result = calibration(snapshot)
    assert result is not None
    cells = {row.id: cell for row, cell in result.tables[0].cells("value")}
    long = CALIBRATION.summary_with_limits
    assert long is not None
    told = long(snapshot).told(STYLE)
    for name in ("observed_expected", "slope"):
        interval = cells[name].interval
        assert interval is not None
        shown = "{} ({}\N{EN DASH}{})".format(
            *map(STYLE.rounded, (cells[name].value, interval.lower, interval.upper))
        )
        assert shown in told
    beside = CALIBRATION.beside(snapshot)
    assert beside is not None
    (split,) = (one for one in beside.pieces if isinstance(one, Split))
    assert split.best + split.loss == pytest.approx(cells["brier"].value)
    assert split.whole == pytest.approx(cells["unc"].value)
    sentences = [one.words.told(STYLE) for one in beside.pieces if isinstance(one, Sentence)]
    (fact,) = (one for one in result.facts if one.id == "test")
    assert fact.text is not None
    assert sentences[0].lower() == f"{fact.text.told(STYLE)}.".lower()
    valued = [one for one in beside.pieces if isinstance(one, Valued)]
    last = [one.name.told(STYLE) for one in valued][-2:]
    assert last == ["ICI", "ECE, in 10 bins"]
    assert all("calibrated:" in one.more.told(STYLE) for one in valued[-2:])


def test_that_the_place_of_the_threshold_is_its_block() -> None:
    snapshot = resolve(replace(of().inputs, threshold=0.2), of())
    found = calibrated.curve(snapshot)
    block = found.block_at(0.2)
    region, mark = CALIBRATION.moved(snapshot, STYLE).layers
    assert isinstance(region, Region)
    assert isinstance(mark, Mark)
    assert region.x == (found.low[block], found.high[block])
    assert (mark.x, mark.ys) == (0.2, (found.shares[block],))
    standing = CALIBRATION.thresholds
    assert standing is not None


@pytest.mark.parametrize("one", [1.0, 100.0])
def test_that_a_drag_selects_exactly_the_rows_of_its_blocks(one: float) -> None:
    kind = "probability" if one == 1.0 else "percent"
    snapshot = of(P * one, score_kind=kind)
    found = calibrated.curve(snapshot)
    assert CALIBRATION.sweep is not None
    for first, last in ((2, 2), (1, 4), (4, 1)):
        asked = CALIBRATION.sweep(snapshot, float(found.low[first]), float(found.high[last]))
        assert isinstance(asked, SelectRows)
        (part,) = asked.selection.parts
        assert isinstance(part.term, ScoreRange)
        chosen = (P * one >= part.term.low) & (P * one <= part.term.high)
        low, high = sorted((first, last))
        blocks = np.array([found.block_at(p) for p in P * one / one])
        assert chosen.tolist() == ((blocks >= low) & (blocks <= high)).tolist()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"score_kind": "other"}, "not probabilities"),
        ({"score_kind": None}, "Are these scores probabilities"),
        ({"sampling": "case-control"}, "needs a prevalence first"),
    ],
)
def test_that_what_is_refused_or_asked_is_said_in_its_place(
    asked: dict[str, Any], words: str
) -> None:
    snapshot = of(**asked)
    found = CALIBRATION.picture(snapshot, STYLE)
    assert not isinstance(found, Picture)
    assert words in found.told(STYLE)
    assert CALIBRATION.moved(snapshot, STYLE).layers == ()
    assert CALIBRATION.thresholds is not None
    assert CALIBRATION.thresholds(snapshot) is None
    assert CALIBRATION.beside(snapshot) is None
    assert CALIBRATION.summary(snapshot).told(STYLE) == ""


def test_that_a_question_is_answered_where_it_stands() -> None:
    ways = CALIBRATION.ways(of(score_kind=None))
    assert [one.id for one in ways] == ["probability", "not_probability"]
    assert CALIBRATION.ways(of()) == ()


def test_that_a_typed_prevalence_moves_the_steps() -> None:
    asked = of(sampling="case-control", prevalence=0.05)
    ((_x, y),) = layer(asked, STEPS).parts()
    ((_x, other),) = layer(of(), STEPS).parts()
    assert y.mean() < other.mean()


def test_that_pointing_tells_the_block_and_what_chance_shows() -> None:
    snapshot = of()
    calibrated.band(snapshot)
    assert CALIBRATION.at is not None
    told = CALIBRATION.at(snapshot, 0.2)
    assert told is not None
    assert "observed; calibrated models show" in told.told(STYLE)
