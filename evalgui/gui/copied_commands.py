"""What is shown, said again: as a command line and as Python on the clipboard, and at the end."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from evalgui.interface.reproduction import Saying
    from evalgui.workspace.workspace import Workspace


def copy_command(workspace: Workspace) -> None:
    """Copy a command line that reproduces what is shown.

    Raises
    ------
    EvalguiError
        If nothing is assessed.
    """
    saying = _saying(workspace)
    if saying is not None:
        _copy(saying.command(folder=Path.cwd(), is_windows=sys.platform == "win32"))


def copy_python(workspace: Workspace) -> None:
    """Copy lines of Python that do; errors are those of `copy_command`."""
    saying = _saying(workspace)
    if saying is not None:
        _copy(saying.python(folder=Path.cwd()))


def decision(workspace: Workspace) -> str:
    """Return what is decided about the threshold as JSON."""
    from evalgui.interface.decided import told  # which loads Arrow

    snapshot, opened = workspace.snapshot, workspace.opened
    saying = None if snapshot.matrix is None else _saying(workspace)
    return told(snapshot, saying, "" if opened is None else opened.name)


def _saying(workspace: Workspace) -> Saying | None:
    from evalgui.interface.reproduction import say  # which loads Arrow

    opened, snapshot = workspace.opened, workspace.snapshot
    if opened is None:
        return None
    paths = () if opened.was_embedded else opened.paths
    return say(snapshot, opened.as_shown(snapshot).loaded, paths)


def _copy(text: str) -> None:
    # Half of a character, as names of files may have, is none that another program takes.
    QGuiApplication.clipboard().setText(text.encode("utf-8", "replace").decode())
