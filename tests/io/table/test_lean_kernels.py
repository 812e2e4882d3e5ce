"""Functions of Arrow that are made when they are asked for are those of Arrow's own module."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from evalgui.io.table.pyarrow_names import kernels

TOLD = """
import inspect, json, sys
import pyarrow._compute as registered
{imported}
before = len(vars(compute))
names = [*registered.function_registry().list_functions(), "and_", "or_", "utf8_zfill", "cast"]
found = {{}}
for name in names:
    function = getattr(compute, name, None)
    found[name] = function and [str(inspect.signature(function)), function.__doc__]
print(json.dumps([before, found]))
"""
OWN = "from evalgui.io.table.pyarrow_names import kernels as compute"
PLAIN = "import pyarrow.compute as compute"


def told(imported: str) -> tuple[int, dict[str, list[str] | None]]:
    command = [sys.executable, "-c", TOLD.format(imported=imported)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    before, found = json.loads(printed)
    return before, found


def test_that_every_function_is_what_the_whole_module_has() -> None:
    (few, made), (many, whole) = told(OWN), told(PLAIN)
    assert made == whole
    assert whole["sum"] is not None
    assert whole["hash_sum"] is None
    assert many - few > 200


def test_that_pandas_finds_what_it_needs() -> None:
    code = f"""{OWN}
import pandas
from pyarrow.compute import and_
print(pandas.Series([1, 2, None], dtype="int64[pyarrow]").sum())
"""
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout == "3\n"


def test_that_an_unknown_name_is_refused_in_the_words_of_a_module() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'summ'"):
        _ = kernels.summ
