"""Run, test, measure or build evalgui from a checkout, with one command and nothing prepared.

Each command first sees to everything it needs: system libraries (Debian and Ubuntu), a
virtual environment in `.venv`, and the project in it with the dependencies pinned in
`packaging/constraints.txt`. The second time that costs next to nothing.

The script itself needs the standard library alone. It parses on Python 3.8 and later, so
that an old interpreter can say what is missing; evalgui itself needs Python 3.11.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import functools
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
BENCHMARKS = ROOT / "packaging" / "benchmarks" / "run.py"
COVERAGE = ROOT / "packaging" / "coverage" / "run.py"

FUZZED = (
    *("readers/test_mutated_files.py", "readers/test_delimited.py", "readers/test_json_records.py"),
    *("text/test_fast_split.py", "text/test_tokeniser.py"),
)

# What is installed: for those who use the program, and for those who work on it.
TO_RUN, TO_TEST = "hdf5,spss", "test"
_PROGRAM = (
    *("numpy", "scipy.special", "pandas", "pyarrow", "python_calamine", "h5py", "pyreadstat"),
    *("PySide6.QtWidgets", "pyqtgraph"),
)
_TOOLS = ("hypothesis", "pytest", "sklearn", "statsmodels")
IMPORTED = {TO_RUN: _PROGRAM, TO_TEST: (*_PROGRAM, *_TOOLS)}

# What is tested again on the newest Python, beside all of it on the usual one.
ON_NEWEST = ("tests/cli", "tests/core", "tests/io", "evalgui/core", "evalgui/io")
SIDE_BY_SIDE = ("--numprocesses", "auto", "--maxprocesses", "4")

STAMP = "evalgui-set-up"  # the file in an environment that says what it was made for

OLDEST = (3, 11)
CLAIMED = ("3.13", "3.12", "3.11")
SAMPLE = "clinical"

# What Qt loads from the system, and the package that has it on Debian 12 and on Ubuntu 22.04
# and 24.04. Qt's own message blames libxcb-cursor0 whatever is missing, so all are probed.
LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
}
DISPLAY_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}

# Options of the window that are followed by a value, which is no file to open.
OPTIONS_WITH_VALUE = {"--sample", "--screenshot", "--size", "--theme", "--import-spec"}

# Settings of the caller's that would make Python or pip act on another environment.
STRAY = ("PYTHONHOME", "PYTHONPATH", "PIP_PREFIX", "PIP_TARGET", "PIP_USER")


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command and return its exit code."""
    parser = command_line()
    options, rest = parser.parse_known_args(arguments)
    if options.command == "build" and rest:
        parser.error("build takes no arguments: " + " ".join(rest))
    commands = {"run": run, "test": test, "fuzz": fuzz, "monkey": monkey, "bench": bench}
    commands = {**commands, "coverage": coverage, "build": build}
    return commands[options.command](options.python, rest)


def command_line() -> argparse.ArgumentParser:
    """Return the parser: what it does not know is for the program that is started."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    subparsers.required = True
    for name, usage, text in (
        (
            "run",
            "[FILES] [--screenshot OUT.png] [arguments of evalgui]",
            (
                "Open the program: on the files, or on a bundled sample where none is named. "
                "--screenshot OUT.png needs no display: it draws the window into a picture."
            ),
        ),
        (
            "test",
            "[--newest | arguments of pytest]",
            (
                "Check lint, format, types and import arrows, then run the tests. With arguments "
                "pytest alone runs, with them. --newest does all, and then the tests of core, "
                "imports and command line on the newest other Python that is installed. Windows "
                "are drawn offscreen; QT_QPA_PLATFORM=xcb in the environment shows them."
            ),
        ),
        (
            "fuzz",
            "[arguments of pytest]",
            "Try many damaged and random files: what the tests try a hundred times, 50,000 times.",
        ),
        (
            "monkey",
            "[--seed N] [--minutes M] [--steps K]",
            (
                "Do random things in the real window, offscreen, and look for crashes, warnings, "
                "stale pictures and numbers that disagree. Seeds are printed; a seed repeats its "
                "run."
            ),
        ),
        ("bench", "[NAMES]", "Print what is measured, as ratios: all of it, or the named parts."),
        (
            "coverage",
            "[PARTS] [--replicates N]",
            "Simulate how often intervals hold the truth: half an hour, or --replicates 100.",
        ),
        ("build", "", "Build the wheel into dist/."),
    ):
        subparser = subparsers.add_parser(
            name,
            usage="python3 packaging/dev.py " + name + " [--python X] " + usage,
            description=text,
            help=text.split(":")[0].split(". ")[0].rstrip("."),
            allow_abbrev=False,
        )
        subparser.add_argument(
            "--python",
            metavar="X",
            help="use this interpreter (a version such as 3.12, a name or a path), in an "
            "environment of its own such as .venv-3.12",
        )
    return parser


# ------------------------------------------------------------------------------- commands


def run(python: str | None, arguments: list[str]) -> int:
    """Start the program in place of this script."""
    headless = bool({"evaluate", "inspect", "compare", "sample-size"} & {*arguments[:1]})
    headless = headless or bool({"-h", "--help", "--version"} & {*arguments})
    screenshot = any(argument.split("=")[0] == "--screenshot" for argument in arguments)
    if screenshot:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    elif not headless and not has_display(os.environ):
        print(
            "There is no display here: neither DISPLAY nor WAYLAND_DISPLAY is set.\n"
            "For a picture of the window instead:\n"
            "    python3 packaging/dev.py run --screenshot window.png [FILES]\n"
            "For the numbers alone:\n"
            "    python3 packaging/dev.py run evaluate FILE",
            file=sys.stderr,
        )
        return 2
    if not headless and not names_file(arguments):
        arguments = [*arguments, "--sample", SAMPLE]
    interpreter = set_up(python, display=not headless and not screenshot, extras=TO_RUN)
    # -P: modules in the folder one happens to be in must not be taken for ours.
    return become([interpreter, "-P", "-m", "evalgui", *arguments])


def test(python: str | None, arguments: list[str]) -> int:
    """Run every check and then the tests, or only the tests that are named."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    on_display = os.environ["QT_QPA_PLATFORM"].split(":")[0] == "xcb"
    interpreter = set_up(python, display=on_display)
    os.chdir(str(ROOT))
    pytest = [interpreter, "-m", "pytest"]
    newest = arguments == ["--newest"]
    if arguments and not newest:
        return become([*pytest, *arguments])
    lint_imports = str(Path(interpreter).with_name("lint-imports"))
    steps: dict[str, list[str]] = {
        "lint": [interpreter, "-m", "ruff", "check"],
        "format": [interpreter, "-m", "ruff", "format", "--check"],
        "types": [interpreter, "-m", "mypy", "evalgui", "tests"],
        "types of this script": [interpreter, "-m", "mypy", "packaging/dev.py"],
        "import arrows": [lint_imports],
        "tests": [*pytest, *SIDE_BY_SIDE],
    }
    if newest:
        steps.update(on_newest(version_of(interpreter)))
    outcomes = []
    first_failure = 0
    for name, command in steps.items():
        print("== " + name, flush=True)
        start = time.monotonic()
        code = call(command)
        outcomes.append((name, code, time.monotonic() - start))
        first_failure = first_failure or code
    print()
    for name, code, seconds in outcomes:
        word = "ok" if code == 0 else f"FAILED ({code})"
        print(f"{name:<21} {seconds:>6.1f} s  {word}", flush=True)
    return first_failure


def on_newest(own: str) -> dict[str, list[str]]:
    """Return the step for the newest other Python that is installed; say which are absent."""
    others = [version for version in CLAIMED if version != own]
    here = [version for version in others if installed(version)]
    absent = [version for version in others if version not in here]
    if absent:
        print("Not installed here, so not tested on: Python " + ", ".join(absent), flush=True)
    if not here:
        return {}
    command = [sys.executable, str(Path(__file__).resolve()), "test", "--python", here[0]]
    return {"on Python " + here[0]: [*command, *ON_NEWEST, *SIDE_BY_SIDE]}


def fuzz(python: str | None, arguments: list[str]) -> int:
    """Run the tests with damaged, random and drawn files for a long time."""
    interpreter = set_up(python, display=False)
    os.chdir(str(ROOT))
    # A test takes hours here, so that neither of the watches over hanging ones may bite.
    options = ["--hypothesis-profile=fuzz", "--timeout=0", "--override-ini=faulthandler_timeout=0"]
    options += ["--numprocesses", "auto"]
    files = [f"tests/io/{name}" for name in FUZZED]
    return become([interpreter, "-m", "pytest", *options, *files, *arguments])


def monkey(python: str | None, arguments: list[str]) -> int:
    """Do random things in the real window, and look for what goes wrong."""
    interpreter = set_up(python, display=False)
    os.chdir(str(ROOT))
    return become([interpreter, "-m", "tests.monkey", *arguments])


def bench(python: str | None, arguments: list[str]) -> int:
    """Run the benchmarks."""
    if not BENCHMARKS.is_file():
        raise refusal(f"this checkout has no benchmarks: {BENCHMARKS.relative_to(ROOT)} is missing")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # What the platform without a screen says about itself is in nobody's way here.
    os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
    interpreter = set_up(python, display=False)
    os.chdir(str(ROOT))
    return become([interpreter, str(BENCHMARKS), *arguments])


def coverage(python: str | None, arguments: list[str]) -> int:
    """Simulate the coverage of intervals."""
    interpreter = set_up(python, display=False)
    os.chdir(str(ROOT))
    return become([interpreter, str(COVERAGE), *arguments])


def build(python: str | None, arguments: list[str]) -> int:
    """Build the wheel into dist/."""
    del arguments
    interpreter = set_up(python, display=False)
    os.chdir(str(ROOT))
    # The backend never forgets a file it once copied there, even when it is long deleted.
    shutil.rmtree(str(ROOT / "build"), ignore_errors=True)
    command = [interpreter, "-m", "build", "--wheel", "--no-isolation", "--quiet"]
    code = call([*command, "--outdir", "dist"])
    if code == 0:
        newest = max((ROOT / "dist").glob("*.whl"), key=lambda path: path.stat().st_mtime)
        print(newest.relative_to(ROOT))
    return code


def has_display(environment: Mapping[str, str]) -> bool:
    """Return whether a window can be shown."""
    if not sys.platform.startswith("linux"):
        return True
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(environment.get(name) for name in names)


def names_file(arguments: Sequence[str]) -> bool:
    """Return whether the arguments say what to open: a file, or a sample by its name."""
    previous = ""
    for argument in arguments:
        if argument.split("=")[0] == "--sample":
            return True
        if not argument.startswith("-") and previous not in OPTIONS_WITH_VALUE:
            return True
        previous = argument
    return False


# --------------------------------------------------------------------------------- set-up


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


def set_up(wanted: str | None, *, display: bool, extras: str = TO_TEST) -> str:
    """Make everything ready and return the interpreter of the environment.

    Parameters
    ----------
    wanted
        The interpreter that was asked for, or None for the usual one.
    display
        Whether the libraries for a real display are needed.
    extras
        What is needed beside the program's own dependencies.
    """
    for name in STRAY:
        os.environ.pop(name, None)
    source = find_python(wanted)
    folder = ROOT / (".venv" if wanted is None else ".venv-" + version_of(source))
    interpreter = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    needs_packages = sys.platform.startswith("linux")

    def is_ready() -> bool:
        return fits(folder, interpreter, extras) and read_stamp(folder).files == seal(folder)

    if is_ready() and not (needs_packages and missing_packages(display=display, venv_for=None)):
        return str(interpreter)
    with alone():
        ready = is_ready()  # by now, perhaps, since another set-up has just ended
        if needs_packages:
            install_system_packages(display=display, venv_for=None if ready else source)
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
            raise refusal(f"{folder.name} was made again and still does not work: {trouble}")
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
    for path in (ROOT / "pyproject.toml", CONSTRAINTS):
        digest.update(b"\0" + path.read_bytes())
    return digest.hexdigest()


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
        f"Setting up {folder.name} (once, about a minute) ...",
        file=sys.stderr,
        flush=True,
    )
    start = time.monotonic()
    stamp = folder / STAMP
    if stamp.exists():
        stamp.unlink()
    if not (interpreter.exists() and answers([str(interpreter), "-c", "import pip"])):
        require([source, "-m", "venv", "--clear", str(folder)], "making " + folder.name)
    pip = [str(interpreter), "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
    pip += ["--constraint", str(CONSTRAINTS)]
    # The build backend first and pinned like the rest, instead of the newest in isolation.
    require([*pip, "setuptools"], "installing the build backend")
    require(
        [*pip, "--no-build-isolation", "--editable", f"{ROOT}[{extras}]"],
        "installing the project",
    )
    print(f"... done in {time.monotonic() - start:.0f} s.", file=sys.stderr, flush=True)


def find_python(wanted: str | None) -> str:
    """Return the interpreter to make an environment with, or stop with what to do."""
    if wanted is None and sys.version_info >= OLDEST:
        return sys.executable
    too_old = None if wanted is not None else sys.executable
    for candidate in candidates(wanted):
        version = version_of(candidate)
        if version and tuple(map(int, version.split("."))) >= OLDEST:
            return shutil.which(candidate) or candidate
        too_old = candidate if version else too_old
    if too_old is None:
        here = ", ".join(filter(installed, CLAIMED)) or "none that it runs on"
        raise refusal(f"there is no Python {wanted} here; there is: {here}")
    hint = "" if wanted is not None else ", and no later one was found"
    raise refusal(f"evalgui needs Python 3.11 or later; {too_old} is {version_of(too_old)}{hint}")


def installed(version: str) -> bool:
    """Return whether a version of Python is there."""
    return any(version_of(candidate) == version for candidate in candidates(version))


def candidates(wanted: str | None) -> list[str]:
    """Return what to try for an interpreter: a path, names on the PATH, those of pyenv."""
    found = []
    for version in CLAIMED if wanted is None else (wanted,):
        if not re.match(r"3\.\d+$", version):
            found.append(str(Path(version).expanduser()) if os.sep in version else version)
            continue
        found.append("python" + version)
        # What pyenv puts on the PATH answers only for the versions that are active.
        home = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
        found += [str(path) for path in sorted(home.glob(f"{version}*/bin/python{version}"))]
    return found


@functools.lru_cache(maxsize=None)
def version_of(python: str) -> str:
    """Return the version of an interpreter, such as "3.12"; empty where it does not run."""
    if python == sys.executable:
        return "{}.{}".format(*sys.version_info)
    return answer([python, "-c", "import sys; print('{}.{}'.format(*sys.version_info))"])


# ----------------------------------------------------------------------- system libraries


def install_system_packages(*, display: bool, venv_for: str | None) -> None:
    """Install what Qt and `venv` need of the system, or say with which command.

    Parameters
    ----------
    display
        Whether the libraries for a real display are needed as well.
    venv_for
        The interpreter that is to make an environment; None where there is one already.
    """
    needed = missing_packages(display=display, venv_for=venv_for)
    if not needed:
        return
    apt = apt_get()
    if apt is not None:
        command = [*apt, "install", "--yes", "--no-install-recommends", *needed]
        print("Installing " + " ".join(needed) + " ...", file=sys.stderr, flush=True)
        # A bare system has no package lists yet; one that has them need not fetch them.
        if not answers(command) and call([*apt, "update"]) == 0:
            call(command)
        needed = missing_packages(display=display, venv_for=venv_for)
    if not needed:
        return
    print(
        "evalgui needs some packages of the system. On Debian and Ubuntu:\n"
        "    sudo apt-get update && sudo apt-get install --yes --no-install-recommends "
        + " ".join(needed),
        file=sys.stderr,
        flush=True,
    )
    # Without those for X a Wayland session may still do; Qt itself speaks up if not.
    if not set(needed) <= set(DISPLAY_LIBRARIES.values()):
        raise SystemExit(1)


def missing_packages(*, display: bool, venv_for: str | None) -> list[str]:
    """Return the names of the missing packages, as Debian has them, sorted."""
    libraries = {**LIBRARIES, **(DISPLAY_LIBRARIES if display else {})}
    needed = {package for library, package in libraries.items() if not loads(library)}
    if venv_for is not None and not answers([venv_for, "-c", "import ensurepip, venv"]):
        needed.add(f"python{version_of(venv_for)}-venv")
    return sorted(needed)


def loads(library: str) -> bool:
    """Return whether the system finds a shared library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def apt_get() -> list[str] | None:
    """Return how to call apt-get without being asked anything; None where that cannot be."""
    apt = shutil.which("apt-get")
    if apt is None:
        return None
    command = ["env", "DEBIAN_FRONTEND=noninteractive", apt, "-qq"]
    if os.geteuid() == 0:
        return command
    sudo = shutil.which("sudo")
    if sudo is not None and answers([sudo, "-n", "true"]):
        return [sudo, "-n", *command]
    return None


# ------------------------------------------------------------------------------ processes


def become(command: list[str]) -> int:
    """Go on as another program; where that is impossible, run it and return its code."""
    sys.stdout.flush()
    if os.name == "nt":
        return call(command)
    return os.execv(command[0], command)


def call(command: list[str]) -> int:
    """Run a program and return its exit code; that of one ended by a signal is above 128."""
    code = subprocess.call(command)
    return code if code >= 0 else 128 - code


def require(command: list[str], what: str) -> None:
    """Run a program that has to succeed."""
    code = call(command)
    if code != 0:
        raise refusal(f"{what} failed:\n    " + " ".join(map(shlex.quote, command)))


def answers(command: list[str]) -> bool:
    """Return whether a program succeeds; it is not heard."""
    null = subprocess.DEVNULL
    try:
        return subprocess.call(command, stdin=null, stdout=null, stderr=null) == 0
    except OSError:
        return False


def answer(command: list[str]) -> str:
    """Return what a program prints, stripped; empty when it fails."""
    try:
        output = subprocess.check_output(command, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return output.decode().strip()


def refusal(message: str) -> SystemExit:
    """Return what ends the script with a message and exit code 1."""
    return SystemExit("packaging/dev.py: " + message)


if __name__ == "__main__":
    sys.exit(main())
