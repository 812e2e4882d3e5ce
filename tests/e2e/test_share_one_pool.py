"""All work in the background shares one pool of threads."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QThread, QThreadPool

from evalgui.workspace.tasks import Tasks

SOURCES = Path(__file__).parents[2] / "evalgui"


def test_that_no_part_of_the_program_has_a_pool_of_its_own(program):
    program.open_sample("iris")
    program.open_sample("clinical")
    roots = (program.application, program.window, program.workspace)
    kinds = [tasks for root in roots for tasks in root.findChildren(Tasks)]
    assert len(kinds) > 10  # plots, tables and files each have work of their own
    pools = [pool for root in roots for pool in root.findChildren(QThreadPool)]
    assert pools == []
    assert not [thread for root in roots for thread in root.findChildren(QThread)]


def test_that_one_file_alone_names_the_pool():
    naming = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if re.search(r"\bQThread(Pool)?\b", path.read_text(encoding="utf-8"))
    }
    assert naming == {"workspace/tasks.py"}
