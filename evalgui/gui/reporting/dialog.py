"""File > Export > Report: what is to be in it, where it goes, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import spoken, tr, tr_n
from evalgui.gui.look import GRID, dialog_buttons, text
from evalgui.gui.panels.fields import Choice, RoomyDelegate
from evalgui.io.reporting.sections import (
    CHECKLIST,
    PAPERS,
    SECTIONS,
    title_of,
    usual_preset,
    usual_sections,
)
from evalgui.results.topics.checklist import Preset

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.core.errors import EvalguiError
    from evalgui.core.metrics import Vocabulary

FORMATS = {".html": tr("Web page (one HTML file)"), ".pdf": "PDF"}
_PAPERS = dict(zip(PAPERS, ("A4", tr("Letter")), strict=True))
_NO_NOTES = tr("Nothing was written down. View > Notes takes notes, and the report carries them.")
_ID = Qt.ItemDataRole.UserRole
_CHECKED, _UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of a report.

    Parameters
    ----------
    sections
        The ids of its sections.
    preset
        Whose checklist it has.
    paper
        One of `PAPERS`.
    ending
        One of `FORMATS`.
    is_card
        Whether it is the card of one page.
    """

    sections: tuple[str, ...]
    preset: Preset
    paper: str = field(default_factory=lambda: spoken().conventions.paper)
    ending: str = ".html"
    is_card: bool = False


def usual(vocabulary: Vocabulary) -> Wanted:
    """Return what is wanted in a field before anything was chosen."""
    return Wanted(usual_sections(), usual_preset(vocabulary))


class ReportDialog(QDialog):
    """Chooses sections, checklist and paper, and shows how far a report is."""

    write_requested = Signal(object)  # Wanted
    cancel_requested = Signal()
    open_requested = Signal()

    def __init__(self, wanted: Wanted, notes: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("report_dialog")
        self.setWindowTitle(tr("Report"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.sections = _sections_list()
        self.format = _choice("report_format", tr("Format"), FORMATS)
        presets = {preset.value: text.said(preset.named) for preset in Preset}
        self.preset = _choice("report_preset", tr("Checklist"), presets)
        self.paper = _choice("report_paper", tr("Paper"), _PAPERS)
        self.card = QCheckBox(tr("One page: the &card"))
        self.card.setObjectName("report_card")
        self.card.setToolTip(
            tr("The question, the flow, the matrix, the main measures and a curve")
        )
        self.notes = QPlainTextEdit(notes)
        self.notes.setObjectName("report_notes")
        self.notes.setAccessibleName(tr("Notes in the report"))
        self.notes.setPlaceholderText(_NO_NOTES)
        self.notes.setReadOnly(True)
        self.notes.setTabChangesFocus(True)
        self.notes.setMinimumHeight(GRID * 8)
        self.bar = QProgressBar()
        self.bar.setObjectName("report_progress")
        self.bar.setAccessibleName(tr("Writing the report"))
        self.bar.setRange(0, 1000)
        self.message = QLabel()
        self.message.setObjectName("report_message")
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setWordWrap(True)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._lay_out()
        self.card.toggled.connect(self._enable)
        self.sections.itemChanged.connect(self._enable)
        self._show_wanted(wanted)
        self.show_idle("")
        self.resize(max(GRID * 92, self.sizeHint().width()), GRID * 82)

    # ------------------------------------------------------------------------- making

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(GRID)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("&Format"), self.format)
        form.addRow(tr("Chec&klist"), self.preset)
        form.addRow(tr("&Paper"), self.paper)
        form.addRow(self.card)
        self.paper.setMinimumContentsLength(12)
        right = QVBoxLayout()
        right.setSpacing(GRID)
        right.addLayout(form)
        notes = QLabel(tr("&Notes in it"))
        notes.setBuddy(self.notes)
        right.addWidget(notes)
        right.addWidget(self.notes, 1)
        left = QVBoxLayout()
        left.setSpacing(GRID)
        sections = QLabel(tr("&Sections"))
        sections.setBuddy(self.sections)
        left.addWidget(sections)
        left.addWidget(self.sections, 1)
        both = QHBoxLayout()
        both.setSpacing(GRID * 2)
        both.addLayout(left, 2)
        both.addLayout(right, 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        layout.addLayout(both, 1)
        layout.addWidget(self.message)
        layout.addWidget(self.bar)
        layout.addWidget(self._make_buttons())

    def _make_buttons(self) -> QDialogButtonBox:
        role = QDialogButtonBox.ButtonRole
        buttons = dialog_buttons()
        self.write_button = QPushButton(tr("&Write\N{HORIZONTAL ELLIPSIS}"))
        self.open_button = QPushButton(tr("&Open It"))
        self.cancel_button = QPushButton(tr("Ca&ncel"))
        named = {"write": self.write_button, "open": self.open_button, "cancel": self.cancel_button}
        for name, button in named.items():
            button.setObjectName(f"report_{name}")
            button.setAutoDefault(False)
            buttons.addButton(button, role.ActionRole)
        self.write_button.setDefault(True)
        self.open_button.setToolTip(tr("Open it with the program that this system has for it"))
        close = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)
        self.write_button.clicked.connect(lambda: self.write_requested.emit(self.wanted()))
        self.open_button.clicked.connect(self.open_requested)
        self.cancel_button.clicked.connect(self.cancel_requested)
        buttons.rejected.connect(self.close)
        return buttons

    # ------------------------------------------------------------------------ showing

    def _show_wanted(self, wanted: Wanted) -> None:
        for item in self._items():
            is_wanted = item.data(_ID) in wanted.sections
            item.setCheckState(_CHECKED if is_wanted else _UNCHECKED)
        self.format.setCurrentIndex(self.format.findData(wanted.ending))
        self.preset.setCurrentIndex(self.preset.findData(wanted.preset.value))
        self.paper.setCurrentIndex(self.paper.findData(wanted.paper))
        self.card.setChecked(wanted.is_card)
        self._enable()

    def wanted(self) -> Wanted:
        """Return what is chosen."""
        chosen = (item.data(_ID) for item in self._items() if item.checkState() == _CHECKED)
        return Wanted(
            tuple(chosen),
            Preset(self.preset.currentData()),
            self.paper.currentData(),
            self.format.currentData(),
            self.card.isChecked(),
        )

    def _items(self) -> list[QListWidgetItem]:
        return [self.sections.item(row) for row in range(self.sections.count())]

    def _enable(self) -> None:
        wanted = self.wanted()
        self.sections.setEnabled(not wanted.is_card)
        self.preset.setEnabled(CHECKLIST in wanted.sections and not wanted.is_card)
        self.write_button.setEnabled(self.bar.isHidden() and bool(wanted.sections))

    def show_progress(self, share: float, words: str) -> None:
        """Say how far it is."""
        self.bar.show()
        self.bar.setValue(round(share * 1000))
        self.message.setText(tr("Writing the report: {words}", words=text.said(words)))
        self.cancel_button.show()
        self.open_button.hide()
        self._enable()

    def show_idle(self, words: str) -> None:
        """Say how it ended, if it did."""
        self.bar.hide()
        self.cancel_button.hide()
        self.open_button.hide()
        self.message.setText(words)
        self._enable()

    def show_written(self, path: Path, n_sections: int) -> None:
        """Say where it is, and offer to open it."""
        count = tr_n(n_sections, "1 section", "{n} sections", n=text.count(n_sections))
        self.show_idle(
            tr("Written: {name}, with {count}", name=text.elided(path.name, 60), count=count)
        )
        self.open_button.show()
        self.open_button.setFocus()

    def show_failure(self, error: EvalguiError) -> None:
        """Say why there is none."""
        self.show_idle(text.said(error))


def _sections_list() -> QListWidget:
    found = QListWidget()
    found.setObjectName("report_sections")
    found.setAccessibleName(tr("Sections of the report"))
    found.setToolTip(tr("A section that has nothing to say is left out"))
    found.setItemDelegate(RoomyDelegate(found))
    for section in SECTIONS:
        item = QListWidgetItem(title_of(section))
        item.setData(_ID, section.id)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | _SELECTABLE)
        found.addItem(item)
    found.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
    found.setResizeMode(QListWidget.ResizeMode.Adjust)
    found.setWordWrap(True)
    return found


_SELECTABLE = Qt.ItemFlag.ItemIsSelectable


def _choice(name: str, purpose: str, known: dict[str, str]) -> Choice:
    found = Choice(name, purpose)
    for value, words in known.items():
        found.addItem(words, userData=value)
    return found
