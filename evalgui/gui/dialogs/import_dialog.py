"""The import dialog: what was understood of a file in a sentence, and what is open as cards.

All that can be chosen is folded under them, with the first rows of the file.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.metrics import Vocabulary
from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs import import_fields as fields
from evalgui.gui.dialogs.class_pairs import ClassPairs
from evalgui.gui.dialogs.import_cards import (
    AnsweredLine,
    ClassCard,
    QuestionCard,
    Sentence,
    plain_label,
)
from evalgui.gui.dialogs.import_options import ReadingBar
from evalgui.gui.dialogs.import_outcome import OutcomePanel
from evalgui.gui.dialogs.import_table import Preview, ScoreList
from evalgui.gui.look import GRID, dialog_buttons, text, with_clear_boxes
from evalgui.gui.models.column_names import ColumnNames
from evalgui.io.building.matrix_table import find_matrix
from evalgui.io.building.separation import medians_of_classes
from evalgui.io.meaning import Role, classes_of, lock_in_words
from evalgui.io.meaning.answers import Answer, answers_to
from evalgui.io.proposing.kept_choices import as_proposed, reasons_under
from evalgui.io.remembered.import_spec import ImportSpec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.dataset import Dataset
    from evalgui.core.deciding import Locked
    from evalgui.core.errors import EvalguiError
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import ReadOptions, Reason, Roles, ThousandsSign
    from evalgui.io.table import RawTable

_MOST_CLASSES = 50
_NONE = "(none)"
_BETWEEN = "; "  # labels that mean missing
_ONCE = "(each row counts once)"
_KEYS_IN_USE = "tsdmwafecnhvoyqlk"  # by the other fields and by the buttons
_MOST_CARDS = 3  # questions at once, that about the classes included
_MOST_NAMED = 3  # scores in the sentence
_PAUSE = 150  # milliseconds without a change before the counts are made again


class ImportDialog(QDialog):
    """Asks which column is what; stays open until the file is."""

    accepted_with = Signal(object, object, bool)  # what was read, the roles, whether a lock holds
    options_requested = Signal(object, object, object)
    outcome_requested = Signal(object, object)
    save_requested = Signal(object)

    def __init__(
        self,
        loaded: Loaded,
        parent: QWidget | None = None,
        vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING,
        lock: Locked | None = None,
    ) -> None:
        super().__init__(parent)
        self._words = words_in(vocabulary)
        self.setObjectName("import_dialog")
        self.setWindowTitle("Columns and classes")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._loaded = loaded
        self._lock = lock
        self._base = loaded.proposal.roles
        self._dataset = loaded.dataset
        self._answered: list[Reason] = []
        self.sentence = Sentence()
        self.classes = ClassCard(self._words)
        self.cards: list[QuestionCard] = []
        self._lines: list[AnsweredLine] = []
        self._more = plain_label("import_more", is_faint=True)
        self.all_choices = QToolButton()
        self.all_choices.setObjectName("import_all_choices")
        self.all_choices.setText("All choi&ces: columns, direction, missing values, rows, reading")
        self.all_choices.setCheckable(True)
        self.all_choices.setAutoRaise(True)
        self.all_choices.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._how = fields.label("import_how")
        self.reading = ReadingBar()
        self.outcome = OutcomePanel(self._words)
        self._make_choices()
        self.preview = Preview()
        self._buttons = self._make_buttons()
        self._offer_lock()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._lay_out()
        self._connect()
        self.show_loaded(loaded)
        self.resize(GRID * 112, GRID * 78)

    # -------------------------------------------------------------------------- making

    def _make_choices(self) -> None:
        words = self._words
        self.rows_are = fields.rows_are(words)
        self.truth = fields.combo("import_truth", "Truth column")
        self.positive = fields.combo("import_positive", f"{self._adjective} class")
        self.scores = ScoreList()
        self.direction = fields.direction(words)
        self.limits = fields.limits(words)
        self.missing = fields.missing_scores(words)
        self.predicted = fields.combo("import_predicted", words("{Predicted_class} column"))
        self.n_positive, self.n_negative = (
            fields.combo(f"import_n_{sign}", words(f"Column that counts {{{sign}s}}"))
            for sign in ("positive", "negative")
        )
        self.missing_labels = fields.line(
            "import_missing_labels", "Labels that mean missing", "none, or such as  9; unknown"
        )
        self.class_pairs = ClassPairs()
        self.weight = fields.combo("import_weight", "Column of frequencies")
        self.subset = fields.line(
            "import_subset", "Rows to assess", 'all rows, or such as  site == "A" and age > 60'
        )
        self.matrix_rows = fields.matrix_rows(words)

    @property
    def _adjective(self) -> str:
        return self._words.positive.capitalize()

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        self.open_button = QPushButton("&Open")
        self.open_button.setObjectName("import_open")
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.ApplyRole)
        self.save_button = QPushButton("Sa&ve Choices\N{HORIZONTAL ELLIPSIS}")
        self.save_button.setObjectName("import_save")
        self.save_button.setAutoDefault(False)
        self.save_button.setToolTip("Write these choices to a file for --import-spec")
        return buttons

    def _offer_lock(self) -> None:
        """Offer to open the file without the threshold that is locked, if one is."""
        self.take_lock = QCheckBox()
        self.take_lock.setObjectName("import_take_lock")
        self.take_lock.setChecked(True)
        self.take_lock.setPalette(with_clear_boxes(self.palette()))
        self.take_lock.setVisible(self._lock is not None)
        if self._lock is not None:
            each = "; ".join(map(lock_in_words, self._lock.each))
            told = text.elided(each, 80).replace("&", "&&")
            self.take_lock.setText(f"Assess at the loc&ked threshold: {told}")
            self.take_lock.setToolTip("Without it, the file is opened and the lock ends")

    def _make_form(self) -> QFormLayout:
        form = QFormLayout()
        form.setVerticalSpacing(GRID // 2)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(text.with_key("Each row is", _KEYS_IN_USE), self.rows_are)
        form.addRow("&Truth", self.truth)
        form.addRow(text.with_key(f"{self._adjective} class", _KEYS_IN_USE), self.positive)
        form.addRow("Missing &labels", self.missing_labels)
        form.addRow("&Scores", self.scores)
        form.addRow("Classes", self.class_pairs)
        form.addRow("&Direction", self.direction)
        form.addRow("&Missing scores", self.missing)
        form.addRow(text.with_key("Limits", _KEYS_IN_USE + "p"), self.limits)
        called = text.with_key(self._words("{Predicted_class}"), _KEYS_IN_USE + "p")
        form.addRow(called, self.predicted)
        form.addRow("Fre&quencies", self.weight)
        for label, keys, combo in (
            ("Counts of {positives}", _KEYS_IN_USE, self.n_positive),
            ("Counts of {negatives}", _KEYS_IN_USE + "u", self.n_negative),
        ):
            form.addRow(text.with_key(self._words(label), keys), combo)
        form.addRow("Ro&ws", self.subset)
        form.addRow("M&atrix rows are", self.matrix_rows)
        return form

    def _lay_out(self) -> None:
        self._form = form = self._make_form()
        self._fold_away(form)
        self.remember = QCheckBox("Use these choices for &files with the same columns")
        self.remember.setObjectName("import_remember")
        self.remember.setChecked(True)
        self.remember.setPalette(with_clear_boxes(self.palette()))
        ending = QHBoxLayout()
        ending.addWidget(self.remember)
        ending.addStretch(1)
        ending.addWidget(self.save_button)
        ending.addWidget(self._buttons)
        self._card_grid, self._line_list = QGridLayout(), QVBoxLayout()
        self._card_grid.setSpacing(GRID)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, GRID, 0)
        column.setSpacing(GRID)
        column.addWidget(self.sentence)
        column.addWidget(self.classes)
        column.addLayout(self._card_grid)
        column.addWidget(self._more)
        column.addLayout(self._line_list)
        column.addWidget(self.outcome)
        column.addWidget(self.all_choices)
        column.addWidget(self._folded)
        column.addStretch(1)
        self.scroll_area = QScrollArea()
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setWidget(content)
        self._fold(is_open=False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        layout.addWidget(self.scroll_area, 1)
        layout.addWidget(self.take_lock)
        layout.addLayout(ending)
        self.open_button.setDefault(True)  # of this dialog, which it is a part of by now

    def _fold_away(self, form: QFormLayout) -> None:
        """Put all choices, the first rows and the reasons where they are unfolded."""
        answers = QHBoxLayout()
        answers.setSpacing(GRID * 3)
        answers.addLayout(form, 1)
        answers.addWidget(self.outcome.reasons, 1)
        self._folded = QWidget()
        folded = QVBoxLayout(self._folded)
        folded.setContentsMargins(0, 0, 0, 0)
        folded.addWidget(self._how)
        folded.addWidget(self.reading)
        self.preview.setMinimumHeight(GRID * 22)
        folded.addWidget(self.preview)
        folded.addLayout(answers)

    def _connect(self) -> None:
        self.truth.currentIndexChanged.connect(self._on_truth_changed)
        self.positive.currentIndexChanged.connect(self._on_positive_changed)
        for combo in (self.predicted, self.weight, self.direction, self.missing):
            combo.currentIndexChanged.connect(self._on_changed)
        for combo in (self.n_positive, self.n_negative, self.limits):
            combo.currentIndexChanged.connect(self._on_changed)
        self.rows_are.currentIndexChanged.connect(self._on_rows_are_changed)
        self.matrix_rows.currentIndexChanged.connect(self._on_changed)
        self.scores.changed.connect(self._on_changed)
        self.class_pairs.changed.connect(self._on_changed)
        self.subset.textChanged.connect(self._on_changed)
        self.missing_labels.textChanged.connect(self._on_changed)
        self.missing_labels.editingFinished.connect(self._on_missing_labels)
        self.reading.options_requested.connect(self._on_options)
        self.outcome.flip_requested.connect(self._on_flip)
        self.sentence.requested.connect(self.show_choice)
        self.classes.chosen.connect(self._on_class_chosen)
        self.all_choices.toggled.connect(lambda is_on: self._fold(is_open=is_on))
        self._pause.timeout.connect(self._ask_outcome)
        self.open_button.clicked.connect(self._on_open)
        self.save_button.clicked.connect(self._on_save)
        self._buttons.rejected.connect(self.reject)

    # ------------------------------------------------------------------------- showing

    def show_loaded(self, loaded: Loaded) -> None:
        """Show a file as it was read, and what its columns are thought to be."""
        self._loaded = loaded
        table, proposal = loaded.table, loaded.proposal
        self._how.setText(f"{table.name}: {text.count(table.n_rows)} rows, {table.how.describe()}")
        self._base, self._answered = proposal.roles, []
        self.setWindowTitle(f"Open {text.elided(table.name, 60)}")
        self._fill(table, proposal.roles)
        self.preview.show_table(table)
        self._show_questions()
        self.show_options_in_force()
        self._show_outcome(loaded)
        if loaded.dataset is None:
            self._on_changed()
        else:
            self._show_reasons()
            self._show_cards()
        if not self._is_complete:
            self.all_choices.setChecked(True)

    def show_outcome(self, loaded: Loaded) -> None:
        """Show what comes of the choices, or of another reading of the file."""
        if loaded.table is not self._loaded.table:
            self.show_loaded(loaded)
            return
        self._show_outcome(loaded)
        self._show_cards()
        self._check()

    def show_refusal(self, error: EvalguiError) -> None:
        """Say why the choices do not do; the file is as it was read before."""
        self.show_options_in_force()
        self.outcome.show_refusal(error)

    def show_options_in_force(self) -> None:
        """Show how the file was read, whatever was asked for since."""
        proposal, how = self._loaded.proposal, self._loaded.table.how
        asked = proposal.asks_about(Role.DECIMAL)
        self.reading.show_reading(how, proposal.roles, are_signs_asked=asked)
        self._check()

    def _show_questions(self) -> None:
        """Show what there is to decide: of a matrix its sides, of counts no truth."""
        is_matrix = self._loaded.proposal.roles.matrix_rows is not None
        may_count = not is_matrix and len(self._loaded.table.columns) > 2  # and a score
        are_counted = self._are_rows_counted
        for asked, is_shown in (
            ((self.rows_are,), may_count or are_counted),
            ((self.scores, self.direction, self.missing, self.subset), not is_matrix),
            ((self.n_positive, self.n_negative), are_counted),
            (
                (self.truth, self.missing_labels, self.predicted, self.weight),
                not (is_matrix or are_counted),
            ),
            ((self.positive,), not are_counted),
            ((self.matrix_rows,), is_matrix),
            ((self.class_pairs,), self.class_pairs.may_be_shown and not are_counted),
            ((self.limits,), self._loaded.proposal.roles.limits is not None),
        ):
            for widget in asked:
                self._form.setRowVisible(widget, is_shown)

    @property
    def _are_rows_counted(self) -> bool:
        return bool(self.rows_are.currentData())

    def _fill(self, table: RawTable, roles: Roles) -> None:
        combos = (
            (self.truth, roles.truth),
            (self.predicted, roles.predicted),
            (self.weight, roles.weight),
            (self.n_positive, roles.n_positive),
            (self.n_negative, roles.n_negative),
        )
        names = table.names  # a new tuple each time
        choices = (self.rows_are, self.scores, self.direction, self.missing, self.limits)
        filled = (*(combo for combo, _ in combos), *choices)
        for widget in filled:
            widget.blockSignals(True)
        self.rows_are.setCurrentIndex(self.rows_are.findData(roles.is_count_table))
        for combo, chosen in combos:
            columns = ColumnNames(_ONCE if combo is self.weight else _NONE, names, combo)
            combo.setModel(columns)  # which deletes the one before
            combo.setCurrentIndex(columns.place(chosen or ""))
        self.scores.fill(names, roles.scores)
        self._opposite = set(roles.opposite)
        self.direction.setCurrentIndex(0 if roles.higher_is_positive is not False else 1)
        self.limits.setCurrentIndex(max(self.limits.findData(roles.limits), 0))
        self.missing.setCurrentIndex(self.missing.findData(roles.missing_scores or "exclude"))
        labels = _BETWEEN.join(roles.missing_labels or ())
        for field, words in ((self.subset, roles.subset), (self.missing_labels, labels)):
            field.blockSignals(True)
            field.setText(words)
            field.blockSignals(False)
        if roles.matrix_rows is not None:
            self.matrix_rows.setCurrentIndex(self.matrix_rows.findData(roles.matrix_rows))
        for widget in filled:
            widget.blockSignals(False)
        self._fill_classes(roles.positive)
        classes = [self.positive.itemData(place) for place in range(self.positive.count())]
        self.class_pairs.fill(roles.probabilities or (), classes)

    def _fill_classes(self, positive: str | None) -> None:
        """Offer the values of the truth column, or the classes of a matrix, as positive."""
        self.positive.blockSignals(True)
        self.positive.clear()
        is_matrix = self._loaded.proposal.roles.matrix_rows is not None
        matrix = find_matrix(self._loaded.table) if is_matrix else None
        for label in () if matrix is None else matrix.classes:
            self.positive.addItem(text.elided(label, 36), userData=label)
        if matrix is not None:
            self.positive.setCurrentIndex(self.positive.findData(positive))
        name = None if is_matrix else self.truth.currentData()
        found = self._loaded.table.column(name).distinct(_MOST_CLASSES) if name else None
        if found is not None:
            # Spellings of one class, such as 1 and 1.0, are one entry.
            sizes = dict(zip(found.texts, found.counts, strict=True))
            classes = classes_of(sizes, self._labels_without_class())
            for label, size in zip(classes.names, classes.counts, strict=True):
                shown = f"{text.elided(label, 36)}  ({text.count(size)} rows)"
                self.positive.addItem(shown, userData=label)
            place = None if positive is None else classes.find(positive)
            self.positive.setCurrentIndex(-1 if place is None else place)
        self._positive_before = self.positive.currentData()
        self.positive.blockSignals(False)

    # ------------------------------------------------------------------- what is understood

    def show_choice(self, field: QWidget) -> None:
        """Unfold all choices, and go to one of them."""
        self.all_choices.setChecked(True)
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        QTimer.singleShot(0, field, lambda: self.scroll_area.ensureWidgetVisible(field))

    def _fold(self, *, is_open: bool) -> None:
        arrow = Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow
        self.all_choices.setArrowType(arrow)
        self._folded.setVisible(is_open)

    def _show_understood(self, dataset: Dataset | None) -> None:
        """Show in one sentence what is assessed, and of two classes which is looked for."""
        self._dataset = dataset
        self.sentence.show_parts(self._understood(dataset))
        are_two = dataset is not None and dataset.n_classes == 2 and dataset.matrix is None
        self.classes.setVisible(are_two and not self._are_rows_counted)
        if dataset is None or not are_two:
            return
        medians = medians_of_classes(dataset)
        sizes = dataset.class_sizes.tolist()
        told = [
            (
                name,
                f"{text.count(size)} rows",
                [
                    (score.name, text.threshold(of[place], score))
                    for score, of in zip(dataset.scores, medians, strict=False)
                ],
            )
            for place, (name, size) in enumerate(zip(dataset.classes, sizes, strict=True))
        ]
        places = list(self.classes.tiles)
        if {one[0] for one in told} == set(places):
            told.sort(key=lambda one: places.index(one[0]))  # a click moves no tile
        else:
            told.sort(key=lambda one: one[0] != dataset.classes[dataset.positive])
        under = reasons_under(self.roles(), self._loaded.proposal)
        found = (one for one in under if one.role is Role.POSITIVE)
        why = next((text.sentence(self._words.said(one.told)) for one in found), "")
        self.classes.show_classes(told, dataset.classes[dataset.positive], why)

    def _show_outcome(self, loaded: Loaded) -> None:
        is_asked = self._loaded.proposal.asks_about(Role.DIRECTION) and not self._is_other_class
        self.outcome.show_loaded(loaded, is_direction_asked=is_asked)
        self._show_understood(loaded.dataset)

    def _understood(self, dataset: Dataset | None) -> Iterator[tuple[str, QWidget | None]]:
        """Yield the parts of the sentence, each with the field in which it is chosen."""
        if dataset is None:
            yield "What these columns mean has to be said first.", None
            return
        if dataset.matrix is not None:
            yield "A confusion matrix of ", None
            yield f"{text.count(dataset.n_classes)} classes", self.matrix_rows
            return
        if self._are_rows_counted or dataset.n_classes > 2:
            n_classes = f"{text.count(dataset.n_classes)} classes"
            yield n_classes, self.rows_are if self._are_rows_counted else self.truth
        else:
            yield dataset.classes[dataset.positive], self.positive
            yield " against ", None
            yield dataset.classes[1 - dataset.positive], self.positive
        names = [score.name for score in dataset.scores]
        yield ", by ", None
        for place, name in enumerate(names[:_MOST_NAMED]):
            yield name, self.scores
            if place < min(len(names), _MOST_NAMED) - 1:
                yield (" and " if place == len(names) - 2 else ", "), None
        if len(names) > _MOST_NAMED:
            yield f" and {text.count(len(names) - _MOST_NAMED)} more", None
        if not names:
            yield dataset.called_by or "classes", self.predicted
        yield ": ", None
        used, of = text.count(dataset.n), text.count(dataset.n_rows_in_file)
        yield f"{used} of {of} rows", self.subset

    # ------------------------------------------------------------------------------ cards

    def _show_cards(self) -> None:
        """Show the first open questions as cards, and those that were answered as lines."""
        roles, proposal = self.roles(), self._loaded.proposal
        answered = {one.question for one in self._answered}
        still = {one.question: one for one in reasons_under(roles, proposal) if one.question}
        still = {question: one for question, one in still.items() if question not in answered}
        open_ones = [one for one in still.values() if not self._is_beside(one)]
        room = _MOST_CARDS - self.classes.isVisibleTo(self)
        for widget in (*self.cards, *self._lines):
            widget.hide()
            widget.deleteLater()
        self.cards = [
            QuestionCard(one, self._answers(one, roles), roles, self._words)
            for one in open_ones[:room]
        ]
        for place, card in enumerate(self.cards):
            card.answered.connect(self._on_answered)
            card.choose_requested.connect(lambda reason: self.show_choice(self._field_of(reason)))
            wide = 2 if len(self.cards) == 1 or (place == 2) else 1
            self._card_grid.addWidget(card, place // 2, place % 2, 1, wide)
        n_more = len(open_ones) - len(self.cards)
        told = (
            "1 more question comes" if n_more == 1 else f"{text.count(n_more)} more questions come"
        )
        self._more.setText(f"{told} when these are answered")
        self._more.setVisible(n_more > 0)
        closed = (one for one in proposal.asked if one.question not in still)
        self._lines = [self._line_of(one, roles) for one in closed if not self._is_beside(one)]
        for line in self._lines:
            self._line_list.addWidget(line)
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Let Tab go from the sentence to the classes, the cards, and the rest, as they stand."""
        stops: list[QWidget] = [*self.sentence.links]
        stops += [tile.button for tile in self.classes.tiles.values()]
        stops += [button for card in self.cards for button in card.buttons]
        stops += [line.undo for line in self._lines]
        for one, next_one in pairwise([*stops, self.outcome.flip, self.all_choices]):
            self.setTabOrder(one, next_one)

    def _answers(self, reason: Reason, roles: Roles) -> tuple[Answer, ...]:
        """Return the answers to a question: of two classes that have no tiles, their names."""
        if reason.role is not Role.POSITIVE or self.positive.count() != 2:
            return answers_to(reason, roles)
        names = [self.positive.itemData(place) for place in range(2)]
        return tuple(Answer(name, replace(roles, positive=name)) for name in names)

    def _is_beside(self, reason: Reason) -> bool:
        """Return whether the tiles ask it, or it was asked of a class that was chosen no more."""
        if reason.role is Role.DIRECTION:
            return self._is_other_class
        return reason.role is Role.POSITIVE and self.classes.isVisibleTo(self)

    @property
    def _is_other_class(self) -> bool:
        """Whether another class was chosen than was proposed: its direction is looked at anew."""
        proposed = self._loaded.proposal.roles.positive
        return proposed is not None and self.positive.currentData() != proposed

    def _line_of(self, reason: Reason, roles: Roles) -> AnsweredLine:
        under = reasons_under(roles, self._loaded.proposal)
        told = next((one.sentence for one in under if one.role is reason.role), reason.sentence)
        line = AnsweredLine(text.sentence(self._words.said(told)))
        line.taken_back.connect(lambda: self._take_back(reason))
        return line

    def _take_back(self, reason: Reason) -> None:
        """Ask a question again, as it was proposed."""
        self._answered = [one for one in self._answered if one is not reason]
        self._decide(as_proposed(self.roles(), self._loaded.proposal, reason.role))

    def _on_answered(self, reason: Reason, answer: Answer) -> None:
        self._answered.append(reason)
        self._decide(answer.roles)

    def _decide(self, roles: Roles) -> None:
        """Take roles as what is chosen in all fields."""
        self._base = roles
        self._fill(self._loaded.table, roles)
        self._show_questions()
        self._on_changed()

    def _on_class_chosen(self, name: str) -> None:
        self.positive.setCurrentIndex(self.positive.findData(name))

    def _field_of(self, reason: Reason) -> QWidget:
        """Return the field in which a question is answered."""
        fields_of = {
            Role.POSITIVE: self.positive,
            Role.SCORE: self.scores,
            Role.PROBABILITIES: self.class_pairs,
            Role.DIRECTION: self.direction,
            Role.PREDICTED: self.predicted,
            Role.WEIGHT: self.weight,
            Role.MISSING_LABELS: self.missing_labels,
            Role.N_POSITIVE: self.n_positive,
            Role.N_NEGATIVE: self.n_negative,
            Role.SUBSET: self.subset,
            Role.MATRIX_ROWS: self.matrix_rows,
            Role.LIMITS: self.limits,
            Role.MISSING_SCORES: self.missing,
            Role.DECIMAL: self.reading.decimal,
            Role.DELIMITER: self.reading.separator,
            Role.SHEET: self.reading.sheet,
        }
        return fields_of.get(reason.role, self.truth)

    # ------------------------------------------------------------------------- asking

    def roles(self) -> Roles:
        """Return what the user decided."""
        proposed = self._base
        if proposed.matrix_rows is not None:
            sides, positive = self.matrix_rows.currentData(), self.positive.currentData()
            return replace(proposed, matrix_rows=sides, positive=positive)
        scores, thousands = tuple(self.scores.checked()), self._thousands(proposed)
        decided = replace(
            proposed,
            scores=scores,
            higher_is_positive=self.direction.currentData(),
            opposite=tuple(name for name in scores if name in self._opposite),
            decimal=self.reading.decimal_sign or proposed.decimal,
            thousands=thousands,
            limits=proposed.limits and self.limits.currentData(),
            missing_scores=self.missing.currentData(),
            subset=self.subset.text().strip(),
        )
        if self._are_rows_counted:
            return decided.as_counts(self.n_positive.currentData(), self.n_negative.currentData())
        # Scores that were chosen here take the place of one column a class.
        keeps = set(scores) == set(proposed.scores)
        return replace(
            decided.as_rows(),
            truth=self.truth.currentData() or None,
            probabilities=(proposed.probabilities and self.class_pairs.pairs()) if keeps else (),
            predicted=self.predicted.currentData(),
            weight=self._weight(proposed),
            missing_labels=self._labels_without_class(),
            positive=self.positive.currentData(),
        )

    def _labels_without_class(self) -> tuple[str, ...]:
        """Return the labels that mean that there is none."""
        proposed = self._base.missing_labels or ()
        if self.missing_labels.text() == _BETWEEN.join(proposed):
            return proposed  # whatever stands in them
        parts = (part.strip() for part in self.missing_labels.text().split(";"))
        return tuple(part for part in parts if part)

    def _thousands(self, proposed: Roles) -> ThousandsSign | None:
        """Return what separates thousands; nothing is said where nothing was and nothing does."""
        chosen = self.reading.thousands_sign
        return proposed.thousands if (chosen or "") == (proposed.thousands or "") else chosen

    def _weight(self, proposed: Roles) -> str | None:
        """Return the column of frequencies; nothing is said where there was none and is none."""
        chosen: str = self.weight.currentData() or ""
        return proposed.weight if chosen == (proposed.weight or "") else chosen

    @property
    def _is_complete(self) -> bool:
        """Whether the choices can be tried."""
        return self.roles().is_complete(self.positive.count())

    def _check(self) -> None:
        self.open_button.setEnabled(self._is_complete)
        self.save_button.setEnabled(self._is_complete)

    def _on_truth_changed(self) -> None:
        self._fill_classes(None)
        self._on_changed()

    def _on_positive_changed(self) -> None:
        """Turn the scores with the class, as everywhere: low for one of two, high for the other.

        Where the class was asked about, it is an answer and no change: the direction stays.
        """
        before, self._positive_before = self._positive_before, self.positive.currentData()
        dataset, roles = self._loaded.dataset, self.roles()
        is_asked = self._loaded.proposal.asks_about(Role.POSITIVE)
        n_classes = self.positive.count() if dataset is None else dataset.n_classes
        is_change = before is not None and not is_asked and n_classes == 2
        if is_change and not roles.probabilities:  # else the other one speaks for the other class
            turned = roles.for_class(self.positive.currentData(), is_other_of_two=True)
            self.direction.setCurrentIndex(self.direction.findData(turned.higher_is_positive))
        self._on_changed()

    def _on_missing_labels(self) -> None:
        """Offer the classes that are left; the positive one stays where it is one of them."""
        self._fill_classes(self.positive.currentData())

    def _on_rows_are_changed(self) -> None:
        self._show_questions()
        self._on_changed()

    def _show_reasons(self) -> None:
        """Show why the columns are what they are chosen to be: as proposed, or by choice."""
        self.outcome.show_reasons(reasons_under(self.roles(), self._loaded.proposal))

    def _on_changed(self) -> None:
        self._check()
        self._show_reasons()
        self._show_cards()
        if self._is_complete:
            self._pause.start()
        else:
            self._pause.stop()
            self.outcome.show_incomplete(counted=self._are_rows_counted)

    def _ask_outcome(self) -> None:
        self.outcome.show_waiting()
        self.outcome_requested.emit(self._loaded, self.roles())

    def _on_flip(self, score: str) -> None:
        """Turn one score round."""
        turned = self.roles().turned(score)
        self._opposite = set(turned.opposite)
        self.direction.setCurrentIndex(self.direction.findData(turned.higher_is_positive))
        self._on_changed()

    def _on_options(self, options: ReadOptions) -> None:
        self._pause.stop()
        self.open_button.setEnabled(False)  # until it is known what comes of it
        self.options_requested.emit(self._loaded, self.roles(), options)

    def _on_save(self) -> None:
        self.save_requested.emit(ImportSpec.of(self._loaded.table, self.roles()))

    def _on_open(self) -> None:
        self._pause.stop()
        self.accepted_with.emit(self._loaded, self.roles(), self.take_lock.isChecked())
