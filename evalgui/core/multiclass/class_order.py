"""Which order classes have: the one that was chosen, that of their numbers, or none."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import TYPE_CHECKING

from evalgui.core.confusion import some
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.multiclass.metric import MulticlassSettings

_NAMES_SHOWN = 12


class OrderBy(StrEnum):
    """What an order of classes rests on."""

    CHOICE = "chosen"
    NUMBERS = "numbers"


def order_of(
    classes: Sequence[str], settings: MulticlassSettings
) -> tuple[tuple[str, ...], OrderBy] | None:
    """Return classes from the lowest to the highest, and what that rests on; None for no order.

    Parameters
    ----------
    classes
        The names of the classes.
    settings
        With the order that was chosen, if one was: it holds where it names each class once.
        Otherwise classes that are numbers are in the order of those.

    Examples
    --------
    >>> from evalgui.core.multiclass.metric import DEFAULT_SETTINGS
    >>> order_of(("1", "10", "2"), DEFAULT_SETTINGS)
    (('1', '2', '10'), <OrderBy.NUMBERS: 'numbers'>)
    """
    if settings.order and sorted(settings.order) == sorted(classes):
        return settings.order, OrderBy.CHOICE
    numbers = [_number(name) for name in classes]
    if any(math.isnan(number) for number in numbers) or len(set(numbers)) < len(numbers):
        return None
    ranked = sorted(zip(numbers, classes, strict=True))
    return tuple(name for _, name in ranked), OrderBy.NUMBERS


def in_order(matrix: ConfusionMatrix, settings: MulticlassSettings) -> ConfusionMatrix:
    """Return a matrix with its classes in their order; as it is where they have none."""
    found = order_of(matrix.classes, settings)
    if found is None:
        return matrix
    names, _ = found
    return matrix.reordered([matrix.classes.index(name) for name in names])


def need_order(matrix: ConfusionMatrix, settings: MulticlassSettings) -> str:
    """Say that the classes have no order, where that makes a difference."""
    if len(matrix) <= 2 or order_of(matrix.classes, settings) is not None:
        return ""
    return phrase("no order of classes")


def say_order(matrix: ConfusionMatrix, settings: MulticlassSettings) -> str:
    """Say which order the classes have, from the lowest to the highest."""
    found = order_of(matrix.classes, settings)
    if found is None:
        return ""
    names, by = found
    return phrase(
        "in the chosen order: {names}"
        if by is OrderBy.CHOICE
        else "in the order of their numbers: {names}",
        names=some(names, _NAMES_SHOWN),
    )


def _number(name: str) -> float:
    """Return the number that a class is called; NaN for none."""
    try:
        number = float(name)
    except ValueError:
        return math.nan
    return number if math.isfinite(number) and "_" not in name else math.nan
