"""File > Count Larger Data: what opening would take, in which bins to count, and where it goes."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.dialogs.asking import AskingDialog
from evalgui.gui.dialogs.files import file_dialog, let_save
from evalgui.gui.dialogs.messages import ask_to_replace
from evalgui.gui.look import GRID, text
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.fields import Choice, CountField
from evalgui.io.counting.bins import MOST_BINS, USUAL_BINS
from evalgui.io.counting.count import Counting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.room import Room

SUFFIX = ".parquet"
INSTALL = "pip install 'evalgui[big]'"
_NOTE = tr(
    "Counting reads the rows in turn, and keeps how many of each class have which score: counts, "
    "rates, curves and rules come of these. Rows are no longer there to be looked at, selected, "
    "grouped or drawn again by subject."
)
_LACKING = tr("What counts (DuckDB, Ibis) is not installed. Install it, then start evalgui again:")
_NO_FILES = tr("Choose the files, or a folder of files with the same columns.")
_BINS, _EXACT = tr("Bins of equal width"), tr("Every distinct score")


class CountDialog(AskingDialog):
    """Asks into which bins, and where to; stands for opening where that would not fit.

    Parameters
    ----------
    paths
        The files and folders; () where they are asked for here.
    parent
        The window.
    is_offered
        Whether they were to be opened, which may still be tried.
    is_installed
        Whether what counts is there; None for finding that out.
    """

    chosen = Signal(tuple)  # paths: how large they are is asked for
    asked = Signal(tuple, object, object)  # paths, where to, and the `Counting`
    open_requested = Signal()

    def __init__(
        self,
        paths: Sequence[Path],
        parent: QWidget | None = None,
        *,
        is_offered: bool = False,
        is_installed: bool | None = None,
    ) -> None:
        super().__init__("count", tr("Count larger data"), _NOTE, parent, ("start", tr("&Count")))
        self._paths: tuple[Path, ...] = ()
        self._suggested = ""
        self.facts = _words("count_facts")
        self.files_button = _button(tr("&Files\N{HORIZONTAL ELLIPSIS}"), "count_files")
        self.folder_button = _button(tr("Fol&der\N{HORIZONTAL ELLIPSIS}"), "count_folder")
        self.files_button.clicked.connect(lambda: self._choose(QFileDialog.FileMode.ExistingFiles))
        self.folder_button.clicked.connect(lambda: self._choose(QFileDialog.FileMode.Directory))
        self.scores = Choice("count_scores", tr("Scores"))
        for words in (_BINS, _EXACT):
            self.scores.addItem(words)
        self.bins = CountField("count_bins", tr("Number of bins"))
        self.bins.setRange(1, MOST_BINS)
        self.bins.setGroupSeparatorShown(True)
        self.bins.setValue(USUAL_BINS)
        self.scores.currentIndexChanged.connect(lambda place: self.bins.setEnabled(place == 0))
        self.place = QLineEdit()
        self.place.setObjectName("count_place")
        self.place.setAccessibleName(tr("Count table"))
        self.place.textChanged.connect(self._show_disk)
        self._message = FieldMessage(self.place, "count_place_message")
        self.place.textEdited.connect(self._message.take_back)
        self.place_button = _button(tr("C&hoose\N{HORIZONTAL ELLIPSIS}"), "count_choose_place")
        self.place_button.clicked.connect(self._choose_place)
        self.disk = _words("count_disk")
        data = _row(self.facts, self.files_button, self.folder_button)
        for button in (self.files_button, self.folder_button):
            button.setVisible(not is_offered)
        self.form.addRow(tr("Data"), data)
        self.form.addRow(tr("&Scores"), _row(self.scores, self.bins))
        self.form.addRow(tr("Count &table"), _row(self.place, self.place_button))
        self.form.addRow("", self.disk)
        self.lacking = _Lacking()
        column = self.layout()
        assert isinstance(column, QVBoxLayout)  # noqa: S101 - of an asking dialog
        column.insertWidget(2, self.lacking)
        self._is_installed = is_counting_installed() if is_installed is None else is_installed
        self.lacking.setVisible(not self._is_installed)
        self.open_button = _button(tr("Open &Anyway"), "count_open")
        self.open_button.clicked.connect(self._on_open)
        if is_offered:
            self.buttons.addButton(self.open_button, self.buttons.ButtonRole.ActionRole)
        self.setMinimumWidth(GRID * 80)
        self.set_paths(paths)

    def set_paths(self, paths: Sequence[Path]) -> None:
        """Take other files; how large they are is told by `show_room`."""
        self._paths = tuple(paths)
        self.show_button.setEnabled(bool(paths) and self._is_installed)
        self.facts.setText(tr("Looking at the files") if paths else _NO_FILES)
        if paths and self.place.text() in {"", self._suggested}:
            self._suggested = str(suggested_place(paths[0]))
            self.place.setText(self._suggested)

    def show_room(self, room: Room) -> None:
        """Say how large the files are, and whether they may be opened nevertheless."""
        self.facts.setText(f"{text.elided(room.name, 60)}: {room.told}.")
        self.open_button.setEnabled(room.may_try)

    def refuse(self, why: str) -> None:
        """Say why the files cannot be counted."""
        self.facts.setText(why)
        self.show_button.setEnabled(False)

    # ------------------------------------------------------------------------- inside

    def _choose(self, mode: QFileDialog.FileMode) -> None:
        is_folder = mode == QFileDialog.FileMode.Directory
        dialog = file_dialog(
            self, "count_files_dialog", tr("Count a folder") * is_folder or tr("Count")
        )
        dialog.setFileMode(mode)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, is_folder)
        dialog.filesSelected.connect(self._take)
        dialog.open()

    def _take(self, names: list[str]) -> None:
        self.set_paths([*map(Path, names)])
        self.chosen.emit(self._paths)

    def _choose_place(self) -> None:
        dialog = file_dialog(self, "count_place_dialog", tr("Count table"))
        let_save(dialog, [tr("Count table (*{suffix})", suffix=SUFFIX)])
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # which is asked later
        place = Path(self.place.text())
        dialog.setDirectory(str(place.parent))
        dialog.selectFile(place.name)
        dialog.fileSelected.connect(self.place.setText)
        dialog.open()

    def _show_disk(self) -> None:
        try:
            free = shutil.disk_usage(Path(self.place.text()).parent).free
        except (OSError, ValueError):
            self.disk.setText(tr("There is no such folder."))
            return
        self.disk.setText(
            tr(
                "{sized} are free there. What the memory does not hold goes there, too.",
                sized=text.sized(free),
            )
        )

    def _on_accepted(self) -> None:
        typed = self.place.text().strip()
        place = Path(typed if Path(typed).suffix else f"{typed}{SUFFIX}")
        if not typed or not place.parent.is_dir():
            self._refuse(tr("Name a file in a folder that is there"))
        elif place.resolve() in {path.resolve() for path in self._paths} or place.is_dir():
            self._refuse(tr("Name another file than those that are counted"))
        elif place.exists():
            ask_to_replace(self, [place.name]).accepted.connect(lambda: self._count(place))
        else:
            self._count(place)

    def _count(self, place: Path) -> None:
        self.bins.interpretText()
        is_exact = self.scores.currentText() == _EXACT
        asked = Counting(is_exact=is_exact, n_bins=self.bins.value())
        self.accept()
        self.asked.emit(self._paths, place, asked)

    def _on_open(self) -> None:
        self.reject()
        self.open_requested.emit()

    def _refuse(self, why: str) -> None:
        self.place.setFocus()
        self._message.say(why)


class _Lacking(QWidget):
    """Says what is not installed, with the command that installs it to be copied."""

    def __init__(self) -> None:
        super().__init__()
        words = _words("count_lacking")
        words.setText(_LACKING)
        command = QLineEdit(INSTALL)
        command.setObjectName("count_install")
        command.setAccessibleName(tr("Command that installs it"))
        command.setReadOnly(True)
        self.copy = _button(tr("Co&py"), "count_copy")
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(INSTALL))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(words)
        layout.addWidget(_row(command, self.copy))


def is_counting_installed() -> bool:
    """Return whether DuckDB and Ibis are there; neither is imported."""
    return all(importlib.util.find_spec(name) for name in ("duckdb", "ibis"))


def suggested_place(path: Path) -> Path:
    """Return where a count table may go: beside the data, or else where documents are kept."""
    folder = path.parent
    if not os.access(folder, os.W_OK):
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        known = Path(QStandardPaths.writableLocation(documents))
        folder = known if known.is_dir() else Path.home()
    stem = path.name if path.is_dir() else path.stem
    place, n = folder / f"{stem}-counts{SUFFIX}", 1
    while place.exists():
        n += 1
        place = folder / f"{stem}-counts-{n}{SUFFIX}"
    return place


def _row(*widgets: QWidget) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    for place, widget in enumerate(widgets):
        layout.addWidget(widget, 1 if place == 0 else 0)
    row.setFocusProxy(widgets[0])
    return row


def _words(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setWordWrap(True)
    return label


def _button(words: str, name: str) -> QPushButton:
    button = QPushButton(words)
    button.setObjectName(name)
    button.setAutoDefault(False)
    return button
