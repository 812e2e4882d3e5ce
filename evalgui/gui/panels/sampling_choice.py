"""How the rows came into the file: a choice of the data dock, with words for what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QStandardItemModel
from PySide6.QtWidgets import QLabel

from evalgui.core.languages import tr
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import words_in
from evalgui.gui.described import set_tip
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.gui.panels.fields import Choice

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.core.metrics import Vocabulary

SAMPLINGS = {
    Sampling.COHORT: tr("Cohort"),
    Sampling.CASE_CONTROL: tr("Case-control"),
    Sampling.BY_SUBJECT: tr("By subject"),
}
_MEANINGS = {
    Sampling.COHORT: tr(
        "The rows were drawn from one population: the share of {positives} is an estimate, too"
    ),
    Sampling.CASE_CONTROL: tr(
        "The sizes of the classes were chosen: predictive values, accuracy and F hold at the "
        "share of {positives} of this file alone"
    ),
    Sampling.BY_SUBJECT: tr(
        "Subjects were drawn, each with all of their rows, which depend on each other: "
        "intervals are wider"
    ),
}
_NO_SUBJECTS = tr("First give the column that says whose each row is the role of a subject")


class SamplingChoice(Choice):
    """One of three kinds; by subject where a column says whose the rows are."""

    sampling_requested = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__(name, tr("How the rows were sampled"))
        self._words = text.AT_FIRST
        self._shown: Sampling | None = None
        for sampling, title in SAMPLINGS.items():
            self.addItem(title, userData=sampling)
        self.meaning = QLabel()
        self.meaning.setObjectName(f"{name}_meaning")
        self.meaning.setTextFormat(Qt.TextFormat.PlainText)
        self.meaning.setWordWrap(True)
        self.meaning.setFont(scaled_font(self.meaning.font(), SMALL))
        self.meaning.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.activated.connect(self._on_activated)
        self.set_vocabulary(text.AT_FIRST.vocabulary)

    def show_dataset(self, dataset: Dataset | None) -> None:
        """Show how the rows of a data set were sampled."""
        self._shown = None if dataset is None else dataset.sampling
        self.setCurrentIndex(-1 if self._shown is None else self.findData(self._shown))
        known = None if dataset is None else (dataset.subjects, dataset.subject_totals)
        has_subjects = known not in {None, (None, None)}
        model, place = self.model(), self.findData(Sampling.BY_SUBJECT)
        if isinstance(model, QStandardItemModel):
            model.item(place).setEnabled(has_subjects)
        tip = "" if has_subjects else text.tip(_NO_SUBJECTS)
        self.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
        self._explain(dataset)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Tell what it means in the words of a vocabulary."""
        self._words = words_in(vocabulary)
        self._explain(None)

    def _explain(self, dataset: Dataset | None) -> None:
        words = "" if self._shown is None else self._words(_MEANINGS[self._shown])
        subjects = None if dataset is None else dataset.subjects
        if subjects is not None:
            names = text.both([f"'{text.elided(name)}'" for name in subjects.names])
            words += tr(
                " ({n_subjects} subjects in {names})",
                n_subjects=text.count(subjects.n_subjects),
                names=names,
            )
        self.meaning.setText(words)
        set_tip(self, words)

    def _on_activated(self) -> None:
        wanted = Sampling(self.currentData())  # Qt gives back its text alone
        if wanted is not self._shown:
            self.sampling_requested.emit(wanted)
