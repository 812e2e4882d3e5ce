"""Measures against the threshold: any of them, with the line that everything shares."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest


def test_that_the_plot_of_measures_drags_the_same_threshold(program):
    program.open_sample("clinical")
    program.window.actions_by_id["plot_measures"].trigger()
    panel = program.window.measures_plot
    panel.set_measures(["TPR", "PPV", "MCC"])
    program.qtbot.waitUntil(lambda: panel.plot is not None and panel.plot.isVisible())
    program.qtbot.waitUntil(lambda: not panel.plot._later.isActive())
    assert [series.name for series in panel.plot.main.curve.series] == [
        "True positive rate",
        "Precision",
        "Matthews correlation coefficient",
    ]
    plot = panel.plot
    middle = sum(plot.view_box.viewRange()[1]) / 2

    def place(threshold):
        view = QPointF(plot.x_scale.place(threshold), middle)
        return plot.canvas.mapFromScene(plot.view_box.mapViewToScene(view))

    viewport = plot.canvas.viewport()
    start = place(program.snapshot.point.threshold)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(viewport, place(0.7))
    program.qtbot.waitUntil(lambda: program.snapshot.point.threshold > 0.6)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=place(0.7))
    assert program.snapshot.point.threshold == pytest.approx(0.7, abs=0.02)
    assert program.window.threshold_bar.spin_box.value() == program.snapshot.point.threshold


def test_that_the_vocabulary_renames_axes_panel_and_plots_at_once(program):
    program.open_sample("clinical")
    roc = program.window.plots.plots()["roc"]
    program.window.findChild(object, "vocabulary_clinical").trigger()
    program.settle()
    assert roc.y_axis.title.startswith("Sensitivity")
    model = program.window.metrics.model
    assert model.data(model.index_of("TPR")) == "Sensitivity"
    program.window.findChild(object, "vocabulary_biometrics").trigger()
    program.settle()
    assert roc.x_axis.title == "FMR (false match rate)"
    assert model.data(model.index_of("FNR")) == "FNMR (false non-match rate)"
    program.window.findChild(object, "vocabulary_machine-learning").trigger()
    program.settle()
    assert roc.x_axis.title.startswith("False positive rate")


def test_that_the_plot_of_measures_has_the_short_names_of_the_field(program):
    program.open_sample("clinical")
    panel = program.window.measures_plot
    panel.set_measures(["FPR", "MCC"])
    for vocabulary, name in (
        ("clinical", "1 - specificity"),
        ("biometrics", "FMR"),
        ("speaker", "P_fa"),
        ("machine-learning", "False positive rate"),
    ):
        program.window.findChild(object, f"vocabulary_{vocabulary}").trigger()
        program.settle()
        names = [series.name for series in panel.plot.main.curve.series]
        assert names == [name, "Matthews correlation coefficient"]
        assert [entry.name for entry in panel.plot.legend.entries] == names
    action = program.window.findChild(object, "plot_FPR")
    assert action.text() == "False positive rate"
