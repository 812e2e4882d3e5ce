"""Windows come and go, and nothing of one is left to end in the middle of the next."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_that_windows_follow_each_other_while_python_collects():
    command = [sys.executable, "-m", "tests.support.make_windows"]
    ended = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=110, check=False
    )
    assert ended.returncode == 0, ended.stderr[-2_000:]
    assert ended.stdout == "4 windows\n"
