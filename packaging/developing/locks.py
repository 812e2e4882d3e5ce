"""Locks: each package that is tested, with the digests of its files, for each version of Python.

A lock is what pip takes with --require-hashes, one file per version of Python. The comment above a
package says which extras need it, `evalgui` where the program itself does: who runs the program
gets no tools of those who test it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

LOCKS = Path(__file__).resolve().parents[1] / "locks"
HEAD = """\
# What is installed to run, test and bundle the program on Python {version}, with the digests of
# all files that it is published as for Linux, Windows and macOS. Made by: packaging/dev.py lock"""
ASKED_BY = "# asked for by: "


class Locked(NamedTuple):
    """One package of a lock.

    Parameters
    ----------
    asked_by
        The extras that lead to it.
    version
        The version that is tested.
    digests
        SHA-256 of each file that may be installed.
    lines
        What pip reads.
    """

    asked_by: frozenset[str]
    version: str
    digests: tuple[str, ...]
    lines: str


def lock_for(version: str) -> Path:
    """Return the lock for a version of Python such as "3.12"; it need not exist."""
    return LOCKS / f"py{version.replace('.', '')}.txt"


def read(path: Path) -> dict[str, Locked]:
    """Return the packages of a lock by their normalised names."""
    found, text = {}, path.read_text(encoding="utf-8")
    blocks = re.split(rf"^{ASKED_BY}(.*)\n(?=([\w.-]+)==(\S+))", text, flags=re.MULTILINE)
    for asked_by, name, version, lines in zip(*(blocks[index::4] for index in (1, 2, 3, 4))):
        digests = tuple(re.findall(r"--hash=sha256:(\w+)", lines))
        found[name] = Locked(frozenset(asked_by.split(", ")), version, digests, lines)
    return found


def lines_for(path: Path, extras: str) -> str:
    """Return what pip reads of a lock to install the program's own needs and some extras'."""
    wanted = {"evalgui", *extras.split(",")}
    return "".join(one.lines for one in read(path).values() if one.asked_by & wanted)
