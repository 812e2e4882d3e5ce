"""Which columns of the rows are seen: in a calm window what decides alone, until more is asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QToolButton

from evalgui.core.languages import tr
from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.gui.models.predictions_model import PredictionsModel
    from evalgui.gui.panels.predictions_table import PredictionsTable

_MOST_NAMED = 40  # columns of a menu, of which wide files have thousands
_LONGEST = 40  # letters of a name


class ShownColumns(QObject):
    """Hides all columns but outcome, truth and score, and shows those that are asked for."""

    changed = Signal()

    def __init__(self, table: PredictionsTable, model: PredictionsModel) -> None:
        super().__init__(table)
        self._table, self._model = table, model
        self._is_calm = self._shows_all = self._has_numbers = False
        self._more: set[int] = set()
        self._hidden: frozenset[int] = frozenset()
        self.button = QToolButton()
        self.button.setObjectName("shown_columns")
        self.button.setAccessibleName(tr("Columns that are shown"))
        self.button.setToolTip(tr("Show other columns of the file, too"))
        self.button.setText(tr("Columns"))
        self.button.setAutoRaise(True)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.button)
        self.menu.setObjectName("shown_columns_menu")
        self.menu.aboutToShow.connect(self._fill)
        self.button.setMenu(self.menu)
        self.button.hide()

    @property
    def is_calm(self) -> bool:
        """Whether other columns are hidden until they are asked for."""
        return self._is_calm

    def set_calm(self, *, is_calm: bool) -> None:
        """Hide what decides nothing, or show every column."""
        self._is_calm = is_calm
        self.button.setVisible(is_calm)
        self.follow()

    def begin(self) -> None:
        """Forget what was asked for: another file has other columns."""
        self._more, self._shows_all, self._hidden = set(), False, frozenset()
        self._table.show_all_columns()
        self.follow()

    def follow(self) -> None:
        """Hide and show columns as it is wanted now."""
        model = self._model
        n = model.columnCount()
        self._table.verticalHeader().setVisible(not self._is_calm or self._has_numbers)
        is_cut = self._is_calm and not self._shows_all
        seen = {*model.deciding_columns(), *self._more} if is_cut else set(range(n))
        hidden = frozenset(range(n)) - seen
        if hidden != self._hidden:
            self._table.hide_columns(hidden - self._hidden, self._hidden - hidden)
            self._hidden = hidden
        self.changed.emit()

    def show_too(self, names: Sequence[str]) -> None:
        """Show some columns of the file behind what decides, too, and the number of each row."""
        self._has_numbers = True
        known = [column.name for column in self._model.file_columns]
        deciding, heads = self._model.leading_columns(), self._table.heads
        more = [known.index(name) for name in dict.fromkeys(names) if name in known]
        behind = [column for column in more if column not in deciding]
        for place, column in enumerate(behind, start=len(deciding)):
            heads.moveSection(heads.visualIndex(column), place)
        self._more |= {*more}
        self.follow()

    # --------------------------------------------------------------------------- the menu

    def _fill(self) -> None:
        model = self._model
        self.menu.clear()
        deciding = model.deciding_columns()
        others = [c for c in range(model.columnCount()) if c not in deciding]
        self._add(tr("&Row in the File"), self._has_numbers, self._show_numbers)
        self._add(tr("&All Columns"), self._shows_all, self._show_all)
        self.menu.addSeparator()
        for column in others[:_MOST_NAMED]:
            words = text.elided(model.title(column), _LONGEST).replace("&", "&&")
            is_shown = self._shows_all or column in self._more
            self._add(words, is_shown, partial(self._show, column))

    def _add(self, words: str, is_on: bool, slot: Callable[[bool], object]) -> None:  # noqa: FBT001 - of Qt
        action = self.menu.addAction(words)
        action.setCheckable(True)
        action.setChecked(is_on)
        action.toggled.connect(lambda on: slot(on))  # noqa: PLW0108 - Qt passes nothing to a partial

    def _show_numbers(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        self._has_numbers = shown
        self.follow()

    def _show_all(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        self._shows_all, self._more = shown, set()
        self.follow()

    def _show(self, column: int, shown: bool) -> None:  # noqa: FBT001 - a slot
        if self._shows_all:
            self._shows_all, self._more = False, set(range(self._model.columnCount()))
        (self._more.add if shown else self._more.discard)(column)
        self.follow()
