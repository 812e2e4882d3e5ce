"""What was decided about a threshold, taken along to other data, or to other rows of the same."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.assessed import positive_of, score_of
from evalgui.core.deciding import Development, Locked, locked_together
from evalgui.core.part_names import part_called
from evalgui.core.provenance import Origin
from evalgui.core.thresholds import from_units, written

if TYPE_CHECKING:
    from evalgui.core.choices import Choices
    from evalgui.core.dataset import Dataset
    from evalgui.core.deciding import OwnThreshold
    from evalgui.core.provenance import Provenance
    from evalgui.core.snapshot import Inputs, Snapshot


def carried(fresh: Inputs, before: Snapshot, *, is_answered: bool = False) -> Inputs:
    """Return what to show of other data: by the rule that is followed, or at a locked threshold.

    A locked threshold is taken along to the score of the same name, else to the first one, for
    the same class. Where that score runs the other way, or there is no such class, it waits. The
    prevalence that is asked about goes with either, for the same class: it is where the threshold
    will be used.

    Parameters
    ----------
    fresh
        The other data with nothing chosen.
    before
        What is shown of the data before.
    is_answered
        Whether the user was asked which class stands for that of a lock, where it is not there.
    """
    inputs, lock = before.inputs, lock_of(before)
    if lock is not None and is_answered:
        lock = _of_class_instead(lock, fresh)
    if inputs.is_followed:
        followed = replace(fresh, provenance=inputs.provenance, is_followed=True)
        return with_lock(_at_same_prevalence(followed, inputs), lock)
    if lock is None:
        return fresh
    named = _of_same_names(fresh, lock)
    there = with_lock(named, lock)
    return there if there.is_locked else with_lock(fresh, lock)


def lock_of(snapshot: Snapshot) -> Locked | None:
    """Return the locked decision that holds, with those that wait; None where nothing is locked.

    Where none holds, the first of those that wait has the others.
    """
    inputs, dataset, score, point = (
        snapshot.inputs,
        snapshot.dataset,
        snapshot.score,
        snapshot.point,
    )
    if not inputs.is_locked or dataset is None or score is None or point is None:
        return inputs.waiting
    second = snapshot.choices.second
    threshold = written(point.threshold, score)
    shown = Locked(
        score.name,
        snapshot.positive_name,
        score.higher_is_positive,
        threshold,
        inputs.provenance,
        inputs.development,
        Development.of(dataset.full_name, point, dataset.sampling, threshold),
        dataset.n_rows_in_file,
        dataset.truth_by,
        None if second is None else written(second, score),
        inputs.intervals.prevalence,
    )
    waiting = () if inputs.waiting is None else inputs.waiting.each
    return locked_together((shown, *waiting))


def without_lock(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot with nothing that is locked."""
    inputs = replace(snapshot.inputs, is_locked=False, waiting=None)
    return replace(snapshot, inputs=inputs)


def with_lock(inputs: Inputs, lock: Locked | None) -> Inputs:
    """Return inputs at a locked threshold, if it is about what they assess; all others wait.

    A threshold that is locked already is the one of its score and class.
    """
    if lock is None:
        return inputs
    waiting = []
    for one in lock.each:
        if not inputs.is_locked:
            there = _at_lock(inputs, one, lock)
            inputs, is_placed = there or inputs, there is not None
        else:
            is_placed = one.is_on(*_names_of(inputs))
        waiting += [] if is_placed else [one]
    return replace(inputs, waiting=locked_together(waiting))


def with_zone(choices: Choices, lock: Locked | None, snapshot: Snapshot) -> Choices:
    """Return what is singled out of a snapshot with the grey zone of a lock that is in force."""
    score = snapshot.score
    if lock is None or score is None or not snapshot.inputs.is_locked:
        return choices
    names = score.name, snapshot.positive_name
    second = next((one.second for one in lock.others if one.is_on(*names)), lock.second)
    return choices if second is None else replace(choices, second=from_units(second, score))


def inherited(fresh: Inputs, before: Snapshot, *, keeps_class: bool = True) -> Inputs:
    """Return what to show of the same data read otherwise: the choices for them, where they fit.

    Parameters
    ----------
    fresh
        The data with nothing chosen.
    before
        What is shown of them before.
    keeps_class
        Whether the class that was assessed still is; False takes the one of the data set.
    """
    return with_lock(_inherited(fresh, before, keeps_class=keeps_class), lock_of(before))


def _inherited(fresh: Inputs, before: Snapshot, *, keeps_class: bool) -> Inputs:
    dataset, keep = fresh.dataset, before.inputs
    if dataset is None or keep.dataset is None:
        return fresh
    old = keep.dataset
    positive = _same_class(dataset, keep) if keeps_class else dataset.positive
    if positive == positive_of(dataset, None):
        positive = None
    fresh = replace(fresh, positive=positive)
    kept = {name: getattr(keep, name) for name in ("parameters", "intervals", "consequences")}
    fresh = replace(fresh, **kept)
    if keep.is_followed:
        fresh = replace(fresh, provenance=keep.provenance, is_followed=True)
    has_same_classes = dataset.classes == old.classes
    if has_same_classes:
        fresh = replace(fresh, multiclass=keep.multiclass, others=_others(dataset, keep))
    if keep.score is None:
        return replace(fresh, score=None) if has_same_classes and dataset.called_by else fresh
    if not old.scores:
        return _placed_as(before, fresh) if has_same_classes else fresh
    score = _place_of(keep.score, old, dataset)
    if score is None:
        return fresh
    fresh = replace(fresh, score=score)
    is_same = _rule_of(dataset, fresh.score, positive) == _rule_of(old, keep.score, keep.positive)
    return _placed_as(before, fresh) if is_same else fresh


def _placed_as(before: Snapshot, fresh: Inputs) -> Inputs:
    """Return inputs with the threshold of those before, and what was decided about it."""
    keep = before.inputs
    there = replace(
        fresh,
        threshold=keep.threshold,
        provenance=keep.provenance,
        is_followed=keep.is_followed,
        is_locked=keep.is_locked,
        development=keep.development,
    )
    is_moved = keep.is_followed or keep.threshold is None
    return there if is_moved else _where_chosen(there, before)


# --------------------------------------------------------------------------------- where it is of


def _where_chosen(there: Inputs, before: Snapshot) -> Inputs:
    """Return inputs whose threshold says whether it was chosen on these rows of the data."""
    dataset, was = there.dataset, before.dataset
    if dataset is None or was is None:
        return there
    made = _told_of(there.provenance, dataset, was)
    if made.kind is Origin.FROZEN and there.provenance.kind is Origin.CHOSEN:
        return _frozen(there, before)
    if made.kind is Origin.CHOSEN:
        return replace(there, provenance=made, development=None)
    return there


def _told_of(made: Provenance, dataset: Dataset, was: Dataset) -> Provenance:
    """Return the provenance of a threshold on other rows of the data that it stood on before."""
    if made.kind is Origin.CHOSEN and not _has_same_rows(dataset, was):
        return replace(made.frozen(), source=was.full_name)
    if made.kind is Origin.FROZEN and made.source == dataset.full_name:
        part = part_called(dataset.full_name, dataset.name)
        is_told_whole = part is not None and part.aside is not None
        return replace(made, kind=Origin.CHOSEN, source=dataset.name) if is_told_whole else made
    return made


def _frozen(there: Inputs, before: Snapshot) -> Inputs:
    """Return inputs at the threshold of the data before, and what it did there."""
    dataset, score, point = before.dataset, before.score, before.point
    if dataset is None or score is None or point is None:
        return there
    threshold = written(point.threshold, score)
    own = Development.of(dataset.full_name, point, dataset.sampling, threshold)
    return _frozen_from(there, own)


def _frozen_from(there: Inputs, own: Development) -> Inputs:
    made = there.provenance
    if made.kind not in {Origin.PRESPECIFIED, Origin.FROZEN}:
        made = replace(made.frozen(), source=own.name)
    return replace(there, provenance=made, development=there.development or own)


def _others(dataset: Dataset, keep: Inputs) -> tuple[OwnThreshold, ...]:
    """Return the thresholds of other scores where those run the same way, given equal classes."""
    old = keep.dataset
    if old is None:
        return ()
    found = []
    for own in keep.others:
        score = _place_of(own.score, old, dataset)
        rule = _rule_of(old, own.score, own.positive)
        if score is None or rule != _rule_of(dataset, score, own.positive):
            continue
        made = _told_of(own.provenance, dataset, old)
        then = None if made.kind is Origin.CHOSEN else own.development
        found.append(replace(own, score=score, provenance=made, development=then))
    return tuple(found)


def _place_of(score: int | None, old: Dataset, dataset: Dataset) -> int | None:
    """Return where a score of the data before stands now; None where it does not."""
    names, before = ([one.name for one in data.scores] for data in (dataset, old))
    if score is None or not before:  # each class has one
        return None if names else score
    return names.index(before[score]) if before[score] in names else None


# -------------------------------------------------------------------------------------- what fits


def _names_of(inputs: Inputs) -> tuple[str, str]:
    """Return the names of the score and of the class that inputs assess, "" for none."""
    dataset = inputs.dataset
    positive = None if dataset is None else positive_of(dataset, inputs.positive)
    score = None if dataset is None else score_of(dataset, inputs.score, positive)
    name = "" if dataset is None or positive is None else dataset.classes[positive]
    return ("" if score is None else score.name), name


def _at_lock(inputs: Inputs, lock: Locked, locks: Locked) -> Inputs | None:
    """Return inputs at one of the locked thresholds; None where they assess something else."""
    dataset = inputs.dataset
    positive = None if dataset is None else positive_of(dataset, inputs.positive)
    score = None if dataset is None else score_of(dataset, inputs.score, positive)
    if dataset is None or positive is None or score is None:
        return None
    asked = (_place_of_name(dataset, lock, locks), lock.positive, lock.higher_is_positive)
    if asked != (inputs.score, dataset.classes[positive], score.higher_is_positive):
        return None
    threshold = from_units(lock.threshold, score)
    if threshold is None:
        return None
    there = replace(
        inputs,
        threshold=threshold,
        provenance=lock.provenance,
        is_followed=False,
        is_locked=True,
        development=lock.development,
    )
    if lock.prevalence is not None:
        asked_about = replace(there.intervals, prevalence=lock.prevalence, prevalence_of=None)
        there = replace(there, intervals=asked_about)
    is_same = (dataset.full_name, dataset.n_rows_in_file) == (lock.there.name, lock.n_rows)
    return there if is_same else _frozen_from(there, lock.there)


def _place_of_name(dataset: Dataset, lock: Locked, locks: Locked) -> int | None:
    """Return the score that a locked threshold is put on: that of its name, if there is one.

    For the first of some locks another one stands, if need be: the first without a lock.
    """
    names = [one.name for one in dataset.scores]
    if lock.score in names:
        return names.index(lock.score)
    if lock.score != locks.score:
        return None
    taken = {one.score for one in locks.others}
    return next((at for at, name in enumerate(names or [""]) if name not in taken), None)


def _of_class_instead(lock: Locked, fresh: Inputs) -> Locked | None:
    """Return a lock about the class that the user chose, where there is none of its name."""
    dataset = fresh.dataset
    positive = None if dataset is None else positive_of(dataset, fresh.positive)
    if dataset is None or positive is None or lock.positive in dataset.classes:
        return lock
    name, instead = dataset.classes[positive], lock.positive
    return locked_together(
        replace(one, positive=name) if one.positive == instead else one for one in lock.each
    )


def _of_same_names(fresh: Inputs, lock: Locked) -> Inputs:
    """Return the score and the class that a lock is about, where the data have such."""
    dataset = fresh.dataset
    if dataset is None or fresh.score is None:
        return fresh
    place = _place_of_name(dataset, lock, lock)
    fresh = fresh if place is None else replace(fresh, score=place)
    if lock.positive not in dataset.classes:
        return fresh
    positive = dataset.classes.index(lock.positive)
    return replace(fresh, positive=None if positive == positive_of(dataset, None) else positive)


def _at_same_prevalence(there: Inputs, keep: Inputs) -> Inputs:
    """Return inputs that ask about the prevalence of others if they assess the same class."""
    dataset, prevalence = there.dataset, keep.intervals.prevalence
    if dataset is None or prevalence is None:
        return there
    positive = _same_class(dataset, keep)
    if positive is None or positive != positive_of(dataset, there.positive):
        return there
    of = keep.intervals.prevalence_of
    asked_about = replace(there.intervals, prevalence=prevalence, prevalence_of=of)
    return replace(there, intervals=asked_about)


def _same_class(dataset: Dataset, keep: Inputs) -> int | None:
    """Return the class that was assessed, as an index of another data set; None as of `Inputs`."""
    if keep.dataset is None:
        return None
    positive = positive_of(keep.dataset, keep.positive)
    name = None if positive is None else keep.dataset.classes[positive]
    return dataset.classes.index(name) if name in dataset.classes else None


def _rule_of(
    dataset: Dataset, score: int | None, positive: int | None
) -> tuple[str, bool, int] | None:
    """Return which class a threshold calls, by a score that runs which way; None without one."""
    positive = positive_of(dataset, positive)
    found = score_of(dataset, score, positive)
    name = "" if positive is None else dataset.classes[positive]
    return None if found is None else (name, found.higher_is_positive, found.base)


def _has_same_rows(one: Dataset, other: Dataset) -> bool:
    """Return whether the same rows were chosen, and the same ones set aside by hand."""
    return one.subset == other.subset and np.array_equal(one.aside_by_hand, other.aside_by_hand)
