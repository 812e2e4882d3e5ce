"""What reads the words of a command line, as every command has it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from evalgui.cli.streams import say
from evalgui.cli.telling import plainly
from evalgui.core.languages import ENGLISH, spoken, tr, tr_n
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.languages import NUMBERS, OPTION, languages

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.errors import EvalguiError

REFUSED = 2


def let_argparse_tell() -> None:
    """Let argparse say what it says itself in the language that is spoken, as all else is.

    To be called by the program alone: it does so for everything in the process.
    """
    argparse._ = tr  # type: ignore[attr-defined]
    argparse.ngettext = lambda one, many, n: spoken().counted(n, one, many)  # type: ignore[attr-defined]


def told_by_argparse() -> tuple[str, ...]:
    """Return what argparse says itself: translators find here what stands in no file of ours."""
    return (
        tr("usage: "),
        tr("positional arguments"),
        tr("options"),
        tr("show this help message and exit"),
        tr("show program's version number and exit"),
        tr("argument %(argument_name)s: %(message)s"),
        tr("the following arguments are required: %s"),
        tr("one of the arguments %s is required"),
        tr("unrecognized arguments: %s"),
        tr("not allowed with argument %s"),
        tr("ambiguous option: %(option)s could match %(matches)s"),
        tr("ignored explicit argument %r"),
        tr("expected one argument"),
        tr("expected at most one argument"),
        tr("expected at least one argument"),
        tr_n(2, "expected %s argument", "expected %s arguments"),
        tr("invalid choice: %(value)r (choose from %(choices)s)"),
        tr("invalid %(type)s value: %(value)r"),
    )


def refusal(error: EvalguiError) -> int:
    """Say in one line on stderr why something cannot be done, and return the exit code."""
    told = error.in_words(words_in(Vocabulary.MACHINE_LEARNING))
    sys.stderr.write(f"evalgui: {' '.join(told.split())}\n")
    return REFUSED


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
        self.add_argument(
            NUMBERS,
            dest="_numbers",  # likewise
            metavar="CODE",
            help=tr(
                "write numbers and dates for people as in this language: {languages} (default: "
                "that in which everything is told)",
                languages=names,
            ),
        )

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end."""
        if self.refuse is not None:
            self.refuse(message)
        told = tr("{message}; see {command} --help", message=plainly(message), command=self.prog)
        self.exit(REFUSED, f"evalgui: {told}\n")

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - a stream
        """Print help as everything else is printed: argparse would keep a full disk to itself."""
        if message and file is sys.stdout:
            say(message)
        else:
            super()._print_message(message, file)
