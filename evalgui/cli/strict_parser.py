"""What reads the words of a command line, as every command has it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from evalgui.cli.streams import say
from evalgui.core.languages import ENGLISH, tr
from evalgui.io.languages import OPTION, languages

if TYPE_CHECKING:
    from collections.abc import Callable

REFUSED = 2


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one line and exit code 2, as every refusal."""

    refuse: Callable[[str], NoReturn] | None = None
    """What takes a mistake where no command line is read; it raises."""

    def __init__(self, *given: Any, **known: Any) -> None:  # noqa: ANN401 - as argparse has it
        super().__init__(*given, **known)
        names = ", ".join((ENGLISH.code, *languages()))
        self.add_argument(
            OPTION,
            dest="_language",  # which was read before anything was said
            metavar="CODE",
            help=tr(
                "tell everything in this language: {languages} (default: that of the system); "
                "what programs read, such as JSON and names of columns, stays as it is",
                languages=names,
            ),
        )

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end."""
        if self.refuse is not None:
            self.refuse(message)
        self.exit(REFUSED, f"evalgui: {message}; see {self.prog} --help\n")

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - a stream
        """Print help as everything else is printed: argparse would keep a full disk to itself."""
        if message and file is sys.stdout:
            say(message)
        else:
            super()._print_message(message, file)
