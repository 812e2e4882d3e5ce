"""What is only looked at: the columns of a file, and what would come of other choices."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.workspace.opening import look_at_columns, read_again, read_otherwise
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import Roles
    from evalgui.io.reading import ReadOptions
    from evalgui.workspace.opened import Opened
    from evalgui.workspace.staging import Staging


class Looks(QObject):
    """Reads in the background, and replaces nothing of what is shown."""

    columns_described = Signal(object)
    previewed = Signal(object)
    preview_refused = Signal(object)
    failed = Signal(object)

    def __init__(self, staging: Staging, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._staging = staging
        self._at_columns = Tasks(self)

    def describe_columns(self, opened: Opened) -> None:
        """Find out what the columns of a file hold."""
        columns = opened.loaded.table.columns
        self._at_columns.start(
            lambda task: look_at_columns(columns, task),
            on_success=self.columns_described.emit,
            on_failure=self.failed.emit,
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

    def cancel(self) -> None:
        """Look at the columns no more: other ones are shown."""
        self._at_columns.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._at_columns.shut_down()
