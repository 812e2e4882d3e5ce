"""``evalgui --install-desktop``: the program in the menus of a Linux desktop, and its files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.cli.commands import printed
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.locations import resources

if TYPE_CHECKING:
    from collections.abc import Sequence

INSTALL, UNINSTALL = "--install-desktop", "--uninstall-desktop"

_PLACES = {
    "desktop/evalgui.desktop": "applications/evalgui.desktop",
    "desktop/evalgui.xml": "mime/packages/evalgui.xml",
    "desktop/evalgui.metainfo.xml": "metainfo/evalgui.metainfo.xml",
    "icons/evalgui.svg": "icons/hicolor/scalable/apps/evalgui.svg",
}
_TOLD = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))


@dataclass(frozen=True, slots=True)
class Desktop:
    """Put the program into the menus of the user, or take it out again.

    Parameters
    ----------
    is_wanted
        Whether it is to be there.
    """

    is_wanted: bool

    def run(self) -> int:
        """Write the files, or remove them, and say where; return the exit code."""
        return printed(self._text)

    def _text(self) -> str:
        if not sys.platform.startswith("linux"):
            message = tr("this is about the desktops of Linux")
            raise EvalguiError(message, hint=tr("Elsewhere the installer does it"))
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
        lines = []
        for source, place in _PLACES.items():
            target = home / place
            if self.is_wanted:
                target.parent.mkdir(parents=True, exist_ok=True)
                write_safely(target, _content(resources() / source))
                target.chmod(0o644)  # the desktop reads it
                lines.append(str(target))
            elif target.is_file():
                target.unlink()
                lines.append(tr("removed: {file}", file=target))
        for program, folder in _TOLD:
            if (home / folder).is_dir() and (found := shutil.which(program)):
                subprocess.run([found, str(home / folder)], check=False, capture_output=True)  # noqa: S603
        return "\n".join(lines) or tr("nothing was there to remove")


def _content(source: Path) -> bytes:
    """Return a file for the desktop; the one that starts the program says where that is."""
    text = source.read_text(encoding="utf-8")
    if source.suffix == ".desktop":
        program = _quoted(_program())
        text = text.replace("Exec=evalgui", f"Exec={program}").replace("TryExec=evalgui\n", "")
    return text.encode("utf-8")


def _program() -> str:
    """Return what starts this program, wherever the desktop looks for it."""
    if getattr(sys, "frozen", False):
        return sys.executable
    beside = Path(sys.executable).with_name("evalgui")
    found = str(beside) if beside.is_file() else shutil.which("evalgui")
    if found is None:
        message = tr("the program 'evalgui' is not found beside this Python")
        raise EvalguiError(message, hint=tr("Install it with pip or pipx first"))
    return found


def _quoted(path: str) -> str:
    """Return a path as an entry of a desktop file has it (Desktop Entry Specification, 1.5)."""
    escaped = "".join("\\" + sign if sign in '"`$\\' else sign for sign in path)
    return f'"{escaped}"'.replace("%", "%%") if escaped != path or " " in path else path


def parse_desktop(arguments: Sequence[str], *, is_wanted: bool) -> Desktop:
    """Return what is asked for; there is nothing else to say."""
    from evalgui.cli.strict_parser import Parser

    description = tr(
        "Put the program into the menus of the desktop of this user, with its icon, and let "
        "workspaces open with it; it needs no rights of an administrator."
        if is_wanted
        else "Take the program out of the menus of the desktop of this user, where it was put."
    )
    program = f"evalgui {INSTALL if is_wanted else UNINSTALL}"
    Parser(prog=program, description=description).parse_args(arguments)
    return Desktop(is_wanted)
