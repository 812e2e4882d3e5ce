"""A process of its own, with limits, for files that are containers: workbooks, archives.

What unpacks them may need any time and memory, or end the process it runs in. There, all that
ends is one child; it is given bytes, never a path, and returns bytes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from evalgui.core.errors import ReadingError

if TYPE_CHECKING:
    from evalgui.io.source import Source
    from evalgui.io.watch import Watch

SIZE_LIMIT = 256 << 20
"""The largest container that is read, in bytes (256 MiB)."""

MEMORY = 1 << 30
MEMORY_RATIO = 40
"""What a child may use: 1 GiB of addresses, and 40 times the size of the file."""

SECONDS = 5.0
SECONDS_PER_MEBIBYTE = 1.5
"""How long a child may work: 5 s, and 1.5 s more for each MiB of the file."""

_BETWEEN_LOOKS = 0.05
_KINDS = {"archive": "archives", "hdf5": "HDF5 files", "workbook": "workbooks"}

# HDF5 loads no program as a filter, and numpy no threads that would reserve addresses.
_SURROUNDINGS = {"HDF5_PLUGIN_PRELOAD": "::", "OPENBLAS_NUM_THREADS": "1"}
_CHILD = Path(__file__).with_name("room_child.py")


@dataclass(frozen=True, slots=True)
class Result:
    """What a child made of a container.

    Parameters
    ----------
    facts
        What it says about the container.
    parts
        The parts it took out, by their names.
    """

    facts: dict[str, Any]
    parts: dict[str, bytes]


def run(
    kind: Literal["archive", "hdf5", "workbook"], source: Source, watch: Watch, *args: str
) -> Result:
    """Return what a child makes of a container.

    Parameters
    ----------
    kind
        ``"archive"``: the .npy members of a zip. ``"hdf5"``: the columns of a table.
        ``"workbook"``: the cells of a sheet.
    source
        The whole file.
    watch
        Asked twenty times a second whether to go on; the child is ended when not.
    *args
        What the child has to know.

    Raises
    ------
    ReadingError
        If the file is too large, the child says what is wrong with it, dies, or reaches a
        limit.
    CancelledError
        If the watch says so.
    """
    if len(source.content) > SIZE_LIMIT:
        limit = f"the size limit for {_KINDS[kind]} is {SIZE_LIMIT:,} bytes"
        message = f"the file is too large: {limit}"
        raise ReadingError(message, where=source.name, hint="Save the data as CSV or Parquet")
    memory = MEMORY + MEMORY_RATIO * len(source.content)
    seconds = SECONDS + SECONDS_PER_MEBIBYTE * len(source.content) / (1 << 20)
    command = [sys.executable, "-P", "-X", "utf8", str(_CHILD), kind, str(memory), *args]
    child = subprocess.Popen(  # noqa: S603 - our own program, and words of our own
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **_SURROUNDINGS},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    try:
        output = _exchange(child, source, seconds, watch)
    finally:
        child.kill()
        child.wait()
    return _result(source, output)


def _exchange(
    child: subprocess.Popen[bytes], source: Source, seconds: float, watch: Watch
) -> bytes:
    """Send the file and return the answer, while a thread waits for the pipes."""
    answers: list[bytes] = []
    # A second call of `communicate` would not go on sending what the first could not.
    talk = threading.Thread(
        target=lambda: answers.append(child.communicate(source.data)[0]), daemon=True
    )
    talk.start()
    try:
        for look in range(round(seconds / _BETWEEN_LOOKS)):
            watch.step(min(0.9, look * _BETWEEN_LOOKS / seconds), "unpacking the file")
            talk.join(_BETWEEN_LOOKS)
            if not talk.is_alive():
                return answers[0] if answers else b""
    finally:
        # Without the child, its pipes end, and so does the thread, which closes them.
        child.kill()
        talk.join()
    message = f"the file was not read after {seconds:.0f} s: it is damaged or too large"
    raise ReadingError(message, where=source.name, hint="Save the data as CSV or Parquet")


def _result(source: Source, output: bytes) -> Result:
    head, _, body = output.partition(b"\n")
    try:
        facts = json.loads(head)
    except ValueError:
        facts = {}
    if "parts" not in facts or sum(size for _, size in facts["parts"]) != len(body):
        message = "the file is damaged, or too large: its reader reached the limit of its memory"
        raise ReadingError(message, where=source.name, hint="Save the data as CSV or Parquet")
    if facts.get("refused"):
        raise ReadingError(facts["refused"], where=source.name, hint=facts["hint"])
    parts = {}
    start = 0
    for name, size in facts.pop("parts"):
        parts[name] = body[start : start + size]
        start += size
    return Result(facts, parts)
