"""Reports on what is shown: asked for in a dialog, written in the background."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QUrl
from PySide6.QtGui import QDesktopServices

from evalgui.core.languages import tr
from evalgui.core.notes_at_threshold import note_at
from evalgui.core.progress import Watch
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.comparing import Pair
    from evalgui.core.errors import EvalguiError
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.main_window import MainWindow
    from evalgui.gui.reporting.dialog import ReportDialog, Wanted
    from evalgui.io.reporting.material import Material
    from evalgui.workspace.differences import Compared
    from evalgui.workspace.workspace import Workspace


class ReportCommands(QObject):
    """Opens the dialog, compares what is to be compared, and writes what was chosen."""

    def __init__(self, window: MainWindow, workspace: Workspace) -> None:
        super().__init__(window)
        self._window, self._workspace = window, workspace
        self._wanted: Wanted | None = None
        self._dialog: ReportDialog | None = None
        self._goes_on: Callable[[tuple[Pair, ...]], None] | None = None
        self._tasks = Tasks(self, tr("writing the report"))
        self._tasks.progressed.connect(self._on_progressed)
        workspace.differences.found.connect(self._on_compared)
        workspace.differences.failed.connect(self._on_not_compared)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self._tasks.shut_down)

    def ask(self) -> None:
        """Let the user choose what is to be in a report on what is shown."""
        from evalgui.gui.reporting.dialog import ReportDialog, usual

        if self._dialog is not None:
            self._dialog.raise_()
            return
        snapshot = self._workspace.snapshot
        wanted = self._wanted or usual(self._window.vocabulary)
        self._dialog = dialog = ReportDialog(wanted, notes_of(snapshot), self._window)
        dialog.write_requested.connect(self._ask_where)
        dialog.cancel_requested.connect(self._cancel)
        dialog.finished.connect(self._on_closed)
        dialog.open()

    def _on_closed(self) -> None:
        if self._dialog is not None:
            self._wanted = self._dialog.wanted()
        self._dialog = None
        self._cancel()

    def _cancel(self) -> None:
        """Give up what is being written."""
        if self._goes_on is not None:
            self._goes_on = None
            self._workspace.differences.cancel()
            if self._dialog is not None:
                self._dialog.show_idle(tr("Nothing was written"))
        self._tasks.cancel()

    # ------------------------------------------------------------------------ writing

    def _ask_where(self, wanted: Wanted) -> None:
        from evalgui.gui.dialogs.files import file_dialog, let_save
        from evalgui.gui.reporting.dialog import FORMATS

        if self._dialog is None:
            return
        dataset = self._workspace.snapshot.dataset
        stem = "evalgui" if dataset is None else Path(dataset.name).stem
        kind = "card" if wanted.is_card else "report"
        chooser = file_dialog(self._dialog, "report_file_dialog", tr("Write report"))
        let_save(chooser, [f"{FORMATS[wanted.ending].partition(' (')[0]} (*{wanted.ending})"])
        chooser.selectFile(f"{stem}-{kind}{wanted.ending}")
        chooser.fileSelected.connect(lambda name: self._begin(wanted, Path(name)))
        chooser.open()

    def _begin(self, wanted: Wanted, path: Path) -> None:
        """Write what is shown now, after it was compared with what is to be compared."""
        from evalgui.io.reporting.material import Material

        snapshot, opened = self._workspace.snapshot, self._workspace.opened
        loaded = None if opened is None else opened.loaded
        chosen = self._workspace.data_sets.shown.subsets

        def write(compared: tuple[Pair, ...]) -> None:
            self._write(wanted, path, Material.shown(snapshot, loaded, compared, chosen))

        if self._dialog is not None:
            self._dialog.show_progress(0.0, tr("collecting the results"))
        is_compared = "comparison" in wanted.sections and bool(snapshot.comparison.others)
        if is_compared and snapshot.point is not None:
            self._goes_on = write
            differences = self._workspace.differences
            differences.compare(snapshot, self._workspace.data_sets, differences.at)
        else:
            write(())

    def _on_compared(self, found: Compared) -> None:
        if self._goes_on is not None:
            goes_on, self._goes_on = self._goes_on, None
            goes_on(tuple(one.pair for one in found.differences))

    def _on_not_compared(self, _error: EvalguiError) -> None:
        if self._goes_on is not None:  # the report says nothing of a comparison
            goes_on, self._goes_on = self._goes_on, None
            goes_on(())

    def _write(self, wanted: Wanted, path: Path, material: Material) -> None:
        dialog = self._dialog
        if dialog is None:
            return

        def work(task: Task) -> int:
            return _written(wanted, path, material, task)

        def on_success(n_sections: int) -> None:
            dialog.show_written(path, n_sections)
            dialog.open_requested.connect(lambda: _open(path))

        def on_end() -> None:
            if self._dialog is dialog and not dialog.bar.isHidden():
                dialog.show_idle(tr("Nothing was written"))

        self._tasks.start(
            work, on_success=on_success, on_failure=dialog.show_failure, on_end=on_end
        )

    def _on_progressed(self, share: float, words: str) -> None:
        if self._dialog is not None:
            self._dialog.show_progress(share, words)


def notes_of(snapshot: Snapshot) -> str:
    """Return what the user wrote about the data and about the operating point."""
    here = note_at(snapshot, snapshot.point)
    about = (snapshot.choices.notes.data, "" if here is None else here.text)
    return "\n\n".join(filter(None, about))


def _written(wanted: Wanted, path: Path, material: Material, task: Task) -> int:
    """Write a report, in the background; return how many sections it has."""
    from evalgui.io.reporting.report_file import write_chosen

    return write_chosen(
        material,
        path,
        wanted.sections,
        preset=wanted.preset,
        paper=wanted.paper,
        is_card=wanted.is_card,
        watch=Watch(task.report, task.is_cancelled),
    )


def _open(path: Path) -> None:
    """Have the system open a file, since the user asks for it."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.absolute())))
