"""What leaves the program as tables: the dialog that asks, and what is asked of the workspace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.rules import RULES
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui import panes
from evalgui.gui.dialogs.files import file_dialog, let_save
from evalgui.gui.dialogs.messages import ask_to_replace
from evalgui.gui.dialogs.tables import TablesDialog, capital
from evalgui.gui.look import HAS_GUARDED, copy_both, text
from evalgui.gui.panels.predictions_table import selected_ranges
from evalgui.io.writers.tables import about_path, planned
from evalgui.workspace.exporting import RowsWanted, contents_of
from evalgui.workspace.settings import GUARDS_FORMULAS, TABLE_FORMAT, TABLE_ROWS, TABLES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from evalgui.core.rules.rule import Value
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.main_window import MainWindow
    from evalgui.io.writers.tables import Contents, Written
    from evalgui.workspace.settings import Settings
    from evalgui.workspace.workspace import Workspace

_IN_WORDS = {"all": "", "shown": tr("those shown in the table"), "selected": tr("those selected")}


def export_tables(window: MainWindow, workspace: Workspace, settings: Settings) -> TablesDialog:
    """Open the dialog, or bring it to the front; it follows what is shown."""
    for there in window.findChildren(TablesDialog):
        if there.isVisible():  # else it is closed, and deleted soon
            there.raise_()
            there.activateWindow()
            return there
    dialog = TablesDialog(window)
    _Exporting(dialog, window, workspace, settings)
    dialog.show()
    return dialog


class _Exporting(QObject):
    """Serves a dialog as long as it is there."""

    def __init__(
        self, dialog: TablesDialog, window: MainWindow, workspace: Workspace, settings: Settings
    ) -> None:
        super().__init__(dialog)
        self._dialog, self._window = dialog, window
        self._workspace, self._settings = workspace, settings
        self._following = QTimer(self)
        self._following.setSingleShot(True)
        self._following.timeout.connect(self._follow)
        ids: list[str] = settings.value(TABLES)
        dialog.choose(
            ids,
            settings.value(TABLE_FORMAT),
            settings.value(TABLE_ROWS),
            guards=settings.value(GUARDS_FORMULAS),
        )
        dialog.save_requested.connect(self._ask_where)
        dialog.copy_requested.connect(self._copy)
        dialog.cancel_requested.connect(workspace.exports.cancel)
        dialog.finished.connect(workspace.exports.cancel)
        exports = workspace.exports
        exports.progressed.connect(dialog.show_progress)
        exports.written.connect(self._on_written)
        exports.made.connect(self._on_made)
        exports.failed.connect(self._on_failed)
        exports.ended.connect(self._on_ended)
        workspace.changed.connect(self._on_changed)
        window.vocabulary_changed.connect(self._following.start)
        self._follow()

    # ------------------------------------------------------------------------ following

    def _on_changed(self, old: Snapshot, new: Snapshot) -> None:
        """Look again which tables there are, once nothing more happens now."""
        if any(one is not other for one, other in zip(_made_of(old), _made_of(new), strict=True)):
            self._following.start()

    def _follow(self) -> None:
        has_data = self._workspace.snapshot.dataset is not None
        self._dialog.show_contents(self._contents("all") if has_data else None)

    def _contents(self, rows: str) -> Contents:
        wanted = RowsWanted(self._rows(rows), _IN_WORDS[rows], self._given())
        workspace, words = self._workspace, self._window.vocabulary
        opened, previews = workspace.opened, workspace.openings.previews
        read = None if opened is None else opened.loaded.dataset
        more = () if read is None else tuple(previews.repeats_in(read))
        return contents_of(opened, workspace.data_sets, words, wanted, more)

    def _rows(self, rows: str) -> NDArray[np.integer] | None:
        """Return which rows are wanted, None for all.

        Raises
        ------
        EvalguiError
            If none is selected.
        """
        panel = self._window.place(panes.PREDICTIONS).made
        if rows == "all" or panel is None:
            return None
        if rows == "shown":
            shown = panel.model.rows_on_show
            return None if isinstance(shown, slice) else shown
        found = [panel.model.rows_at(part) for part in selected_ranges(panel.table)]
        if not found:
            message = tr("no row is selected in the table of predictions")
            raise EvalguiError(message, hint=tr("Select rows there, or choose other ones"))
        return np.concatenate(found)

    def _given(self) -> dict[str, Mapping[str, Value]]:
        """Return what the user set in rules."""
        panel = self._window.place(panes.RULES).made
        if panel is None:
            return {}
        choices = panel.model.choices
        return {rule.id: given for rule in RULES if (given := dict(choices.given(rule)))}

    # ------------------------------------------------------------------------ answers

    def _wanted(self) -> Contents | None:
        """Return what the chosen tables are made of; None, and why, where that cannot be."""
        dialog = self._dialog
        self._remember()
        try:
            return self._contents(dialog.rows.currentData() if "rows" in dialog.ids else "all")
        except EvalguiError as error:
            self._on_failed(error)
            return None

    def _remember(self) -> None:
        dialog, settings = self._dialog, self._settings
        settings.set_value(TABLES, list(dialog.ids))
        settings.set_value(TABLE_FORMAT, dialog.table_format.id)
        settings.set_value(TABLE_ROWS, dialog.rows.currentData())
        settings.set_value(GUARDS_FORMULAS, dialog.guard.isChecked())

    def _ask_where(self) -> None:
        """Ask for the name of a file, and write."""
        contents = self._wanted()
        if contents is None:
            return
        ids, form = self._dialog.ids, self._dialog.table_format
        chooser = file_dialog(self._dialog, "export_tables_dialog", tr("Export Tables"))
        let_save(chooser, [f"{form.name} (*{form.suffix})"])
        stem = Path(contents.dataset.name).stem
        of_several = f"{stem}-results" if form.holds_several else stem
        name = f"{stem}-{ids[0]}" if len(ids) == 1 else of_several
        chooser.selectFile(f"{name}{form.suffix}")
        chooser.fileSelected.connect(lambda name: self._write(contents, ids, Path(name)))
        chooser.open()

    def _write(self, contents: Contents, ids: tuple[str, ...], path: Path) -> None:
        """Write, and ask first where that replaces files that were not named."""
        form, guards = self._dialog.table_format, self._dialog.guard.isChecked()

        def write() -> None:
            self._dialog.say("")
            self._dialog.show_busy(is_busy=True)
            self._workspace.exports.write(contents, ids, path, form_id=form.id, guards=guards)

        replaced = [one for one in planned(ids, path, form) if one != path and one.exists()]
        if not replaced:
            write()
            return
        names = [text.elided(one.name) for one in replaced]
        ask_to_replace(self._dialog, names).accepted.connect(write)

    def _copy(self) -> None:
        contents = self._wanted()
        if contents is not None:
            self._dialog.say("")
            self._dialog.show_busy(is_busy=True)
            self._workspace.exports.copy(contents, self._dialog.ids[0])

    def _on_written(self, written: Written) -> None:
        names = ", ".join(text.elided(path.name) for path in written.paths)
        told = [
            tr("Written: {names}, {n_rows} rows.", names=names, n_rows=text.count(written.n_rows))
        ]
        if about_path(written.paths[0]).exists() and not self._dialog.table_format.holds_origin:
            told[0] += tr(" What is needed to reproduce it lies beside it.")
        notes = map(words_in(Vocabulary.MACHINE_LEARNING).said, written.notes)
        self._dialog.say("\n".join([*told, *(f"{note}." for note in notes)]))

    def _on_made(self, copied: str, page: str, n_rows: int) -> None:
        told = [
            tr("Copied: {n_rows} rows, as text and as an HTML table.", n_rows=text.count(n_rows))
        ]
        if copy_both(copied, page):
            told.append(f"{capital(HAS_GUARDED)}.")
        self._dialog.say("\n".join(told))

    def _on_failed(self, error: EvalguiError) -> None:
        words = words_in(self._window.vocabulary)
        parts = [words.said(part) for part in (error.message, error.hint) if part]
        self._dialog.say(" ".join(f"{capital(part)}." for part in parts))

    def _on_ended(self) -> None:
        self._dialog.show_busy(is_busy=False)


def _made_of(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what decides which tables there are."""
    inputs = snapshot.inputs
    parts = (snapshot.dataset, snapshot.ranking, snapshot.comparison, snapshot.overall)
    return (*parts, inputs.positive, snapshot.point is None)
