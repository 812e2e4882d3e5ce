"""A script that asks for a picture gets it, or words and exit code 2, and never waits forever."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtGui import QImage

from evalgui.__main__ import main
from evalgui.io.loading import load
from evalgui.io.meaning.roles import Roles
from evalgui.io.remembered.import_spec import ImportSpec


def take(target, *arguments):
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "evalgui", *map(str, arguments), "--screenshot", str(target)]
    finished = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=100
    )
    return finished.returncode, finished.stderr


@pytest.fixture
def unclear(tmp_path):
    path = tmp_path / "unclear.csv"
    path.write_text("first,second\nx,1\ny,2\nz,2\nx,1\n")
    assert load(path).dataset is None
    return path


def test_that_a_picture_is_written_and_nothing_is_said(tmp_path):
    target = tmp_path / "window.png"
    assert take(target, "--sample", "tharwat-2018", "--size", "1000x700") == (0, "")
    assert QImage(str(target)).width() == 1000


def test_that_there_are_words_and_exit_code_2_instead_of_a_picture(tmp_path, unclear):
    target = tmp_path / "window.png"
    cases = [
        (target, ["--sample", "nosuch"], "there is no sample 'nosuch'"),
        (target, [tmp_path / "missing.csv"], "missing.csv: there is no such file"),
        (target, [unclear, "--truth", "third"], "unclear.csv: there is no column 'third'"),
        (target, [unclear, "--import-spec", tmp_path / "a.json"], "a.json: there is no such file"),
        (
            tmp_path / "no" / "folder.png",
            ["--sample", "iris"],
            "folder.png: there is no such folder",
        ),
        (tmp_path / "window.abc", ["--sample", "iris"], "no kind of picture called 'abc'"),
    ]
    for place, arguments, words in cases:
        code, said = take(place, *arguments)
        assert code == 2, arguments
        assert said.startswith("evalgui: ")
        assert said.count("\n") == 1
        assert words in said
        assert not place.exists()


def test_that_questions_name_the_options_that_answer_them(tmp_path, unclear, capsys):
    target = tmp_path / "window.png"
    code, said = take(target, unclear)
    assert code == 2
    assert main(["evaluate", str(unclear)]) == 2
    assert said == capsys.readouterr().err
    assert "--truth" in said
    assert not target.exists()
    answered = ("--truth", "first", "--score", "second", "--positive", "y")
    assert take(target, unclear, *answered) == (0, "")
    assert target.exists()


def test_that_the_window_opens_files_as_their_choices_say(tmp_path, unclear):
    roles = Roles(truth="first", scores=("second",), positive="x", higher_is_positive=False)
    spec = tmp_path / "choices.json"
    spec.write_text(ImportSpec.of(load(unclear).table, roles).to_json())
    target = tmp_path / "window.png"
    assert take(target, unclear, "--import-spec", spec) == (0, "")
    assert target.exists()
