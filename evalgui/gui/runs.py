"""A folder of runs: listed, read in the background one after the other, opened, exported."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog

from evalgui.core.consequences.settings import Consequences
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.thresholds import written
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import text
from evalgui.workspace.file_requests import OpenFiles
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.requests import Request as Asked
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.dialogs.runs import RunsPage
    from evalgui.gui.main_window import MainWindow
    from evalgui.io.assessing import Request
    from evalgui.results.result import Result
    from evalgui.results.runs import Run
    from evalgui.workspace.tasks import Task
    from evalgui.workspace.workspace import Workspace

_FIRST = tr("Open one of the files (double click), so that its columns say how all are read.")
_SHOWN = 300  # milliseconds


class Runs(QObject):
    """Lists the files of a folder, and reads them as the one that is on show was read."""

    def __init__(self, window: MainWindow, workspace: Workspace) -> None:
        super().__init__(window)
        self._window, self._workspace = window, workspace
        self.open: Callable[[Asked], None] = lambda _request: None
        self.show_failure: Callable[[EvalguiError], None] = lambda _error: None
        self._page: RunsPage | None = None
        self._files: dict[str, Path] = {}
        self._runs: dict[str, Run] = {}
        self._request: Request | None = None
        self._tasks = Tasks(self, tr("the runs of a folder"))
        self._tasks.progressed.connect(self._on_progressed)
        self._later = QTimer(self)  # some thousand rows are shown anew no more often than that
        self._later.setSingleShot(True)
        self._later.setInterval(_SHOWN)
        self._later.timeout.connect(self._show)
        workspace.file_opened.connect(self._on_file_opened)
        window.closing.connect(self._shut_down)

    def ask(self) -> None:
        """Ask for a folder, and list its files."""
        from evalgui.gui.dialogs.files import file_dialog

        dialog = file_dialog(self._window, "open_runs_dialog", tr("Open a folder of runs"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: self.show_folder(Path(name)))
        dialog.open()

    def show_folder(self, folder: Path) -> None:
        """List the files of a folder, and read them; the first is opened where nothing is.

        What is said of that one holds for all.
        """
        from evalgui.gui.dialogs.runs import RunsPage
        from evalgui.io.folders import files_of

        try:
            files = files_of([folder])
        except EvalguiError as error:
            self.show_failure(error)
            return
        if self._page is not None:
            self._page.close()
        self._files, self._runs, self._request = files, {}, None
        page = RunsPage(folder.name, self._result(), self._window.vocabulary, self._window)
        page.requested.connect(self.open)
        page.again_requested.connect(self._read)
        page.export_requested.connect(self._export)
        page.cancel_requested.connect(self._tasks.cancel)
        page.finished.connect(partial(self._on_closed, page))
        self._page = page
        page.say(_FIRST)
        page.show()
        if self._workspace.opened is not None and self._workspace.snapshot.dataset is not None:
            self._read()
        else:
            self._open_first()

    # ------------------------------------------------------------------------- inside

    def _open_first(self) -> None:
        """Open the first file that can be assessed, or be asked about."""
        from evalgui.core.progress import Watch
        from evalgui.io.runs import first_of

        files, page = self._files, self._page
        if page is not None:
            page.set_reading(is_reading=True)
        self._tasks.start(
            lambda task: first_of(files, Watch(task.report, task.is_cancelled)),
            on_success=lambda path: self.open(OpenFiles((path,))),
            on_failure=self.show_failure,
            on_end=self._on_end,
        )

    def _read(self) -> None:
        """Read all files under the roles, and at the threshold, of what is on show."""
        from evalgui.io.runs import read_runs

        page, request = self._page, _request_of(self._workspace)
        if page is None or request is None:
            return
        self._request, self._runs = request, {}
        page.set_vocabulary(self._window.vocabulary)
        page.say(_said(self._workspace.snapshot))
        page.set_reading(is_reading=True)
        files, found = self._files, self._runs

        def work(task: Task) -> None:
            from evalgui.core.progress import Watch

            watch = Watch(task.report, task.is_cancelled)
            for run in read_runs(files, request, watch):
                found[run.name] = run  # which the window looks at only when told of progress

        self._tasks.start(
            work,
            on_success=lambda _nothing: None,
            on_failure=self.show_failure,
            on_end=self._on_end,
        )

    def _on_progressed(self, fraction: float, words: str) -> None:
        if self._page is not None:
            self._page.follow(fraction, words)
            if not self._later.isActive():
                self._later.start()

    def _on_end(self) -> None:
        self._later.stop()
        if self._page is not None:
            self._page.set_reading(is_reading=False)
            self._show()

    def _show(self) -> None:
        if self._page is not None:
            self._page.show_result(self._result())

    def _on_closed(self, page: RunsPage, _result: int) -> None:
        if self._page is page:
            self._page = None
            self._tasks.cancel()

    def _shut_down(self) -> None:
        """Stop reading before the program ends."""
        if self._page is not None:
            self._page.close()
        self._tasks.shut_down()

    def _on_file_opened(self, _opened: object) -> None:
        if self._page is not None and self._request is None:
            self._window.in_turns.do(self._read)

    def _result(self) -> Result:
        from evalgui.results.runs import Run, runs_result

        waits = tr("is read") if self._tasks.is_busy else tr("not read")
        runs = [self._runs.get(name, Run(name, note=waits)) for name in self._files]
        return runs_result(runs, request_of=self._opening)

    def _opening(self, run: Run) -> OpenFiles:
        """Return the request that opens a run: as all are read, where it can be."""
        path, request = self._files[run.name], self._request
        if run.numbers is None or request is None:
            return OpenFiles((path,))
        return OpenFiles((path,), request.roles, request.options)

    def _export(self) -> None:
        from evalgui.gui.dialogs.files import file_dialog, let_save
        from evalgui.io.writers.tables import FORMATS

        dialog = file_dialog(self._window, "save_runs_dialog", tr("Export a row a run"))
        let_save(dialog, [f"{one.name} (*{one.suffix})" for one in FORMATS])
        dialog.selectFile(f"runs{FORMATS[0].suffix}")
        dialog.fileSelected.connect(lambda name: self._write(Path(name)))
        dialog.open()

    def _write(self, path: Path) -> None:
        from evalgui.io.runs import about_runs
        from evalgui.io.writers.tables import FORMATS, How, format_of, write_tables

        request = self._request
        if request is None:
            return
        table, words = self._result().long_tables[0], words_in(self._window.vocabulary)
        how = How(about_runs(self._files, request), words)
        try:
            write_tables([table], path, format_of(path.suffix) or FORMATS.by_id("csv"), how)
        except EvalguiError as error:
            self.show_failure(error)


def _request_of(workspace: Workspace) -> Request | None:
    """Return what is asked of each run: what holds for the file that is on show."""
    from evalgui.io.assessing import Placing, Request
    from evalgui.io.assessing.threshold import Frozen

    snapshot, opened = workspace.snapshot, workspace.opened
    if opened is None or snapshot.dataset is None:
        return None
    shown, inputs, score = opened.as_shown(snapshot).loaded, snapshot.inputs, snapshot.score
    roles, placing = shown.proposal.roles, Placing()
    if score is not None and score.name in roles.scores:
        roles = replace(roles, scores=(score.name,))
    roles = replace(roles, set_aside=())
    if score is not None and snapshot.point is not None and snapshot.ranking is not None:
        name, place = snapshot.dataset.full_name, written(snapshot.point.threshold, score)
        frozen = Frozen(place, score.higher_is_positive, inputs.provenance.frozen(), name)
        placing = Placing(frozen=frozen)
    said = inputs.consequences
    return Request(
        roles=roles,
        placing=placing,
        reading=shown.table.how.given,
        parameters=inputs.parameters,
        intervals=inputs.intervals,
        consequences=Consequences(said.scale, said.risks, over=said.over),
    )


def _said(snapshot: Snapshot) -> str:
    """Return in words which threshold holds for all runs."""
    score, point, dataset = snapshot.score, snapshot.point, snapshot.dataset
    name = "" if dataset is None else text.elided(dataset.name)
    if score is None or point is None:
        return tr("All runs are read as {name} is.", name=name)
    place = text.threshold(point.threshold)
    told = tr(
        "All runs are read as {name} is, and told at its threshold {place}", name=name, place=place
    )
    if snapshot.inputs.is_locked:
        return tr("{told}, which is locked.", told=told)
    return tr("{told}. It is not locked: a run that is opened starts at its own.", told=told)
