"""The strip under everything: what is odd about the data, and the summaries of the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from evalgui.core.api import (
    MACHINE_LEARNING,
    NO_SUMMARIES,
    RANKING_METRICS,
    Level,
    Shown,
    joined,
    words_in,
)
from evalgui.gui.look import GRID, Theme, icon, text
from evalgui.gui.models.intervals import brief, sentences
from evalgui.io.building.oddities import REVERSED
from evalgui.io.building.shown_findings import shown_findings
from evalgui.io.repeats import REPEATED_IDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.core.api import (
        Dataset,
        Finding,
        Interval,
        Ranking,
        Score,
        Snapshot,
        Vocabulary,
        Words,
    )


class FindingsStrip(QWidget):
    """One line: findings on the left, areas and equal error rate on the right."""

    details_requested = Signal()
    turn_requested = Signal(str)
    reload_requested = Signal()
    subject_requested = Signal(str)  # the column that says whose each row is

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findings_strip")
        self.setAccessibleName("Findings")
        self._words = MACHINE_LEARNING
        self._dataset: Dataset | None = None
        self._found: tuple[Finding, ...] = ()
        self._ranking: Ranking | None = None
        self._intervals: Mapping[str, Interval] = NO_SUMMARIES
        self._score: Score | None = None
        self._against = ""
        self._id_column = ""
        self._more: tuple[Finding, ...] = ()
        self.button = QToolButton()
        self.button.setObjectName("findings_button")
        self.button.setAutoRaise(True)
        self.button.setAccessibleName("Show all findings")
        self.button.setToolTip("What is odd about the data, and which rows take no part")
        self.button.clicked.connect(self.details_requested)
        self.question = _Line()
        self.question.setObjectName("direction_question")
        self.findings = _Line()
        self.findings.setObjectName("findings_text")
        self.turn = QToolButton()
        self.turn.setObjectName("turn_score_button")
        self.turn.clicked.connect(lambda: self.turn_requested.emit(self._against))
        self.together = _button("belong_together_button", "These rows belong together")
        self.together.clicked.connect(lambda: self.subject_requested.emit(self._id_column))
        self.notice = _Line()
        self.notice.setObjectName("file_notice")
        self.reload = _button("reload_button", "Reload")
        self.reload.setToolTip("Read the file once more; choices stay as far as they fit")
        self.reload.clicked.connect(self.reload_requested)
        self.summaries = QLabel()
        self.summaries.setObjectName("summaries")
        self.summaries.setAccessibleDescription("Summaries of the scores")  # its name is its text
        for label in (self.notice, self.question, self.findings, self.summaries):
            label.setTextFormat(Qt.TextFormat.PlainText)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, 0, GRID, GRID // 2)
        layout.setSpacing(GRID // 2)
        layout.addWidget(self.button)
        layout.addWidget(self.notice, 3)
        layout.addWidget(self.reload)
        layout.addWidget(self.question, 3)  # which is elided last
        layout.addWidget(self.turn)
        layout.addWidget(self.findings, 1)
        layout.addWidget(self.together)
        layout.addStretch()
        layout.addWidget(self.summaries)
        for asked in (self.notice, self.reload, self.question, self.turn, self.together):
            asked.hide()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show what is said of a data set and of its scores."""
        same_summaries = new.summaries is old.summaries
        if new.dataset is old.dataset and new.ranking is old.ranking is not None and same_summaries:
            return  # what was said of a class and its score
        is_same = new.dataset is old.dataset and new.positive == old.positive
        if not is_same or new.score is not old.score:
            if new.dataset is not old.dataset:
                self._more = ()
            self._dataset, self._score = new.dataset, new.score
            self._found = shown_findings(new)
            self._show_findings()
        if new.ranking is not old.ranking or new.summaries is not old.summaries:
            self._ranking, self._intervals = new.ranking, new.summaries
            self._show_summaries()

    def show_more(self, dataset: Dataset, findings: Sequence[Finding]) -> None:
        """Show what was found about a data set later, where it is still the one that is shown."""
        if dataset is self._dataset:
            self._more = tuple(findings)
            self._show_findings()

    def show_files(self, findings: Sequence[Finding]) -> None:
        """Say what became of the files that are open; nothing while they are as they were."""
        words = "  \N{MIDDLE DOT}  ".join(finding.text for finding in findings)
        self.notice.say(words)
        self.notice.setToolTip(text.plain(words))
        for widget in (self.notice, self.reload):
            widget.setVisible(bool(findings))

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the summaries as a vocabulary does."""
        self._words = words_in(vocabulary)
        self._show_findings()
        self._show_summaries()

    def _show_findings(self) -> None:
        dataset, score = self._dataset, self._score
        found = (*self._found, *self._more)
        against = None if score is None else reversal(found, score)
        self._against = "" if against is None else against.subject
        for widget in (self.question, self.turn):
            widget.setVisible(against is not None)
        for label, words in (
            (self.question, "" if against is None else against.text),
            (self.findings, "" if dataset is None else findings_line(dataset, found, against)),
        ):
            told = self._words.said(words)
            label.say(told)
            label.setToolTip(text.plain(told))
        self._id_column = repeated_id(found)
        self.together.setVisible(bool(self._id_column))
        tip = f"Rows with the same '{text.elided(self._id_column)}' are of one subject: intervals "
        self.together.setToolTip(text.plain(f"{tip}count subjects then, and are wider"))
        if score is not None and against is not None:
            way = "lower" if score.higher_is_positive else "higher"
            self.turn.setText(f"Yes, {way} = {self._words.positive}")
            tip = self._words(
                "Let {way} values of '{name}' mean {positive}", way=way, name=score.name
            )
            self.turn.setToolTip(text.plain(tip))

    def _show_summaries(self) -> None:
        found = self._ranking
        shown = "" if found is None else summaries_line(found, self._words, self._intervals)
        self.summaries.setText(shown)
        told = [
            "\n".join((self._words.said(metric.short), *sentences(interval, self._words)))
            for metric in RANKING_METRICS
            if Shown.STRIP in metric.shown
            and (interval := self._intervals.get(metric.id)) is not None
        ]
        self.summaries.setToolTip(text.plain("\n\n".join(told)) if told else "")

    def set_theme(self, theme: Theme) -> None:
        """Recolour the icon and the faint text."""
        self.button.setIcon(icon("info", theme))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, theme.faint_text)
        for label in (self.notice, self.question, self.findings):
            label.setPalette(palette)


class _Line(QLabel):
    """One line that is as long as its words, and elided where there is no room for them."""

    def __init__(self) -> None:
        super().__init__()
        self.whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def say(self, words: str) -> None:
        """Show other words."""
        self.whole = words
        self.setAccessibleName(words)  # elided for the eye alone
        self.setMaximumWidth(self.fontMetrics().horizontalAdvance(words) + GRID)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        right = Qt.TextElideMode.ElideRight
        self.setText(self.fontMetrics().elidedText(self.whole, right, self.width()))


def _button(name: str, words: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setText(words)
    return button


def reversal(findings: Sequence[Finding], score: Score) -> Finding | None:
    """Return the finding that a score runs against its classes, if it does."""
    found = (one for one in findings if one.code == REVERSED)
    return next((one for one in found if one.subject == score.name), None)


def repeated_id(findings: Sequence[Finding]) -> str:
    """Return the column whose ids occur more than once, "" where there is none, or several."""
    columns = [one.columns for one in findings if one.code == REPEATED_IDS]
    return columns[0][0] if columns and len(columns[0]) == 1 else ""


def findings_line(dataset: Dataset, found: Sequence[Finding], but: Finding | None = None) -> str:
    """Return findings about a data set but one on one line, those that matter first."""
    ordered = sorted(found, key=lambda finding: finding.level is not Level.WARNING)
    said = {finding.code for finding in ordered}
    parts = [
        f"{text.count(item.count)} {'row' if item.count == 1 else 'rows'} excluded: {item.reason}"
        for item in dataset.exclusions
        if item.code not in said
    ]
    parts += [finding.text for finding in ordered if finding is not but]
    if but is not None and not parts:
        return ""
    return joined("  \N{MIDDLE DOT}  ", parts) if parts else "Nothing odd was found in the data"


def summaries_line(
    ranking: Ranking, words: Words, intervals: Mapping[str, Interval] = NO_SUMMARIES
) -> str:
    """Return the summaries of the scores that need no threshold, with their intervals."""
    parts = []
    for metric in RANKING_METRICS:
        if Shown.STRIP in metric.shown:
            told = f"{words.said(metric.short)} {text.measure(ranking.value(metric.id))}"
            found = intervals.get(metric.id)
            if found is not None and found.is_defined:
                told += f" ({brief(found)})"
            place = ranking.taken_at.get(metric.id)
            at = "" if place is None else f" at {text.short_threshold(place, ranking.score)}"
            parts.append(told + at)
    return "  \N{MIDDLE DOT}  ".join(parts)
