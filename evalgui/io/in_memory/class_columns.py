"""A column for each class in one array, as `predict_proba` returns it: which is of which class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.in_memory.columns import column_of
from evalgui.io.in_memory.tables import columns_of_table, is_table
from evalgui.io.meaning import label_key, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


def has_column_for_each_class(values: Any) -> bool:  # noqa: ANN401 - whatever holds cells
    """Return whether values are columns side by side, and not one column.

    Examples
    --------
    >>> [has_column_for_each_class(one) for one in ([0.9, 0.1], np.eye(2), [[0.1, 0.9]])]
    [False, True, True]
    """
    return is_table(values) or (len(shape := _shape(values)) == 2 and shape[1] > 1)


def _shape(values: Any) -> tuple[int, ...]:  # noqa: ANN401 - whatever holds cells
    if isinstance(values, (list, tuple)):
        first: Any = values[0] if values else ""
        is_row = hasattr(first, "__len__") and not isinstance(first, (str, bytes))
        return (len(values), len(first)) if is_row else (len(values),)
    return tuple(getattr(values, "shape", ()))


def by_class(
    role: str,
    values: Any,  # noqa: ANN401 - columns side by side
    truth: Any,  # noqa: ANN401 - whatever holds cells
    missing: Iterable[str] = (),
) -> dict[Any, Any]:
    """Return the column of each class.

    Parameters
    ----------
    role
        What they are given for, in messages.
    values : (n, K) array, or a table with K columns
        Probabilities or other scores; ``values[:, k]`` is of the k-th class of the truth in
        sorted order, as of ``classes_`` of scikit-learn. The columns of a table go by their
        names where these are the classes.
    truth : (n,) array
        The class of each row.
    missing
        Labels that mean that there is no class, beside empty cells.

    Raises
    ------
    DataError
        If there are not as many columns as classes, or their names are none of classes.

    Examples
    --------
    >>> found = by_class("score", np.array([[0.9, 0.1], [0.2, 0.8]]), ["well", "ill"])
    >>> found["ill"].tolist(), found["well"].tolist()
    ([0.9, 0.2], [0.1, 0.8])
    """
    declared = {_key(label) for label in missing}
    classes = [one for one in _classes_of(truth) if _key(_text(one)) not in declared]
    if is_table(values):
        names, columns = zip(*columns_of_table(values), strict=True)
        of_key = dict(zip(map(_key, names), columns, strict=True))
        keys = [_key(_text(one)) for one in classes]
        if set(of_key) == set(keys):
            return {name: of_key[key] for name, key in zip(classes, keys, strict=True)}
        if list(names) != [str(place) for place in range(len(names))]:
            raise _not_known(role, len(names), classes, names)
    else:
        array = _matrix(role, values)
        columns = tuple(array[:, place] for place in range(array.shape[1]))
    if len(columns) != len(classes):
        raise _not_known(role, len(columns), classes)
    return dict(zip(classes, columns, strict=True))


def _matrix(role: str, values: Any) -> NDArray[Any]:  # noqa: ANN401 - whatever holds cells
    try:
        array = np.asarray(values)
    except (
        TypeError,
        ValueError,
        RuntimeError,
    ):  # such as rows of several lengths
        array = np.empty(0)
    if array.ndim == 2:
        return array
    message = phrase(
        "this is no array with a row for each row of the data and a column for each class"
    )
    raise DataError(message, where=role, hint=phrase("Give what predict_proba returns"))


def _classes_of(truth: Any) -> list[Any]:  # noqa: ANN401 - whatever holds cells
    """Return the classes of the truth in sorted order."""
    if hasattr(getattr(truth, "dtype", None), "categories"):  # whose texts are no numbers
        truth = np.asarray(truth)
    cells = column_of("truth", truth).unique().to_pylist()
    return sorted(one for one in cells if one is not None and one == one and one != "")  # noqa: PLR0124 - NaN


def _key(text: str) -> str:
    return label_key(text).casefold()


def _text(value: Any) -> str:  # noqa: ANN401 - a class
    return str(value).casefold() if isinstance(value, bool) else str(value)


def _not_known(role: str, n: int, classes: list[Any], names: Sequence[str] = ()) -> DataError:
    """Return that columns are of classes that nobody knows, by names or none, and how to say it."""
    message = phrase(
        "which of {n} columns is of which class is not known: they are called {names}, and the "
        "classes of the truth are {classes}"
        if names
        else "which of {n} columns is of which class is not known: there are not as many classes: "
        "the classes of the truth are {classes}",
        n=grouped(n),
        names=listed(names) if names else "",
        classes=listed([_text(one) for one in classes]),
    )
    example = "probability={'ill': p[:, 0], 'well': p[:, 1]}"
    hint = phrase("Name the class of each, such as {example}", example=example)
    return DataError(message, where=role, hint=hint)
