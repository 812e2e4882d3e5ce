"""The decision curve as a picture: its numbers are those of the core and of other programs."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from evalgui.core import best_scores, calibrated
from evalgui.core.choices import Axes
from evalgui.core.comparison import Beside, Comparison
from evalgui.core.consequences import net_benefit
from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.curves.scales import Viewport
from evalgui.core.dataset import Dataset, Score
from evalgui.core.digits import rounded
from evalgui.core.errors import CancelledError
from evalgui.core.groups import of_rows
from evalgui.core.intervals.moving import Moving
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.requests import SelectRows
from evalgui.core.sampling import Sampling
from evalgui.core.selection import Selection, Where
from evalgui.core.snapshot import Inputs, rank, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.render.svg import painted
from evalgui.results.decision_picture import ONE, PICTURE, PREVALENCE_FIRST, WAYS_OUT
from evalgui.results.picture import OF_THRESHOLD, Level, Line, Mark, Picture, Region, Strip
from evalgui.results.topics.decision_curve import useful_range

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

ROOT = Path(__file__).resolve().parents[2]
CASES = json.loads((ROOT / "tests/data/core/consequences.json").read_text(encoding="utf-8"))
DRAWN = {
    "net benefit": ("", {}),
    "net benefit at a given prevalence (case-control)": ("", {}),
    "net benefit of treating all": ("Treating all", {}),
    "net interventions avoided, per person": ("", {"avoided": True}),
    "standardised net benefit": ("", {"standardised": True}),
    "greatest net benefit of any threshold at each risk (upper envelope)": (
        "If recalibrated on these data: optimistic",
        {},
    ),
}
STYLE = Style(MACHINE_LEARNING)


def with_groups(snapshot: Snapshot) -> tuple[Snapshot, list[Snapshot]]:
    """Return a snapshot with the curves of two halves of its rows, and these alone."""
    dataset = snapshot.dataset
    assert dataset is not None
    halves = np.array_split(np.arange(dataset.n), 2)
    parts = [of_rows(dataset, rows) for rows in halves]
    groups = tuple(
        Beside(f"half {place}", rank(part, 0), "ill", place, part=part, rows=f"half == {place}")
        for place, part in enumerate(parts)
    )
    comparison = Comparison(groups=Comparison("all rows", groups))
    alone = [resolve(replace(snapshot.inputs, dataset=part)) for part in parts]
    return replace(snapshot, comparison=comparison), alone


@pytest.mark.parametrize("axes", [Axes(), Axes(avoided=True), Axes(standardised=True)])
@pytest.mark.parametrize("prevalence", [None, 0.2])
def test_that_each_group_has_the_curve_of_its_rows_on_axes_with_room(
    axes: Axes, prevalence: float | None
) -> None:
    rng = np.random.default_rng(5)
    risks = rng.random(300).round(3)
    truth = (rng.random(300) < risks * np.repeat([0.4, 1.0], 150)).astype(np.int8)
    said = Consequences(scale=Scale.PROBABILITY)
    whole = made(risks, truth, said, prevalence=prevalence, axes=axes)
    snapshot, alone = with_groups(whole)
    found = PICTURE.picture(snapshot, STYLE)
    assert isinstance(found, Picture)
    assert found.lines[0].name == "all rows"
    assert len(found.lines) == 3
    low, high = found.y_axis.ruler.scale.home
    for place, (line, group) in enumerate(zip(found.lines[1:], alone, strict=True)):
        assert group.ranking is not None
        table = group.ranking.table
        sizes = f"n+ {table.n_positive}, n\N{MINUS SIGN} {table.n_negative}"
        assert line.name == f"half {place}  {sizes}"
        expected = PICTURE.picture(replace(group, choices=snapshot.choices), STYLE)
        assert isinstance(expected, Picture)
        for (x, y), (at, of) in zip(line.parts(), expected.lines[0].parts(), strict=True):
            assert np.array_equal(x, at)
            assert np.array_equal(y, of)
        assert line.look == place + 1
        assert line.request == SelectRows(Selection.of(Where(f"half == {place}")))
        top = expected.y_axis.ruler.scale.home[1]
        assert high >= top
        assert low < 0


def rows_of(inputs: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    if "file" not in inputs:
        return np.array(inputs["p"]), np.array(inputs["y"])
    with (ROOT / inputs["file"]).open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    scores = np.array([float(row[inputs["score"]]) for row in table])
    return scores, np.array([int(row[inputs["truth"]] == inputs["positive"]) for row in table])


def made(
    scores: np.ndarray,
    truth: np.ndarray,
    said: Consequences,
    *,
    threshold: float = 0.3,
    prevalence: float | None = None,
    axes: Axes | None = None,
    sampling: Sampling = Sampling.COHORT,
) -> Snapshot:
    score = Score("p", np.asarray(scores, dtype=np.float64), higher_is_positive=True)
    dataset = Dataset("some.csv", ("well", "ill"), truth, 1, (score,), sampling=sampling)
    inputs = Inputs(
        dataset,
        threshold=threshold,
        consequences=said,
        intervals=IntervalSettings(prevalence=prevalence),
    )
    found = resolve(inputs)
    return replace(found, choices=replace(found.choices, axes=axes or Axes()))


def some(n=300, **options):
    rng = np.random.default_rng(2)
    p = np.round(rng.beta(1.2, 3.0, n), 3)
    truth = (rng.random(n) < p).astype(int)
    return made(p, truth, Consequences(Scale.PROBABILITY), **options)


def picture_of(snapshot: Snapshot) -> Picture:
    found = PICTURE.whole(snapshot, STYLE)
    assert isinstance(found, Picture)
    return found


def view(low: float, high: float, width: float = 400.0) -> Viewport:
    return Viewport(low, high, -1.0, 1.0, width, 300.0)


def is_drawn(case: dict[str, Any]) -> bool:
    inputs = case["inputs"]
    return (
        case["kind"] == "decision curve"
        and case["quantity"] in DRAWN
        and case["value"] != "undefined"
        and ("p" in inputs or "file" in inputs)
    )


@pytest.mark.parametrize(
    "case", [one for one in CASES if is_drawn(one)], ids=lambda case: case["id"]
)
def test_that_the_curve_has_the_values_of_other_programs(case):
    inputs, (name, axes) = case["inputs"], DRAWN[case["quantity"]]
    scale = Scale.OTHER if "optimistic" in name else Scale.PROBABILITY
    known = made(
        *rows_of(inputs),
        Consequences(scale),
        prevalence=inputs.get("prevalence"),
        axes=Axes(**axes),
    )
    picture = picture_of(known)
    (line,) = (one for one in (*picture.lines, *picture.references) if one.name == name)
    for risk, value in zip(inputs["risks"], case["value"], strict=True):
        x, y = line.vertices(view(risk, 0.99))
        assert x[0] == risk
        factor = 100.0 if axes.get("avoided") else 1.0
        assert y[0] / factor == pytest.approx(value, abs=case["abs_tol"])


@pytest.mark.parametrize("axes", [Axes(), Axes(avoided=True), Axes(standardised=True)])
def test_that_the_curve_jumps_at_every_score_and_nowhere_else(axes):
    picture = picture_of(some(60, axes=axes))
    line = picture.lines[0]
    x, y = line.vertices(view(0.05, 0.6, 2_000.0))
    at = np.flatnonzero(np.diff(x) < 1e-12)
    (part,) = line.parts()
    corners = np.unique(np.round(part[0], 9))
    inside = corners[(corners >= 0.05) & (corners < 0.6)]
    np.testing.assert_allclose(np.unique(np.round(x[at], 9)), inside, atol=1e-9)
    smooth = np.abs(np.diff(y))
    smooth[at] = 0.0
    assert smooth.max() < 0.02 * (np.ptp(y) + 1e-9) + 0.01 * abs(y).max()


@pytest.mark.parametrize("axes", [Axes(), Axes(avoided=True), Axes(standardised=True)])
def test_that_of_many_scores_each_column_has_its_least_and_its_greatest(axes):
    rng = np.random.default_rng(7)
    p = rng.beta(1.2, 3.0, 40_000)
    truth = (rng.random(40_000) < p).astype(int)
    picture = picture_of(made(p, truth, Consequences(Scale.PROBABILITY), axes=axes))
    x, y = picture.lines[0].vertices(view(0.1, 0.4, 50.0))
    assert len(x) == 3 * 50 + 1
    fine_x, fine_y = picture.lines[0].vertices(view(0.1, 0.4, 40_000.0))
    edges = np.linspace(0.1, 0.4, 51)
    column = np.clip(np.searchsorted(edges, fine_x, "right") - 1, 0, 49)
    for number in range(50):
        shown = y[3 * number : 3 * number + 4]
        whole = fine_y[column == number]
        assert shown.max() == pytest.approx(whole.max(), rel=1e-4)
        assert shown.min() == pytest.approx(whole.min(), rel=1e-4)


def test_that_a_fixed_threshold_is_worth_something_between_its_predictive_values():
    snapshot = some(threshold=0.35)
    picture = picture_of(snapshot)
    found = useful_range(snapshot)
    low, high = found["useful_from"].value, found["useful_to"].value
    (region,) = (one for one in picture.layers if isinstance(one, Region))
    assert region.x == (low, high)
    (fixed,) = (one for one in picture.lines if one.name == "This threshold, fixed")
    (of_all,) = (one for one in picture.references if one.name == "Treating all")
    assert fixed.vertices(view(high, 0.9))[1][0] == pytest.approx(0.0, abs=1e-12)
    meets = [one.vertices(view(low, 0.9))[1][0] for one in (fixed, of_all)]
    assert meets[0] == pytest.approx(meets[1], abs=1e-12)


@pytest.mark.parametrize("prevalence", [None, 0.05])
def test_that_the_strip_is_the_probability_of_being_useful(prevalence):
    snapshot = some(prevalence=prevalence)
    (strip,) = picture_of(snapshot).strips
    risks, chance = strip.vertices(view(0.05, 0.5))
    counts = snapshot.point.counts
    if prevalence is None:
        np.testing.assert_array_equal(chance, net_benefit.useful(counts, risks).both)
    else:
        wanted = [net_benefit.useful_at(counts, risk, prevalence) for risk in risks.tolist()]
        np.testing.assert_allclose(chance, wanted, atol=0.01)


def test_that_the_mark_is_where_curve_and_fixed_threshold_meet():
    snapshot = some(threshold=0.25)
    picture = picture_of(snapshot)
    (mark,) = (one for one in picture.layers if isinstance(one, Mark))
    assert mark.x == 0.25
    assert picture.lines[0].vertices(view(0.25, 0.9))[1][0] == pytest.approx(mark.ys[0])
    (level,) = (one for one in picture.layers if isinstance(one, Level))
    assert (level.x, level.is_main) == (0.25, True)
    free = replace(snapshot.inputs, consequences=Consequences(Scale.OTHER, risks=(0.4,)))
    picture = picture_of(resolve(free, snapshot))
    (level,) = (one for one in picture.layers if isinstance(one, Level))
    assert (level.name, level.x) == ("Risk threshold", 0.4)


def test_that_percent_are_probabilities():
    one = some()
    score = replace(one.score, values=one.score.values * 100)
    dataset = replace(one.dataset, scores=(score,))
    said = Consequences(Scale.PERCENT)
    inputs = replace(one.inputs, dataset=dataset, threshold=30.0, consequences=said)
    other = resolve(inputs)
    for seen in (view(0.01, 0.6), view(0.2, 0.3)):
        lines = [picture_of(snapshot).lines[0].vertices(seen) for snapshot in (one, other)]
        between = np.linspace(seen.left, seen.right, 997)[1:-1]  # where no score is
        np.testing.assert_allclose(*(np.interp(between, *line) for line in lines), atol=1e-6)
    standing = PICTURE.thresholds(other)
    assert standing.x_of(np.array([30.0])) == [0.3]
    assert standing.threshold_at(np.array([0.3])) == [30.0]


def test_that_it_shows_twice_the_prevalence_or_half_and_cuts_below():
    picture = picture_of(some())
    share = some().dataset.truth.mean()
    low, high = picture.x_axis.ruler.scale.home
    assert high - max(2 * share, 0.5) == pytest.approx(-low)
    assert picture.x_axis.ruler.scale.limits[1] > 1.0
    assert picture.y_axis.ruler.scale.home[0] == pytest.approx(-0.05 * share)
    names = {name: place for place, name, _more in picture.top.names}
    assert (names["9"], names["1"], names["1/4"]) == (0.1, 0.5, 0.8)


def test_that_words_stand_where_there_is_no_curve():
    snapshot = some()

    def told(said: Consequences | None = None, **others: Any) -> Any:
        dataset = replace(snapshot.dataset, **others)
        kept = snapshot.inputs.consequences if said is None else said
        return PICTURE.whole(
            resolve(replace(snapshot.inputs, dataset=dataset, consequences=kept)), STYLE
        )

    assert told(sampling=Sampling.CASE_CONTROL) is PREVALENCE_FIRST
    assert told(truth=np.ones(300, dtype=int)) is ONE
    marker = replace(snapshot.score, values=snapshot.score.values * 40)
    assert told(Consequences(), scores=(marker,)) is WAYS_OUT
    assert isinstance(told(), Picture)
    asked = told(Consequences())
    assert asked.told(STYLE).startswith("Are these scores probabilities?")
    assert isinstance(told(Consequences(Scale.OTHER)), Picture)
    assert isinstance(told(Consequences(risks=(0.2,)), scores=(marker,)), Picture)


def _useful(snapshot, risk):
    return net_benefit.useful(snapshot.point.counts, risk).both


def test_that_what_is_worth_is_said_of_a_hundred():
    snapshot = some(threshold=0.25)
    moved = PICTURE.moved(snapshot, STYLE)
    found = net_benefit.worthwhile(Moving(snapshot.point.counts, 0.95), 0.25)
    told = moved.with_limits.told(replace(STYLE, rate=lambda share: f"{100 * share:.1f} %"))
    interval = found.net_benefit.interval
    ends = f"({100 * interval.lower:.1f} to {100 * interval.upper:.1f})"
    assert told.startswith(f"{100 * found.net_benefit.value:.1f} net true positives per 100 {ends}")
    assert f"{100 * found.avoided.value:.1f} fewer interventions per 100 than treating all" in told
    assert told.endswith("risk threshold 25.0 %")
    sentence = moved.sentence.told(STYLE)
    assert sentence.startswith("Worth using for anyone whose risk threshold lies between 0.")
    chance = net_benefit.useful(snapshot.point.counts, 0.25).both
    assert sentence.endswith(f"\nUseful at 0.250 with a probability of {rounded(chance)}")
    at = next(one for one in np.arange(0.2, 0.5, 0.01) if _useful(snapshot, one) > 0.9991)
    assert PICTURE.at(snapshot, at).told(STYLE).endswith("with a probability of more than 0.9990")
    unsure = replace(snapshot.inputs, threshold=0.9)
    told = PICTURE.at(resolve(unsure, snapshot), 0.9).told(STYLE)
    chance = net_benefit.useful(resolve(unsure, snapshot).point.counts, 0.9).both
    assert 0.001 < chance < 0.999
    assert told.endswith(f"useful there with a probability of {rounded(chance)}")


def test_that_a_band_is_the_interval_at_each_risk():
    snapshot = some()
    asked = replace(snapshot.choices, bands=frozenset({PICTURE.id}))
    (band,) = picture_of(replace(snapshot, choices=asked)).bands
    x, lower, upper = band.edges(view(0.2, 0.9, 3.0))
    steps = snapshot.ranking.table.steps
    counts = steps.counts_of(steps.row_at(0.2))
    interval = net_benefit.worthwhile(Moving(counts, 0.95), 0.2).net_benefit.interval
    assert (x[0], lower[0], upper[0]) == (0.2, interval.lower, interval.upper)
    assert picture_of(snapshot).bands == ()


def test_that_rows_by_subject_have_neither_band_nor_strip():
    snapshot = some(sampling=Sampling.BY_SUBJECT)
    assert "by subject" in PICTURE.no_band(snapshot)
    assert not any(isinstance(one, Strip) for one in picture_of(snapshot).layers)
    assert PICTURE.no_band(some()) == ""


def test_that_other_scores_that_are_risks_are_drawn_and_others_named():
    snapshot = some()
    rng = np.random.default_rng(5)
    values = [np.round(rng.beta(2, 2, 300), 3), rng.normal(50, 9, 300)]
    beside = []
    for place, (name, own) in enumerate(zip(("second", "marker"), values, strict=True), start=1):
        score = Score(name, own, higher_is_positive=True)
        dataset = replace(snapshot.dataset, scores=(score,))
        other = resolve(Inputs(dataset, threshold=0.3)).ranking
        beside.append(Beside(name, other, "ill", place, place))
    compared = replace(snapshot, comparison=Comparison("first", tuple(beside)))
    lines = {one.name: one for one in picture_of(compared).lines}
    assert set(lines) == {"first", "second", "This threshold, fixed"}
    assert not lines["second"].is_main
    whole = net_benefit.DecisionCurve(beside[0].ranking.table.steps)
    x, y = lines["second"].vertices(view(0.1, 0.6))
    np.testing.assert_allclose(y, whole.at(x), atol=1e-12)
    told = PICTURE.summary_with_limits(compared).told(STYLE)
    assert told.endswith("without 'marker': no probabilities")
    assert PICTURE.depends(compared) != PICTURE.depends(snapshot)


def beside_noise(snapshot: Any, seed: int = 5, *, alike: bool = False) -> Any:
    """Compare with a score that says nothing, or with the same."""
    noise = np.round(np.random.default_rng(seed).beta(2, 2, 300), 3)
    score = Score("second", snapshot.score.values if alike else noise, higher_is_positive=True)
    dataset = replace(snapshot.dataset, scores=(score,))
    other: Any = resolve(replace(snapshot.inputs, dataset=dataset)).ranking
    found = Comparison("first", (Beside("second", other, "ill", 1, 1),))
    return replace(snapshot, comparison=found)


def found_out(snapshot: Snapshot) -> Snapshot:
    assert PICTURE.source is not None
    while (part := PICTURE.source.next_part(snapshot)) is not None:
        part.find(snapshot, lambda _share: None)
    known = (*calibrated.known(snapshot), *best_scores.known(snapshot))
    return replace(snapshot, calibrated=known)


@pytest.mark.parametrize("prevalence", [None, 0.2])
def test_that_below_the_axis_is_coloured_where_one_of_several_scores_is_best(prevalence):
    snapshot = beside_noise(some(prevalence=prevalence))
    assert [one.look for one in picture_of(snapshot).strips] == [OF_THRESHOLD]
    before = PICTURE.depends(snapshot)
    snapshot = found_out(snapshot)
    strip = picture_of(snapshot).strips[0]
    assert PICTURE.depends(snapshot) != before
    assert strip.look == 0
    assert strip.name == "first: at least 0.800 probable to be best"
    truth, models = snapshot.dataset.truth, [snapshot.score.values]
    models.append(snapshot.comparison.others[0].ranking.score.values)
    clear = []
    for risk in np.arange(1, 100) / 100:
        joint = np.zeros((4, 2), dtype=int)
        for values in zip(*models, truth, strict=True):
            place = sum((p < risk) << bit for bit, p in enumerate(values[:-1]))
            joint[place, 1 - values[-1]] += 1
        p_best, _evpi = net_benefit.best_of(joint, float(risk), 1, prevalence=prevalence)
        clear.append(p_best)
    ((risks, chance),) = strip.parts()
    np.testing.assert_allclose(risks, np.arange(1, 100) / 100)
    np.testing.assert_allclose(chance, [one[0] for one in clear])
    x, shade = strip.vertices(view(0.0, 1.0))
    pieces = list(zip(x[::3], x[1::3], strict=True))
    coloured = [any(low < risk < high for low, high in pieces) for risk in risks]
    assert coloured == [one[0] >= 0.8 for one in clear]
    assert any(coloured)
    assert not all(coloured)
    said = PICTURE.moved(snapshot, STYLE).sentence.told(STYLE)
    ranges = [(low + 0.005, high - 0.005) for low, high in pieces]
    told = [
        f"first from {low:.3f} to {high:.3f}" if high - low > 0.001 else f"first at {low:.3f}"
        for low, high in ranges
    ]
    assert f"Best with a probability of 0.800 or more: {', '.join(told[:4])}" in said
    assert ("elsewhere" in said) == (len(told) > 4)
    assert "second" not in said
    assert set(shade[::3]) == set(shade[1::3]) == {1.0}
    assert np.isnan(shade[2::3]).all()


def test_that_scores_that_are_alike_are_nowhere_best_which_is_said():
    snapshot = beside_noise(some(), alike=True)
    said = "At no risk threshold is one score best with a probability of 0.800"
    assert said not in PICTURE.moved(snapshot, STYLE).sentence.told(STYLE)
    found_out(snapshot)
    assert [one.look for one in picture_of(snapshot).strips] == [OF_THRESHOLD]
    assert said in PICTURE.moved(snapshot, STYLE).sentence.told(STYLE)
    assert said not in PICTURE.moved(some(), STYLE).sentence.told(STYLE)


def test_that_of_rows_by_subject_it_is_not_drawn_which_is_best():
    snapshot = beside_noise(some(sampling=Sampling.BY_SUBJECT))
    assert PICTURE.source.next_part(snapshot) is None
    told = PICTURE.moved(snapshot, STYLE).sentence.told(STYLE)
    assert "Which score is best: rows by subject depend on each other" in told


def test_that_a_cancel_ends_the_drawing_and_keeps_nothing():
    snapshot = beside_noise(some())
    part = PICTURE.source.next_part(snapshot)

    def stop(share: float) -> None:
        if share > 0.1:
            raise CancelledError("enough")

    with pytest.raises(CancelledError):
        part.find(snapshot, stop)
    assert PICTURE.is_awaited(snapshot)


@pytest.mark.parametrize("vocabulary", Vocabulary)
def test_that_it_is_drawn_in_every_field(vocabulary):
    picture = PICTURE.whole(some(), Style(words_in(vocabulary)))
    drawing = painted(picture, (340.0, 290.0))
    for name in ("Treating all", "This threshold, fixed", "One missed = so many false alarms"):
        assert name in drawing.svg
    assert "nan" not in drawing.svg
    assert all(isinstance(one, Line) for one in picture.lines)
