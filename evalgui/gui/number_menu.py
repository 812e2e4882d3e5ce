"""How numbers are written: per cent or fractions, and how many decimals; in a menu, remembered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.workspace.settings import DECIMALS, SHARES

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from evalgui.workspace.settings import Settings

_SHARES = {
    text.Shares.USUAL: tr("&As Usual: Measures as Fractions, Axes in Per Cent"),
    text.Shares.PERCENT: tr("&Per Cent: 91.7 %"),
    text.Shares.FRACTION: tr("&Fractions: 0.917"),
}
_DECIMALS = {0: tr("As the Fiel&d Needs: Three, or Four of Comparisons")} | {
    n: tr("&{n} Decimals", n=n) for n in (2, 3, 4, 5, 6)
}


class NumberMenu(QMenu):
    """The menu of how numbers are written; exports and copies of values keep every digit."""

    changed = Signal()  # all that is shown has to be written anew

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(tr("&Numbers"), parent)
        self.setObjectName("numbers_menu")
        self._settings = settings
        self.shares = self._group("shares", {one: _SHARES[one] for one in text.Shares})
        self.addSeparator()
        self.decimals = self._group("decimals", _DECIMALS)
        known = {one.value: one for one in text.Shares}
        text.use(
            text.Numbers(
                known.get(settings.value(SHARES), text.Shares.USUAL),
                _known(settings.value(DECIMALS)),
            )
        )
        self._check()

    def _group(self, name: str, titles: dict[text.Shares, str] | dict[int, str]) -> list[QAction]:
        group = QActionGroup(self)
        actions = []
        for value, title in titles.items():
            action = self.addAction(title)
            action.setObjectName(f"{name}_{value}")
            action.setCheckable(True)
            action.setData(value)
            group.addAction(action)
            actions.append(action)
        group.triggered.connect(self._on_chosen)
        return actions

    def _on_chosen(self, action: QAction) -> None:
        value, numbers = action.data(), text.in_use()
        if action in self.shares:
            wanted = replace(numbers, shares=text.Shares(value))
        else:
            wanted = replace(numbers, decimals=_known(value))
        if wanted == numbers:
            return
        text.use(wanted)
        self._settings.set_value(SHARES, wanted.shares.value)
        self._settings.set_value(DECIMALS, wanted.decimals or 0)
        self.changed.emit()

    def _check(self) -> None:
        numbers = text.in_use()
        for action in self.shares:
            action.setChecked(action.data() == numbers.shares)
        for action in self.decimals:
            action.setChecked(_known(action.data()) == numbers.decimals)


def _known(decimals: int) -> int | None:
    return decimals if decimals and decimals in _DECIMALS else None
