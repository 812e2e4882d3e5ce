"""The workspace file in the window: title, saving, opening, and no work lost without a question."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject

from evalgui.core.digits import Moment
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.requests import SetAxes
from evalgui.gui.dialogs.files import file_dialog, let_save
from evalgui.gui.keeping.save_question import ask_to_read, ask_to_save
from evalgui.locations import resources
from evalgui.workspace.keeping.autosave import Autosave, private_folder
from evalgui.workspace.keeping.document import SUFFIX, Document

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.gui.arrangement import Arrangement
    from evalgui.gui.main_window import MainWindow
    from evalgui.io.changes import Changes
    from evalgui.io.keeping.kept import Kept
    from evalgui.io.keeping.lock import Owner
    from evalgui.io.keeping.opening import OpenedKept
    from evalgui.workspace.keeping.autosave import Left
    from evalgui.workspace.keeping.restoring import Answer
    from evalgui.workspace.settings import Settings
    from evalgui.workspace.workspace import Workspace

    GoOn = Callable[[Mapping[int, Answer], OpenedKept], None]

_FILTER = tr("Workspace (*{suffix})", suffix=SUFFIX)


def _do_nothing() -> None:
    """Go on with nothing."""


class Keeping(QObject):
    """Saves and opens workspaces as the user asks, and asks before work is lost."""

    def __init__(self, window: MainWindow, workspace: Workspace, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._workspace, self._settings = window, workspace, settings
        self._arrangement: Arrangement | None = None
        self.show_failure: Callable[[EvalguiError], None] = workspace.failed.emit
        self.save_text: Callable[[str, str], None] = lambda _what, _words: None
        self.document = Document(workspace, self)
        self.document.changed.connect(self._show_title)
        self.document.failed.connect(self._fail)
        self.document.saved.connect(self._remember)
        window.progress.follow_saving(self.document)
        self.document.reopened.connect(self._on_reopened)
        self.document.asked.connect(self._on_asked)
        self.document.occupied.connect(self._on_occupied)
        self.autosave = Autosave(workspace, self.document, private_folder(), self)
        self.autosave.failed.connect(self._fail)
        self._left: tuple[Left, ...] = ()
        self._is_lost = False  # what is not saved: the user said so
        window.may_close = self.may_close

    def keep_layout(self, arrangement: Arrangement) -> None:
        """Keep how the window is laid out with what is open."""
        self._arrangement, self.document.layout = arrangement, arrangement.saved

    # --------------------------------------------------------------------------- to save

    def save(self, then: Callable[[], None] = _do_nothing) -> None:
        """Write the workspace to its file, or ask for one."""
        document = self.document
        if document.path is None or document.is_read_only:
            self.save_as(then)
        else:
            document.save(then=then)

    def save_as(self, then: Callable[[], None] = _do_nothing) -> None:
        """Ask what goes in and where to, and write the workspace there."""
        from evalgui.gui.keeping.save_dialog import SaveDialog

        work = self.document.work
        if work.is_nothing:
            self._fail(
                EvalguiError(tr("there is nothing to save yet"), hint=tr("Open a file first"))
            )
            return
        dialog = SaveDialog(work, embeds=self.document.embeds, parent=self._window)
        dialog.chosen.connect(lambda embeds: self._ask_place(work.name, embeds, then))
        dialog.open()

    def _ask_place(self, name: str, embeds: bool, then: Callable[[], None]) -> None:  # noqa: FBT001 - a slot
        dialog = file_dialog(self._window, "save_workspace_place", tr("Save workspace"))
        let_save(dialog, [_FILTER])
        path = self.document.path
        folder = self._folder_of_data() if path is None else path.parent
        if folder is not None:
            dialog.setDirectory(str(folder))
        dialog.selectFile(path.name if path is not None else f"{Path(name).stem}{SUFFIX}")
        dialog.fileSelected.connect(
            lambda chosen: self.document.save(Path(chosen), embeds=embeds, then=then)
        )
        dialog.open()

    def _folder_of_data(self) -> Path | None:
        """Return where the files are that are shown; None for data of no file of the user's."""
        opened = self._workspace.opened
        if opened is None or opened.was_embedded or not opened.paths:
            return None
        folder = opened.paths[0].parent
        return None if folder.is_relative_to(resources()) else folder

    # --------------------------------------------------------------------------- to open

    def open(self, path: Path) -> None:
        """Open a workspace."""
        self.document.open(path)

    def _on_reopened(self, kept: Kept) -> None:
        axes = None if self._arrangement is None else self._arrangement.put_back(kept.layout)
        if axes is not None:
            self._workspace.ask(SetAxes(axes))
        if self.document.path is not None:
            self._remember(self.document.path)

    def _on_occupied(self, owner: Owner, read: Callable[[], None]) -> None:
        ask_to_read(self._window, owner, tr("The workspace"), read)

    def _remember(self, path: Path) -> None:
        self._settings.add_recent_file(str(path.absolute()))

    def _fail(self, error: EvalguiError) -> None:
        self.show_failure(error)

    def _on_asked(self, found: OpenedKept, go_on: GoOn) -> None:
        """Ask what to take where a file is changed or missing."""
        from evalgui.gui.keeping.sources_dialog import SourcesDialog
        from evalgui.workspace.keeping.differing import changes_since_saved, found_at

        dialog = SourcesDialog(found, self._window)

        def find(path: Path) -> None:
            def show(now: OpenedKept) -> None:
                if shiboken6.isValid(dialog):
                    dialog.show_found(now, path)

            before = dialog.found
            self._workspace.staged.read_in_background(
                path.name, lambda task: found_at(before, path, task), show
            )

        def compare(place: int) -> None:
            now = dialog.found
            name = now.kept.data_sets[place].name
            self._workspace.staged.read_in_background(
                name, lambda task: changes_since_saved(now, place, task), self.show_changes
            )

        dialog.file_chosen.connect(find)
        dialog.differences_requested.connect(compare)
        dialog.answered.connect(go_on)
        dialog.open()

    def compare_files(self) -> None:
        """Show what differs between the open files and what was read of them."""
        from evalgui.workspace.keeping.differing import changes_since_opened

        opened = self._workspace.opened
        if opened is not None and opened.paths:
            self._workspace.staged.read_in_background(
                opened.name, lambda task: changes_since_opened(opened, task), self.show_changes
            )

    def show_changes(self, changes: Changes) -> None:
        """Show what differs between two readings of a file."""
        from evalgui.gui.dialogs.page import text_page
        from evalgui.gui.text import said

        words = "\n".join(map(said, changes.lines())) + "\n"
        page = text_page("file_changes", tr("What differs"), words, self._window)
        page.save_requested.connect(lambda _shown: self.save_text("changes", words))
        page.open()

    # -------------------------------------------------------------------- before it is lost

    def guard(self, then: Callable[[], None], *, opens_data: bool = False) -> None:
        """Do something that lets go of what is open; first ask where something is not saved.

        Of data that are opened, what was decided goes along where it is locked or followed.
        """
        self.document.look()
        if not self.document.is_modified or (opens_data and self.document.goes_along):
            then()
            return
        name = self.document.path.name if self.document.path else self.document.work.name
        ask_to_save(self._window, name, lambda: self.save(then), then)

    def may_close(self) -> bool:
        """Return whether the window may close now; where it may not, it is closed later."""
        if self._is_lost:
            return True
        if self.document.is_saving:
            self.document.when_written(self._close)
            return False
        self.document.look()
        if not self.document.is_modified:
            return True

        self.guard(self._lose)
        return False

    def _lose(self) -> None:
        self._is_lost = True
        self._close()

    def _close(self) -> None:
        self._window.close()

    def end(self) -> None:
        """Let go of the file when the program ends; what is not saved stays as a copy."""
        self.autosave.close(is_clean=self.is_clean)
        self.document.close()

    # --------------------------------------------------------------------- after a crash

    def offer_left(self) -> None:
        """Offer on the start page what a crash left."""
        self._left = self.autosave.left()
        self._window.start.show_left([(one.name, _where(one)) for one in self._left])

    def forget_left(self) -> None:
        """Remove what crashes left."""
        for one in self.autosave.left():
            self.autosave.forget(one)
        self.offer_left()

    def restore(self, number: int = 0) -> None:
        """Open what a crash left, the latest unless another one is meant."""
        if number >= len(self._left):
            message = tr("there is no work that was not saved")
            self._fail(EvalguiError(message, hint=tr("Open a workspace, or a file")))
            return
        left = self._left[number]

        def take_up() -> None:
            try:
                self.autosave.take_up(left)
            except EvalguiError as error:
                self._fail(error)

        self.guard(take_up)

    @property
    def is_clean(self) -> bool:
        """Whether nothing is lost when the program ends now, or the user said so."""
        return self._is_lost or not self.document.is_modified

    def _show_title(self) -> None:
        document = self.document
        name = "" if document.path is None else document.path.name
        if name and document.is_read_only:
            name += tr(" (read-only)")
        self._window.show_work(name, is_modified=document.is_modified)


def _where(left: Left) -> str:
    """Return which file a copy belongs to, and when it was written."""
    when = Moment(datetime.fromtimestamp(left.when).astimezone().isoformat(" ", "minutes")[:16])
    return (
        tr("{name}, {when}", name=left.own.name, when=when)
        if left.own is not None
        else tr("not saved to a file, {when}", when=when)
    )
