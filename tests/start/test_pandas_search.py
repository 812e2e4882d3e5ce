"""pyarrow looks for pandas in the program of another, and not in this one."""

from __future__ import annotations

import subprocess
import sys

from evalgui import locations

SAMPLE = locations.resources() / "samples" / "tharwat-2018.csv"
MADE = "import pyarrow as pa; print(len(pa.table({'a': [1, 2]}).to_pandas()))"


def run(code: str) -> str:
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=100
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.strip()


def test_that_reading_takes_nothing_from_the_pyarrow_of_another_program():
    code = f"import evalgui.io.loading as one; one.load({str(SAMPLE)!r}); {MADE}"
    assert run(code) == "2"


def test_that_the_program_itself_loads_no_pandas():
    code = f"import sys; from evalgui.__main__ import main; main(['evaluate', {str(SAMPLE)!r}]);"
    told = "print('pandas' in sys.modules, any('NoPandas' in str(one) for one in sys.meta_path))"
    assert run(f"{code} {told}").endswith("False False")
