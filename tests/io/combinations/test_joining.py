"""Rows side by side: exactly those of a join done by hand."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.progress import Watch
from evalgui.io.combinations import joining
from evalgui.io.combinations.joining import join
from evalgui.io.combinations.parts import Part
from evalgui.io.combinations.shared_ids import SharedIds
from tests.io.combinations.made import table

few_ids = st.lists(
    st.tuples(st.sampled_from(["a", "b", ""]), st.sampled_from(["x", "y", "z", ""])),
    min_size=1,
    max_size=8,
)


def sides(files):
    parts = [
        Part(
            table(str(number), {"p": [p for p, _ in pairs], "q": [q for _, q in pairs]}),
            (),
            None,
            (),
        )
        for number, pairs in enumerate(files)
    ]
    ids = SharedIds(("p", "q"), (("p", "q"),) * len(files))
    return join(parts, ids, Watch())


def by_hand(files):
    """Return the rows of the whole, one tuple of row numbers each, in their order."""
    first = [{pair: pairs.index(pair) for pair in pairs if any(pair)} for pairs in files]
    rows = []
    for number, pairs in enumerate(files):
        for row, pair in enumerate(pairs):
            is_alone = not any(pair) or first[number][pair] != row
            if not is_alone and any(pair in earlier for earlier in first[:number]):
                continue
            partners = [-1] * len(files)
            partners[number] = row
            if not is_alone:
                for other in range(number + 1, len(files)):
                    partners[other] = first[other].get(pair, -1)
            rows.append((number, *partners))
    return rows


def as_rows(joined):
    columns = [joined.home.tolist(), *(rows.tolist() for rows in joined.rows)]
    return list(zip(*columns, strict=True))


@given(st.lists(few_ids, min_size=2, max_size=3))
def test_that_rows_are_matched_as_by_hand(files) -> None:
    joined = sides(files)
    assert as_rows(joined) == by_hand(files)
    for pairs, repeats in zip(files, joined.repeats, strict=True):
        expected = [
            (row, pairs.index(pair))
            for row, pair in enumerate(pairs)
            if any(pair) and pairs.index(pair) != row
        ]
        assert list(zip(repeats.rows.tolist(), repeats.first.tolist(), strict=True)) == expected


@given(st.lists(few_ids, min_size=2, max_size=3))
def test_that_ids_too_many_for_one_number_are_matched_alike(files) -> None:
    expected = as_rows(sides(files))
    limit, joining._LARGEST_KEY = joining._LARGEST_KEY, 3
    try:
        assert as_rows(sides(files)) == expected
    finally:
        joining._LARGEST_KEY = limit


@given(st.lists(st.integers(min_value=0, max_value=2**62), min_size=1, max_size=20))
def test_that_ranks_do_not_depend_on_how_large_keys_are(values) -> None:
    ranks, n = joining._ranked(np.array(values, np.int64))
    ordered = sorted(set(values))
    assert n == len(ordered)
    assert ranks.tolist() == [ordered.index(value) for value in values]


def test_that_rows_of_a_file_find_their_place() -> None:
    joined = sides([[("a", "x"), ("b", "x")], [("b", "x"), ("", "y"), ("b", "x")]])
    assert as_rows(joined) == [(0, 0, -1), (0, 1, 0), (1, -1, 1), (1, -1, 2)]
    assert joined.places_of(1, np.arange(3)).tolist() == [-1, 2, 3]
    assert joined.n_common == (1,)
