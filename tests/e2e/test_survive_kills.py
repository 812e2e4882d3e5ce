"""Whatever is killed at whatever moment: what was kept for certain is there, and whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
def test_that_thirty_kills_lose_nothing_that_was_certain():
    found = subprocess.run(
        [sys.executable, "-m", "tests.support.kills", "30"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("30 kills: ")
