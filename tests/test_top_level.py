"""The top level of the project holds what a newcomer is told of, and no strays."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILES = {"CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml"}
FOLDERS = {"evalgui", "packaging", "resources", "tests"}
OF_TOOLS = {
    *(".ci", ".editorconfig", ".git", ".gitattributes", ".github", ".gitignore"),
    ".pre-commit-config.yaml",
    "PKG-INFO",  # where an sdist was unpacked
}


def is_ignored(name, patterns):
    """Return whether something at the top level is what a tool or a build leaves."""
    return any(fnmatch(name, pattern.strip("/")) for pattern in patterns)


def strays(root):
    """Return what lies at the top level and has no business there."""
    lines = (root / ".gitignore").read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    found = {path.name for path in root.iterdir() if not is_ignored(path.name, patterns)}
    return sorted(found - FILES - FOLDERS - OF_TOOLS)


def test_that_nothing_strays_at_the_top_level():
    assert strays(ROOT) == []


def test_that_what_belongs_there_is_there():
    assert all((ROOT / name).is_file() for name in FILES)
    assert all((ROOT / name).is_dir() for name in FOLDERS)


def test_that_a_stray_is_found_and_what_tools_leave_is_not(tmp_path):
    (tmp_path / ".gitignore").write_text("# of tools\n/build/\n*.egg-info/\n", encoding="utf-8")
    for name in ("build", "evalgui.egg-info", "check_result.json", "README.md"):
        (tmp_path / name).mkdir()
    assert strays(tmp_path) == ["check_result.json"]
