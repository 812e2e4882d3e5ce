"""The row of the import dialog that says how the file is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, text
from evalgui.gui.role_box import RoleBox
from evalgui.io.meaning import ENCODINGS, ReadOptions, delimiter_words, may_separate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.io.meaning import Arrangement, DecimalSign, Reading, Roles, ThousandsSign

_SEPARATORS = {
    ",": tr("comma"),
    ";": tr("semicolon"),
    "\t": tr("tab"),
    "|": tr("bar"),
    " ": tr("blanks"),
}
_DECIMALS = {
    ".": tr("point"),
    ",": tr("comma"),
    ".,": "1,234.5",
    ",.": "1.234,5",
    ".'": "1'234.5",
    ",'": "1'234,5",
    ". ": "1 234.5",
    ", ": "1 234,5",
}
"""The decimal sign, and behind it what separates thousands."""
_SHEETS = {"sheet": tr("S&heet"), "table": tr("Ta&ble"), "file": tr("F&ile")}
TOGETHER: dict[Arrangement, str] = {
    "stacked": tr("one below the other"),
    "side-by-side": tr("side by side, as systems"),
}
_HEADERS = {True: tr("column names"), False: tr("data")}
_LONGEST = 28


class ReadingBar(QWidget):
    """Shows how a file was read, each part changeable where the format has it."""

    options_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._how: Reading | None = None
        self._has_signs = False
        self._labels: dict[str, QLabel] = {}
        self.together = self._choice(
            "import_together", tr("F&iles stand"), tr("Files stand"), TOGETHER
        )
        self.sheet = self._choice("import_sheet", tr("S&heet"), tr("Sheet"), {})
        self.separator = self._choice(
            "import_separator", tr("S&eparator"), tr("Separator"), _SEPARATORS
        )
        self._let_type_separators()
        self.decimal = self._choice(
            "import_decimal", tr("De&cimal sign"), tr("Decimal sign"), _DECIMALS
        )
        self.header = self._choice(
            "import_header", tr("&First line holds"), tr("First line holds"), _HEADERS
        )
        self.encoding = self._choice("import_encoding", tr("E&ncoding"), tr("Encoding"), ENCODINGS)
        self._layout.addStretch(1)

    def _choice(
        self, name: str, words: str, accessible: str, known: Mapping[Any, str]
    ) -> QComboBox:
        combo = RoleBox()
        combo.setObjectName(name)
        combo.setAccessibleName(accessible)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(min(max(map(len, known.values()), default=16), _LONGEST))
        combo.setMinimumWidth(GRID * 8)  # in large letters all of them fit into a screen
        combo.setMaximumWidth(GRID * 32)
        for value, shown in known.items():
            combo.addItem(text.said(shown), userData=value)
        combo.activated.connect(self._on_activated)
        label = QLabel(words)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setBuddy(combo)
        self._labels[name] = label
        self._layout.addWidget(label)
        self._layout.addWidget(combo)
        return combo

    def _let_type_separators(self) -> None:
        """Let any other character be typed as what separates cells."""
        self.separator.setEditable(True)
        self.separator.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.separator.setToolTip(tr("Choose one, or type any character"))
        edit = self.separator.lineEdit()
        if edit is not None:
            edit.editingFinished.connect(self._on_typed)

    def _on_typed(self) -> None:
        """Read the file with the character that was typed; what cannot separate cells is undone."""
        typed, place = self.separator.currentText(), self.separator.currentIndex()
        if typed == self.separator.itemText(place):
            return
        if may_separate(typed):
            self._show_separator(typed)
            self._on_activated()
        else:
            self.separator.setEditText(self.separator.itemText(place))

    def _show_separator(self, sign: str) -> None:
        """Choose a separator; one that files seldom have is put on the list."""
        if self.separator.findData(sign) < 0:
            self.separator.addItem(delimiter_words(sign), userData=sign)
        self.separator.setCurrentIndex(self.separator.findData(sign))
        edit = self.separator.lineEdit()
        if edit is not None:
            edit.home(False)  # the beginning is seen where there is no room for all

    def show_reading(self, how: Reading, roles: Roles, *, are_signs_asked: bool = False) -> None:
        """Show how a file was read; what its format does not know is not there."""
        self._how = how
        decimal, thousands = roles.decimal or how.decimal, roles.thousands or ""
        self._has_signs = how.delimiter is not None or are_signs_asked or thousands != ""
        self._labels[self.sheet.objectName()].setText(_SHEETS[how.sheet_word])
        self.sheet.clear()
        for sheet in how.sheets:
            self.sheet.addItem(text.elided(sheet, 30), userData=sheet)
        is_text = how.delimiter is not None
        if how.delimiter is not None:
            self._show_separator(how.delimiter)
        for combo, value in (
            (self.together, how.together),
            (self.sheet, how.sheet if len(how.sheets) > 1 else None),
            (self.separator, how.delimiter),
            (self.decimal, decimal + thousands if self._has_signs else None),
            (self.header, how.header if is_text else None),
            (self.encoding, how.encoding if is_text else None),
        ):
            for widget in (combo, self._labels[combo.objectName()]):
                widget.setVisible(value is not None)
            combo.setCurrentIndex(max(combo.findData(value), 0))

    @property
    def decimal_sign(self) -> DecimalSign | None:
        """The decimal sign; None where the format has one of its own."""
        return self.decimal.currentData()[0] if self._has_signs else None

    @property
    def thousands_sign(self) -> ThousandsSign | None:
        """What separates thousands, "" for nothing; None where the format knows no such thing."""
        return self.decimal.currentData()[1:] if self._has_signs else None

    def options(self) -> ReadOptions:
        """Return what the user wants; what the format does not know is left open."""
        if self._how is None or self._how.delimiter is None:
            together = None if self._how is None or self._how.together is None else self.together
            return ReadOptions(
                sheet=self.sheet.currentData(),
                together=None if together is None else together.currentData(),
            )
        return ReadOptions(
            sheet=self.sheet.currentData(),
            encoding=self.encoding.currentData(),
            delimiter=self.separator.currentData(),
            header=self.header.currentData(),
            decimal=self.decimal_sign,
        )

    def _on_activated(self) -> None:
        self.options_requested.emit(self.options())
