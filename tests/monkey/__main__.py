"""``python -m tests.monkey``: sessions one after the other, each a process with its own seed."""

from __future__ import annotations

import argparse
import faulthandler
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_STEPS = 400  # of a session
_MINUTES = 10.0
_LAST = 40  # lines that are shown of a session that went wrong


def main() -> int:
    """Run the sessions that are asked for; return 1 where one went wrong."""
    options = command_line().parse_args()
    if options.child:
        return child(options)
    seed = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    minutes = options.minutes
    if minutes is None:
        minutes = _MINUTES if options.seed is None else 0.0
    end = time.monotonic() + 60 * minutes
    failed, n_steps, n = [], 0, 0
    while n == 0 or time.monotonic() < end:
        if not session(seed + n, options.steps):
            failed.append(seed + n)
        n, n_steps = n + 1, n_steps + options.steps
    say(f"{n} sessions of up to {options.steps} steps, {len(failed)} went wrong")
    for one in failed:
        say(f"    python3 packaging/dev.py monkey --seed {one} --steps {options.steps}")
    return 1 if failed else 0


def command_line() -> argparse.ArgumentParser:
    """Return the parser."""
    parser = argparse.ArgumentParser(prog="packaging/dev.py monkey", description=__doc__)
    parser.add_argument("--seed", type=int, help="the first seed; alone it runs one session")
    parser.add_argument("--minutes", type=float, help=f"for how long; {_MINUTES:g} unless said")
    parser.add_argument("--steps", type=int, default=_STEPS, help=f"of a session: {_STEPS}")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, default=1, help=argparse.SUPPRESS)
    return parser


def say(words: str) -> None:
    """Print at once, since what comes next may take minutes."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def session(seed: int, steps: int) -> bool:
    """Run one session in processes of its own; return whether nothing was found.

    Every other one ends in the middle, and begins anew with the settings it left.
    """
    folder = Path(tempfile.mkdtemp(prefix=f"evalgui-monkey-{seed}-"))
    log = folder / "log.txt"
    started, code = time.monotonic(), 0
    middle = steps // 2 if seed % 2 else 0
    parts = [(1, middle), (middle + 1, steps)] if middle else [(1, steps)]
    with log.open("wb") as output:
        for first, last in parts:
            command = [sys.executable, "-X", "faulthandler", "-m", "tests.monkey"]
            command += ["--seed", str(seed), "--first", str(first), "--steps", str(last)]
            command += ["--child", str(folder)]
            code = code or subprocess.call(
                command, stdout=output, stderr=output, cwd=folder, env=surroundings(folder)
            )
    took = time.monotonic() - started
    if code == 0:
        say(f"seed {seed}: {steps} steps in {took:.0f} s")
        shutil.rmtree(folder, ignore_errors=True)
        return True
    why = f"ended by {signal.Signals(-code).name}" if code < 0 else "a fault"
    say(f"seed {seed}: {why} after {took:.0f} s; the log and pictures are in {folder}")
    for line in log.read_text(errors="replace").splitlines()[-_LAST:]:
        say("    " + line)
    return False


def surroundings(folder: Path) -> dict[str, str]:
    """Return the environment of a session: a home of its own, and no screen."""
    home = folder / "home"
    own = {"HOME": str(home), "USERPROFILE": str(home), "QT_QPA_PLATFORM": "offscreen"}
    for name in ("CACHE", "CONFIG", "DATA", "STATE"):
        own[f"XDG_{name}_HOME"] = str(home / name.lower())
        (home / name.lower()).mkdir(parents=True, exist_ok=True)
    own |= {"PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}  # it runs where it may write
    kept = {name: value for name, value in os.environ.items() if not name.startswith("QT_")}
    return {**kept, **own}


def child(options: argparse.Namespace) -> int:
    """Be a process of one session."""
    faulthandler.enable()
    from evalgui.start import prefer_fast_sorting

    prefer_fast_sorting()
    from tests.monkey.session import run

    code = run(options.seed, options.first, options.steps, Path(options.child))
    sys.stdout.flush()
    os._exit(code)  # what Python tears down at its end is no part of the program


if __name__ == "__main__":
    sys.exit(main())
