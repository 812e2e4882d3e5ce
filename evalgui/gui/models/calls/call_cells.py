"""What stands in the cells of a call and its outcome, and in which colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from evalgui.core.grey_zone import INDETERMINATE
from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.gui.models.calls.outcome_colours import OutcomeColours

if TYPE_CHECKING:
    from PySide6.QtGui import QColor

    from evalgui.gui.look import Theme
    from evalgui.gui.models.calls.row_calls import RowCalls

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_FOREGROUND = int(Qt.ItemDataRole.ForegroundRole)
_BACKGROUND = int(Qt.ItemDataRole.BackgroundRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)


def told(calls: RowCalls, code: int, *, call: bool, is_grey: bool) -> str:
    """Return what a row is called, or what came of it; what is grey has no outcome: ""."""
    if is_grey:
        return tr(INDETERMINATE) if call else ""
    return calls.call(code) if call else calls.outcome(code)


def in_words(calls: RowCalls, code: int, *, is_grey: bool) -> str:
    """Return what came of the call of a row, in words."""
    return tr(INDETERMINATE) if is_grey else calls.long_outcome(code)


class CallCells:
    """Texts and colours of a theme; what is grey is marked, and neither right nor wrong."""

    def __init__(self, theme: Theme) -> None:
        self._colours = OutcomeColours(theme)
        self.lit = self._colours.lit

    def look(
        self, calls: RowCalls, code: int, *, call: bool, is_grey: bool
    ) -> tuple[str, QColor | None, QColor | None]:
        """Return text, tint and letters of a call or an outcome, all at once."""
        colours = self._colours
        shown = told(calls, code, call=call, is_grey=is_grey) or text.UNDEFINED
        if is_grey:
            return shown, None if call else colours.grey, colours.faint
        tint = None if call else colours.tint(calls, code)
        return shown, tint, colours.letters(calls, code, call=call)

    def data(self, calls: RowCalls, code: int, role: int, *, call: bool, is_grey: bool) -> Any:  # noqa: ANN401 - Qt's variant
        """Return what a view asks of a call or an outcome."""
        if role in {_TOOL_TIP, _ACCESSIBLE}:
            if call:
                called = told(calls, code, call=True, is_grey=is_grey)
                return text.tip(called) if role == _TOOL_TIP else None
            return in_words(calls, code, is_grey=is_grey)
        shown, tint, letters = self.look(calls, code, call=call, is_grey=is_grey)
        if role == _DISPLAY:
            return text.elided(shown) if call else shown
        return {_FOREGROUND: letters, _BACKGROUND: tint}.get(role)
