"""Write what is bundled, with versions and licences, and all texts of licences."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.io.licences import BUNDLED, QT, collected
from evalgui.io.parts import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

EXTRAS = frozenset({"bundle"})
TOOLS = {"altgraph", "pyinstaller", "pyinstaller-hooks-contrib", "setuptools"}
"""What makes the bundle, and is not in it; the loader of PyInstaller is free for any use."""


def write(folder: Path, libraries: Iterable[Path]) -> Path:
    """Write the licences of all that a bundle has, and return the file.

    Parameters
    ----------
    folder
        Where to.
    libraries
        Where the libraries are from that lie in the bundle: those of the system have the
        licences of the packages of the system.
    """
    parts = {key: one for key, one in parts_of(extras=EXTRAS).items() if key not in TOOLS}
    python = Path(sys.base_prefix) / "lib" / "python{}.{}".format(*sys.version_info)
    others = [("Python", python / "LICENSE.txt"), *of_system(libraries)]
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / BUNDLED
    target.write_text(f"{QT}\n\n{collected(parts, others)}", encoding="utf-8")
    return target


def of_system(libraries: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """Yield the packages of Debian that libraries are from, with their licences."""
    # What a package has below /usr/lib is reached below /lib, too: it is asked for by its name.
    own = {path.resolve().name for path in libraries if path.parts[1:2] in {("usr",), ("lib",)}}
    packages = set()
    for name in sorted(own):
        command = ["dpkg-query", "--search", f"*/{name}"]
        try:
            told = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            return
        packages |= {line.partition(":")[0] for line in told.stdout.splitlines()}
    for name in sorted(packages):
        yield name, Path("/usr/share/doc") / name / "copyright"
