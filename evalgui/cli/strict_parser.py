"""What reads the words of a command line, as every command has it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from evalgui.cli.streams import say

if TYPE_CHECKING:
    from collections.abc import Callable

REFUSED = 2


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one line and exit code 2, as every refusal."""

    refuse: Callable[[str], NoReturn] | None = None
    """What takes a mistake where no command line is read; it raises."""

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
