"""What a desktop is told, so that a double click on a workspace opens it."""

from __future__ import annotations

import configparser
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

from evalgui.io.sandbox.workspace_files import SUFFIX

ROOT = Path(__file__).parents[2]
LINUX = ROOT / "packaging" / "linux"
NAMES = {"mime": "http://www.freedesktop.org/standards/shared-mime-info"}


def test_that_a_workspace_opens_with_the_program():
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(LINUX / "evalgui.desktop", encoding="utf-8")
    desktop = entry["Desktop Entry"]
    kinds = ET.parse(LINUX / "evalgui.xml").getroot()  # noqa: S314 - our own file
    kind = kinds.find("mime:mime-type", NAMES)
    assert kind.find("mime:glob", NAMES).get("pattern") == f"*{SUFFIX}"
    assert desktop["MimeType"].split(";")[0] == kind.get("type")
    program, argument = desktop["Exec"].split()
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert program in scripts
    assert argument == "%F"
    assert (ROOT / "resources" / "icons" / f"{desktop['Icon']}.svg").is_file()
