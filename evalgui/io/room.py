"""How much memory it takes to open files, and how much is free: asked before any is read."""

from __future__ import annotations

import contextlib
import os
import shlex
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.digits import grouped, sized
from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.bytes.source import SIZE_LIMIT, STANDARD_INPUT, display_name
from evalgui.io.folders import files_of
from evalgui.io.loading_together import MOST_TOGETHER

if TYPE_CHECKING:
    from collections.abc import Sequence

PER_ROW = 48
"""What a row takes beside the file, in bytes: a truth and a score, and their sorting.

Measured from 42 to 76 (3 and 20 million rows, one and eight bytes a cell, texts, ties), so that
what is refused would hardly have fitted; columns that nobody asks for are not read.
"""

_PARQUET = b"PAR1"
_COUNTED = b"evalgui"  # as `evalgui.io.formats.parquet.ABOUT`
_CGROUP = Path("/sys/fs/cgroup")
_KIB = 1024
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Room:
    """What it takes to open files.

    Parameters
    ----------
    paths
        The files, and folders of files.
    n_files
        How many files these are.
    size
        Of all together, in bytes.
    n_rows
        In all of them; None where they do not say so, or are of a kind that is not counted.
    free
        How much memory there is, in bytes; None where the system does not say.
    may_try
        Whether no file is larger than any that is opened, and they are no more than are.
    """

    paths: tuple[Path, ...]
    n_files: int
    size: int
    n_rows: int | None
    free: int | None
    may_try: bool = True

    @property
    def needed(self) -> int | None:
        """How much memory opening them takes, in bytes: rather too little; None for not known."""
        return None if self.n_rows is None else self.size + PER_ROW * self.n_rows

    @property
    def is_enough(self) -> bool:
        """Whether they will fit, as far as one can tell, or are refused when they are read."""
        if self.needed is None:
            return True
        return self.may_try and (self.free is None or self.needed <= self.free)

    @property
    def name(self) -> str:
        """What to call the files."""
        n = len(self.paths)
        if n == 1:
            return display_name(self.paths[0])
        return phrase_n(self.n_files, "1 file", "{n} files", n=grouped(self.n_files))

    @property
    def told(self) -> str:
        """How large they are, and what opening them would take, in words."""
        n = len(self.paths)
        if self.n_files > n:
            found = phrase_n(
                n,
                "it has {n} files of {size}",
                "they have {n} files of {size}",
                n=grouped(self.n_files),
                size=sized(self.size),
            )
        else:
            found = phrase_n(n, "it has {size}", "they have {size}", size=sized(self.size))
        if self.n_rows is None or self.needed is None:
            return found
        found = phrase("{found} and {n} rows", found=found, n=grouped(self.n_rows))
        needed = sized(self.needed)
        if self.free is None:
            told = phrase("{found}: opening takes {needed} of memory", found=found, needed=needed)
        else:
            told = phrase(
                "{found}: opening takes {needed} of memory, and {free} are free",
                found=found,
                needed=needed,
                free=sized(self.free),
            )
        if self.may_try:
            return told
        return phrase(
            "{told} (at most {n} files of {size} are opened)",
            told=told,
            n=grouped(MOST_TOGETHER),
            size=sized(SIZE_LIMIT),
        )


class TooLargeError(ReadingError):
    """Files would not fit into the memory; their counts would.

    Parameters
    ----------
    room
        What it takes to open them.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        files = " ".join(shlex.quote(str(path)) for path in room.paths[:_NAMED])
        more = " ..." if len(room.paths) > _NAMED else ""
        hint = phrase(
            "{command} counts them: open the counts",
            command=f"evalgui count {files}{more} --out counts.parquet",
        )
        super().__init__(room.told, where=room.name, hint=hint)


def require_room(paths: Sequence[object], free: int | None) -> None:
    """Refuse files that would not fit into the memory, but can be counted.

    Parameters
    ----------
    paths
        The files; data that are in memory already take no more.
    free
        How much memory there is, in bytes; None for not known.

    Raises
    ------
    TooLargeError
        With how much they would take.
    """
    room = room_for([Path(one) for one in paths if isinstance(one, str | os.PathLike)], free)
    if not room.is_enough:
        raise TooLargeError(room)


def room_for(paths: Sequence[Path], free: int | None) -> Room:
    """Return what it takes to open files, of which no more than the end is read.

    Parameters and units are those of `Room`.

    Raises
    ------
    DataError
        If there is no file in a folder, or too many.
    """
    files = files_of(paths).values() if any(path.is_dir() for path in paths) else paths
    found = [_size_of(path) for path in files]
    known = [n_rows for _size, n_rows in found if n_rows is not None]
    return Room(
        tuple(paths),
        len(found),
        sum(size for size, _n_rows in found),
        sum(known) if known and len(known) == len(found) else None,
        free,
        len(found) <= MOST_TOGETHER and all(size <= SIZE_LIMIT for size, _n_rows in found),
    )


def _size_of(path: Path) -> tuple[int, int | None]:
    """Return the size of a file, and how many rows a Parquet file announces.

    None for any other file, and for a table of counts, of which nothing smaller can be made.
    """
    size = 0
    try:
        status = path.stat()
        size = status.st_size
        if path == STANDARD_INPUT or not stat.S_ISREG(status.st_mode):
            return size, None  # to open a device can have an effect
        with path.open("rb") as file:
            if file.read(len(_PARQUET)) == _PARQUET:
                from pyarrow import parquet

                found = parquet.read_metadata(file)
                is_counted = _COUNTED in (found.metadata or {})
                return size, None if is_counted else int(found.num_rows)
    except Exception:  # noqa: BLE001 - whatever is wrong with it is told when it is read
        return size, None
    return size, None


def free_memory(*, swap: bool = False) -> int | None:
    """Return how much memory is free, in bytes; None where the system does not say.

    Parameters
    ----------
    swap
        Whether what the system would put on a disk counts, which is slow but works.
    """
    if sys.platform == "win32":
        return _free_on_windows(swap=swap)
    known = {}
    with contextlib.suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            name, _, rest = line.partition(":")
            known[name] = int(rest.split()[0]) * _KIB
    free = known.get("MemAvailable")
    if free is None:  # macOS, where all of it can be had
        with contextlib.suppress(OSError, ValueError):
            free = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        return free
    free += known.get("SwapFree", 0) if swap else 0
    with contextlib.suppress(OSError, ValueError):  # within a container
        most = int((_CGROUP / "memory.max").read_text(encoding="ascii"))
        used = int((_CGROUP / "memory.current").read_text(encoding="ascii"))
        cached = (_CGROUP / "memory.stat").read_text(encoding="ascii").split()
        used -= int(cached[cached.index("inactive_file") + 1])
        free = min(free, max(most - used, 0))
    return free


def _free_on_windows(*, swap: bool) -> int | None:
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            *((name, ctypes.c_uint64) for name in ("all", "free", "all_paged", "free_paged")),
            *((name, ctypes.c_uint64) for name in ("virtual", "free_virtual", "extended")),
        )

    status = Status(length=ctypes.sizeof(Status))
    if not ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):  # type: ignore[attr-defined]
        return None
    return int(status.free_paged if swap else status.free)
