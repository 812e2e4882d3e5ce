"""The list of findings of files with few columns, and with thousands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evalgui.core.checks import Exclusion, Finding
from evalgui.gui.models.listed_findings import findings_line, listed_findings
from tests.gui.models.tables import make_dataset


class Code(str):
    """A code that counts how often any is compared."""

    __slots__ = ()
    n_compared = 0

    def __eq__(self, other: object) -> bool:
        Code.n_compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_that_findings_of_thousands_of_columns_are_not_compared_with_each_other() -> None:
    n = 3_000
    found = [Finding(Code("missing_score"), f"column {place}") for place in range(n)]
    aside = tuple(
        Exclusion("missing_score", f"none in {place}", np.array([place])) for place in range(n)
    )
    dataset = replace(make_dataset(), exclusions=aside, n_rows_in_file=-1)
    Code.n_compared = 0
    listed = listed_findings(dataset, found)
    assert Code.n_compared < 10 * n
    assert [one.words for one in listed] == [f"column {place}" for place in range(n)]
    assert [one.excluded for one in listed] == [(one,) for one in aside]


def test_that_rows_set_aside_that_no_finding_tells_of_keep_their_order() -> None:
    aside = tuple(
        Exclusion(code, f"why {place}", np.array([place]))
        for place, code in enumerate(("one", "two", "one", "three"))
    )
    dataset = replace(make_dataset(), exclusions=aside, n_rows_in_file=-1)
    listed = listed_findings(dataset, [Finding("two", "said")])
    assert [one.excluded for one in listed] == [(aside[place],) for place in (1, 0, 2, 3)]


def test_that_one_line_holds_the_first_findings_and_says_how_many_follow() -> None:
    found = [Finding("odd", f"column {place}.") for place in range(1_021)]
    line = str(findings_line(listed_findings(make_dataset(), found)))
    assert line.startswith("column 0.  \N{MIDDLE DOT}  column 1.")
    assert line.endswith("column 19.  \N{MIDDLE DOT}  1\N{NARROW NO-BREAK SPACE}001 more")
    few = findings_line(listed_findings(make_dataset(), found[:20]))
    assert str(few).endswith("column 19.")
