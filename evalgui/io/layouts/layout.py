"""What a layout is, and what layouts call the columns, so that a join finds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.io.table import RawTable

ENROLL = "enroll"
"""The first id of an ordered pair: the model, the reference, the enrolled one."""

TEST = "test"
"""The second id of an ordered pair: the segment, the probe, the utterance."""

SIDE = "side"
"""The channel of the second id, in the trials of NIST."""

TRIAL = "trial"
"""The id of a trial that is one recording."""

SCORE = "score"
"""The score of a trial."""

KEY = "key"
"""The true class of a trial, as a field of the file."""

TRUTH = "truth"
"""The true class, derived from the other columns."""

PREDICTED = "predicted"
"""The decision in the words of the truth, derived from a column of decisions."""

GENUINE = "genuine"
IMPOSTOR = "impostor"
SPOOF = "spoof"
"""The classes of a derived truth."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A meaning that the columns of a table have by the rules of a format.

    Parameters
    ----------
    name
        What the user calls the format.
    sniff
        Returns whether a table looks like this format. A glance at some rows decides, unless
        only all rows can.
    read
        Returns the table with its columns named, the derived ones behind those of the file,
        and with `known` set.
    """

    name: str
    sniff: Callable[[RawTable], bool]
    read: Callable[[RawTable], RawTable]
