"""The folder in which a count puts aside what does not fit into the memory, and its result."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.io.bytes.source import display_name
from evalgui.io.counting.inputs import require_unicode
from evalgui.io.keeping.safe_writing import WritingError, in_words
from evalgui.io.keeping.system import host_name, is_running

if TYPE_CHECKING:
    from collections.abc import Iterator

_OURS = re.compile(r"\.evalgui-counting-([0-9a-f]{8})-([0-9]{1,9})-[^-]*")


@contextlib.contextmanager
def spilling(folder: Path) -> Iterator[Path]:
    """Give an empty folder within another, and remove it with all that is in it.

    Only its owner may look into it. What processes of this machine have left there that were
    killed is removed first.

    Parameters
    ----------
    folder
        Where it is made.

    Raises
    ------
    ReadingError, WritingError
        If it cannot be made, in words.
    """
    require_unicode(folder)
    machine = f"{zlib.crc32(host_name().encode('utf-8', 'surrogateescape')):08x}"
    _remove_what_was_left(folder, machine)
    try:
        own = tempfile.mkdtemp(prefix=f".evalgui-counting-{machine}-{os.getpid()}-", dir=folder)
    except OSError as error:
        message, hint = in_words(error)
        raise WritingError(message, where=display_name(folder), hint=hint) from None
    try:
        yield Path(own)
    finally:
        shutil.rmtree(own, ignore_errors=True)


def _remove_what_was_left(folder: Path, machine: str) -> None:
    with contextlib.suppress(OSError):
        for found in folder.glob(f".evalgui-counting-{machine}-*"):
            match = _OURS.fullmatch(found.name)
            if match is not None and not is_running(int(match[2])):
                shutil.rmtree(found, ignore_errors=True)
