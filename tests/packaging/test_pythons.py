"""Which interpreter is taken."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from developing import pythons

if TYPE_CHECKING:
    from pathlib import Path


def test_that_an_old_python_is_told_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    monkeypatch.setattr(pythons, "candidates", lambda _: [])
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or later; .* is 3\.8, and no later"):
        pythons.find_python(None)


def test_that_an_old_python_that_was_asked_for_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setattr(pythons, "answer", lambda _: "3.10")
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or later; python3\.10 is 3\.10"):
        pythons.find_python("3.10")


def test_that_a_python_that_is_not_there_is_named() -> None:
    with pytest.raises(SystemExit, match=r"no Python no-such-python here; there is: \S+"):
        pythons.find_python("no-such-python")
