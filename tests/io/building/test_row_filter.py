import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import DataError
from evalgui.core.row_expressions import equals
from evalgui.io.building.row_filter import choose_rows
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read

TEXT = b"""site,age,study arm,dose,limit
A,61,x,1.5,2
B,70, y ,2.5,2
A,,x,,1
 A ,60,z,3,3
"""


def table_of(data=TEXT):
    return read(Source.from_bytes("a.csv", data))


@pytest.mark.parametrize(
    ("expression", "chosen", "undecided"),
    [
        ('site == "A"', [0, 2, 3], []),
        ("site != 'A'", [1], []),
        ('site == "A" and age > 60', [0], [2]),
        ("age >= 60 and age < 70", [0, 3], [2]),
        ("60 < age <= 70", [0, 1], [2]),
        ("not age > 60", [3], [2]),
        ('age > 65 or site == "A"', [0, 1, 2, 3], []),
        ("missing(age)", [2], []),
        ("not missing(age)", [0, 1, 3], []),
        ('site in ["B", "C"]', [1], []),
        ("age in (61, 60.0)", [0, 3], [2]),
        ('age not in [61] and site == "A"', [3], [2]),
        ('`study arm` == "y"', [1], []),
        ("`study arm` == 'a`b' or contains(`study arm`, 'x')", [0, 2], []),
        ("(site == 'A') & (age == 61) | (site == 'B')", [0, 1], [2]),
        ("~(site == 'A')", [1], []),
        ("dose > limit", [1], [2]),
        ("dose > -1e3", [0, 1, 3], [2]),
        ('age == "61"', [0], []),
    ],
)
def test_an_expression_chooses_rows(expression, chosen, undecided):
    choice = choose_rows(table_of(), expression)
    assert np.flatnonzero(choice.chosen).tolist() == chosen
    assert np.flatnonzero(choice.undecided).tolist() == undecided


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "site",
        "age > ",
        "site = 'A'",
        "1 < 2",
        "site > 5",
        "nothing == 'A'",
        "site is 'A'",
        "__import__('os').system('true')",
        "site.__class__ == 'A'",
        "missing('A')",
        "contains(site)",
        "lambda: 1",
        "[x for x in site]",
        "age == True",
        "age + 1 > 2",
        "((((" * 3_000,
        "not " * 2_000 + "age > 1",
        "age > 1 \0",
        'age > "7"',
        '"100" <= age',
        "age == 9007199254740993",
        "age < " + "9" * 400,
    ],
)
def test_what_is_no_expression_is_refused(expression):
    with pytest.raises(DataError):
        choose_rows(table_of(), expression)


@given(
    column=st.sampled_from(["site", "class", "study arm", 'quoted "name"']),
    values=st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]))),
    wanted=st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"])),
)
def test_any_value_of_a_column_can_be_asked_for(column, values, wanted):
    import pyarrow as pa

    from evalgui.io.meaning.reading import Reading
    from evalgui.io.table.raw_column import RawColumn
    from evalgui.io.table.raw_table import RawTable

    texts = [*values, wanted]
    columns = (RawColumn(column, pa.chunked_array([pa.array(texts, pa.string())])),)
    table = RawTable("a.csv", columns, len(texts), Reading("text"))
    choice = choose_rows(table, equals(column, wanted))
    trimmed = [text.strip() for text in texts]
    agree = [text == wanted.strip() for text in trimmed]
    assert choice.chosen.tolist() == agree
