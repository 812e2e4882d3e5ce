"""All that a screen reader comes to has a name, in English and in German."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("language", "table"), [("en", "ROC as a table"), ("de", "ROC als Tabelle")]
)
def test_that_nothing_is_without_a_name_and_no_plot_without_words(language, table, tmp_path):
    command = [sys.executable, "-m", "tests.support.accessible_tree", language]
    own = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    ended = subprocess.run(
        command, cwd=ROOT, env=own, capture_output=True, text=True, timeout=550, check=False
    )
    assert ended.returncode == 0, ended.stderr[-2_000:]
    found = json.loads(ended.stdout)
    assert found["lacks"] == {}
    assert table in found["tables"]
    assert len(found["tables"]) >= 8
    seen = found["seen"]
    assert seen["Chart"] >= 15
    assert seen["dialogs"] >= 12
    assert min(seen["Cell"], seen["TreeItem"]) >= 500
