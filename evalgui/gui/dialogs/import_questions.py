"""The import dialog of a file, connected with what reads and opens it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from evalgui.core.transfer import lock_of
from evalgui.gui.dialogs.import_dialog import ImportDialog
from evalgui.workspace.file_requests import OpenTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.deciding import Locked
    from evalgui.core.metrics import Vocabulary
    from evalgui.gui.main_window import MainWindow
    from evalgui.io.remembered.import_spec import ImportSpec
    from evalgui.workspace.opened_file import Opened
    from evalgui.workspace.workspace import Workspace


def ask_about(
    opened: Opened,
    window: MainWindow,
    workspace: Workspace,
    vocabulary: Vocabulary,
    save: Callable[[ImportSpec], None],
) -> None:
    """Ask what the columns of a file mean, and open it so.

    The dialog is made in this turn of the event loop and shown in the next one: of thousands of
    columns each takes a while.
    """
    shown = workspace.opened
    is_shown = shown is not None and shown.path == opened.path
    lock = None if is_shown else lock_of(workspace.snapshot)
    dialog = dialog_about(opened, window, workspace, vocabulary, lock)
    dialog.accepted_with.connect(
        lambda loaded, roles, takes_lock: workspace.ask(
            OpenTable(opened, loaded, roles, takes_lock, dialog.remember.isChecked())
        )
    )
    dialog.save_requested.connect(save)

    def finish(now_open: Opened) -> None:
        if dialog.remember.isChecked():
            workspace.openings.remember_choices(now_open.loaded)
        dialog.accept()

    finishing = workspace.file_opened.connect(finish)
    dialog.finished.connect(lambda _result: workspace.file_opened.disconnect(finishing))
    dialog.finished.connect(lambda _result: workspace.staged.ask_next())
    QTimer.singleShot(0, dialog, dialog.open)


def dialog_about(
    opened: Opened,
    window: MainWindow,
    workspace: Workspace,
    vocabulary: Vocabulary,
    lock: Locked | None = None,
) -> ImportDialog:
    """Return a dialog about the columns of a file, which finds out what comes of choices."""
    previews = workspace.openings.previews
    dialog = ImportDialog(opened.loaded, window, vocabulary, lock)
    dialog.outcome_requested.connect(
        lambda loaded, roles: previews.preview_roles(opened, loaded, roles)
    )
    dialog.answers_requested.connect(previews.try_answers)
    dialog.finished.connect(previews.give_up_answers)
    previews.answers_tried.connect(dialog.show_answers)
    dialog.options_requested.connect(
        lambda loaded, roles, options: previews.preview_file(
            replace(opened, loaded=loaded), roles=roles, options=options
        )
    )
    dialog.rejected.connect(workspace.cancel_loading)
    previews.previewed.connect(dialog.show_outcome)
    previews.preview_refused.connect(dialog.show_refusal)
    return dialog
