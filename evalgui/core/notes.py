"""What the user wrote down about the data and about operating points: plain text, kept as it is."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from evalgui.core.thresholds import is_same_threshold

LONGEST = 20_000
"""Letters of one note."""

_NO_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufeff]")
_BREAKS = re.compile("\r\n?|[\u2028\u2029\x85]")


@dataclass(frozen=True, slots=True)
class PointNote:
    """What was written down about one operating point.

    Parameters
    ----------
    score
        The name of the score, "" where the classes are those that the file calls.
    positive
        The name of the class that is assessed against the rest.
    threshold
        Beside the values of the score; NaN where the classes are those that the file calls, and
        for `evalgui.core.thresholds.CALLS_NOTHING`.
    text
        Plain text.
    """

    score: str
    positive: str
    threshold: float
    text: str

    def is_at(self, other: PointNote) -> bool:
        """Return whether two notes are about the same threshold."""
        same = (self.score, self.positive) == (other.score, other.positive)
        return same and is_same_threshold(self.threshold, other.threshold)


@dataclass(frozen=True, slots=True)
class Notes:
    """What was written down about a data set.

    Parameters
    ----------
    data
        About the data.
    points
        About operating points, each once, those first that were noted first.

    Examples
    --------
    >>> notes = Notes().with_data("Two sites").with_point(PointNote("s", "ill", 0.5, "Agreed"))
    >>> notes.data, [one.text for one in notes.points], bool(Notes())
    ('Two sites', ['Agreed'], False)
    """

    data: str = ""
    points: tuple[PointNote, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.data or self.points)

    def with_data(self, text: str) -> Notes:
        """Return them with another text about the data."""
        return replace(self, data=as_note(text))

    def with_point(self, note: PointNote) -> Notes:
        """Return them with another text about an operating point; without any, there is no note."""
        note = replace(note, text=as_note(note.text))
        places = [n for n, one in enumerate(self.points) if one.is_at(note)]
        place = places[0] if places else len(self.points)
        written = (note,) if note.text else ()
        return replace(self, points=(*self.points[:place], *written, *self.points[place + 1 :]))


def as_note(text: str) -> str:
    r"""Return a text as a note holds it: whole characters and line breaks, of a length.

    Examples
    --------
    >>> as_note("one\r\ntwo\x00")
    'one\ntwo'
    """
    return _NO_TEXT.sub("", _BREAKS.sub("\n", text))[:LONGEST]


NO_NOTES = Notes()
