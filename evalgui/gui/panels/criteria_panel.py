"""Acceptance criteria: what is required, whether it is met, and when it was written."""

from __future__ import annotations

import time
from collections import deque
from statistics import median
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.requirements import Verdict
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.described import set_tip
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import GRID, LIGHT, SMALL, icon, margins, scaled_font, text
from evalgui.gui.panels.criterion_form import CriterionForm
from evalgui.gui.results.cells import style_of
from evalgui.results.topics.requirements import (
    group_in_words,
    in_words,
    judged,
    record_in_words,
)
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QKeyEvent, QPaintEvent, QShowEvent

    from evalgui.core.errors import EvalguiError
    from evalgui.core.requirements import Record, Requirement, Withdrawn
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style
    from evalgui.gui.look import Theme
    from evalgui.results.topics.requirements import Answer, Judged

    Found = Mapping[Requirement, Judged]

_A_FRAME = 0.004  # seconds that criteria may take of one
_SHOWN = 12  # letters of a hash
_REST = 60  # milliseconds without another threshold
_NONE = tr(
    "What has to hold for the test to be accepted. Written before data are opened, the record says"
    " so; what is changed afterwards says that, too."
)
_WORDS = {
    Verdict.MET: tr("Met"),
    Verdict.NOT_MET: tr("Not met"),
    Verdict.CANNOT_TELL: tr("Cannot tell"),
    None: "\N{HORIZONTAL ELLIPSIS}",
}
_NO_DATA = tr("No data yet")
_HIDDEN = tr("Hidden: View > Hide Answers shows it")


class VerdictMark(QWidget):
    """A shape for each verdict: a check in a circle, a cross in a square, a question in a triangle.

    Three dots stand for what is still being worked out.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("criterion_mark")
        self.verdict: Verdict | None = None
        self._theme = LIGHT
        self.setFixedSize(QSize(GRID * 5 // 2, GRID * 5 // 2))

    def show_verdict(self, verdict: Verdict | None, theme: Theme) -> None:
        """Show one; None while it is not known."""
        if (verdict, theme) != (self.verdict, self._theme):
            self.verdict, self._theme = verdict, theme
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = float(self.width())
        painter.scale(size / 20, size / 20)
        colour = QColor(colour_of(self.verdict, self._theme))
        sign = QPen(QColor(self._theme.base), 2.2)
        sign.setCapStyle(Qt.PenCapStyle.RoundCap)
        sign.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        if self.verdict is Verdict.MET:
            painter.drawEllipse(QPointF(10, 10), 9, 9)
            painter.setPen(sign)
            painter.drawPolyline(
                QPolygonF([QPointF(5.5, 10.5), QPointF(9, 14), QPointF(14.5, 6.5)])
            )
        elif self.verdict is Verdict.NOT_MET:
            painter.drawRoundedRect(2, 2, 16, 16, 2, 2)
            painter.setPen(sign)
            painter.drawLine(QPointF(6.5, 6.5), QPointF(13.5, 13.5))
            painter.drawLine(QPointF(13.5, 6.5), QPointF(6.5, 13.5))
        elif self.verdict is Verdict.CANNOT_TELL:
            painter.drawPolygon(
                QPolygonF([QPointF(10, 1), QPointF(19.5, 18.5), QPointF(0.5, 18.5)])
            )
            font = scaled_font(painter.font(), 1.0, bold=True)
            font.setPixelSize(12)
            painter.setFont(font)
            painter.setPen(sign)
            painter.drawText(0, 5, 20, 14, Qt.AlignmentFlag.AlignCenter, "?")
        else:
            for place in (4, 10, 16):
                painter.drawEllipse(QPointF(place, 10), 1.5, 1.5)


def colour_of(verdict: Verdict | None, theme: Theme) -> str:
    """Return the colour of the word for a verdict."""
    colours = {
        Verdict.MET: theme.correct_text,
        Verdict.NOT_MET: theme.error_text,
        Verdict.CANNOT_TELL: theme.warning,
    }
    return theme.faint_text if verdict is None else colours[verdict]


class CriterionRow(QFrame):
    """A criterion, what became of it with its numbers, and when it was written."""

    edited = Signal()
    removed = Signal()

    def __init__(self, one: Requirement) -> None:
        super().__init__()
        self.one = one
        self.setObjectName("criterion")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.mark = VerdictMark()
        self.verdict, self.number = _label("criterion_verdict"), _label("criterion_value")
        self.verdict.setFont(scaled_font(self.verdict.font(), 1.0, bold=True))
        self.sentence = _label("criterion_sentence", wraps=True)
        self.detail = _label("criterion_detail", wraps=True)
        self.record = _label("criterion_record", wraps=True, is_small=True)
        self.edit, self.remove = (
            _button("criterion_edit", tr("Edit")),
            _button("criterion_remove", ""),
        )
        self.edit.clicked.connect(self.edited)
        self.remove.clicked.connect(self.removed)
        grid = QGridLayout(self)
        grid.setContentsMargins(margins(GRID, GRID // 2, GRID // 2, GRID // 2))
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(GRID // 4)
        grid.setColumnStretch(2, 1)
        grid.addWidget(self.mark, 0, 0)
        grid.addWidget(self.verdict, 0, 1)
        grid.addWidget(self.number, 0, 2)
        grid.addWidget(self.edit, 0, 3)
        grid.addWidget(self.remove, 0, 4)
        for place, part in enumerate((self.sentence, self.detail, self.record), start=1):
            grid.addWidget(part, place, 1, 1, 4)

    def set_theme(self, theme: Theme) -> None:
        """Draw the buttons in other colours."""
        for button, name in ((self.edit, "pencil"), (self.remove, "close")):
            button.setIcon(icon(name, theme))

    def show_judged(self, found: Judged | None, why: str, style: Style, theme: Theme) -> None:
        """Show what became of it; None with why nothing is said, "" while it is worked out."""
        verdict = None if found is None else found.verdict
        self.mark.show_verdict(verdict, theme)
        self.verdict.setText(why or _WORDS[verdict])
        palette = self.verdict.palette()
        for role in (
            QPalette.ColorRole.Text,
            QPalette.ColorRole.WindowText,
        ):  # the ground says which
            palette.setColor(role, QColor(colour_of(verdict, theme)))
        self.verdict.setPalette(palette)
        self.number.setText("" if found is None else numbers_told(found.answer))
        self.detail.setText("" if found is None else _detail(found, style))
        self.detail.setVisible(bool(self.detail.text()))
        parts = (self.sentence, self.verdict, self.number, self.detail, self.record)
        self.setAccessibleName(", ".join(filter(None, (part.text() for part in parts))))

    def show_words(self, style: Style, sha256: str) -> None:
        """Tell the criterion and its record in the words of a field."""
        one, record = self.one, self.one.record
        self.sentence.setText(in_words(one).told(style))
        told = "" if record is None else tr("Written {when}", when=_brief(record, sha256, style))
        if one.instead_of:
            told += tr("; instead of {instead_of}", instead_of=one.instead_of)
        self.record.setText(told)
        self.record.setVisible(bool(told))
        self.edit.setAccessibleName(tr("Edit: {text}", text=self.sentence.text()))
        self.remove.setAccessibleName(tr("Remove: {text}", text=self.sentence.text()))
        set_tip(self.edit, tr("Edit this criterion"))
        set_tip(self.remove, tr("Take this criterion back"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2}:
            self.edited.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class CriteriaPanel(QWidget):
    """The criteria from the top, what was withdrawn, and a form for one more."""

    criterion_requested = Signal(object, object)  # one, or None, and that in whose place it comes

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("criteria_panel")
        self.setAccessibleName(tr("Acceptance Criteria"))
        self.rows: list[CriterionRow] = []
        self.none = _label("criteria_none", wraps=True)
        self.none.setText(_NONE)
        self.none.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.none.setContentsMargins(GRID, GRID, GRID, 0)
        self.withdrawn = _label("criteria_withdrawn", wraps=True, is_small=True)
        self.withdrawn.setContentsMargins(GRID, GRID, GRID, 0)
        self.form = CriterionForm()
        self.form.taken.connect(self.criterion_requested)
        self._list = QVBoxLayout()
        self._list.setSpacing(1)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.none)
        column.addLayout(self._list)
        column.addWidget(self.withdrawn)
        column.addStretch(1)
        area = _scrolled(content)
        area.setMinimumHeight(GRID * 6)
        whole = QWidget()
        both = QVBoxLayout(whole)
        both.setContentsMargins(0, 0, 0, 0)
        both.setSpacing(0)
        both.addWidget(area, 1)
        both.addWidget(self.form)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(_scrolled(whole))  # where the pane is low
        lead_focus(self, self.form.text)
        self.seen: Callable[[], str] = lambda: ""
        """Returns the SHA-256 of the data on show; asked where a record has one."""
        self._snapshot, self._theme = EMPTY, LIGHT
        self._style = style_of(words_in(Vocabulary.MACHINE_LEARNING))
        self._told: tuple[object, ...] = ()
        self._of: tuple[object, ...] = ()  # what was worked out before the line moved
        self._takes: deque[float] = deque(maxlen=5)  # seconds, those of the last times
        self._is_outdated = False
        self._tasks = Tasks(self, tr("acceptance criteria"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST)
        self._timer.timeout.connect(self._work_out)
        self._show_rows()

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, _old: Snapshot, new: Snapshot) -> None:
        """Show what becomes of the criteria, now or once somebody sees it."""
        self._snapshot = new
        self._is_outdated = not self.isVisible()
        if not self._is_outdated:
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._again()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Tell everything as another field does."""
        self._style = style_of(words_in(vocabulary))
        self.form.set_vocabulary(vocabulary)
        self._again()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_outdated:
            self._is_outdated = False
            self._show()

    # ------------------------------------------------------------------------- inside

    def _again(self) -> None:
        self._told = ()
        self._is_outdated = not self.isVisible()
        if not self._is_outdated:
            self._show()

    def _show(self) -> None:
        said, dataset = self._snapshot.inputs.consequences, self._snapshot.dataset
        told = said.requirements, said.withdrawn, dataset
        if told != self._told:
            self._told = told
            self._show_rows()
        self._tasks.cancel()
        self._timer.stop()
        is_hidden = self._snapshot.choices.hides_answers
        if dataset is None or is_hidden or not said.requirements:
            self._show_judged({}, _HIDDEN if is_hidden else _NO_DATA)
            return
        inputs = self._snapshot.inputs
        known = inputs.score, inputs.positive, inputs.consequences, inputs.intervals
        if (dataset, *known) == self._of and median(self._takes) < _A_FRAME:
            begun = time.perf_counter()
            self._show_judged(judged(self._snapshot), "")
            self._takes.append(time.perf_counter() - begun)
            return
        self._show_judged({}, "")
        self._timer.start()

    def _work_out(self) -> None:
        snapshot = self._snapshot

        def work(_task: object) -> tuple[Found, float]:
            judged(snapshot)  # what is made once for a data set
            begun = time.perf_counter()
            return judged(snapshot), time.perf_counter() - begun

        def take(answer: tuple[Found, float]) -> None:
            found, took = answer
            self._takes.clear()
            self._takes.append(took)
            inputs = snapshot.inputs
            known = inputs.score, inputs.positive, inputs.consequences, inputs.intervals
            self._of = (snapshot.dataset, *known)
            self._show_judged(found, "")

        def fail(error: EvalguiError) -> None:
            self._show_judged({}, text.why(error))

        self._tasks.start(work, on_success=take, on_failure=fail, on_end=lambda: None)

    def _show_judged(self, found: Found, why: str) -> None:
        for row in self.rows:
            row.show_judged(found.get(row.one), why, self._style, self._theme)

    def _show_rows(self) -> None:
        """Make a row for each criterion; those that are there stay."""
        said, dataset = self._snapshot.inputs.consequences, self._snapshot.dataset
        records = [*(one.record for one in said.requirements), *(w.record for w in said.withdrawn)]
        were_seen = any(one is not None and one.data for one in records)
        sha256 = self.seen() if were_seen and dataset is not None else ""
        before = {row.one: row for row in self.rows}
        self.rows = [
            before.pop(one) if one in before else self._row(one) for one in said.requirements
        ]
        for row in before.values():
            row.hide()
            self._list.removeWidget(row)
            row.deleteLater()
        for place, row in enumerate(self.rows):
            self._list.insertWidget(place, row)
            row.set_theme(self._theme)
            row.show_words(self._style, sha256)
        self.none.setVisible(not self.rows)
        lines = [_gone(one, sha256, self._style) for one in said.withdrawn]
        self.withdrawn.setText("\n".join(lines))
        self.withdrawn.setVisible(bool(lines))
        names = () if dataset is None else tuple(column.name for column in dataset.columns)
        self.form.show_columns(names)

    def _row(self, one: Requirement) -> CriterionRow:
        row = CriterionRow(one)
        row.edited.connect(lambda: self.form.edit(one))
        row.removed.connect(lambda: self.criterion_requested.emit(None, one))
        return row


def numbers_told(answer: Answer) -> str:
    """Return the number that decides: its limits where these are asked about, and its value."""
    value, limits = text.measure(answer.value.value), [one.value for one in answer.limits]
    if not limits:
        return value
    if len(limits) == 1:
        limit = text.measure(limits[0])
        return tr("limit {limit} (value {value})", limit=limit, value=value)
    low, high = map(text.measure, limits)
    return tr("limits {low} to {high} (value {value})", low=low, high=high, value=value)


def _detail(found: Judged, style: Style) -> str:
    """Return why it cannot be told, and which groups fail or cannot be told, each with its n."""
    if not found.groups:
        why = style.words.said(found.answer.reason)
        return why[:1].upper() + why[1:]
    told = []
    for name, n, answer in found.groups:
        if answer.verdict is not Verdict.MET:
            why = style.words.said(answer.reason) or numbers_told(answer)
            told.append(f"{group_in_words(name, n).told(style)}: {answer.verdict.value}, {why}")
    return "\n".join(told) or tr(
        "In all {n} groups; here of the one nearest to it", n=len(found.groups)
    )


def _gone(one: Withdrawn, sha256: str, style: Style) -> str:
    told = _brief(one.record, sha256, style)
    return tr("Withdrawn: {what}, {told}", what=in_words(one.requirement).told(style), told=told)


def _brief(record: Record, sha256: str, style: Style) -> str:
    """Return a record with the first letters of a hash: all would not fit on a line."""
    told, data = record_in_words(record, sha256).told(style), record.data
    is_long = len(data) > _SHOWN
    return told.replace(data, f"{data[:_SHOWN]}\N{HORIZONTAL ELLIPSIS}") if is_long else told


def _scrolled(content: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    return area


def _label(name: str, *, wraps: bool = False, is_small: bool = False) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if is_small:
        label.setFont(scaled_font(label.font(), SMALL))
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def _button(name: str, words: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setAutoRaise(True)
    button.setAccessibleName(words)
    return button
