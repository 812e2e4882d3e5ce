"""Dragging the threshold on any plot: after every event everything that is shown agrees."""

from __future__ import annotations

import math
import sys

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from evalgui.core.requests import DragThreshold, SetThreshold
from evalgui.gui import text
from evalgui.gui.results.tree_columns import ColumnOf
from tests.support.locales import use_numbers


def check_that_everything_agrees(program):
    """Compare table, matrix, panel, bar and all lines with a recount of the rows."""
    window, snapshot = program.window, program.snapshot
    dataset, score, point = snapshot.dataset, snapshot.score, snapshot.point
    truth = dataset.is_positive()
    called = (
        score.values >= point.threshold
        if score.higher_is_positive
        else score.values <= point.threshold
    )
    tp, fp = int((truth & called).sum()), int((~truth & called).sum())
    fn, tn = int((truth & ~called).sum()), int((~truth & ~called).sum())
    counts = point.counts
    assert (counts.tp, counts.fp, counts.fn, counts.tn) == (tp, fp, fn, tn)
    # the bar
    assert window.threshold_bar.spin_box.value() == point.threshold
    shown = window.threshold_bar.counts
    for name, number in (("TP", tp), ("FP", fp), ("FN", fn), ("TN", tn)):
        assert shown.isHidden() or f"{name} {text.count(number)}" in shown.text()
    # the matrix: 0 is the positive class
    assert window.confusion.matrix_view.matrix.counts.tolist() == [[tp, fn], [fp, tn]]
    # the panel
    metrics = window.metrics.model
    for metric_id, found in point.measured.items():
        index = metrics.index_of(metric_id).siblingAtColumn(ColumnOf.VALUE)
        assert metrics.data(index) == text.measure(found.value), metric_id
    # the table
    model = window.predictions.model
    outcomes = {(True, True): "TP", (False, True): "FP", (True, False): "FN", (False, False): "TN"}
    for row in range(min(model.rowCount(), 40)):
        data_row = model.data_row(row)
        index = model.index(row, model.outcome_column)
        assert model.data(index) == outcomes[bool(truth[data_row]), bool(called[data_row])]
    # the plots
    for plot_id in ("far-frr", "histogram"):
        plot = window.plots.plots()[plot_id]
        if math.isfinite(point.threshold) and not plot.grip.is_parked:
            place = plot.viewport.pixels(plot.x_scale.place(point.threshold), 0.0)[0]
            assert plot.grip.x == pytest.approx(place, abs=1e-6)


@pytest.mark.parametrize("sample", ["tharwat-2018", "clinical"])
def test_that_everything_agrees_after_every_event_of_a_drag(program, sample):
    program.open_sample(sample)
    counts = program.window.threshold_bar.counts
    for plot_id in ("roc", "pr", "det", "far-frr", "histogram"):
        drag_and_undo(program, plot_id)
        # They stand below where no matrix has them.
        is_below = counts.isHidden()
        program.window.docks["confusion"].setVisible(not is_below)
        program.qtbot.waitUntil(lambda: counts.isVisible() == is_below)  # noqa: B023 - at once


def drag_and_undo(program, plot_id):
    seen = []

    def after_each():
        check_that_everything_agrees(program)
        seen.append(program.snapshot.point.threshold)

    before = program.snapshot.point.threshold
    program.drag(plot_id, [0.75, 0.7, 0.6, 0.45, 0.3, 0.26, 0.49], after_each)
    assert len(set(seen)) > 3, plot_id
    if plot_id in {"roc", "pr", "det"}:
        attainable = set(program.snapshot.ranking.table.steps.thresholds.tolist())
        assert set(seen) <= attainable, plot_id
    # one drag is one step
    QTest.keySequence(program.window, QKeySequence("Ctrl+Z"))
    assert program.snapshot.point.threshold == before, plot_id
    check_that_everything_agrees(program)


def test_that_dragging_to_a_vertex_of_roc_gives_its_threshold(program):
    program.open_sample("tharwat-2018")
    program.drag("roc", [0.45], lambda: None)
    assert program.snapshot.point.threshold == 0.45
    assert (program.snapshot.point.counts.tp, program.snapshot.point.counts.fp) == (6, 4)


def test_that_escape_takes_a_drag_back(program):
    program.open_sample("clinical")
    before = program.snapshot.point.threshold
    canvas = program.window.plots.plots()["far-frr"].canvas
    start = program.place_on("far-frr", before)
    QTest.mousePress(canvas.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(canvas.viewport(), program.place_on("far-frr", 0.8))
    program.qtbot.waitUntil(lambda: program.snapshot.point.threshold > 0.7)
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    program.qtbot.waitUntil(lambda: program.snapshot.point.threshold == before)
    QTest.mouseRelease(canvas.viewport(), Qt.MouseButton.LeftButton, pos=start)
    assert program.snapshot.point.threshold == before
    assert not program.workspace.history.can_undo


def test_that_the_keys_of_a_focused_plot_move_by_distinct_scores(program):
    program.open_sample("tharwat-2018")
    canvas = program.window.plots.plots()["roc"].canvas
    canvas.setFocus()
    program.workspace.ask(SetThreshold(0.45))
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert program.snapshot.point.threshold == 0.49
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    assert program.snapshot.point.threshold == 0.4
    QTest.keyClick(canvas, Qt.Key.Key_Home)
    assert program.snapshot.point.threshold == 0.1
    check_that_everything_agrees(program)


def test_that_a_typed_threshold_keeps_every_digit(program):
    program.open_sample("clinical")
    field = program.window.threshold_bar.spin_box
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.12345678901234566")
    assert program.snapshot.point.threshold != 0.12345678901234566
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert program.snapshot.point.threshold == 0.12345678901234566
    assert field.text() == "0.12345678901234566"
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert program.snapshot.point.threshold != 0.12345678901234566
    check_that_everything_agrees(program)


def test_that_nonsense_typed_as_threshold_changes_nothing(program):
    program.open_sample("clinical")
    before = program.snapshot.point.threshold
    field = program.window.threshold_bar.spin_box
    said = "\N{LEFT DOUBLE QUOTATION MARK}%s\N{RIGHT DOUBLE QUOTATION MARK} %s"
    for nonsense, words in (
        ("abc", said % ("abc", "is not a number")),
        ("1,000.5", said % ("1,000.5", "is not a number")),
        ("1_0", said % ("1_0", "is not a number")),
        ("nan", said % ("nan", "is not a number")),
        ("1,234", said % ("1,234", "may be 1.234 or 1234: type one of the two")),
        ("1e999", said % ("1e999", "is too large")),
        ("", "Type a number"),
    ):
        type_threshold(field, nonsense)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert program.snapshot.point.threshold == before
        assert field.value() == before
        # What is in force stands in the field, and beside it why nothing else does.
        stays = f"{words}. The threshold stays at {field.text()}."
        assert field.message.isVisible()
        assert field.message.text() == stays
        assert field.accessibleDescription() == stays
        assert not field.message.geometry().intersects(
            field.rect().translated(field.mapTo(program.window, QPoint()))
        )
    QTest.keyClicks(field, "0")
    assert not field.message.isVisible()


def type_threshold(field, words):
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, words)


def test_that_a_decimal_comma_is_one_in_every_language(program):
    program.open_sample("clinical")
    field = program.window.threshold_bar.spin_box
    try:
        for code in ("en", "de"):
            use_numbers(code)
            for typed, expected in (("9,8", 9.8), ("0,412", 0.412), ("9.8", 9.8)):
                type_threshold(field, typed)
                QTest.keyClick(field, Qt.Key.Key_Return)
                assert program.snapshot.point.threshold == expected
                assert not field.message.isVisible()
    finally:
        use_numbers("en")


def test_that_ctrl_and_the_arrows_step_from_the_threshold_field(program):
    program.open_sample("tharwat-2018")
    field = program.window.threshold_bar.spin_box
    control = Qt.KeyboardModifier.ControlModifier
    program.workspace.ask(SetThreshold(0.45))
    field.setFocus()
    for key, expected in (
        (Qt.Key.Key_Right, 0.49),
        (Qt.Key.Key_Left, 0.45),
        (Qt.Key.Key_Left, 0.4),
        (Qt.Key.Key_Home, 0.1),
        (Qt.Key.Key_End, math.inf),
    ):
        QTest.keyClick(field, key, control)
        assert program.snapshot.point.threshold == expected
    assert field.hasFocus()


@pytest.mark.parametrize("plot_id", ["far-frr", "histogram"])
def test_that_the_line_rests_without_the_noise_of_pixels(program, plot_id):
    program.open_sample("tharwat-2018")
    table, seen = program.snapshot.ranking.table, []

    def after_each():
        seen.append(program.snapshot.point.threshold)

    wanted = [0.7123, 0.5188, 0.4683, 0.3333, 0.2987]
    program.drag(plot_id, wanted, after_each)
    # The scores around them: 0.70 0.75, 0.50 0.54, 0.45 0.49, 0.32 0.37, 0.26 0.30.
    assert seen == [0.71, 0.52, 0.47, 0.33, 0.3, 0.3]
    for rests, pixel in zip(seen, wanted, strict=False):
        assert table.counts_at(rests) == table.counts_at(pixel)


def test_that_the_slider_stops_at_each_score_and_typed_digits_stay(program):
    program.open_sample("tharwat-2018")
    bar, table = program.window.threshold_bar, program.snapshot.ranking.table
    scores = sorted(program.snapshot.score.values.tolist())
    assert bar.slider.maximum() == len(scores) - 1
    for place in (7, 19, 0, 11):
        bar.slider.setValue(place)
        bar.slider.sliderReleased.emit()
        rests = program.snapshot.point.threshold
        assert table.counts_at(rests) == table.counts_at(scores[place])
        assert len(repr(rests)) <= len(repr(scores[place]))
        assert bar.slider.value() == place
    type_threshold(bar.spin_box, "0.58880800000000001")
    QTest.keyClick(bar.spin_box, Qt.Key.Key_Return)
    assert program.snapshot.point.threshold == 0.588808


def test_that_the_buttons_go_where_their_rules_say(program):
    program.open_sample("tharwat-2018")
    window = program.window
    for name, threshold in (("eer", 0.45), ("youden", 0.6), ("half", 0.5)):
        window.findChild(object, f"rule_{name}_button").click()
        assert program.snapshot.point.threshold == threshold
    check_that_everything_agrees(program)


def calls_of(act) -> int:
    """Return how many calls something makes, of Python's functions and of others."""
    calls = []
    sys.setprofile(lambda _frame, event, _told: calls.append(event))
    try:
        act()
    finally:
        sys.setprofile(None)
    return sum(event in {"call", "c_call"} for event in calls)


def test_that_a_dragged_frame_stays_short(program):
    """Counted, not timed: what is worked out more often than need be is found on any machine."""
    program.open_sample("clinical")
    workspace, taken = program.workspace, []
    for part in range(12):
        workspace.ask(DragThreshold(9.0 + part / 10))
        taken.append(calls_of(workspace.line.frame.hand_on))  # at once, and not with the next frame
    # The first one begins the drag. Of the others some calls tell who does not see the plots.
    assert max(taken[2:]) <= 1_275, taken
