"""Data > Intervals: their level, and by which method each kind of number gets its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.intervals.methods import OFFERED, method_of, recommended_method
from evalgui.core.intervals.settings import HIGHEST_LEVEL, LOWEST_LEVEL, IntervalSettings
from evalgui.core.languages import tr
from evalgui.core.requests import SetIntervals
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import GRID, SMALL, dialog_buttons, scaled_font, text
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.fields import Choice, NumberBox
from evalgui.gui.panels.prevalence_field import (
    prevalence_of,
    read_share,
    shown_prevalence,
)
from evalgui.gui.typed_number import NotUnderstoodError

if TYPE_CHECKING:
    from evalgui.core.intervals.method import Method
    from evalgui.core.kind import Kind
    from evalgui.core.metrics import Vocabulary
    from evalgui.gui.main_window import MainWindow
    from evalgui.workspace.workspace import Workspace

_ABOUT_LEVEL = tr(
    "Of many studies like this one, so many would have intervals that hold the true value. "
    "From 80 to 99.9 %"
)
_ABOUT_PREVALENCE = tr(
    "Predictive values at this share of {positives} stand beside those of the file. It goes to "
    "the next file with a locked threshold or a rule that is followed, and with nothing else"
)


class IntervalsDialog(QDialog):
    """Level, methods and prevalence; what is chosen counts when it is accepted."""

    settings_requested = Signal(object)

    def __init__(
        self, settings: IntervalSettings, vocabulary: Vocabulary, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("intervals_dialog")
        self.setWindowTitle(tr("Intervals"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._words = words_in(vocabulary)
        self._settings = settings
        self.level = _level_field()
        self.prevalence = QLineEdit()
        self.prevalence.setObjectName("intervals_prevalence")
        self.prevalence.setPlaceholderText(tr("that of the file alone"))
        self._message = FieldMessage(self.prevalence, "intervals_message")
        self.prevalence.textEdited.connect(self._message.take_back)
        self.methods: dict[Kind, Choice] = {}
        self.explanations: dict[Kind, QLabel] = {}
        self._lay_out()
        self.show_settings(settings)
        self.resize(GRID * 72, GRID * 72)

    # ------------------------------------------------------------------------- making

    def _lay_out(self) -> None:
        form = QWidget()
        rows = QFormLayout(form)
        rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows.setVerticalSpacing(GRID // 2)
        rows.addRow(tr("&Level"), self.level)
        rows.addRow(_explanation(_ABOUT_LEVEL))
        name = self._words("{Prevalence}")
        self.prevalence.setAccessibleName(name)
        rows.addRow(f"&{name}", self.prevalence)
        rows.addRow(_explanation(self._words(_ABOUT_PREVALENCE)))
        for kind, offered in OFFERED.items():
            self._add_kind(rows, kind, tuple(offered))
        area = QScrollArea()
        area.setObjectName("interval_choices")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(form)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID * 2)
        layout.addWidget(area, 1)
        layout.addWidget(self._make_buttons())

    def _add_kind(self, rows: QFormLayout, kind: Kind, offered: tuple[Method, ...]) -> None:
        wording = self._words.said(kind.wording)
        choice = Choice(f"method_of_{kind.value}", tr("Method: {wording}", wording=wording))
        for place, method in enumerate(offered):
            mark = tr("  (recommended)") if method is recommended_method(kind) else ""
            choice.addItem(f"{self._words.said(method.name)}{mark}", userData=method.id)
            choice.setItemData(place, text.tip(self._words.said(method.explanation)), _TOOL_TIP)
        choice.setEnabled(len(offered) > 1)
        explanation = _explanation("")
        choice.currentIndexChanged.connect(lambda _place: self._explain(kind))
        self.methods[kind], self.explanations[kind] = choice, explanation
        label = QLabel(wording)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setBuddy(choice)
        label.setContentsMargins(0, GRID, 0, 0)
        rows.addRow(label)
        rows.addRow(choice)
        rows.addRow(explanation)

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = dialog_buttons()
        role = QDialogButtonBox.ButtonRole
        self.use_button = buttons.addButton(tr("&Use"), role.AcceptRole)
        self.use_button.setObjectName("use_intervals")
        self.use_button.setDefault(True)
        self.reset_button = buttons.addButton(tr("&Recommended"), role.ResetRole)
        self.reset_button.setObjectName("recommended_intervals")
        self.reset_button.setToolTip(tr("95 %, and of each kind the recommended method"))
        self.reset_button.setAutoDefault(False)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self.reset_button.clicked.connect(self._on_reset)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        return buttons

    # ------------------------------------------------------------------------ showing

    def show_settings(self, settings: IntervalSettings) -> None:
        """Show what is in force."""
        self.level.setValue(settings.level * 100)
        asked = settings.prevalence, settings.prevalence_of
        self.prevalence.setText(shown_prevalence(*asked))
        for kind, choice in self.methods.items():
            choice.setCurrentIndex(choice.findData(method_of(settings, kind).id))
            self._explain(kind)

    def settings(self) -> IntervalSettings:
        """Return what is chosen; the recommended methods have no name of their own.

        Raises
        ------
        NotUnderstoodError
            If the prevalence is none.
        """
        methods = {
            kind: choice.currentData()
            for kind, choice in self.methods.items()
            if choice.currentData() != recommended_method(kind).id
        }
        level = round(self.level.value() / 100, 6)
        asked = prevalence_of(read_share(self.prevalence.text()))
        return IntervalSettings(level, methods, asked.prevalence, asked.of)

    def _explain(self, kind: Kind) -> None:
        method = OFFERED[kind].by_id(self.methods[kind].currentData())
        words = self._words.said(method.explanation)
        source = f" ({method.source})" if method.source else ""
        self.explanations[kind].setText(f"{words}{source}")

    # ------------------------------------------------------------------------- asking

    def _on_reset(self) -> None:
        self.show_settings(
            IntervalSettings(
                prevalence=self._settings.prevalence, prevalence_of=self._settings.prevalence_of
            )
        )

    def _on_accepted(self) -> None:
        try:
            settings = self.settings()
        except NotUnderstoodError as error:
            self.prevalence.setFocus()
            self._message.say(text.why(error))
            return
        self.settings_requested.emit(settings)
        self.accept()


def choose_intervals(window: MainWindow, workspace: Workspace) -> None:
    """Let the user choose level and methods, and the prevalence that is asked about."""
    dialog = IntervalsDialog(workspace.snapshot.inputs.intervals, window.vocabulary, window)
    dialog.settings_requested.connect(lambda settings: workspace.ask(SetIntervals(settings)))
    dialog.open()


_TOOL_TIP = Qt.ItemDataRole.ToolTipRole


def _level_field() -> NumberBox:
    field = NumberBox("interval_level", tr("Level"))
    field.setKeyboardTracking(True)
    field.setDecimals(1)
    field.setRange(LOWEST_LEVEL * 100, HIGHEST_LEVEL * 100)
    field.setSingleStep(1.0)
    before, _, behind = text.level(0.95).partition("95")
    field.setPrefix(before)
    field.setSuffix(behind)
    return field


def _explanation(words: str) -> QLabel:
    label = QLabel(words)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setFont(scaled_font(label.font(), SMALL))
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label
