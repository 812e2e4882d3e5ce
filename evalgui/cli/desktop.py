"""``evalgui --install-desktop``: the program in menus, manual and shells of a user of Linux."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from html import escape
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.cli.commands import printed
from evalgui.cli.desktop_options import desktop_parser
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.locations import resources

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLACES = {
    "desktop/evalgui.desktop": "applications/evalgui.desktop",
    "desktop/evalgui.xml": "mime/packages/evalgui.xml",
    "desktop/evalgui.metainfo.xml": "metainfo/evalgui.metainfo.xml",
    "icons/evalgui.svg": "icons/hicolor/scalable/apps/evalgui.svg",
}
_COMPLETED = {
    "bash": "bash-completion/completions/evalgui",
    "zsh": "zsh/site-functions/_evalgui",
    "fish": "fish/vendor_completions.d/evalgui.fish",
}
"""Where shells look for what completes commands of the user; zsh where its `fpath` has it."""
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
        link = Path.home() / ".local" / "bin" / "evalgui"
        lines, left = [], []
        for place, content in _files().items():
            target = home / place
            if self.is_wanted:
                target.parent.mkdir(parents=True, exist_ok=True)
                write_safely(target, content)
                target.chmod(0o644)  # the desktop reads it
                lines.append(str(target))
            elif target.is_file():
                target.unlink()
                left.append(target)
                lines.append(tr("removed: {file}", file=target))
        if getattr(sys, "frozen", False) and self._is_linked(link):
            lines.append(str(link) if self.is_wanted else tr("removed: {file}", file=link))
        for program, folder in _TOLD:
            if (home / folder).is_dir() and (found := shutil.which(program)):
                subprocess.run([found, str(home / folder)], check=False, capture_output=True)  # noqa: S603
        for target in left:  # now: these need their folders
            _remove_empty(target.parent, home)
        return "\n".join(lines) or tr("nothing was there to remove")

    def _is_linked(self, link: Path) -> bool:
        """Let a shell find the program of a folder by its name, or no longer; whether it did."""
        program = Path(sys.executable)
        if self.is_wanted and not os.path.lexists(link):
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(program)
            return True
        is_own = link.is_symlink() and link.readlink() == program
        if is_own and not self.is_wanted:
            link.unlink()
        return is_own


def _files() -> dict[str, bytes]:
    """Return what lies in the folder for data of the user, by its place there."""
    from evalgui.cli.completion import completion
    from evalgui.cli.manual import manual_pages

    texts = {f"man/man1/{name}": page for name, page in manual_pages().items()}
    texts |= {place: completion(shell) for shell, place in _COMPLETED.items()}
    files = {place: text.encode("utf-8") for place, text in texts.items()}
    return {place: _content(resources() / source) for source, place in _PLACES.items()} | files


def _remove_empty(folder: Path, home: Path) -> None:
    """Remove a folder that is empty, and those around it that then are, up to the home."""
    while folder != home and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _content(source: Path) -> bytes:
    """Return a file for the desktop; one says where the program is, another where it is from."""
    text = source.read_text(encoding="utf-8")
    if source.suffix == ".desktop":
        program = _quoted(_program())
        text = text.replace("TryExec=evalgui\n", "").replace("Exec=evalgui", f"Exec={program}")
    address = _address()
    if source.name.endswith(".metainfo.xml") and address:
        text = text.replace("<id>evalgui</id>", f"<id>{app_id(address)}</id>")
        url = f'  <url type="homepage">{escape(address)}</url>\n'
        text = text.replace("  <launchable", f"{url}  <launchable")
    return text.encode("utf-8")


def _address() -> str:
    """Return where the project lives, as the package of this installation says; "" for nowhere."""
    try:
        known = metadata.metadata("evalgui").get_all("Project-URL") or ()
    except metadata.PackageNotFoundError:  # a checkout that was not installed
        return ""
    pairs = (one.partition(", ") for one in known)
    return next((address for name, _comma, address in pairs if name == "Homepage"), "")


def app_id(address: str) -> str:
    """Return the id of the program in catalogues of software, which begins as an address ends.

    Without an address it has no such id, and no catalogue takes it.
    """
    host, *path = address.partition("://")[2].strip("/").split("/")
    parts = [*reversed(host.lower().split(".")), *path]
    if parts[-1] != "evalgui":
        parts.append("evalgui")
    return ".".join(re.sub(r"\W", "_", part) for part in parts)


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
    desktop_parser(is_wanted=is_wanted).parse_args(arguments)
    return Desktop(is_wanted)
