"""A process of its own, with limits, for files that are containers: workbooks, archives.

What unpacks them may need any time and memory, or end the process it runs in. There, all that
ends is one child; it is given bytes, never a path, and returns bytes.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.sandbox.sentences import received
from evalgui.io.sandbox.start import OUT_OF_TIME, READY, START

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source

SIZE_LIMIT = 256 << 20
"""The largest container that is read, in bytes (256 MiB)."""

LARGEST_ANSWER = 2 << 30
"""The most that is taken from a child, in bytes (2 GiB)."""

SECONDS_PER_MEBIBYTE = 1.5
"""How much longer a child may work for each MiB of the file, in seconds of processor time."""

MEMORY_RATIO = 40
"""How much more memory a child may use, in times the size of the file."""

SECONDS, MEMORY = 5.0, 1 << 30
"""What a child may use before the size of the file counts: processor time in s, bytes."""

PATIENCE = 20
"""How many times its processor time a child may take on the clock: others may be at work."""

_BETWEEN_LOOKS = 0.05
_ELSE = phrase("Save the data as CSV or Parquet")


_OF_WINDOWS = ("PATH", "SYSTEMROOT", "TEMP", "TMP") if os.name == "nt" else ()
_FOUND_BY = ("PYTHON", "LD_", "DYLD_", *_OF_WINDOWS)
"""How the names of variables begin by which Python and its libraries are found."""

# HDF5 loads no program as a filter, and numpy no threads that would reserve addresses.
_SURROUNDINGS = {"HDF5_PLUGIN_PRELOAD": "::", "OPENBLAS_NUM_THREADS": "1"}
# The folder of the program comes last, so that it shadows no module of the library.
_START_CODE = (
    "import sys; sys.path.append(sys.argv.pop(1)); "
    "from evalgui.__main__ import main; sys.exit(main())"
)
_UNPACKING = phrase("unpacking the file")
_LATE = {OUT_OF_TIME, -getattr(signal, "SIGXCPU", OUT_OF_TIME)}  # by its watch, by the system
_ROOT = Path(__file__).resolve().parents[2]


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
    parts: dict[str, memoryview]


def command(first: str = START, *words: str) -> list[str]:
    """Return how the program starts itself: where it is one file, that file; else Python.

    Its `first` argument may say which child it is to be.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, first, *words]
    return [sys.executable, "-P", "-X", "utf8", "-c", _START_CODE, str(_ROOT), first, *words]


def surroundings(*more: str) -> dict[str, str]:
    """Return the environment of a child: what Python and its libraries are found by.

    `more` is how names of other variables begin that it needs.
    """
    needed = (*_FOUND_BY, *more)
    found = {name: text for name, text in os.environ.items() if name.upper().startswith(needed)}
    return found | _SURROUNDINGS


def run(
    function: Callable[..., tuple[dict[str, Any], dict[str, bytes]]],
    files: str,
    source: Source,
    watch: Watch,
    *args: str,
) -> Result:
    """Return what a child makes of a container.

    Parameters
    ----------
    function
        A function of a format, which the child calls: of the bytes and `args` it makes facts, and
        parts by their names, or raises a `Refusal`.
    files
        What such files are called, in the plural.
    source
        The whole file.
    watch
        Asked twenty times a second whether to go on; the child is ended when not.
    *args
        What the child has to know.

    Raises
    ------
    ReadingError
        If the file is too large, the child cannot be started, says what is wrong with the
        file, dies, or reaches a limit.
    CancelledError
        If the watch says so.
    """
    import subprocess  # which a child that loads this does not need

    size = len(source.content)
    if size > SIZE_LIMIT:
        message = phrase(
            "the file is too large: the size limit for {files} is {n} bytes",
            files=files,
            n=grouped(SIZE_LIMIT),
        )
        raise ReadingError(message, where=source.name, hint=_ELSE)
    memory = MEMORY + MEMORY_RATIO * size
    seconds = SECONDS + SECONDS_PER_MEBIBYTE * size / (1 << 20)
    numbers = [str(number) for number in (memory, seconds, size)]
    try:
        child = subprocess.Popen(  # noqa: S603 - our own program, and words of our own
            [*command(), f"{function.__module__}.{function.__name__}", *numbers, *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=surroundings(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError:
        raise _not_started(source, files) from None
    try:
        talk = _Talk(child, source)
    except RuntimeError:  # no memory for a thread
        child.kill()
        child.communicate()
        raise _not_started(source, files) from None
    try:
        has_ended = _wait(talk, seconds, watch)
    finally:
        # Without the child, its pipes end, and so does the thread that waits for them.
        child.kill()
        child.wait()
        talk.join()
    is_late = not has_ended or child.returncode in _LATE
    return _result(talk, source, files, f"{grouped(round(seconds))} s" if is_late else "")


class _Talk(threading.Thread):
    """Sends the file and takes the answer, while nobody waits for the pipes."""

    def __init__(self, child: subprocess.Popen[bytes], source: Source) -> None:
        super().__init__(name="child", daemon=True)
        self.child = child
        self.is_ready = False
        self.facts: dict[str, Any] = {}
        self.parts = memoryview(b"")
        self._content = source.content
        self.start()

    def run(self) -> None:
        """Talk to the child until it has said all, or is gone."""
        import subprocess

        sender, answer = self.child.stdin, self.child.stdout
        assert sender is not None  # noqa: S101 - both are pipes
        assert answer is not None  # noqa: S101 - as above
        with contextlib.suppress(OSError, ValueError, MemoryError), answer, sender:
            self.is_ready = answer.readline(len(READY)) == READY
            if not self.is_ready:
                return
            sender.write(self._content)
            sender.flush()
            facts = json.loads(answer.readline())
            size = sum(size for _, size in facts["parts"])
            if 0 <= size <= LARGEST_ANSWER:
                # The input stays open meanwhile: where it ends, so does the child.
                room = bytearray(size)
                read: Callable[[bytearray], int] = answer.readinto  # type: ignore[attr-defined]
                self.parts = memoryview(room)[: read(room)]
                self.facts = facts
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.child.wait(_BETWEEN_LOOKS)


def _wait(talk: _Talk, seconds: float, watch: Watch) -> bool:
    """Wait until the child has said all; return whether it has, in the time it may take."""
    end = time.monotonic() + PATIENCE * seconds
    look = 0
    while talk.is_alive() and time.monotonic() < end:
        watch.step(min(0.9, look * _BETWEEN_LOOKS / seconds), _UNPACKING)
        talk.join(_BETWEEN_LOOKS)
        look += 1
    return not talk.is_alive()


def _not_started(source: Source, files: str) -> ReadingError:
    message = phrase("the part of the program that reads {files} could not be started", files=files)
    hint = phrase("Close other programs and try again, or save the data as CSV or Parquet")
    return ReadingError(message, where=source.name, hint=hint)


def _result(talk: _Talk, source: Source, files: str, late: str) -> Result:
    """Return what the child said, or say why it said nothing; `late` is when it was too late."""
    facts = talk.facts
    if facts.get("refused"):
        message, hint = received(facts["refused"]), received(facts["hint"])
        raise ReadingError(message, where=source.name, hint=hint)
    if not talk.is_ready:
        raise _not_started(source, files)
    if "parts" not in facts or sum(size for _, size in facts["parts"]) != len(talk.parts):
        message = phrase("the file is damaged, or too large: its reader came to no end")
        if late:
            message = phrase(
                "the file was not read after {late}: it is damaged or too large", late=late
            )
        raise ReadingError(message, where=source.name, hint=_ELSE)
    parts = {}
    start = 0
    for name, size in facts.pop("parts"):
        parts[name] = talk.parts[start : start + size]
        start += size
    return Result(facts, parts)
