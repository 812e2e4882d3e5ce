"""The language in which people are told things: what stands for an English sentence in it.

Every sentence is written once, in English, with names in braces: `Text` and `phrase` tell it when
the words of a field are known, `tr` at once. A language knows another sentence for it by the
English one. What it does not know stays English.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from evalgui.core.digits import POINTS, Conventions, Numeral

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language.

    Parameters
    ----------
    code
        Such as ``"de"`` (ISO 639-1).
    name
        What its speakers call it.
    messages
        The sentences by the English ones; for one that is told by number the forms in order.
    form
        Which of these forms a number takes, from 0.
    fields
        The words of each field by its id, and under "common" those of all: what `Words` has, where
        they differ from the English ones. A word is a text, or its forms by their names, of which
        that named "" stands where none is asked for.
    keeps_capitals
        Whether a name begins within a sentence as it does alone, as German nouns do.
    share
        How much it knows of what is to be said, from 0 to 1.
    is_whole
        Whether it knows nearly all that is to be said.
    conventions
        How numbers and dates are written.
    is_right_to_left
        Whether it is read from right to left.
    """

    code: str = "en"
    name: str = "English"
    messages: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    form: Callable[[int], int] = lambda n: int(n != 1)
    fields: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    keeps_capitals: bool = False
    share: float = 1.0
    is_whole: bool = True
    conventions: Conventions = POINTS
    is_right_to_left: bool = False

    def __call__(self, sentence: str) -> str:
        """Return what stands for an English sentence."""
        found = self.messages.get(sentence, sentence)
        return found if isinstance(found, str) else found[0]

    def counted(self, n: float, one: str, many: str) -> str:
        """Return what stands for a sentence about n things, of which English has two forms."""
        found = self.messages.get(one)
        if found is None or isinstance(found, str):
            return self(one if n == 1 else many)
        return found[min(self.form(int(n) if n == int(n) else 2), len(found) - 1)]

    def told(self, value: object) -> object:
        """Return a value as it stands in a sentence: numbers as they are written here."""
        if self.conventions is not POINTS and isinstance(value, Numeral):
            return value.in_conventions(self.conventions)
        return value


ENGLISH: Language = Language()

_spoken = [ENGLISH]


def speak(language: Language) -> None:
    """Tell people things in a language from now on: to be said before a window is made."""
    _spoken[0] = language


def spoken() -> Language:
    """Return the language in which people are told things."""
    return _spoken[0]


def tr(sentence: str, /, **values: object) -> str:
    """Return a sentence in the language that is spoken.

    Parameters
    ----------
    sentence
        In English, with names in braces where values are given.
    values
        What stands in braces, by name.

    Examples
    --------
    >>> tr("&Open…"), tr("{n} rows", n=3)
    ('&Open…', '3 rows')
    """
    said = _spoken[0](sentence)
    return _filled(said, values) if values else said


def tr_n(n: float, one: str, many: str, /, **values: object) -> str:
    """Return a sentence about n things in the language that is spoken.

    Parameters
    ----------
    n
        Of how many things it tells.
    one, many
        The sentence about one thing and about any other number of them, as of `tr`.
    values
        What stands in braces, by name: the number, too, as it is to be written.

    Examples
    --------
    >>> [tr_n(n, "1 row of {name}", "{n} rows of {name}", n=n, name="a") for n in (1, 2)]
    ['1 row of a', '2 rows of a']
    """
    return _filled(_spoken[0].counted(n, one, many), values)


def _filled(said: str, values: Mapping[str, object]) -> str:
    told = _spoken[0].told
    return said.format_map({name: told(value) for name, value in values.items()})


def written(number: str) -> str:
    """Return a number that has a point as it is written in the language that is spoken.

    Parameters
    ----------
    number
        In digits, as `evalgui.core.digits` gives it.

    Examples
    --------
    >>> written("0.5")
    '0.5'
    """
    conventions = _spoken[0].conventions
    return number if conventions is POINTS else conventions.written(number)


def between() -> str:
    """Return what stands between the numbers of a list in the language that is spoken."""
    return _spoken[0].conventions.between


class Word(str):
    """A word of a field, with the forms that a language has of it.

    In braces ``{positives:dat}`` asks for a form, and ``{positives}`` for the word itself, which
    also stands where it has no such form.

    Parameters
    ----------
    text
        The word itself.
    forms
        Its forms, by their names.
    """

    __slots__ = ("forms",)

    forms: Mapping[str, str]

    def __new__(cls, text: str, forms: Mapping[str, str]) -> Self:
        """Keep the forms beside the text."""
        made = super().__new__(cls, text)
        made.forms = forms
        return made
