"""The virtual environment of a checkout: made once, and again where something has changed."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from developing import locks, processes, pythons, system_packages

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"

# What is installed: for those who use the program, and for those who work on it.
TO_RUN, TO_TEST, TO_TEST_SPARK, TO_BUNDLE = "all", "test", "test,spark", "bundle"
TO_SITE = "site"
# With which libraries: those that are pinned, the lowest that are allowed, the newest there are.
PINNED, LOWEST, NEWEST = "", "-lowest", "-newest-libraries"
SPARK = "-spark"  # pinned, and with Spark, which is larger than all else
BUNDLE = "-bundle"  # pinned, and what is bundled alone, so that nothing else comes along
SITE = "-site"  # pinned, and what makes the site
_PROGRAM = (
    *("numpy", "scipy.special", "pandas", "pyarrow", "python_calamine", "h5py", "pyreadstat"),
    *("PySide6.QtWidgets", "pyqtgraph", "xlsxwriter", "duckdb", "ibis"),
)
_BUNDLED = tuple(name for name in _PROGRAM if name not in {"duckdb", "ibis"})
_SHOWN = tuple(name for name in _BUNDLED if name not in {"h5py", "pyreadstat"})
_TOOLS = ("hypothesis", "pytest", "sklearn", "statsmodels")
IMPORTED = {
    TO_RUN: _PROGRAM,
    TO_BUNDLE: (*_BUNDLED, "PyInstaller"),
    TO_SITE: (*_SHOWN, "sphinx", "myst_parser", "furo"),
    TO_TEST: (*_PROGRAM, *_TOOLS),
    TO_TEST_SPARK: (*_PROGRAM, *_TOOLS, "pyspark"),
}

# What the project tells of itself, once it is installed, is made of these.
DESCRIBING = ("pyproject.toml", "evalgui/version.py", "packaging/developing/address.py")

STAMP = "evalgui-set-up"  # the file in an environment that says what it was made for

# Settings of the caller's that would make Python or pip act on another environment.
STRAY = ("PYTHONHOME", "PYTHONPATH", "PIP_PREFIX", "PIP_TARGET", "PIP_USER")


class Stamp(NamedTuple):
    """What is noted about an environment when it is ready.

    Parameters
    ----------
    made_from
        See `fingerprint`.
    extras
        What was installed beside the program's own dependencies.
    files
        See `seal`.
    """

    made_from: str
    extras: str
    files: str


def set_up(
    wanted: str | None, *, display: bool, extras: str = TO_TEST, libraries: str = PINNED
) -> str:
    """Make everything ready and return the interpreter of the environment.

    Parameters
    ----------
    wanted
        The interpreter that was asked for, or None for the usual one.
    display
        Whether the libraries for a real display are needed.
    extras
        What is needed beside the program's own dependencies.
    libraries
        With which libraries: `PINNED`, or in an environment of their own `LOWEST`, `NEWEST`,
        `SPARK`, `BUNDLE` or `SITE`.
    """
    for name in STRAY:
        os.environ.pop(name, None)
    source = pythons.find_python(wanted)
    own = "" if wanted is None else "-" + pythons.version_of(source)
    folder = ROOT / f".venv{own}{libraries}"
    interpreter = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    needs_packages = sys.platform.startswith("linux")

    def is_ready() -> bool:
        return fits(folder, interpreter, extras) and read_stamp(folder).files == seal(folder)

    lacks, java = system_packages.missing_packages, libraries == SPARK
    if is_ready() and not (needs_packages and lacks(display=display, venv_for=None, java=java)):
        return str(interpreter)
    with alone():
        ready = is_ready()  # by now, perhaps, since another set-up has just ended
        if needs_packages:
            venv_for = None if ready else source
            system_packages.install_system_packages(display=display, venv_for=venv_for, java=java)
        if not ready:
            make_ready(source, folder, interpreter, extras)
    return str(interpreter)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Wait until no other set-up of this checkout is under way, and keep others waiting."""
    with (ROOT / ".venv-set-up.lock").open("a", encoding="utf-8") as file:
        if not lock(file.fileno(), wait=False):
            print("Waiting for another set-up to end ...", file=sys.stderr, flush=True)
            while not lock(file.fileno(), wait=True):
                pass  # Windows gives up after some seconds
        yield  # the lock ends with the file


def lock(file: int, *, wait: bool) -> bool:
    """Lock a file; return whether that was possible."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def fits(folder: Path, interpreter: Path, extras: str) -> bool:
    """Return whether an environment was made for this, whatever became of it since."""
    stamp = read_stamp(folder)
    has_all = stamp.extras in {extras, TO_TEST}  # those who test have what a user has
    return has_all and interpreter.exists() and stamp.made_from == fingerprint(interpreter)


def make_ready(source: str, folder: Path, interpreter: Path, extras: str) -> None:
    """Make sure that all that is needed can be imported; begin anew where it cannot."""
    is_made = fits(folder, interpreter, extras)
    if is_made:
        extras = read_stamp(folder).extras
    else:
        install_project(source, folder, interpreter, extras)
    print("  trying what was installed", file=sys.stderr, flush=True)
    trouble = import_error(interpreter, extras)
    if trouble:
        print(
            f"{folder.name} does not work ({trouble}). It is made again.",
            file=sys.stderr,
            flush=True,
        )
        shutil.rmtree(str(folder), ignore_errors=True)
        install_project(source, folder, interpreter, extras)
        trouble = import_error(interpreter, extras)
        if trouble:
            message = f"{folder.name} was made again and still does not work: {trouble}"
            raise processes.refusal(message)
    write_stamp(folder, Stamp(fingerprint(interpreter), extras, seal(folder)))


def import_error(interpreter: Path, extras: str) -> str:
    """Return why something that is needed cannot be imported, "" where all can."""
    code = "\n".join(
        [
            "import importlib, importlib.util, sys",
            f"for name in {IMPORTED[extras]!r}:",
            "    try:",
            "        importlib.import_module(name)",
            "    except BaseException as error:",
            "        sys.exit(f'{name}: {type(error).__name__}: {error}'.splitlines()[0])",
            "if importlib.util.find_spec('evalgui') is None:",
            "    sys.exit('evalgui itself is not installed')",
        ]
    )
    try:
        finished = subprocess.run(
            [str(interpreter), "-P", "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
    except OSError as error:
        return str(error)
    if finished.returncode == 0:
        return ""
    words = finished.stderr.decode(errors="replace").strip().splitlines()
    return words[-1] if words else f"Python ends with code {finished.returncode}"


def fingerprint(interpreter: Path) -> str:
    """Return what an environment was made from: this place, this Python, these requirements."""
    digest = hashlib.sha256(f"{ROOT}\0{interpreter.resolve()}".encode())
    constraints = constraints_of(interpreter.parents[1])
    locked = sorted(locks.LOCKS.glob("*.txt")) if constraints == [CONSTRAINTS] else []
    for path in (*(ROOT / name for name in DESCRIBING), *constraints, *locked):
        digest.update(b"\0" + path.read_bytes())
    return digest.hexdigest()


def constraints_of(folder: Path) -> list[Path]:
    """Return the file with the versions that an environment gets, if it gets any certain ones."""
    if folder.name.endswith(NEWEST):
        return []
    return [CONSTRAINTS.with_name("lowest.txt") if folder.name.endswith(LOWEST) else CONSTRAINTS]


def seal(folder: Path) -> str:
    """Return how the upper two levels of what is installed look.

    That is quickly found out, and changes when a package is removed, replaced or damaged.
    """
    digest = hashlib.sha256()
    for packages in (*folder.glob("lib/python3*/site-packages"), folder / "Lib/site-packages"):
        level = [packages] if packages.is_dir() else []
        for _depth in range(2):
            entries = [entry for path in level for entry in os.scandir(str(path))]
            entries = sorted((e for e in entries if e.name != "__pycache__"), key=lambda e: e.path)
            for entry in entries:
                found = entry.stat(follow_symlinks=False)
                size = 0 if entry.is_dir() else found.st_size
                digest.update(f"{entry.path}\0{size}\0{found.st_mtime_ns}\n".encode())
            level = [Path(entry.path) for entry in entries if entry.is_dir()]
    return digest.hexdigest()


def read_stamp(folder: Path) -> Stamp:
    """Return what was noted about an environment; empty where nothing was."""
    path = folder / STAMP
    lines = path.read_text(encoding="utf-8").split("\n") if path.is_file() else []
    return Stamp(*lines) if len(lines) == len(Stamp._fields) else Stamp("", "", "")


def write_stamp(folder: Path, stamp: Stamp) -> None:
    """Note that an environment is ready."""
    (folder / STAMP).write_text("\n".join(stamp), encoding="utf-8")


def install_project(source: str, folder: Path, interpreter: Path, extras: str) -> None:
    """Make the environment where it is missing or broken, and install the project in it."""
    print(
        f"Setting up {folder.name} (once, some minutes) ...",
        file=sys.stderr,
        flush=True,
    )
    start = time.monotonic()
    stamp = folder / STAMP
    if stamp.exists():
        stamp.unlink()
    if not (interpreter.exists() and processes.answers([str(interpreter), "-c", "import pip"])):
        processes.require([source, "-m", "venv", "--clear", str(folder)], "making " + folder.name)
    pip = [str(interpreter), "-m", "pip", "--disable-pip-version-check", "install"]
    lock = locks.lock_for(pythons.version_of(source))
    if constraints_of(folder) == [CONSTRAINTS] and lock.is_file():
        # The project itself has no digest: it comes last, and finds all that it needs.
        wanted = folder / "evalgui-locked.txt"
        wanted.write_text(locks.lines_for(lock, extras), encoding="utf-8")
        command = [*pip, "--require-hashes", "--no-deps", "--requirement", str(wanted)]
        processes.require(command, "installing what is locked")
    for path in constraints_of(folder):
        pip += ["--constraint", str(path)]
    # The build backend first and pinned like the rest, instead of the newest in isolation.
    processes.require([*pip, "--upgrade", "hatchling"], "installing the build backend")
    processes.require(
        [*pip, "--no-build-isolation", "--editable", f"{ROOT}[{extras}]"],
        "installing the project",
    )
    print(f"... done in {time.monotonic() - start:.0f} s.", file=sys.stderr, flush=True)
