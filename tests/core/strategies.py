"""What the property tests draw: scores with ties, infinities, both zeros and gaps."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

AWKWARD = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, np.inf, -np.inf, 1e-300, 1e300, 5e-324, -5e-324, 3.7]


@st.composite
def labelled_scores(
    draw: st.DrawFn, *, finite: bool = False, missing: bool = False
) -> tuple[Any, Any, bool]:
    """Draw (scores, truth, higher_is_positive) with many ties."""
    pool = [value for value in AWKWARD if not finite or np.isfinite(value)]
    numbers = st.one_of(
        st.sampled_from(pool),
        st.integers(-3, 3).map(float),
        st.floats(allow_nan=False, allow_infinity=not finite),
    )
    if missing:
        numbers = st.one_of(numbers, st.just(np.nan))
    rows = draw(st.lists(st.tuples(numbers, st.booleans()), max_size=40))
    scores = np.array([row[0] for row in rows], dtype=np.float64)
    truth = np.array([row[1] for row in rows], dtype=np.bool_)
    return scores, truth, draw(st.booleans())
