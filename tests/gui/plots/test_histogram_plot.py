from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QToolTip

from evalgui.core.dataset import Dataset
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.theme import DARK, LIGHT
from tests.gui.plots.bench import make_snapshot
from tests.support.plots import plot_of_bars

SPACE = "\N{NARROW NO-BREAK SPACE}"

# A tool-tip comes to the front, which no window of the offscreen platform can.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


@pytest.fixture
def unequal():
    """Ten positives beside two thousand negatives, none of them beyond 0...1."""
    scores = np.concatenate([np.linspace(0.55, 1.0, 10), np.linspace(0.0, 0.6, 2_000)])
    truth = np.concatenate([np.ones(10, dtype=int), np.zeros(2_000, dtype=int)])
    return make_snapshot(scores, truth, threshold=0.58)


def test_that_each_class_adds_up_to_all_of_it(bench, unequal):
    b = bench(plot_of_bars(), unequal, 600, 200)
    for line in b.plot.lines.lines:
        x, y = line.points
        heights = y[1:-1:2]
        assert heights.sum() == pytest.approx(1.0)
        assert x[0] == pytest.approx(0.0)
        assert x[-1] == pytest.approx(1.0)


def test_that_other_colours_leave_the_names_where_there_is_room(bench, unequal):
    b = bench(plot_of_bars(), unequal, 800, 200)
    there = dict(b.plot.legend.beside)
    assert list(there) == [0, 1]
    b.plot.set_theme(DARK)
    assert b.plot.legend.isVisible()
    assert b.plot.legend.beside == there


@pytest.mark.parametrize("size", [(600, 200), (300, 160), (1200, 260)])
def test_that_the_names_of_the_classes_stand_above_the_bars(bench, unequal, size):
    b = bench(plot_of_bars(), unequal, *size)
    b.set_threshold(math.inf)
    plot = b.plot
    for left, _top, right, bottom in plot.legend.beside.values():
        for x, y in plot.lines_in_pixels():
            under = y[(x >= left) & (x <= right)]
            assert not len(under) or under.min() > bottom
    assert len(plot.legend.beside) == 2 or not plot.legend.box_of(0).isEmpty()


def test_that_no_bar_reaches_the_top_and_the_axis_is_told_in_per_cent(bench, unequal):
    b = bench(plot_of_bars(), unequal, 600, 200)
    highest = max(np.nanmax(line.points[1]) for line in b.plot.lines.lines)
    assert b.plot.y_scale.home[1] > highest * 1.2
    assert b.plot.y_axis.title == "Share (of each class)"


def test_that_the_line_is_dragged_to_what_counts_as_its_pixel_does(bench, unequal):
    b = bench(plot_of_bars(), unequal, 600, 200)
    start = QPointF(b.plot.grip.x, 40)
    b.hands.press(start)
    for pixels in (-50.0, 35.5, 100.0):
        b.hands.move(start + QPointF(pixels, 3))
        under_it = b.plot.viewport.x_at(start.x() + pixels)
        assert b.threshold == round(b.threshold, 4)
        called = unequal.score.values >= under_it
        assert (called == (unequal.score.values >= b.threshold)).all()
        assert b.point[0] == int((called & (unequal.dataset.truth == 1)).sum())
        assert b.point[1] == int((called & (unequal.dataset.truth == 0)).sum())
    b.hands.release(start)
    assert b.n_committed == 1


@pytest.mark.parametrize("higher", [True, False])
def test_that_what_is_called_wrongly_is_strong(bench, unequal, higher):
    scores = unequal.score.values if higher else 1 - unequal.score.values
    snapshot = make_snapshot(scores, unequal.dataset.truth, higher=higher, threshold=0.58)
    b = bench(plot_of_bars(), snapshot, 600, 200)
    wrong, line = b.plot.main.wrong, b.plot.grip
    width = b.plot.viewport.width
    for threshold in (0.58, 0.2, 0.9):
        b.set_threshold(threshold)
        below, above = (0.0, line.x), (line.x, width)
        assert wrong.ends == (below, above)
    b.set_threshold(math.inf if higher else -math.inf)  # nothing is called
    assert wrong.ends == (((0, width), (width, width)) if higher else ((0, 0), (0, width)))
    # Strong is what is seen: at the middle of the bars of the negatives, on both sides.
    b.set_threshold(0.3 if higher else 0.7)
    inked = [b.plot.grab().toImage().pixelColor(*at) for at in _beside(b, line.x)]
    pale, strong = inked if higher else reversed(inked)
    assert strong.lightness() < pale.lightness() - 20


def _beside(b, x):
    for away in (-25, 25):
        place = QPointF(x + away, b.place_of(0, 0).y() - 4)
        at = b.plot.canvas.mapTo(b.plot, b.hands.at(place))
        yield at.x(), at.y()


def test_that_a_grey_zone_has_nothing_wrong(bench, unequal):
    b = bench(plot_of_bars(), unequal, 600, 200)
    choices = replace(b.snapshot.choices, second=0.3)
    b.show(replace(b.snapshot, choices=choices))
    (_left, low), (high, _right) = b.plot.main.wrong.ends
    assert low == pytest.approx(b.place_of(0.3, 0).x())
    assert high == pytest.approx(b.place_of(0.58, 0).x())


def test_that_the_wheel_leaves_the_shares_alone(bench, unequal):
    b = bench(plot_of_bars(), unequal, 600, 200)
    before = b.plot.view_box.viewRange()
    b.plot.canvas._zoom(0.5, QPointF(100, 50))
    after = b.plot.view_box.viewRange()
    assert after[1] == before[1]
    assert after[0] != before[0]


def test_that_hovering_tells_the_counts_of_a_bin(bench, unequal):
    b = bench(plot_of_bars(), unequal, 600, 200)
    b.hands.move(b.place_of(0.999, 0.0) - QPointF(0, 20))
    shown = QToolTip.text().replace(SPACE, " ")
    assert "malignant: 1 of 10, 10.0 %" in shown
    assert "benign: 0 of 2 000, 0.0 %" in shown
    b.plot.mouse.hover(None)
    assert b.plot.mouse.hover_text(QPointF(-5, 10)) == ""


def test_that_class_names_are_shown_as_they_stand(bench):
    names = ("<img src=x>", "<b>ill</b>")
    snapshot = make_snapshot([0.1, 0.5, 0.9], [0, 1, 1], classes=names)
    b = bench(plot_of_bars(), snapshot, 600, 200)
    shown = [entry.name for entry in b.plot.legend.entries]
    assert shown == ["<b>ill</b> (positive)", "<img src=x> (negative)"]
    b.plot.grab()
    b.plot.mouse.hover(b.place_of(0.9, 0.0) - QPointF(3, 20))
    assert "&lt;b&gt;ill&lt;/b&gt;" in QToolTip.text()
    assert "<b>" not in QToolTip.text()


def test_that_the_name_of_the_score_is_shown_as_it_stands(bench):
    snapshot = make_snapshot([0.1, 0.5, 0.9], [0, 1, 1])
    object.__setattr__(snapshot.score, "name", "<img src=x>")
    b = bench(plot_of_bars(), snapshot, 600, 200)
    assert b.plot.x_axis.label.toPlainText().strip() == "Score: <img src=x>"


def test_that_infinite_scores_are_told(bench):
    snapshot = make_snapshot([-math.inf, 0.5, 0.9, math.inf], [0, 1, 0, 1])
    b = bench(plot_of_bars(), snapshot, 600, 200)
    assert b.plot.header.summary == "2 infinite"


@pytest.mark.parametrize(
    "scores", [[math.inf] * 3, [3.0] * 3, [0.0, 5e-324, 1e-323], [-1.7e308, 0.0, 1.7e308]]
)
def test_that_scores_of_any_size_are_drawn(bench, scores):
    b = bench(plot_of_bars(), make_snapshot(scores, [0, 1, 1]), 600, 200)
    b.set_threshold(scores[0])
    b.plot.grab()
    assert b.plot.grip.item.isVisible()


def test_that_a_change_of_the_threshold_moves_the_line_and_nothing_else(bench, unequal):
    b = bench(plot_of_bars(), unequal, 600, 200)
    before, drawn_before = b.plot.grip.x, b.plot.lines.lines
    b.set_threshold(0.2)
    assert b.plot.grip.x != before
    assert b.plot.lines.lines is drawn_before
    assert b.plot.header.read_out.replace(SPACE, " ").startswith("TPR 100.0 %, FPR 66.6 %")


def test_that_nothing_is_left_when_the_file_is_closed(bench, unequal, qtbot):
    b = bench(plot_of_bars(), unequal, 600, 200)
    b.show(EMPTY)
    assert b.plot.lines.lines == ()
    assert not b.plot.grip.item.isVisible()
    assert b.plot.header.read_out == ""
    assert b.plot.mouse.hover_text(QPointF(50, 50)) == ""
    never_filled = plot_of_bars()
    qtbot.addWidget(never_filled)
    assert b.plot.header.line_width == never_filled.header.line_width


@pytest.mark.parametrize(
    ("vocabulary", "roles", "read_out"),
    [
        (Vocabulary.MACHINE_LEARNING, ("positive", "negative"), "TPR 90.0 %, FPR   3.4 %"),
        (
            Vocabulary.CLINICAL,
            ("diseased", "healthy"),
            "Sensitivity 90.0 %, 1 - specificity   3.4 %",
        ),
        (Vocabulary.BIOMETRICS, ("genuine", "impostor"), "TMR 90.0 %, FMR   3.4 %"),
        (Vocabulary.SPEAKER, ("target", "non-target"), "1 - P_miss 90.0 %, P_fa   3.4 %"),
    ],
)
def test_that_classes_and_rates_have_the_words_of_the_field(
    bench, unequal, vocabulary, roles, read_out
):
    b = bench(plot_of_bars(), unequal, 600, 200)
    b.plot.set_vocabulary(vocabulary)
    names = (unequal.positive_name, unequal.rest_name)
    assert [entry.name for entry in b.plot.legend.entries] == [
        f"{name} ({role})" for name, role in zip(names, roles, strict=True)
    ]
    said = b.plot.header.read_out.replace(SPACE, " ").replace("\N{FIGURE SPACE}", " ")
    assert " ".join(said.split()) == " ".join(f"{read_out} at 0.58".split())
    figure = copy_of(b.plot, LIGHT)
    assert [e.name for e in figure.legend.entries] == [e.name for e in b.plot.legend.entries]
    figure.deleteLater()


def test_that_the_class_that_was_chosen_is_named_and_not_that_of_the_file(bench):
    rows = np.array([[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.1, 0.3, 0.6], [0.1, 0.2, 0.7]])
    classes = ("red", "green", "blue")
    data = Dataset("some.csv", classes, np.array([0, 1, 2, 2]), 0, class_scores=rows)
    b = bench(plot_of_bars(), resolve(Inputs(data, positive=2)), 600, 200)
    assert [entry.name for entry in b.plot.legend.entries] == [
        "blue (positive)",
        "not blue (negative)",
    ]


def test_that_a_name_steps_aside_for_the_line(bench, unequal):
    b = bench(plot_of_bars(), unequal, 900, 260)
    legend = b.plot.legend
    b.set_threshold(math.inf)
    for number in (0, 1):
        before = legend.box_of(number)
        share = b.plot.viewport.x_at(before.center().x())
        b.set_threshold(float(b.plot.x_scale.from_view(np.array([share]))[0]))
        assert abs(b.plot.grip.x - before.center().x()) < 1.0
        after = legend.box_of(number)
        assert not after.isEmpty()
        assert not after.intersects(before)
        assert not after.left() <= b.plot.grip.x <= after.right()
        b.set_threshold(math.inf)
        assert legend.box_of(number) == before


@pytest.mark.parametrize("size", [(370, 95), (370, 170), (600, 200)])
def test_that_each_class_is_named_in_the_plot_or_above_it(bench, size):
    """Bars of one height leave no room above them, and the line covers any other place."""
    scores = np.linspace(0.0, 1.0, 20)
    snapshot = make_snapshot(scores, np.tile([0, 1], 10), classes=("well", "ill"))
    b = bench(plot_of_bars(), snapshot, *size)
    plot = b.plot
    for threshold in (math.inf, *np.linspace(0.0, 1.0, 15)):
        b.set_threshold(float(threshold))
        legend, header = plot.legend, plot.header
        for number, entry in enumerate(legend.entries):
            is_above = entry in header.names.entries
            assert is_above == legend.box_of(number).isEmpty()
        room = header.width() - header._taken - 150  # beside the title
        shown = [entry.name for entry, _words, _width in header.names.shown(header.font(), room)]
        assert shown == [entry.name for entry in header.names.entries]
