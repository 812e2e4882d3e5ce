"""What a parser takes, as values: options and files, for manual pages and for shells."""

from __future__ import annotations

import argparse
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 72  # letters of a description in one line


@dataclass(frozen=True, slots=True)
class Taken:
    """An option, or what stands without one.

    Parameters
    ----------
    names
        The spellings of an option; none of a file.
    values
        What follows it, as the help writes it; "" for nothing.
    text
        What it is for.
    choices
        What may follow, where only that may.
    is_file
        Whether what follows is a file or a folder.
    """

    names: tuple[str, ...]
    values: str
    text: str
    choices: tuple[str, ...]
    is_file: bool

    @property
    def line(self) -> str:
        """What it is for, in one short line."""
        return shortened(self.text)


@dataclass(frozen=True, slots=True)
class Group:
    """Options that the help lists under one title."""

    title: str
    text: str
    taken: tuple[Taken, ...]


def groups_of(parser: argparse.ArgumentParser) -> Iterator[Group]:
    """Yield all that a parser takes, in the groups of its help."""
    for group in parser._action_groups:  # noqa: SLF001 - argparse has no other way
        taken = tuple(_taken(parser, action) for action in group._group_actions)  # noqa: SLF001
        if taken:
            yield Group(group.title or "", group.description or "", taken)


def taken_by(parser: argparse.ArgumentParser) -> Iterator[Taken]:
    """Yield all that a parser takes."""
    for group in groups_of(parser):
        yield from group.taken


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, without its end."""
    return text.partition(". ")[0].rstrip(".")


def shortened(text: str) -> str:
    """Return the beginning of a text, as far as it fits into a line."""
    return textwrap.shorten(first_sentence(text), _LONGEST, placeholder=" ...")


def _taken(parser: argparse.ArgumentParser, action: argparse.Action) -> Taken:
    tell = argparse.HelpFormatter(parser.prog)
    usual = action.dest.upper() if action.option_strings else action.dest
    returned = getattr(action.type, "__annotations__", {}).get("return")
    return Taken(
        names=tuple(action.option_strings),
        values="" if action.nargs == 0 else tell._format_args(action, usual),  # noqa: SLF001
        text=tell._expand_help(action) if action.help else "",  # noqa: SLF001
        choices=tuple(map(str, action.choices or ())),
        is_file=not action.option_strings
        or getattr(action.type, "__name__", "") == "Path"
        or returned == "Path",
    )
