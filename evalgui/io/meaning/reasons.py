"""Why a column is taken for what it is: a sentence, what it rests on, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import either, phrase
from evalgui.io.meaning.labels import quoted, show_hidden

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.deciding import Locked


class Role(StrEnum):
    """What a reason is about; by its name in JSON (`evalgui.io.remembered.roles_json`)."""

    TRUTH = "truth"
    SCORE = "score"
    PREDICTED = "predicted"
    POSITIVE = "positive"
    DIRECTION = "direction"
    DECIMAL = "decimal"
    MISSING_LABELS = "missing_labels"
    BLANK_LABELS = "blank_labels"
    UNREADABLE = "set_aside_unreadable"
    PROBABILITIES = "probabilities"
    MATRIX_ROWS = "matrix_rows"
    MISSING_SCORES = "missing_scores"
    SUBSET = "subset"
    SET_ASIDE = "set_aside"
    N_POSITIVE = "n_positive"
    N_NEGATIVE = "n_negative"
    BINS = "bins"
    WEIGHT = "weight"
    SUBJECT = "subject"
    SPECIES = "species"
    SAMPLING = "sampling"
    """No column: how the rows came into the file."""
    LIMITS = "limits"
    DELIMITER = "delimiter"
    """What separates the cells of a text."""
    SHEET = "sheet"
    """No column either: which of the tables in a file."""
    TOGETHER = "together"
    """No column either: how files of the same columns are put together."""
    TABLE = "table"
    """Not a column: which table it is, where it comes from, what it lacks."""


class Basis(StrEnum):
    """What a reason rests on."""

    NAME = "name"
    CONTENT = "content"
    FORMAT = "format"
    CONVENTION = "convention"
    USER = "user"
    MEMORY = "remembered"


class Confidence(IntEnum):
    """How sure a role is, from the least: by what it rests on, not by a number.

    There are no percentages: nobody has counted how often such a reason is right.
    """

    OPEN = 0
    """Nothing in the file answers it."""
    GUESS = 1
    """One of several answers, on weak evidence, or evidence that contradicts itself."""
    ACCEPTED = 2
    """A guess that the user was asked about, and left as it was."""
    LIKELY = 3
    """The only candidate by its name or its contents, or what is usual where nothing is said."""
    STATED = 4
    """The rules of the file's format say it."""
    DECIDED = 5
    """The user chose it, now or for an earlier file of this kind."""

    @property
    def asks(self) -> bool:
        """Whether the user has to be asked: the one rule for it."""
        return self <= Confidence.GUESS

    @property
    def word(self) -> str:
        """The word of JSON."""
        return self.name.lower()

    @property
    def told(self) -> str:
        """The word to show."""
        return _SURE[self]


_SURE = {
    Confidence.OPEN: phrase("open"),
    Confidence.GUESS: phrase("guess"),
    Confidence.ACCEPTED: phrase("accepted"),
    Confidence.LIKELY: phrase("likely"),
    Confidence.STATED: phrase("stated"),
    Confidence.DECIDED: phrase("decided"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one role is what it is.

    Parameters
    ----------
    role
        What it is about.
    sentence
        The reason, in words to be shown.
    by
        What it rests on.
    confidence
        How sure it is.
    columns
        The columns that have the role; () where it is none of columns.
    question
        What to ask: there where, and only where, the confidence asks.

    Raises
    ------
    ValueError
        If there is a question about what is sure, or none about what is not.
    """

    role: Role
    sentence: str
    by: Basis
    confidence: Confidence
    columns: tuple[str, ...] = ()
    question: str = ""

    def __post_init__(self) -> None:
        if self.confidence.asks != bool(self.question):
            message = f"{self.confidence.word}, and the question is '{self.question}'"
            raise ValueError(message)

    @property
    def told(self) -> str:
        """The sentence, and how sure it is."""
        return phrase("{sentence} ({sure})", sentence=self.sentence, sure=self.confidence.told)


def likely(role: Role, sentence: str, by: Basis, *columns: str) -> Reason:
    """Return a reason that needs no question: a name, or the only candidate."""
    return Reason(role, sentence, by, Confidence.LIKELY, columns)


def stated(role: Role, sentence: str, *columns: str) -> Reason:
    """Return what the rules of a format say."""
    return Reason(role, sentence, Basis.FORMAT, Confidence.STATED, columns)


def decided(role: Role, sentence: str, *columns: str) -> Reason:
    """Return what the user decided."""
    return Reason(role, sentence, Basis.USER, Confidence.DECIDED, columns)


def guessed(role: Role, sentence: str, by: Basis, *columns: str, question: str) -> Reason:
    """Return one of several answers, with the question about it."""
    return Reason(role, sentence, by, Confidence.GUESS, columns, question)


def left_open(role: Role, sentence: str, *, question: str) -> Reason:
    """Return that nothing answers a question, and the question."""
    return Reason(role, sentence, Basis.CONTENT, Confidence.OPEN, (), question)


def reason_of_positive(positive: str, classes: Sequence[str], *, is_sure: bool) -> Reason:
    """Return why a class of two is the positive one: by its meaning, or since it is the last."""
    shown = show_hidden(positive)
    if is_sure:
        sentence = phrase("'{shown}' is the {positive} class by its meaning", shown=shown)
        return likely(Role.POSITIVE, sentence, Basis.NAME)
    names = either(f"'{show_hidden(name)}'" for name in classes)
    question = phrase("Which class is {positive}: {either}?", either=names)
    sentence = phrase(
        "'{shown}' is taken for the {positive} class, being the last of two", shown=shown
    )
    return guessed(Role.POSITIVE, sentence, Basis.CONVENTION, question=question)


def reason_of_the_other(column: str, yes: str, no: str) -> Reason:
    """Return why a no is positive: a yes in this column is the negative class, as in "healthy"."""
    yes, no, named = show_hidden(yes), show_hidden(no), show_hidden(column)
    sentence = phrase(
        "'{no}' is taken for the {positive} class, since '{named}' is named after the other one",
        no=no,
        named=named,
    )
    question = phrase(
        "A '{yes}' in '{named}' names what is seldom the {positive} class. Which class is "
        "{positive}: '{no}' or '{yes}'?",
        yes=yes,
        no=no,
        named=named,
    )
    return guessed(Role.POSITIVE, sentence, Basis.NAME, column, question=question)


def reason_of_codes(column: str, positive: str) -> Reason:
    """Return why a class is the positive one: the name of its column says what its codes mean."""
    sentence = phrase(
        "'{shown}' is the {positive} class, as '{named}' says of its codes",
        shown=show_hidden(positive),
        named=show_hidden(column),
    )
    return likely(Role.POSITIVE, sentence, Basis.NAME, column)


def lock_in_words(lock: Locked) -> str:
    """Return where a line is locked, such as "'marker' at or above 27 for 'ill'"."""
    score, name = (quoted(show_hidden(one)) for one in (lock.score, lock.positive))
    return phrase(
        "{score} at or above {threshold} for {name}"
        if lock.higher_is_positive
        else "{score} at or below {threshold} for {name}",
        score=score,
        threshold=str(lock.threshold),
        name=name,
    )
