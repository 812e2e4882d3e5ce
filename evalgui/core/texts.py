"""Texts as values: a template and what stands in its braces, told when a style is known."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from evalgui.core.confusion import some
from evalgui.core.digits import Numeral, exact, exact_percentage, rounded
from evalgui.core.phrases import Phrase
from evalgui.core.thresholds import written
from evalgui.core.vocabulary import MACHINE_LEARNING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.dataset import Score
    from evalgui.core.words import Vocabulary, Words


def _percent(share: float) -> str:
    return Numeral(f"{exact_percentage(share)} %")


@dataclass(frozen=True, slots=True)
class Style:
    """How one way of showing results writes what stands in a text.

    Parameters
    ----------
    words
        Those of a field.
    number
        Turns a number into text.
    name
        Turns a name of the user's into text that shows what it is.
    count
        Turns a whole number, or a sum of weights, into text; None where `number` does.
    share
        Turns a proportion into text where it is told in per cent.
    place
        Turns a threshold of a score into text.
    most
        How many numbers of rows are named; None for all.
    rounded
        Turns a number that was computed, and that nobody typed, into text.
    rate
        Turns a proportion that was computed into text.
    """

    words: Words
    number: Callable[[float], str] = exact
    name: Callable[[str], str] = str
    count: Callable[[float], str] | None = None
    share: Callable[[float], str] = _percent
    place: Callable[[float, Score], str] = written
    most: int | None = 20
    rounded: Callable[[float], str] = rounded
    rate: Callable[[float], str] = rounded


@runtime_checkable
class Told(Protocol):
    """What can be told in any style."""

    def told(self, style: Style) -> str:
        """Return it as text."""
        ...


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence, or a part of one, that nobody has told yet.

    Parameters
    ----------
    template
        Text of ours with names in braces, of words of a field or of `values`.
    values
        What else stands in braces, by name: numbers, other texts, and words as they are.
    forms
        Of how many things it tells, and its template for one; None for a sentence that has no
        such forms. `text_n` makes one with them.

    Examples
    --------
    >>> from evalgui.core.vocabulary import MACHINE_LEARNING
    >>> text = Text("{name} at the {prevalence} {p}", {"name": Given("a {x}"), "p": 0.1})
    >>> text.told(Style(MACHINE_LEARNING))
    'a {x} at the prevalence 0.1'
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    forms: tuple[float, str] | None = None

    def filled(self, values: Mapping[str, object]) -> Text:
        """Return it with what stands in its braces: for one that is chosen among several."""
        return replace(self, values=values)

    def told(self, style: Style) -> str:
        """Return it in the words of a field, each value as the style writes it."""
        values = {name: _told(value, style) for name, value in self.values.items()}
        if self.forms is not None:
            n, one = self.forms
            return style.words.counted(n, one, self.template, **values)
        return style.words(self.template, **values)

    def in_words(self, words: Words, /) -> str:
        """Return it in the words of a field, as it stands in a message."""
        return self.told(Style(words))

    def __str__(self) -> str:
        """Return it as programs get it, in the words of machine learning."""
        return self.in_words(MACHINE_LEARNING)


def text_n(n: float, one: str, many: str, values: Mapping[str, object] | None = None) -> Text:
    """Return a sentence about n things that nobody has told yet.

    Parameters
    ----------
    n
        Of how many things it tells.
    one, many
        The template for one thing, and that for any other number.
    values
        As of a `Text`, with the number among them.

    Examples
    --------
    >>> print(text_n(1, "1 row", "{n} rows"), text_n(3, "1 row", "{n} rows", {"n": 3}))
    1 row 3 rows
    """
    return Text(many, values or {}, (n, one))


def _told(value: object, style: Style) -> object:
    told = getattr(value, "told", None)  # in each frame of a drag: a protocol takes long to ask
    if told is not None:
        return told(style)
    if isinstance(value, int) and style.count is not None:
        return style.count(value)
    return style.number(value) if isinstance(value, (int, float)) else value


@dataclass(frozen=True, slots=True)
class Share:
    """A proportion that is told in per cent, with every digit that it has."""

    value: float

    def told(self, style: Style) -> str:
        """Return it as the style writes shares."""
        return style.words.said(style.share(self.value))


@dataclass(frozen=True, slots=True)
class Count:
    """A number of rows, or a sum of weights."""

    n: float

    def told(self, style: Style) -> str:
        """Return it as the style writes counts."""
        return style.words.said((style.count or style.number)(self.n))


@dataclass(frozen=True, slots=True)
class Computed:
    """A number that was computed, and is told with the digits that mean something."""

    value: float

    def told(self, style: Style) -> str:
        """Return it as the style rounds numbers."""
        return style.words.said(style.rounded(self.value))


@dataclass(frozen=True, slots=True)
class Rate:
    """A proportion that was computed, as it stands beside others."""

    value: float

    def told(self, style: Style) -> str:
        """Return it as the style writes such proportions."""
        return style.words.said(style.rate(self.value))


@dataclass(frozen=True, slots=True)
class Place:
    """A threshold of a score."""

    threshold: float
    score: Score

    def told(self, style: Style) -> str:
        """Return it in the units of the file, as the style writes thresholds."""
        return style.words.said(style.place(self.threshold, self.score))


@dataclass(frozen=True, slots=True)
class Given:
    """A name of the user's, such as that of a class or of a file, or a sentence with such names."""

    name: str

    def told(self, style: Style) -> str:
        """Return it as the style shows names."""
        return style.name(style.words.said(self.name))


@dataclass(frozen=True, slots=True)
class Listed:
    """Texts one after the other, between commas; of many the first and how many more."""

    texts: tuple[Told, ...]

    def told(self, style: Style) -> str:
        """Return the list."""
        return style.words.said(some([text.told(style) for text in self.texts]))


@dataclass(frozen=True, slots=True)
class Joined:
    """Texts one after the other, with something between them."""

    texts: tuple[Told, ...]
    between: str = "; "

    def told(self, style: Style) -> str:
        """Return them as one."""
        return self.between.join(text.told(style) for text in self.texts)


@dataclass(frozen=True, slots=True)
class ClassName:
    """The name of a class behind what a field calls it, where that is another word.

    Parameters
    ----------
    name
        As the file has it.
    term
        The word of the field, by its name in templates.
    """

    name: str
    term: str

    def told(self, style: Style) -> str:
        """Return both, such as "diseased (malignant)"."""
        own, word = style.name(self.name), style.words.known[self.term]
        return own if own.casefold() == word.casefold() else f"{word} ({own})"


@dataclass(frozen=True, slots=True, eq=False)
class RowNumbers:
    """The numbers of rows in their file, from 1, as an array; of many the first."""

    rows: NDArray[np.integer]

    def told(self, style: Style) -> str:
        """Return as many as the style names, and how many more there are."""
        shown = ", ".join(map(style.number, self.rows[: style.most].tolist()))
        n_more = 0 if style.most is None else len(self.rows) - style.most
        if n_more <= 0:
            return shown
        return style.words("{shown} and {n} more", shown=shown, n=Count(n_more).told(style))


class HasNames(Protocol):
    """What each field has a name for: a measure, a curve."""

    def name_in(self, vocabulary: Vocabulary, /) -> str:
        """Return its name in a field."""
        ...


@dataclass(frozen=True, slots=True)
class Name:
    """The name of something that each field calls its own way."""

    of: HasNames

    def told(self, style: Style) -> str:
        """Return it as a field calls it."""
        return style.words.said(self.of.name_in(style.words.vocabulary))


@dataclass(frozen=True, slots=True)
class ShortName:
    """The name of something without what an abbreviation in it stands for."""

    of: HasNames

    def told(self, style: Style) -> str:
        """Return it as a field calls it."""
        return style.words.said(self.of.name_in(style.words.vocabulary)).partition(" (")[0]


@dataclass(frozen=True, slots=True)
class Beginning:
    """A sentence of ours behind another one, or before it: it begins with a capital."""

    text: str

    def in_words(self, words: Words, /) -> str:
        """Return it in the words of a field."""
        told = words.said(self.text)
        return told[:1].upper() + told[1:]


@dataclass(frozen=True, slots=True)
class Within:
    """A name as it stands within a sentence: a small letter first, but for symbols."""

    text: Told

    def told(self, style: Style) -> str:
        """Return it as it stands there."""
        return style.words.within(self.text.told(style))


class HasSymbol(Protocol):
    """What each field has a symbol for: a measure."""

    def symbol_in(self, vocabulary: Vocabulary, /) -> str:
        """Return its symbol in a field."""
        ...


@dataclass(frozen=True, slots=True)
class SymbolOf:
    """The symbol of something, as formulas of a field have it."""

    of: HasSymbol

    def told(self, style: Style) -> str:
        """Return it as a field writes it."""
        return self.of.symbol_in(style.words.vocabulary)


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in counts and ids of measures."""

    formula: str | Text

    def told(self, style: Style) -> str:
        """Return it in the symbols of a field."""
        return style.words.formula(self.formula)


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a field, by its name in templates."""

    name: str

    def told(self, style: Style) -> str:
        """Return it as a field says it."""
        return style.words.known[self.name]


@dataclass(frozen=True, slots=True)
class Symbol:
    """The short name of a measure, by its id."""

    metric_id: str

    def told(self, style: Style) -> str:
        """Return it as a field writes it."""
        return style.words.rate(self.metric_id)


def as_text(said: str | Text) -> Text:
    """Return a reason of the core as a text: a phrase with its values, other words as they are."""
    if isinstance(said, Text):
        return said
    if isinstance(said, Phrase):
        if said.forms is not None:
            return text_n(*said.forms, said.values)
        return Text(said.template, said.values)
    return Text("{said}", {"said": said})
