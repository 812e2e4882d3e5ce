"""Scores at their thresholds, against each other: of the same rows, or each of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.comparing import (
    REST,
    Candidate,
    Pair,
    areas_alike,
    compare_paired,
    compare_unpaired,
    compare_with_rest,
)
from evalgui.core.comparing.net_benefit import best_of_several
from evalgui.core.consequences.settings import AtRisks
from evalgui.core.equal_rate import AtEqual, equal_of
from evalgui.core.errors import DataError
from evalgui.core.intervals.at_prevalence import share_of
from evalgui.core.linked_thresholds import Link, linked_threshold
from evalgui.core.provenance_words import at_thresholds
from evalgui.core.row_expressions import both
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, Snapshot, resolve
from evalgui.core.thresholds import written
from evalgui.core.vocabulary import phrase
from evalgui.io.assessing.threshold import Placing
from evalgui.io.building.row_filter import rows_where
from evalgui.io.loading import assess
from evalgui.io.meaning import listed, show_hidden
from evalgui.io.writers.compared import (
    areas_of_scores,
    best_of_scores,
    compared,
    errors_of_scores,
)
from evalgui.io.writers.evaluation import evaluation
from evalgui.results.topics.comparison import comparison as comparison_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Finding
    from evalgui.core.comparing.net_benefit import Best
    from evalgui.core.dataset import Dataset
    from evalgui.io.assessing.resampling import Drawing
    from evalgui.io.loading import Loaded
    from evalgui.results.result import Result


NOTHING_ASKED = Inputs()


@dataclass(frozen=True, slots=True, eq=False)
class Classifier:
    """A score at its threshold.

    Parameters
    ----------
    name
        What it is called in the comparison.
    loaded
        The file that it is in, read with this score.
    snapshot
        Its data at its threshold.
    """

    name: str
    loaded: Loaded
    snapshot: Snapshot

    @property
    def dataset(self) -> Dataset:
        """The rows."""
        dataset = self.snapshot.dataset
        assert dataset is not None  # noqa: S101 - a snapshot with a threshold has data
        return dataset

    def candidate(self) -> Candidate:
        """Return it as it is compared."""
        ranking, point = self.snapshot.ranking, self.snapshot.point
        assert ranking is not None  # noqa: S101 - as above
        assert point is not None  # noqa: S101
        inputs, score = self.snapshot.inputs, ranking.score
        at_risks = AtRisks.of(inputs.consequences, share_of(inputs.intervals))
        known = self.name, self.dataset, self.snapshot.positive, score, point.threshold
        return Candidate.of(*known, at_risks)

    def file_rows(self) -> NDArray[np.integer]:
        """Return the number in the file of each row."""
        rows = self.dataset.file_rows
        return np.arange(1, self.dataset.n + 1) if rows is None else rows


def classifier(
    name: str, loaded: Loaded, placing: Placing, asked: Inputs = NOTHING_ASKED
) -> Classifier:
    """Return a score at its threshold, with what is asked about intervals and consequences.

    Raises
    ------
    DataError
        If there is none of one class, or no such threshold.
    """
    dataset = loaded.dataset
    positive = None if dataset is None else dataset.positive
    intervals, said = asked.intervals, asked.consequences
    inputs = Inputs(dataset, positive=positive, intervals=intervals, consequences=said)
    snapshot = resolve(inputs)
    if snapshot.ranking is None:
        message = phrase("there is no score of one class to compare")
        hint = phrase("Name a column with --score")
        raise DataError(message, where=loaded.table.name, hint=hint)
    return Classifier(name, loaded, placing.on(snapshot, loaded.table.name))


def in_common(link: Link, first: Classifier, name: str, loaded: Loaded) -> Classifier:
    """Return a score at the threshold that has something in common with that of the first.

    Raises
    ------
    DataError
        If there is none.
    """
    asked = first.snapshot.inputs
    own = classifier(name, loaded, Placing(), asked)
    start, here, point = first.snapshot.ranking, own.snapshot.ranking, first.snapshot.point
    assert start is not None  # noqa: S101 - a snapshot with a threshold has scores
    assert here is not None  # noqa: S101
    assert point is not None  # noqa: S101
    threshold, reason = linked_threshold(link, start, point.threshold, here)
    if threshold is None:
        raise DataError(
            phrase("the threshold of {name} cannot be linked: {why}", name=name, why=reason)
        )
    return classifier(name, loaded, Placing(written(threshold, here.score)), asked)


def in_group_and_rest(whole: Classifier, expression: str) -> list[Classifier]:
    """Return a score among the rows that an expression chooses, and among the others.

    Both have the threshold of the whole.

    Raises
    ------
    DataError
        If it is no such expression, or one of both has no scores of both classes.
    """
    roles, threshold = whole.loaded.proposal.roles, whole.candidate().threshold
    placing = Placing(written(threshold, whole.candidate().score))
    found = []
    for name, part in ((expression, expression), (REST, f"not ({expression})")):
        own = replace(roles, subset=both(roles.subset, part))
        loaded = assess(whole.loaded.table, own, digest=whole.loaded.digest)
        found.append(classifier(name, loaded, placing))
    return found


def group_against_rest(
    whole: Classifier, expression: str, level: float, drawing: Drawing | None
) -> Pair:
    """Compare the rows that an expression chooses with the others, at the threshold of the whole.

    Raises
    ------
    DataError
        If it is no such expression, or chooses all or none, or nothing can be drawn.
    """
    columns: Any = whole.dataset.columns
    sides = rows_where(columns, expression), rows_where(columns, f"not ({expression})")
    one, made = whole.candidate(), whole.snapshot.provenance
    pair = compare_with_rest(one, expression, sides, level, equal_of([made]))
    pair = at_thresholds(pair, [made])
    return pair if drawing is None else drawing.on(pair, *(one.of_rows(rows) for rows in sides))


def differences(
    classifiers: Sequence[Classifier],
    level: float,
    drawing: Drawing | None,
    *,
    is_paired: bool,
    first_alone: bool = False,
) -> list[Pair]:
    """Compare each two, those of the first before the others.

    Parameters
    ----------
    classifiers
        Two or more.
    level
        The two-sided confidence of the intervals.
    drawing
        How often the rows are drawn again for the areas; None where they are not.
    is_paired
        Whether all are scores of the same rows, which go by their numbers in the file.
    first_alone
        Whether the first alone is compared, with each of the others.

    Raises
    ------
    DataError
        If they are for different classes, or nothing can be drawn.
    """
    compare = _on_same_rows if is_paired else _apart
    twos = list(combinations(classifiers, 2))[: len(classifiers) - 1 if first_alone else None]
    found = []
    for two in twos:
        made = [one.snapshot.provenance for one in two]
        found.append(at_thresholds(compare(*two, level, drawing, equal_of(made)), made))
    if len(classifiers) > 2:
        every = _shared(classifiers) if is_paired else [one.candidate() for one in classifiers]
        found[0] = replace(found[0], alike=areas_alike(every, is_paired=is_paired))
    return found


def _shared(classifiers: Sequence[Classifier]) -> list[Candidate]:
    """Return scores of one table with the rows of the file that all of them have."""
    rows = [one.file_rows() for one in classifiers]
    shared = reduce(partial(np.intersect1d, assume_unique=True), rows)
    return [
        one.candidate().of_rows(np.isin(own, shared))
        for one, own in zip(classifiers, rows, strict=True)
    ]


def comparison(
    classifiers: Sequence[Classifier], pairs: Sequence[Pair], level: float, link: Link
) -> dict[str, Any]:
    """Return a comparison as JSON types: what is compared, its errors, and the differences."""
    told = told_of(classifiers, pairs)
    return {
        "level": level,
        "link": link.value,
        "findings": [
            {"file": file, "code": one.code, "text": one.text, "count": one.count}
            | {"level": one.level.value}
            for file, one in _repeats(classifiers)
        ],
        "classifiers": [_told(one) for one in classifiers],
        "errors": errors_of_scores(told),
        **areas_of_scores(told),
        "pairs": compared(pairs, told),
        **best_of_scores(told),
    }


def told_of(classifiers: Sequence[Classifier], pairs: Sequence[Pair]) -> Result:
    """Return what is said of classifiers: how each two differ, and the errors of each."""
    scores = [(one.name, one.snapshot) for one in classifiers]
    return comparison_of(pairs, scores, _repeats(classifiers), _best_of(classifiers, pairs))


def _best_of(
    classifiers: Sequence[Classifier], pairs: Sequence[Pair]
) -> tuple[Sequence[Best], Sequence[Best]]:
    """Return which of several scores of the same rows is best, as of `best_of_several`."""
    if not pairs[0].worth or not all(pair.is_paired for pair in pairs):
        return (), ()
    return best_of_several(_shared(classifiers))


def _repeats(classifiers: Sequence[Classifier]) -> list[tuple[str, Finding]]:
    """Return what occurs more than once in the files, where nobody said whose the rows are."""
    from evalgui.io.repeats.rows import of_repeats  # and Arrow

    files = {id(one.loaded.table): one.loaded for one in classifiers}.values()
    return [
        (loaded.table.name, one)
        for loaded in files
        if loaded.dataset is not None and loaded.dataset.sampling is not Sampling.BY_SUBJECT
        for one in of_repeats(loaded)
    ]


def _on_same_rows(
    first: Classifier,
    second: Classifier,
    level: float,
    drawing: Drawing | None,
    at: AtEqual | None,
) -> Pair:
    """Compare two scores of one table, row by row of the file."""
    if first.snapshot.positive_name != second.snapshot.positive_name:
        named = listed([show_hidden(one.snapshot.positive_name) for one in (first, second)])
        message = phrase("the scores are for different classes: {names}", names=named)
        raise DataError(message, hint=phrase("Name one with --positive"))
    one, other = first.candidate(), second.candidate()
    n_all = max(one.n_instances, other.n_instances)
    rows, here = (first.file_rows(), second.file_rows()), None
    if not np.array_equal(*rows):  # a score that cannot be read sets its row aside
        _, here, there = np.intersect1d(*rows, assume_unique=True, return_indices=True)
        one, other = one.of_rows(here), other.of_rows(there)
    pair = compare_paired(one, other, level, at)
    pair = replace(pair, n_left_out=n_all - pair.n[0])
    if here is not None and pair.rows is not None:
        pair = replace(pair, rows=pair.rows.among(here, first.dataset.n))
    return pair if drawing is None else drawing.on(pair, one, other)


def _apart(
    first: Classifier,
    second: Classifier,
    level: float,
    drawing: Drawing | None,
    at: AtEqual | None,
) -> Pair:
    one, other = first.candidate(), second.candidate()
    pair = compare_unpaired(one, other, level, at)
    return pair if drawing is None else drawing.on(pair, one, other)


def _told(one: Classifier) -> dict[str, Any]:
    """Return what a classifier is, and where its threshold lies."""
    numbers = evaluation(one.snapshot)
    rows = ("n", "n_positive", "n_negative", "n_missing")
    calls = ("sampling", "threshold", "threshold_infinite", "rule", "counts")
    keys = ("file", "score", "higher_is_positive", "positive", "negative", *rows, *calls)
    return {"name": one.name, **{key: numbers[key] for key in keys}}
