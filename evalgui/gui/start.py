"""From the command line to the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize

from evalgui.cli.strict_parser import refusal
from evalgui.core.errors import EvalguiError
from evalgui.gui.app import main
from evalgui.gui.look import Mode
from evalgui.gui.start_options import Start

if TYPE_CHECKING:
    from evalgui.cli import Window


def open_window(command: Window) -> int:
    """Open the window that the command line asks for; return the exit code."""
    try:
        start = start_of(command)
    except EvalguiError as error:
        return refusal(error)
    return main(start)


def start_of(command: Window) -> Start:
    """Return how the window is started that the command line asks for.

    Raises
    ------
    EvalguiError
        If the choices of an earlier import cannot be read.
    """
    return Start(
        files=command.files,
        sample=command.sample,
        screenshot=command.screenshot,
        size=None if command.size is None else QSize(*command.size),
        appearance=None if command.appearance is None else Mode(command.appearance),
        layout=command.layout,
        spec=command.choices(),
        handed=command.handed,
        tells=command.tells,
    )
