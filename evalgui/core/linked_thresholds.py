"""Thresholds of several scores that are linked: the same number, or the same rate, for all."""

from __future__ import annotations

import math
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.provenance import LINKED, Origin, Provenance
from evalgui.core.rules.targets import FALSE_POSITIVES, SENSITIVITY
from evalgui.core.texts import Text
from evalgui.core.thresholds import from_units, written
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.ranking import Ranking


class Link(StrEnum):
    """What the threshold of one score has in common with those of the others."""

    NONE = "none"
    """Each has a threshold of its own."""
    VALUE = "value"
    """The same number, in the units of the file."""
    FPR = "fpr"
    """The most lenient threshold whose false positive rate is at most that of the first."""
    SENSITIVITY = "sensitivity"
    """The strictest threshold whose true positive rate is at least that of the first."""


IN_COMMON: dict[Link, Text] = {
    Link.NONE: Text("Each its own"),
    Link.VALUE: Text("The same number"),
    Link.FPR: Text("The same {false_positive_rate}, or less"),
    Link.SENSITIVITY: Text("The same {true_positive_rate}, or more"),
}
"""What thresholds have in common, in words."""


class ByLink(NamedTuple):
    """What a linked threshold has in common with that of which score."""

    link: Link
    score: str


def made_by_link(link: Link, score: str, source: str, when: str) -> Provenance:
    """Return the provenance of a threshold that a link puts where it is, given whose it follows."""
    values = (("link", link.value), ("score", score))
    return Provenance(Origin.CHOSEN, LINKED, values, source, when)


def link_of(made: Provenance) -> ByLink | None:
    """Return the link that put a threshold where it is; None where none did.

    Examples
    --------
    >>> link_of(made_by_link(Link.FPR, "marker", "a.csv", ""))
    ByLink(link=<Link.FPR: 'fpr'>, score='marker')
    """
    values = dict(made.parameters)
    link, score = values.get("link"), values.get("score")
    if made.rule != LINKED or not isinstance(score, str) or link not in set(Link):
        return None
    return ByLink(Link(link), score)


def link_in_words(made: Provenance, score: str) -> Text | None:
    """Return what a linked threshold has in common, with the name of the score as it is told.

    None where no link put the threshold where it is.
    """
    by = link_of(made)
    if by is None:
        return None
    return Text("{link}, as {score}", {"link": IN_COMMON[by.link], "score": score})


def linked_threshold(
    link: Link, first: Ranking, threshold: float, other: Ranking
) -> tuple[float | None, str]:
    """Return the threshold of another score that has something in common with that of a first.

    Parameters
    ----------
    link
        What they have in common.
    first, threshold
        A score, and its threshold beside its values.
    other
        The other score, perhaps of other rows.

    Returns
    -------
    threshold
        Beside the values of the other score; None where there is none, and without a link.
    reason
        Why there is none, "" where there is one, and without a link.

    Notes
    -----
    Rates are compared as fractions of whole numbers, so that equal ones are equal whatever the
    numbers of rows.
    """
    if link is Link.NONE:
        return None, ""
    if link is Link.VALUE:
        nothing = math.isnan(threshold)
        found = None if nothing else from_units(written(threshold, first.score), other.score)
        return other.table.steps.threshold(0) if found is None else found, ""
    leads, steps = first.table.steps, other.table.steps
    counts = leads.counts_of(leads.row_at(threshold))
    rate, errors = (FALSE_POSITIVES, counts.fp) if link is Link.FPR else (SENSITIVITY, counts.fn)
    n, n_other = (int(counts.actual_negatives), steps.n_negative)
    if rate.of_positives:
        n, n_other = int(counts.actual_positives), steps.n_positive
    if not (n and n_other):
        return None, phrase(
            "a score has no {what}", what="positives" if rate.of_positives else "negatives"
        )
    most = math.floor(Fraction(int(errors), n) * n_other)
    return steps.threshold(rate.row(steps, most)), ""
