"""The part of the import dialog that says what would come of the choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, text
from evalgui.io.building.data_findings import REVERSED
from evalgui.io.meaning import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from evalgui.core.dataset import Dataset
    from evalgui.core.errors import EvalguiError
    from evalgui.core.vocabulary import Words
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import Reason

_MOST_CLASSES = 12
_MOST_FINDINGS = 12
_NO_SCORE = "missing_score"
_ASKED_OR_COUNTED = frozenset({REVERSED, _NO_SCORE})
_FOUND_OF = {
    Role.SHEET: "multi_sheet",
    Role.LIMITS: "censored_score",
    Role.UNREADABLE: "nonnumeric_score",
}
"""What is found about the data that a question says as well."""


class OutcomePanel(QWidget):
    """Counts, classes and findings; asks whether lower scores mean positive.

    The reasons stand elsewhere: where the columns are chosen.
    """

    flip_requested = Signal(str)

    def __init__(self, words: Words = text.AT_FIRST, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setObjectName("import_outcome")
        self.setAccessibleName(tr("What comes of these choices"))
        self.counts = self._label("import_counts")
        self.direction_question = self._label("import_direction_question")
        self.flip = QPushButton()
        self.flip.setObjectName("import_flip")
        self.flip.setAutoDefault(False)  # Enter opens the file, whatever has the focus
        self.flip.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.flip.clicked.connect(lambda: self.flip_requested.emit(self._reversed))
        self.findings = self._label("import_findings")
        self.reasons = self._label("import_reasons")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        for part in (self.direction_question, self.flip, self.counts, self.findings):
            layout.addWidget(part)
        self._ask_direction(None)

    @staticmethod
    def _label(name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignTop)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def show_waiting(self) -> None:
        """Say that the counts are being made."""
        self.counts.setText(tr("Counting\N{HORIZONTAL ELLIPSIS}"))
        self._ask_direction(None)

    def show_incomplete(self, *, counted: bool = False) -> None:
        """Say what is still to be chosen, of rows or of a count table."""
        wanted = (
            tr("Choose both columns of counts, and a score.")
            if counted
            else tr("Choose the truth, the {positive} class, and a score or the {predicted_class}.")
        )
        self.counts.setText(self._words(wanted))
        self._ask_direction(None)

    def show_refusal(self, error: EvalguiError) -> None:
        """Say why these choices do not do."""
        self.counts.setText(error.in_words(self._words))
        self.findings.setText("")
        self._ask_direction(None)

    def show_reasons(self, reasons: Iterable[Reason]) -> None:
        """Show why the columns are thought to be what they are, and how sure that is."""
        self.reasons.setText("\n".join(self._sentence(one.told) for one in reasons))

    def show_loaded(
        self,
        loaded: Loaded,
        *,
        is_direction_asked: bool = False,
        has_tiles: bool = False,
        asked: frozenset[Role] = frozenset(),
    ) -> None:
        """Show what comes of a file, and nothing that tiles of its classes or questions say."""
        dataset = loaded.dataset
        if dataset is None:
            self.counts.setText("")
            found = (one.text for one in loaded.table.findings)
            self._show_findings(map(self._sentence, found))
            return
        lines = outcome_lines(dataset, self._words, has_classes=not has_tiles)
        self.counts.setText("\n".join(lines))
        self._ask_direction(None if is_direction_asked else dataset)
        told = {one.code for one in dataset.exclusions} | _ASKED_OR_COUNTED
        told |= {code for role, code in _FOUND_OF.items() if role in asked}
        others = [one.text for one in dataset.findings if one.code not in told]
        shown = [self._sentence(words) for words in others[:_MOST_FINDINGS]]
        if len(others) > _MOST_FINDINGS:
            shown.append(
                tr("And {value} more findings.", value=text.count(len(others) - _MOST_FINDINGS))
            )
        self._show_findings(shown)

    def _show_findings(self, lines: Iterable[str]) -> None:
        self.findings.setText("\n".join(lines))
        self.findings.setVisible(bool(self.findings.text()))

    def _ask_direction(self, dataset: Dataset | None) -> None:
        """Ask about the first score that runs against its classes."""
        findings = () if dataset is None else dataset.findings
        found = next((one for one in findings if one.code == REVERSED), None)
        self._reversed = "" if found is None else found.subject
        self.direction_question.setText("" if found is None else self._sentence(found.text))
        if dataset is not None and found is not None:
            score = next(one for one in dataset.scores if one.name == found.subject)
            words = tr("lower") if score.higher_is_positive else tr("higher")
            name = text.elided(score.name, 24).replace("&", "&&")
            asked = tr("&Yes, {words} values of '{name}' mean {positive}")
            self.flip.setText(self._words(asked, words=words, name=name))
        for widget in (self.direction_question, self.flip):
            widget.setVisible(found is not None)

    def _sentence(self, words: str) -> str:
        told = self._words.said(words)
        return f"\N{BULLET} {told[0].upper()}{told[1:]}" if told else ""


def outcome_lines(
    dataset: Dataset, words: Words = text.AT_FIRST, *, has_classes: bool = True
) -> Iterator[str]:
    """Yield the account of the rows of a data set, which adds up, and that of its classes."""
    if dataset.matrix is not None:
        yield tr("{n} counted in a confusion matrix", n=text.count(dataset.matrix.n))
    else:
        yield tr(
            "{n_rows} rows read, {n} used",
            n_rows=text.count(dataset.n_rows_in_file),
            n=text.count(dataset.n),
        )
    for exclusion in dataset.exclusions:
        yield tr(
            "    {count} set aside: {reason}",
            count=text.count(exclusion.count),
            reason=text.said(exclusion.reason),
        )
    for finding in dataset.findings:
        if finding.code == _NO_SCORE:
            yield f"    {words.said(finding.text)}"
    if not has_classes:
        return
    sizes = dataset.class_sizes.tolist()
    if dataset.n_classes > _MOST_CLASSES:
        yield tr("{n_classes} classes", n_classes=text.count(dataset.n_classes))
        return
    for index, (name, size) in enumerate(zip(dataset.classes, sizes, strict=True)):
        has_positive = bool(dataset.scores) or dataset.n_classes == 2
        role = f"  ({words.positive})" if index == dataset.positive and has_positive else ""
        counted = "" if dataset.row_counts is None else tr(" counted")
        yield f"{text.elided(name, 36)}: {text.count(size)}{counted}{role}"
