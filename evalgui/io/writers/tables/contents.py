"""What tables are made of: what is shown, the file it came from, and what was asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.writers.origin import origin_of
from evalgui.results.topic import Beside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Finding
    from evalgui.core.comparing import Pair
    from evalgui.core.dataset import Dataset
    from evalgui.core.ranking import Ranking
    from evalgui.core.rules.rule import Value
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.io.loading import Loaded
    from evalgui.results.result import Result
    from evalgui.results.topic import Drawn


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class Contents:
    """What tables are made of.

    Parameters
    ----------
    snapshot
        With a data set.
    loaded
        The file, None for data that come with the program.
    words
        What classes, calls and measures are called; ids are the same in all fields.
    rows : (k,) array of int, or None
        Which rows of the data set are wanted where a table is of rows, in their order; None for
        all.
    rows_in_words
        Which these are, for the title; "" for all.
    given
        What was set in rules, by the ids of these and of their parameters.
    pairs
        Makes the comparisons with other scores; None where there are none.
    others
        Returns what those rest on that are compared.
    drawn
        What was drawn at random beside what the snapshot holds.
    more, shown
        Findings, as of `evalgui.io.writers.import_log.log_of`.
    """

    snapshot: Snapshot
    loaded: Loaded | None = None
    words: Words = MACHINE_LEARNING
    rows: NDArray[Any] | None = None
    rows_in_words: str = ""
    given: Mapping[str, Mapping[str, Value]] = field(default_factory=lambda: MappingProxyType({}))
    pairs: Callable[[], Sequence[Pair]] | None = None
    others: Callable[[], tuple[Result, ...]] = tuple
    drawn: tuple[Drawn, ...] = ()
    more: tuple[Finding, ...] = ()
    shown: tuple[Finding, ...] | None = None

    @property
    def dataset(self) -> Dataset:
        """The data set.

        Raises
        ------
        ValueError
            If there is none.
        """
        if self.snapshot.dataset is None:
            message = "nothing is open"
            raise ValueError(message)
        return self.snapshot.dataset

    @property
    def ranking(self) -> Ranking:
        """The scores that are ranked.

        Raises
        ------
        ValueError
            If there are none.
        """
        if self.snapshot.ranking is None:
            message = "there are no scores"
            raise ValueError(message)
        return self.snapshot.ranking

    @property
    def file(self) -> str:
        """The name of the file, or of the data that come with the program."""
        return self.dataset.name if self.loaded is None else self.loaded.table.name

    @property
    def beside(self) -> Beside:
        """What topics are told beside the snapshot."""
        return Beside(rows=self.rows, rows_in_words=self.rows_in_words, file=self.file)

    @cached_property
    def about(self) -> Result:
        """What the tables need to be reproduced."""
        return origin_of(self.snapshot, self.loaded, *self.drawn, others=self.others())
