"""What has to be settled before numpy, Arrow and Qt are loaded, each with what it buys.

Whatever the user has set in the environment stays. Nothing here is loaded where evalgui is a
library of another program.
"""

from __future__ import annotations

import contextlib
import gc
import os
import platform
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SORT_SWITCH, _AVX_512 = "NPY_DISABLE_CPU_FEATURES", "X86_V4 AVX512_ICL"
_ARENA_SWITCH, _ARENA_MAX = "MALLOC_ARENA_MAX", -8  # M_ARENA_MAX of malloc.h
_ADDRESS_SWITCH, _PART = "MIMALLOC_ARENA_RESERVE", 64 << 10  # KiB
_THREADS_SWITCH = "OPENBLAS_NUM_THREADS"
_LEAST = 320 << 20  # bytes of addresses: a small file takes these, all libraries included


def prefer_fast_sorting() -> None:
    """Switch numpy's AVX-512 sort off where it is slow: a sort six times as fast.

    AMD's processors with AVX-512 store compressed vectors through microcode, and numpy's
    AVX-512 sort does little else (10 million doubles: 667 ms against 111 ms with AVX2 on an
    EPYC of 2024, numpy 2.4.6). numpy chooses by what a processor can do, not by how fast it
    does it, and lets nobody choose but through the environment, before it is imported.
    """
    if "numpy" not in sys.modules and _SORT_SWITCH not in os.environ and _is_amd_with_avx_512():
        os.environ[_SORT_SWITCH] = _AVX_512


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


def share_one_arena() -> None:
    """Have all threads share one arena of glibc's allocator: a tenth of the first curve.

    It gives each thread an arena of its own, and gives the end of that back to the system with
    each array that is freed. Curves over blocks make and free small arrays all the time, and
    each then costs as much for its pages as for its numbers: the first curve of ten million rows
    took a tenth more time, and a tenth more memory. What is large is locked for a moment only.

    To be called before threads are started: later it holds for new ones alone.
    """
    if not sys.platform.startswith("linux") or _ARENA_SWITCH in os.environ:
        return
    import ctypes  # which numpy loads, too

    try:
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)
    except (AttributeError, OSError):  # another C library, with another allocator
        return


def spare_addresses() -> None:
    """Get by with few addresses where they are limited, as by ``ulimit -v``.

    Arrow's allocator, mimalloc, reserves one GiB of addresses for the first byte, and OpenBLAS
    some for each processor. That is most of what there is: a thread cannot be started then, and
    a library that cannot start one ends the process. Smaller parts and one thread do as well.

    OpenBLAS looks for room for ever where it is loaded and finds none. So it is loaded at once,
    before there are data, if there is room at all.

    To be called before numpy and pyarrow are imported: later it has little effect.

    Raises
    ------
    MemoryError
        If there are too few addresses for the program itself.
    """
    limit = _limit_of_addresses()
    if limit is None:
        return
    if limit < _LEAST:
        raise MemoryError
    os.environ.setdefault(_ADDRESS_SWITCH, str(_PART))
    os.environ.setdefault(_THREADS_SWITCH, "1")
    import scipy.special  # noqa: F401 - with NumPy; each has an OpenBLAS of its own


def _limit_of_addresses() -> int | None:
    """Return how many bytes of addresses a process may use, None for any number."""
    if sys.platform == "win32":
        return None
    import resource

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def pause_collecting() -> None:
    """Let the collector of garbage wait until `resume_collecting`: a fifth of the start.

    What is loaded is no garbage, and it would look through all of it each time that some
    hundred objects more are there.
    """
    gc.disable()


def resume_collecting() -> None:
    """Collect again, and never look through what has been loaded by now."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


class _NoPandas(MetaPathFinder):
    """Says of pandas that it is not installed."""

    def find_spec(self, fullname: str, _path: object, _target: object = None) -> None:
        """Refuse pandas; leave every other module to the other finders."""
        if fullname == "pandas":
            raise ModuleNotFoundError(name=fullname)


@contextlib.contextmanager
def no_search_for_pandas() -> Iterator[None]:
    """Let pyarrow find no pandas meanwhile: a sixteenth of the start.

    It looks for pandas at its first conversion, once, and loading that costs 0.25 s. No object
    of pandas meets pyarrow in the program; whoever has loaded pandas before keeps it.
    """
    finder = _NoPandas()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
