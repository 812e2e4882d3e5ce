"""Findings and rows set aside as one list: each is said once, with what can be done about it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from evalgui.core.checks import BY_HAND, Level
from evalgui.core.languages import tr, tr_n
from evalgui.core.vocabulary import joined
from evalgui.gui.look import text
from evalgui.io.building.balance import BALANCED
from evalgui.io.building.data_findings import REVERSED
from evalgui.io.building.per_cent import PER_CENT
from evalgui.io.building.shown_findings import UNVERIFIED
from evalgui.io.repeats import REPEATED_IDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.checks import Exclusion, Finding
    from evalgui.core.dataset import Dataset, Score


class Remedy(StrEnum):
    """What can be done about a finding: one of three requests, or the id of an action."""

    TURN = "turn_score"
    JOIN = "join_rows"
    SAMPLING = "sampling"
    RELOAD = "reload"
    COLUMNS = "columns"
    LOG = "import_log"
    BY_HAND = "list_rows_aside"
    UNMATCHED = "unmatched"
    SAMPLE_SIZE = "sample_size"
    PER_CENT = "scale_percent"
    REFERENCES = "show_references"


SAYS = {
    Remedy.JOIN: tr("These rows belong together"),
    Remedy.SAMPLING: tr("Yes, case-control"),
}
"""What is answered by what is neither the direction of a score nor an action."""

_MOST_IN_LINE = 20  # findings, of which wide files have thousands
_REMEDIES = {
    BALANCED: Remedy.SAMPLING,
    PER_CENT: Remedy.PER_CENT,
    BY_HAND: Remedy.BY_HAND,
    "few_per_class": Remedy.SAMPLE_SIZE,
    "file_changed": Remedy.RELOAD,
    "file_gone": Remedy.RELOAD,
    "unmatched_keys": Remedy.UNMATCHED,
    "unmatched_scores": Remedy.UNMATCHED,
    UNVERIFIED: Remedy.REFERENCES,
}
"""Of what is not named here, warnings lead to the columns, the others to the import log."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One finding, or rows set aside.

    Parameters
    ----------
    words
        A sentence.
    count
        How many rows it concerns, None where that has no meaning.
    needs_decision
        Whether somebody has to decide what it means.
    is_warning
        Whether a result may mislead.
    remedy
        What can be done about it.
    about
        The score that is turned, or the column whose rows are joined; "" for others.
    excluded
        The rows that were set aside for it.
    """

    words: str
    count: int | None
    needs_decision: bool
    is_warning: bool
    remedy: Remedy
    about: str = ""
    excluded: tuple[Exclusion, ...] = field(default=(), compare=False)


def listed_findings(
    dataset: Dataset, found: Sequence[Finding], score: Score | None = None
) -> list[Listed]:
    """Return what there is to know about a data set: what is to be decided, what may mislead."""
    alike = Counter(finding.code for finding in found)
    left: dict[str, list[Exclusion]] = {}
    for one in dataset.exclusions:
        left.setdefault(one.code, []).append(one)
    listed = []
    for finding in found:
        same = left.get(finding.code, [])
        n_own = 1 if alike[finding.code] > 1 else len(same)  # each of many has one of its own
        own = tuple(same[:n_own])
        del same[:n_own]
        remedy, about = _remedy(finding, score)
        matters = finding.needs_decision, finding.level is Level.WARNING
        listed.append(Listed(finding.text, finding.count, *matters, remedy, about, own))
    others = {id(one) for same in left.values() for one in same}
    listed += [_excluded(one) for one in dataset.exclusions if id(one) in others]
    return sorted(listed, key=lambda one: (not one.needs_decision, not one.is_warning))


def findings_line(listed: Sequence[Listed]) -> str:
    """Return the first findings on one line, in their order, and how many more there are."""
    words = [one.words for one in listed[:_MOST_IN_LINE]]
    if len(listed) > _MOST_IN_LINE:
        words.append(tr("{value} more", value=text.count(len(listed) - _MOST_IN_LINE)))
    return joined("  \N{MIDDLE DOT}  ", words) if words else tr("Nothing odd was found in the data")


def reversal(findings: Sequence[Finding], score: Score) -> Finding | None:
    """Return the finding that a score runs against its classes, if it does."""
    found = (one for one in findings if one.code == REVERSED)
    return next((one for one in found if one.subject == score.name), None)


def repeated_id(findings: Sequence[Finding]) -> Finding | None:
    """Return the finding that the ids of one column repeat, if one says so."""
    found = next((one for one in findings if one.code == REPEATED_IDS), None)
    return found if found is not None and len(found.columns) == 1 else None


def asks_sampling(findings: Sequence[Finding]) -> Finding | None:
    """Return the finding that asks how rows were sampled: of ids that repeat, else of classes."""
    repeated = repeated_id(findings)
    if repeated is not None:
        return repeated if repeated.level is Level.WARNING else None
    return next((one for one in findings if one.code == BALANCED), None)


def _remedy(finding: Finding, score: Score | None) -> tuple[Remedy, str]:
    if score is not None and reversal((finding,), score) is not None:
        return Remedy.TURN, finding.subject
    if repeated_id((finding,)) is not None:
        return Remedy.JOIN, finding.columns[0]
    usual = Remedy.COLUMNS if finding.level is Level.WARNING else Remedy.LOG
    return _REMEDIES.get(finding.code, usual), ""


def _excluded(exclusion: Exclusion) -> Listed:
    n = text.count(exclusion.count)
    words = tr_n(
        exclusion.count,
        "{n} row excluded: {reason}",
        "{n} rows excluded: {reason}",
        n=n,
        reason=text.said(exclusion.reason),
    )
    return Listed(words, exclusion.count, False, True, Remedy.LOG, "", (exclusion,))
