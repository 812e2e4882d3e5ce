"""The pane of acceptance criteria scrolls where it is low."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from evalgui.gui.panels.criteria_panel import CriteriaPanel
from evalgui.gui.theme import LIGHT


def test_that_no_field_is_squeezed_where_the_pane_is_low(qtbot):
    panel = CriteriaPanel()
    qtbot.addWidget(panel)
    panel.set_theme(LIGHT)
    for height in (120, 400):
        panel.resize(360, height)
        with qtbot.waitExposed(panel):
            panel.show()
        QApplication.processEvents()
        fields = [*panel.findChildren(QComboBox), *panel.findChildren(QLineEdit)]
        seen = [one for one in fields if one.isVisible()]
        assert len(seen) > 4
        assert all(one.height() >= one.minimumSizeHint().height() for one in seen)
