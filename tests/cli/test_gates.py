"""The gates in the help open and close as the page says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest
from junitparser import JUnitXml

from evalgui.locations import resources

PAGE = (resources() / "help" / "json.md").read_text(encoding="utf-8")
(SCRIPT,) = re.findall(r"^```sh\n(evalgui evaluate .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
(STEP,) = re.findall(r"- run: >-\n((?: {10}\S.*\n)+)", PAGE)
GOOD = "truth,model,site\n" + "".join(
    f"{'ill' if n % 2 else 'well'},{n % 2 + n / 100},{'AB'[n % 4 // 2]}\n" for n in range(40)
)
POOR = GOOD.replace("well,0.0,A", "well,9.0,A").replace("well,0.0", "well,9.0")
SHELL = shutil.which("sh")


@pytest.fixture
def gate(tmp_path):
    """Run a script of the page beside a file of scores; return the process."""
    beside = tmp_path / "bin"
    beside.mkdir()
    program = beside / "evalgui"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m evalgui "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    path = os.pathsep.join([str(beside), os.environ["PATH"]])

    def run(script, rows):
        (tmp_path / "scores.csv").write_text(rows, encoding="utf-8")
        environment = {**os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join(sys.path)}
        return subprocess.run(
            [SHELL, "-c", script],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    return run


@pytest.mark.skipif(SHELL is None, reason="a shell of POSIX runs the example")
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (GOOD, (0, "open", 0)),
        (POOR, (1, "closed: something is not met, or cannot be told", 1)),
        ("truth,other\nill,1\n", (2, "closed: the data could not be assessed", None)),
    ],
)
def test_that_the_gate_of_a_shell_opens_and_closes(gate, tmp_path, rows, expected):
    finished, (code, told, failures) = gate(SCRIPT, rows), expected
    assert (finished.returncode, finished.stdout.splitlines()[-1:]) == (code, [told])
    out = tmp_path / "gate.xml"
    assert out.exists() == (failures is not None)
    if failures is not None:
        (suite,) = JUnitXml.fromfile(str(out))
        assert (suite.tests, suite.failures) == (2, failures)


@pytest.mark.skipif(SHELL is None, reason="a shell of POSIX runs the example")
def test_that_the_step_of_a_workflow_is_that_of_the_shell(gate):
    script = " ".join(line.strip() for line in STEP.splitlines())
    words = re.sub(r"\\\n\s*", "", SCRIPT).splitlines()[0]
    assert script.split() == words.split()
    assert (gate(script, GOOD).returncode, gate(script, POOR).returncode) == (0, 1)
