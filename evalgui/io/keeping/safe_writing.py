"""Writing a file completely or not at all: the one way in which the program writes."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import re
import stat
import zlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.errors import EvalguiError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import display_name
from evalgui.io.keeping.system import host_name, is_running

if TYPE_CHECKING:
    from collections.abc import Callable

_PIECE = 1 << 22  # bytes that are written or read at once
_WRITING = phrase("writing the file")
_USUAL_MODE = 0o666  # less what the process withholds, as every program makes files
_FLAGS = (
    os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
)
_FRESH, _OLD = "new", "old"
_OURS = re.compile(r"\.evalgui-([0-9a-f]{8})-([0-9]{1,9})-[0-9]+-(?:new|old)")
_numbers = itertools.count()

_FOLDERS_ARE_NOT_FORCED = ("EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")
_ELSEWHERE = phrase("Choose another folder")
_ROOM = phrase("Make room, or choose another disk")
_RIGHTS = phrase("you may not write here")
_RIGHTS_OR_USE = phrase("you may not write here, or another program is using the file")
_IN_USE = phrase("another program is using the file")
_CLOSE_IT = phrase("Close it there, or choose another name")
_WORDS = (
    (("ENOSPC",), phrase("the disk is full"), _ROOM),
    (("EDQUOT",), phrase("your share of the disk is used up"), _ROOM),
    (
        ("EFBIG",),
        phrase("the file is larger than the system allows"),
        phrase("Choose another disk"),
    ),
    (("EIO",), phrase("the disk reports an error"), phrase("Choose another disk")),
    (
        ("ENODEV", "ENXIO"),
        phrase("the disk is not there any more"),
        phrase("Connect it again, or choose another"),
    ),
    (("EROFS",), phrase("this disk can only be read"), phrase("Choose another disk")),
    (("EACCES", "EPERM"), _RIGHTS_OR_USE if os.name == "nt" else _RIGHTS, _ELSEWHERE),
    (("ENOENT", "ENOTDIR"), phrase("there is no such folder"), _ELSEWHERE),
    (("EISDIR",), phrase("this is a folder"), phrase("Choose another name")),
    (("ENAMETOOLONG",), phrase("the name is too long"), phrase("Choose a shorter one")),
    (
        ("EINVAL", "EILSEQ"),
        phrase("this disk does not take such a name"),
        phrase("Choose another name"),
    ),
    (
        ("ELOOP",),
        phrase("the link leads nowhere: it points to itself"),
        phrase("Choose another name"),
    ),
    (("EBUSY", "ETXTBSY"), _IN_USE, _CLOSE_IT),
    (
        (
            *("ESTALE", "ETIMEDOUT", "ENETDOWN", "ENETUNREACH", "EREMOTEIO", "ENOLINK"),
            *("EHOSTDOWN", "EHOSTUNREACH", "ECONNRESET", "ECONNABORTED", "ENOTCONN"),
        ),
        phrase("the network folder cannot be reached any more"),
        phrase("Connect it again, or choose another folder"),
    ),
)
"""What is said of the errors of systems, by their symbols: not every system has each."""


class WritingError(EvalguiError):
    """A file could not be written; what was there before is untouched unless this says so."""


def write_safely(
    path: str | os.PathLike[str],
    data: bytes,
    *,
    mode: int | None = None,
    check: Callable[[bytes], object] | None = None,
    watch: Watch | None = None,
) -> None:
    """Write a file so that all of it is there, or what was there before is: never neither.

    The bytes go to a new file in the same folder, are forced to the disk, read back and
    compared, and only then take the place of the old file, which is kept under a second name
    until that has succeeded. Where `path` is a link, what it leads to is written.

    Parameters
    ----------
    path
        Where to.
    data
        All of the content.
    mode
        Who may read and write the file, less what the process withholds. None leaves the
        rights of a file that is replaced, and gives a new one those that are usual.
    check
        Given the content before anything is written; raises where it does not read back as
        what it was made of.
    watch
        Told about the progress, asked whether to go on until the old file gives way.

    Raises
    ------
    WritingError
        If the folder, the disk or the rights do not allow it, in words, with a way out.
    CancelledError
        If the watch says so; what was there before stays.
    EvalguiError
        What `check` raises.
    """
    if check is not None:
        check(data)
    write_content(path, _Bytes(memoryview(data), watch or Watch()), mode)


class Content(ABC):
    """What a file is to hold."""

    @abstractmethod
    def write_to(self, descriptor: int) -> None:
        """Write all of it into an empty file."""

    @abstractmethod
    def is_in(self, descriptor: int) -> bool:
        """Return whether a file, read from its beginning, holds just this."""

    def look(self) -> None:  # noqa: B027 - most cannot be cancelled
        """Raise CancelledError where nobody wants it any more: asked before it takes its place."""


def write_content(path: str | os.PathLike[str], content: Content, mode: int | None) -> None:
    """Write what a file is to hold; parameters and errors are those of `write_safely`."""
    name = display_name(path)
    target, placed = _placed(path, mode)
    try:
        _write(target, placed, content)
    except OSError as error:
        message, hint = in_words(error)
        raise WritingError(message, where=name, hint=hint) from None


def require_place(path: str | os.PathLike[str]) -> None:
    """Refuse what no file can be written to, as far as that shows before there is a content.

    Raises
    ------
    WritingError
        As of `write_safely`.
    """
    _placed(path, None)


def _placed(path: str | os.PathLike[str], mode: int | None) -> tuple[Path, _Placed]:
    """Return where a file goes, links followed, and the rights that it is to have."""
    name = display_name(path)
    try:
        target = Path(os.path.realpath(path))
        return target, _Placed.at(target, mode)
    except OSError as error:
        message, hint = in_words(error)
        raise WritingError(message, where=name, hint=hint) from None
    except ValueError:  # such as a name with a character that no file can have
        message = phrase("no file can have this name")
        raise WritingError(message, where=name, hint=phrase("Choose another name")) from None


def _write(target: Path, placed: _Placed, content: Content) -> None:
    """Write beside the target, prove it, and let it take the place of the target."""
    _remove_what_crashes_left(target)
    fresh = _beside(target, _FRESH)
    try:
        identity = _filled(fresh, placed, content)
        _require_same(fresh, content, display_name(target))
        content.look()
        _take_place(fresh, target, identity)
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
    try:
        _force_folder(target.parent)
    except OSError as error:
        message = phrase("the file was written, but may not last: {why}", why=in_words(error)[0])
        hint = phrase("Save it in another folder, too")
        raise WritingError(message, where=display_name(target), hint=hint) from None


@dataclass(frozen=True, slots=True)
class _Placed:
    """Which rights a file is to have.

    Parameters
    ----------
    asked
        Those that a new file is made with, less what the process withholds.
    exact
        Those of the file that is replaced; None where there is none, or others are asked for.
    group
        Its group; None likewise.
    """

    asked: int
    exact: int | None = None
    group: int | None = None

    @classmethod
    def at(cls, target: Path, mode: int | None) -> _Placed:
        """Return those for a target, and refuse what is no file that may be replaced."""
        try:
            found = target.lstat()
        except FileNotFoundError:
            return cls(_USUAL_MODE if mode is None else mode)
        if stat.S_ISLNK(found.st_mode):  # all other links have been followed
            raise OSError(errno.ELOOP, "")
        if stat.S_ISDIR(found.st_mode):
            raise OSError(errno.EISDIR, "")
        if not stat.S_ISREG(found.st_mode):
            message = phrase("this is a device or a pipe, not a file")
            raise WritingError(
                message, where=display_name(target), hint=phrase("Choose another name")
            )
        if not os.access(target, os.W_OK):
            if hasattr(os, "statvfs") and os.statvfs(target).f_flag & os.ST_RDONLY:
                raise OSError(errno.EROFS, "")
            message = phrase("this file may only be read")
            raise WritingError(
                message, where=display_name(target), hint=phrase("Choose another name")
            )
        if mode is not None:
            return cls(mode)
        rights = stat.S_IMODE(found.st_mode)
        return cls(rights & stat.S_IRWXU, rights, found.st_gid)


def _filled(fresh: Path, placed: _Placed, content: Content) -> tuple[int, int]:
    """Make a file that holds all of it, forced to the disk; return which file it is."""
    descriptor = os.open(fresh, os.O_WRONLY | _FLAGS, placed.asked)
    try:
        if placed.exact is not None and hasattr(os, "fchmod"):
            if placed.group is not None and hasattr(os, "fchown"):
                with contextlib.suppress(OSError):  # of a group that the user is not in
                    os.fchown(descriptor, -1, placed.group)
            os.fchmod(descriptor, placed.exact)
        content.write_to(descriptor)
        os.fsync(descriptor)
        found = os.fstat(descriptor)
    except BaseException:
        with contextlib.suppress(OSError):
            os.close(descriptor)
        raise
    os.close(descriptor)  # a network folder may say only now that there is no room
    return found.st_dev, found.st_ino


@dataclass(frozen=True, slots=True)
class _Bytes(Content):
    """Bytes that are at hand."""

    data: memoryview
    watch: Watch

    def look(self) -> None:
        """Raise CancelledError where nobody wants them any more."""
        self.watch.look()

    def write_to(self, descriptor: int) -> None:
        """Write them in as many pieces as the system takes."""
        place = 0
        while place < len(self.data):
            self.watch.step(place / len(self.data) / 2, _WRITING)
            place += written_by(os.write(descriptor, self.data[place : place + _PIECE]))

    def is_in(self, descriptor: int) -> bool:
        """Return whether a file holds just them."""
        place, is_same = 0, True
        while is_same and (piece := os.read(descriptor, _PIECE)):
            self.watch.step(min((1 + place / max(len(self.data), 1)) / 2, 1.0), _WRITING)
            # As bytes: views are compared item by item, which keeps all other threads waiting.
            is_same = bytes(self.data[place : place + len(piece)]) == piece
            place += len(piece)
        return is_same and place == len(self.data)


def written_by(written: int) -> int:
    """Return how many bytes a call of the system has written; none at all is an error."""
    if written <= 0:
        raise OSError(errno.EIO, "")
    return written


def _require_same(fresh: Path, content: Content, name: str) -> None:
    """Read a file back and compare it with what it is to hold."""
    descriptor = os.open(fresh, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        is_same = content.is_in(descriptor)
    finally:
        os.close(descriptor)
    if not is_same:
        message = phrase("what was written reads back as something else")
        raise WritingError(message, where=name, hint=phrase("Choose another disk"))


def _take_place(fresh: Path, target: Path, identity: tuple[int, int]) -> None:
    """Rename a file to the target, whose content has a second name until that is done."""
    old = _beside(target, _OLD)
    has_old = False
    with contextlib.suppress(OSError):  # not every disk gives a file two names
        old.hardlink_to(target)
        has_old = True
    try:
        fresh.replace(target)
    except OSError:
        # A network folder may have renamed it all the same, or removed the old one only.
        if _identity(target) != identity:
            if has_old and not target.exists():
                old.replace(target)
            raise
    finally:
        if has_old:
            with contextlib.suppress(OSError):
                old.unlink(missing_ok=True)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _force_folder(folder: Path) -> None:
    """Force the names in a folder to the disk, where its file system knows such a thing."""
    if os.name == "nt":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    except PermissionError:  # names may be changed in it, and not read
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if errno.errorcode.get(error.errno or 0) not in _FOLDERS_ARE_NOT_FORCED:
            raise
    finally:
        os.close(descriptor)


def _beside(target: Path, kind: str) -> Path:
    """Return a short name in the same folder that says to whom and to what it belongs."""
    return target.with_name(f".evalgui-{_mark(target)}-{os.getpid()}-{next(_numbers)}-{kind}")


def _mark(target: Path) -> str:
    """Return eight digits of this machine and of the name of a file."""
    both = f"{host_name()}/{target.name}".encode("utf-8", "surrogateescape")
    return zlib.crc32(both).to_bytes(4, "big").hex()


def _remove_what_crashes_left(target: Path) -> None:
    """Remove what processes of this machine that are no more have left beside a file."""
    if not target.exists():
        return  # then what is left may be all that there is
    mark = _mark(target)
    with contextlib.suppress(OSError):
        for found in target.parent.glob(f".evalgui-{mark}-*"):
            match = _OURS.fullmatch(found.name)
            if match is not None and not is_running(int(match[2])):
                found.unlink(missing_ok=True)


def in_words(error: OSError) -> tuple[str, str]:
    """Return what happened and a way out; the system's own text is not quoted."""
    symbol = errno.errorcode.get(error.errno or 0, str(error.errno))
    for symbols, message, hint in _WORDS:
        if symbol in symbols:
            return message, hint
    return phrase("the file could not be written (code {code})", code=symbol), _ELSEWHERE
