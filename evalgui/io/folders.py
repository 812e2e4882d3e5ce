"""The files of a folder, and of the folders in it, as people list them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_FILES = 10_000


def files_of(paths: Iterable[Path], most: int = MOST_FILES, hint: str = "") -> dict[str, Path]:
    """Return files by what they are called: those of folders, and of folders in these.

    Parameters
    ----------
    paths
        Folders and files.
    most
        How many there may be.
    hint
        What to do where there are more.

    Returns
    -------
    dict of str to Path
        By the place in the folder, with numbers in names as people sort them. Hidden files are
        left out, and links to folders are not followed.

    Raises
    ------
    DataError
        If there are none, or more than `most`.
    ReadingError
        If a folder cannot be looked into.
    """
    found: dict[str, Path] = {}
    where = ""
    for path in paths:
        where = path.name or str(path)
        is_folder = path.is_dir()
        for one in _below(path) if is_folder else [path]:
            name = one.relative_to(path).as_posix() if is_folder else one.name
            found[name if name not in found else str(one)] = one
            if len(found) > most:
                message = phrase("there are more than {most} files", most=grouped(most))
                fewer = phrase("Choose a folder with fewer")
                raise DataError(message, where=where, hint=hint or fewer)
    if not found:
        raise DataError(phrase("there is no file in it"), where=where)
    return {name: found[name] for name in sorted(found, key=_by_numbers)}


def _below(folder: Path) -> Iterator[Path]:
    def refuse(error: OSError) -> NoReturn:
        name = Path(error.filename or folder).name
        hint = phrase("Ask its owner for the right to read it, or take it out of the folder")
        raise ReadingError(phrase("you may not look into this folder"), where=name, hint=hint)

    for at, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        yield from (Path(at) / one for one in files if not one.startswith("."))


def _by_numbers(name: str) -> list[tuple[int, str]]:
    """Return what sorts "run10" behind "run9"."""
    parts = re.split(r"(\d+)", name.casefold())
    return [(int(one), "") if one.isdecimal() else (-1, one) for one in parts]
