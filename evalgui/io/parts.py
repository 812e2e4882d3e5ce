"""What the program is made of as it is installed: packages, their versions and licences."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

EXTRAS = frozenset({"all"})
"""The extra with all that the program itself makes use of, where it is installed."""


class Part(NamedTuple):
    """A package that the program rests on.

    Parameters
    ----------
    name
        As its publisher writes it.
    version
        That which is installed.
    licence
        An expression of SPDX where its publisher gives one, else the words of its publisher.
    texts
        Files with its licence and those of what it contains.
    needs
        The normalised names of the packages that it needs here.
    is_optional
        Whether an extra alone leads to it.
    """

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]
    needs: tuple[str, ...]
    is_optional: bool


def parts_of(name: str = "evalgui", extras: frozenset[str] = EXTRAS) -> dict[str, Part]:
    """Return a package and all that it rests on, by normalised names, sorted.

    Parameters
    ----------
    name
        A package that is installed.
    extras
        Which extras of it count.

    Returns
    -------
    dict of str to Part
        Only what is installed: the others are for other systems, or nobody asked for them.
    """
    required = _reached(name, frozenset())
    found = _reached(name, extras)
    parts = {}
    for key, (one, asked) in sorted(found.items()):
        needs = {needed for needed, _extras in _needs(one, asked)} & found.keys()
        parts[key] = Part(
            name=one.name,
            version=one.version,
            licence=licence_of(one),
            texts=tuple(sorted(_texts(one))),
            needs=tuple(sorted(needs)),
            is_optional=key not in required,
        )
    return parts


def normal(name: str) -> str:
    """Return a package's name as all spellings of it are normalised."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(package: metadata.Distribution) -> str:
    """Return the licence of a package in the words of its metadata."""
    about = package.metadata
    for key in ("License-Expression", "License"):
        told = about[key].strip() if key in about else ""
        if told and "\n" not in told:
            return told
    classifiers = about.get_all("Classifier") or []
    kinds = [line.rpartition("::")[2].strip() for line in classifiers if line.startswith("Licen")]
    return "; ".join(kinds) or "see its text"


def _reached(
    name: str, extras: frozenset[str]
) -> dict[str, tuple[metadata.Distribution, frozenset[str]]]:
    """Return the packages that one leads to, each with those of its extras that are asked for."""
    found: dict[str, tuple[metadata.Distribution, frozenset[str]]] = {}
    waiting = [(normal(name), extras)]
    while waiting:
        key, asked = waiting.pop()
        if key in found:
            one, before = found[key]
            if asked <= before:
                continue
            found[key] = one, before | asked
        else:
            try:
                found[key] = metadata.distribution(key), asked
            except metadata.PackageNotFoundError:
                continue
        waiting += _needs(*found[key])
    return found


def _needs(
    package: metadata.Distribution, extras: frozenset[str]
) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what a package asks for; what is for another system is not installed anyway."""
    for line in package.requires or ():
        asked = re.match(r"([\w.-]+)\s*(?:\[([^]]*)\])?", line)
        extra = re.search(r"extra == ['\"]([\w.-]+)", line)
        if asked and (extra is None or extra[1] in extras):
            yield normal(asked[1]), frozenset(re.findall(r"[\w.-]+", asked[2] or ""))


def _texts(package: metadata.Distribution) -> Iterator[Path]:
    for file in package.files or ():
        is_kept = ".dist-info/licenses/" in file.as_posix()
        if is_kept or re.search(r"(?i)licen[cs]e|copying|notice", file.name):
            path = Path(str(file.locate()))
            if path.suffix not in {".py", ".pyc"}:
                yield path
