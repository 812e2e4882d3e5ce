"""Accuracy or F1 that is copied or shown alone: one quiet line, which can be heard and goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

if TYPE_CHECKING:
    from evalgui.gui.panels.findings_strip import FindingsStrip


def copied(program: Any, metric_id: str) -> str:
    metrics = program.window.metrics
    program.window.docks["metrics"].show()
    metrics.search_field.clear()
    index = metrics.model.index_of(metric_id)
    metrics.tree.setCurrentIndex(index)
    metrics.copies.value.trigger()
    return QGuiApplication.clipboard().text()


def test_that_a_copied_accuracy_says_what_it_hides_until_it_is_heard(program: Any) -> None:
    program.open_sample("clinical")
    strip: FindingsStrip = program.window.findings
    assert strip.isHidden()
    assert copied(program, "TPR")
    assert strip.isHidden()
    assert copied(program, "ACC")
    assert strip.alone.isVisible()
    assert strip.alone.text().startswith("Accuracy alone hides which errors were made")
    assert strip.badge.text() == "1 note"
    assert copied(program, "TPR")
    assert strip.isHidden()
    assert copied(program, "F1")
    assert strip.alone.text().startswith("F1 score alone")
    QTest.mouseClick(strip.heard, Qt.MouseButton.LeftButton)
    assert strip.isHidden()
    assert strip.badge.text() == "No findings"
    assert copied(program, "ACC")
    assert strip.isHidden()


def test_that_accuracy_as_the_only_number_on_show_says_it(program: Any) -> None:
    program.open_sample("clinical")
    strip: FindingsStrip = program.window.findings
    decision = program.window.decision
    decision._choose_numbers(["ACC"])
    assert strip.alone.text().startswith("Accuracy alone")
    decision._choose_numbers(["ACC", "TPR", "TNR"])
    assert not strip.alone.isVisible()
    decision.usual_action.trigger()
    assert strip.isHidden()
