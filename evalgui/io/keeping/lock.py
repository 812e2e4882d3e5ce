"""The lock beside a workspace that is open: a second instance of the program opens it to read.

It is a small file in the same folder, so that it is seen on every machine that shares the
folder. It says on which machine and by which process the workspace is open, and since when: what
is needed to tell a lock that a crash left behind, and nothing about the user.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from evalgui.core.errors import DataError
from evalgui.core.provenance import now
from evalgui.core.vocabulary import phrase
from evalgui.io.keeping.schema import Limit, Time, as_json, from_json, parsed, written
from evalgui.io.keeping.system import host_name, is_running, mark_of

_LARGEST = 4096  # bytes of a lock that are read
_BEING_WRITTEN = 10.0  # seconds for which a lock that says nothing is one
_FLAGS = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_CLOEXEC", 0)
_Short = Annotated[str, Limit(most=300)]


@dataclass(frozen=True, slots=True)
class Owner:
    """Who has a workspace open.

    Parameters
    ----------
    host
        The name of the machine; "" where it is not known.
    process
        Its number there.
    mark
        What tells it from a later one of that number; "" where nothing does.
    since
        When the workspace was opened, in UTC.
    token
        Random digits, the same in no two locks.
    """

    host: _Short
    process: Annotated[int, Limit(low=0, high=2**31)]
    mark: _Short
    since: Time
    token: _Short

    @property
    def is_here(self) -> bool:
        """Whether it is on this machine."""
        return bool(self.host) and self.host == host_name()

    @property
    def is_gone(self) -> bool:
        """Whether it ended without taking its lock away; of another machine nobody knows."""
        if not self.is_here:
            return False
        mark = mark_of(self.process)
        is_another = bool(mark and self.mark) and mark != self.mark
        return is_another or not is_running(self.process)

    @property
    def told(self) -> str:
        """Where the workspace is open, one sentence without a final full stop."""
        if self.is_here:
            return phrase("it is open in another window of this program")
        return phrase("it is open on the computer '{host}'", host=self.host or phrase("unknown"))


_UNKNOWN = Owner("", 0, "", "", "")


class Lock:
    """The right to write a workspace, until it is released.

    Parameters
    ----------
    path
        The file of the lock.
    owner
        This process; None where the folder takes no lock, as one that can only be read.
    """

    def __init__(self, path: Path, owner: Owner | None) -> None:
        self._path, self._owner = path, owner

    @property
    def is_ours(self) -> bool:
        """Whether nobody took it over; to be asked before writing."""
        return self._owner is None or _read(self._path) == self._owner

    def release(self) -> None:
        """Let others write the workspace."""
        if self._owner is not None and self.is_ours:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
        self._owner = None


def take_lock(workspace: str | os.PathLike[str], *, by_force: bool = False) -> Lock | Owner:
    """Take the lock of a workspace, or say who has it.

    Parameters
    ----------
    workspace
        The file of the workspace, which need not be there yet.
    by_force
        Whether it is taken from who has it, as after a crash of another machine.

    Returns
    -------
    Lock or Owner
        The owner where somebody else has it open: then it can be opened to read. A lock that
        a process of this machine left behind is taken over.
    """
    target = Path(os.path.realpath(workspace))
    digits = zlib.crc32(target.name.encode("utf-8", "surrogateescape")).to_bytes(4, "big").hex()
    path = target.with_name(f".evalgui-lock-{digits}")
    process = os.getpid()
    own = Owner(host_name(), process, mark_of(process), now(), secrets.token_hex(8))
    for _ in range(3):
        try:
            if _made(path, own):
                return Lock(path, own)
        except OSError:
            return Lock(path, None)
        other = _read(path)
        if other is None:
            continue  # it was released just now
        if not by_force and not other.is_gone and not _is_empty_for_long(path, other):
            return other
        _remove(path, other)
    return _read(path) or _UNKNOWN


def _made(path: Path, own: Owner) -> bool:
    """Make a lock where there is none."""
    try:
        descriptor = os.open(path, _FLAGS, 0o644)
    except FileExistsError:
        return False
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(written(as_json(own, {})))
    except OSError:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
        raise
    return True


def _read(path: Path) -> Owner | None:
    """Return who has a lock; None where there is none."""
    try:
        with path.open("rb") as file:
            return from_json(Owner, parsed(file.read(_LARGEST)), {})
    except FileNotFoundError:
        return None
    except (OSError, DataError):
        return _UNKNOWN


def _is_empty_for_long(path: Path, owner: Owner) -> bool:
    """Return whether a lock says nothing, and is not just being written."""
    if owner != _UNKNOWN:
        return False
    try:
        return time.time() - path.stat().st_mtime > _BEING_WRITTEN
    except OSError:
        return False


def _remove(path: Path, owner: Owner) -> None:
    """Take a lock away, unless it became that of somebody else since it was read."""
    aside = path.with_name(f"{path.name}-{secrets.token_hex(4)}")
    with contextlib.suppress(OSError):
        path.rename(aside)
        if _read(aside) != owner:
            aside.rename(path)  # somebody was faster
        aside.unlink(missing_ok=True)
