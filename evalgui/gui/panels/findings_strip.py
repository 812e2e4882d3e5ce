"""The strip under everything: what is odd about the data, and the summaries of the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from evalgui.core.checks import Level
from evalgui.core.vocabulary import MACHINE_LEARNING, words_in
from evalgui.gui import text
from evalgui.gui.theme import GRID, Theme, icon

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Ranking, Snapshot
    from evalgui.core.vocabulary import Vocabulary, Words


class FindingsStrip(QWidget):
    """One line: findings on the left, areas and equal error rate on the right."""

    details_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findings_strip")
        self.setAccessibleName("Findings")
        self._full_text = ""
        self._words = MACHINE_LEARNING
        self._dataset: Dataset | None = None
        self._ranking: Ranking | None = None
        self.button = QToolButton()
        self.button.setObjectName("findings_button")
        self.button.setAutoRaise(True)
        self.button.setAccessibleName("Show all findings")
        self.button.setToolTip("What is odd about the data, and which rows take no part")
        self.button.clicked.connect(self.details_requested)
        self.findings = QLabel()
        self.findings.setObjectName("findings_text")
        self.summaries = QLabel()
        self.summaries.setObjectName("summaries")
        self.summaries.setAccessibleName("Summaries of the scores")
        for label in (self.findings, self.summaries):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.findings.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, 0, GRID, GRID // 2)
        layout.setSpacing(GRID // 2)
        layout.addWidget(self.button)
        layout.addWidget(self.findings, 1)
        layout.addWidget(self.summaries)

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show what is said of a data set and of its scores."""
        if new.dataset is not old.dataset:
            self._dataset = new.dataset
            self._show_findings()
        if new.ranking is not old.ranking:
            self._ranking = new.ranking
            self._show_summaries()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the summaries as a vocabulary does."""
        self._words = words_in(vocabulary)
        self._show_findings()
        self._show_summaries()

    def _show_findings(self) -> None:
        found = self._dataset
        self._full_text = "" if found is None else self._words.said(findings_line(found))
        self.findings.setToolTip(text.plain(self._full_text))
        self._elide()

    def _show_summaries(self) -> None:
        found = self._ranking
        self.summaries.setText("" if found is None else summaries_line(found, self._words))

    def set_theme(self, theme: Theme) -> None:
        """Recolour the icon and the faint text."""
        self.button.setIcon(icon("info", theme))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, theme.faint_text)
        self.findings.setPalette(palette)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        metrics = self.findings.fontMetrics()
        mode = Qt.TextElideMode.ElideRight
        shown = metrics.elidedText(self._full_text, mode, max(self.findings.width(), 0))
        self.findings.setText(shown)


def findings_line(dataset: Dataset) -> str:
    """Return the findings of a data set on one line, the ones that matter first."""
    ordered = sorted(dataset.findings, key=lambda finding: finding.level is not Level.WARNING)
    parts = [
        f"{text.count(item.count)} rows excluded: {item.reason}" for item in dataset.exclusions
    ]
    parts += [finding.text for finding in ordered]
    return "  \N{MIDDLE DOT}  ".join(parts) if parts else "Nothing odd was found in the data"


def summaries_line(ranking: Ranking, words: Words) -> str:
    """Return the summaries of the scores that need no threshold."""
    eer = ranking.equal_error_rate
    return (
        f"AUC {text.measure(ranking.areas.roc_auc)}"
        f"  \N{MIDDLE DOT}  AP {text.measure(ranking.areas.average_precision)}"
        f"  \N{MIDDLE DOT}  {words.equal_errors} {text.measure(eer.value)}"
        f" at {text.short_threshold(eer.threshold)}"
    )
