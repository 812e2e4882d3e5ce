"""What the system asks the program for: files that are double-clicked or dropped on its icon."""

from __future__ import annotations

import os
import subprocess
import sys

from PySide6.QtGui import QAction

from evalgui.gui.actions import ACTIONS

ASKED = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QFileOpenEvent
from evalgui.gui import app
from evalgui.gui.start_options import Start

opened = []

def ask(*names):
    for name in names:
        url = QUrl(name) if "://" in name else QUrl.fromLocalFile(name)
        QCoreApplication.sendEvent(app.Program.instance(), QFileOpenEvent(url))

class Early(app.Application):
    def begin(self):
        ask("/data/scores.csv", "/data/key.csv")
        QCoreApplication.processEvents()
        self.commands.open_paths = lambda paths, spec=None: opened.append(paths)
        super().begin()

def loop(application):
    ask("/data/a b.csv", "https://example.org/c.csv")
    QCoreApplication.processEvents()
    (window,) = (one for one in application.topLevelWidgets() if one.objectName() == "main_window")
    window.showMinimized()
    ask("/data/d.evalgui")
    QCoreApplication.processEvents()
    print(*[" + ".join(one.as_posix() for one in paths) for paths in opened], sep="\\n")
    print(window.isMinimized(), *application.arguments()[1:])
    return 0

app.Application, app.run_loop = Early, loop
app.main(Start(files=(Path("/data/named.csv"),)))
"""


def test_that_files_that_the_system_asks_for_are_opened_also_before_there_is_a_window():
    told = subprocess.run(
        [sys.executable, "-c", ASKED],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert told.stdout.splitlines() == [
        "/data/named.csv",
        "/data/scores.csv + /data/key.csv",
        "/data/a b.csv",
        "/data/d.evalgui",
        "False /data/named.csv",  # which Qt then does not ask for once more
    ]


def test_that_macos_moves_nothing_but_about_and_quit_into_the_menu_of_the_program(program):
    roles = QAction.MenuRole
    actions = [one for menu in program.window.menus.menus.values() for one in menu.actions()]
    assert len(actions) > len(ACTIONS)
    moved = {one.objectName(): one.menuRole() for one in actions if one.menuRole() != roles.NoRole}
    assert moved == {"about": roles.AboutRole, "quit": roles.QuitRole}
