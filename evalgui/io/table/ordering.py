"""The order of the cells of a column: numbers as numbers, all else by its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.ordering import stable_argsort
from evalgui.io.table.cells import decoded
from evalgui.io.table.pyarrow_names import arrow, kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.io.table.numbers import Numbers
    from evalgui.io.table.pyarrow_names import ArrowColumn

_MOST_CODES = 30_000  # that sorting by 16 bits has room for


def order_of(values: ArrowColumn, parsed: Numbers | None) -> NDArray[np.intp]:
    """Return the stable permutation that sorts cells upward.

    Parameters
    ----------
    values
        The cells.
    parsed
        What they are as numbers; None where they cannot be.

    Returns
    -------
    (n,) array of int
        By number where the cells have such a type, or all that are not missing are numbers;
        else by code points. Missing cells come last.
    """
    kinds, own = arrow.types, values.type
    is_number = kinds.is_floating(own) or kinds.is_integer(own) or kinds.is_decimal(own)
    if parsed is not None and (is_number or (parsed.n_numbers and not len(parsed.bad))):
        return stable_argsort(parsed.values)
    if kinds.is_nested(own) or kinds.is_null(own):
        return np.arange(len(values))
    if kinds.is_dictionary(own) and values.num_chunks:
        codes: Any = values.unify_dictionaries().combine_chunks()
        if len(codes.dictionary) <= _MOST_CODES and not codes.dictionary.null_count:
            return _order_of_codes(codes)
    return np.asarray(kernels.sort_indices(decoded(values)).to_numpy(), np.intp)


def _order_of_codes(codes: Any) -> NDArray[np.intp]:  # noqa: ANN401 - an array of pyarrow
    """Return the order of cells that are indices into not too many texts."""
    order = kernels.sort_indices(codes.dictionary)
    texts = codes.dictionary.take(order)
    is_other = np.ones(len(texts), np.int16)  # a text may stand there twice
    if len(texts) > 1:
        is_other[1:] = kernels.not_equal(texts[1:], texts[:-1]).to_numpy(zero_copy_only=False)
    ranks = np.full(len(texts) + 1, np.iinfo(np.int16).max)
    ranks[order.to_numpy()] = np.cumsum(is_other)
    places = codes.indices.fill_null(len(texts)).to_numpy(zero_copy_only=False)
    return stable_argsort(ranks.astype(np.int16)[places])
