"""The pane of the data, in a dock of any height."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit

from evalgui.gui.panels.data_panel import DataPanel


@pytest.mark.parametrize("times", [1.0, 1.6])
def test_that_no_field_is_squeezed_where_the_pane_is_low(qtbot, times):
    panel = DataPanel()
    qtbot.addWidget(panel)
    letters = panel.font()
    letters.setPointSizeF(times * letters.pointSizeF())
    panel.setFont(letters)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.resize(260, 220)
    fields = [*panel.findChildren(QComboBox), panel.findChild(QLineEdit, "data_subset")]
    assert len(fields) > 3
    for field in fields:
        assert field.height() >= field.minimumSizeHint().height()
    bar = panel.area.verticalScrollBar()
    assert bar.isVisible()
    assert bar.maximum() > 0
    assert not panel.area.horizontalScrollBar().isVisible()
