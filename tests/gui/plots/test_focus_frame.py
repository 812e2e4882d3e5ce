"""Who has the keys is seen once keys are in use."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest

from evalgui.core.curves import ROC
from evalgui.gui.plots.kinds import plot_of

Reason = Qt.FocusReason


def focus(canvas, kind, reason):
    (canvas.focusInEvent if kind is QEvent.Type.FocusIn else canvas.focusOutEvent)(
        QFocusEvent(kind, reason)
    )


@pytest.mark.parametrize(
    ("reason", "is_seen"),
    [
        (Reason.TabFocusReason, True),
        (Reason.BacktabFocusReason, True),
        (Reason.ShortcutFocusReason, True),
        (Reason.MouseFocusReason, False),
        (Reason.OtherFocusReason, False),
    ],
)
def test_that_focus_is_framed_where_keys_brought_it(bench, textbook, reason, is_seen):
    canvas = bench(plot_of(ROC), textbook).plot.canvas
    focus(canvas, QEvent.Type.FocusIn, reason)
    assert canvas.shows_focus is is_seen
    for passing in (Reason.ActiveWindowFocusReason, Reason.PopupFocusReason):
        focus(canvas, QEvent.Type.FocusOut, passing)
        focus(canvas, QEvent.Type.FocusIn, passing)
        assert canvas.shows_focus is is_seen
    focus(canvas, QEvent.Type.FocusOut, Reason.TabFocusReason)
    assert not canvas.shows_focus


def test_that_the_first_key_shows_who_has_it(bench, textbook, qtbot):
    canvas = bench(plot_of(ROC), textbook).plot.canvas
    focus(canvas, QEvent.Type.FocusIn, Reason.MouseFocusReason)
    with qtbot.waitSignal(canvas.focus_changed):
        QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.shows_focus
