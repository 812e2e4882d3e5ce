"""Named arrays of one file: which of them are the columns of its table, judged by their lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import joined, phrase
from evalgui.io.meaning.column_names import is_called, is_predicted_name
from evalgui.io.meaning.labels import visible
from evalgui.io.meaning.weighed_names import is_score_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HINT = phrase("Save arrays of one length together: the true classes, and a score for each")

_MOST_NAMED = 8
_FEWEST = 2
_LARGEST_SHARE = 0.5


def is_needed_name(name: str) -> bool:
    """Return whether this is how the true class, a score or a call is called."""
    return _is_truth(name) or _is_answer(name)


def of_one_length(where: str, lengths: Mapping[str, int]) -> list[str]:
    """Return the arrays that are the columns of one table.

    Arrays of another length are left out where those that remain have the names of a truth
    and of a score, or where they are much shorter and have no such name, as a list of the
    classes has not.

    Parameters
    ----------
    where
        The name of the file.
    lengths
        How many values each array has.

    Raises
    ------
    DataError
        If the lengths differ in another way: it names them with the arrays.

    Examples
    --------
    >>> of_one_length("a.npz", {"y_true": 40, "y_score": 40, "classes": 2})
    ['y_true', 'y_score']
    """
    groups: dict[int, list[str]] = {}
    for name, length in lengths.items():
        groups.setdefault(length, []).append(name)
    if len(groups) <= 1:
        return list(lengths)
    complete = [names for names in groups.values() if _is_complete(names)]
    if len(complete) == 1:
        return complete[0]
    several = [length for length, names in groups.items() if len(names) >= _FEWEST]
    if not complete and len(several) == 1:
        (length,) = several
        others = [name for name in lengths if lengths[name] != length]
        if not any(
            is_needed_name(name) or lengths[name] > _LARGEST_SHARE * length for name in others
        ):
            return groups[length]
    shown = _first(lengths)
    rest = len(lengths) - _MOST_NAMED
    message = phrase(
        "the arrays have different lengths: they are no columns of one table: {arrays}",
        arrays=phrase("{shown} and {n} more", shown=shown, n=grouped(rest)) if rest > 0 else shown,
    )
    raise DataError(message, where=where, hint=HINT)


def left_out(lengths: Mapping[str, int], chosen: list[str]) -> Iterator[Finding]:
    """Yield which arrays are no columns of the table since they have another length."""
    others = {name: length for name, length in lengths.items() if name not in chosen}
    if others:
        text = phrase("arrays of another length are passed over: {arrays}", arrays=_first(others))
        level = Level.WARNING if any(map(is_needed_name, others)) else Level.INFO
        yield Finding("other_lengths", text, len(others), level)


def _first(lengths: Mapping[str, int]) -> str:
    first = list(lengths.items())[:_MOST_NAMED]
    return joined(
        ", ", [phrase("'{name}' {n}", name=visible(name), n=grouped(n)) for name, n in first]
    )


def _is_complete(names: list[str]) -> bool:
    return any(map(_is_truth, names)) and any(map(_is_answer, names))


def _is_truth(name: str) -> bool:
    return is_called(name, "truth_name")


def _is_answer(name: str) -> bool:
    return is_score_name(name) or is_predicted_name(name)
