"""What the first word of a command line loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED = """
import sys
from evalgui.cli import parse
print(type(parse({arguments})).__name__)
print(*(name for name in sys.modules if name.startswith("evalgui.")))
"""
OF_EVALUATIONS = {"evalgui.cli.parsing", "evalgui.io.assessing", "evalgui.io.writers.printed"}


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ([], "Window"),
        (["--sample", "iris", "--theme", "dark"], "Window"),
        (["evaluate", "a.csv"], "Evaluate"),
    ],
)
def test_that_the_window_loads_no_evaluation_of_the_command_line(
    arguments: list[str], asked: str
) -> None:
    code = LOADED.format(arguments=arguments)
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert told[0] == asked
    assert OF_EVALUATIONS & set(told[1].split()) == (set() if asked == "Window" else OF_EVALUATIONS)
