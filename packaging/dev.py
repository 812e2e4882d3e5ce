"""Run, test, measure or build evalgui from a checkout, with one command and nothing prepared.

Each command first sees to everything it needs: system libraries (Debian and Ubuntu), a
virtual environment in `.venv`, and the project in it with the dependencies pinned in
`packaging/constraints.txt`. The second time that costs next to nothing.

The script itself needs the standard library alone. It parses on Python 3.8 and later, so
that an old interpreter can say what is missing; evalgui itself needs Python 3.11.
"""

from __future__ import annotations

import argparse
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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
BENCHMARKS = ROOT / "packaging" / "benchmarks" / "run.py"

FUZZED = ("mutated_files", "delimited", "clean", "tokeniser", "json_records")

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
    commands = {"run": run, "test": test, "fuzz": fuzz, "bench": bench, "build": build}
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
            "[arguments of pytest]",
            (
                "Check lint, format, types and import arrows, then run the tests. With arguments "
                "pytest alone runs, with them. Windows are drawn offscreen; QT_QPA_PLATFORM=xcb "
                "in the environment shows them."
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
    headless = bool({"evaluate", "inspect"} & {*arguments[:1]})
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
    interpreter = set_up(python, display=not headless and not screenshot)
    # -P: modules in the folder one happens to be in must not be taken for ours.
    return become([interpreter, "-P", "-m", "evalgui", *arguments])


def test(python: str | None, arguments: list[str]) -> int:
    """Run every check and then the tests, or only the tests that are named."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    on_display = os.environ["QT_QPA_PLATFORM"].split(":")[0] == "xcb"
    interpreter = set_up(python, display=on_display)
    os.chdir(str(ROOT))
    pytest = [interpreter, "-m", "pytest"]
    if arguments:
        return become([*pytest, *arguments])
    lint_imports = str(Path(interpreter).with_name("lint-imports"))
    steps: dict[str, list[str]] = {
        "lint": [interpreter, "-m", "ruff", "check"],
        "format": [interpreter, "-m", "ruff", "format", "--check"],
        "types": [interpreter, "-m", "mypy", "evalgui", "tests"],
        "types of this script": [interpreter, "-m", "mypy", "packaging/dev.py"],
        "import arrows": [lint_imports],
        "tests": [*pytest, "--numprocesses", "auto", "--maxprocesses", "4"],
    }
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


def fuzz(python: str | None, arguments: list[str]) -> int:
    """Run the tests with damaged, random and drawn files for a long time."""
    interpreter = set_up(python, display=False)
    os.chdir(str(ROOT))
    # A test takes hours here, so that neither of the watches over hanging ones may bite.
    options = ["--hypothesis-profile=fuzz", "--timeout=0", "--override-ini=faulthandler_timeout=0"]
    options += ["--numprocesses", "auto"]
    files = [f"tests/io/test_{name}.py" for name in FUZZED]
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
    interpreter = set_up(python, display=False)
    os.chdir(str(ROOT))
    return become([interpreter, str(BENCHMARKS), *arguments])


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


def set_up(wanted: str | None, *, display: bool) -> str:
    """Make everything ready and return the interpreter of the environment.

    Parameters
    ----------
    wanted
        The interpreter that was asked for, or None for the usual one.
    display
        Whether the libraries for a real display are needed.
    """
    for name in STRAY:
        os.environ.pop(name, None)
    source = find_python(wanted)
    folder = ROOT / (".venv" if wanted is None else ".venv-" + version_of(source))
    interpreter = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "evalgui-set-up"
    ready = interpreter.exists() and stamp.is_file()
    ready = ready and stamp.read_text() == fingerprint(interpreter)
    if sys.platform.startswith("linux"):
        install_system_packages(display=display, venv_for=None if ready else source)
    if not ready:
        install_project(source, folder, interpreter)
        stamp.write_text(fingerprint(interpreter))
    return str(interpreter)


def fingerprint(interpreter: Path) -> str:
    """Return what an environment was made from: this place, this Python, these requirements."""
    digest = hashlib.sha256(f"{ROOT}\0{interpreter.resolve()}".encode())
    for path in (ROOT / "pyproject.toml", CONSTRAINTS):
        digest.update(b"\0" + path.read_bytes())
    return digest.hexdigest()


def install_project(source: str, folder: Path, interpreter: Path) -> None:
    """Make the environment where it is missing or broken, and install the project in it."""
    print(
        f"Setting up {folder.name} (once, about a minute) ...",
        file=sys.stderr,
        flush=True,
    )
    start = time.monotonic()
    stamp = folder / "evalgui-set-up"
    if stamp.exists():
        stamp.unlink()
    if not (interpreter.exists() and answers([str(interpreter), "-c", "import pip"])):
        require([source, "-m", "venv", "--clear", str(folder)], "making " + folder.name)
    pip = [str(interpreter), "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
    pip += ["--constraint", str(CONSTRAINTS)]
    # The build backend first and pinned like the rest, instead of the newest in isolation.
    require([*pip, "setuptools"], "installing the build backend")
    require(
        [*pip, "--no-build-isolation", "--editable", str(ROOT) + "[test]"],
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
        raise refusal(f"there is no Python {wanted} here")
    hint = "" if wanted is not None else ", and no later one was found"
    raise refusal(f"evalgui needs Python 3.11 or later; {too_old} is {version_of(too_old)}{hint}")


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
