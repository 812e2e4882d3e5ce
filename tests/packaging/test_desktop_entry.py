"""What a desktop is told, so that a double click on a workspace opens it."""

from __future__ import annotations

import configparser
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

from evalgui.io.formats.workspace_files import SUFFIX

ROOT = Path(__file__).parents[2]
DESKTOP = ROOT / "resources" / "desktop"
NAMES = {"mime": "http://www.freedesktop.org/standards/shared-mime-info"}


def test_that_a_workspace_opens_with_the_program():
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(DESKTOP / "evalgui.desktop", encoding="utf-8")
    desktop = entry["Desktop Entry"]
    kinds = ET.parse(DESKTOP / "evalgui.xml").getroot()  # noqa: S314 - our own file
    kind = kinds.find("mime:mime-type", NAMES)
    assert kind.find("mime:glob", NAMES).get("pattern") == f"*{SUFFIX}"
    assert desktop["MimeType"].split(";")[0] == kind.get("type")
    program, argument = desktop["Exec"].split()
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert program in scripts
    assert argument == "%F"
    assert (ROOT / "resources" / "icons" / f"{desktop['Icon']}.svg").is_file()


SHOWN = """
from PySide6.QtGui import QIcon
from evalgui.gui import app
from evalgui.gui.start_options import Start

def look(application):
    (window,) = (one for one in application.topLevelWidgets() if one.objectName() == "main_window")
    icon = window.windowIcon().pixmap(64, 64).toImage()
    print(application.desktopFileName(), icon == QIcon(WANTED).pixmap(64, 64).toImage())
    print(icon.width(), icon.pixelColor(32, 30).name())
    return 0

app.run_loop = look
app.main(Start())
"""


def test_that_a_desktop_knows_the_window_by_its_icon_and_its_entry():
    icon = str(ROOT / "resources" / "icons" / "evalgui.svg")
    told = subprocess.run(
        [sys.executable, "-c", SHOWN.replace("WANTED", repr(icon))],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert told.stdout.splitlines() == ["evalgui True", "64 #1f2933"]  # the line in its middle
    assert (DESKTOP / "evalgui.desktop").is_file()
