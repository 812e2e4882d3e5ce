"""What a user is told when something cannot be done.

An `EvalguiError` is a failure that the program foresaw: it names the place, says what
was expected and what to do. Everything else that is raised is a bug.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.phrases import Phrase

if TYPE_CHECKING:
    from evalgui.core.words import Words


class EvalguiError(Exception):
    """A failure that is told to the user in words.

    Parameters
    ----------
    message
        What is wrong, one sentence, without a final full stop. It never quotes the text
        of a foreign exception: such texts may carry data.
    where
        The place: file, row and column as far as they are known, such as
        ``"scores.csv, row 17, column 'marker'"``. Empty when there is none.
    hint
        What the user can do about it, one sentence. Empty when there is nothing to do.

    Examples
    --------
    >>> print(EvalguiError("the file is empty", where="a.csv", hint="Choose another file"))
    a.csv: the file is empty. Choose another file.
    """

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        return self._told(self.where, self.message, self.hint)

    def in_words(self, words: Words, /) -> str:
        """Return it in the words of a field, and in their language."""
        return self._told(*map(words.said, (self.where, self.message, self.hint)))

    @staticmethod
    def _told(where: str, message: str, hint: str) -> str:
        place = f"{where}: " if where else ""
        advice = f" {hint}." if hint else ""
        end = "" if message.endswith("?") else "."
        return f"{place}{message}{end}{advice}"


def on_one_line(error: EvalguiError) -> str:
    """Return what an error says as a phrase, without the end of its last sentence."""
    from evalgui.core.vocabulary import phrase

    where, message, hint = (
        one if isinstance(one, Phrase) else " ".join(one.split())
        for one in (error.where, error.message, error.hint)
    )
    told = phrase("{where}: {message}", where=where, message=message) if where else message
    if not hint:
        return told
    if message.endswith("?"):
        return phrase("{told} {hint}", told=told, hint=hint)
    return phrase("{told}. {hint}", told=told, hint=hint)


def sentence_of(error: Exception) -> str:
    """Return the sentence of an error as it was raised, which can be told in any words.

    Text of it, as `str` returns it, can be told in English alone.
    """
    said = error.args[0] if error.args else ""
    return said if isinstance(said, str) else str(error)


class ReadingError(EvalguiError):
    """A file could not be read: missing, unreadable, damaged or of an unknown format."""


class DataError(EvalguiError):
    """A file was read, but it does not hold what an assessment needs."""


class CancelledError(EvalguiError):
    """The user asked for a piece of work to stop, and it did."""
