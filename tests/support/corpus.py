"""Files that were found by trying: the shortest for each way in which reading ended.

The bytes themselves are kept. What Hypothesis keeps of an example is how it was drawn, which means
something else as soon as a strategy changes, and says nothing of examples that did not fail.
"""

from __future__ import annotations

import hashlib
import os
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = Path(__file__).resolve().parents[1] / "data" / "io" / "fuzzed"
LARGEST = 2000
"""Bytes of a file beyond which it is not kept, unless it failed."""


def stored() -> dict[str, bytes]:
    """Return what is kept, by its name."""
    return {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir())}


def is_extended() -> bool:
    """Return whether new files are kept: `packaging/dev.py fuzz` asks for it."""
    return settings.get_current_profile_name() == "fuzz"


@contextmanager
def extended(data: bytes) -> Iterator[Callable[[str], None]]:
    """Keep a file that ends in another way than all that are kept, or that fails within.

    Parameters
    ----------
    data
        The file.

    Yields
    ------
    callable
        Takes in words how reading it ended.
    """
    ends: list[str] = []
    try:
        yield ends.append
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        keep(data, f"{type(error).__name__} {Path(last.filename).name} {last.name}", "failed-")
        raise
    if ends and len(data) <= LARGEST:
        keep(data, ends[-1])


def keep(data: bytes, end: str, prefix: str = "") -> None:
    """Keep a file under a name that stands for how it ended, in place of a longer one."""
    if not is_extended():
        return
    path = FOLDER / (prefix + hashlib.sha256(end.encode()).hexdigest()[:12])
    if path.exists() and path.stat().st_size <= len(data):
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(data)
    beside.replace(path)
