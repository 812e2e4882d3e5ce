"""Another language is a folder; what it does not know is said in English, and never by an id."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from catalogues import make

from evalgui.core.languages import ENGLISH
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.languages import language, languages

ROOT = Path(__file__).parents[2]
BEGUN = ROOT / "tests" / "data" / "languages" / "fr"


@pytest.fixture(scope="module")
def resources(tmp_path_factory):
    """A folder with French, begun as a translator begins it."""
    folder = tmp_path_factory.mktemp("resources")
    shutil.copytree(BEGUN, folder / "languages" / "fr")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(make, "LANGUAGES", folder / "languages")
        make.update("fr")
    return folder


@pytest.fixture(scope="module")
def french(resources):
    return language("fr", resources / "languages")


def test_that_a_folder_is_a_language(resources, french) -> None:
    assert [*languages(resources / "languages")] == ["fr"]
    assert (french.name, french("&File")) == ("Français", "&Fichier")
    assert [french.counted(n, "1 row", "{n} rows") for n in (0, 2)] == ["1 ligne", "{n} lignes"]
    assert (0 < french.share < 0.5, french.is_whole) == (True, False)


def test_that_what_a_language_lacks_is_said_in_english(french) -> None:
    for sentences in make.said().values():
        for one in sentences:
            if isinstance(one, str):
                assert french(one) in {one, french.messages.get(one)}
            else:
                known = {*one, *french.messages.get(one[0], ())}
                assert {french.counted(n, *one) for n in (1, 2)} <= known
    for vocabulary in Vocabulary:
        assert words_in(vocabulary, french).known == words_in(vocabulary, ENGLISH).known


def _menus(resources: Path, code: str, home: Path) -> dict[str, dict[str, str]]:
    program = ROOT / "tests" / "support" / "menus_in.py"
    own = {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    own |= {"HOME": str(home), "USERPROFILE": str(home)}
    command = [sys.executable, str(program), str(resources), code]
    environment = {**os.environ, **own}
    told = subprocess.run(command, capture_output=True, check=True, cwd=home, env=environment)
    found: dict[str, dict[str, str]] = json.loads(told.stdout)
    return found


def test_that_a_window_speaks_a_language_that_is_begun(resources, french, tmp_path) -> None:
    english, begun = (_menus(resources, code, tmp_path) for code in ("en", "fr"))
    assert begun["actions"]["open"] == "&Ouvrir…"
    assert begun["actions"]["language_fr"] == "Français (traduit à 1\N{NARROW NO-BREAK SPACE}%)"
    assert english["actions"]["language_fr"] == "Français (1\N{NARROW NO-BREAK SPACE}% translated)"
    assert begun["labels"] == english["labels"]  # of which none is translated
    for name, said in english["actions"].items():
        if name != "language_fr":
            # The only one with a value in it: a number, which has the signs of the language.
            put_in = said.replace("Go to ", "Aller à ").replace("0.5", "0,5")
            assert begun["actions"][name] in {said, french(said), put_in}
