"""The filters of the rows as chips: of a few values each is a button, of others one opens."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from evalgui.core.languages import tr, tr_n
from evalgui.core.row_expressions import ends_of, equals, filters, values_of
from evalgui.gui.described import set_tip
from evalgui.gui.look import GRID, margins, text
from evalgui.gui.panels.filter_editor import FilterEditor, is_by_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from evalgui.io.meaning import Roles
    from evalgui.io.proposing.column_facts import ColumnFacts
    from evalgui.io.table import RawTable
    from evalgui.workspace.opened_file import Opened

_MOST_SEGMENTS, _MOST_LETTERS = 4, 24  # values that are buttons, and all their letters
_LONGEST_NAME, _LONGEST_FILTER = 20, 32
_AT_LEAST, _AT_MOST = "\N{GREATER-THAN OR EQUAL TO}", "\N{LESS-THAN OR EQUAL TO}"
_DASH = "\N{EN DASH}"
_OPENS = "\N{NO-BREAK SPACE}\N{BLACK DOWN-POINTING SMALL TRIANGLE}"


class FilterChip(QFrame):
    """What is asked of one column, or of several at once."""

    filter_requested = Signal(object, str)
    opened = Signal(object)
    removed = Signal(object)

    def __init__(self, columns: tuple[str, ...]) -> None:
        super().__init__()
        self.columns = columns
        self.expression = self.words = ""
        self.facts: ColumnFacts | None = None
        self._values: list[str | None] = []
        name = ", ".join(columns)
        self.setObjectName("filter_chip")
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setForegroundRole(QPalette.ColorRole.Mid)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._label = QLabel(text.elided(name, _LONGEST_NAME))
        self._label.setContentsMargins(margins(0, 0, GRID // 2, 0))
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._segments: list[QToolButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(margins(GRID // 2, 0, 0, 0))
        self._row.setSpacing(0)
        self._row.addWidget(self._label)
        self._open = _button("filter_open", "", "")
        self._open.clicked.connect(lambda: self.opened.emit(columns))
        self._row.addWidget(self._open)
        self._remove = _button(
            "filter_remove", "\N{MULTIPLICATION SIGN}", tr("Remove filter: {name}", name=name)
        )
        self._remove.setToolTip(tr("Remove this filter"))
        self._remove.clicked.connect(lambda: self.removed.emit(columns))
        self._row.addWidget(self._remove)

    def show_filter(self, expression: str, facts: ColumnFacts | None) -> None:
        """Show what is asked, of a column about which something is known or not yet."""
        self.expression, self.facts = expression, facts
        self.words = _told(self.columns, expression, facts)
        self._open.setText(f"{self.words}{_OPENS}".replace("&", "&&"))
        set_tip(self._open, text.elided(expression or self.words, 90))
        self._open.setAccessibleName(tr("Filter {words}", words=self.words))
        chosen = values_of(expression) if expression else ()
        offered = self._offered(chosen)
        if offered != self._values:
            self._values = offered
            self._make_segments()
        for value, button in zip(self._values, self._segments, strict=True):
            button.setChecked(chosen == (() if value is None else (value,)))

    def _make_segments(self) -> None:
        """Make a button for each value, and one for all."""
        for old in self._segments:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._segments = []
        for place, value in enumerate(self._values):
            words = tr("all") if value is None else text.elided(value, _LONGEST_NAME)
            button = _button("filter_value", words, f"{', '.join(self.columns)}: {words}")
            button.setCheckable(True)
            wanted = "" if value is None else equals(self.columns[0], value)
            button.clicked.connect(partial(self._ask, wanted))
            self._row.insertWidget(1 + place, button)
            self._segments.append(button)

    @property
    def buttons(self) -> tuple[QToolButton, ...]:
        """What can be pressed, from left to right."""
        return (*self._segments, self._open, self._remove)

    @property
    def has_segments(self) -> bool:
        """Whether each value is a button, where there is room."""
        return bool(self._segments)

    def width_if(self, *, is_compact: bool) -> int:
        """Return how wide it is with one button, or with one for each value."""
        shown = [self._open] if is_compact or not self._segments else [self._label, *self._segments]
        widths = [one.sizeHint().width() for one in (*shown, self._remove)]
        frame = 2 * self.frameWidth() + GRID // 2
        return int(frame + sum(widths))

    def set_compact(self, *, is_compact: bool) -> None:
        """Say what is asked in one button, or offer each value as one where they are few."""
        has_segments = self.has_segments and not is_compact
        self._open.setVisible(not has_segments)
        for one in (self._label, *self._segments):
            one.setVisible(has_segments)

    def take_focus(self) -> None:
        """Put the keys where something is chosen."""
        chosen = (one for one in self._segments if one.isChecked())
        next(chosen, self._open).setFocus(Qt.FocusReason.OtherFocusReason)

    def _offered(self, chosen: tuple[str, ...] | None) -> list[str | None]:
        """Return the values that are buttons, None for all; no value where one opens."""
        facts = self.facts
        if facts is None or is_by_numbers(facts) or not 0 < len(facts.values) <= _MOST_SEGMENTS:
            return []
        if sum(map(len, facts.values)) > _MOST_LETTERS:
            return []
        may_be_shown = chosen is not None and len(chosen) < 2 and {*chosen} <= {*facts.values}
        return [None, *facts.values] if may_be_shown else []

    def _ask(self, wanted: str, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - a slot
        """Ask for one value; what is chosen already stays so."""
        for button in self._segments:
            button.setChecked(button is self.sender())
        if wanted != self.expression:
            self.filter_requested.emit(self.columns, wanted)


class FilterBar(QWidget):
    """A chip for each filter of the rows, and a button that adds one.

    What is in force is the subset of the file that is open; a chip without a filter only offers.
    """

    filter_requested = Signal(object, str)  # the columns that it is about, and the expression
    facts_requested = Signal(object)  # the names of columns

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("filter_bar")
        self.setAccessibleName(tr("Filters"))
        self._table: RawTable | None = None
        self._roles: Roles | None = None
        self._facts: dict[str, ColumnFacts] = {}
        self._asked: set[str] = set()  # of which columns it was asked what they hold
        self._columns: list[tuple[str, ...]] = []  # with a chip, in the order in which they came
        self._awaited: tuple[str, ...] = ()  # columns whose editor opens once they are known
        self.chips: list[FilterChip] = []
        self.add = _button("filter_add", "", "")
        self.add.clicked.connect(self._list_columns)
        self.editor = FilterEditor(self)
        self.editor.columns_chosen.connect(self._open)
        self.editor.filter_requested.connect(self.filter_requested)
        self.editor.removed.connect(self._remove)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GRID // 2)
        self._row.addWidget(self.add)
        self._row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.hide()

    # --------------------------------------------------------------------------------- view

    def show_opened(self, opened: Opened | None) -> None:
        """Show the filters of the file that is open; None for data that come from no file."""
        loaded = None if opened is None else opened.loaded
        table = None if loaded is None or loaded.dataset is None else loaded.table
        roles = None if loaded is None else loaded.proposal.roles
        if table is not self._table:
            self.editor.close()
            self._facts, self._columns, self._awaited = {}, [], ()
            self._asked.clear()
        may_filter = table is not None and roles is not None and roles.matrix_rows is None
        self._table, self._roles = (table, roles) if may_filter else (None, None)
        self.setVisible(may_filter)
        self.show_what_is_in_force()

    def show_facts(self, facts: Sequence[ColumnFacts]) -> None:
        """Show what columns hold: few values become buttons."""
        new = {one.name: one for one in facts}
        if self._table is None or not new.keys() - self._facts.keys():
            return
        self._facts |= new
        self.show_what_is_in_force()
        awaited, self._awaited = self._awaited, ()
        if awaited and self._facts.keys() >= {*awaited}:
            self._edit(awaited)

    def show_what_is_in_force(self) -> None:
        """Show the filters as they are: also where another one was refused or given up."""
        in_force = filters("" if self._roles is None else self._roles.subset)
        self._columns += [one for one in in_force if one not in self._columns]
        for chip in [one for one in self.chips if one.columns not in self._columns]:
            self.chips.remove(chip)
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        for place, columns in enumerate(self._columns):
            if place == len(self.chips):
                self._add_chip(columns)
            self.chips[place].show_filter(in_force.get(columns, ""), self._facts_of(columns))
        known = () if self._table is None else self._table.names
        unknown = [one[0] for one in self._columns if self._facts_of(one) is None and len(one) == 1]
        unknown = [name for name in unknown if name in known]
        if not self._asked.issuperset(unknown):
            self._asked.update(unknown)
            self.facts_requested.emit(unknown)
        reached = [one for chip in self.chips for one in chip.buttons]
        for one, other in pairwise([*reached, self.add]):
            self.setTabOrder(one, other)
        self._fit()
        self.updateGeometry()

    def _add_chip(self, columns: tuple[str, ...]) -> None:
        chip = FilterChip(columns)
        chip.filter_requested.connect(self.filter_requested)
        chip.opened.connect(self._open)
        chip.removed.connect(self._remove)
        self._row.insertWidget(len(self.chips), chip)
        self.chips.append(chip)

    def _facts_of(self, columns: tuple[str, ...]) -> ColumnFacts | None:
        return self._facts.get(columns[0]) if len(columns) == 1 else None

    # ------------------------------------------------------------------------------- asking

    def _list_columns(self) -> None:
        if self._table is None or self._roles is None:
            return
        taken = {one[0] for one in self._columns if len(one) == 1} | {self._roles.truth}
        names = [name for name in self._table.names if name not in taken]
        hidden = {chip.columns: chip.words for chip in self.chips if chip.isHidden()}
        self.editor.list_columns(self._place(self.add), names, hidden)

    def _open(self, columns: tuple[str, ...]) -> None:
        """Let something be asked of columns: by the buttons of a chip, or in the editor."""
        if columns not in self._columns:
            self._columns.append(columns)
        is_known = len(columns) != 1 or columns[0] in self._facts
        self._awaited = () if is_known else columns
        self.show_what_is_in_force()  # which asks what the column holds
        if is_known:
            self._edit(columns)

    def _edit(self, columns: tuple[str, ...]) -> None:
        chip = next((one for one in self.chips if one.columns == columns), None)
        if chip is None:
            return
        if chip.has_segments and not chip.isHidden():
            chip.take_focus()
            return
        place = self._place(self.add if chip.isHidden() else chip)
        self.editor.edit(place, columns, chip.facts, chip.expression)

    def _remove(self, columns: tuple[str, ...]) -> None:
        chip = next((one for one in self.chips if one.columns == columns), None)
        self._columns.remove(columns)
        if chip is not None and chip.expression:
            self.filter_requested.emit(columns, "")
        else:
            self.show_what_is_in_force()

    def _place(self, widget: QWidget) -> QRect:
        return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())

    # --------------------------------------------------------------------------------- room

    def sizeHint(self) -> QSize:
        width = self._width_of_chips(is_compact=False) + self.add.sizeHint().width()
        return QSize(width, super().sizeHint().height())

    def _width_of_chips(self, *, is_compact: bool) -> int:
        gap = self._row.spacing()
        return sum(chip.width_if(is_compact=is_compact) + gap for chip in self.chips)

    def minimumSizeHint(self) -> QSize:
        return self.add.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show chips as wide as there is room for; where there is none, say how many there are."""
        self.add.setText(tr("+ Filter"))
        self.add.setAccessibleName(tr("Add a filter"))
        self.add.setToolTip(tr("Use only the rows with some values in a column"))
        room = self.width() - self.add.sizeHint().width()
        is_wide = self._width_of_chips(is_compact=False) <= room
        is_seen = is_wide or self._width_of_chips(is_compact=True) <= room
        for chip in self.chips:
            chip.set_compact(is_compact=not is_wide)
            chip.setVisible(is_seen)
        n = sum(bool(chip.expression) for chip in self.chips)
        if not is_seen and n:
            words = tr_n(n, "{n} filter", "{n} filters", n=n)
            self.add.setText(f"{words}{_OPENS}")
            self.add.setAccessibleName(words)


def _button(name: str, words: str, accessible: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setText(words.replace("&", "&&"))
    button.setAccessibleName(accessible)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


def _told(columns: tuple[str, ...], expression: str, facts: ColumnFacts | None) -> str:
    """Return what is asked of columns, in few words."""
    name = text.elided(", ".join(columns), _LONGEST_NAME)
    if not expression:
        return tr("{name}: all", name=name)
    values, ends = values_of(expression), ends_of(expression)
    if len(columns) == 1 and values is not None:
        told = ", ".join(values)
        if len(told) > _LONGEST_NAME and facts is not None and len(values) > 1:
            told = tr("{n} of {all}", n=len(values), all=len(facts.values))
        return f"{name}: {text.elided(told, _LONGEST_FILTER)}"
    if len(columns) == 1 and ends is not None:
        least, most = ("" if end is None else text.threshold(end) for end in ends)
        if least and most:
            return f"{name}: {least}{_DASH}{most}"
        return f"{name} {_AT_LEAST} {least}" if least else f"{name} {_AT_MOST} {most}"
    return text.elided(expression, _LONGEST_FILTER)
