"""What is only looked at: the columns of a file, and what would come of other choices."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from evalgui.core.checks import Finding
from evalgui.core.vocabulary import phrase
from evalgui.workspace.readings import (
    look_at_columns,
    look_at_rows,
    read_again,
    read_otherwise,
    try_answers,
)
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.core.errors import EvalguiError
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import ReadOptions, Roles
    from evalgui.workspace.opened_file import Opened
    from evalgui.workspace.staging import Staging


_AFTER_PAINTING = 300  # milliseconds until what is shown is painted


class Previews(QObject):
    """Reads in the background, and replaces nothing of what is shown."""

    columns_described = Signal(object)
    repeats_counted = Signal(object, object)
    previewed = Signal(object)
    preview_refused = Signal(object)
    answers_tried = Signal(object, object)  # what was read, and words about each of the roles
    failed = Signal(object)

    def __init__(self, staging: Staging, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._staging = staging
        self._at_columns = Tasks(self, phrase("looking at the columns"))
        self._at_some_columns = Tasks(self, phrase("looking at a column"))
        self._at_rows = Tasks(self, phrase("looking for repeated rows"))
        self._at_answers = Tasks(self, phrase("trying answers"))
        self._shown: Loaded | None = None
        self._repeats: tuple[Finding, ...] = ()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_AFTER_PAINTING)
        self._pause.timeout.connect(self._count_repeats)

    def describe_columns(self, opened: Opened, names: Collection[str] | None = None) -> None:
        """Find out what columns of a file hold, or all of them, which takes longer."""
        every = opened.loaded.table.columns
        columns = [one for one in every if names is None or one.name in names]
        tasks = self._at_columns if names is None else self._at_some_columns
        tasks.start(
            lambda task: look_at_columns(columns, task),
            on_success=self.columns_described.emit,
            on_failure=self.failed.emit,
            on_end=lambda: None,
        )

    def count_repeats(self, opened: Opened) -> None:
        """Count what occurs more than once in a file, as soon as its curves are there."""
        self._shown = opened.loaded
        self._pause.start()

    def repeats_in(self, dataset: Dataset) -> tuple[Finding, ...]:
        """Return what was found to occur more than once in a data set, as far as is known."""
        is_shown = self._shown is not None and self._shown.dataset is dataset
        return self._repeats if is_shown else ()

    def _count_repeats(self) -> None:
        loaded = self._shown
        if loaded is None:
            return

        def show(found: tuple[Finding, ...]) -> None:
            self._repeats = found
            self.repeats_counted.emit(loaded.dataset, found)

        self._at_rows.start(
            lambda task: look_at_rows(loaded, task),
            on_success=show,
            on_failure=lambda error: show((_not_counted(error),)),
            on_end=lambda: None,
        )

    def preview_file(self, opened: Opened, *, roles: Roles, options: ReadOptions) -> None:
        """Read a file with other options, to show what comes of them."""
        self._staging.start(
            opened.name,
            lambda task: read_otherwise(opened, roles, options, task),
            self.previewed.emit,
            self.preview_refused.emit,
        )

    def preview_roles(self, opened: Opened, loaded: Loaded, roles: Roles) -> None:
        """Assess a file that was read under other roles, to show what comes of them."""
        again = replace(opened, loaded=loaded)
        self._staging.start(
            opened.name,
            lambda task: read_again(again, roles, task).loaded,
            self.previewed.emit,
            self.preview_refused.emit,
        )

    def try_answers(self, loaded: Loaded, answers: Sequence[Roles]) -> None:
        """Find out what comes of each answer to what is asked about a file."""
        self._at_answers.start(
            lambda task: try_answers(loaded, answers, task),
            on_success=lambda found: self.answers_tried.emit(loaded, found),
            on_failure=lambda _error: None,  # said when the answer is chosen
            on_end=lambda: None,
        )

    def give_up_answers(self) -> None:
        """Try answers no more: nobody asks."""
        self._at_answers.cancel()

    def cancel(self) -> None:
        """Look at the columns and rows no more: other ones are shown."""
        self._shown, self._repeats = None, ()
        self._pause.stop()
        for tasks in (self._at_columns, self._at_some_columns, self._at_rows):
            tasks.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._pause.stop()
        for tasks in (
            self._at_columns,
            self._at_some_columns,
            self._at_rows,
            self._at_answers,
        ):
            tasks.shut_down()


def _not_counted(error: EvalguiError) -> Finding:
    """Return that repeats are not known, since a column that nothing else needs is damaged."""
    text = phrase("what occurs more than once was not counted: {why}", why=error.message)
    return Finding("repeats_unknown", text)
