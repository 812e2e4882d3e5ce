"""The command line speaks a language as a whole: help, refusals, and what argparse says."""

from __future__ import annotations

import argparse
import inspect
import os
import re
import subprocess
import sys

import pytest

from evalgui.cli.first_word import COMMANDS
from evalgui.cli.strict_parser import told_by_argparse

_WORDS = re.compile(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}")


def said(*words, language):
    found = subprocess.run(
        [sys.executable, "-P", "-m", "evalgui", *words, "--language", language],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "COLUMNS": "100", "PYTHONUTF8": "1"},
    )
    return found.stdout + found.stderr


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_that_no_line_of_a_help_is_the_same_in_german(command) -> None:
    words = [*filter(None, [command]), "--help"]
    english = said(*words, language="en").splitlines()
    german = said(*words, language="de")
    assert german.startswith("Aufruf: evalgui")
    told = [line for line in english if _WORDS.search(line) and not _is_a_command(line)]
    assert len(told) > 5
    assert not [line for line in told if line in german]


def _is_a_command(line: str) -> bool:
    return line.strip().startswith(("evalgui ", "--measure", "--have"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["evaluate"], "die folgenden Argumente werden benötigt: FILE; siehe"),
        (["evaluate", "a", "--score"], "Argument --score: ein Argument erwartet; siehe"),
        (["evaluate", "a", "--at", "yuden"], "Ist 'youden' gemeint? Es gibt eer,"),
        (["evaluate", "a", "--grey", "1"], "Argument --grey: 2 Argumente erwartet; siehe"),
        (["evaluate", "a", "--seed", "1"], "--seed braucht --bootstrap; siehe"),
        (["compare", "a", "b", "c"], "compare nimmt eine Datei, oder zwei, nicht 3; siehe"),
        (["evaluatee"], "evaluatee: es gibt keine solche Datei und keinen solchen Befehl."),
    ],
)
def test_that_a_refusal_is_told_in_german(words, told) -> None:
    assert told in said(*words, language="de")


def test_that_argparse_says_what_is_translated() -> None:
    """Else a version of Python would say it in English."""
    source = inspect.getsource(argparse)
    assert not [one for one in told_by_argparse() if one not in source]
