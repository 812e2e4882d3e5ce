from __future__ import annotations

from evalgui.gui.plots.status_tip import BETWEEN, StatusTip


def test_that_hints_are_left_out_whole_and_come_back(qtbot):
    line = StatusTip()
    qtbot.addWidget(line)
    line.show()
    hints = ["Drag to move the view", "turn the wheel to zoom", "double-click for all of it"]
    line.say(BETWEEN.join(hints))
    seen = []
    for width in range(900, 160, -10):
        line.resize(width, line.height())
        assert line.fontMetrics().horizontalAdvance(line.text()) <= line.contentsRect().width()
        seen.append(line.text())
    assert list(dict.fromkeys(seen)) == [BETWEEN.join(hints[:n]) for n in (3, 2, 1)]
    line.resize(60, line.height())
    assert line.text().endswith("\N{HORIZONTAL ELLIPSIS}")
    line.resize(900, line.height())
    assert line.text() == BETWEEN.join(hints)
