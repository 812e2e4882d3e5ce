"""Rows that repeat the header, in any case and behind a byte order mark."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.io.table.notes import header_again

_NAMES = ("truth", "score")
_SPELLINGS = ("truth", "TRUTH", "Truth", "\ufefftruth")
# As long as a spelling, or with the same first letter, or empty.
_OTHERS = ("", "alive", "genuine", "impostor", "trust", "tooth", "\ufefftrust", "t", "Trüth")


@pytest.mark.parametrize("spelling", _SPELLINGS)
def test_that_a_header_is_found_again_in_any_spelling(spelling: str) -> None:
    cells = pa.chunked_array([["impostor", "alive"], ["tooth", spelling, "genuine"]])
    others = pa.chunked_array([["1", "2", "3", "Score", "5"]])
    assert header_again([cells, others], [_NAMES]) == [(3, 1)]


@given(
    cells=st.lists(st.lists(st.sampled_from(_SPELLINGS + _OTHERS), max_size=6), max_size=4),
    cut=st.integers(0, 3),
)
@settings(deadline=None)
def test_that_every_repetition_is_found_and_nothing_else(cells: list[list[str]], cut: int) -> None:
    # Pieces of longer ones, as a text is read in.
    chunks = [pa.array(["truth"] * cut + part, pa.string()).slice(cut) for part in cells]
    column = pa.chunked_array(chunks, pa.string())
    scores = pa.chunked_array([["score"] * len(column)], pa.string())
    wanted = np.flatnonzero([text in _SPELLINGS for text in column.to_pylist()])
    assert header_again([column, scores], [_NAMES]) == [(int(row), 1) for row in wanted]
