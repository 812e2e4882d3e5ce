"""What was decided on a data set, by names and in the units of the file, and back.

In the program, classes and scores are indices of one data set, and thresholds lie beside its
values. What is kept means the same for the file as it is read another time.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.assessed import positive_of, score_of
from evalgui.core.choices import NO_CHOICES, Choices
from evalgui.core.dataset import YOUDEN
from evalgui.core.deciding import OwnThreshold
from evalgui.core.errors import DataError
from evalgui.core.notes import Notes, PointNote
from evalgui.core.pins import NO_PINS, Placed
from evalgui.core.provenance import START, Origin, Provenance
from evalgui.core.snapshot import Inputs
from evalgui.core.thresholds import CALLS_NOTHING, from_units, is_same_threshold, written
from evalgui.core.vocabulary import phrase
from evalgui.io.keeping.kept import KeptDecision, KeptNote, KeptPoint

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.pins import Pins
    from evalgui.io.keeping.kept import KeptDataSet


def kept_decisions(inputs: Inputs, choices: Choices) -> dict[str, Any]:
    """Return the fields of `KeptDataSet` that say what was decided on a data set.

    Parameters
    ----------
    inputs
        With a data set.
    choices
        What was singled out of it. The vocabulary, which is that of all data sets, is kept once;
        which rows are selected, and what is drawn beside the numbers, is not kept.

    Raises
    ------
    ValueError
        If there is no data set.
    """
    dataset = inputs.dataset
    if dataset is None:
        message = "there is nothing that was decided on"
        raise ValueError(message)
    score = score_of(dataset, inputs.score, positive_of(dataset, inputs.positive))
    made = inputs.provenance
    if made == START and dataset.start_rule != YOUDEN:
        made = Provenance(rule=dataset.start_rule)
    own = OwnThreshold(
        *(inputs.score, inputs.positive, CALLS_NOTHING, made),
        *(inputs.is_locked, inputs.development),
    )
    decision = replace(
        _decision(dataset, own),
        threshold=_written(inputs.threshold, score),
        is_followed=inputs.is_followed,
    )
    return {
        "decision": decision,
        "others": tuple(_decision(dataset, one) for one in inputs.others),
        "waiting": inputs.waiting,
        "parameters": inputs.parameters,
        "multiclass": inputs.multiclass,
        "intervals": inputs.intervals,
        "consequences": inputs.consequences,
        "pin": _point(choices.pins.point, score),
        "pins": tuple(filter(None, (_point(one, score) for one in choices.pins.points))),
        "last": _point(choices.last, score),
        "second": _written(choices.second, score),
        "classes": tuple(dataset.classes[one] for one in choices.classes),
        "note": choices.notes.data,
        "point_notes": tuple(_note(dataset, one) for one in choices.notes.points),
    }


def decided(kept: KeptDataSet, dataset: Dataset) -> tuple[Inputs, Choices]:
    """Return what was decided on a data set, for the data as they were read now.

    Parameters
    ----------
    kept
        What a workspace holds of it.
    dataset
        The data.

    Raises
    ------
    DataError
        If the data have no such score or class, or a threshold is none of this score.
    """
    own = kept.decision
    score, positive = _place_of_score(dataset, own.score), _place_of_class(dataset, own.positive)
    shown = score_of(dataset, score, positive_of(dataset, positive))
    _require_direction(own, shown)
    _require_classes(kept, dataset)
    if shown is None and not dataset.has_calls:
        raise DataError(phrase("there is no score, and no class is predicted"))
    made, is_followed = own.provenance, own.is_followed
    if made == Provenance(rule=dataset.start_rule):
        made = START
    elif made == START and own.threshold is None and dataset.start_rule != YOUDEN:
        made, is_followed = Provenance(Origin.CHOSEN, YOUDEN), True  # where all started before
    inputs = Inputs(
        dataset=dataset,
        score=score,
        positive=positive,
        threshold=_read(own.threshold, shown),
        parameters=kept.parameters,
        multiclass=kept.multiclass,
        intervals=kept.intervals,
        consequences=kept.consequences,
        provenance=made,
        is_followed=is_followed,
        is_locked=own.is_locked,
        development=own.development,
        others=tuple(_own_threshold(dataset, one) for one in kept.others),
        waiting=kept.waiting,
    )
    choices = replace(
        NO_CHOICES,
        pins=_pins(kept, shown),
        second=_read(kept.second, shown),
        last=_placed(kept.last, shown),
        classes=tuple(_class_named(dataset, name) for name in kept.classes),
        notes=Notes(kept.note, tuple(_point_note(dataset, one) for one in kept.point_notes)),
    )
    return inputs, choices


# ---------------------------------------------------------------------------------- to keep


def _decision(dataset: Dataset, own: OwnThreshold) -> KeptDecision:
    score = score_of(dataset, own.score, positive_of(dataset, own.positive))
    name = None
    if own.score is not None:
        name = dataset.scores[own.score].name if dataset.scores else ""
    return KeptDecision(
        score=name,
        positive=None if own.positive is None else dataset.classes[own.positive],
        higher_is_positive=None if score is None else score.higher_is_positive,
        threshold=_written(own.threshold, score),
        provenance=own.provenance,
        is_locked=own.is_locked,
        development=own.development,
    )


def _point(placed: Placed | None, score: Score | None) -> KeptPoint | None:
    threshold = None if placed is None else _written(placed.threshold, score)
    if placed is None or threshold is None:
        return None
    return KeptPoint(threshold, placed.provenance, placed.is_followed)


def _note(dataset: Dataset, note: PointNote) -> KeptNote:
    score = _score_of_note(dataset, note.score, note.positive) if note.score else None
    threshold = _written(note.threshold, score) if note.score else None
    return KeptNote(note.score, note.positive, threshold, note.text)


def _written(threshold: float | None, score: Score | None) -> str | None:
    """Return a threshold in the units of a score; of one that is not there, as it is."""
    if threshold is None:
        return None
    if score is None:
        return "none" if math.isnan(threshold) else repr(float(threshold))
    return written(float(threshold), score)


# --------------------------------------------------------------------------------- to decide


def _own_threshold(dataset: Dataset, kept: KeptDecision) -> OwnThreshold:
    score, positive = _place_of_score(dataset, kept.score), _place_of_class(dataset, kept.positive)
    own = score_of(dataset, score, positive_of(dataset, positive))
    _require_direction(kept, own)
    threshold = _read(kept.threshold, own)
    decided_on = CALLS_NOTHING if threshold is None else threshold
    return OwnThreshold(
        *(score, positive, decided_on, kept.provenance, kept.is_locked, kept.development)
    )


def _require_direction(kept: KeptDecision, score: Score | None) -> None:
    """Refuse a threshold of a score that runs the other way now."""
    way = None if score is None else score.higher_is_positive
    if kept.higher_is_positive is not None and way is not None and way != kept.higher_is_positive:
        message = phrase(
            "the score '{score}' runs the other way than when it was decided on", score=kept.score
        )
        raise DataError(message)


def _require_classes(kept: KeptDataSet, dataset: Dataset) -> None:
    """Refuse averages over classes, or an order of classes, that the data do not have."""
    settings = kept.multiclass
    for name in (*settings.chosen, *settings.order):
        _class_named(dataset, name)
    if settings.order and sorted(settings.order) != sorted(dataset.classes):
        raise DataError(phrase("the classes are not those that were put in an order"))


def _placed(kept: KeptPoint | None, score: Score | None) -> Placed | None:
    threshold = None if kept is None else _read(kept.threshold, score)
    if kept is None or threshold is None:
        return None
    return Placed(threshold, kept.provenance, kept.is_followed)


def _pins(kept: KeptDataSet, score: Score | None) -> Pins:
    """Return what is pinned, each threshold once; files of before had one pin alone."""
    pins = NO_PINS
    for one in (*kept.pins, kept.pin):
        placed = _placed(one, score)
        if placed is None:
            continue
        known = [is_same_threshold(pin.threshold, placed.threshold) for pin in pins.points]
        pins = pins.comparing(known.index(True)) if any(known) else pins.with_point(placed)
    return pins


def _point_note(dataset: Dataset, kept: KeptNote) -> PointNote:
    score = _score_of_note(dataset, kept.score, kept.positive) if kept.score else None
    threshold = _read(kept.threshold, score)
    return PointNote(
        *(kept.score, kept.positive, math.nan if threshold is None else threshold, kept.text)
    )


def _read(text: str | None, score: Score | None) -> float | None:
    """Return a threshold that is written in the units of a score."""
    if text is None:
        return None
    if score is None:
        with_words = text.strip().lower() in {"none", "> inf", "< -inf"}
        return CALLS_NOTHING if with_words else _number(text)
    found = from_units(text, score)
    if found is None:
        message = phrase(
            "'{text}' is no threshold of the score '{score}'", text=text, score=score.name
        )
        raise DataError(message)
    return found


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise DataError(phrase("'{text}' is no threshold", text=text)) from None


def _score_of_note(dataset: Dataset, name: str, positive: str) -> Score | None:
    """Return the score that a note names; None where the data do not have it any more."""
    if positive not in dataset.classes:
        return None
    names = [one.name for one in dataset.scores]
    if dataset.scores and name not in names:
        return None
    place = names.index(name) if dataset.scores else 0
    return score_of(dataset, place, dataset.classes.index(positive))


def _place_of_score(dataset: Dataset, name: str | None) -> int | None:
    if name is None:
        return None
    if not name and not dataset.scores:
        return 0
    names = [one.name for one in dataset.scores]
    if name not in names:
        raise DataError(phrase("there is no score '{name}'", name=name))
    return names.index(name)


def _place_of_class(dataset: Dataset, name: str | None) -> int | None:
    return None if name is None else _class_named(dataset, name)


def _class_named(dataset: Dataset, name: str) -> int:
    if name not in dataset.classes:
        raise DataError(phrase("there is no class '{name}'", name=name))
    return dataset.classes.index(name)
