"""What was decided about a threshold, taken along to other data."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.api import Development, Origin, from_units, positive_of, score_of, written
from evalgui.workspace.comparing import full_name
from evalgui.workspace.readings import same_class

if TYPE_CHECKING:
    from evalgui.core.api import Dataset, Inputs, Snapshot


def carried(fresh: Inputs, before: Snapshot) -> Inputs:
    """Return what to show of other data: by the rule that is followed, or at a locked threshold.

    A locked threshold is taken along to the score of the same name, else to the first one, for
    the same class, unless that score runs the other way.

    Parameters
    ----------
    fresh
        The other data with nothing chosen.
    before
        What is shown of the data before.
    """
    inputs, dataset, score, point = before.inputs, before.dataset, before.score, before.point
    if inputs.is_followed:
        return replace(fresh, provenance=inputs.provenance, is_followed=True)
    if fresh.dataset is None or dataset is None or score is None or point is None:
        return fresh
    as_written = written(point.threshold, score)
    there = _locked(fresh, before, as_written) if inputs.is_locked else None
    if there is None:
        return fresh
    if _is_same_data(dataset, fresh.dataset):
        return replace(there, development=inputs.development)
    own = Development(full_name(dataset), point.counts, dataset.sampling, as_written)
    made = inputs.provenance
    made = made if made.kind is Origin.PRESPECIFIED else made.frozen()
    return replace(there, provenance=made, development=inputs.development or own)


def _locked(fresh: Inputs, before: Snapshot, as_written: str) -> Inputs | None:
    """Return other data at a threshold; None where no score of theirs is called by it."""
    if fresh.dataset is None or before.score is None:
        return None
    there = _of_same_scores(fresh, fresh.dataset, before)
    score = score_of(fresh.dataset, there.score, positive_of(fresh.dataset, there.positive))
    if score is None or score.higher_is_positive != before.score.higher_is_positive:
        return None
    threshold, made = from_units(as_written, score), before.inputs.provenance
    if threshold is None:
        return None
    return replace(there, threshold=threshold, is_locked=True, provenance=made)


def _of_same_scores(fresh: Inputs, dataset: Dataset, before: Snapshot) -> Inputs:
    """Return the score of the same name, for the class of the same name, where there are such."""
    names = [one.name for one in dataset.scores]
    name = "" if before.score is None else before.score.name
    place = names.index(name) if name in names else fresh.score
    positive = same_class(dataset, before.inputs)
    usual = positive_of(dataset, None)
    return replace(fresh, score=place, positive=None if positive == usual else positive)


def _is_same_data(one: Dataset, other: Dataset) -> bool:
    return (one.name, one.n_rows_in_file) == (other.name, other.n_rows_in_file)
