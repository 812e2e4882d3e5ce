"""Write what is bundled, with versions and licences: licences.py FILE."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path

# What makes the bundle, and is not in it.
TOOLS = {
    "altgraph",
    "evalgui",
    "packaging",
    "pip",
    "pyinstaller",
    "pyinstaller-hooks-contrib",
    "setuptools",
}
QT = """\
Qt and Qt for Python (PySide6, shiboken6) are used under the GNU Lesser General Public License,
version 3. They lie in this folder as libraries of their own (_internal/PySide6,
_internal/shiboken6) and can be exchanged for others of the same interface: put these in their
place. Their source is published by The Qt Company with each release; evalgui's own source, with
which this bundle is made again (packaging/dev.py bundle), comes with it.
"""


def main(target: str) -> None:
    """Write names, versions and licences, then the texts that come with each."""
    found = sorted(metadata.distributions(), key=lambda one: one.name.casefold())
    bundled = [one for one in found if one.name.casefold() not in TOOLS]
    lines = ["evalgui: MIT, see LICENSE", "", QT, "Bundled:", ""]
    for one in bundled:
        about = one.metadata
        licence = about.get("License-Expression") or _first_line(about.get("License", ""))
        licence = licence or "; ".join(
            line.rpartition("::")[2].strip()
            for line in about.get_all("Classifier") or ()
            if line.startswith("License")
        )
        lines.append(f"{one.name} {one.version}: {licence or 'see its text'}")
    python = Path(sys.base_prefix) / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    lines += [f"Python {sys.version.split()[0]}: PSF-2.0", ""]
    texts = [("Python", python / "LICENSE.txt")]
    for one in bundled:
        texts += [
            (one.name, Path(str(file.locate()))) for file in one.files or () if _is_text(file.name)
        ]
    for name, path in texts:
        if path.is_file():
            lines += ["", "=" * 80, f"{name}: {path.name}", "", path.read_text("utf-8", "replace")]
    Path(target).write_text("\n".join(lines), encoding="utf-8")


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0][:80]


def _is_text(name: str) -> bool:
    return name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE"))


if __name__ == "__main__":
    main(*sys.argv[1:])
