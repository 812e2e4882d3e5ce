"""Where addresses are limited, little is reserved at once; what the user set stays."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from evalgui import start
from evalgui.io.samples import sample_by_id

resource = pytest.importorskip("resource")
SWITCH = "MIMALLOC_ARENA_RESERVE"
NO_LIMIT = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("limit", "before", "after"),
    [(2 << 30, None, "65536"), (NO_LIMIT, None, None), (2 << 30, "1", "1"), (NO_LIMIT, "1", "1")],
)
def test_that_less_is_reserved_where_there_is_little(monkeypatch, limit, before, after):
    environment = {} if before is None else {SWITCH: before}
    monkeypatch.setattr(os, "environ", environment)
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (limit, NO_LIMIT))
    start.spare_addresses()
    assert environment.get(SWITCH) == after


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_that_a_limited_process_takes_less_than_one_gib_of_addresses_for_a_file():
    code = (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2_000_000 << 10, resource.RLIM_INFINITY))\n"
        "from evalgui.__main__ import main\n"
        f"assert main(['inspect', {str(sample_by_id('tharwat-2018').path)!r}]) == 0\n"
        "lines = open('/proc/self/status').read().splitlines()\n"
        "peak = next(int(line.split()[1]) for line in lines if line.startswith('VmPeak'))\n"
        "assert peak < 1 << 20, peak\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="its processes have no such limit")
@pytest.mark.parametrize("kib", [200_000, 300_000, 340_000, 360_000, 400_000, 440_000, 500_000])
def test_that_few_addresses_end_in_words_or_a_report(kib, tmp_path):
    data, out = tmp_path / "some.csv", tmp_path / "report.html"
    data.write_text("truth,score\n1,0.9\n0,0.1\n1,0.4\n0,0.5\n")

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (kib << 10, NO_LIMIT))

    asked = ["report", str(data), "--positive", "1", "--higher-is-positive", "--out", str(out)]
    command = [sys.executable, "-P", "-m", "evalgui", *asked]
    done = subprocess.run(command, preexec_fn=limit, capture_output=True, text=True, check=False)
    if done.returncode:
        assert done.returncode == 2
        assert "evalgui: there is not enough memory" in done.stderr
    assert out.exists() == (done.returncode == 0)
