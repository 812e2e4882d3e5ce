"""Everything in the window is said in the language that is spoken, and has room for it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_WORD = re.compile(r"(?<![^\W\d_])(?<!…)[A-Z]?[a-z]+(?![^\W\d_])(?!\w*…)")
"""A word in plain letters: no symbol, and not cut, as a name of the user's may be."""
_SHORTEST = 3  # letters: less are units
_SEVERAL = re.compile(r"\w.*[ \d]")
_FILE_ENDING = re.compile(r"\*?\.\w+")
_SHA256 = r"\b[0-9a-f]{64}\b"


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """What the window shows while a language made by rule is spoken."""
    folder = tmp_path_factory.mktemp("pseudo")
    program = ROOT / "tests" / "support" / "speak_pseudo.py"
    command = [sys.executable, "-P", str(program), "seen.json"]
    home = {name: str(folder) for name in ("HOME", "USERPROFILE")}
    kept = ("CACHE", "CONFIG", "DATA", "STATE")
    home |= {f"XDG_{kind}_HOME": str(folder / kind) for kind in kept}
    path = {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(
        command,
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, **home, **path},
        text=True,
        timeout=600,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    return json.loads((folder / "seen.json").read_text(encoding="utf-8"))


def test_that_every_word_comes_from_a_catalogue(seen) -> None:
    """`packaging/dev.py languages` puts a new one there, where `tr` or `phrase` says it."""
    several, single = (
        "|".join(re.escape(one) for one in seen["quoted"] if bool(_SEVERAL.search(one)) == is_long)
        for is_long in (True, False)
    )
    quoted = re.compile(rf"{_SHA256}|{several}|^\s*(?:{single})(?:$|(?=, ))")
    no_words, found = set(seen["no_words"]), {}
    for said, where in seen["texts"].items():
        own = _FILE_ENDING.sub("", quoted.sub("", said))
        words = [one for one in _WORD.findall(own) if len(one) >= _SHORTEST]
        if not no_words.issuperset(words):
            found[said[:200]] = where
    assert len(seen["texts"]) > 2_000
    assert not found


def test_that_no_text_is_cut_at_another_length(seen) -> None:
    assert not seen["cut"]
