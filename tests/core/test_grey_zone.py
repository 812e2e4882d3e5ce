"""One function tells which scores are called what: read back, it calls rows as the counts do."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from evalgui.core.dataset import Score
from evalgui.core.grey_zone import called_between, decision
from evalgui.core.score_table import is_called_positive

VALUES = np.array([-math.inf, -2.0, 0.0, 1.0, 2.0, 2.0, 3.0, 7.0, math.inf])
AT_LEAST, AT_MOST = "\N{GREATER-THAN OR EQUAL TO}", "\N{LESS-THAN OR EQUAL TO}"


def read(words):
    """Return which values lie where some words say, such as "3 to < 7"."""
    found = np.ones(len(VALUES), dtype=bool)
    parts = words.split(" to ")
    for place, part in enumerate(parts):
        sign, number = re.fullmatch(r"(\S+ )?(\S+)", part).groups()
        at = float(number)
        is_last = place > 0
        known = {f"{AT_LEAST} ": at <= VALUES, f"{AT_MOST} ": at >= VALUES}
        known |= {"< ": at > VALUES, "> ": at < VALUES}
        known[None] = at >= VALUES if is_last else at <= VALUES
        found &= known[sign]
    return found


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("second", [None, -2.0, 1.5, 2.0, 7.0, math.inf])
@pytest.mark.parametrize("threshold", [-2.0, 0.5, 2.0, 7.0])
def test_that_what_is_told_is_what_is_called(threshold, second, higher):
    if second == threshold:
        return
    score = Score("x", VALUES, higher_is_positive=higher)
    found = decision(score, threshold, second, lambda one: format(one, "g"))
    ends = [threshold] if second is None else [threshold, second]
    calls = [is_called_positive(VALUES, end, higher_is_positive=higher) for end in ends]
    assert read(found.positive).tolist() == np.all(calls, axis=0).tolist()
    assert read(found.negative).tolist() == (~np.any(calls, axis=0)).tolist()
    if second is None:
        assert found.indeterminate == ""
    else:
        between = called_between(score, threshold, second)
        assert read(found.indeterminate).tolist() == between.tolist()


def test_that_a_line_that_calls_nothing_has_no_sign_before_it():
    score = Score("x", VALUES)
    found = decision(score, 2.0, math.nan, lambda one: "> inf" if math.isnan(one) else "2")
    assert found == ("> inf", "< 2", f"{AT_LEAST} 2")
    assert (
        found.told("Match", "no match") == f"Match > inf, indeterminate {AT_LEAST} 2, no match < 2"
    )
    assert decision(score, 2.0, None, str).told("Match", "no match") == f"Match {AT_LEAST} 2.0"
