"""Running other programs, and ending with a message."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


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


def heard(command: list[str], tell: Callable[[str], None] | None = None) -> tuple[int, float, str]:
    """Run a program; return its exit code, the seconds that it took, and what it said.

    Each line is told as soon as it is there.
    """
    start, said = time.monotonic(), ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
        for line in running.stdout or ():
            said += line.decode(errors="replace")
            if tell is not None:
                tell(line.decode(errors="replace"))
    return running.returncode, time.monotonic() - start, said


def require(command: list[str], what: str) -> None:
    """Run a program that has to succeed; say what for, and which packages pip fetches for it."""
    _say("  " + what)
    code, _seconds, said = heard(command, _tell_of_packages)
    _say("\n")
    if code != 0:
        _say(said)
        raise refusal(f"{what} failed:\n    " + " ".join(map(shlex.quote, command)))


def _tell_of_packages(line: str) -> None:
    """Say what a line of pip's is about, if it is one that takes time."""
    fetched = re.match(r"Collecting ([\w.-]+)", line)
    if fetched:
        _say(" " + fetched.group(1))
    elif line.startswith("Installing collected packages:"):
        _say(" - unpacking")


def _say(words: str) -> None:
    sys.stderr.write(words)
    sys.stderr.flush()


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
