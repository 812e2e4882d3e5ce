"""A field for the prevalence at which predictive values are wanted, beside those of the file."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QLineEdit

from evalgui.core.counts import whole_or_sum
from evalgui.core.intervals.at_prevalence import Share, share_of
from evalgui.core.languages import tr
from evalgui.core.requests import SetPrevalence
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import Words, words_in
from evalgui.gui.described import set_tip
from evalgui.gui.look import GRID, SMALL, scaled_font, text
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.fields import LeavesUndo
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_share

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot

_TIP = tr(
    "The share of {positives} where the test will be used, such as 5 % or 0.05: the predictive "
    "values there stand beside those of the file. Empty shows those of the file alone"
)
ASKS = tr("The sizes of the classes were chosen: type the {prevalence} that you ask about")
_WHY = tr(
    "What depends on the {prevalence}, such as predictive values, holds at that of this file, "
    "which says nothing about where the test will be used"
)
OF_STUDY = tr("Of another study type how many of how many had it, such as 12/200")
_BETWEEN = tr("Type a share between 0 and 1, or per cent such as 5 %")


def read_share(typed: str) -> Share | None:
    """Read a prevalence, or k/m of another study; None where nothing is typed.

    Raises
    ------
    NotUnderstoodError
        If it is no share between 0 and 1; the message says so in words.
    """
    found, slash, people = (one.strip() for one in typed.partition("/"))
    if not slash:
        share = read_prevalence(typed)
        return None if share is None else Share(share)
    if not (found.isdecimal() and people.isdecimal() and 0 < int(found) < int(people)):
        raise NotUnderstoodError(OF_STUDY)
    return Share(int(found), int(people))


def read_prevalence(typed: str) -> float | None:
    """Read a prevalence; None where nothing is typed.

    Raises
    ------
    NotUnderstoodError
        If it is no share between 0 and 1; the message says so in words.
    """
    if not typed.strip():
        return None
    share = read_typed_share(typed)
    if not 0 < share < 1:
        raise NotUnderstoodError(_BETWEEN)
    return share


def shown_prevalence(prevalence: float | None, people: int | None = None) -> str:
    """Return a prevalence as it can be typed again, "" for none; k/m of the people of a study."""
    if prevalence is None or people is None:
        return "" if prevalence is None else text.exact_percent(prevalence)
    return f"{round(prevalence * people)}/{people}"


def asks_for_prevalence(snapshot: Snapshot) -> bool:
    """Return whether the share of positives of the data says nothing, and none was typed."""
    dataset = snapshot.dataset
    is_chosen = dataset is not None and dataset.sampling.fixes_shares
    return is_chosen and snapshot.point is not None and snapshot.inputs.intervals.prevalence is None


def prevalence_of(share: Share | None) -> SetPrevalence:
    """Return what is asked for by a prevalence that was typed."""
    if share is None:
        return SetPrevalence(None)
    return SetPrevalence(share.value, None if share.n is None else int(share.n))


class PrevalenceField(LeavesUndo, QLineEdit):
    """Asks for predictive values at a prevalence, or for none but those of the file."""

    prevalence_requested = Signal(object)  # a `Share`, or None

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._asked: Share | None = None
        self._share = math.nan
        self._is_wanted = False
        self._words: Words = text.AT_FIRST
        self.message = FieldMessage(self, f"{name}_message")
        self.setMinimumWidth(GRID * 8)
        self.editingFinished.connect(self._on_finished)
        self.textEdited.connect(self.message.take_back)
        self._name()

    def show_snapshot(self, new: Snapshot) -> None:
        """Show what is asked about, and what the share is in the file."""
        asked = share_of(new.inputs.intervals)
        point, dataset = new.point, new.dataset
        self.setEnabled(point is not None)
        share = math.nan
        if point is not None and point.counts.n:
            share = whole_or_sum(point.counts.actual_positives) / whole_or_sum(point.counts.n)
        is_wanted = dataset is not None and dataset.sampling is Sampling.CASE_CONTROL
        if asked != self._asked or not self.hasFocus():
            self.setText(_shown(asked))
        if (share, is_wanted) != (self._share, self._is_wanted):
            self._share, self._is_wanted = share, is_wanted
            self._name()
        self._asked = asked

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name it as a vocabulary does."""
        self._words = words_in(vocabulary)
        self._name()

    def _name(self) -> None:
        self.setAccessibleName(self._words("{Prevalence}"))
        set_tip(self, self._words(_TIP))
        known = (
            "" if math.isnan(self._share) else tr("file: {share}", share=text.percent(self._share))
        )
        self.setPlaceholderText(tr("not given") if self._is_wanted else known)

    def _on_finished(self) -> None:
        try:
            asked = read_share(self.text())
        except NotUnderstoodError as error:
            self.message.say(text.why(error))
            self.setText(_shown(self._asked))
            return
        if asked != self._asked:
            self.prevalence_requested.emit(asked)
        else:
            self.setText(_shown(asked))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(_shown(self._asked))
            return
        super().keyPressEvent(event)


def _shown(asked: Share | None) -> str:
    """Return a prevalence as it can be typed again."""
    people = None if asked is None or asked.n is None else int(asked.n)
    return shown_prevalence(None if asked is None else asked.value, people)


class PrevalenceQuestion:
    """A field with its label, and a note that asks where the file does not say."""

    def __init__(self, name: str) -> None:
        self.field = PrevalenceField(name)
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setBuddy(self.field)
        self.note = QLabel()
        self.note.setObjectName(f"{name}_note")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setFont(scaled_font(self.note.font(), SMALL))
        self.note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.note.setContentsMargins(GRID, 0, GRID, 0)
        self.note.hide()
        self.set_vocabulary(text.AT_FIRST.vocabulary)

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show what is asked about; without a class against the rest nothing is."""
        same = new.inputs.intervals == old.inputs.intervals
        if same and new.dataset is old.dataset and new.positive == old.positive:
            return
        self.field.show_snapshot(new)
        for widget in (self.field, self.label):
            widget.setVisible(new.is_one_versus_rest)
        self.note.setVisible(asks_for_prevalence(new))

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name it as a vocabulary does."""
        words = words_in(vocabulary)
        self.field.set_vocabulary(vocabulary)
        self.label.setText(words("at {prevalence}"))
        self.note.setText(words(ASKS))
        set_tip(self.note, words(_WHY))
