"""numpy's slow sort is switched off on the processors that have it, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from evalgui.start import is_amd_with_avx_512

AMD = "processor\t: 0\nvendor_id\t: AuthenticAMD\nflags\t\t: fpu avx2 avx512f avx512dq\n"


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        (AMD, True),
        (AMD.replace("AuthenticAMD", "GenuineIntel"), False),
        (AMD.replace("avx512f avx512dq", ""), False),
        ("", False),
    ],
)
def test_that_amd_with_avx_512_is_recognised(description, expected):
    assert is_amd_with_avx_512(description) is expected


def test_that_what_the_user_set_stays_and_no_warning_is_seen():
    code = (
        "from evalgui.start import prefer_fast_sorting; prefer_fast_sorting(); "
        "import os, numpy; print(os.environ['NPY_DISABLE_CPU_FEATURES'])"
    )
    environment = os.environ | {"NPY_DISABLE_CPU_FEATURES": "AVX512_SPR"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "AVX512_SPR"
    assert done.stderr == ""


def test_that_the_program_starts_without_a_warning():
    environment = {n: v for n, v in os.environ.items() if n != "NPY_DISABLE_CPU_FEATURES"}
    code = "from evalgui.__main__ import main; main(['--version'])"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr == ""
