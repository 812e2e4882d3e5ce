"""Classes that are different texts, though a reader would take them for the same."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.meaning.labels import listed, show_hidden

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

LONGEST_LABEL = 200
"""The name of a class that is longer than this can no longer be read at a glance."""

# Letters of other alphabets that look like Latin ones in most typefaces.
_LOOKS_LIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝһӏ" + "αβεικνορτυχγ",
    "abekmhopctyxijsdqwhl" + "abeikvoptuxy",
)
_BLANKS = re.compile(r"[\s_-]+")
_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(?:\.[0-9]{0,40})?(?:[eE][+-]?[0-9]{1,4})?")


def of_names(names: Sequence[str], counts: Sequence[int]) -> Iterator[Finding]:
    """Yield what a reader would confuse among the names of classes.

    Parameters
    ----------
    names
        The names, which are different classes.
    counts
        How many rows there are of each.
    """
    of_name = dict(zip(names, counts, strict=True))

    def n_fewer(group: Sequence[str]) -> int:
        """Return the rows that are not of the largest class of a group."""
        sizes = [of_name[name] for name in group]
        return sum(sizes) - max(sizes)

    for alike in _groups(names, _appearance):
        shown = listed([_with_strange_letters(name) for name in alike])
        text = phrase("{names} look alike, but are different classes", names=shown)
        yield Finding("lookalike_labels", text, n_fewer(alike))
    for equal in _groups(names, _number):
        text = phrase(
            "{names} are the same number, but different texts and so different classes",
            names=listed(equal),
        )
        yield Finding("label_numeric_equiv", text, n_fewer(equal))
    long = [name for name in names if len(name) > LONGEST_LABEL]
    if long:
        size = max(map(len, long))
        text = phrase_n(
            len(long),
            "a class has a name of up to {most} characters",
            "{n} classes have names of up to {most} characters",
            n=grouped(len(long)),
            most=grouped(size),
        )
        yield Finding("long_label", text, len(long))


def _groups(names: Sequence[str], key: Callable[[str], Hashable]) -> list[list[str]]:
    """Return the names of which several have the same key; None is no key."""
    found: dict[Hashable, list[str]] = {}
    for name in names:
        found.setdefault(key(name), []).append(name)
    return [group for same, group in found.items() if same is not None and len(group) > 1]


def _appearance(name: str) -> str | None:
    """Return what a name looks like in plain Latin letters; None where it is a number."""
    if _number(name) is not None:
        return None
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_LOOKS_LIKE)
    return _BLANKS.sub("", plain) or None


def _number(name: str) -> Decimal | None:
    """Return the number that a name is; None where it is none."""
    return Decimal(name) if _NUMBER.fullmatch(name) is not None else None


def _with_strange_letters(name: str) -> str:
    """Return a name with the numbers of those letters that look like others."""
    return "".join(
        f"<U+{ord(mark):04X}>"
        if mark.casefold().translate(_LOOKS_LIKE) != mark.casefold()
        or unicodedata.normalize("NFKC", mark) != mark
        else show_hidden(mark)
        for mark in name
    )
