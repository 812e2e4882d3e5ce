"""How the rows came into the data: what would differ if they were drawn again."""

from __future__ import annotations

from enum import StrEnum

from evalgui.core.vocabulary import phrase


class Sampling(StrEnum):
    """How the rows came into the data."""

    COHORT = "cohort"
    """Rows drawn from one population: the share of positives is an estimate."""
    CASE_CONTROL = "case-control"
    """The sizes of the classes were chosen: the share of positives says nothing."""
    BY_SUBJECT = "by-subject"
    """Subjects were drawn: rows of one subject depend on each other."""

    @property
    def fixes_shares(self) -> bool:
        """Whether the sizes of the classes were chosen, and would be the same again."""
        return self is Sampling.CASE_CONTROL

    @property
    def draws_subjects(self) -> bool:
        """Whether rows come with their subject, and all of a subject together."""
        return self is Sampling.BY_SUBJECT

    @property
    def said(self) -> str:
        """What it is called within a sentence."""
        return _SAID[self]


_SAID = {
    Sampling.COHORT: phrase("cohort"),
    Sampling.CASE_CONTROL: phrase("case-control"),
    Sampling.BY_SUBJECT: phrase("by-subject"),
}
