"""A folder with the program and all it needs, to double-click, without Python or a checkout."""

from __future__ import annotations

import os
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

from developing import environment, processes
from developing.address import ADDRESS
from developing.environment import BUNDLE, ROOT, TO_BUNDLE

SOURCES = ROOT / "packaging" / "bundle"
DIST, WORK = ROOT / "dist", ROOT / "build" / "bundle"
MOST = 450 * 10**6
"""How many bytes the folder may have."""


def bundle(python: str | None, arguments: list[str]) -> int:
    """Make dist/evalgui and pack it; with --check let it compare what is known."""
    if set(arguments) - {"--check"}:
        raise processes.refusal("bundle [--check]")
    is_checked = "--check" in arguments  # and opens a window
    interpreter = environment.set_up(python, display=is_checked, extras=TO_BUNDLE, libraries=BUNDLE)
    os.chdir(str(ROOT))
    drawing = str(ROOT / "resources" / "icons" / "evalgui.svg")
    icons = [interpreter, str(SOURCES / "icons.py"), drawing, str(WORK / "icons")]
    processes.require(icons, "drawing icons")
    make = [interpreter, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    make += ["--distpath", str(DIST), "--workpath", str(WORK), str(SOURCES / "evalgui.spec")]
    processes.require(make, "bundling (some minutes)")
    folder = DIST / "evalgui"
    shutil.copy(str(WORK / "LICENCES.txt"), str(folder))
    shutil.copy(str(ROOT / "LICENSE"), str(folder))
    shutil.copy(str(SOURCES / "README.txt"), str(folder))
    if sys.platform.startswith("linux"):
        shutil.copy(str(SOURCES / "install.sh"), str(folder))
    strip = shutil.which("strip") if sys.platform.startswith("linux") else None
    for library in folder.glob("_internal/libpython3*") if strip else ():
        # Of this one alone: without its symbols OpenBLAS breaks.
        processes.require([str(strip), "--strip-unneeded", str(library)], "taking symbols out")
    n_bytes = sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())
    print(f"{folder.relative_to(ROOT)}: {n_bytes / 1e6:.0f} MB")
    if n_bytes > MOST:
        raise processes.refusal(f"that is more than {MOST / 1e6:.0f} MB")
    if is_checked:
        name = "evalgui-cli.exe" if os.name == "nt" else "evalgui"
        code, _seconds, said = processes.heard([str(folder / name), "verify", "--language", "en"])
        print(said, end="")
        if code or "not installed" in said:  # a reader of a format may be missing
            return code or 1
    for made in (packed(folder), installer()):
        if made is not None:
            print(made.relative_to(ROOT))
    return 0


def packed(folder: Path) -> Path:
    """Pack the folder as its system expects, and return the file."""
    machine = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    name = f"evalgui-{version()}-{machine}"
    if machine == "linux":
        target = DIST / f"{name}.tar.gz"
        with tarfile.open(str(target), "w:gz", compresslevel=6) as archive:
            archive.add(str(folder), arcname=name)
        return target
    if machine == "windows":
        return Path(shutil.make_archive(str(DIST / name), "zip", str(DIST), "evalgui"))
    target = DIST / f"{name}.zip"
    with tempfile.TemporaryDirectory() as whole:
        around = Path(whole) / name
        around.mkdir()
        for text in ("LICENSE", "LICENCES.txt", "README.txt"):
            shutil.copy(str(folder / text), str(around))
        # Other packers lose the links and what a signature covers.
        processes.require(
            ["ditto", str(DIST / "evalgui.app"), str(around / "evalgui.app")], "copying"
        )
        pack = ["ditto", "-c", "-k", "--keepParent", str(around), str(target)]
        processes.require(pack, "packing")
    return target


def installer() -> Path | None:
    """Make the installer of Windows, where Inno Setup is; None elsewhere."""
    if os.name != "nt":
        return None
    usual = Path(os.environ.get("PROGRAMFILES(X86)", "")) / "Inno Setup 6" / "ISCC.exe"
    compiler = shutil.which("iscc") or (str(usual) if usual.is_file() else None)
    if compiler is None:
        print("no installer: Inno Setup 6 is not here")
        return None
    known = [f"/DVersion={version()}", *([f"/DAddress={ADDRESS}"] if ADDRESS else [])]
    make = [compiler, "/Qp", *known, str(SOURCES / "evalgui.iss")]
    processes.require(make, "making the installer")
    return DIST / f"evalgui-{version()}-windows-setup.exe"


def version() -> str:
    """Return the version of this checkout."""
    text = (ROOT / "evalgui" / "version.py").read_text(encoding="utf-8")
    return text.rpartition('__version__ = "')[2].partition('"')[0]
