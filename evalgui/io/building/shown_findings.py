"""What is odd about the data, said of the class that is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.counts import divide
from evalgui.core.digits import rounded
from evalgui.core.phrases import Phrase
from evalgui.core.references import verified_at
from evalgui.core.thresholds import written
from evalgui.core.vocabulary import joined, phrase
from evalgui.io.building import data_findings as oddities
from evalgui.io.building.alone import of_alone
from evalgui.io.building.per_cent import of_per_cent
from evalgui.io.building.separation import below_chance_sorted
from evalgui.io.meaning import lock_in_words, quoted, show_hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.dataset import Dataset
    from evalgui.core.score_table import Around
    from evalgui.core.snapshot import Snapshot

INSIDE_OF_BIN = "inside_of_bin"
LOCK_WAITS = "lock_waits"
UNVERIFIED = "verification"
"""The code of the finding that truth is missing more often below the threshold."""


def shown_findings(snapshot: Snapshot) -> tuple[Finding, ...]:
    """Return the findings of the data set of a snapshot, said of the class that is assessed.

    Those of the file speak of its positive class. What is said of a score and that class is
    turned for the other one of two; of several classes it is found anew, for the score that
    is shown.
    """
    required = [one.name for one in snapshot.inputs.consequences.requirements]
    of_required = () if snapshot.point is None else of_alone(required)
    return (
        *_of_locks(snapshot),
        *_of_data(snapshot),
        *_of_scale(snapshot),
        *_of_missing_truth(snapshot),
        *_of_bins(snapshot),
        *of_required,
    )


def _of_missing_truth(snapshot: Snapshot) -> Iterator[Finding]:
    """Yield that who was verified goes by the call, as far as the threshold shows it."""
    found = verified_at(snapshot)
    is_cohort = snapshot.dataset is not None and not snapshot.dataset.sampling.fixes_shares
    if found is not None and is_cohort and found.is_more_often_missing_below:
        text = phrase(
            "the truth is missing more often of those that are not called than of the others: "
            "sensitivity may be too high, specificity too low"
        )
        yield Finding(UNVERIFIED, text, found.missing)


def bin_around(snapshot: Snapshot) -> Around | None:
    """Return the bin that the threshold lies in; None where its counts are exact."""
    point, ranking = snapshot.point, snapshot.ranking
    bins = None if ranking is None else ranking.table.steps.bins
    return None if point is None or bins is None else bins.around(point.threshold)


def _of_bins(snapshot: Snapshot) -> Iterator[Finding]:
    """Yield that the threshold lies inside of a bin, and between what rates."""
    point, ranking, around = snapshot.point, snapshot.ranking, bin_around(snapshot)
    if point is None or ranking is None or around is None:
        return
    counts, steps = point.counts, ranking.table.steps
    more = {"FPR": around.n_negative / steps.unit, "TPR": around.n_positive / steps.unit}
    cells = {
        "FPR": (counts.fp, counts.actual_negatives),
        "TPR": (counts.tp, counts.actual_positives),
    }
    ends = {
        f"{name}_{end}": rounded(float(divide(called + more[name] * of_bin, n)))
        for name, (called, n) in cells.items()
        for end, of_bin in (("low", 0), ("high", 1))
    }
    places = (written(end, ranking.score) for end in (point.threshold, *around[:2]))
    text = phrase(
        "the threshold {threshold} lies inside of the bin {low} to {high}, of which nothing is "
        "called: with all scores the {true_positive_rate} would be {TPR_low} to {TPR_high}, "
        "the {false_positive_rate} {FPR_low} to {FPR_high}",
        **dict(zip(("threshold", "low", "high"), places, strict=True)),
        **ends,
    )
    yield Finding(INSIDE_OF_BIN, text, around.n_positive + around.n_negative)


def _of_scale(snapshot: Snapshot) -> Iterator[Finding]:
    """Yield that scores may be in per cent, until somebody said what they are."""
    if snapshot.ranking is not None and snapshot.inputs.consequences.scale is None:
        yield from of_per_cent(snapshot.ranking)


def _of_locks(snapshot: Snapshot) -> Iterator[Finding]:
    """Yield that locked thresholds are not in force, and for what they wait.

    That of another score of the data is told where the one that is shown has none.
    """
    inputs, score = snapshot.inputs, snapshot.score
    if inputs.waiting is None or snapshot.dataset is None:
        return
    shown = "" if score is None else quoted(show_hidden(score.name))
    if snapshot.positive_name:
        name = quoted(show_hidden(snapshot.positive_name))
        shown = (
            phrase("{score} for {name}", score=shown, name=name)
            if shown
            else phrase("for {name}", name=name)
        )
    for lock in inputs.waiting.each:
        is_here = lock in inputs.waits_here
        if inputs.is_locked and not is_here:
            continue
        is_turned = score is not None and lock.is_on(score.name, snapshot.positive_name)
        what = phrase("{shown} the other way round", shown=shown) if is_turned else shown
        text = phrase(
            "the locked threshold, {lock}, is not in force: choose that score, class and "
            "direction, or unlock it"
            if is_here
            else "the locked threshold, {lock}, is not in force: choose that score",
            lock=lock_in_words(lock),
        )
        if what:
            text = phrase("{text}. What is shown is {what}", text=text, what=what)
        yield Finding(LOCK_WAITS, text)


def _of_data(snapshot: Snapshot) -> tuple[Finding, ...]:
    dataset, positive = snapshot.dataset, snapshot.positive
    if dataset is None:
        return ()
    if positive is None or positive == dataset.positive:
        return dataset.findings
    if dataset.n_classes == 2:
        return tuple(_for_the_other(one, dataset) for one in dataset.findings)
    return (*_for_one_of_many(dataset, positive), *_runs_against(snapshot))


def _for_the_other(finding: Finding, dataset: Dataset) -> Finding:
    """Return a finding for the class that is not positive in the file."""
    score = next((one for one in dataset.scores if one.name == finding.subject), None)
    text = finding.text
    if finding.code != oddities.REVERSED or score is None or not isinstance(text, Phrase):
        return finding
    (other,) = (name for name in dataset.classes if name != dataset.positive_class)
    fact, _ = text.values.values()
    turned = oddities.asks_direction(score.reversed(), show_hidden(other))
    return replace(finding, text=joined(": ", [fact, turned]))


def _for_one_of_many(dataset: Dataset, positive: int) -> Iterator[Finding]:
    names = [show_hidden(name) for name in dataset.classes]
    for finding in dataset.findings:
        if finding.code == oddities.NOT_BINARY:
            yield oddities.of_one_against_rest(names, positive)
        elif finding.code != oddities.REVERSED:
            yield finding


def _runs_against(snapshot: Snapshot) -> Iterator[Finding]:
    """Yield that a score of the file runs against the class that is shown, where it does."""
    ranking, dataset = snapshot.ranking, snapshot.dataset
    if ranking is not None and dataset is not None and dataset.scores:
        found = below_chance_sorted(ranking.table)
        name = show_hidden(snapshot.positive_name)
        yield from oddities.of_direction(ranking.score, found, name)
