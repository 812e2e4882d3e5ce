"""Which cells of a column hold a text, whatever its case: some rows at a time, at Arrow's speed."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.io.table.cell_text import texts_of
from evalgui.io.table.cells import offsets_of, parts_of
from evalgui.io.table.pyarrow_names import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.io.table.pyarrow_names import ArrowColumn

    Found = NDArray[np.bool_]
    Finder = Callable[[int, int], Found]

_IN_NUMBERS = frozenset("0123456789.e+-inf")
_IN_USUAL_NUMBERS = frozenset("0123456789.-")
_WIDE = 4  # times as many cells as are wanted: then these are picked out one by one
_FEW = 8_192  # cells that become Python's texts at once: others want the interpreter, too
# From here to there Arrow writes a number that is not whole as Python does.
_SMALLEST, _LARGEST = 2e-4, 1e10
_NEAR = 4  # steps of a number: by less its product with a power of ten is off
_MOST_BEFORE, _MOST_BEHIND = 10, 8  # digits around a point: together they are exact in 64 bits
_AROUND_POINT = re.compile(r"(-(?=0\.|[1-9]))?([0-9]*)\.([0-9]*)")
_NARROW = 4  # times as many cells as there are numbers between the least and the greatest
_WHOLE = {np.dtype(np.float32): 2.0**24, np.dtype(np.float64): 1e15}  # all digits are its own


@dataclass(frozen=True, slots=True)
class _AroundPoint:
    """The digits before a point and behind it, as one whole number, and how many these are.

    Of very many behind it, the first.
    """

    digits: int
    n_before: int
    n_behind: int
    is_negative: bool
    is_cut: bool

    @classmethod
    def in_text(cls, text: str) -> _AroundPoint | None:
        """Return those of a text; None where it is none that a number with a point may hold."""
        found = _AROUND_POINT.fullmatch(text)
        if found is None or len(found[2]) > _MOST_BEFORE:
            return None
        behind = found[3][:_MOST_BEHIND]
        digits = int(f"0{found[2]}{behind}")
        is_cut = len(found[3]) > len(behind)
        return cls(digits, len(found[2]), len(behind), found[1] is not None, is_cut)

    def fits(self, numbers: NDArray[np.int64]) -> Found:
        """Return which whole numbers end with the digits; a negative one begins with them, too."""
        if self.is_negative:
            found: Found = numbers == self.digits
            return found
        found = numbers % 10 ** (self.n_before + self.n_behind) == self.digits
        if self.n_before > 1:  # a 0 before other digits is none of a shorter number
            found &= numbers >= 10 ** (self.n_before + self.n_behind - 1)
        return found


class Wanted:
    """A text to look for, without its case.

    Parameters
    ----------
    text
        Not empty.
    """

    def __init__(self, text: str) -> None:
        self.folded = text.casefold()
        self.is_ascii = self.folded.isascii()
        self.has_no_case = self.is_ascii and not any(map(str.isalpha, self.folded))
        self.may_be_in_numbers = set(self.folded) <= _IN_NUMBERS
        self.may_be_in_usual_numbers = set(self.folded) <= _IN_USUAL_NUMBERS
        self.around_point = _AroundPoint.in_text(self.folded)

    def is_in(self, text: str | None) -> bool:
        """Return whether a text holds it: what all the quicker ways agree with."""
        return text is not None and self.folded in text.casefold()


def finder(values: ArrowColumn, rows: NDArray[np.integer] | None, text: str) -> Finder:
    """Return what tells for rows from a first to before a last which of their cells hold a text.

    Parameters
    ----------
    values
        The cells.
    rows : (n,) array of int, or None
        Which of them the rows consist of; None means all, in their order.
    text
        What to look for: the cell's text (as `texts_of` writes it) holds it, both folded.

    Returns
    -------
    callable
        Of the first row and the one after the last; it returns one bool for each row.
    """
    wanted = Wanted(text)
    known: dict[tuple[int, int, int], Found] = {}

    def among(cells: ArrowColumn) -> Found:
        found = [_matches(part, wanted, known) for part, _rows in parts_of(cells)]
        return np.concatenate([np.zeros(0, np.bool_), *found])

    if rows is None:
        return lambda start, stop: among(values.slice(start, stop - start))
    places, whole = rows, list[Any]()

    def of_some(start: int, stop: int) -> Found:
        wished = places[start:stop]
        if not len(wished):
            return np.zeros(0, np.bool_)
        low, high = int(wished.min()), int(wished.max()) + 1
        if high - low <= _WIDE * len(wished):
            near: Found = among(values.slice(low, high - low))[wished - low]
            return near
        if not whole:  # they lie far apart: look through all of them, once
            whole.append(among(values))
        found: Found = whole[0][wished]
        return found

    return of_some


def _matches(cells: Any, wanted: Wanted, known: dict[tuple[int, int, int], Found]) -> Found:  # noqa: ANN401 - an array of pyarrow
    """Return which cells of an array hold a text; `known` keeps what dictionaries hold."""
    kinds, own = arrow.types, cells.type
    if kinds.is_dictionary(own):
        texts = cells.dictionary
        key = (texts.buffers()[-1].address if texts.buffers()[-1] else 0, texts.offset, len(texts))
        if key not in known:
            known[key] = _matches(texts, wanted, known)
        hits = np.append(known[key], np.False_)
        found: Found = hits[cells.indices.fill_null(len(texts)).to_numpy(zero_copy_only=False)]
        return found
    if kinds.is_string(own) or kinds.is_large_string(own):
        return _in_texts(cells, wanted)
    if kinds.is_float64(own) or kinds.is_float32(own):
        return _in_floats(cells, wanted)
    if kinds.is_integer(own):
        return _in_integers(cells, wanted)
    if kinds.is_temporal(own):
        return _in_texts(kernels.cast(cells, arrow.string()), wanted)
    return _one_by_one(cells, wanted)


def _one_by_one(cells: Any, wanted: Wanted) -> Found:  # noqa: ANN401 - an array of pyarrow
    found = np.zeros(len(cells), np.bool_)
    for start in range(0, len(cells), _FEW):
        texts = texts_of(cells.slice(start, _FEW))
        found[start : start + _FEW] = [wanted.is_in(text) for text in texts]
    return found


def _in_texts(texts: Any, wanted: Wanted) -> Found:  # noqa: ANN401 - an array of pyarrow
    if wanted.has_no_case:
        return _holding(texts, wanted.folded)
    are_ascii = _as_bools(kernels.string_is_ascii(texts), where_null=True)
    found = np.zeros(len(texts), np.bool_)
    if wanted.is_ascii:
        found = _holding(kernels.ascii_lower(texts), wanted.folded)
    if not are_ascii.all():
        others = ~are_ascii & ~found
        found[others] |= _in_any_script(texts.filter(arrow.array(others)), wanted)
    return found


def _in_any_script(texts: Any, wanted: Wanted) -> Found:  # noqa: ANN401 - an array of pyarrow
    """Return which texts hold one where letters of any script may be capital or small."""
    found = _holding(texts, wanted.folded, ignore_case=True)
    # Letters that become several, such as a sharp s, are unknown to Arrow.
    unusual = ~found & _as_bools(kernels.match_substring_regex(texts, _becoming_several()))
    if unusual.any():
        found[unusual] = _one_by_one(texts.filter(arrow.array(unusual)), wanted)
    return found


@lru_cache(maxsize=1)
def _becoming_several() -> str:
    """Return a pattern for the letters that are several, or another script's, when folded."""
    several = (chr(code) for code in range(128, sys.maxunicode + 1))
    return f"[{''.join(letter for letter in several if len(letter.casefold()) > 1)}]"


def _in_integers(cells: Any, wanted: Wanted) -> Found:  # noqa: ANN401 - an array of pyarrow
    """Return which whole numbers hold a text; where few are different, each is written once."""
    if not wanted.may_be_in_numbers:
        return np.zeros(len(cells), np.bool_)
    low, high = kernels.min_max(cells).values()
    is_narrow = low.is_valid and (high.as_py() - low.as_py()) * _NARROW < len(cells)
    if cells.null_count or not is_narrow:
        return _in_texts(kernels.cast(cells, arrow.string()), wanted)
    values = cells.to_numpy()
    numbers = arrow.array(range(low.as_py(), high.as_py() + 1), cells.type)
    places = (values - values.min()).view(f"u{values.itemsize}")  # beyond the type it goes round
    found: Found = _in_texts(kernels.cast(numbers, arrow.string()), wanted)[places]
    return found


def _in_floats(cells: Any, wanted: Wanted) -> Found:  # noqa: ANN401 - an array of pyarrow
    """Return which numbers hold a text as Python writes them: 0.5, 3.0, 1e-05."""
    found = np.zeros(len(cells), np.bool_)
    if not wanted.may_be_in_numbers:
        return found
    values = cells.fill_null(float("nan")).to_numpy(zero_copy_only=False)
    sizes, has_no_fraction = np.abs(values), values == np.trunc(values)
    is_whole = has_no_fraction & (sizes < _WHOLE[values.dtype])
    is_whole &= (values != 0) | ~np.signbit(values)
    usual = ~has_no_fraction & (sizes >= _SMALLEST) & (sizes < _LARGEST)
    if wanted.may_be_in_usual_numbers:
        if usual.all():
            return _in_usual(values, wanted)
        found[usual] = _in_usual(values[usual], wanted)
        if is_whole.any():
            texts = kernels.cast(arrow.array(values[is_whole].astype(np.int64)), arrow.string())
            texts = kernels.binary_join_element_wise(texts, "0", ".")
            found[is_whole] = _holding(texts, wanted.folded)
    rest = ~(usual | is_whole | np.isnan(values))
    if rest.any():
        found[rest] = _one_by_one(arrow.array(values[rest]), wanted)
    return found


def _in_usual(values: NDArray[np.floating], wanted: Wanted) -> Found:
    """Return which numbers that are written without a power of ten hold a text.

    What has a point is told from the digits around it: the texts of those numbers alone are
    written that lie so near to another digit that the product may be off.
    """
    around = wanted.around_point
    if around is None or not len(values):
        return _holding(kernels.cast(arrow.array(values), arrow.string()), wanted.folded)
    sizes = np.abs(values, dtype=np.float64) * 10.0**around.n_behind
    off = _NEAR * float(np.finfo(values.dtype).eps)
    least, most = (sizes * (1 - off)).astype(np.int64), (sizes * (1 + off)).astype(np.int64)
    found, near = around.fits(least), np.flatnonzero(least != most)
    if around.is_negative:
        found &= values < 0
    found[near] |= around.fits(most[near])
    found[most - least > 1] = True  # digits lie between, which neither of the two has
    unsure = np.flatnonzero(found) if around.is_cut else near[found[near]]
    texts = kernels.cast(arrow.array(values[unsure]), arrow.string())
    found[unsure] = _holding(texts, wanted.folded)
    return found


def _holding(texts: Any, wanted: str, *, ignore_case: bool = False) -> Found:  # noqa: ANN401 - an array of pyarrow
    sought = wanted.encode()
    is_plain = arrow.types.is_string(texts.type) and not texts.null_count and not ignore_case
    if is_plain and len(sought) > 1:
        return _holding_bytes(texts, sought)
    return _as_bools(kernels.match_substring(texts, wanted, ignore_case=ignore_case))


def _holding_bytes(texts: Any, wanted: bytes) -> Found:  # noqa: ANN401 - an array of pyarrow
    """Return which texts hold some bytes: all of them are looked through at once."""
    found = np.zeros(len(texts), np.bool_)
    bounds = offsets_of(texts)
    n_places = int(bounds[-1]) - int(bounds[0]) - len(wanted) + 1
    if n_places <= 0:
        return found
    data = np.frombuffer(texts.buffers()[2], np.uint8)[bounds[0] :]
    is_place = data[:n_places] == wanted[0]
    for place, byte in enumerate(wanted[1:], start=1):
        is_place &= data[place : place + n_places] == byte
    starts = np.flatnonzero(is_place).astype(np.int32) + bounds[0]
    rows = np.searchsorted(bounds[1:], starts, side="right")
    # The others begin in one text and end in the next.
    found[rows[starts + len(wanted) <= bounds[1:][rows]]] = True
    return found


def _as_bools(answers: Any, *, where_null: bool = False) -> Found:  # noqa: ANN401 - an array of pyarrow
    found: Found = answers.fill_null(where_null).to_numpy(zero_copy_only=False)
    return found if found.flags.writeable else found.copy()
