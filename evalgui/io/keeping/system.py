"""The name of the machine and its processes, as far as files that are shared need to know them."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_STILL_ACTIVE = 259
_QUERY = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION
_DENIED = 5
_BEGAN = 19  # of what stands behind the name of a process


def host_name() -> str:
    """Return what this machine is called, "" where it has no name."""
    if hasattr(os, "uname"):
        return os.uname().nodename
    return os.environ.get("COMPUTERNAME", "")


def is_running(process: int) -> bool:
    """Return whether a process of this machine is there, whoever it belongs to.

    Examples
    --------
    >>> is_running(os.getpid()), is_running(0)
    (True, False)
    """
    if process <= 0:
        return False
    if sys.platform == "win32":
        return _is_running_on_windows(process)
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def mark_of(process: int) -> str:
    """Return what tells a process from a later one of the same number; "" where nothing does.

    That is when it began, and when the machine did, on Linux.
    """
    try:
        machine = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        facts = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
        return f"{machine} {facts.rpartition(')')[2].split()[_BEGAN]}"  # names have brackets, too
    except (OSError, ValueError, IndexError):
        return ""


def _is_running_on_windows(process: int) -> bool:
    """Ask for its exit code: a signal would end it there."""
    kernel = getattr(ctypes, "WinDLL")("kernel32", use_last_error=True)  # noqa: B009 - Windows alone
    handle = kernel.OpenProcess(_QUERY, 0, process)
    if not handle:
        return bool(getattr(ctypes, "get_last_error")() == _DENIED)  # noqa: B009 - Windows alone
    code = ctypes.c_ulong()
    known = kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return not known or code.value == _STILL_ACTIVE
