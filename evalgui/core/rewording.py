"""Putting the words of one field for those of another, in sentences and formulas of ours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# Text between quotation marks is the user's; an apostrophe within a word is none.
_QUOTED = r"(?<!\w)'[^']*'(?!\w)|\N{LEFT DOUBLE QUOTATION MARK}[^\N{RIGHT DOUBLE QUOTATION MARK}]*"


class Rewording:
    """Puts the words of one vocabulary for those of another, the longest first.

    Parameters
    ----------
    words
        Words, or several of them, and what they become. Letters that stand in longer words
        are left alone; an underscore ends a word, as in ``cost_FN``.

    Examples
    --------
    >>> Rewording({"recall": "sensitivity", "FN": "miss"}).told("Recall of 'recall', cost_FN")
    "Sensitivity of 'recall', cost_miss"
    """

    def __init__(self, words: Mapping[str, str]) -> None:
        known = dict(words)
        # Words may begin a sentence; marks such as TP stand as they are.
        known |= {_capital(word): _capital(told) for word, told in words.items() if word.islower()}
        self._known = known
        longest_first = sorted(map(re.escape, known), key=len, reverse=True)
        self._pattern = (
            re.compile(rf"(?:{_QUOTED})|(?<![^\W_])(?:{'|'.join(longest_first)})(?![^\W_])")
            if known
            else None
        )

    def told(self, text: str) -> str:
        """Return the text in the other words."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda match: self._known.get(match[0], match[0]), text)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def within(words: str) -> str:
    """Return a name as it stands within a sentence; symbols stay as they are.

    Examples
    --------
    >>> within("Sensitivity"), within("FMR"), within("P_fa")
    ('sensitivity', 'FMR', 'P_fa')
    """
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


def with_article(adjective: str, noun: str) -> str:
    """Return one of something.

    Examples
    --------
    >>> with_article("genuine", "row"), with_article("impostor", "one")
    ('a genuine row', 'an impostor one')
    """
    article = "an" if adjective[:1] in "aeiou" else "a"
    return f"{article} {adjective} {noun}"
