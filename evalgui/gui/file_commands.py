"""What the actions on files do: open, paste, type, reload, save, forget."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.gui.dialogs.files import file_dialog, let_save
from evalgui.gui.dialogs.messages import ask_to_forget, show_failure
from evalgui.gui.folders import forget_folders
from evalgui.gui.keeping.keeping import Keeping
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.io.samples import sample_by_id
from evalgui.workspace.file_requests import Close, OpenFiles, OpenText, OpenTyped, Reload

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.gui.dialogs.new_data import NewDataDialog
    from evalgui.gui.main_window import MainWindow
    from evalgui.io.remembered.import_spec import ImportSpec
    from evalgui.io.typed_data import Typed
    from evalgui.workspace.opened_file import Opened
    from evalgui.workspace.settings import Settings
    from evalgui.workspace.workspace import Workspace


class FileCommands(QObject):
    """The receiver of the actions on files: what lets go of work asks first."""

    def __init__(self, window: MainWindow, workspace: Workspace, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._workspace = workspace
        self._settings = settings
        self._new_data: NewDataDialog | None = None
        self.keeping = Keeping(window, workspace, settings)
        self.keeping.show_failure = self.show_failure
        self.keeping.save_text = self.save_text

    def open_files(self) -> None:
        """Ask for a file, or for several, and open them."""
        from evalgui.io.formats import registry
        from evalgui.workspace.keeping.document import SUFFIX

        dialog = file_dialog(self._window, "open_dialog", tr("Open predictions or a workspace"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        every = tr(
            "Predictions and workspaces ({patterns} *{suffix})",
            patterns=registry.patterns(),
            suffix=SUFFIX,
        )
        dialog.setNameFilters(
            [every, tr("Workspaces (*{suffix})", suffix=SUFFIX), tr("All files (*)")]
        )
        dialog.filesSelected.connect(lambda names: self.open_paths([*map(Path, names)]))
        dialog.open()

    def open_path(self, path: Path) -> None:
        """Open a file or a workspace, and remember it once it is open."""
        self.open_paths([path])

    def open_paths(self, paths: list[Path], spec: ImportSpec | None = None) -> None:
        """Open files that were chosen, dropped or named, together where they belong so."""
        from evalgui.io.formats.workspace_files import is_workspace_file

        works = [path for path in paths if is_workspace_file(path)]
        if works and len(paths) > 1:
            message = tr("a workspace is opened by itself")
            self.show_failure(EvalguiError(message, hint=tr("Open the other files afterwards")))
        elif works:
            self.keeping.guard(lambda: self.keeping.open(works[0]))
        elif spec is None:
            self.keeping.guard(
                lambda: self._workspace.ask(OpenFiles(tuple(paths))), opens_data=True
            )
        else:
            roles, options = spec.roles, spec.options
            self.keeping.guard(
                lambda: self._workspace.ask(OpenFiles(tuple(paths), roles, options)),
                opens_data=True,
            )

    def reload(self) -> None:
        """Read the open file once more."""
        if self._opened() is not None:
            self._workspace.ask(Reload())

    def close(self) -> None:
        """Close all data sets and go back to the start page."""
        self.keeping.guard(lambda: self._workspace.ask(Close()))

    def open_sample(self, sample_id: str) -> None:
        """Open a bundled sample, whose columns are known."""
        try:
            sample = sample_by_id(sample_id)
        except EvalguiError as error:
            self._workspace.failed.emit(error)
            return
        self.keeping.guard(lambda: self._workspace.ask(OpenFiles((sample.path,), sample.roles)))

    def paste(self) -> None:
        """Open the plain text on the clipboard; nothing else on it is ever looked at."""
        words = QGuiApplication.clipboard().text()
        self.keeping.guard(lambda: self._workspace.ask(OpenText(words)), opens_data=True)

    def new_data(self) -> None:
        """Let the user type data; what was typed before is still there."""
        if self._new_data is None:
            from evalgui.gui.dialogs.new_data import NewDataDialog

            self._new_data = NewDataDialog(self._window)
            self._new_data.entered.connect(self.open_typed)
            self._workspace.file_opened.connect(self._new_data.finish)
        self._new_data.set_vocabulary(self._window.vocabulary)
        self._new_data.open()

    def open_typed(self, typed: Typed) -> None:
        """Open data that no file holds: they were typed, or are those of a worked example."""
        self.keeping.guard(lambda: self._workspace.ask(OpenTyped(typed)))

    def save_workspace(self) -> None:
        """Write the workspace to its file, or ask for one."""
        self.keeping.save()

    def save_workspace_as(self) -> None:
        """Ask what goes into a workspace file and where to, and write it."""
        self.keeping.save_as()

    def restore_work(self) -> None:
        """Open what was not saved when the program ended last."""
        self.keeping.offer_left()
        self.keeping.restore()

    def forget_everything(self) -> None:
        """Ask, and forget which files and folders were used and how files were imported."""

        def forget() -> None:
            self._settings.clear_recent_files()
            self.keeping.forget_left()
            forget_folders()
            self._attempt(self._workspace.openings.forget_choices)
            self._settings.flush()

        ask_to_forget(self._window).accepted.connect(forget)

    def remember(self, path: Path) -> None:
        """Put a file that was opened on the list of recent ones."""
        self._settings.add_recent_file(str(path.absolute()))

    def save_text(self, what: str, words: str) -> None:
        """Ask where to, and write text that was shown on a page."""
        dialog = file_dialog(self._window, "save_text_dialog", tr("Save text"))
        let_save(dialog, [tr("Text (*.txt)")])
        dialog.selectFile(self._suggested_name(what, "txt"))
        dialog.fileSelected.connect(
            lambda name: self._attempt(lambda: write_safely(Path(name), words.encode()))
        )
        dialog.open()

    def show_failure(self, error: EvalguiError) -> None:
        """Tell the user what could not be done."""
        show_failure(self._window, error, self._window.vocabulary)

    def _attempt(self, work: Callable[[], object]) -> None:
        try:
            work()
        except EvalguiError as error:
            self.show_failure(error)

    def _suggested_name(self, what: str, suffix: str) -> str:
        dataset = self._workspace.snapshot.dataset
        stem = Path(dataset.name).stem if dataset is not None else "evalgui"
        return f"{stem}-{what}.{suffix}"

    def _opened(self) -> Opened | None:
        """Return the open file; say so where the data come from none."""
        if self._workspace.opened is not None:
            return self._workspace.opened
        message = tr("these data come with the program and have no columns to choose from")
        self.show_failure(EvalguiError(message, hint=tr("Open a file of your own")))
        return None
