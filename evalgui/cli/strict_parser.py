"""What reads the words of a command line, as every command has it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

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
