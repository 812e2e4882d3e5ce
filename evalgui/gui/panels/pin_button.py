"""A button that pins the operating point on show, with a menu of all that are pinned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton

from evalgui.core.languages import between, tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import text

if TYPE_CHECKING:
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot

_PIN = tr(
    "Pin the operating point: its values stay beside the live ones, and its place on the plots"
)
_UNPIN = tr("Unpin this operating point")
_RATES = ("TPR", "FPR")


class PinButton(QToolButton):
    """Pressed where the operating point is pinned; the menu says which pin is compared."""

    toggle_requested = Signal()
    compare_requested = Signal(int)  # the place of the pin
    clear_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._snapshot = EMPTY
        self._words = words_in(Vocabulary.MACHINE_LEARNING)
        self.setObjectName("pin_threshold")
        self.setAccessibleName(tr("Pin the threshold"))
        self.setToolTip(_PIN)
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        menu = self._menu = QMenu(self)
        menu.setObjectName("pins_menu")
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self._fill)
        self.setMenu(menu)
        self._group: QActionGroup | None = None
        self.clicked.connect(self._on_clicked)

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Say whether the operating point is pinned."""
        self._snapshot = new
        if new.ranking is not old.ranking:
            self.setEnabled(new.ranking is not None)
        is_pinned = new.pin_here is not None
        if self.isChecked() != is_pinned:
            self.setChecked(is_pinned)
            self.setToolTip(_UNPIN if is_pinned else _PIN)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the rates in the menu as a field does."""
        self._words = words_in(vocabulary)

    def open_menu(self, place: QPoint) -> None:
        """Open the menu at a place of the screen."""
        self._menu.popup(place)

    def _on_clicked(self) -> None:
        """Ask; what is shown changes when the answer comes."""
        self.setChecked(not self.isChecked())
        self.toggle_requested.emit()

    def _fill(self) -> None:
        """List the pins as they are now."""
        menu, pins = self._menu, self._snapshot.choices.pins
        menu.clear()
        self._group = QActionGroup(menu)
        for place, point in enumerate(self._snapshot.pins):
            action = menu.addAction(self._told(pins.letters[place], point))
            action.setObjectName(f"compare_pin_{place}")
            action.setToolTip(tr("Show its values beside the live ones, and flip to it"))
            action.setCheckable(True)
            action.setChecked(place == pins.compared)
            self._group.addAction(action)
            action.triggered.connect(
                lambda _checked=False, place=place: self.compare_requested.emit(place)
            )
        menu.addSeparator()
        clear = menu.addAction(tr("&Clear Pins"))
        clear.setObjectName("clear_all_pins")
        clear.setEnabled(bool(pins.points))
        clear.triggered.connect(lambda _checked=False: self.clear_requested.emit())

    def _told(self, letter: str, point: OperatingPoint) -> str:
        """Return the threshold of a pin, with the two rates that a plot shows."""
        told = f"At {text.short_threshold(point.threshold, self._snapshot.score)}"
        if not self._snapshot.choices.hides_answers:
            rates = (
                f"{self._words.rate(one)} {text.rate(point.measured[one].value)}" for one in _RATES
            )
            told = f"{told}: {between().join(rates)}"
        return f"{letter}   {told}" if letter else told
