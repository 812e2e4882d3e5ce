"""The report dialog has room for its sections and its checklist, in German, too."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from evalgui.core.languages import speak, spoken
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.reporting.dialog import ReportDialog, usual
from evalgui.io.languages import language


@pytest.mark.parametrize("code", ["en", "de"])
def test_that_sections_and_checklist_have_room(qtbot, code):
    before = spoken()
    speak(language(code))
    try:
        dialog = ReportDialog(usual(Vocabulary.CLINICAL), "")
        qtbot.addWidget(dialog)
        with qtbot.waitExposed(dialog):
            dialog.show()
        QApplication.processEvents()
        assert dialog.sections.horizontalScrollBar().maximum() == 0
        assert dialog.width() <= 1000
    finally:
        speak(before)
