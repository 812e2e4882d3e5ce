"""The child process: bytes in, bytes out, within limits.

It is the program itself in a mode of its own, and loads nothing of the rest of it.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import math
import os
import sys
import threading
import time
import zipfile
import zlib
from typing import TYPE_CHECKING, Any

from evalgui.core.vocabulary import phrase
from evalgui.io.sandbox.columns import AGAIN, DAMAGED, Refusal
from evalgui.io.sandbox.sentences import sent
from evalgui.io.sandbox.start import OUT_OF_TIME, READY

if TYPE_CHECKING:
    from collections.abc import Callable

_MODULES = ("evalgui.io.formats.", "evalgui.gui.picture_child")


def main(arguments: list[str]) -> int:
    """Read a container from the standard input, and write what is in it.

    Parameters
    ----------
    arguments
        The name of a function of a format, or of pictures, with its module; the limit of the
        memory in bytes and of the processor time in seconds, the size of the container in bytes,
        and what the function has to know.

    Returns
    -------
    int
        Never: the process ends here, and nothing is put in order that dies with it.
    """
    name, memory, seconds, size, *rest = arguments
    end_with_the_parent()
    _limit(int(memory), float(seconds))
    output = sys.stdout.buffer
    output.write(READY)
    output.flush()
    data = sys.stdin.buffer.read(int(size))
    threading.Thread(target=_watch_the_parent, daemon=True).start()
    facts, parts = _answer(name, data, rest)
    facts["parts"] = [(key, len(part)) for key, part in parts.items()]
    output.write(json.dumps(facts).encode() + b"\n")
    for part in parts.values():
        output.write(part)
    output.flush()
    os._exit(0)


def _answer(name: str, data: bytes, rest: list[str]) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return what a function makes of the bytes, or what is wrong with them."""
    try:
        return _function(name)(data, *rest)
    except Refusal as refusal:
        message, hint = refusal.args
    except MemoryError:
        message = phrase("the file takes more memory than may be used for a file of its size")
        hint = phrase("Save the data as CSV or Parquet")
    except ImportError as error:
        package = (error.name or "").partition(".")[0]
        message = phrase(
            "the package '{package}', which reads these files, cannot be loaded", package=package
        )
        hint = phrase("Install evalgui again, or save the data as CSV")
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, KeyError):
        message, hint = DAMAGED, AGAIN
    except (NotImplementedError, RuntimeError):
        message = phrase("the file is encrypted, or packed in a way that is not read")
        hint = AGAIN
    return {"refused": sent(message), "hint": sent(hint)}, {}


def _function(name: str) -> Callable[..., tuple[dict[str, Any], dict[str, bytes]]]:
    """Return a function of a format, which makes facts of bytes, and parts by their names."""
    module, _, own = name.rpartition(".")
    if not module.startswith(_MODULES):
        raise ValueError
    found: Callable[..., tuple[dict[str, Any], dict[str, bytes]]]
    found = getattr(importlib.import_module(module), own)
    return found


# ---------------------------------------------------------------------------- parent, limits


def end_with_the_parent() -> None:
    """Let the system end this process with its parent, where it can do that."""
    if sys.platform == "linux":
        import ctypes
        import signal

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG


def _watch_the_parent() -> None:
    """End this process when its input ends: the parent keeps it open while it lives."""
    with contextlib.suppress(OSError):
        while os.read(0, 1):
            pass
    os._exit(1)


def _limit(memory: int, seconds: float) -> None:
    """Limit memory and processor time of this process; of memory, where the system can."""
    threading.Thread(target=_watch_the_time, args=(seconds,), daemon=True).start()
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # For a library that keeps the interpreter to itself, and so from the thread.
        whole = math.ceil(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _watch_the_time(seconds: float) -> None:
    """End this process when it has used up its processor time."""
    while (left := seconds - time.process_time()) > 0:
        time.sleep(max(left / (os.cpu_count() or 1), 0.01))
    os._exit(OUT_OF_TIME)
