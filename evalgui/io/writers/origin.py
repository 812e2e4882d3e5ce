"""What a number, a table or a figure needs to be reproduced, beside what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.digits import SPACE, exact, grouped
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.meaning import show_hidden
from evalgui.render import text
from evalgui.results.topic import Drawn, Source
from evalgui.results.topics.origin import origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.io.loading import Loaded
    from evalgui.results.result import Result


def source_of(loaded: Loaded) -> Source:
    """Return which file was read, and how; its SHA-256 is waited for."""
    return Source(loaded.table.name, loaded.sha256, loaded.table.how.describe())


def origin_of(
    snapshot: Snapshot,
    loaded: Loaded | None = None,
    *drawn: Drawn,
    others: tuple[Result, ...] = (),
) -> Result:
    """Return the origin of what a snapshot says, of the file that it was read from, if any.

    The rest is as of `evalgui.results.topics.origin.origin`.
    """
    return origin(snapshot, None if loaded is None else source_of(loaded), drawn, others)


def origin_lines(result: Result, words: Words = MACHINE_LEARNING) -> Iterator[str]:
    """Yield an origin as lines of text for people, each one line whatever the data hold."""
    return map(one_line, text.fact_lines(result, Style(words, exact, count=grouped)))


def one_line(line: str) -> str:
    """Return text with what shows nothing told by its number; the space in thousands stays."""
    return SPACE.join(map(show_hidden, line.split(SPACE)))
