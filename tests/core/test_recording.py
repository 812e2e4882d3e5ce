"""Formulas that are recorded and replayed, beside the same formulas of whole arrays."""

from __future__ import annotations

import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.recording import Recorded, Recording, Replay, aligned

NUMBERS = st.sampled_from([0.0, -0.0, 1.0, 2, 3, 0.1, -7.5, 10**20])
DOUBLES = st.floats(allow_nan=True, allow_infinity=True)
BINARY = (np.add, np.subtract, np.multiply, np.true_divide)
UNARY = (np.sqrt, np.abs, np.negative)


def replayed(formula, *inputs):
    """Return what a formula results in, computed by a replay."""
    recording = Recording(len(inputs))
    results = formula(*recording.inputs)
    distinct = {one.place: one for one in results}
    filled = {place: np.full(len(inputs[0]), 99.0) for place in distinct}
    Replay(recording, list(distinct.values()))(inputs, list(filled.values()))
    return [filled[one.place] for one in results]


@st.composite
def formulas(draw):
    """Draw functions of two arrays that return some of what they compute on the way."""
    made_before = st.integers(0, 30).map(lambda number: ("made", number))
    either = st.one_of(made_before, NUMBERS)
    steps = st.one_of(
        st.tuples(st.sampled_from(UNARY), made_before),
        st.tuples(st.sampled_from(BINARY), made_before, either),
        st.tuples(st.sampled_from(BINARY), either, made_before),
        st.tuples(st.just(where_greater), made_before, made_before, either),
    )
    recipe = draw(st.lists(steps, min_size=1, max_size=25))
    wanted = draw(st.lists(st.integers(0, 30), min_size=1, max_size=5))

    def formula(first, second):
        made = [first, second]
        for function, *operands in recipe:
            given = [
                made[one[1] % len(made)] if isinstance(one, tuple) else one for one in operands
            ]
            made.append(function(*given))
        return [made[number % len(made)] for number in wanted]

    return formula


def where_greater(a, b, otherwise):
    return np.where(a > b, a, otherwise)


@given(
    formula=formulas(),
    rows=st.lists(st.tuples(DOUBLES, DOUBLES), min_size=1, max_size=20),
)
def test_that_a_replay_has_every_bit_of_the_formula(formula, rows):
    first, second = (np.array(column) for column in zip(*rows, strict=True))
    with np.errstate(all="ignore"):
        expected = formula(first, second)
        found = replayed(formula, first, second)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_array_equal(ours, theirs)
        defined = ~np.isnan(theirs)
        np.testing.assert_array_equal(np.signbit(ours[defined]), np.signbit(theirs[defined]))


def test_that_a_step_is_recorded_once_whoever_asks_for_it():
    recording = Recording(2)
    a, b = recording.inputs
    assert a + b is b + a
    assert 2 * a is a * 2.0
    assert a / b is not b / a
    assert a - b is not b - a
    assert a * 0.0 is not a * -0.0
    assert len(recording.steps) == 8


def test_that_what_is_read_for_the_last_time_makes_room():
    n = 100_000

    def formula(a):
        for number in range(2, 60):
            a = np.sqrt(a * a + number) - number
        return [a]

    values = np.linspace(0.0, 1.0, n)
    tracemalloc.start()
    found = replayed(formula, values)
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    np.testing.assert_array_equal(found[0], formula(values)[0])
    assert used < 3 * n * 8  # the result, one buffer and little else


def test_that_what_two_threads_keep_meanwhile_is_their_own():
    both = threading.Barrier(2, timeout=60)

    def meet(values, out):
        both.wait()
        np.copyto(out, values)

    recording = Recording(1)
    (values,) = recording.inputs
    kept = values + 1
    met = recording.add(meet, (values,), np.dtype(np.float64))
    replay = Replay(recording, [kept * met])

    def product(start):
        result = np.empty(1000)
        replay([np.arange(1000) + start], [result])
        return result

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(product, [0.0, 5.0]))
    for start, result in zip([0.0, 5.0], found, strict=True):
        np.testing.assert_array_equal(
            result, (np.arange(1000) + start + 1) * (np.arange(1000) + start)
        )


def test_that_a_result_may_be_wanted_twice_and_a_number_in_every_row():
    recording = Recording(1)
    (values,) = recording.inputs
    double = 2 * values
    results = [np.empty(3) for _ in range(5)]
    Replay(recording, [double, 7, values, double, double + 1])([np.arange(3.0)], results)
    assert [one.tolist() for one in results] == [
        [0.0, 2.0, 4.0],
        [7.0, 7.0, 7.0],
        [0.0, 1.0, 2.0],
        [0.0, 2.0, 4.0],
        [1.0, 3.0, 5.0],
    ]


def test_that_nothing_is_done_that_nobody_asks_for():
    def never(*_values, **_out):
        raise AssertionError

    recording = Recording(1)
    (values,) = recording.inputs
    recording.add(never, (values + 1,), np.dtype(np.float64))
    result = np.empty(2)
    Replay(recording, [values - 1])([np.arange(2.0)], [result])
    assert result.tolist() == [-1.0, 0.0]


def test_that_a_block_may_be_longer_than_those_before_it():
    recording = Recording(1)
    replay = Replay(recording, [(recording.inputs[0] + 1) * 2])
    for n in (3, 5, 2):
        result = np.empty(n)
        replay([np.arange(n)], [result])
        assert result.tolist() == [2.0 * (value + 1) for value in range(n)]


def refuses_if(a):
    return a if a > 0 else -a


def refuses_in_place(a):
    a += 1
    return a


@pytest.mark.parametrize(
    "formula",
    [
        refuses_if,
        refuses_in_place,
        np.sum,
        np.add.reduce,
        np.add.accumulate,
        np.modf,
        np.sort,
        np.where,
        np.asarray,
        lambda values: values @ values,
        lambda values: divmod(values, 2),
        lambda values: np.add.outer(values, values),
        float,
    ],
)
def test_that_what_needs_the_numbers_says_so(formula):
    (values,) = Recording(1).inputs
    with pytest.raises(TypeError):
        formula(values)


@pytest.mark.parametrize("n", [1, 7, 1000])
def test_that_an_array_begins_with_a_line_of_the_cache(n):
    for dtype in (np.dtype(np.float64), np.dtype(np.bool_)):
        array = aligned(n, dtype)
        assert array.ctypes.data % 64 == 0
        assert array.shape == (n,)
        assert array.dtype == dtype


def test_that_truth_values_are_recorded_as_such():
    (values,) = Recording(1).inputs
    assert isinstance(values > 0, Recorded)
    assert (values > 0).dtype == np.bool_
    assert ((values > 0) & (values < 1)).dtype == np.bool_
    assert (values + 1).dtype == np.float64
