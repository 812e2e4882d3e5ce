"""What a topic is: one thing that is said of data, declared once for every way of showing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told
    from evalgui.results.result import Result


@dataclass(frozen=True, slots=True)
class Beside:
    """What was asked for beside what a snapshot holds.

    Parameters
    ----------
    expected
        What to expect of new rows, by the ids of measures; None where nobody drew them again.
    ends
        Both ends of a grey zone, beside the values of the score; None for that of the snapshot.
    """

    expected: Mapping[str, float | None] | None = None
    ends: tuple[float, float] | None = None


NOTHING_BESIDE = Beside()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Topic:
    """A topic: the command line, reports, tables and Python find it here and lay nothing out.

    Parameters
    ----------
    id
        Stable name: of its key in JSON, its table and its section.
    name
        What it is called.
    explanation
        What it says, in one sentence.
    make
        Returns what it says of a snapshot; None where it has nothing to say.
    """

    id: str
    name: Told
    explanation: Told
    make: Callable[[Snapshot, Beside], Result | None]
