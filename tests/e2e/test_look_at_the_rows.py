"""From the matrix to the rows behind a cell, and what leaves the program."""

from __future__ import annotations

import csv
import io

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from evalgui.core.metrics import METRICS
from evalgui.core.requests import SetThreshold
from evalgui.gui.figures.export_dialog import FigureFile
from evalgui.gui.figures.figure import Figure
from tests.support.exported import save_tables


def test_that_a_click_on_a_cell_shows_its_rows_and_escape_shows_all(program):
    program.open_sample("clinical")
    matrix = program.window.confusion.matrix_view
    model = program.window.predictions.model
    counts = program.snapshot.point.counts
    for (actual, predicted), expected in {
        (0, 0): counts.tp,
        (0, 1): counts.fn,
        (1, 0): counts.fp,
        (1, 1): counts.tn,
    }.items():
        place = matrix.cell_rect(actual, predicted).center()
        QTest.mouseClick(matrix, Qt.MouseButton.LeftButton, pos=place)
        program.window.predictions.selection_bar.only.setChecked(True)
        assert model.rowCount() == expected
    QTest.keyClick(matrix, Qt.Key.Key_Escape)
    assert model.rowCount() == 569


def test_that_the_rows_of_a_cell_follow_the_threshold(program):
    program.open_sample("clinical")
    program.window.confusion.cell_selected.emit(1, 0)
    program.window.predictions.selection_bar.only.click()
    model = program.window.predictions.model
    for threshold in (0.9, 0.2, 0.5):
        program.workspace.ask(SetThreshold(threshold))
        wanted = program.snapshot.point.counts.fp
        program.qtbot.waitUntil(lambda wanted=wanted: model.rowCount() == wanted)


def test_that_measures_leave_as_csv_with_every_digit(program, tmp_path):
    program.open_sample("tharwat-2018")
    program.workspace.ask(SetThreshold(0.45))
    target = tmp_path / "measures.csv"
    save_tables(program, ["measures"], "csv", target)
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(target.read_text("utf-8")))}
    assert {metric.id for metric in METRICS} <= set(rows)
    assert (rows["TPR"]["value"], rows["TPR"]["x"], rows["TPR"]["n"]) == ("0.6", "6", "10")
    assert float(rows["roc_auc"]["value"]) == 17 / 25
    assert (rows["tp"]["value"], rows["fp"]["value"]) == ("6", "4")


def test_that_every_plot_leaves_in_every_format(program, tmp_path):
    program.open_sample("tharwat-2018")
    for plot_id in program.window.plots.plots():
        for suffix, start in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
            target = tmp_path / f"{plot_id}.{suffix}"
            program.application.commands.figures.write(FigureFile(Figure(plot_id), suffix), target)
            assert target.read_bytes().startswith(start), target.name
    image = QImage(str(tmp_path / "roc.png"))
    assert image.width() == round(85 / 25.4 * 300)


def test_that_docks_and_size_come_back(program, qapp):
    from evalgui.gui.app import Application
    from evalgui.gui.start_options import Start

    program.window.docks["predictions"].hide()
    program.window.resize(780, 666)  # within the screen, whatever its width
    program.window.close()
    again = Application(qapp, Start())
    program.qtbot.addWidget(again.window)
    again.window.show()
    try:
        assert again.window.height() == 666
        assert not again.window.docks["predictions"].is_wanted
        assert again.window.docks["metrics"].is_wanted
    finally:
        again.window.close()
        again.deleteLater()


def test_that_dark_and_light_can_be_chosen_and_are_remembered(program):
    from evalgui.gui.theme import DARK
    from evalgui.workspace.settings import THEME

    program.window.findChild(object, "theme_dark").trigger()
    program.qtbot.waitUntil(lambda: program.window.palette().window().color().name() == DARK.window)
    assert program.application.settings.value(THEME) == "dark"


def test_that_every_action_and_control_can_be_named(program):
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import (
        QAbstractButton,
        QAbstractItemView,
        QAbstractSpinBox,
        QComboBox,
        QHeaderView,
    )

    program.open_sample("clinical")
    for action in program.window.actions_by_id.values():
        assert isinstance(action, QAction)
        assert action.objectName()
        assert action.text()
    for kind in (QAbstractItemView, QAbstractSpinBox, QComboBox):
        for widget in program.window.findChildren(kind):
            if widget.isVisible() and not isinstance(widget, QHeaderView):
                assert widget.objectName(), widget
                assert widget.accessibleName(), widget.objectName()
    for button in program.window.threshold_bar.findChildren(QAbstractButton):
        assert button.accessibleName()
