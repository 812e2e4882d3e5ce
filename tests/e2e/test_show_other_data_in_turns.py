"""Other data are shown in turns, none of which holds mouse and keys for long, and at once."""

from __future__ import annotations

from itertools import groupby

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QDialog, QMessageBox

from evalgui.core.checks import Finding
from evalgui.core.requests import DragThreshold
from evalgui.gui import panes
from evalgui.gui.isolation import Cover
from evalgui.gui.layouts import LAYOUTS
from evalgui.gui.plots.plot import Plot

TURN = "another turn of the event loop"


class Paints(QObject):
    """Notes whether the window was painted, as an event filter on it."""

    n = 0

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        self.n += event.type() == QEvent.Type.Paint
        return False


class Looked(QObject):
    """Notes when the place of a pane is painted, as an event filter on it."""

    def __init__(self, place, painted):
        super().__init__(place)
        self._painted = painted
        place.installEventFilter(self)

    def eventFilter(self, place: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._painted.append(place.objectName())
        return False


@pytest.fixture
def drawn(program, monkeypatch):
    """Return which plots that waited were drawn, with a mark for each turn of the event loop."""
    noted, catch_up = [], Plot.catch_up

    def watched(plot):
        has_waited = plot.is_stale
        catch_up(plot)
        if has_waited and not plot.is_stale:
            noted.append(plot.plot_id)

    program.open_sample("clinical")
    monkeypatch.setattr(Plot, "catch_up", watched)
    beat = QTimer(program.window)
    beat.timeout.connect(lambda: noted.append(TURN))
    beat.start(0)
    yield noted
    beat.stop()


def open_and(program, look) -> None:
    """Open other data, and look at the window before any plot has had its turn."""
    program.rest()  # else the turns of the data before may end in between
    program.workspace.file_opened.connect(lambda _opened: look())
    with program.qtbot.waitSignal(program.window.in_turns.ended):
        program.window.findChild(object, "sample_biometric").trigger()


def test_that_no_turn_draws_more_than_one_plot(program, drawn):
    open_and(program, drawn.clear)
    turns = [{*part} for is_turn, part in groupby(drawn, TURN.__eq__) if not is_turn]
    shown = [plot.plot_id for plot in program.window.findChildren(Plot) if plot.isVisible()]
    assert sorted(map(list, turns)) == sorted([name] for name in shown)
    assert len(shown) >= 3


@pytest.fixture
def told(program, monkeypatch):
    """Return which panes were told of data or words, with a mark for each turn."""
    noted = []

    def watch(place, what):
        tell = getattr(place.made, what)

        def watched(*given):
            if place.is_held:  # and not told of what comes later, such as marks
                noted.append(place.objectName())
            tell(*given)

        monkeypatch.setattr(place.made, what, watched)

    program.open_sample("clinical")
    for place in program.window.panes.views:
        if place.made is not None and place.objectName() != "start_place":  # told of reading, too
            for what in ("show_snapshot", "set_vocabulary", "set_theme"):
                watch(place, what)
    beat = QTimer(program.window)
    beat.timeout.connect(lambda: noted.append(TURN))
    beat.start(0)
    yield noted
    beat.stop()


def open_another(program):
    program.window.findChild(object, "sample_biometric").trigger()


def speak_otherwise(program):
    program.window.findChild(object, "vocabulary_speaker").trigger()


def recolour(program):
    program.window.findChild(object, "theme_dark").trigger()


@pytest.mark.parametrize("change", [open_another, speak_otherwise, recolour])
def test_that_no_turn_tells_more_than_one_pane_one_thing(program, told, change):
    program.rest()
    told.clear()
    with program.qtbot.waitSignal(program.window.in_turns.ended):
        change(program)
    program.rest()
    turns = [[*part] for is_turn, part in groupby(told, TURN.__eq__) if not is_turn]
    assert [turn for turn in turns if len(turn) > 1] == []
    assert {"plots_place", "metrics_place", "predictions_place"} <= {name for (name,) in turns}


def test_that_a_pane_that_is_asked_for_before_its_turn_knows_the_same(program):
    program.open_sample("clinical")
    known, window = [], program.window

    def look():
        snapshot = program.snapshot
        known.append(window.place(panes.METRICS).is_held)
        known.append(window.metrics.model._snapshot is snapshot)
        known.append(window.predictions.model.rowCount() == len(snapshot.dataset.truth))

    open_and(program, look)
    assert known == [True] * 3


def press_on(widget):
    """Press the left button on a widget, as the window system tells the window of it."""
    window = widget.window()
    place = QPointF(widget.mapTo(window, widget.rect().center()))
    button, nothing = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    press = (QEvent.Type.MouseButtonPress, place, place, button, button, nothing)
    release = (QEvent.Type.MouseButtonRelease, place, place, button, button.NoButton, nothing)
    for event in (press, release):
        QCoreApplication.sendEvent(window.windowHandle(), QMouseEvent(*event))


def test_that_a_pane_that_is_clicked_before_its_turn_knows_what_is_clicked(program):
    program.open_sample("clinical")
    known, window = [], program.window
    table = window.predictions.table
    place = window.place(panes.PREDICTIONS)

    def look():
        press_on(table.viewport())
        (row,) = {index.row() for index in table.selectedIndexes()}
        known.extend([place.is_held, table.model().rowCount(), row < table.model().rowCount()])
        known.append(window.place(panes.METRICS).is_held)

    open_and(program, look)
    assert known == [False, len(program.snapshot.dataset.truth), True, True]


def test_that_a_plot_that_is_clicked_before_its_turn_is_drawn_first(program, drawn):
    known, plot = [], program.window.plots.plots()["roc"]

    def look():
        drawn.clear()
        press_on(plot.canvas.viewport())
        known.extend([*drawn, plot.snapshot is program.snapshot, plot.waits])

    open_and(program, look)
    assert known == ["roc", True, False]


def test_that_a_pane_with_the_focus_knows_all_before_a_key_comes(program):
    program.open_sample("clinical")
    window, known = program.window, []
    window.predictions.table.setFocus()
    place = window.place(panes.PREDICTIONS)

    def look():
        known.append(place.is_held)
        down = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(window.windowHandle(), down)
        known.append(place.is_held)

    open_and(program, look)
    assert known == [True, False]


def test_that_all_views_know_the_same_when_the_picture_is_painted(program):
    program.open_sample("clinical")
    known, window = [], program.window

    def look():
        window.in_turns.ended.disconnect(look)
        shown = {plot.snapshot.dataset is program.snapshot.dataset for plot in plots()}
        known.append((shown, {place.is_held for place in window.panes.views}))

    def plots():
        return window.plots.plots().values()

    window.in_turns.ended.connect(look)
    open_and(program, lambda: None)
    assert known == [({True}, {False})]


def test_that_the_old_picture_stays_until_all_is_drawn(program):
    program.open_sample("clinical")
    window, seen = program.window, []

    class Looks(QObject):
        def eventFilter(self, _window: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                held = [place for place in window.panes.views if place.is_held]
                seen.append(bool(held) or any(plot.waits for plot in window.findChildren(Plot)))
            return False

    looks = Looks()
    open_and(program, lambda: window.installEventFilter(looks))
    program.qtbot.waitUntil(lambda: seen != [])
    assert set(seen) == {False}


def test_that_no_line_of_questions_is_there_before_something_asks(program):
    assert program.window.findings.isHidden()


def ask_something(program) -> None:
    """Let the line with questions come, which takes its height from all else."""
    strip = program.window.findings
    assert strip.isHidden()
    strip.show_files([Finding("file_changed", "It changed")])
    assert strip.isVisible()


def lay_out(program) -> None:
    program.window.lay_out(next(one for one in LAYOUTS if one.id == "clinical"))


@pytest.mark.parametrize("change", [recolour, ask_something, lay_out])
def test_that_panes_with_a_ground_of_their_own_are_painted_one_after_the_other(program, change):
    program.open_sample("clinical")
    program.rest()  # what is found out later is painted when it is there
    painted, window = [], program.window
    for place in window.panes.views:
        if place.autoFillBackground() and place.made is not None:
            Looked(place, painted)
    beat = QTimer(window)
    beat.timeout.connect(lambda: painted.append(TURN))
    beat.start(0)
    painted.clear()
    with program.qtbot.waitSignal(window.in_turns.ended):
        change(program)
    beat.stop()
    turns = [{*part} for is_turn, part in groupby(painted, TURN.__eq__) if not is_turn]
    assert [turn for turn in turns if len(turn) > 1] == []
    assert {"predictions_place", "confusion_place"} <= set().union(*turns)


def test_that_the_window_is_painted_later_as_well_where_it_was_to_be_while_the_old_one_stayed(
    program,
):
    program.open_sample("clinical")
    window, paints = program.window, Paints()
    window.update()  # asked for, and not yet done when the picture is held
    window.in_turns.begin()
    program.settle()
    window.installEventFilter(paints)
    for number in (1, 2):
        window.update()
        program.qtbot.waitUntil(lambda number=number: paints.n >= number)


def is_painted(window):
    """Return whether the screen has a picture of a window."""
    return not window.screen().grabWindow(window.winId()).isNull()


def test_that_a_pane_that_is_set_loose_while_the_old_one_stays_is_painted(program):
    program.open_sample("clinical")
    loose = program.window.docks["decision"]
    program.window.in_turns.begin()
    loose.setFloating(True)
    assert not is_painted(loose)
    program.qtbot.waitUntil(lambda: is_painted(loose))


def test_that_a_question_that_comes_while_the_old_one_stays_is_painted(program, tmp_path):
    clear, unclear = tmp_path / "clear.csv", tmp_path / "unclear.csv"
    clear.write_text("truth,score\n" + "pos,1.5\nneg,0.5\n" * 10, encoding="utf-8")
    unclear.write_text("kind,x\n" + "red,1.5\nblue,2.5\n" * 10, encoding="utf-8")
    with program.qtbot.waitSignal(program.workspace.question_asked):
        program.application.commands.open_paths([clear, unclear])
    dialog = program.question()
    program.qtbot.waitUntil(lambda: is_painted(dialog))
    dialog.reject()


def test_that_a_threshold_is_shown_in_one_turn(program):
    program.open_sample("clinical")
    program.rest()
    held = []
    program.workspace.changed.connect(lambda *_: held.append(program.window.in_turns.is_busy))
    program.workspace.ask(DragThreshold(0.4))
    program.qtbot.waitUntil(lambda: held != [])
    assert held == [False]


def test_that_a_plot_that_fails_in_its_turn_is_covered_and_all_others_are_drawn(
    program, drawn, monkeypatch
):
    monkeypatch.setattr("sys.excepthook", program.application._hooks._on_exception)

    def fail():
        raise LookupError

    plot = program.window.plots.plots()["roc"]
    monkeypatch.setattr(plot.main, "draw", fail)
    open_and(program, drawn.clear)
    program.qtbot.waitUntil(lambda: {"pr", "histogram"} <= {*drawn})
    program.qtbot.waitUntil(lambda: plot.findChildren(Cover) != [])
    covers = program.window.findChildren(Cover)
    assert [cover.parent() for cover in covers if not cover.isHidden()] == [plot]
    program.window.findChild(QMessageBox, "crash_dialog").close()


def test_that_a_question_is_put_together_in_one_turn_and_shown_in_another(program, tmp_path):
    path, seen = tmp_path / "unclear.csv", []
    path.write_text("kind,x\n" + "red,1.5\nblue,2.5\n" * 10, encoding="utf-8")

    def look():
        (dialog,) = program.window.findChildren(QDialog, "import_dialog")
        seen.append((dialog.choices.preview.model().rowCount(), dialog.isVisible()))

    program.workspace.question_asked.connect(look)
    program.application.commands.open_path(path)
    dialog = program.question()
    assert seen == [(20, False)]
    dialog.reject()


def test_that_curves_of_all_classes_are_drawn_one_in_a_turn(program, drawn):
    drawn.clear()
    with program.qtbot.waitSignal(program.window.in_turns.ended):
        program.window.findChild(object, "sample_iris").trigger()
    turns = [{*part} for is_turn, part in groupby(drawn, TURN.__eq__) if not is_turn]
    classes = {plot.plot_id for plot in program.window.plots.class_grid.class_plots}
    assert [turn for turn in turns if len(turn) > 1] == []
    assert classes <= set().union(*turns)


def test_that_a_pane_that_other_data_bring_is_made_in_a_turn_of_its_own(program):
    program.open_sample("clinical")
    place = program.window.place(panes.CLASSES)
    seen = [place._made]

    def look():
        seen.append(place._made)

    program.workspace.file_opened.connect(look)
    with program.qtbot.waitSignal(program.window.in_turns.ended):
        program.window.findChild(object, "sample_iris").trigger()
    assert seen == [None, None]
    assert place._made is not None
    assert place.made.isVisible()
