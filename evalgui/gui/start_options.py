"""How the program was started: what the command line asks the window for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QSize

    from evalgui.gui.look import Mode
    from evalgui.io.bytes.clipboard import Pasted
    from evalgui.io.remembered.import_spec import ImportSpec


@dataclass(frozen=True, slots=True)
class Start:
    """How the program was started.

    Parameters
    ----------
    files
        The files to open.
    sample
        The id of a bundled sample to open, or "".
    screenshot
        Where to write a picture of the window before ending, or None.
    size
        The size of the window, or None for the remembered one.
    appearance
        The appearance for this run, or None for the remembered one.
    layout
        The id of the layout of the window for this run, or "" for the one it had, or that fits.
    spec
        What was decided about the columns of the files, or None.
    handed
        Data that another program handed over, or None.
    tells
        Whether it is printed what is decided when the window is closed.
    """

    files: tuple[Path, ...] = ()
    sample: str = ""
    screenshot: Path | None = None
    size: QSize | None = None
    appearance: Mode | None = None
    layout: str = ""
    spec: ImportSpec | None = None
    handed: Pasted | None = None
    tells: bool = False

    @property
    def opens(self) -> bool:
        """Whether data are opened."""
        return bool(self.files or self.sample or self.handed)
