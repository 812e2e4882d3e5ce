"""Running other programs, and ending with a message."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time


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


def heard(command: list[str]) -> tuple[int, float, str]:
    """Run a program; return its exit code, the seconds that it took, and what it said."""
    start = time.monotonic()
    finished = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    said = finished.stdout.decode(errors="replace")
    return finished.returncode, time.monotonic() - start, said


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
