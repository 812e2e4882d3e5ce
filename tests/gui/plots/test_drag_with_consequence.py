"""While the threshold is held, its start stays, and what the move brings is said."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from evalgui.core.consequence import Consequence
from evalgui.core.curves import DET, ERROR_RATES, PRECISION_RECALL, ROC
from evalgui.core.metrics import Vocabulary
from evalgui.core.vocabulary import words_in
from evalgui.gui.plots.drag_mark import told
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.plots.threshold_drag import PIXELS_A_STEP
from tests.gui.plots.bench import TEXTBOOK_SCORES, make_snapshot
from tests.support.plots import plot_of_bars

SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
SCORES = sorted(score for score, _truth in TEXTBOOK_SCORES)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ((12, 40), "12 more found for 40 more alarms (1 : 3.3)"),
        ((1, 1), "1 more found for 1 more alarm (1 : 1)"),
        ((-12, -40), "12 fewer found for 40 fewer alarms (1 : 3.3)"),
        ((5, 2), "5 more found for 2 more alarms (2.5 : 1)"),
        ((2, 500), "2 more found for 500 more alarms (1 : 250)"),
        ((3, 0), "3 more found for no more alarms"),
        ((0, 40), "no more found for 40 more alarms"),
        ((-1, 0), "1 fewer found for no fewer alarms"),
        ((0, 0), "the same counts"),
    ],
)
def test_that_a_move_is_told_in_numbers_of_rows(change, expected):
    assert told(Consequence(*change), words_in(Vocabulary.CLINICAL)) == expected


@pytest.mark.parametrize(
    ("vocabulary", "expected"),
    [
        (Vocabulary.BIOMETRICS, "1 more true match for 2 more false matches (1 : 2)"),
        (Vocabulary.SPEAKER, "1 more hit for 2 more false alarms (1 : 2)"),
    ],
)
def test_that_a_move_is_told_in_the_words_of_the_field(vocabulary, expected):
    assert told(Consequence(1, 2), words_in(vocabulary)) == expected


def on_the_line(b, threshold):
    return QPointF(b.plot.viewport.pixels(b.plot.x_scale.place(threshold), 0)[0], 60.0)


PLOTS_ON_SCORES = [plot_of_bars, lambda: plot_of(ERROR_RATES)]


@pytest.mark.parametrize("number", [0, 1])
def test_that_the_start_of_the_line_and_the_band_are_seen_while_it_is_held(bench, textbook, number):
    b = bench(PLOTS_ON_SCORES[number](), textbook, 600, 240)
    mark = b.plot.drag_mark
    b.hands.press(on_the_line(b, 0.6))
    assert not mark.is_visible  # nothing has moved
    b.hands.move(on_the_line(b, 0.445))
    assert b.point == (6, 4, 4, 6)
    assert mark.pill.lines == ("1 more found for 3 more alarms (1 : 3)", "since 0.6")
    band, line = mark.band.area, mark.band.start.boundingRect()
    assert line.center().x() == pytest.approx(on_the_line(b, 0.6).x())
    assert line.width() == 0
    assert (band.right(), band.left()) == pytest.approx((line.x(), b.plot.grip.x))
    assert band.height() == pytest.approx(b.plot.viewport.height)
    b.hands.move(on_the_line(b, 0.72))
    assert mark.pill.lines[0] == "3 fewer found for no fewer alarms" or b.point[0] == 3
    assert mark.band.area.left() == pytest.approx(on_the_line(b, 0.6).x())
    b.hands.release(on_the_line(b, 0.72))
    assert not mark.is_visible
    assert not mark.band.isVisible()
    assert b.n_committed == 1


@pytest.mark.parametrize("curve", [ROC, DET, PRECISION_RECALL], ids=lambda curve: curve.id)
def test_that_the_box_between_two_points_of_a_curve_is_shaded(bench, textbook, curve):
    b = bench(plot_of(curve), textbook)
    begin = b.plot.main.marker.pos()
    b.hands.press(begin)
    counts = textbook.ranking.table.steps.counts_of(12)
    end = b.place_of(float(curve.x(counts)), float(curve.series[0].measure(counts)))
    b.hands.move(end)
    mark = b.plot.drag_mark
    assert mark.pill.lines[0] == "2 more found for 4 more alarms (1 : 2)"
    area = mark.band.area
    assert [area.left(), area.right()] == pytest.approx(sorted([begin.x(), end.x()]))
    assert [area.top(), area.bottom()] == pytest.approx(sorted([begin.y(), end.y()]))
    ring = mark.band.start.boundingRect().center()
    assert (ring - begin).manhattanLength() < 1e-6
    b.hands.release(end)
    assert not mark.band.isVisible()


def test_that_the_words_are_seen_whole_wherever_the_pointer_is(bench, textbook):
    b = bench(plot_of(ERROR_RATES), textbook)
    b.hands.press(on_the_line(b, 0.6))
    width, height = b.plot.viewport.width, b.plot.viewport.height
    for x, y in ((5, 5), (width - 2, 2), (width - 2, height - 2), (3, height), (width / 2, 40)):
        b.hands.move(QPointF(x, y))
        pill = b.plot.drag_mark.pill
        box = pill.mapRectToParent(pill.boundingRect())
        assert box.left() >= -1
        assert box.right() <= width + 1
        assert box.top() >= -1
        assert box.bottom() <= height + 1
        assert not box.contains(QPointF(x, y))


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("higher", [True, False])
def test_that_shift_moves_the_line_by_one_distinct_score_a_step(bench, textbook, number, higher):
    values = textbook.score.values if higher else 1 - textbook.score.values
    truth = textbook.dataset.truth
    snapshot = make_snapshot(values, truth, higher=higher, threshold=0.6 if higher else 0.4)
    b = bench(PLOTS_ON_SCORES[number](), snapshot, 600, 240)
    known = snapshot.ranking.table.steps.ascending.tolist()
    start = on_the_line(b, b.threshold)
    place = known.index(b.threshold)
    b.hands.press(start)
    b.hands.move(start, SHIFT)
    for n_steps in (1, 2, 3, -1, -4):
        b.hands.move(start + QPointF(n_steps * (PIXELS_A_STEP + 0.5), 0), SHIFT)
        assert b.threshold == known[place + n_steps]
    b.hands.move(on_the_line(b, 0.3))  # without Shift it is under the pointer again
    assert b.threshold == pytest.approx(0.3, abs=0.015)
    b.hands.release(on_the_line(b, 0.3))
    assert b.n_committed == 1


@pytest.mark.parametrize("curve", [ROC, DET, PRECISION_RECALL], ids=lambda curve: curve.id)
def test_that_shift_moves_along_a_curve_by_one_distinct_score_a_step(bench, textbook, curve):
    b = bench(plot_of(curve), textbook)
    start = b.plot.main.marker.pos()
    b.hands.press(start)
    b.hands.move(start, SHIFT)
    steps = textbook.ranking.table.steps
    for n_steps in (1, 2, 5, -2):  # to the right more is called
        b.hands.move(start + QPointF(n_steps * (PIXELS_A_STEP + 0.5), 0), SHIFT)
        assert b.threshold == steps.threshold(6 + n_steps)
    b.hands.move(start)
    assert b.threshold == 0.6
    b.hands.release(start)


def test_that_escape_ends_what_is_seen_of_a_drag(bench, textbook):
    b = bench(plot_of(ERROR_RATES), textbook)
    b.hands.press(on_the_line(b, 0.6))
    b.hands.move(on_the_line(b, 0.3))
    assert b.plot.drag_mark.is_visible
    QTest.keyClick(b.plot.canvas, Qt.Key.Key_Escape)
    assert b.threshold == 0.6
    assert not b.plot.drag_mark.is_visible
    assert not b.plot.drag_mark.band.isVisible()
    assert (b.n_committed, b.n_dropped) == (0, 1)


def test_that_other_scores_end_what_is_seen_of_a_drag(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    b.hands.press(b.plot.main.marker.pos())
    b.hands.move(b.place_of(0.5, 0.7))
    assert b.plot.drag_mark.is_visible
    b.show(make_snapshot([0.1, 0.9], [0, 1]))
    assert not b.plot.drag_mark.is_visible
    assert not b.plot.drag_mark.band.isVisible()


def test_that_words_wider_than_the_plot_have_shorter_lines(bench, textbook):
    b = bench(plot_of(ERROR_RATES), textbook, 260, 300)
    b.hands.press(on_the_line(b, 0.6))
    b.hands.move(on_the_line(b, 0.445))
    pill = b.plot.drag_mark.pill
    assert pill.lines == ("1 more found", "for 3 more alarms (1 : 3)", "since 0.6")
    box = pill.mapRectToParent(pill.boundingRect())
    assert box.left() >= -1
    assert box.right() <= b.plot.viewport.width + 1
    b.hands.release(on_the_line(b, 0.445))
