"""How well what somebody types fits what a thing is called and what is said of it."""

from __future__ import annotations

import re

_OTHER_WORDS = (
    (re.compile(r"\bcut[ -]?(off|point)s?\b|\bcriterion\b"), "threshold"),
    (re.compile(r"\bgold[ -]?standard\b"), "truth"),
    (re.compile(r"\bconfidence (interval|limit)s?\b|\bci\b"), "interval"),
    (re.compile(r"\bauroc\b|\barea under\b"), "auc"),
)
"""What people type for words of the program."""


def rank(typed: str, title: str, words: str) -> int | None:
    """Return how well what was typed fits, 0 best; None where it does not.

    Title and words are in small letters; the words have the title in them. What is typed is taken
    as it stands or, less well, with the words of the program for those that people use.
    """
    said = others = typed.casefold()
    for pattern, word in _OTHER_WORDS:
        others = pattern.sub(word, others)
    straight = _rank(said, title, words)
    meant = None if others == said else _rank(others, title, words)
    return straight if meant is None or straight == 0 else min(straight or meant + 1, meant + 1)


def _rank(typed: str, title: str, words: str) -> int | None:
    parts = typed.split()
    if not all(part in words for part in parts):
        return None
    if title.startswith(" ".join(parts)):
        return 0
    for place, where in enumerate((title, words)):
        if all(_begins_a_word(part, where) for part in parts):
            return 1 + place
    return 3


def _begins_a_word(part: str, place: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(part)}", place) is not None
