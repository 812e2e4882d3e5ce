"""What stands in the cells of a call and its outcome, and in which colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from evalgui.core.api import INDETERMINATE
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
        if call and is_grey:
            return INDETERMINATE, None, colours.faint
        if call:
            return calls.call(code), None, colours.letters(calls, code, call=True)
        shown = calls.outcome(code) or text.UNDEFINED
        if is_grey:
            return f"{shown}?", colours.grey, colours.faint
        return shown, colours.tint(calls, code), colours.letters(calls, code, call=False)

    def data(self, calls: RowCalls, code: int, role: int, *, call: bool, is_grey: bool) -> Any:  # noqa: ANN401 - Qt's variant
        """Return what a view asks of a call or an outcome."""
        if role in {_TOOL_TIP, _ACCESSIBLE}:
            if call:
                called = INDETERMINATE if is_grey else calls.call(code)
                return text.plain(called) if role == _TOOL_TIP else None
            outcome = calls.long_outcome(code)
            return f"{INDETERMINATE}; {outcome} as called at the threshold" if is_grey else outcome
        shown, tint, letters = self.look(calls, code, call=call, is_grey=is_grey)
        if role == _DISPLAY:
            return text.elided(shown) if call else shown
        return {_FOREGROUND: letters, _BACKGROUND: tint}.get(role)
