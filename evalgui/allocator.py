"""Where the threads take their memory from; decided before there are any.

The allocator of glibc gives each thread an arena of its own, and gives the end of that back to
the system with each array that is freed. Curves over blocks make and free small arrays all the
time, and each then costs as much for its pages as for its numbers: the first curve of ten million
rows took a tenth more time, and a tenth more memory. One arena for all has neither; what is large
is locked for a moment only.
"""

from __future__ import annotations

import os
import sys

_SWITCH = "MALLOC_ARENA_MAX"
_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h


def share_one_arena() -> None:
    """Have all threads share one arena where that can be asked for; what the user set stays.

    To be called before threads are started: later it holds for new ones alone.
    """
    if not sys.platform.startswith("linux") or _SWITCH in os.environ:
        return
    import ctypes  # which numpy loads, too

    try:
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)
    except (AttributeError, OSError):  # another C library, with another allocator
        return
