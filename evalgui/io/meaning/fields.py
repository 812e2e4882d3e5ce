"""Of which field some data are, by the names of their classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.meaning.class_words import is_of_patients
from evalgui.io.meaning.column_names import plain_name

if TYPE_CHECKING:
    from collections.abc import Sequence

_IMPOSTORS = frozenset(
    {
        *("impostor", "imposter", "imp", "nonmated", "non_mated", "nonmatch", "non_match"),
        *("nontarget", "non_target", "spoof"),
    }
)


def are_of_comparisons(names: Sequence[str]) -> bool:
    """Return whether one of some classes is that of impostors, by its name.

    Examples
    --------
    >>> are_of_comparisons(["genuine", "Impostor"]), are_of_comparisons(["cat", "dog"])
    (True, False)
    """
    return any(plain_name(name) in _IMPOSTORS for name in names)


def are_of_patients(names: Sequence[str]) -> bool:
    """Return whether one of some classes is what becomes of patients, or what they have.

    Examples
    --------
    >>> are_of_patients(["benign", "Malignant"]), are_of_patients(["cat", "dog"])
    (True, False)
    """
    return any(is_of_patients(name) for name in names)
