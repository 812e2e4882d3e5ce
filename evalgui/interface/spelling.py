"""Mistakes in the words of Python: an option of the command line is an argument of that name."""

from __future__ import annotations

import contextlib
import decimal
import re
from typing import TYPE_CHECKING

from evalgui.cli.questions import options_for
from evalgui.core.errors import DataError, EvalguiError
from evalgui.core.registry import UnknownIdError
from evalgui.io.assessing import UnansweredError
from evalgui.io.meaning import MOST_ASKED, more_questions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

FLAGS = ("higher-is-positive", "lower-is-positive", "no-score", "set-aside-unreadable")
"""The options of data that take no value."""

_MISTAKEN = re.compile(r"\Aargument --([a-z-]+): ")
_OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)")


def in_python(text: str) -> str:
    """Return a sentence with the options of the command line as arguments of Python.

    Examples
    --------
    >>> in_python("Leave out --top-k, or give --no-score")
    'Leave out top_k=, or give no_score=True'
    """
    text = _MISTAKEN.sub(lambda found: f"{found[1].replace('-', '_')}: ", text)
    return _OPTION.sub(lambda found: argument(found[1]), text)


def argument(option: str) -> str:
    """Return how an option is written as an argument: ``"top_k="``, ``"no_score=True"``."""
    return option.replace("-", "_") + ("=True" if option in FLAGS else "=")


def refuse(message: str) -> NoReturn:
    """Raise what a parser says of the options."""
    raise DataError(in_python(message))


@contextlib.contextmanager
def told_in_python() -> Iterator[None]:
    """Let every refusal name arguments instead of options, and every question its answers.

    The caller's context of decimal numbers is neither used nor changed meanwhile.

    Raises
    ------
    EvalguiError
        Of the kind that it is.
    """
    try:
        with decimal.localcontext(decimal.Context()):
            yield
    except UnansweredError as error:
        error.message = _questions(error)
        raise
    except UnknownIdError as error:
        raise DataError(in_python(str(error))) from None
    except EvalguiError as error:
        error.message, error.hint = in_python(error.message), in_python(error.hint)
        raise


def _questions(error: UnansweredError) -> str:
    """Return what is asked, each question with the arguments that answer it."""
    asked = []
    for one in error.asked[:MOST_ASKED]:
        answers = [argument(option.removeprefix("--")) for option in options_for(one.role)]
        told = f"Say so with {' or '.join(answers)}." if answers else ""
        asked.append(f"{in_python(one.question)} {told}".rstrip())
    return " ".join([*asked, *more_questions(len(error.asked))]).removesuffix(".")
