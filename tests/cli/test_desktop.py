"""`evalgui --install-desktop`: files for the user's desktop, whole, and taken out again."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from email.message import Message
from pathlib import Path

import pytest

from evalgui.__main__ import main
from evalgui.cli import desktop

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="desktops of Linux")


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path / "share"


def entry(home):
    found = configparser.ConfigParser(interpolation=None)
    found.optionxform = str
    found.read(home / "applications" / "evalgui.desktop", encoding="utf-8")
    return found["Desktop Entry"]


def test_that_the_program_comes_into_the_menus_and_leaves_them(home, capsys):
    assert main(["--install-desktop"]) == 0
    written = capsys.readouterr().out.split()
    assert all(Path(one).is_file() for one in written)
    assert str(home / "man" / "man1" / "evalgui-evaluate.1") in written
    assert str(home / "zsh" / "site-functions" / "_evalgui") in written
    assert entry(home)["Exec"].endswith("evalgui %F")
    assert entry(home)["Exec"].startswith("/")
    assert "TryExec" not in entry(home)  # which takes no quotes
    assert entry(home)["MimeType"] == "application/x-evalgui-workspace;"
    assert main(["--uninstall-desktop"]) == 0
    assert capsys.readouterr().out.count("removed: ") == len(written)
    # What the desktop made of them is its own, and tells of them no longer.
    assert [path.name for path in home.rglob("*evalgui*")] == []
    assert {path.name for path in home.iterdir()} <= {"applications", "mime"}
    assert main(["--uninstall-desktop"]) == 0
    assert capsys.readouterr().out == "nothing was there to remove\n"


def test_that_a_bundle_is_started_where_it_lies_and_found_by_its_name(
    home, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", '/opt/my "100 %" folder/evalgui')
    link = tmp_path / ".local" / "bin" / "evalgui"
    for _ in range(2):  # again, as of a newer one
        assert main(["--install-desktop"]) == 0
        assert entry(home)["Exec"] == '"/opt/my \\"100 %%\\" folder/evalgui" %F'
        assert str(link.readlink()) == sys.executable
        assert str(link) in capsys.readouterr().out
    assert main(["--uninstall-desktop"]) == 0
    assert f"removed: {link}" in capsys.readouterr().out
    assert not link.is_symlink()
    link.write_text("another one", encoding="utf-8")
    assert main(["--install-desktop"]) == main(["--uninstall-desktop"]) == 0
    assert str(link) not in capsys.readouterr().out
    assert link.read_text(encoding="utf-8") == "another one"


def test_that_it_is_refused_elsewhere(home, monkeypatch, capsys):
    monkeypatch.setattr(desktop.sys, "platform", "win32")
    assert main(["--install-desktop"]) == 2
    assert "desktops of Linux" in capsys.readouterr().err
    assert not home.exists()


ADDRESSES = {
    "": "evalgui",
    "https://evalgui.example.org": "org.example.evalgui",
    "https://forge.example.com/some-group/evalgui": "com.example.forge.some_group.evalgui",
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_that_the_files_are_what_desktops_expect(home, monkeypatch, address):
    package = Message()
    package["Project-URL"] = "Issues, https://example.org/issues"
    if address:
        package["Project-URL"] = f"Homepage, {address}"
    monkeypatch.setattr(desktop.metadata, "metadata", lambda _name: package)
    assert main(["--install-desktop"]) == 0
    described = home / "metainfo" / "evalgui.metainfo.xml"
    about = ET.parse(described).getroot()  # noqa: S314
    mime = ET.parse(home / "mime" / "packages" / "evalgui.xml").getroot()  # noqa: S314
    (kind,) = (one.get("type") for one in mime)
    assert about.findtext("provides/mediatype") == kind
    assert about.findtext("launchable") == "evalgui.desktop"
    assert about.findtext("id") == ADDRESSES[address]
    assert about.findtext("url", "") == address
    # Without an address there can be no id that is made of one.
    known = () if address else ("--override=cid-desktopapp-is-not-rdns=info",)
    checks = {
        "desktop-file-validate": [str(home / "applications" / "evalgui.desktop")],
        "appstreamcli": ["validate", "--no-net", *known, str(described)],
    }
    for program, words in checks.items():
        if found := shutil.which(program):
            done = subprocess.run([found, *words], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            assert program == "appstreamcli" or done.stdout == "", done.stdout


def test_that_a_checkout_that_is_not_installed_has_no_address(home, monkeypatch):
    def missing(_name):
        raise desktop.metadata.PackageNotFoundError

    monkeypatch.setattr(desktop.metadata, "metadata", missing)
    assert main(["--install-desktop"]) == 0
    assert "<id>evalgui</id>" in (home / "metainfo" / "evalgui.metainfo.xml").read_text("utf-8")
