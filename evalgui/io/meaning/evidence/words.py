"""The words in the data files, all languages together."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Thing = TypeVar("Thing")


@cache
def _languages() -> tuple[dict[str, Any], ...]:
    """Return what stands in each file: English first, then in the order of their names."""
    import tomllib  # most of what a file says needs no words

    found = Path(__file__).parent.glob("*.toml")
    files = sorted(found, key=lambda one: (one.stem != "en", one.stem))
    return tuple(tomllib.loads(one.read_text(encoding="utf-8")) for one in files)


@cache
def weights_of(section: str) -> dict[str, float]:
    """Return the words of a section, with how much each says; the most of several languages.

    Examples
    --------
    >>> weights_of("score")["prob"]
    1.0
    """
    found: dict[str, float] = {}
    for language in _languages():
        for word, weight in language.get(section, {}).items():
            found[word] = max(weight, found.get(word, weight))
    return found


@cache
def signs_of(role: str) -> dict[str, dict[str, float]]:
    """Return the groups of signs of a role, each sign with its weight.

    Examples
    --------
    >>> signs_of("truth")["name"]["named"]
    5.0
    """
    return next(language[role] for language in _languages() if role in language)


def speaks_for(question: str, thing: Thing, signs: Mapping[str, Callable[[Thing], str]]) -> bool:
    """Return whether the signs of a thing weigh more than nothing together.

    Parameters
    ----------
    question
        Its name in the data files.
    thing
        What is asked about.
    signs
        For each group of signs a function that returns which one holds, "" for none. What cannot
        change the answer any more is not looked at: the cheapest go first.

    Examples
    --------
    >>> kind = {"contents": lambda text: "class_words" if text == "yes" else "two_numbers"}
    >>> speaks_for("truth", "yes", kind), speaks_for("truth", "0", kind)
    (True, True)
    """
    known = signs_of(question)
    weights = [known[group] for group in signs]
    total = 0.0
    for place, sign in enumerate(signs.values()):
        name = sign(thing)
        total += weights[place][name] if name else 0.0
        rest = weights[place + 1 :]
        if total + sum(min([0.0, *one.values()]) for one in rest) > 0:
            return True
        if total + sum(max([0.0, *one.values()]) for one in rest) <= 0:
            return False
    return total > 0


@cache
def words_of(section: str, of: str = "words") -> frozenset[str]:
    """Return the words of a section, or of one group of them.

    Examples
    --------
    >>> "months" in words_of("time_to_event"), "std" in words_of("no_score", "spread")
    (True, True)
    """
    return frozenset(
        word for language in _languages() for word in language.get(section, {}).get(of, ())
    )


@cache
def ordered_of(section: str) -> tuple[str, ...]:
    """Return the words of a section in their order, the most telling first.

    Examples
    --------
    >>> ordered_of("truth_name")[:2]
    ('truth', 'y_true')
    """
    return tuple(word for one in _languages() for word in one.get(section, {}).get("words", ()))


@cache
def groups_of(section: str) -> dict[str, str]:
    """Return the words of all groups of a section, each with its group.

    Examples
    --------
    >>> groups_of("no_score")["km"]
    'place'
    """
    return {
        word: name
        for language in _languages()
        for name, own in language.get(section, {}).items()
        for word in own
    }
