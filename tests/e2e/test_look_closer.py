"""Whatever was zoomed, moved, dragged, resized, recoloured or opened: plots show what is true."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from evalgui.core.requests import SelectPositive, SetThreshold
from evalgui.gui.activity import under_way
from evalgui.gui.theme import Mode
from evalgui.io.samples import samples
from tests.support.fresh_painting import is_settled, paint_pending, stale_plots, visible_plots

SAMPLES = [sample.id for sample in samples()]
PLAIN = Qt.KeyboardModifier.NoModifier
LEFT, RIGHT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton(0)
N_STEPS = 24
LOOKS_EVERY = 6


class RestlessUser:
    """Does at random what changes the view of a plot, each plot painting in between."""

    def __init__(self, program, seed):
        self.program, self.random = program, random.Random(seed)  # noqa: S311 - no secret
        self.done = []

    def act(self):
        """Do one thing; several wheel steps follow each other as fast as a hand turns."""
        acts = (self.wheel,) * 4 + (self.pan,) * 3 + (self.drag,) * 2
        rare = (self.resize, self.maximise, self.recolour, self.another_class, self.reset)
        act = self.random.choice(acts + rare)
        plot = self.random.choice(visible_plots(self.program.window))
        self.done.append((act.__name__, plot.plot_id))
        act(plot)
        paint_pending()

    def place(self, plot, across=None, down=None):
        across = self.random.random() if across is None else across
        down = self.random.random() if down is None else down
        viewport = plot.viewport
        scene = plot.view_box.mapToScene(QPointF(viewport.width * across, viewport.height * down))
        return plot.canvas.mapFromScene(scene)

    def wheel(self, plot, across=None, down=None, steps=None):
        place = self.place(plot, across, down)
        viewport = plot.canvas.viewport()
        for turned in steps or [self.random.choice([120, 120, -120])] * self.random.randint(1, 6):
            local, everywhere = QPointF(place), QPointF(viewport.mapToGlobal(place))
            angle, how = QPoint(0, turned), (NO_BUTTON, PLAIN, Qt.ScrollPhase.NoScrollPhase, False)
            event = QWheelEvent(local, everywhere, QPoint(), angle, *how)
            QApplication.sendEvent(viewport, event)
            paint_pending()
            if steps or self.random.random() < 0.7:
                self.program.qtbot.waitUntil(lambda: is_settled(plot))
                paint_pending()

    def move(self, plot, button):
        viewport = plot.canvas.viewport()
        QTest.mousePress(viewport, button, PLAIN, self.place(plot))
        for _step in range(self.random.randint(1, 5)):
            QTest.mouseMove(viewport, self.place(plot))
            paint_pending()
        QTest.mouseRelease(viewport, button, PLAIN, self.place(plot))

    def pan(self, plot):
        self.move(plot, RIGHT)

    def drag(self, plot):
        self.move(plot, LEFT)

    def resize(self, _plot):
        width, height = self.random.choice([(1600, 1000), (1280, 800), (1100, 700), (1900, 1060)])
        self.program.window.resize(QSize(width, height))

    def maximise(self, plot):
        plot.maximise_requested.emit()

    def recolour(self, _plot):
        mode = self.random.choice([Mode.LIGHT, Mode.DARK])
        self.program.window.menus.theme_requested.emit(mode.value)

    def another_class(self, _plot):
        dataset = self.program.snapshot.dataset
        classes = [*range(len(dataset.classes)), *([None] if len(dataset.classes) > 2 else [])]
        self.program.workspace.ask(SelectPositive(self.random.choice(classes)))

    def reset(self, plot):
        plot.reset_view()


@pytest.fixture
def stale(program):
    """The plots that show anything else than new ones would, once nothing more is to come."""

    def found():
        program.settle()
        program.qtbot.waitUntil(lambda: not under_way(program.workspace))
        return stale_plots(program.window, program.qtbot.waitUntil)

    return found


@pytest.mark.parametrize("across", [0.2, 0.8])
@pytest.mark.parametrize("down", [0.2, 0.8])
def test_that_six_steps_of_the_wheel_show_true_curves_on_every_plot(program, stale, across, down):
    program.open_sample("biometric")
    assert stale() == {}
    user = RestlessUser(program, 0)
    for plot in visible_plots(program.window):
        user.wheel(plot, across, down, [120] * 6)
    assert stale() == {}
    for plot in visible_plots(program.window):
        user.wheel(plot, 1 - across, down, [-120] * 3)
    assert stale() == {}


@pytest.mark.parametrize("sample", SAMPLES)
def test_that_plots_show_what_new_ones_would_whatever_was_done(program, stale, sample):
    program.open_sample(sample)
    measures = program.window.docks["measures_plot"]
    measures.show()
    measures.raise_()
    program.window.docks["confusion"].hide()  # a plot with too little room has no fixed place
    user = RestlessUser(program, f"{sample} 0")
    for number in range(1, N_STEPS + 1):
        user.act()
        if number == N_STEPS // 2:
            program.open_sample(user.random.choice(SAMPLES))
            user.done.append(("open", program.snapshot.dataset.name))
        if number % LOOKS_EVERY == 0:
            assert stale() == {}, user.done


def test_that_a_line_that_comes_back_into_view_can_be_pulled_apart_again(program, stale):
    program.open_sample("biometric")
    plot = program.window.plots.plots()["far-frr"]
    plot.view_box.setRange(xRange=(-0.4, -0.2), padding=0)
    assert stale() == {}
    assert plot.grip.is_parked
    assert not plot.grey.handle.isVisible()
    program.workspace.ask(SetThreshold(-0.3))
    assert stale() == {}
    assert plot.grey.handle.isVisible()
    program.workspace.ask(SetThreshold(0.3))
    assert stale() == {}
    assert not plot.grey.handle.isVisible()


def test_that_a_rule_is_not_marked_as_in_force_once_the_line_has_left_it(program, stale):
    program.open_sample("clinical")
    assert stale() == {}
    marks = program.snapshot.marks
    program.workspace.ask(SetThreshold(0.9))
    assert [one.rule for one in program.snapshot.marks] == [one.rule for one in marks]
    assert stale() == {}
