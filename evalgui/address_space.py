"""How many addresses Arrow takes at once; decided before Arrow is loaded.

Arrow's allocator, mimalloc, reserves one GiB of addresses for the first byte. Where they are
limited (``ulimit -v``), that is most of what there is: a thread cannot be started then, and a
library that cannot start one ends the process. Smaller parts do as well.
"""

from __future__ import annotations

import os
import sys

_SWITCH = "MIMALLOC_ARENA_RESERVE"
_PART = 64 << 10  # KiB


def spare_addresses() -> None:
    """Have Arrow reserve little at once where addresses are limited; what the user set stays.

    To be called before pyarrow is imported: later it has no effect.
    """
    if "pyarrow" not in sys.modules and _SWITCH not in os.environ and _are_limited():
        os.environ[_SWITCH] = str(_PART)


def _are_limited() -> bool:
    if sys.platform == "win32":
        return False
    import resource

    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY
