"""Formulas of arrays, recorded once and replayed over blocks of rows that stay in the cache.

Numpy makes a new array for each step of a formula. Over blocks that costs as much as the numbers:
the memory is new to the cache, begins between two of its lines, and goes from thread to thread.
So a formula is called once, with `Recorded` values that write down what numpy is asked for, and
a `Replay` does the same for each block in a few buffers that every thread has for itself. What
two formulas share is recorded, and computed, once.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from itertools import chain, count
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    Operand: TypeAlias = "Recorded | float"
    Number: TypeAlias = "float | NDArray[np.float64]"

_LINE = 64  # bytes of a line of the cache: an array that begins with one is read twice as fast
_DOUBLE = np.dtype(np.float64)
_EITHER_WAY = (np.add, np.multiply)
_NO_NUMBERS = "a formula that is recorded has no numbers yet: use np.where instead of if"


class Recorded(NDArrayOperatorsMixin):
    """What stands for an array of doubles, or of truth values, in a formula that is recorded.

    Operators, functions of numpy that work element by element, and ``np.where`` are recorded;
    whatever else needs the numbers themselves raises TypeError.
    """

    def __init__(self, recording: Recording, place: int, dtype: np.dtype[Any]) -> None:
        self.recording, self.place, self.dtype = recording, place, dtype

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Operand, **settings: object
    ) -> object:
        if method != "__call__" or settings or ufunc.signature is not None:
            return NotImplemented  # numpy says so in a TypeError
        types = (getattr(operand, "dtype", float) for operand in inputs)
        return self.recording.add(ufunc, inputs, ufunc.resolve_dtypes((*types, None))[-1])

    def __array_function__(
        self, function: object, _types: object, inputs: Sequence[Operand], _settings: object
    ) -> object:
        if function is not np.where or len(inputs) != len(("condition", "if true", "if false")):
            return NotImplemented
        return self.recording.add(_where, inputs, _DOUBLE)

    def __bool__(self) -> bool:
        raise TypeError(_NO_NUMBERS)

    def __array__(self, *_: object, **__: object) -> NDArray[Any]:
        raise TypeError(_NO_NUMBERS)


class _Step(NamedTuple):
    """One call: a function of arrays and numbers, and last of the array that it fills."""

    function: Callable[..., object]
    operands: tuple[Operand, ...]
    result: Recorded

    @property
    def arrays(self) -> list[Recorded]:
        """Its operands that are no numbers."""
        return [operand for operand in self.operands if isinstance(operand, Recorded)]


class Recording:
    """The steps of formulas, in order, none of them twice.

    Parameters
    ----------
    n_inputs
        How many arrays of doubles the formulas begin with.

    Examples
    --------
    >>> recording = Recording(n_inputs=2)
    >>> first, second = recording.inputs
    >>> replay = Replay(recording, [(first + second) / 2, second + first])
    >>> mean, total = np.empty(3), np.empty(3)
    >>> replay([np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.0, 5.0])], [mean, total])
    >>> mean.tolist(), total.tolist()
    ([2.0, 2.0, 4.0], [4.0, 4.0, 8.0])
    """

    def __init__(self, n_inputs: int) -> None:
        self.inputs = tuple(Recorded(self, place, _DOUBLE) for place in range(n_inputs))
        self.steps: list[_Step] = []
        self._known: dict[tuple[object, ...], Recorded] = {}

    def add(
        self,
        function: Callable[..., object],
        operands: Sequence[Operand],
        dtype: np.dtype[Any],
    ) -> Recorded:
        """Record a step, unless it is known, and return what it results in."""
        operands = tuple(_operand(one) for one in operands)
        names = [one.place if isinstance(one, Recorded) else repr(one) for one in operands]
        key = (function, *(sorted(names, key=str) if function in _EITHER_WAY else names))
        if key not in self._known:
            result = Recorded(self, len(self.inputs) + len(self.steps), dtype)
            self._known[key] = result
            self.steps.append(_Step(function, operands, result))
        return self._known[key]


class Replay:
    """What was recorded and is asked for, done with numbers in few buffers.

    Parameters
    ----------
    recording
        The steps.
    results
        What is wanted of them, in the order in which arrays for it are given; a number is
        wanted in every row.
    """

    def __init__(self, recording: Recording, results: Sequence[Operand]) -> None:
        # The steps work on the cells of one list: the results, the numbers, and the buffers.
        results = [_operand(one) for one in results]
        steps = _asked_for(recording.steps, results)
        operands = [*chain.from_iterable(step.operands for step in steps), *results]
        # Numpy takes an array without dimensions as it is, and looks at a number each time.
        self._numbers = [np.array(one) for one in operands if isinstance(one, float)]
        numbers = count(len(results))
        self._buffers = _Buffers(len(results) + len(self._numbers))
        self._calls: list[tuple[Callable[..., object], itemgetter[Any]]] = []
        wanted: dict[int, int] = {}
        for cell, one in enumerate(results):
            if isinstance(one, Recorded):
                wanted.setdefault(one.place, cell)
        cells = dict(wanted)

        def give(to: Recorded) -> int:
            if to.place not in wanted:
                cells[to.place] = self._buffers.take(to.dtype)
            return cells[to.place]

        def cell_of(one: Operand) -> int:
            return cells[one.place] if isinstance(one, Recorded) else next(numbers)

        self._inputs = [give(one) for one in recording.inputs]
        last = {one.place: index for index, step in enumerate(steps) for one in step.arrays}
        for index, step in enumerate(steps):
            at = [cell_of(one) for one in step.operands]
            # What is read for the last time may be written over: no function reads it twice.
            done = {one.place: one for one in step.arrays if last[one.place] == index}
            for place in done.keys() - wanted.keys():
                self._buffers.give_back(cells[place], done[place].dtype)
            self._calls.append((step.function, itemgetter(*at, give(step.result))))
        for cell, one in enumerate(results):
            source = cell_of(one)
            if source != cell:
                self._calls.append((np.positive, itemgetter(source, cell)))

    def __call__(self, inputs: Sequence[NDArray[Any]], results: Iterable[NDArray[Any]]) -> None:
        """Fill in the results for inputs of one length, in any thread."""
        cells = [*results, *self._numbers, *self._buffers.of_this_thread(len(inputs[0]))]
        for place, values in zip(self._inputs, inputs, strict=True):
            cells[place][:] = values
        with np.errstate(divide="ignore", invalid="ignore"):
            for function, chosen in self._calls:
                *operands, out = chosen(cells)
                function(*operands, out=out)


class _Buffers:
    """Arrays that are given out and taken back, numbered from `first`; each thread has its own."""

    def __init__(self, first: int) -> None:
        self._first = first
        self._dtypes: list[np.dtype[Any]] = []
        self._free: defaultdict[np.dtype[Any], list[int]] = defaultdict(list)
        self._own = threading.local()

    def take(self, dtype: np.dtype[Any]) -> int:
        """Return the number of a buffer that is free: the one that was used last, if any."""
        if self._free[dtype]:
            return self._free[dtype].pop()
        self._dtypes.append(dtype)
        return self._first + len(self._dtypes) - 1

    def give_back(self, number: int, dtype: np.dtype[Any]) -> None:
        """Say that a buffer is free."""
        self._free[dtype].append(number)

    def of_this_thread(self, n: int) -> list[NDArray[Any]]:
        """Return all buffers, n items of each."""
        own: list[NDArray[Any]] = getattr(self._own, "buffers", [])
        if not own or len(own[0]) < n:
            own = self._own.buffers = [aligned(n, dtype) for dtype in self._dtypes]
        return [buffer[:n] for buffer in own]


def _asked_for(steps: Sequence[_Step], results: Sequence[Operand]) -> list[_Step]:
    """Return the steps that results come from, in order."""
    asked = {one.place for one in results if isinstance(one, Recorded)}
    found = []
    for step in reversed(steps):
        if step.result.place in asked:
            asked.update(one.place for one in step.arrays)
            found.append(step)
    return found[::-1]


def _operand(one: Operand) -> Operand:
    """Return what an operand is computed with: numbers are doubles."""
    return one if isinstance(one, Recorded) else float(one)


def aligned(n: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return an array of n items that begins with a line of the cache; what it holds is left."""
    memory = np.empty(n * dtype.itemsize + _LINE, dtype=np.uint8)
    start = -memory.ctypes.data % _LINE
    return memory[start : start + n * dtype.itemsize].view(dtype)


def _where(
    condition: NDArray[np.bool_], if_true: Number, if_false: Number, out: NDArray[np.float64]
) -> None:
    """Fill in one value where a condition holds, which is seldom, and another elsewhere."""
    out[:] = np.where(condition, if_true, if_false) if condition.any() else if_false
