"""The window is laid out for the data until a user arranges it; then as the user wants it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar, QToolButton

from evalgui.core.consequences.settings import Scale
from evalgui.core.requests import SetConsequences, SetThreshold
from evalgui.gui import panes
from evalgui.gui.activity import under_way
from evalgui.gui.app import Application
from evalgui.gui.docks import Docks
from evalgui.gui.layouts import LAYOUTS, OVERVIEW
from evalgui.gui.plots.curve_marks import StepMark
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.gui.start_options import Start
from evalgui.gui.theme import Mode
from tests.e2e.conftest import Program
from tests.support.layers import layer_of

LUNGS = Path(__file__).parents[1] / "data/io/tables/d01_lungenembolie.csv"


@pytest.fixture
def begin(qapp, qtbot):
    """Start the program as a user does, as often as it is called; the last one is ended."""
    running = []

    def end() -> None:
        application = running.pop()
        application.window.close()
        application.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def start(**options) -> Program:
        if running:
            end()
        application = Application(qapp, Start(appearance=Mode.LIGHT, **options))
        running.append(application)
        qtbot.addWidget(application.window)
        application.window.show()
        qtbot.waitExposed(application.window)
        return Program(application, qtbot)

    yield start
    end()


def seen(program) -> list[str]:
    plots = program.window.plots.plots().items()
    return [plot_id for plot_id, plot in plots if plot.isVisible()]


def button(program):
    return program.window.layout_button.text()


def press(program, name) -> None:
    program.window.findChild(object, name).trigger()
    program.settle()


def test_that_data_open_with_the_layout_of_their_kind(begin):
    program = begin()
    assert button(program) == "Overview"
    program.open_sample("clinical")
    assert button(program) == "Clinical"
    assert {"roc", "histogram"} <= set(seen(program))
    assert not {"det", "pr", "far-frr"} & set(seen(program))
    assert program.window.findChild(object, "layout_clinical").isChecked()
    program.open_sample("biometric")
    assert button(program) == "Biometrics"
    assert seen(program)[0] == "det"
    assert program.window.docks["rules"].isVisible()
    left = Qt.DockWidgetArea.LeftDockWidgetArea
    assert program.window.dockWidgetArea(program.window.docks["rules"]) == left
    program.open_sample("iris")
    assert button(program) == "Machine Learning"
    assert program.window.docks["classes"].isVisible()
    assert program.window.docks["rules"].isHidden()


@pytest.mark.parametrize("sample", ["tharwat-2018", "biometric", "iris"])
def test_that_a_start_with_a_sample_lays_the_window_out_once(begin, sample, monkeypatch):
    arranged = []
    arrange = Docks.arrange

    def note(docks, layout=OVERVIEW):
        arranged.append(layout.id)
        arrange(docks, layout)

    monkeypatch.setattr(Docks, "arrange", note)
    program = begin(sample=sample)
    program.open_sample(sample)
    known = arranged[:1] if sample != "iris" else arranged  # which stands for no field
    assert arranged == known
    assert arranged[-1] == program.application.arrangement.current.id
    chosen = {plot for row in program.window.plots.chosen for plot in row}
    if sample != "iris":
        assert set(program.window.plots.plots()) == chosen


def test_that_a_sample_finds_the_window_as_it_was_arranged(begin):
    program = begin()
    press(program, "layout_machine-learning")
    program = begin(sample="tharwat-2018")
    assert button(program) == "Machine Learning"
    program = begin(sample="tharwat-2018", layout="clinical")
    assert button(program) == "Clinical"


def test_that_a_click_on_empty_ground_arranges_nothing(begin):
    program = begin()
    for name, sample, expected in (
        ("decision", "clinical", "Clinical"),
        ("confusion", "biometric", "Biometrics"),
    ):
        dock = program.window.docks[name]
        corner = dock.widget().rect().bottomRight() - QPoint(8, 8)
        QTest.mouseClick(
            program.window.windowHandle(),
            Qt.MouseButton.LeftButton,
            pos=dock.widget().mapTo(program.window, corner),
        )
        program.open_sample(sample)
        assert button(program) == expected


def words(program):
    assert program.window.vocabulary is program.snapshot.choices.vocabulary
    return program.window.vocabulary.value


def test_that_a_layout_speaks_as_its_field_until_a_user_chooses_words(begin):
    program = begin()
    spoken = []
    for sample in ("clinical", "biometric", "iris"):
        program.open_sample(sample)
        spoken.append(words(program))
    assert spoken == ["clinical", "biometrics", "machine-learning"]
    press(program, "layout_clinical")
    assert words(program) == "clinical"
    program = begin()
    assert (button(program), words(program)) == ("Clinical", "clinical")
    press(program, "vocabulary_speaker")
    press(program, "layout_teaching")  # has no words of its own
    press(program, "layout_biometrics")  # is that of speakers, too
    assert words(program) == "speaker"
    press(program, "reset_layout")
    program.open_sample("clinical")
    # The words were chosen for no data, and these are of another field.
    assert (button(program), words(program)) == ("Clinical", "clinical")
    program = begin(layout="machine-learning")
    assert words(program) == "machine-learning"
    program = begin()
    assert words(program) == "speaker"  # what was asked for was for once


def test_that_what_was_chosen_stays_and_is_remembered(begin):
    program = begin()
    program.open_sample("clinical")
    press(program, "layout_teaching")
    press(program, "see_histogram")
    assert seen(program) == ["roc"]
    program.open_sample("biometric")
    assert (button(program), seen(program)) == ("Teaching", ["roc"])
    assert program.window.docks["explain"].isVisible()
    program = begin()
    program.open_sample("biometric")
    assert (button(program), seen(program)) == ("Teaching", ["roc"])
    assert program.window.docks["explain"].isVisible()
    press(program, "reset_layout")
    assert button(program) == "Biometrics"
    assert seen(program)[0] == "det"
    program.open_sample("clinical")
    assert button(program) == "Clinical"
    program = begin()
    assert button(program) == "Overview"


def test_that_data_open_in_the_layout_and_words_of_their_field_after_work_in_another(begin):
    program = begin()
    program.open_sample("biometric")
    press(program, "layout_biometrics")
    press(program, "see_far-frr")
    press(program, "vocabulary_speaker")
    arranged = seen(program)
    assert "far-frr" not in arranged
    program.open_sample("clinical")
    assert (button(program), words(program)) == ("Clinical", "clinical")
    assert program.window.docks["decision"].isVisible()
    program.open_sample("biometric")  # as it was arranged
    assert (button(program), words(program), seen(program)) == ("Biometrics", "speaker", arranged)
    program.open_sample("clinical")
    program = begin()
    program.open_sample("biometric")
    assert (button(program), words(program), seen(program)) == ("Biometrics", "speaker", arranged)
    # What is chosen for data of a field holds for them.
    program.open_sample("clinical")
    press(program, "layout_machine-learning")
    program = begin()
    program.open_sample("clinical")
    assert (button(program), words(program)) == ("Machine Learning", "machine-learning")
    program.open_sample("biometric")
    assert (button(program), words(program)) == ("Biometrics", "biometrics")


def test_that_no_layout_is_without_the_decision(begin):
    program = begin()
    program.open_sample("iris")  # which has no threshold for all classes together
    press(program, "layout_overview")
    assert program.window.docks["decision"].isHidden()
    program = begin()
    program.open_sample("clinical")
    assert button(program) == "Overview"
    assert program.window.docks["decision"].isVisible()
    for layout in LAYOUTS:
        press(program, f"layout_{layout.id}")
        assert program.window.docks["decision"].isVisible()
        assert "decision" in layout.panes


@pytest.mark.parametrize("name", ["show_explain_dock", "show_metrics_dock"])
def test_that_a_dock_that_a_user_opens_or_closes_is_an_arrangement(begin, name):
    program = begin()
    action = program.window.findChild(object, name)
    assert not action.isEnabled()  # nothing is open to be shown in it
    program.open_sample("clinical")
    press(program, name)
    program.open_sample("tharwat-2018")  # for which there is a layout, too
    assert button(program) == "Clinical"
    assert "dots" in seen(program)


def test_that_what_was_hidden_opens_high_enough_to_be_read(begin, qtbot):
    program = begin(size=QSize(1280, 900), layout="biometrics")
    program.open_sample("clinical")
    dock = program.window.docks["explain"]
    assert dock.isHidden()
    program.window.metrics.metric_selected.emit("TPR")
    qtbot.waitUntil(lambda: dock.isVisible() and dock.height() >= 900 // 5)


def test_that_a_layout_that_is_asked_for_at_the_start_stays(begin):
    program = begin(layout="teaching")
    program.open_sample("biometric")
    assert button(program) == "Teaching"
    program = begin()
    program.open_sample("biometric")
    assert button(program) == "Biometrics"  # nothing was arranged


def test_that_a_layout_at_the_start_begins_as_one_that_is_chosen(begin, qtbot):
    program = begin(layout="teaching", size=QSize(1280, 720))
    program.open_sample("tharwat-2018")
    window = program.window
    assert "True positive rate" in window.explain.title.text()
    qtbot.waitUntil(lambda: window.predictions.model.boundary() == 6)
    program = begin(layout="machine-learning", size=QSize(1024, 700))
    program.open_sample("iris")
    table = program.window.classes.table
    needed = table.model().rowCount() * table.rowHeight(0)
    qtbot.waitUntil(lambda: table.viewport().height() >= needed)  # all three classes are seen
    as_zero = program.window.findChild(object, "undefined_as_zero")
    program.window.panes.raise_dock(panes.METRICS)
    program.rest()
    assert as_zero.width() >= as_zero.sizeHint().width()


def test_that_the_last_plot_stays_and_all_come_back(begin):
    program = begin(layout="teaching")
    program.open_sample("clinical")
    press(program, "see_histogram")
    assert seen(program) == ["roc"]
    assert not program.window.findChild(object, "see_roc").isEnabled()
    press(program, "see_all_plots")
    assert seen(program) == list(program.window.plots.plots())
    assert program.window.plots.chosen == ()


def test_that_docks_keep_their_shares_when_the_window_grows_and_shrinks(begin, qtbot):
    program = begin(size=QSize(1280, 800), layout="overview")
    window = program.window
    program.open_sample("clinical")

    def are(left: float, right: float) -> bool:
        widths = [window.docks[name].width() for name in ("predictions", "confusion")]
        return widths == pytest.approx([left, right], abs=3)

    assert are(288, 460)
    for width, left, right in ((1900, 427, 528), (1280, 288, 460)):
        window.resize(width, 800)
        qtbot.waitUntil(lambda left=left, right=right: are(left, right))
    # What a user gave them by hand is their share from then on.
    dock = window.docks["predictions"].geometry()
    place, button = QPoint(dock.right() + 3, dock.center().y()), Qt.MouseButton.LeftButton
    QTest.mousePress(window, button, pos=place)
    QTest.mouseMove(window, place + QPoint(112, 0))
    qtbot.waitUntil(lambda: are(400, 460))
    QTest.mouseRelease(window, button, pos=place + QPoint(112, 0))
    window.resize(1600, 800)
    qtbot.waitUntil(lambda: are(500, 575))


def test_that_a_lesson_shows_each_step_and_can_hide_the_answers(begin, qtbot):
    program = begin()
    program.open_sample("tharwat-2018")
    window = program.window
    assert button(program) == "Teaching"
    qtbot.waitUntil(lambda: window.predictions.model.boundary() == 6)  # the rows up to 0.6
    assert window.explain.isVisible()
    assert "True positive rate" in window.explain.title.text()
    QTest.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.predictions.model.boundary() == 7)

    # The one row that moved stands in the matrix, and its way on the curve.
    would_be, plot = window.confusion.would_be, window.plots.plots()["roc"]
    step = layer_of(plot, StepMark).way
    minus = "\N{MINUS SIGN}1"
    moved = (would_be.is_past, set(would_be.words.values()), step.isVisible())
    assert moved == (True, {"+1", minus}, True)
    QTest.keyClick(window, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.predictions.model.boundary() == 20)
    assert (would_be.words, step.isVisible()) == ({}, False)
    press(program, "undo")
    qtbot.waitUntil(lambda: window.predictions.model.boundary() == 7)

    def told(column=ColumnOf.VALUE):
        model = window.metrics.model
        return str(model.data(model.index_of("TPR").siblingAtColumn(column)))

    assert (told(), told(ColumnOf.INTERVAL)) != ("?", "")
    press(program, "hide_answers")
    assert (told(), told(ColumnOf.DETAIL), told(ColumnOf.INTERVAL)) == ("?", "5/10", "")
    assert window.findChild(object, "hide_answers").isChecked()
    roc, matrix = window.plots.plots()["roc"], window.confusion.matrix_view
    assert matrix.shown.cell(0, 0).share == ""
    assert roc.header.hides_values
    described = roc.canvas.accessibleDescription()  # of the axes alone
    assert "T shows it as a table" in described
    assert "operating point" not in described
    assert "AUC" not in described
    tip = roc.mouse.hover_text(QPointF(*roc.main.pixels_of(program.snapshot.point.counts, 0.5)))
    assert tip.startswith("TP 5")  # of what a learner works with, and no rate
    program.open_sample("clinical")
    assert told() == "?"
    press(program, "hide_answers")
    assert told() == "0.967"
    assert not roc.header.hides_values
    assert matrix.shown.cell(0, 0).share


@pytest.mark.parametrize(
    "layout", ["clinical", "biometrics", "teaching", "machine-learning", "essential-four"]
)
@pytest.mark.parametrize("size", [QSize(1024, 700), QSize(1280, 720)], ids=["1024", "1280"])
def test_that_nothing_is_behind_an_arrow(begin, size, layout):
    program = begin(size=size, layout=layout)
    program.open_sample("clinical")
    window, is_calm = program.window, LAYOUTS.by_id(layout).is_calm
    assert window.size() == size
    for widget in (
        window.data_bar,
        window.layout_button,
        window.findings.badge,
        window.decision.head.lock if is_calm else window.threshold_bar,
    ):
        assert widget.isVisible()
        corner = widget.mapTo(window, widget.rect().bottomRight())
        assert corner.x() < size.width()
        assert corner.y() < size.height()


@pytest.mark.parametrize("size", [QSize(1024, 700), QSize(1280, 720), QSize(1920, 1080)])
def test_that_four_plots_are_a_square_beside_the_decision_and_its_people(begin, size):
    program = begin(size=size, layout="essential-four")
    program.open_sample("clinical")
    assert button(program) == "Essential Four"
    assert words(program) == "clinical"
    window, kinds = program.window, program.window.plots.kinds
    four = [one for row in LAYOUTS.by_id("essential-four").plots for one in row if one in kinds]
    assert set(seen(program)) == set(four)
    assert window.threshold_bar.isHidden()
    right = Qt.DockWidgetArea.RightDockWidgetArea
    for name in ("decision", "people"):
        assert window.docks[name].isVisible()
        assert window.dockWidgetArea(window.docks[name]) == right
    bars = [bar for bar in window.findChildren(QTabBar) if bar.parent() is window and bar.count()]
    assert "People" in [bar.tabText(bar.currentIndex()) for bar in bars]
    assert window.docks["people"].height() > window.docks["decision"].height()
    assert window.plots.width() > 1.3 * window.docks["people"].width()
    areas = [window.plots.plots()[one].geometry() for one in four]
    for sizes in ([one.width() for one in areas], [one.height() for one in areas]):
        assert max(sizes) - min(sizes) <= (2 if len(four) == 4 else size.width())


def test_that_two_of_four_plots_say_that_scores_are_no_probabilities(begin):
    program = begin(size=QSize(1280, 720), layout="essential-four")
    program.open_path(LUNGS)
    plots = program.window.plots.plots()
    told = {name: plots[name].main.words for name in ("calibration", "decision-curve")}
    assert all("These scores are no" in words for words in told.values()), told
    marked = [plots["roc"].main.marker, plots["histogram"].grip.item]
    assert all(mark.isVisible() for mark in marked)


def test_that_one_threshold_is_marked_in_all_four_plots(begin):
    program = begin(size=QSize(1280, 720), layout="essential-four")
    program.open_sample("clinical")
    consequences = replace(program.snapshot.inputs.consequences, scale=Scale.PROBABILITY)
    program.workspace.ask(SetConsequences(consequences))
    program.settle()
    plots = program.window.plots.plots()
    for threshold in (0.2, 0.6):
        program.workspace.ask(SetThreshold(threshold))
        program.settle()
        for name in ("histogram", "calibration", "decision-curve"):
            plot = plots[name]
            wanted = plot.viewport.pixels(plot.x_scale.place(threshold), 0)[0]
            assert plot.grip.x == pytest.approx(wanted), name
            assert plot.grip.item.pen().color() == QColor(plot.theme.accent), name
        assert plots["roc"].main.marker.isVisible()


def test_that_titles_of_docks_are_bold_and_begin_where_panes_do(begin):
    program = begin(size=QSize(1280, 720), layout="machine-learning")
    program.open_sample("clinical")
    dock = program.window.panes.docks["metrics"]
    assert dock.font().bold()
    assert not program.window.metrics.font().bold()
    title = dock.grab(QRect(0, 0, 100, dock.widget().y())).toImage()
    ground = title.pixelColor(0, 0)
    inked = [
        x
        for x in range(title.width())
        if any(title.pixelColor(x, y) != ground for y in range(title.height()))
    ]
    field = program.window.metrics.search_field
    assert 0 <= inked[0] - field.mapTo(dock, field.rect().topLeft()).x() <= 2


def test_that_no_title_is_painted_in_a_drag(begin):
    program = begin(size=QSize(1280, 720), layout="machine-learning")
    program.open_sample("clinical")
    painted = []

    class Listener(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Paint:
                painted.append(watched.objectName())
            return False

    listener = Listener()
    docks = program.window.panes.docks.values()
    program.qtbot.wait_until(lambda: not under_way(program.workspace))
    QCoreApplication.processEvents()
    metrics = program.window.metrics.tree.viewport()
    for widget in (*docks, metrics):
        widget.installEventFilter(listener)
    steps = []

    def after_each():
        QCoreApplication.processEvents()
        steps.append(set(painted))
        painted.clear()

    program.drag("histogram", [0.4, 0.5, 0.6, 0.7], after_each)
    for widget in (*docks, metrics):
        widget.removeEventFilter(listener)
    assert steps[3] == {metrics.objectName()}


def test_that_tabs_of_docks_keep_their_names_in_large_letters(begin):
    program = begin(size=QSize(1280, 720), layout="clinical")
    program.open_sample("clinical")
    bars = program.window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    (tabs,) = [bar for bar in bars if bar.isVisible() and bar.tabText(0) == "Predictions"]
    letters = tabs.font()
    letters.setPointSize(24)
    tabs.setFont(letters)
    QCoreApplication.sendPostedEvents()
    rooms = [tabs.tabRect(place).width() for place in range(tabs.count())]
    names = [tabs.tabText(place) for place in range(tabs.count())]
    assert names == ["Predictions", "Data", "Rules", "Notes"]
    assert sum(rooms) > tabs.width()
    needed = [tabs.fontMetrics().horizontalAdvance(name) for name in names]
    assert all(room > least for room, least in zip(rooms, needed, strict=True))
    assert any(arrow.isVisible() for arrow in tabs.findChildren(QToolButton))


def test_that_a_narrow_window_has_two_plots_and_its_panes_at_one_side(begin, qtbot):
    program = begin(size=QSize(1024, 700), layout="clinical")
    program.open_sample("clinical")
    window = program.window
    sides = {name: window.dockWidgetArea(dock) for name, dock in window.docks.items()}
    assert {*sides.values()} == {Qt.DockWidgetArea.RightDockWidgetArea}
    assert seen(program) == ["roc", "histogram"]
    behind = {one.objectName() for one in window.tabifiedDockWidgets(window.docks["decision"])}
    assert {"predictions_dock", "data_dock", "rules_dock"} <= behind
    window.resize(1280, 720)
    qtbot.waitUntil(lambda: len(seen(program)) == 3)
    left = Qt.DockWidgetArea.LeftDockWidgetArea
    assert window.dockWidgetArea(window.docks["predictions"]) == left
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: seen(program) == ["roc", "histogram"])
    press(program, "see_dots")  # what is chosen stays, however wide the window is
    chosen = seen(program)
    for width in (1280, 1024):
        with qtbot.waitSignal(window.resized):
            window.resize(width, 700)
        assert seen(program) == chosen


@pytest.fixture
def large_letters(qapp):
    """Let the system have letters of 16 points."""
    font = qapp.font()
    large = QFont(font)
    large.setPointSize(16)
    qapp.setFont(large)
    yield
    qapp.setFont(font)


@pytest.mark.usefixtures("large_letters")
@pytest.mark.parametrize("size", [QSize(1024, 700), QSize(1280, 720)], ids=["1024", "1280"])
def test_that_large_letters_leave_the_window_as_large_as_it_is(begin, size):
    program = begin(size=size, layout="clinical")
    program.open_sample("clinical")
    window = program.window
    window.progress.start("a file with a name that is as long as names of files are " * 3)
    window.progress.show()
    program.settle()
    assert window.size() == size
    window.progress.end()
    program.settle()
    assert program.window.plots.chosen == (("roc",), ("histogram",))  # as in a narrow window
    foot = window.decision.more, window.decision.others
    left, right = (one.mapTo(window, one.rect().topLeft()).x() for one in foot)
    assert left + foot[0].sizeHint().width() <= right
    assert right + foot[1].sizeHint().width() <= size.width()


def lying(program):
    at = {pane.id: program.window.panes.place(pane) for pane in panes.PANES}
    docks = program.window.docks.items()
    return {name: dock.size() for name, dock in docks if dock.isVisible() and at[name].is_seen}


def test_that_no_pane_is_seen_before_there_is_something_in_it(begin, qtbot):
    program = begin(size=QSize(1280, 720))
    window = program.window
    docks = window.docks
    action = docks["decision"].toggleViewAction()
    assert not any(dock.isVisible() for dock in docks.values())
    assert window.start.isVisible()
    assert (action.isEnabled(), action.toolTip()) == (False, "Nothing is open")
    program.open_sample("biometric")
    assert (action.isEnabled(), action.toolTip()) == (True, "Measures")
    for name in ("rules", "decision", "confusion"):  # those in front
        assert docks[name].isVisible()
        assert window.panes.place(getattr(panes, name.upper())).is_seen
    assert not docks["metrics"].isVisible()
    # As the user wants them, they come back.
    docks["confusion"].close()
    docks["metrics"].show()
    docks["data"].raise_()
    window.resizeDocks([docks["data"]], [340], Qt.Orientation.Horizontal)
    window.resizeDocks([docks["decision"]], [200], Qt.Orientation.Vertical)
    window.panes.note_shares()  # as when they are dragged
    window.arranged.emit()
    program.rest()
    before = lying(program)
    assert set(before) == {"data", "decision", "metrics"}
    press(program, "close")
    assert not any(dock.isVisible() for dock in docks.values())
    program.open_sample("biometric")
    program.rest()
    qtbot.waitUntil(lambda: lying(program) == before)
    # And so they do when the program is started again.
    press(program, "close")
    program = begin()
    program.open_sample("biometric")
    program.rest()
    assert set(lying(program)) == set(before)


@pytest.mark.parametrize("size", [QSize(1160, 700), QSize(1280, 720)], ids=["1160", "1280"])
def test_that_a_pane_that_comes_to_the_front_moves_no_plot(begin, size):
    program = begin(size=size, layout="clinical")
    program.open_sample("clinical")
    window = program.window
    before = {name: plot.geometry() for name, plot in window.plots.plots().items()}
    width = window.plots.width()
    for pane in (panes.DATA, panes.NOTES, panes.RULES):
        window.panes.raise_dock(pane)
        program.rest()
        assert window.panes.place(pane).is_seen
        assert window.plots.width() == width
    assert {name: plot.geometry() for name, plot in window.plots.plots().items()} == before
