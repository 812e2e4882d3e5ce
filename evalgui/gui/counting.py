"""Data larger than the memory: offered to be counted, counted beside all other work, opened."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from evalgui.core.digits import grouped
from evalgui.core.languages import tr
from evalgui.gui.dialogs.messages import ask_to_stop
from evalgui.gui.look import text
from evalgui.io.room import room_for
from evalgui.workspace.file_requests import OpenFiles
from evalgui.workspace.opened_file import Opened
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from evalgui.core.errors import EvalguiError
    from evalgui.core.requests import Request
    from evalgui.gui.dialogs.counting import CountDialog
    from evalgui.gui.main_window import MainWindow
    from evalgui.io.counting.count import Counting
    from evalgui.io.layouts.counted import Counted
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import Roles
    from evalgui.io.room import Room
    from evalgui.workspace.tasks import Task
    from evalgui.workspace.workspace import Workspace

_OF_LABELS = ("truth", "score")
"""The columns of the table in which counting asks about labels, which has those of all rows."""


class CountingLarge(QObject):
    """Asks how to count, counts in the background, and opens what came of it."""

    def __init__(self, window: MainWindow, workspace: Workspace) -> None:
        super().__init__(window)
        self._window, self._workspace = window, workspace
        self.open: Callable[[Request], None] = workspace.ask
        self.show_failure: Callable[[EvalguiError], None] = workspace.failed.emit
        self._looking = Tasks(self, tr("looking at files"))
        self._tasks = Tasks(self, tr("counting"))
        self._tasks.progressed.connect(window.progress.follow_long)
        self._is_given_up = False
        self._may_close = window.may_close
        window.may_close = self.may_close
        window.closing.connect(self.shut_down)

    @property
    def is_busy(self) -> bool:
        """Whether something is being counted."""
        return self._tasks.is_busy

    def offer(self, room: Room) -> None:
        """Offer to count files that were to be opened, and would not fit."""
        request = self._workspace.openings.asked
        dialog = self._dialog(room.paths, is_offered=True)
        dialog.show_room(room)
        if request is not None:
            tried = replace(request, is_tried=True)
            dialog.open_requested.connect(lambda: self.open(tried))
        dialog.open()

    def ask(self) -> None:
        """Ask which files to count, and how."""
        self._dialog(()).open()

    def _dialog(self, paths: Sequence[Path], *, is_offered: bool = False) -> CountDialog:
        from evalgui.gui.dialogs.counting import CountDialog

        dialog = CountDialog(paths, self._window, is_offered=is_offered)
        dialog.chosen.connect(lambda chosen: self._look(dialog, chosen))
        dialog.asked.connect(self.start)
        dialog.finished.connect(self._looking.cancel)
        return dialog

    def _look(self, dialog: CountDialog, paths: tuple[Path, ...]) -> None:
        """Find out in the background how large files are."""
        free = self._workspace.openings.free_memory

        def look(_task: Task) -> Room:
            from evalgui.io.counting.inputs import inputs_of

            inputs_of(paths)
            return room_for(paths, free())

        self._looking.start(
            look,
            on_success=dialog.show_room,
            on_failure=lambda error: dialog.refuse(text.why(error)),
            on_end=lambda: None,
        )

    # ----------------------------------------------------------------------- counting

    def start(self, paths: tuple[Path, ...], out: Path, asked: Counting) -> None:
        """Count files; what has to be asked of their columns is asked, and then it goes on."""
        progress, name = self._window.progress, text.elided(out.name, 40)
        failure: list[EvalguiError] = []

        def work(task: Task) -> Counted:
            from evalgui.core.progress import Watch
            from evalgui.io.counting.count import count

            return count(paths, out, asked, Watch(task.report, task.is_cancelled))

        def end() -> None:
            from evalgui.io.assessing.open_questions import UnansweredError

            if not self.is_busy:
                progress.end_long()
            for error in failure:
                if isinstance(error, UnansweredError):
                    self._ask_columns(error.loaded, paths, out, asked)
                else:
                    self.show_failure(error)

        self._tasks.start(
            work,
            on_success=lambda said: QTimer.singleShot(0, self, lambda: self._show(said, out)),
            on_failure=failure.append,
            on_end=end,
        )
        progress.begin_long(tr("Counting into {name}", name=name), self._tasks.cancel)

    def _show(self, said: Counted, out: Path) -> None:
        """Open what was counted, or offer that where other data are on show."""
        request = OpenFiles((out,))
        if self._workspace.snapshot.dataset is None:
            self.open(request)
            return
        words = tr(
            "{n_rows} rows are counted in {name}",
            n_rows=grouped(said.n_rows),
            name=text.elided(out.name, 40),
        )
        self._window.progress.end_long(words, lambda: self.open(request))

    def _ask_columns(
        self, loaded: Loaded, paths: tuple[Path, ...], out: Path, asked: Counting
    ) -> None:
        """Ask what the columns mean, in the dialog of opening, over some of the rows."""
        from evalgui.gui.dialogs.import_questions import dialog_about

        opened, vocabulary = Opened(paths[0], loaded), self._window.vocabulary
        dialog = dialog_about(opened, self._window, self._workspace, vocabulary)
        dialog.counts()

        def go_on(_loaded: Loaded, roles: Roles, _takes_lock: bool) -> None:  # noqa: FBT001 - a slot
            dialog.accept()
            self.start(paths, out, replace(asked, roles=_answered(asked.roles, loaded, roles)))

        dialog.accepted_with.connect(go_on)
        dialog.open()

    # ------------------------------------------------------------------------ closing

    def may_close(self) -> bool:
        """Return whether the window may close now: what is being counted is asked about."""
        if self.is_busy and not self._is_given_up:

            def give_up() -> None:
                self._is_given_up = True
                self._window.close()

            ask_to_stop(self._window).accepted.connect(give_up)
            return False
        return self._may_close()

    def shut_down(self) -> None:
        """Stop counting before the program ends; nothing is left behind."""
        self._looking.shut_down()
        self._tasks.shut_down()


def _answered(before: Roles, loaded: Loaded, roles: Roles) -> Roles:
    """Return the roles after an answer: of all columns, or of the labels of all rows."""
    if loaded.table.names != _OF_LABELS or before.truth in {None, "truth"}:
        return roles
    return replace(
        before,
        positive=roles.positive,
        missing_labels=roles.missing_labels,
        blank_labels=roles.blank_labels,
    )
