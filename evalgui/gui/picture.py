"""A picture of the window for a script: taken when all is drawn, or refused in words."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QObject, QTimer, Signal

from evalgui.cli.strict_parser import refusal
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.gui.activity import under_way
from evalgui.io.keeping.safe_writing import WritingError, write_safely

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.gui.main_window import MainWindow
    from evalgui.workspace.opened_file import Opened
    from evalgui.workspace.workspace import Workspace

_SETTLING = 400  # milliseconds for layout and plots before a picture is taken
TAKEN, REFUSED = 0, 2  # exit codes


class Picture(QObject):
    """Waits until everything is drawn, writes the picture, and says how that ended.

    Parameters
    ----------
    target
        Where to write it; the kind of picture follows from the name.
    window, workspace
        What is pictured, and what it waits for.
    opens
        Whether something is to be opened first.
    """

    ended = Signal(int)

    def __init__(
        self, target: Path, window: MainWindow, workspace: Workspace, *, opens: bool
    ) -> None:
        super().__init__(window)
        self._target, self._window, self._workspace = target, window, workspace
        self._has_ended = False
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(_SETTLING)
        self._settling.timeout.connect(self._take)
        workspace.failed.connect(self.refuse)
        workspace.question_asked.connect(self._refuse_to_ask)
        if opens:
            workspace.loading_ended.connect(self._settling.start)
        else:
            self._settling.start()

    def refuse(self, error: EvalguiError) -> None:
        """Say why there is no picture."""
        self._end(refusal(error))

    def _refuse_to_ask(self, opened: Opened) -> None:
        from evalgui.cli.questions import question_lines  # not before a picture asks

        loaded = opened.loaded
        lines = question_lines(loaded.table.name, loaded.proposal.asked)
        sys.stderr.write("".join(f"{line}\n" for line in (f"evalgui: {lines[0]}", *lines[1:])))
        self._end(REFUSED)

    def _take(self) -> None:
        if under_way(self._workspace, self._window):
            self._settling.start()
            return
        try:
            write_safely(self._target, self._drawn())
        except EvalguiError as error:
            self.refuse(error)
        else:
            self._end(TAKEN)

    def _drawn(self) -> bytes:
        """Return the picture as a file of its kind."""
        kind = self._target.suffix.removeprefix(".") or "png"
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QBuffer.OpenModeFlag.WriteOnly)
        if not self._window.grab().save(buffer, kind):
            message = tr("there is no kind of picture called '{kind}'", kind=kind)
            raise WritingError(
                message, where=self._target.name, hint=tr("Let the name end in .png")
            )
        return bytes(data.data())

    def _end(self, code: int) -> None:
        if not self._has_ended:
            self._has_ended = True
            self._settling.stop()
            self.ended.emit(code)
