"""Rules on plots: their names never lie over each other, and a click uses a rule."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QMenu, QStyleOptionGraphicsItem

from evalgui.core.curves import DET, ERROR_RATES, ROC
from evalgui.core.metrics import Vocabulary
from evalgui.core.provenance import chosen_by
from evalgui.core.vocabulary import words_in
from evalgui.gui.plots.curve_marks import CrossingMark, PreviewMarks
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.plots.plot_menu import menu_of
from evalgui.gui.plots.rule_marks import marks_of, short_name, told
from tests.gui.plots.bench import make_snapshot, marked
from tests.support.layers import layer_of
from tests.support.plots import plot_of_bars

# A tool-tip comes to the front, which no window of the offscreen platform can.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


def test_that_rules_with_the_same_point_are_one_mark(textbook):
    snapshot = marked(textbook)
    marks = marks_of(snapshot, words_in(Vocabulary.CLINICAL))
    rows = [one.choices[0].row for one in marks]
    assert len(set(rows)) == len(rows) < len(snapshot.marks)
    assert [len(one.choices) for one in marks] == [1, 2, 1] or sum(
        len(one.choices) for one in marks
    ) == len(snapshot.marks)
    joined = next(one for one in marks if len(one.choices) > 1)
    assert ", " in joined.label


@pytest.mark.parametrize(
    ("vocabulary", "expected"),
    [
        (Vocabulary.CLINICAL, ["Youden", "closest", "cost 1 : 1"]),
        (Vocabulary.BIOMETRICS, ["EER", "FMR10", "ZeroFMR"]),
        (Vocabulary.SPEAKER, ["EER (ROCCH)", "minDCF 0.01", "minDCF 0.05", "ZeroFMR"]),
    ],
)
def test_that_marks_have_the_names_of_the_field(textbook, vocabulary, expected):
    found = marked(textbook, vocabulary).marks
    names = [short_name(choice, words_in(vocabulary)) for choice in found]
    assert names[: len(expected)] == expected
    if vocabulary is Vocabulary.CLINICAL:
        space = "\N{NARROW NO-BREAK SPACE}"
        assert names[-1] == f"Sensitivity \N{GREATER-THAN OR EQUAL TO} 95{space}%"


def test_that_a_name_says_at_which_prevalence_a_rule_chooses(textbook):
    ranking, words = marked(textbook).ranking, words_in(Vocabulary.CLINICAL)
    space, at_least = "\N{NARROW NO-BREAK SPACE}", "\N{GREATER-THAN OR EQUAL TO}"
    told = {"cost": "cost 1 : 1", "ppv": f"PPV {at_least} 90{space}%"}
    for rule_id, name in told.items():
        assert short_name(ranking.choice(rule_id), words) == name
        there = ranking.choice(rule_id, {"prevalence": 0.05})
        assert short_name(there, words) == f"{name} at 5{space}%"


@pytest.mark.parametrize("curve", [ROC, DET], ids=lambda curve: curve.id)
def test_that_a_dot_lies_where_its_rule_puts_the_threshold_and_uses_it(bench, textbook, curve):
    b = bench(plot_of(curve), marked(textbook), 500, 420)
    dots = b.plot.mouse.rule_marks.placed
    assert len(dots) >= 2
    for dot in dots:
        counts = dot.mark.choices[0].counts
        place = b.place_of(float(curve.x(counts)), float(curve.series[0].measure(counts)))
        assert (dot.at - place).manhattanLength() < 1e-6
    away = next(
        dot
        for dot in dots
        if dot.mark.choices[0].row != b.snapshot.point.row and len(dot.mark.choices) == 1
    )
    b.hands.move(away.at)
    assert layer_of(b.plot, PreviewMarks).markers[0].isVisible()
    assert b.plot.canvas.viewport().cursor().shape() is Qt.CursorShape.PointingHandCursor
    b.hands.press(away.at)
    b.hands.release(away.at)
    assert b.used == [away.mark.choices[0]]
    assert (b.asked, b.n_committed) == ([], 0)


def painted(item, part):
    """Return the picture of an item that is painted in a part alone."""
    bounds = item.boundingRect().toAlignedRect()
    image = QImage(bounds.size(), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    option = QStyleOptionGraphicsItem()
    option.exposedRect = QRectF(part)
    with QPainter(image) as painter:
        painter.translate(-bounds.topLeft())
        painter.setClipRect(part)
        item.paint(painter, option)
    return image.copy(part.translated(-bounds.topLeft()))


@pytest.mark.parametrize("make", [lambda: plot_of(ROC), plot_of_bars], ids=["dots", "ticks"])
def test_that_marks_and_names_are_painted_whole_in_narrow_parts(bench, textbook, make):
    marks = bench(make(), marked(textbook), 500, 420).plot.mouse.rule_marks
    assert any(one.box is not None for one in marks.placed)
    bounds = marks.boundingRect().toAlignedRect()
    whole = painted(marks, bounds)
    for one in marks.placed:
        for around in range(-7, 8):
            x, y = int(one.at.x()) + around, int(one.at.y()) + around
            column = QRect(x, bounds.top(), 1, bounds.height()) & bounds
            row = QRect(bounds.left(), y, bounds.width(), 1) & bounds
            for part in (column, row):
                seen = whole.copy(part.translated(-bounds.topLeft()))
                assert part.isEmpty() or painted(marks, part) == seen


@pytest.mark.parametrize("number", [0, 1])
def test_that_a_tick_below_the_axis_uses_its_rule(bench, textbook, number):
    plot = [plot_of_bars, lambda: plot_of(ERROR_RATES)][number]()
    b = bench(plot, marked(textbook), 600, 260)
    ticks = plot.main.handle.ticks.placed
    thresholds = {tick.mark.choices[0].threshold for tick in ticks}
    assert thresholds == {choice.threshold for choice in marked(textbook).marks}
    tick = next(one for one in ticks if one.mark.choices[0].row != b.snapshot.point.row)
    expected = plot.viewport.pixels(plot.x_scale.place(tick.mark.choices[0].threshold), 0)[0]
    assert tick.at.x() == pytest.approx(expected)
    assert tick.at.y() > plot.viewport.height  # below the axis
    b.hands.move(QPointF(20, 20))
    b.hands.move(tick.at)
    assert plot.main.handle.preview_line.x() == pytest.approx(expected)
    b.hands.press(tick.at)
    b.hands.release(tick.at)
    assert b.used == [tick.mark.choices[0]]
    assert b.asked == []


@pytest.mark.parametrize("button", ["left", "right"])
def test_that_a_mark_of_several_rules_asks_which(bench, textbook, button):
    b = bench(plot_of_bars(), marked(textbook), 600, 260)
    tick = next(one for one in b.plot.main.handle.ticks.placed if len(one.mark.choices) > 1)
    names = [
        short_name(choice, words_in(Vocabulary.MACHINE_LEARNING)) for choice in tick.mark.choices
    ]
    assert "click to use one of them" in told(
        tick.mark.choices, None, words_in(Vocabulary.CLINICAL)
    )
    if button == "left":
        b.hands.press(tick.at)
        b.hands.release(tick.at)
        menu = b.plot.findChild(QMenu, "plot_menu")
    else:
        menu = menu_of(b.plot.menu_entries(tick.at), b.plot)
    assert b.used == []
    offered = [action for action in menu.actions() if action.objectName().startswith("use_rule_")]
    assert [action.text() for action in offered] == [f"Use {name}" for name in names]
    offered[-1].trigger()
    assert b.used == [tick.mark.choices[-1]]
    menu.close()


def test_that_alt_takes_the_line_to_the_nearest_rule(bench, textbook):
    b = bench(plot_of_bars(), marked(textbook), 600, 260)
    alt = Qt.KeyboardModifier.AltModifier
    b.hands.press(QPointF(b.plot.grip.x, 50))
    for choice in b.snapshot.marks:
        x = b.plot.grip.x_of(choice.threshold)
        b.hands.move(QPointF(x + 2, 40), alt)
        assert b.threshold == choice.threshold
    b.hands.release(QPointF(x, 40))
    assert b.n_committed == 1


def test_that_the_rule_in_force_stands_out(bench, textbook):
    snapshot = marked(textbook)
    choice = snapshot.marks[1]
    inputs = replace(
        snapshot.inputs, threshold=choice.threshold, provenance=chosen_by(choice, "some.csv", "")
    )
    b = bench(plot_of(ROC), snapshot)
    b.set_threshold(choice.threshold)
    told = replace(b.snapshot, inputs=inputs, marks=snapshot.marks)
    found = [one.is_in_force for one in marks_of(told, words_in(Vocabulary.CLINICAL))]
    assert found.count(True) == 1


def test_that_marks_follow_the_view_and_go_with_the_scores(bench, textbook):
    b = bench(plot_of(ROC), marked(textbook))
    n_marks = len(b.plot.mouse.rule_marks.placed)
    b.plot.view_box.setRange(xRange=(0.8, 1.0), yRange=(0.9, 1.0), padding=0)
    assert len(b.plot.mouse.rule_marks.placed) < n_marks
    b.plot.reset_view()
    assert len(b.plot.mouse.rule_marks.placed) == n_marks
    b.show(make_snapshot([0.1, 0.9], [0, 1]))
    assert b.plot.mouse.rule_marks.placed == ()
    assert not b.plot.mouse.rule_marks.isVisible()


def test_that_what_a_rule_is_named_for_is_named_once(bench, textbook):
    b = bench(plot_of(DET), marked(textbook, Vocabulary.BIOMETRICS), 600, 500)
    b.plot.set_vocabulary(Vocabulary.BIOMETRICS)
    legend = b.plot.legend
    labels = ", ".join(one.mark.label for one in b.plot.mouse.rule_marks.placed if one.box).split(
        ", "
    )
    names = [entry.name for entry in legend.entries]
    assert "EER" in labels
    assert legend.box_of(names.index("EER")).isEmpty()
    assert layer_of(b.plot, CrossingMark).marker.isVisible()
    b.show(replace(b.snapshot, marks=()))
    assert not legend.box_of(names.index("EER")).isEmpty()
