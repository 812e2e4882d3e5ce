"""What a release is looked at for, and that it is told what is wrong and what waits."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import tarfile
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from developing import bundling, commands, environment, processes, releasing

CHANGES = """\
# Changelog

## [Unreleased]

## [0.2.0] - 2026-11-28

### Added

- Something.

## [0.1.0] - 2026-07-01

### Added

- Everything.
"""
METAINFO = '<releases><release version="0.2.0" date="2026-11-28"/></releases>'


GIT = shutil.which("git") or "git"


def git(folder, *words):
    who = ("-c", "user.name=a", "-c", "user.email=a@example", "-c", "commit.gpgsign=false")
    subprocess.run([GIT, "-C", folder, *who, *words], check=True, capture_output=True)


@pytest.fixture
def checkout(monkeypatch, tmp_path):
    """Return a small checkout that could be released, whose building is a fake."""
    root = tmp_path / "checkout"
    for name, text in {
        ".gitignore": "/dist/\n",
        "CHANGELOG.md": CHANGES,
        "evalgui/version.py": '"""It."""\n\n__version__ = "0.2.0"\n',
        "packaging/release.md": "# Release\n\n## Waits for the owner\n\n- An address.\n",
        "resources/desktop/evalgui.metainfo.xml": METAINFO,
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "-m", "All")
    for module in (releasing, bundling):
        monkeypatch.setattr(module, "ROOT", root)
    monkeypatch.setattr(releasing, "CHECKLIST", root / "packaging" / "release.md")
    monkeypatch.setattr(environment, "set_up", lambda *_given, **_named: "python")

    def build(command, _what):
        target = Path(command[command.index("--outdir") + 1])
        with zipfile.ZipFile(target / "evalgui-0.2.0-py3-none-any.whl", "w") as archive:
            archive.writestr("evalgui/version.py", "")
            archive.writestr("evalgui-0.2.0.dist-info/METADATA", "")
        with tarfile.open(target / "evalgui-0.2.0.tar.gz", "w:gz") as archive:
            tracked = processes.answer([GIT, "-C", str(root), "ls-files"])
            for name in [*tracked.splitlines(), "PKG-INFO"]:
                archive.addfile(tarfile.TarInfo(f"evalgui-0.2.0/{name}"), io.BytesIO())

    def bill(_python, arguments):
        Path(arguments[0]).write_text("{}", encoding="utf-8")
        return 0

    monkeypatch.setattr(processes, "require", build)
    monkeypatch.setattr(commands, "list_components", bill)
    return root


def test_that_what_is_ready_is_made_with_notes_and_digests_and_nothing_is_tagged(checkout, capsys):
    (checkout / "dist").mkdir()
    (checkout / "dist" / "evalgui-0.2.0-linux.tar.gz").write_bytes(b"abc")
    assert commands.release(None, []) == 0
    told = capsys.readouterr().out
    assert "NO" not in told
    assert "bundle for linux: evalgui-0.2.0-linux.tar.gz" in told
    assert "bundle for windows: to be made there" in told
    assert told.endswith("The address: not given yet.\n\nReady, but for these.\n")
    assert "- An address." in told
    made = {path.name: path for path in (checkout / "dist").iterdir()}
    assert made["evalgui-0.2.0-notes.md"].read_text("utf-8") == "### Added\n\n- Something.\n"
    assert "| numpy |" in made["evalgui-0.2.0-soup.md"].read_text("utf-8")
    sums = dict(
        reversed(line.split("  ")) for line in made["SHA256SUMS"].read_text("utf-8").splitlines()
    )
    assert {*sums, "SHA256SUMS"} == {*made}
    # The example of FIPS 180-2, B.1.
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert sums["evalgui-0.2.0-linux.tar.gz"] == abc
    assert processes.answer([GIT, "-C", str(checkout), "tag"]) == ""


def test_that_a_try_leaves_nothing(checkout):
    assert commands.release(None, ["--dry-run"]) == 0
    assert not (checkout / "dist").exists()


def test_that_what_is_not_committed_or_has_its_tag_elsewhere_is_told(checkout, capsys):
    git(checkout, "tag", "--annotate", "--message", "It", "v0.2.0")
    assert releasing.uncommitted("0.2.0") == []
    git(checkout, "commit", "--quiet", "--allow-empty", "-m", "More")
    (checkout / "stray.txt").touch()
    assert commands.release(None, ["--dry-run"]) == 1
    told = capsys.readouterr().out
    assert "NO  committed: 1 files are not, the tag v0.2.0 is elsewhere" in told
    assert told.endswith("Not ready: committed\n")


@pytest.mark.parametrize(
    ("version", "changes", "metainfo", "wrong"),
    [
        ("0.2.0", CHANGES, METAINFO, []),
        ("0.3.0", CHANGES, METAINFO, ["CHANGELOG.md has 0.2.0"]),
        (
            "0.2.0",
            CHANGES,
            METAINFO.replace("28", "27"),
            ["evalgui.metainfo.xml has 0.2.0 of 2026-11-27"],
        ),
        ("0.2.0", CHANGES, "", ["evalgui.metainfo.xml has no release"]),
        (
            "0.2.0",
            CHANGES.replace("[Unreleased]\n", "[Unreleased]\n\n- More.\n"),
            METAINFO,
            ["CHANGELOG.md has changes that are not released"],
        ),
    ],
)
def test_that_all_places_have_one_version_and_one_day(version, changes, metainfo, wrong):
    assert releasing.disagreeing(version, changes, metainfo) == wrong


def test_that_notes_are_those_of_one_version():
    assert releasing.notes(CHANGES, "0.2.0") == "### Added\n\n- Something."
    assert releasing.notes(CHANGES, "0.1.0") == "### Added\n\n- Everything."
    assert releasing.notes(CHANGES, "Unreleased") == releasing.notes(CHANGES, "9") == ""


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_that_strays_and_what_is_twice_in_a_wheel_are_told(tmp_path):
    path = tmp_path / "it.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("evalgui/a.py", "evalgui/a.py", "tests/a.py", "evalgui/__pycache__/a.txt"):
            archive.writestr(name, "")
    wrong = releasing.wrong_in_wheel(path)
    assert wrong == ["tests/a.py", "evalgui/__pycache__/a.txt", "evalgui/a.py twice"]


def test_that_the_checklist_of_this_checkout_says_what_waits():
    told = releasing.waiting()
    for word in ("address", "security", "key", "certificates"):
        assert word in told


def test_that_this_checkout_has_one_version_and_tells_each_change_once():
    changes = (environment.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    metainfo = environment.ROOT / "resources" / "desktop" / "evalgui.metainfo.xml"
    wrong = releasing.disagreeing(bundling.version(), changes, metainfo.read_text("utf-8"))
    assert wrong in ([], ["CHANGELOG.md has changes that are not released"])
    lines = Counter(line[:60] for line in changes.splitlines() if line.startswith("- "))
    assert [line for line, count in lines.items() if count > 1] == []
    assert re.findall(r"^## .*$", changes, re.MULTILINE)[0] == "## [Unreleased]"
    for version in changes.split("\n## ")[1:]:
        kinds = re.findall(r"^### (.*)$", version, re.MULTILINE)
        assert kinds == [one for one in ("Added", "Changed", "Removed", "Fixed") if one in kinds]
