"""Dialogs and windows close without a word on the streams, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OF_THE_PLATFORM = "This plugin does not support "  # said of windows that are not on a screen
SOME = {
    *(
        "comparison",
        "export_figures_dialog",
        "findings_dialog",
    ),
    *("import_dialog", "intervals_dialog", "new_data_dialog", "rows_aside", "tables_dialog"),
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Settings, copies and caches of its own: one action forgets all of them."""
    names = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
    own = {name: str(tmp_path / name) for name in names}
    return os.environ | own | {"HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}


def test_that_no_dialog_says_on_closing_what_it_could_not_disconnect(environment) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.open_and_close"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    said = [one for one in done.stderr.splitlines() if not one.startswith(OF_THE_PLATFORM)]
    assert said == []
    assert done.returncode == 0
    assert set(done.stdout.split()) >= SOME
