from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.curves import (
    CURVES,
    DET,
    ERROR_RATES,
    GAINS,
    PRECISION_RECALL,
    ROC,
    curve_by_id,
)
from evalgui.core.intervals.pending import AwaitedIntervals
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import EMPTY, resolve
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.look import text
from evalgui.gui.plots import wording
from evalgui.gui.plots.curve_marks import CrossingMark, PreviewMarks
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.theme import DARK, LIGHT
from tests.gui.plots.bench import make_snapshot
from tests.gui.plots.pieces import meets
from tests.support.layers import layer_of
from tests.support.plots import plot_of_bars

FIGURE = "\N{FIGURE SPACE}"

SPACE = "\N{NARROW NO-BREAK SPACE}"
# A tool-tip comes to the front, which no window of the offscreen platform can.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

ALONG_A_CURVE = [ROC, PRECISION_RECALL, DET, *GAINS]
_OF_DET = ["Chance", "EER"]
RATES = ("TPR", "FPR")


def place_of_row(bench, row):
    """Return the pixels of an attainable point on ROC, PR or DET."""
    counts = bench.snapshot.ranking.table.steps.counts_of(row)
    curve = bench.plot.main.curve
    return bench.place_of(float(curve.x(counts)), float(curve.series[0].measure(counts)))


def recount(snapshot):
    """Count again, row by row, by the rule itself."""
    score = snapshot.score
    at = snapshot.point.threshold
    called = [v >= at if score.higher_is_positive else v <= at for v in score.values.tolist()]
    cells = list(zip(snapshot.dataset.is_positive().tolist(), called, strict=True))
    return tuple(
        cells.count(cell) for cell in ((True, True), (False, True), (True, False), (False, False))
    )


# ------------------------------------------------------------------------------- drags


@pytest.mark.parametrize("curve", ALONG_A_CURVE, ids=lambda curve: curve.id)
@pytest.mark.parametrize("higher", [True, False])
def test_that_the_marker_is_dragged_from_point_to_point(bench, textbook, curve, higher):
    values = textbook.score.values if higher else -textbook.score.values
    snapshot = make_snapshot(values, textbook.dataset.truth, higher=higher)
    b = bench(plot_of(curve), snapshot)
    b.set_threshold(0.6 if higher else -0.6)
    assert b.point == (5, 1, 5, 9)
    b.hands.press(b.plot.main.marker.pos())
    assert b.asked == []  # taking hold moves nothing
    steps = snapshot.ranking.table.steps
    for row in (8, 9, 12, 18):
        b.hands.move(place_of_row(b, row))
        assert b.threshold == steps.threshold(row)
        assert b.point == recount(b.snapshot)
        assert (b.plot.main.marker.pos() - place_of_row(b, row)).manhattanLength() < 1e-6
        assert b.n_committed == 0
    b.hands.release(place_of_row(b, 18))
    assert b.n_committed == 1
    assert b.point == recount(b.snapshot)


@pytest.mark.parametrize("curve", ALONG_A_CURVE, ids=lambda curve: curve.id)
def test_that_a_press_on_the_curve_brings_the_marker_there(bench, textbook, curve):
    b = bench(plot_of(curve), textbook)
    place = place_of_row(b, 14)
    b.hands.press(place)
    assert b.asked == [textbook.ranking.table.steps.threshold(14)]
    b.hands.release(place)
    assert b.n_committed == 1


def test_that_a_tie_is_one_point_that_the_marker_jumps_to(bench):
    # Three scores of 0.8 in both classes make one sloping piece without a point in between.
    snapshot = make_snapshot([0.9, 0.8, 0.8, 0.8, 0.1], [1, 0, 1, 1, 0], threshold=0.9)
    b = bench(plot_of(ROC), snapshot)
    slope = (b.place_of(0.0, 1 / 3), b.place_of(0.5, 1.0))
    b.hands.press(slope[0] + (slope[1] - slope[0]) * 0.8)
    assert b.asked == [0.8]
    assert b.point == (3, 1, 0, 1)


def test_that_a_press_on_empty_ground_asks_for_nothing_and_moves_no_view(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    before = b.plot.view_box.viewRange()
    b.hands.drag(b.place_of(0.7, 0.3), b.place_of(0.9, 0.1), b.place_of(0.5, 0.2))
    assert b.asked == []
    assert b.n_committed == 0
    np.testing.assert_allclose(b.plot.view_box.viewRange(), before, atol=1e-12)
    assert b.plot.is_home


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
def test_that_escape_during_a_drag_restores_the_threshold(bench, textbook, curve):
    b = bench(plot_of(curve), textbook)
    b.set_threshold(0.555)  # between two scores: no row has exactly this one
    start = b.plot.main.marker.pos()
    b.hands.press(start)
    b.hands.move(b.place_of(0.3, 0.3) if curve is ERROR_RATES else place_of_row(b, 12))
    assert b.threshold != 0.555
    QTest.keyClick(b.plot.canvas, Qt.Key.Key_Escape)
    assert b.threshold == 0.555
    assert not b.plot.mouse.is_dragging
    n_asked = len(b.asked)
    b.hands.move(start + QPointF(90, 20))
    b.hands.release(start + QPointF(90, 20))
    assert len(b.asked) == n_asked
    assert (b.n_committed, b.n_dropped) == (0, 1)


def test_that_a_drag_back_to_its_beginning_gives_the_very_threshold_back(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    b.set_threshold(0.555)
    start = b.plot.main.marker.pos()
    b.hands.drag(start, place_of_row(b, 12), start)
    assert b.threshold == 0.555


def test_that_the_marker_goes_to_where_nothing_is_called_also_beyond_all_numbers(bench):
    # A score of +inf: no number lies beyond it, row 0 has a threshold of its own.
    snapshot = make_snapshot([math.inf, 0.7, 0.5, 0.2], [1, 0, 1, 0], threshold=0.5)
    assert math.isnan(snapshot.ranking.table.steps.threshold(0))
    b = bench(plot_of(ROC), snapshot)
    b.hands.press(b.plot.main.marker.pos())
    b.hands.move(b.place_of(0.0, 0.0))
    assert len(b.asked) == 1
    assert math.isnan(b.asked[0])
    b.hands.move(b.place_of(0.0, 0.5))
    b.hands.release(b.place_of(0.0, 0.5))
    assert b.asked[1:] == [math.inf]


def test_that_a_new_ranking_ends_a_drag(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    b.hands.press(b.plot.main.marker.pos())
    b.show(make_snapshot([0.1, 0.9], [0, 1]))
    assert not b.plot.mouse.is_dragging
    b.hands.move(b.place_of(0.5, 0.5))
    assert b.asked == []


def test_that_the_line_of_error_rates_goes_between_the_scores(bench, textbook):
    b = bench(plot_of(ERROR_RATES), textbook)
    line = QPointF(b.plot.grip.x, 150)
    b.hands.press(line + QPointF(5, 0))  # beside it: the line does not jump
    assert b.asked == []
    for pixels in (7.0, -30.0, -75.0):
        b.hands.move(line + QPointF(5 + pixels, 0))
        under_it = b.plot.viewport.x_at(line.x() + pixels)
        assert b.threshold == pytest.approx(under_it, abs=0.01)
        assert b.threshold == round(b.threshold, 2)
        assert b.point == recount(b.snapshot)
        assert b.snapshot.point.counts == textbook.ranking.table.counts_at(under_it)
    b.hands.release(line)
    assert b.n_committed == 1


def test_that_the_line_stays_within_the_view(bench, textbook):
    b = bench(plot_of(ERROR_RATES), textbook)
    b.hands.press(QPointF(b.plot.grip.x, 100))
    b.hands.move(QPointF(5_000, 100))
    assert 0.82 < b.threshold <= b.plot.viewport.right  # beyond all scores
    b.hands.move(QPointF(-5_000, 100))
    assert b.plot.viewport.left <= b.threshold <= 0.1


def test_that_an_infinite_threshold_waits_at_the_edge_and_can_be_taken_there(bench, textbook):
    b = bench(plot_of(ERROR_RATES), textbook)
    b.set_threshold(math.inf)
    assert b.plot.grip.is_parked
    assert b.plot.grip.item.isVisible()
    assert 0 < b.plot.grip.x < b.plot.viewport.width
    assert b.plot.grip.x > 0.9 * b.plot.viewport.width
    b.set_threshold(-math.inf)
    assert b.plot.grip.x < 0.1 * b.plot.viewport.width
    b.hands.press(QPointF(b.plot.grip.x, 90))
    b.hands.move(QPointF(b.plot.viewport.width / 2, 90))
    assert math.isfinite(b.threshold)
    assert not b.plot.grip.is_parked


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
def test_that_the_cursor_says_what_can_be_taken(bench, textbook, curve):
    b = bench(plot_of(curve), textbook)
    shape = Qt.CursorShape
    expected = shape.SizeHorCursor if curve is ERROR_RATES else shape.OpenHandCursor
    b.hands.move(b.plot.main.marker.pos())
    assert b.plot.canvas.viewport().cursor().shape() is expected
    b.hands.move(QPointF(b.plot.viewport.width * 0.9, b.plot.viewport.height * 0.6))
    assert b.plot.canvas.viewport().cursor().shape() is shape.ArrowCursor


# ------------------------------------------------------------------------------ drawing


def drawn(plot, index=0):
    """Return the drawn line of a series in units of the axes."""
    x, y = plot.lines.lines[index].points
    return plot.x_scale.from_view(x), plot.y_scale.from_view(y)


def test_that_roc_is_drawn_through_its_corners(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    x, y = drawn(b.plot)
    corners = {(0.0, 0.0), (0.0, 0.2), (0.1, 0.2), (0.1, 0.5), (1.0, 1.0)}
    assert corners <= {(round(a, 9), round(c, 9)) for a, c in zip(x, y, strict=True)}


@pytest.mark.parametrize("higher", [True, False])
def test_that_error_rates_are_drawn_as_steps_at_any_threshold(bench, higher):
    random = np.random.default_rng(3)
    truth = random.integers(0, 2, 60)
    scores = np.round(random.normal(truth, 1.0), 1)
    snapshot = make_snapshot(scores, truth, higher=higher)
    b = bench(plot_of(ERROR_RATES), snapshot)
    table = snapshot.ranking.table
    for threshold in np.linspace(scores.min() - 0.04, scores.max() + 0.04, 173):
        counts = table.counts_at(float(threshold))
        for index, rate in enumerate((counts.fp / table.n_negative, counts.fn / table.n_positive)):
            x, y = drawn(b.plot, index)
            after = int(np.searchsorted(x, threshold))
            assert y[after - 1] == y[after] == rate


def test_that_the_curve_on_det_runs_along_the_frame_where_a_count_is_0(bench, textbook):
    b = bench(plot_of(DET), textbook)
    x, y = b.plot.lines.lines[0].points
    frame = b.plot.x_scale.frame
    assert x[0] == pytest.approx(frame)
    assert x[1] == pytest.approx(frame)
    assert y[0] > y[1]


def test_that_a_zero_count_on_det_is_an_open_marker_on_the_frame(bench, textbook):
    b = bench(plot_of(DET), textbook)
    marker = b.plot.main.marker
    filled = marker.brush().color().name()
    assert filled == b.plot.theme.accent
    b.set_threshold(0.8)  # FP 0, FN 8
    assert b.point == (2, 0, 8, 10)
    assert marker.isVisible()
    expected = b.place_of(0.5 / 10, 0.8)  # half a row of ten
    assert (marker.pos() - expected).manhattanLength() < 1e-6
    assert b.plot.view_box.rect().contains(marker.pos())
    assert 0 < marker.x() < b.plot.viewport.width
    assert marker.brush().color().name() == b.plot.theme.base
    assert marker.pen().color().name() == b.plot.theme.accent
    b.set_threshold(0.6)
    assert marker.brush().color().name() == filled


def test_that_a_change_of_the_threshold_moves_the_marker_and_nothing_else(bench, textbook):
    for curve in CURVES:
        b = bench(plot_of(curve), textbook)
        changes, drawn_before = [], b.plot.lines.lines
        b.plot.view_box.sigRangeChanged.connect(changes.append)
        before, names = b.plot.main.marker.pos(), b.plot.legend._places
        b.set_threshold(0.3)
        assert b.plot.main.marker.pos() != before
        assert b.plot.legend._places is names
        assert not b.plot._later.isActive()
        assert changes == []
        assert b.plot.lines.lines is drawn_before


def test_that_the_same_snapshot_again_does_nothing(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    b.plot.header.set_read_out("untouched")
    b.plot.show_snapshot(textbook, resolve(textbook.inputs, textbook))
    assert b.plot.header.read_out == "untouched"


def test_that_zooming_draws_more_of_what_is_seen(bench, qtbot):
    random = np.random.default_rng(8)
    truth = (random.random(200_000) < 0.5).astype(int)
    snapshot = make_snapshot(random.normal(truth * 1.5), truth)
    b = bench(plot_of(ROC), snapshot)
    whole = len(b.plot.lines.lines[0].points[0])
    assert whole < 4 * b.plot.viewport.width + 10
    b.plot.view_box.setRange(xRange=(0.2, 0.21), yRange=(0.7, 0.9), padding=0)
    qtbot.waitUntil(lambda: not b.plot._later.isActive())
    x, _y = b.plot.lines.lines[0].points
    n_seen = int(np.sum((x >= 0.2) & (x <= 0.21)))
    assert n_seen > 200
    b.plot.reset_view()
    qtbot.waitUntil(lambda: not b.plot._later.isActive())
    assert len(b.plot.lines.lines[0].points[0]) == whole


def test_that_a_hidden_plot_draws_when_it_is_shown(bench, textbook, qtbot):
    b = bench(plot_of(ROC), textbook)
    b.plot.hide()
    b.show(make_snapshot([0.1, 0.4, 0.9], [0, 1, 1]))
    stale = b.plot.lines.lines[0].points[0]
    with qtbot.waitExposed(b.plot):
        b.plot.show()
    assert len(b.plot.lines.lines[0].points[0]) != len(stale)


@pytest.mark.parametrize(
    "scores",
    [
        [0.0, 5e-324, 1e-323, 1.5e-323],
        [-1.7e308, -1e308, 1e308, 1.7e308],
        [-math.inf, 1.0, 2.0, math.inf],
        [math.inf] * 4,
        [7.0] * 4,
        [1e9, 1e9 + 1e-6, 1e9 + 2e-6, 1e9 + 3e-6],
    ],
)
@pytest.mark.parametrize("curve", [*CURVES, *GAINS], ids=lambda curve: curve.id)
def test_that_scores_of_any_size_are_drawn(bench, curve, scores):
    snapshot = make_snapshot(scores, [0, 1, 0, 1])
    b = bench(plot_of(curve), snapshot)
    for threshold in (scores[1], math.inf, -math.inf, 0.0):
        b.set_threshold(threshold)
    b.plot.grab()
    for index in range(len(curve.series)):
        x, y = b.plot.lines.lines[index].points
        assert len(x) > 1
        assert np.nanmax(np.abs(x)) < 1e155
        assert np.nanmax(np.abs(y)) < 1e155


@pytest.mark.parametrize("truth", [[0, 0, 0], [1, 1, 1]])
@pytest.mark.parametrize("curve", [*CURVES, *GAINS], ids=lambda curve: curve.id)
def test_that_one_class_alone_hides_the_marker_and_breaks_nothing(bench, curve, truth):
    b = bench(plot_of(curve), make_snapshot([0.1, 0.5, 0.9], truth, threshold=0.5))
    b.plot.grab()
    b.hands.move(QPointF(100, 100))
    b.hands.drag(QPointF(100, 100), QPointF(120, 90))
    if curve in {ROC, DET}:
        assert not b.plot.main.marker.isVisible()
    has_numbers = curve in {PRECISION_RECALL, *GAINS[:2]}  # of the positives alone
    assert "\N{EN DASH}" in b.plot.header.read_out or has_numbers


def test_that_a_threshold_out_of_view_is_an_open_marker_at_the_edge(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    b.plot.view_box.setRange(xRange=(0.5, 0.8), yRange=(0.6, 0.9), padding=0)
    marker = b.plot.main.marker
    assert marker.isVisible()
    assert marker.brush().color().name() == b.plot.theme.base
    assert marker.x() < 10
    assert marker.y() > b.plot.viewport.height - 10
    b.set_threshold(0.3)  # FPR 0.7, TPR 0.8: in view
    assert marker.brush().color().name() == b.plot.theme.accent
    assert (marker.pos() - b.place_of(0.7, 0.8)).manhattanLength() < 1e-6


def test_that_marks_lie_over_the_lines_in_any_layout(bench, textbook, qtbot):
    b = bench(plot_of(ROC), textbook)
    b.plot.view_box.setRange(xRange=(0.1, 0.10001), yRange=(0.5, 0.50001), padding=0)
    qtbot.waitUntil(lambda: not b.plot._later.isActive())
    qtbot.waitUntil(lambda: b.plot.y_axis.width() > 60)  # more digits take more room
    assert b.plot.overlay.scenePos() == b.plot.view_box.scenePos()
    drawn_at = b.plot.view_box.mapViewToScene(QPointF(0.1, 0.5))
    shown_at = b.plot.overlay.mapToScene(b.plot.main.marker.pos())
    assert (drawn_at - shown_at).manhattanLength() < 8  # kept whole at the corner
    b.plot.resize(700, 300)
    assert b.plot.overlay.scenePos() == b.plot.view_box.scenePos()


def test_that_nothing_is_left_when_the_file_is_closed(bench, textbook):
    b = bench(plot_of(ERROR_RATES), textbook)
    b.show(EMPTY)
    assert b.plot.header.read_out == ""
    assert b.plot.header.summary == ""
    assert not any(marker.isVisible() for marker in b.plot.main.markers)
    assert not b.plot.grip.item.isVisible()
    assert b.plot.lines.lines == ()


# ------------------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("curve_id", "read_out", "summary", "counts"),
    [
        ("roc", "FPR 10.0 %, TPR 50.0 % at 0.6", "AUC 0.680", [(1, 10), (5, 10)]),
        ("pr", "Recall 50.0 %, precision 83.3 % at 0.6", "AP 0.736", [(5, 10), (5, 6)]),
        ("det", "FPR 10.0 %, FNR 50.0 % at 0.6", "EER 40.0 %", [(1, 10), (5, 10)]),
        ("far-frr", "FAR 10.0 %, FRR 50.0 % at 0.6", "EER 40.0 %", [(1, 10), (5, 10)]),
    ],
)
def test_that_the_header_says_what_holds(  # noqa: PLR0917 - what is parametrised
    bench, textbook, curve_id, read_out, summary, counts
):
    b = bench(plot_of(curve_by_id(curve_id)), textbook)
    assert b.plot.header.read_out.replace(SPACE, " ") == read_out
    assert b.plot.header.summary.replace(SPACE, " ") == summary
    described = b.plot.canvas.accessibleDescription().replace(SPACE, " ").replace(FIGURE, "")
    for k, n in counts:
        lower, upper = (100 * limit for limit in proportion_confint(k, n, method="wilson"))
        assert f"{100 * k / n:.1f} % ({lower:.1f}\N{EN DASH}{upper:.1f})" in described


def test_that_summaries_have_their_intervals_as_soon_as_these_are_known(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    assert b.plot.header.with_intervals[0] == "AUC 0.680"
    before = b.plot.snapshot
    after = replace(
        before, summaries=before.ranking.intervals(before.inputs.intervals, Sampling.COHORT)
    )
    b.plot.show_snapshot(before, after)
    area = after.summaries["roc_auc"]
    told = f"AUC 0.680 ({area.lower:.3f}\N{EN DASH}{area.upper:.3f})"
    assert b.plot.header.with_intervals[0] == told
    assert b.plot.header.summary == "AUC 0.680"


@pytest.mark.parametrize("curve", [ROC, PRECISION_RECALL, DET], ids=lambda curve: curve.id)
def test_that_a_box_shows_where_the_operating_point_may_truly_lie(bench, textbook, curve):
    b = bench(plot_of(curve), textbook)
    at, mark = b.plot.snapshot.point, b.plot.main.uncertainty.mark
    x, y = (at.intervals[one.metric.id] for one in (curve.x_axis, curve.series[0]))
    low, high = b.place_of(x.lower, y.lower), b.place_of(x.upper, y.upper)
    assert mark.isVisible()
    assert mark.box.left() == pytest.approx(low.x(), abs=1e-6)
    assert mark.box.right() == pytest.approx(high.x(), abs=1e-6)
    assert mark.box.top() == pytest.approx(high.y(), abs=1e-6)
    assert mark.box.bottom() == pytest.approx(low.y(), abs=1e-6)
    level, upright = mark.cross
    assert (level.y1(), upright.x1()) == (level.y2(), upright.x2())
    b.set_threshold(0.3)
    moved = b.plot.snapshot.point.intervals[curve.x_axis.metric.id]
    assert mark.box.left() == pytest.approx(b.place_of(moved.lower, 0.5).x(), abs=1e-6)


def test_that_the_box_ends_at_the_frame_of_a_part_of_the_plot(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    mark = b.plot.main.uncertainty.mark
    whole = QRectF(mark.box)
    at = b.plot.snapshot.point.intervals
    b.plot.view_box.setRange(xRange=(0.05, at["FPR"].upper / 2), yRange=(0.4, 0.6), padding=0)
    frame = QRectF(0, 0, b.plot.viewport.width, b.plot.viewport.height)
    assert frame.contains(mark.box)
    assert mark.box.size() == frame.size()
    assert mark.boundingRect().adjusted(3, 3, -3, -3).width() <= frame.width()
    b.plot.view_box.setRange(xRange=(0.9, 1.0), yRange=(0.0, 0.1), padding=0)
    assert not mark.isVisible()
    b.plot.reset_view()
    assert mark.box == whole


def test_that_errors_against_the_threshold_have_a_bar_each(bench, textbook):
    b = bench(plot_of(ERROR_RATES), textbook)
    at, mark = b.plot.snapshot.point, b.plot.main.uncertainty.mark
    assert mark.box.isEmpty()
    assert len(mark.cross) == 2
    for metric_id, line in zip(("FPR", "FNR"), mark.cross, strict=True):
        ends = sorted((line.y1(), line.y2()))
        limits = at.intervals[metric_id]
        expected = [b.place_of(0.6, limit).y() for limit in (limits.upper, limits.lower)]
        assert ends == pytest.approx(expected, abs=1e-6)


def test_that_a_read_out_is_put_into_words_as_it_is_painted(bench, textbook, monkeypatch):
    b, asked = bench(plot_of(ROC), textbook), []
    say = wording.read_out
    monkeypatch.setattr(wording, "read_out", lambda *told: asked.append(told) or say(*told))
    b.plot.header.grab()
    for threshold in (0.3, 0.5, 0.4):
        b.set_threshold(threshold)
    assert not asked
    b.plot.header.grab()
    assert [told[2] for told in asked] == [0.4]  # in one of its two lengths


def test_that_limits_are_shown_again_after_none_were(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    mark = b.plot.main.uncertainty.mark
    b.show(EMPTY)
    assert not mark.isVisible()
    b.show(textbook)
    assert mark.isVisible()
    assert len(mark.cross) == 2


@pytest.mark.parametrize("plot_id", ["roc", "histogram"])
def test_that_limits_of_before_stay_paler_until_those_of_now_are_known(bench, textbook, plot_id):
    b = bench(plot_of(ROC) if plot_id == "roc" else plot_of_bars(), textbook)
    plot, before = b.plot, textbook.point.intervals
    told = [text.percent_interval(one.lower, one.upper)[:-2] for one in map(before.get, RATES)]
    b.set_threshold(0.3)
    known = plot.snapshot
    awaited = replace(known.point, intervals=AwaitedIntervals(known.point.intervals, before))
    shown, long = plot.header.read_out, plot.header.with_intervals[1]
    assert not any(one in long for one in told)
    b.show(replace(known, point=awaited))
    assert plot.header.read_out == shown
    assert all(f"({one})" in plot.header.with_intervals[1] for one in told)
    assert not any(one in plot.canvas.accessibleDescription() for one in told)
    if plot_id == "roc":
        mark, limits = plot.main.uncertainty.mark, before["FPR"]
        assert (mark.isVisible(), mark.is_paler) == (True, True)
        assert mark.box.left() == pytest.approx(b.place_of(limits.lower, 0.5).x(), abs=1e-6)
        pale = plot.header.grab().toImage()
    nothing_known = replace(known.point, intervals=AwaitedIntervals(known.point.intervals))
    b.show(replace(known, point=nothing_known))
    assert plot.header.with_intervals[1].count("(\N{HORIZONTAL ELLIPSIS})") == 2
    b.show(known)
    assert plot.header.with_intervals[1] == long
    if plot_id == "roc":
        assert not plot.main.uncertainty.mark.is_paler
        plot.header.set_read_out("")
        b.show(replace(known, point=awaited))
        assert plot.header.grab().toImage() == pale


def test_that_a_head_is_as_high_after_other_rows_as_without_any_before(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    few = b.plot.header.line_width
    b.show(EMPTY)
    none = b.plot.header.line_width
    assert none != few
    assert none == bench(plot_of(ROC), EMPTY).plot.header.line_width


def test_that_what_has_no_interval_has_no_mark(bench, textbook):
    b = bench(plot_of(PRECISION_RECALL), textbook)
    b.set_threshold(math.inf)  # no positive calls: precision is undefined
    assert b.plot.main.uncertainty.mark.box.isEmpty()
    b.show(EMPTY)
    assert not b.plot.main.uncertainty.mark.isVisible()


def test_that_a_precision_that_is_undefined_is_read_out_so_where_the_curve_begins(bench, textbook):
    b = bench(plot_of(PRECISION_RECALL), textbook)
    b.set_threshold(math.inf)
    assert "precision \N{EN DASH} at" in b.plot.header.read_out.replace("\N{FIGURE SPACE}", "")
    assert "100" not in b.plot.header.read_out
    assert b.plot.main.marker.isVisible()  # the curve is drawn from there all the same


def test_that_scores_where_lower_is_positive_are_shown_in_their_own_units(bench, textbook):
    values = 100 - 100 * textbook.score.values
    snapshot = make_snapshot(values, textbook.dataset.truth, higher=False, threshold=40.0)
    b = bench(plot_of(ERROR_RATES), snapshot)
    assert b.plot.header.read_out.endswith("at 40")
    assert b.point == (5, 1, 5, 9)
    assert b.plot.grip.x == pytest.approx(b.place_of(40.0, 0.0).x())
    low, high = b.plot.x_scale.home
    assert 0 < low < 18.1
    assert 89.9 < high < 100


def test_that_hovering_tells_about_the_nearest_attainable_point(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    hovered = layer_of(b.plot, PreviewMarks).markers[0]
    place = place_of_row(b, 12)
    b.hands.move(place + QPointF(2, 2))
    assert hovered.isVisible()
    assert (hovered.pos() - place).manhattanLength() < 1e-6
    shown = QToolTip.text().replace(SPACE, " ")
    assert "at 0.39" in shown
    assert "TP 7  FP 5" in shown
    b.hands.move(b.place_of(0.8, 0.2))
    assert not hovered.isVisible()
    assert b.asked == []


def test_that_a_line_alone_has_no_name_but_marks_have(bench, textbook):
    for curve, names in ((ROC, ["Chance"]), (PRECISION_RECALL, ["Chance"]), (DET, _OF_DET)):
        b = bench(plot_of(curve), textbook)
        assert [entry.name for entry in b.plot.legend.entries] == names
        assert not any(entry.is_line for entry in b.plot.legend.entries)


def test_that_several_lines_are_named_beside_them_and_none_is_hidden(bench, textbook):
    b = bench(plot_of(ERROR_RATES), textbook)
    assert [entry.name for entry in b.plot.legend.entries] == ["FAR", "FRR", "EER"]
    far, frr, _eer = b.plot.legend.entries
    assert far.pen.color().name() == b.plot.theme.negative
    assert frr.pen.color().name() == b.plot.theme.positive
    assert far.pen.dashPattern() != frr.pen.dashPattern()
    lines = [list(zip(*line, strict=True)) for line in b.plot.lines_in_pixels()]
    for number in (0, 1):
        left, top, right, bottom = b.plot.legend.beside[number]
        inside = (left + 1, top + 1, right - left - 2, bottom - top - 2)
        around = (left - 7, top - 7, right - left + 14, bottom - top + 14)
        assert not any(meets(line, inside) for line in lines)
        assert [meets(line, around) for line in lines] == [number == 0, number == 1]


@pytest.mark.parametrize("size", [(200, 180), (260, 260), (320, 180), (480, 260), (700, 400)])
@pytest.mark.parametrize("vocabulary", list(Vocabulary))
def test_that_no_name_ever_lies_over_the_threshold(bench, textbook, size, vocabulary):
    b = bench(plot_of(ERROR_RATES), textbook, *size)
    b.plot.set_vocabulary(vocabulary)
    legend, n_seen, last = b.plot.legend, 0, textbook.ranking.table.n
    for row in range(last):
        b.set_threshold(textbook.ranking.table.steps.threshold(row + 1))
        x = b.plot.grip.x
        boxes = [box for n in range(3) if not (box := legend.box_of(n)).isEmpty()]
        assert not any(box.left() <= x <= box.right() for box in boxes)
        n_seen += sum(bool(box.width()) for box in boxes[:2])
    assert n_seen >= (1.5 * last if size[0] > 400 else 0)


def test_that_where_names_stand_follows_from_what_is_shown_alone(bench, textbook):
    b = bench(plot_of(ERROR_RATES), textbook)
    first = dict(b.plot.legend.beside)
    moved = [b.plot.legend.beside for at in (0.1, 0.9, 0.3) if not b.set_threshold(at)]
    assert len({tuple(sorted(boxes.items())) for boxes in moved}) > 1
    b.set_threshold(0.6)
    assert b.plot.legend.beside == first
    fresh = bench(plot_of(ERROR_RATES), b.snapshot)
    assert fresh.plot.legend.beside == first


def test_that_the_eer_is_marked_at_the_crossing(bench, textbook):
    b = bench(plot_of(DET), textbook)
    assert (
        layer_of(b.plot, CrossingMark).marker.pos() - b.place_of(0.4, 0.4)
    ).manhattanLength() < 1e-6
    b = bench(plot_of(ERROR_RATES), textbook)
    assert (
        layer_of(b.plot, CrossingMark).marker.pos() - b.place_of(0.45, 0.4)
    ).manhattanLength() < 1e-6


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
def test_that_another_theme_recolours_everything(bench, textbook, curve):
    b = bench(plot_of(curve), textbook)
    b.plot.set_theme(DARK)
    assert b.plot.canvas.backgroundBrush().color().name() == DARK.base
    colours = {line.pen.color().name() for line in b.plot.lines.lines[: len(curve.series)]}
    expected = {DARK.negative, DARK.positive} if curve is ERROR_RATES else {DARK.curve}
    assert colours == expected
    assert b.plot.x_axis.textPen().color().name() == DARK.faint_text
    image = b.plot.grab().toImage()
    assert image.pixelColor(image.width() // 2, image.height() - 3).name() == DARK.base


@pytest.mark.parametrize(
    ("vocabulary", "title", "read_out", "summary", "legend"),
    [
        (
            Vocabulary.CLINICAL,
            "Error rates",
            "1 - specificity 10.0 %, 1 - sensitivity 50.0 % at 0.6",
            "Error where Sens = Spec 40.0 %",
            ["1 - specificity", "1 - sensitivity", "Sens = Spec"],
        ),
        (
            Vocabulary.BIOMETRICS,
            "FMR(t) / FNMR(t)",
            "FMR 10.0 %, FNMR 50.0 % at 0.6",
            "EER 40.0 %",
            ["FMR", "FNMR", "EER"],
        ),
        (
            Vocabulary.SPEAKER,
            "P_miss / P_fa",
            "P_fa 10.0 %, P_miss 50.0 % at 0.6",
            "EER 40.0 %",
            ["P_fa", "P_miss", "EER"],
        ),
    ],
)
def test_that_everything_around_the_lines_has_the_words_of_the_field(
    *, bench, textbook, vocabulary, title, read_out, summary, legend
):
    b = bench(plot_of(curve_by_id("far-frr")), textbook)
    b.plot.set_vocabulary(vocabulary)
    assert (b.plot.title, b.plot.header.title) == (title, title)
    assert b.plot.header.button.toolTip() == f"Show {title} alone"
    assert b.plot.canvas.accessibleName() == b.plot.accessibleName() == f"{title} plot"
    assert b.plot.header.read_out.replace(SPACE, " ") == read_out
    assert b.plot.header.summary.replace(SPACE, " ") == summary
    assert [entry.name for entry in b.plot.legend.entries] == legend


def test_that_the_tool_tip_of_an_axis_has_its_other_names(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    assert "Sensitivity" in b.plot.y_axis.toolTip()
    b.plot.set_vocabulary(Vocabulary.CLINICAL)
    assert b.plot.y_axis.title == "Sensitivity"
    assert ">Sensitivity<br>Also: True positive rate, " in b.plot.y_axis.toolTip()


@pytest.mark.parametrize("size", [(700, 400), (400, 700), (420, 360)])
@pytest.mark.parametrize("curve", [ROC, DET], ids=lambda curve: curve.id)
def test_that_a_unit_is_as_long_on_both_axes_that_show_the_same(bench, textbook, size, curve):
    plot = bench(plot_of(curve), textbook, *size).plot
    figure = copy_of(plot, LIGHT)
    for shown in (plot, figure):
        assert shown.main.is_square
        seen, (left, right) = shown.viewport, shown.x_scale.home
        assert abs(seen.width - seen.height) < 1.0
        assert seen.right - seen.left == pytest.approx(right - left)
        assert seen.top - seen.bottom == pytest.approx(right - left)
        assert seen.width > 0.6 * min(size)
    figure.deleteLater()


def test_that_limits_that_differ_leave_det_all_the_room(bench):
    snapshot = make_snapshot(np.arange(60.0), [0] * 50 + [1] * 10)
    plot = bench(plot_of(DET), snapshot, 700, 300).plot
    assert not plot.main.is_square
    assert plot.viewport.width > 600


def test_that_a_longer_legend_stays_in_the_plot(bench, textbook):
    b = bench(plot_of(curve_by_id("far-frr")), textbook)
    for vocabulary in Vocabulary:
        b.plot.set_vocabulary(vocabulary)
        frame = QRectF(0, 0, b.plot.viewport.width, b.plot.viewport.height)
        for number in (0, 1):
            assert frame.contains(b.plot.legend.box_of(number))
