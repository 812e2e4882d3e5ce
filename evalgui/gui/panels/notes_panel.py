"""What the user writes down: about the data, and about the operating point that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.notes_at_threshold import note_at
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import GRID, text
from evalgui.gui.models.provenance_words import place_in_words
from evalgui.gui.panels.fields import LeavesUndo
from evalgui.gui.panels.steady_label import SteadyLabel

if TYPE_CHECKING:
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.notes import PointNote
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme

_ABOUT_DATA = tr("About these data")
_ABOUT_POINT = tr("About this operating point")
_AS_CALLED = tr("About the calls of the file")
_OTHERS = tr("Other operating points with a note")
_NO_POINT = tr("Choose one class against the rest to write something about its threshold")
_LONGEST_SHOWN = 80
_NOTE_ROLE = Qt.ItemDataRole.UserRole


class NoteField(LeavesUndo, QPlainTextEdit):
    """A field for plain text, of which undo and redo are those of the program."""

    written = Signal(str)

    def __init__(self, name: str, purpose: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(purpose)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)  # a file that is dropped here is opened as anywhere
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._is_showing = False
        self.textChanged.connect(self._on_text_changed)

    def show_text(self, words: str) -> None:
        """Show another text; what is here already stays, with the cursor in it."""
        if words == self.toPlainText():
            return
        self._is_showing = True
        place = self.textCursor().position()
        self.setPlainText(words)
        cursor = self.textCursor()
        cursor.setPosition(min(place, len(self.toPlainText())))
        self.setTextCursor(cursor)
        self._is_showing = False

    def sizeHint(self) -> QSize:
        return QSize(GRID * 20, GRID * 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(GRID * 12, GRID * 6)

    def _on_text_changed(self) -> None:
        if not self._is_showing:
            self.written.emit(self.toPlainText())


class NotesPanel(QWidget):
    """A field for each note, and the list of the other points that have one."""

    data_note_written = Signal(str)
    point_note_written = Signal(str)
    threshold_requested = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notes_panel")
        self.setAccessibleName(tr("Notes"))
        self.about_data = NoteField("data_note", tr("Note about these data"))
        self.about_data.setPlaceholderText(
            tr("Where they come from, what was decided, what to check")
        )
        self.about_point = NoteField("point_note", tr("Note about this operating point"))
        self.about_point.setPlaceholderText(tr("Why here, who agreed, what it is for"))
        self._place = SteadyLabel("point_note_place", tr("Operating point of the note"))
        self.others = QListWidget()
        self.others.setObjectName("other_point_notes")
        self.others.setAccessibleName(_OTHERS)
        self.others.setToolTip(tr("A double click goes there"))
        self.others.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.others.itemActivated.connect(self._on_activated)
        title = _title("data_note_title", tr("What the note is about"), _ABOUT_DATA)
        self._others_title = _title("other_point_notes_title", tr("Other notes"), _OTHERS)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        column.setSpacing(GRID // 2)
        for label, field in ((title, self.about_data), (self._place, self.about_point)):
            column.addWidget(label)
            column.addWidget(field, 2)
        column.addWidget(self._others_title)
        column.addWidget(self.others, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(content)
        self._here: PointNote | None = None
        self._list_others(())
        self.about_data.written.connect(self.data_note_written)
        self.about_point.written.connect(self.point_note_written)
        lead_focus(self, self.about_data)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show what is written down about the data, and about where the threshold stands."""
        notes = new.choices.notes
        if notes is not old.choices.notes:
            self.about_data.show_text(notes.data)
        same = notes is old.choices.notes and new.ranking is old.ranking
        if same and new.point is old.point and new.dataset is old.dataset:
            return
        here = note_at(new, new.point)
        self._show_place(new)
        self.about_point.setEnabled(here is not None)
        self.about_point.show_text("" if here is None else here.text)
        if not (same and _is_same(here, self._here)):
            self._list_others(_others(new, here), new)
        self._here = here

    def set_theme(self, _theme: Theme) -> None:
        """Nothing here has a colour that the palette does not have."""

    def set_vocabulary(self, _vocabulary: Vocabulary) -> None:
        """Nothing here speaks of classes."""

    # ------------------------------------------------------------------------- inside

    def _show_place(self, snapshot: Snapshot) -> None:
        point, score = snapshot.point, snapshot.score
        if point is None:
            self._place.set_text(_NO_POINT)
        elif score is None:
            self._place.set_text(_AS_CALLED)
        else:
            self._place.set_text(f"{_ABOUT_POINT}: {place_in_words(point.threshold, score)}")

    def _list_others(self, notes: tuple[PointNote, ...], snapshot: Snapshot | None = None) -> None:
        """List what was written down about other points of the score that is shown."""
        self.others.clear()
        score = None if snapshot is None else snapshot.score
        for note in notes:
            if score is None:
                break
            words = " ".join(note.text.split())
            shown = f"{place_in_words(note.threshold, score)}: {text.elided(words, _LONGEST_SHOWN)}"
            item = QListWidgetItem(shown)
            item.setData(_NOTE_ROLE, note.threshold)
            item.setToolTip(text.tip(note.text))
            self.others.addItem(item)
        self.others.setVisible(self.others.count() > 0)
        self._others_title.setVisible(self.others.count() > 0)

    def _on_activated(self, item: QListWidgetItem) -> None:
        self.threshold_requested.emit(float(item.data(_NOTE_ROLE)))


def _title(name: str, purpose: str, words: str) -> SteadyLabel:
    label = SteadyLabel(name, purpose)
    label.set_text(words)
    return label


def _is_same(one: PointNote | None, other: PointNote | None) -> bool:
    """Return whether the notes that are left for the list are the same."""
    written = [note is not None and bool(note.text) for note in (one, other)]
    return written == [False, False] or (one is other and one is not None)


def _others(snapshot: Snapshot, here: PointNote | None) -> tuple[PointNote, ...]:
    """Return the notes about other points of the score and the class that are shown."""
    if here is None:
        return ()
    own = here.score, here.positive
    return tuple(
        note
        for note in snapshot.choices.notes.points
        if (note.score, note.positive) == own and not note.is_at(here)
    )
