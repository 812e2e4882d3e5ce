"""Sentences of ours that are told in the words of any field, and how a word stands in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Mapping


class Phrase(str):
    """A sentence in the machine-learning words that can be told in those of another field.

    It is made by `evalgui.core.vocabulary.phrase`, and is text like any other where no field
    is chosen. What is made of it with the methods of text, or put together with other text by
    `+` or an f-string, can be told in the machine-learning words alone.

    Parameters
    ----------
    text
        The sentence in the machine-learning words.
    template
        The same with words of a field in braces, such as ``"no {actual_positives}"``.
    values
        What else stands in braces, by name: text of the user, numbers, and other phrases.
    forms
        Of how many things it tells, and its templates for one and for any other number; None for
        a sentence that has no such forms.
    """

    __slots__ = ("forms", "template", "values")

    template: str
    values: Mapping[str, Any]
    forms: tuple[float, str, str] | None

    def __new__(
        cls,
        text: str,
        template: str,
        values: Mapping[str, Any],
        forms: tuple[float, str, str] | None = None,
    ) -> Self:
        """Keep how the text was made beside it."""
        made = super().__new__(cls, text)
        made.template = template
        made.values = values
        made.forms = forms
        return made

    def __reduce__(self) -> tuple[object, ...]:
        """Return what a copy is made of."""
        return Phrase, (str(self), self.template, self.values, self.forms)


def within(words: str) -> str:
    """Return a name as it stands within a sentence; symbols stay as they are.

    Examples
    --------
    >>> within("Sensitivity"), within("FMR"), within("P_fa")
    ('sensitivity', 'FMR', 'P_fa')
    """
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


def with_article(adjective: str) -> str:
    """Return an adjective with the article before it.

    Examples
    --------
    >>> with_article("genuine"), with_article("impostor")
    ('a genuine', 'an impostor')
    """
    article = "an" if adjective[:1] in "aeiou" else "a"
    return f"{article} {adjective}"
