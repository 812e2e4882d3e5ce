"""What the columns of a table mean: the user's word on it, or a proposal with reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evalgui.core.checks import Finding
    from evalgui.io.reading import DecimalSign


@dataclass(frozen=True, slots=True)
class Roles:
    """Which column is what. None and () mean: not decided.

    Parameters
    ----------
    truth
        The column with the true class.
    scores
        The columns with a score, the one to show first at the head.
    predicted
        The column with the class that was predicted; "" where it was decided that there is
        none.
    positive
        The class that counts as positive, in any of its spellings.
    higher_is_positive
        Whether a higher score speaks for the positive class.
    opposite
        Those of `scores` for which the contrary of `higher_is_positive` holds.
    decimal
        The decimal sign of scores that are text.
    missing_labels
        Labels that mean "no label", besides empty cells.
    set_aside_unreadable
        Whether rows are set aside whose score is neither a number nor missing; where False,
        such a score is a reason to refuse the file.
    """

    truth: str | None = None
    scores: tuple[str, ...] = ()
    predicted: str | None = None
    positive: str | None = None
    higher_is_positive: bool | None = None
    opposite: tuple[str, ...] = ()
    decimal: DecimalSign | None = None
    missing_labels: tuple[str, ...] | None = None
    set_aside_unreadable: bool | None = None

    def is_higher_positive(self, score: str) -> bool:
        """Return whether a higher value of this score speaks for the positive class."""
        general = self.higher_is_positive is not False
        return general != (score in self.opposite)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a table seems to mean.

    Parameters
    ----------
    roles
        The roles, as far as they could be found; what the user decided is never changed.
    reasons
        Why, one sentence for each role, to be shown.
    certain
        Whether the table may be opened without asking.
    question
        What to ask where it is not certain: all that is open, in whole sentences.
    findings
        What gave rise to the question.
    """

    roles: Roles
    reasons: tuple[str, ...]
    certain: bool
    question: str = ""
    findings: tuple[Finding, ...] = ()
