"""The import dialog: what was understood of a file, with a preview, and all of it changeable."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from evalgui.gui import text
from evalgui.gui.theme import GRID
from evalgui.io.reading import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import Roles
    from evalgui.io.raw_table import RawTable

_PREVIEW_ROWS = 30
_MOST_CLASSES = 50
_NONE = "(none)"
_TWO = 2
_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blanks"}
_DECIMALS = {".": "point", ",": "comma"}
_HEADERS = {True: "names of the columns", False: "data"}


class ImportDialog(QDialog):
    """Asks which column is what; stays open until the file is."""

    accepted_with = Signal(object, object)
    options_requested = Signal(object)

    def __init__(self, loaded: Loaded, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import_dialog")
        self.setWindowTitle("Columns and classes")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._loaded = loaded
        self._question = self._label("import_question")
        palette = self._question.palette()
        palette.setColor(
            QPalette.ColorRole.WindowText, palette.color(QPalette.ColorRole.BrightText)
        )
        self._question.setPalette(palette)
        self._how = self._label("import_how")
        self._reasons = self._label("import_reasons")
        self._counts = self._label("import_counts")
        self.truth = self._combo("import_truth", "Truth column")
        self.positive = self._combo("import_positive", "Positive class")
        self.scores = QListWidget()
        self.scores.setObjectName("import_scores")
        self.scores.setAccessibleName("Score columns")
        self.scores.setFixedHeight(GRID * 11)
        self.predicted = self._combo("import_predicted", "Predicted class column")
        self.matrix_rows = self._combo("import_matrix_rows", "Rows of the matrix")
        self.matrix_rows.addItem("True classes", userData="actual")
        self.matrix_rows.addItem("Predicted classes", userData="predicted")
        self.direction = self._combo("import_direction", "Direction of the score")
        self.direction.addItem("Higher scores mean positive", userData=True)
        self.direction.addItem("Lower scores mean positive", userData=False)
        self.separator = self._choice("import_separator", "Separator", _SEPARATORS)
        self.decimal = self._choice("import_decimal", "Decimal sign", _DECIMALS)
        self.header = self._choice("import_header", "First line holds", _HEADERS)
        self.preview = self._make_preview()
        self._buttons = self._make_buttons()
        self._lay_out()
        self.truth.currentIndexChanged.connect(self._on_truth_changed)
        self.positive.currentIndexChanged.connect(self._check)
        self.predicted.currentIndexChanged.connect(self._check)
        self.scores.itemChanged.connect(self._check)
        for choice in (self.separator, self.decimal, self.header):
            choice.activated.connect(self._on_option_changed)
        self.show_loaded(loaded)
        self.resize(GRID * 104, GRID * 78)

    # -------------------------------------------------------------------------- making

    @staticmethod
    def _label(name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    @staticmethod
    def _combo(name: str, accessible: str) -> QComboBox:
        combo = QComboBox()
        combo.setObjectName(name)
        combo.setAccessibleName(accessible)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(20)
        return combo

    def _choice(self, name: str, accessible: str, known: Mapping[Any, str]) -> QComboBox:
        combo = self._combo(name, accessible)
        combo.setMinimumContentsLength(max(map(len, known.values())))
        for value, words in known.items():
            combo.addItem(words, userData=value)
        return combo

    def _make_preview(self) -> QTableWidget:
        preview = QTableWidget()
        preview.setObjectName("import_preview")
        preview.setAccessibleName("First rows of the file")
        preview.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        preview.setTabKeyNavigation(False)
        preview.setWordWrap(False)
        preview.verticalHeader().setDefaultSectionSize(GRID * 3)
        return preview

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.open_button = QPushButton("&Open")
        self.open_button.setObjectName("import_open")
        self.open_button.setDefault(True)
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.ApplyRole)
        self.open_button.clicked.connect(self._on_open)
        buttons.rejected.connect(self.reject)
        return buttons

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(GRID // 2)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("&Truth", self.truth)
        form.addRow("&Positive class", self.positive)
        form.addRow("&Scores", self.scores)
        form.addRow("&Direction", self.direction)
        form.addRow("P&redicted class", self.predicted)
        form.addRow("&Matrix rows are", self.matrix_rows)
        self._form = form
        side = QVBoxLayout()
        for label in (self._counts, self._reasons):
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            side.addWidget(label)
        side.addStretch(1)
        middle = QHBoxLayout()
        middle.setSpacing(GRID * 3)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.addLayout(form, 3)
        middle.addLayout(side, 2)
        reading = QHBoxLayout()
        for words, choice in (
            ("S&eparator", self.separator),
            ("De&cimal sign", self.decimal),
            ("&First line holds", self.header),
        ):
            label = QLabel(words)
            label.setBuddy(choice)
            reading.addWidget(label)
            reading.addWidget(choice)
        reading.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        layout.addWidget(self._how)
        layout.addWidget(self._question)
        layout.addLayout(reading)
        layout.addWidget(self.preview, 1)
        answers = QWidget()
        answers.setLayout(middle)
        answers.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        layout.addWidget(answers)
        layout.addWidget(self._buttons)

    # ------------------------------------------------------------------------- showing

    def show_loaded(self, loaded: Loaded) -> None:
        """Show a file as it was read, and what its columns are thought to be."""
        self._loaded = loaded
        table, proposal = loaded.table, loaded.proposal
        self._how.setText(f"{table.name}: {text.count(table.n_rows)} rows, {table.how.describe()}")
        self._question.setText(proposal.question)
        self._question.setVisible(bool(proposal.question))
        self._reasons.setText("\n".join(proposal.reasons))
        self._fill_columns(table, proposal.roles)
        self._fill_preview(table)
        is_matrix = proposal.roles.matrix_rows is not None
        for number in range(self._form.rowCount()):
            is_matrix_row = number == self._form.rowCount() - 1
            self._form.setRowVisible(number, is_matrix_row == is_matrix)
        if is_matrix:
            self.matrix_rows.setCurrentIndex(self.matrix_rows.findData(proposal.roles.matrix_rows))
        self.show_options_in_force()

    def show_options_in_force(self) -> None:
        """Show how the file was read, whatever was asked for since."""
        proposal, how = self._loaded.proposal, self._loaded.table.how
        for choice, value in (
            (self.separator, how.delimiter),
            (self.decimal, proposal.roles.decimal or how.decimal),
            (self.header, how.header),
        ):
            choice.setEnabled(value is not None and how.delimiter is not None)
            choice.setCurrentIndex(max(choice.findData(value), 0))
        self._check()

    def _fill_columns(self, table: RawTable, roles: Roles) -> None:
        names = list(table.names)
        for combo, chosen in ((self.truth, roles.truth), (self.predicted, roles.predicted)):
            combo.blockSignals(True)
            combo.clear()
            combo.addItem(_NONE, userData="")
            for name in names:
                combo.addItem(text.elided(name, 48), userData=name)
            combo.setCurrentIndex(max(combo.findData(chosen or ""), 0))
            combo.blockSignals(False)
        self.scores.blockSignals(True)
        self.scores.clear()
        ordered = [*roles.scores, *(name for name in names if name not in roles.scores)]
        for name in ordered:
            item = QListWidgetItem(text.elided(name, 48))
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            checked = name in roles.scores
            item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
            self.scores.addItem(item)
        self.scores.blockSignals(False)
        higher = roles.higher_is_positive is not False
        self.direction.setCurrentIndex(0 if higher else 1)
        self._fill_classes(roles.positive)

    def _fill_classes(self, positive: str | None) -> None:
        """Offer the values of the truth column as the positive class."""
        self.positive.blockSignals(True)
        self.positive.clear()
        name = self.truth.currentData()
        found = self._loaded.table.column(name).distinct(_MOST_CLASSES) if name else None
        if found is not None:
            for label, number in zip(found.texts, found.counts, strict=True):
                shown = f"{text.elided(label, 36) or '(empty)'}  ({text.count(number)} rows)"
                self.positive.addItem(shown, userData=label)
            chosen = self.positive.findData(positive) if positive is not None else -1
            self.positive.setCurrentIndex(chosen)
        self.positive.blockSignals(False)
        self._show_counts()

    def _show_counts(self) -> None:
        name = self.truth.currentData()
        if not name:
            self._counts.setText("Choose the column that holds the truth.")
        elif self.positive.count() == 0:
            more = text.count(_MOST_CLASSES)
            self._counts.setText(f"This column has more than {more} different values.")
        else:
            shown = [self.positive.itemText(n) for n in range(self.positive.count())]
            self._counts.setText("\n".join(shown))

    def _fill_preview(self, table: RawTable) -> None:
        self.preview.clear()
        n_rows = min(table.n_rows, _PREVIEW_ROWS)
        self.preview.setRowCount(n_rows)
        self.preview.setColumnCount(len(table.columns))
        self.preview.setHorizontalHeaderLabels([text.elided(name, 24) for name in table.names])
        for column_number, column in enumerate(table.columns):
            for row, cell in enumerate(column.head(n_rows)):
                item = QTableWidgetItem(text.elided(cell, 60))
                item.setToolTip(text.plain(cell[:500]))
                self.preview.setItem(row, column_number, item)
        self.preview.resizeColumnsToContents()  # of the few rows of a preview

    # ------------------------------------------------------------------------- asking

    def roles(self) -> Roles:
        """Return what the user decided."""
        proposed = self._loaded.proposal.roles
        if proposed.matrix_rows is not None:
            return replace(proposed, matrix_rows=self.matrix_rows.currentData())
        scores = tuple(self._checked_scores())
        # Scores that were chosen here take the place of one column a class.
        keeps = set(scores) == set(proposed.scores)
        return replace(
            proposed,
            truth=self.truth.currentData() or None,
            scores=scores,
            probabilities=proposed.probabilities if keeps else (),
            predicted=self.predicted.currentData(),
            positive=self.positive.currentData(),
            higher_is_positive=self.direction.currentData(),
            opposite=(),
            decimal=self.decimal.currentData(),
        )

    def _checked_scores(self) -> list[str]:
        items = [self.scores.item(number) for number in range(self.scores.count())]
        checked = Qt.CheckState.Checked
        return [
            item.data(Qt.ItemDataRole.UserRole) for item in items if item.checkState() == checked
        ]

    def _check(self) -> None:
        proposed = self._loaded.proposal.roles
        has_calls = bool(
            self._checked_scores() or self.predicted.currentData() or proposed.probabilities
        )
        # With many classes all are assessed together, and none has to be chosen.
        is_many = self.positive.count() > _TWO or self.positive.count() == 0
        decided = bool(self.truth.currentData()) and (is_many or self.positive.currentIndex() >= 0)
        self.open_button.setEnabled(proposed.matrix_rows is not None or (decided and has_calls))

    def _on_truth_changed(self) -> None:
        self._fill_classes(None)
        self._check()

    def _on_option_changed(self) -> None:
        options = ReadOptions(
            delimiter=self.separator.currentData(),
            header=self.header.currentData(),
            decimal=self.decimal.currentData(),
        )
        self.open_button.setEnabled(False)  # until it is known what comes of it
        self.options_requested.emit(options)

    def _on_open(self) -> None:
        self.accepted_with.emit(self._loaded, self.roles())
