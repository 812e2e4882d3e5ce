"""Which of numpy's sorts suits this processor; decided before numpy is loaded.

AMD's processors with AVX-512 store compressed vectors through microcode, and numpy's
AVX-512 sort does little else: there it takes six times as long as the AVX2 one (10 million
doubles: 667 ms against 111 ms on an EPYC of 2024, numpy 2.4.6). numpy chooses by what a
processor can do, not by how fast it does it, and lets nobody choose but through the
environment.
"""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

_SWITCH = "NPY_DISABLE_CPU_FEATURES"
_AVX_512 = "X86_V4 AVX512_ICL"


def prefer_fast_sorting() -> None:
    """Switch numpy's AVX-512 sort off where it is slow; what the user set stays.

    To be called before numpy is imported: later it has no effect.
    """
    if "numpy" not in sys.modules and _SWITCH not in os.environ and _is_amd_with_avx_512():
        os.environ[_SWITCH] = _AVX_512


def _is_amd_with_avx_512() -> bool:
    if platform.machine().lower() not in {"x86_64", "amd64"}:
        return False
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:  # not Linux: nothing is known about AVX-512, and nothing is changed
        return False
    return is_amd_with_avx_512(text)


def is_amd_with_avx_512(description: str) -> bool:
    """Return whether a description as in /proc/cpuinfo is of an AMD processor with AVX-512."""
    fields = dict.fromkeys(("vendor_id", "flags"), "")
    for line in description.splitlines():
        name, _, value = line.partition(":")
        if name.strip() in fields:
            fields[name.strip()] = value
    return "AuthenticAMD" in fields["vendor_id"] and "avx512f" in fields["flags"].split()
