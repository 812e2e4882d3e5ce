"""Used up memory is told in words, and keeps nothing alive."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pyarrow as pa
import pytest

from evalgui.core.memory import MemoryShortError, enough_memory


@pytest.mark.parametrize(
    "error",
    [MemoryError(), pa.lib.ArrowMemoryError(), RuntimeError("can't start new thread")],
)
def test_that_used_up_memory_is_said(error: Exception) -> None:
    with pytest.raises(MemoryShortError) as caught, enough_memory("sorting", "a.csv"):
        raise error
    words = "a.csv: there is not enough memory for sorting. Close something, or open a part"
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("error", [ImportError("x"), OSError(2, "x"), RuntimeError("x")])
def test_that_other_errors_are_left_alone(error: Exception) -> None:
    with pytest.raises(type(error)) as caught, enough_memory("sorting"):
        raise error
    assert caught.value is error


class Large:
    """Stands for an array."""


def test_that_nothing_stays_in_memory() -> None:
    held: list[weakref.ref[Large]] = []

    @enough_memory("this")
    def work() -> None:
        large = Large()
        held.append(weakref.ref(large))
        np.empty(1 << 55, np.uint8)

    with pytest.raises(MemoryShortError) as caught:
        work()
    error = caught.value.with_traceback(None)
    del caught
    gc.collect()
    assert isinstance(error, MemoryShortError)
    assert held[0]() is None
