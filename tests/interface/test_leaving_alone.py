"""Whoever imports evalgui, and uses it, finds the rest of Python as it was."""

from __future__ import annotations

import subprocess
import sys

import pytest

from evalgui.io.samples import sample_by_id

SAMPLE = sample_by_id("tharwat-2018").path
STATE = """
import gc, locale, os, signal, sys, threading, warnings
import decimal, faulthandler

def state():
    found = {
        "environment": dict(os.environ),
        "folder": os.getcwd(),
        "collector": (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()),
        "warnings": list(map(str, warnings.filters)),
        "locale": locale.setlocale(locale.LC_ALL),
        "signals": [signal.getsignal(one) for one in signal.valid_signals()],
        "hooks": (sys.excepthook, threading.excepthook, sys.unraisablehook, sys.displayhook),
        "finders": list(map(str, sys.meta_path)),
        "path": list(sys.path),
        "threads": [one.name for one in threading.enumerate()],
        "limits": (sys.getrecursionlimit(), sys.getswitchinterval(), sys.get_int_max_str_digits()),
        "streams": (sys.stdout.errors, sys.stderr.errors),
        "decimals": str(decimal.getcontext()),
        "faults": faulthandler.is_enabled(),
    }
    numpy, pandas, pyarrow = map(sys.modules.get, ("numpy", "pandas", "pyarrow"))
    if numpy is not None:
        found["numpy"] = (numpy.geterr(), numpy.get_printoptions(), str(numpy.random.get_state()))
    if pandas is not None:
        names = ("display.max_rows", "display.precision", "mode.chained_assignment")
        found["pandas"] = [pandas.get_option(name) for name in (*names, "future.infer_string")]
    if pyarrow is not None:
        found["pyarrow"] = (pyarrow.cpu_count(), pyarrow.default_memory_pool().backend_name)
    return found
"""
USE = f"""
import numpy as np
truth, score = np.array([1, 0, 1, 0]), np.array([0.9, 0.2, 0.6, 0.7])
found = evalgui.evaluate(truth=truth, score=score)
evalgui.evaluate({str(SAMPLE)!r}).measures
found.at("sensitivity=0.9").roc
repr(found), found._repr_html_(), found.to_json()
try:
    evalgui.evaluate({str(SAMPLE)!r}, score="nothing")
except evalgui.EvalguiError:
    pass
assert truth.tolist() == [1, 0, 1, 0] and score.tolist() == [0.9, 0.2, 0.6, 0.7]
"""
AFTER = """
import pandas as pd, pyarrow as pa
assert pa.table({"a": [1, 2]}).to_pandas()["a"].tolist() == [1, 2]
assert pa.Table.from_pandas(pd.DataFrame({"a": [1, 2]})).num_rows == 2
assert pa.array(pd.Series([1, None], dtype="Int64")).null_count == 1
"""


def run(code):
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=110
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_that_without_pandas_there_are_numbers_and_the_extra_for_data_frames_is_named():
    told = run(f"""
import evalgui
from evalgui.start import no_search_for_pandas

def numbers():
    found = evalgui.evaluate(truth=[1, 1, 0, 0], score=[0.9, 0.4, 0.5, 0.1])
    assert found.value("TPR") == 0.5 and "Evaluation" in repr(found) and found.to_json()
    yield from (lambda name=name: getattr(found, name) for name in ("measures", "matrix", "roc"))
    yield from (found.rules, found.rows, lambda: evalgui.runs([{str(SAMPLE)!r}]))

with no_search_for_pandas():
    for ask in numbers():
        try:
            print(ask())
        except evalgui.EvalguiError as error:
            print(error)
""")
    message = "data frames need pandas, which is not installed."
    hint = 'Install it: pip install "evalgui[pandas]".'
    assert told.splitlines() == 6 * [f"{message} {hint}"]


def test_that_importing_loads_nothing_and_changes_nothing():
    code = f"""{STATE}
before, loaded = state(), set(sys.modules)
import evalgui
assert state() == before
new = {{name for name in set(sys.modules) - loaded if not name.startswith("evalgui")}}
assert {{name.split(".")[0] for name in new}} <= set(sys.stdlib_module_names), new
assert not {{"numpy", "pandas", "pyarrow", "PySide6"}} & set(sys.modules)
own = {{one for one in sys.modules if one.startswith("evalgui")}}
assert own == {{"evalgui", "evalgui.version"}}, own
assert evalgui.__version__ and "evaluate" in dir(evalgui)
"""
    run(code)


@pytest.mark.parametrize("first", ["numpy", "numpy, pandas, pyarrow"])
def test_that_evaluating_leaves_all_as_it_was(first):
    code = f"""{STATE}
import {first}
import evalgui
import numpy, scipy.special  # which has a filter of warnings of its own
numpy.random.seed(1)
before = state()
{USE}
after = state()
for name, value in before.items():
    assert after[name] == value, (name, value, after[name])
{AFTER}"""
    run(code)


def test_that_only_the_program_decides_on_sorts_memory_and_collector():
    code = f"""
import sys
import evalgui
found = evalgui.evaluate({str(SAMPLE)!r})
for name in ("start", "crashes"):
    assert "evalgui." + name not in sys.modules, name
assert "PySide6" not in sys.modules
"""
    run(code)


def test_that_what_is_not_there_is_said_as_by_any_module():
    import evalgui

    with pytest.raises(AttributeError, match="module 'evalgui' has no attribute 'evaluat'"):
        evalgui.evaluat  # noqa: B018
    with pytest.raises(TypeError, match="trut"):
        evalgui.evaluate(trut=[1])
