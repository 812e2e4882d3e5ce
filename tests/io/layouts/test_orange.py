"""Tables of Orange: the rows of types and flags are no data, and the class is the truth."""

from __future__ import annotations

import pytest

from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source

BODY = "".join(f"P{n}\t{'ill' if n % 2 else 'well'}\t0.{n:02}\n" for n in range(20))
NAMES = "id\tdiagnosis\tscore\n"


def loaded(text: str):
    return load_source(Source.from_bytes("a.tab", text.encode()))


@pytest.mark.parametrize(
    "above",
    [
        "string\tdiscrete\tcontinuous\nmeta\tclass\t\n",
        "s\td\tc\nmeta\tclass\t\n",
        "string\till well\tcontinuous\nm\tc\t\n",
        "string\tdiscrete\tcontinuous\nmeta\tclass\n",
        "string\tcategorical\tnumeric\nmeta\tclass\tformat=%.3f\n",
    ],
)
def test_that_three_rows_stand_above_the_data(above: str) -> None:
    found = loaded(NAMES + above + BODY)
    table = found.table
    assert table.how.format == "Orange table"
    assert (table.n_rows, table.exclusions) == (20, ())
    assert [column.text(0) for column in table.columns] == ["P0", "well", "0.00"]
    assert table.place(0) == "row 1 (line 4)"
    assert [finding.code for finding in table.findings] == ["header_rows"]
    roles = found.proposal.roles
    assert (roles.truth, roles.scores) == ("diagnosis", ("score",))


def test_that_the_row_of_flags_may_be_empty() -> None:
    found = loaded(NAMES + "string\tdiscrete\tcontinuous\n\t\t\n" + BODY)
    assert found.table.n_rows == 20
    assert found.table.place(0) == "row 1 (line 4)"
    assert [finding.code for finding in found.table.findings] == ["header_rows"]


def test_that_rows_in_doubt_keep_their_numbers() -> None:
    found = loaded(NAMES + "s\td\tc\nmeta\tclass\t\n" + BODY + "P20\till\t0.5\textra\n")
    (exclusion,) = found.table.exclusions
    assert exclusion.rows.tolist() == [21]


@pytest.mark.parametrize(
    "text",
    [
        "truth\tprediction\nc\td\nd\td\nc\tc\nd\tc\n",
        "word\tkind\tscore\nstring\tclass\t0.5\nmeta\tclass\t0.25\n",
        "a\tb\n\n\n1\t0.5\n0\t0.25\n",
    ],
)
def test_that_other_tables_are_none_of_orange(text: str) -> None:
    assert loaded(text).table.how.format != "Orange table"
