"""The interface is typed, and has every option of the command line under its own name."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import evalgui
from evalgui.cli.options import evaluate_parser
from evalgui.interface.arguments import FLAGS

ROOT = Path(__file__).parents[2]
# What is printed, and how, is no business of a function.
OF_PRINTING = {"help", "files", "output", "unmatched", "junit", "_language", "_numbers"}
CALLER = """
from pathlib import Path

import numpy as np
import pandas as pd

import evalgui

found = evalgui.evaluate(pd.DataFrame({"y": [1, 0]}), truth="y", score=np.array([0.5, 0.1]))
other: evalgui.Evaluation = found.at("sensitivity=0.9").at(0.5, prespecified=True)
threshold: float | None = other.threshold
frame: pd.DataFrame = other.measures
names: list[str] = frame.columns.tolist()
text: str = evalgui.evaluate(Path("a.csv"), at="youden", level=0.9).to_json()
if found.counts is not None:
    print(found.counts.tp, found.value("TPR") + 1.0, text, names)
reveal_type(found)
reveal_type(evalgui.__version__)
"""


def test_that_a_caller_is_checked_strictly(tmp_path):
    file = tmp_path / "caller.py"
    file.write_text(CALLER, encoding="utf-8")
    # With the options of the project and no other: what is checked with others is checked anew,
    # here and when all types are checked the next time.
    finished = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert 'Revealed type is "evalgui.interface.evaluation.Evaluation"' in finished.stdout
    assert (ROOT / "evalgui" / "py.typed").is_file()


def test_that_every_option_of_the_command_line_is_an_argument():
    parser = evaluate_parser()
    options = {
        option.removeprefix("--").replace("-", "_"): action
        for action in parser._actions
        for option in action.option_strings
        if option.startswith("--") and action.dest not in OF_PRINTING
    }
    given = inspect.signature(evalgui.evaluate).parameters
    assert set(given) == {"data", "columns", "name", *options}
    by_place = {"data", "columns"}
    assert all(one.kind is one.KEYWORD_ONLY for one in given.values() if one.name not in by_place)
    assert set(FLAGS) == {name for name, action in options.items() if action.nargs == 0}


def test_that_every_argument_is_explained():
    text = inspect.getdoc(evalgui.evaluate)
    heads = {
        name.strip()
        for line in text.partition("Parameters\n")[2].partition("Returns\n")[0].splitlines()
        if line and not line.startswith((" ", "-"))
        for name in line.split(",")
    }
    assert heads == set(inspect.signature(evalgui.evaluate).parameters)
