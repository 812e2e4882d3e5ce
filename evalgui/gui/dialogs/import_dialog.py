"""The import dialog: what was understood of a file in a sentence, and what is open as cards.

All that can be chosen is folded under them, with the first rows of the file.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr, tr_n
from evalgui.core.metrics import Vocabulary
from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs.import_cards import (
    AnsweredLine,
    ClassCard,
    QuestionCard,
    Sentence,
    plain_label,
)
from evalgui.gui.dialogs.import_choices import ImportChoices
from evalgui.gui.dialogs.import_options import TOGETHER
from evalgui.gui.dialogs.import_outcome import OutcomePanel
from evalgui.gui.look import GRID, dialog_buttons, margins, text, with_clear_boxes
from evalgui.io.building.separation import medians_of_classes
from evalgui.io.meaning import Role, lock_in_words
from evalgui.io.meaning.answers import Answer, answers_to
from evalgui.io.proposing.kept_choices import as_proposed, reasons_under
from evalgui.io.proposing.question_context import cells_asked_about
from evalgui.io.remembered.import_spec import ImportSpec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.dataset import Dataset
    from evalgui.core.deciding import Locked
    from evalgui.core.errors import EvalguiError
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import ReadOptions, Reason, Roles
    from evalgui.io.proposing.question_context import AnswerOutcome

_MOST_CARDS = 3  # questions at once, that about the classes included
_MOST_NAMED = 3  # scores in the sentence
_PAUSE = 150  # milliseconds without a change before the counts are made again


class ImportDialog(QDialog):
    """Asks which column is what; stays open until the file is."""

    accepted_with = Signal(object, object, bool)  # what was read, the roles, whether a lock holds
    options_requested = Signal(object, object, object)
    outcome_requested = Signal(object, object)
    answers_requested = Signal(object, object)  # what was read, and the roles of each answer
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
        self.setWindowTitle(tr("Columns and classes"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._loaded = loaded
        self._lock = lock
        self._dataset = loaded.dataset
        self._answered: list[Reason] = []
        self._outcomes: dict[Roles, AnswerOutcome] = {}  # of answers, as far as they were tried
        self.sentence = Sentence()
        self.classes = ClassCard(self._words)
        self.cards: list[QuestionCard] = []
        self._lines: list[AnsweredLine] = []
        self._more = plain_label("import_more", is_faint=True)
        self.all_choices = QToolButton()
        self.all_choices.setObjectName("import_all_choices")
        self.all_choices.setText(
            tr("All choi&ces: columns, direction, missing values, rows, reading")
        )
        self.all_choices.setCheckable(True)
        self.all_choices.setAutoRaise(True)
        self.all_choices.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.outcome = OutcomePanel(self._words)
        self.choices = ImportChoices(loaded, self._words, self.outcome.reasons)
        self._buttons = self._make_buttons()
        self._offer_lock()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._before_trying = QTimer(self)
        self._before_trying.setSingleShot(True)
        self._before_trying.setInterval(2 * _PAUSE)
        self._lay_out()
        self._connect()
        self.show_loaded(loaded)
        screen = self.screen().availableGeometry().size()
        self.resize(QSize(GRID * 112, GRID * 78).boundedTo(screen))

    # -------------------------------------------------------------------------- making

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        self.open_button = QPushButton(tr("&Open"))
        self.open_button.setObjectName("import_open")
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.ApplyRole)
        self.save_button = QPushButton(tr("Sa&ve Choices\N{HORIZONTAL ELLIPSIS}"))
        self.save_button.setObjectName("import_save")
        self.save_button.setAutoDefault(False)
        self.save_button.setToolTip(tr("Write these choices to a file for --import-spec"))
        return buttons

    def _offer_lock(self) -> None:
        """Offer to open the file without the threshold that is locked, if one is."""
        self.take_lock = QCheckBox()
        self.take_lock.setObjectName("import_take_lock")
        self.take_lock.setChecked(True)
        self.take_lock.setPalette(with_clear_boxes(self.palette()))
        self.take_lock.setVisible(self._lock is not None)
        if self._lock is not None:
            each = "; ".join(self._words.said(lock_in_words(one)) for one in self._lock.each)
            told = text.elided(each, 80).replace("&", "&&")
            self.take_lock.setText(tr("Assess at the loc&ked threshold: {told}", told=told))
            self.take_lock.setToolTip(tr("Without it, the file is opened and the lock ends"))

    def _lay_out(self) -> None:
        self.remember = QCheckBox(tr("Use these choices for &files with the same columns"))
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
        column.setContentsMargins(margins(0, 0, GRID, 0))
        column.setSpacing(GRID)
        column.addWidget(self.sentence)
        column.addWidget(self.classes)
        column.addLayout(self._card_grid)
        column.addWidget(self._more)
        column.addLayout(self._line_list)
        column.addWidget(self.outcome)
        column.addWidget(self.all_choices)
        column.addWidget(self.choices)
        column.addStretch(1)
        self.scroll_area = QScrollArea()
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
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

    def _connect(self) -> None:
        self.choices.changed.connect(self._on_changed)
        self.choices.reading.options_requested.connect(self._on_options)
        self.outcome.flip_requested.connect(self.choices.turn)
        self.sentence.requested.connect(self.show_choice)
        self.classes.chosen.connect(self._on_class_chosen)
        self.all_choices.toggled.connect(lambda is_on: self._fold(is_open=is_on))
        self._pause.timeout.connect(self._ask_outcome)
        self._before_trying.timeout.connect(self._ask_answers)
        self.open_button.clicked.connect(self._on_open)
        self.save_button.clicked.connect(self._on_save)
        self._buttons.rejected.connect(self.reject)

    def counts(self) -> None:
        """Ask before the rows are counted, of which some are on show."""
        self.open_button.setText(tr("Coun&t"))
        for widget in (self.remember, self.save_button):
            widget.hide()
        self.remember.setChecked(False)

    # ------------------------------------------------------------------------- showing

    def show_loaded(self, loaded: Loaded) -> None:
        """Show a file as it was read, and what its columns are thought to be."""
        self._loaded = loaded
        self._answered, self._outcomes = [], {}
        self.setWindowTitle(tr("Open {name}", name=text.elided(loaded.table.name, 60)))
        self.choices.show_loaded(loaded)
        self._check()
        self._show_outcome(loaded)
        if loaded.dataset is None:
            self._on_changed()
        else:
            self._show_reasons()
            self._show_cards()
        if not self.choices.is_complete:
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
        self.choices.show_options_in_force()
        self._check()
        self.outcome.show_refusal(error)

    def roles(self) -> Roles:
        """Return what the user decided."""
        return self.choices.roles()

    # ------------------------------------------------------------------- what is understood

    def show_choice(self, field: QWidget) -> None:
        """Unfold all choices, and go to one of them."""
        self.all_choices.setChecked(True)
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        QTimer.singleShot(0, field, lambda: self.scroll_area.ensureWidgetVisible(field))

    def _fold(self, *, is_open: bool) -> None:
        arrow = Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow
        self.all_choices.setArrowType(arrow)
        self.choices.setVisible(is_open)

    def _show_understood(self, dataset: Dataset | None) -> None:
        """Show in one sentence what is assessed, and of two classes which is looked for."""
        self._dataset = dataset
        self.sentence.show_parts(self._understood(dataset))
        are_two = dataset is not None and dataset.n_classes == 2 and dataset.matrix is None
        self.classes.setVisible(are_two and not self.choices.are_rows_counted)
        if dataset is None or not are_two:
            return
        medians, rows = medians_of_classes(dataset), self._rows_of(dataset)
        sizes = dataset.class_sizes.tolist()
        told = [
            (
                name,
                f"{text.count(size)} {rows}",
                [
                    (score.name, text.short_threshold(of[place], score))
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
        why = next((self._words.said(one.told) for one in found), "")
        self.classes.show_classes(told, dataset.classes[dataset.positive], why)

    def _show_outcome(self, loaded: Loaded) -> None:
        is_asked = self._loaded.proposal.asks_about(Role.DIRECTION) and not self._is_other_class
        self._show_understood(loaded.dataset)
        self.outcome.show_loaded(
            loaded,
            is_direction_asked=is_asked,
            has_tiles=self.classes.isVisibleTo(self),
            asked=frozenset(one.role for one in self._loaded.proposal.asked),
        )

    def _understood(self, dataset: Dataset | None) -> Iterator[tuple[str, QWidget | None]]:
        """Yield the parts of the sentence, each with the field in which it is chosen."""
        if dataset is None:
            yield tr("What these columns mean has to be said first."), None
            return
        if dataset.matrix is not None:
            yield tr("A confusion matrix of "), None
            yield (
                tr("{n_classes} classes", n_classes=text.count(dataset.n_classes)),
                self.choices.matrix_rows,
            )
            return
        if self.choices.are_rows_counted or dataset.n_classes > 2:
            n_classes = tr("{n_classes} classes", n_classes=text.count(dataset.n_classes))
            yield (
                n_classes,
                self.choices.rows_are if self.choices.are_rows_counted else self.choices.truth,
            )
        else:
            yield dataset.classes[dataset.positive], self.choices.positive
            yield tr(" against "), None
            yield dataset.classes[1 - dataset.positive], self.choices.positive
        names = [score.name for score in dataset.scores]
        yield tr(", by "), None
        for place, name in enumerate(names[:_MOST_NAMED]):
            yield name, self.choices.scores
            if place < min(len(names), _MOST_NAMED) - 1:
                yield (tr(" and ") if place == len(names) - 2 else ", "), None
        if len(names) > _MOST_NAMED:
            yield tr(" and {value} more", value=text.count(len(names) - _MOST_NAMED)), None
        if not names:
            yield dataset.called_by or tr("classes"), self.choices.predicted
        yield ": ", None
        used, of = text.count(dataset.n), text.count(dataset.n_rows_in_file)
        yield (
            tr("{n} of {all} {rows}", n=used, all=of, rows=self._rows_of(dataset)),
            self.choices.subset,
        )

    def _rows_of(self, dataset: Dataset) -> str:
        """Return what the field calls the rows of a data set, where each is another one."""
        is_each = dataset.subjects is None and dataset.row_counts is None
        return self._words("{rows}") if is_each else tr("rows")

    # ------------------------------------------------------------------------------ cards

    def _show_cards(self) -> None:
        """Show the first open questions as cards, and those that were answered as lines."""
        roles, proposal = self.roles(), self._loaded.proposal
        answered = {one.question for one in self._answered}
        still = {one.question: one for one in reasons_under(roles, proposal) if one.question}
        still = {question: one for question, one in still.items() if question not in answered}
        open_ones = [one for one in still.values() if not self._is_beside(one)]
        # Which of several are scores is asked by their names in the sentence, if more is asked:
        # the one to decide by is chosen at any time.
        open_ones = [one for one in open_ones if not _is_of_scores(one)] or open_ones
        room = _MOST_CARDS - self.classes.isVisibleTo(self)
        for widget in (*self.cards, *self._lines):
            widget.hide()
            widget.deleteLater()
        self.cards = [
            QuestionCard(
                one,
                self._answers(one, roles),
                roles,
                self._words,
                cells_asked_about(self._loaded.table, proposal.roles, one),
            )
            for one in open_ones[:room]
        ]
        for place, card in enumerate(self.cards):
            card.answered.connect(self._on_answered)
            card.choose_requested.connect(
                lambda reason: self.show_choice(self.choices.field_of(reason.role))
            )
            wide = 2 if len(self.cards) == 1 or (place == 2) else 1
            self._card_grid.addWidget(card, place // 2, place % 2, 1, wide)
            card.show_outcomes(self._outcomes)
        if self.cards:
            self._before_trying.start()
        n_more = len(open_ones) - len(self.cards)
        told = tr_n(
            n_more,
            "1 more question comes when these are answered",
            "{n} more questions come when these are answered",
            n=text.count(n_more),
        )
        self._more.setText(told)
        self._more.setVisible(n_more > 0)
        closed = (one for one in proposal.asked if one.question not in still)
        self._lines = [self._line_of(one, roles) for one in closed if not self._is_beside(one)]
        for line in self._lines:
            self._line_list.addWidget(line)
        self._order_tabs()

    def _ask_answers(self) -> None:
        """Ask what comes of the answers on the cards that were not tried yet."""
        roles = {one: None for card in self.cards for one in card.answers if self._may_try(one)}
        if roles:
            self.answers_requested.emit(self._loaded, tuple(roles))

    def _may_try(self, roles: Roles) -> bool:
        n_classes = self.choices.positive.count()
        return roles not in self._outcomes and roles.is_complete(n_classes)

    def show_answers(self, loaded: Loaded, outcomes: dict[Roles, AnswerOutcome]) -> None:
        """Say what comes of answers, if it is this file that they are about."""
        if loaded.table is self._loaded.table:
            self._outcomes |= outcomes
            for card in self.cards:
                card.show_outcomes(self._outcomes)

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
        if reason.role is Role.TOGETHER:
            taken = self._loaded.table.how.together
            return tuple(
                Answer(f"{words[:1].upper()}{words[1:]}", roles, None if one == taken else one)
                for one, words in TOGETHER.items()
            )
        if reason.role is not Role.POSITIVE or self.choices.positive.count() != 2:
            return answers_to(reason, roles)
        names = [self.choices.positive.itemData(place) for place in range(2)]
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
        return proposed is not None and self.choices.positive.currentData() != proposed

    def _line_of(self, reason: Reason, roles: Roles) -> AnsweredLine:
        under = reasons_under(roles, self._loaded.proposal)
        told = next((one.sentence for one in under if one.role is reason.role), reason.sentence)
        line = AnsweredLine(self._words.said(told))
        line.taken_back.connect(lambda: self._take_back(reason))
        return line

    def _take_back(self, reason: Reason) -> None:
        """Ask a question again, as it was proposed."""
        self._answered = [one for one in self._answered if one is not reason]
        self._decide(as_proposed(self.roles(), self._loaded.proposal, reason.role))

    def _on_answered(self, reason: Reason, answer: Answer) -> None:
        if answer.together is not None:
            self._on_options(replace(self.choices.reading.options(), together=answer.together))
            return
        self._answered.append(reason)
        self._decide(answer.roles)

    def _decide(self, roles: Roles) -> None:
        """Take roles as what is chosen in all fields."""
        self.choices.take(roles)
        self._on_changed()

    def _on_class_chosen(self, name: str) -> None:
        self.choices.positive.setCurrentIndex(self.choices.positive.findData(name))

    # ------------------------------------------------------------------------- asking

    def _check(self) -> None:
        self.open_button.setEnabled(self.choices.is_complete)
        self.save_button.setEnabled(self.choices.is_complete)

    def _show_reasons(self) -> None:
        """Show why the columns are what they are chosen to be: as proposed, or by choice."""
        self.outcome.show_reasons(reasons_under(self.roles(), self._loaded.proposal))

    def _on_changed(self) -> None:
        self._check()
        self._show_reasons()
        self._show_cards()
        if self.choices.is_complete:
            self._pause.start()
        else:
            self._pause.stop()
            self.outcome.show_incomplete(counted=self.choices.are_rows_counted)

    def _ask_outcome(self) -> None:
        self.outcome.show_waiting()
        self.outcome_requested.emit(self._loaded, self.roles())

    def _on_options(self, options: ReadOptions) -> None:
        self._pause.stop()
        self.open_button.setEnabled(False)  # until it is known what comes of it
        self.options_requested.emit(self._loaded, self.roles(), options)

    def _on_save(self) -> None:
        self.save_requested.emit(ImportSpec.of(self._loaded.table, self.roles()))

    def _on_open(self) -> None:
        self._pause.stop()
        self.accepted_with.emit(self._loaded, self.roles(), self.take_lock.isChecked())


def _is_of_scores(reason: Reason) -> bool:
    """Return whether it asks which of several columns that are taken for scores are some."""
    return reason.role is Role.SCORE and len(reason.columns) > 1
