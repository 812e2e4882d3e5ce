"""The colours of calls and outcomes: what is right, what is wrong, and what is neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

if TYPE_CHECKING:
    from evalgui.gui.look import Theme
    from evalgui.gui.models.calls.row_calls import RowCalls

_LIT = 0.16  # how much of the colour of text lies on selected rows


class OutcomeColours:
    """The colours of a theme, ready to be painted with."""

    def __init__(self, theme: Theme) -> None:
        self._tints = {
            True: QColor(theme.correct_tint),
            False: QColor(theme.error_tint),
            None: None,
        }
        self._letters = {
            True: QColor(theme.correct_text),
            False: QColor(theme.error_text),
        }
        self.faint = QColor(theme.faint_text)
        self.grey = QColor(theme.grid)
        self.lit = _mixed(QColor(theme.text), QColor(theme.base), _LIT)

    def tint(self, calls: RowCalls, code: int) -> QColor | None:
        """Return the ground of an outcome; None for that of all cells."""
        return self._tints[calls.is_right(code)]

    def letters(self, calls: RowCalls, code: int, *, call: bool) -> QColor | None:
        """Return the colour of a call or an outcome; None for that of all text."""
        if not calls.is_called(code):
            return self.faint
        is_right = None if call else calls.is_right(code)
        return None if is_right is None else self._letters[is_right]


def _mixed(one: QColor, other: QColor, share: float) -> QColor:
    pairs = (
        (one.redF(), other.redF()),
        (one.greenF(), other.greenF()),
        (one.blueF(), other.blueF()),
    )
    return QColor.fromRgbF(*(a * share + b * (1 - share) for a, b in pairs))
