"""What stands beside the score that is shown, to be compared: other scores, other data sets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.dataset import Dataset
    from evalgui.core.measured import Interval
    from evalgui.core.ranking import Ranking


@dataclass(frozen=True, slots=True)
class Beside:
    """One of several classifiers that are compared, besides the one that is shown.

    Parameters
    ----------
    name
        What it is called: the name of the score, of the data set, or of a group of its rows.
    ranking
        What it says without a threshold.
    positive_name
        The class that is assessed against the rest.
    place
        Its place among all that can be compared, the one that is shown included: it stays the
        same whichever is shown.
    score
        Which score of the data set that is shown, an index; None for another data set, or a group.
    data_set
        Which of the open data sets, an index; None for another score of the same, or a group.
    rows
        Of a group the expression that chooses its rows; "" where none does.
    part
        Of a group its rows, as a data set; None for other scores and data sets.
    intervals
        Of a group how sure the measures of its ranking are, by their ids.
    """

    name: str
    ranking: Ranking
    positive_name: str
    place: int
    score: int | None = None
    data_set: int | None = None
    rows: str = ""
    part: Dataset | None = None
    intervals: Mapping[str, Interval] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that is compared with what is shown; equal where its rankings are the same objects.

    Parameters
    ----------
    name
        What the one that is shown is called among them; "" where there are no others.
    others
        The others whose rankings are there.
    n_more
        How many there are besides them that are not compared.
    reason
        Why those are not; "" where there are none.
    groups
        The groups that are asked about, compared with all rows; None where nobody asked.
    """

    name: str = ""
    others: tuple[Beside, ...] = ()
    n_more: int = 0
    reason: str = ""
    groups: Comparison | None = None

    @property
    def drawn(self) -> Comparison:
        """What is drawn behind what is shown: groups, where somebody asked about them."""
        return self if self.groups is None else self.groups


NO_COMPARISON = Comparison()
