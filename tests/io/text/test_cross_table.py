"""Cross tables of statistical programs: what is one, and what only looks alike."""

from __future__ import annotations

import pytest

from evalgui.io.text.cross_table import plain_rows, plain_text

SPSS = "\t\t\tdisease\t\tTotal\n\t\t\tno\tyes\t\n"
ROWS = (
    "test\tneg\tCount\t14\t5\t19\n\t\t% of Total\t46.7%\t16.7%\t63.3%\n"
    "\tpos\tCount\t2\t9\t11\n\t\t% of Total\t6.7%\t30.0%\t36.7%\n"
)
PLAIN = "test / disease\tno\tyes\tTotal\nneg\t14\t5\t19\npos\t2\t9\t11\n"
DRAWN = """
            |        disease
       test |no disease    disease |     Total
------------+----------------------+----------
     healthy |     1,140          5 |     1,145
   ill so so |        10         45 |        55
"""


@pytest.mark.parametrize("word", ["Count", "Anzahl", "Effectif", "Recuento", "Частота"])
@pytest.mark.parametrize("below", ["", "Total\t\tCount\t16\t14\t30\n\na. No cell is small.\n"])
def test_that_of_nested_rows_the_counts_are_left(word: str, below: str) -> None:
    text = f"test * disease Crosstabulation\n{SPSS}{ROWS}{below}".replace("Count", word)
    assert plain_text(text) == PLAIN + ("Total\t16\t14\t30\n" if below else "")


def test_that_classes_of_several_words_stand_above_the_ends_of_drawn_counts() -> None:
    found = plain_text(DRAWN)
    assert found is not None
    assert [line.split("\t") for line in found.splitlines()] == [
        ["test / disease", "no disease", "disease", "Total"],
        ["healthy", "1140", "5", "1145"],
        ["ill so so", "10", "45", "55"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "id,truth,score\na,1,0.5\nb,0,0.2\n",
        ",a,b\na,3,1\nb,0,4\n",  # which is plain
        SPSS,
        SPSS + ROWS.replace("Count", "Expected Count"),
        SPSS + ROWS.replace("14", "14.5"),
        SPSS.replace("Total", "p") + ROWS,
        SPSS + ROWS.replace("test", ""),
        "one\ttwo\n" + SPSS + ROWS,
        "a b c\nx\n1 2 3\n",
        "a b c\nx\n1 2 3\n4 5\n",
        "a b c\nx\nu 2 3.5\nv 4 5\n",
        DRAWN.replace("45", "4.5"),
        DRAWN.replace("-", " "),
        DRAWN.replace("no disease", " " * 10),
        "\x00\t" * 30,
        "|\n--\n|\n",
        " id | truth | score\n----+-------+------\n  1 | 0 | 5\n  2 | 1 | 7\n  3 | 0 | 4\n",
        "1 0 1\n5\n1 2 3\n4 5 6\n",
    ],
)
def test_that_other_texts_stay_as_they_are(text: str) -> None:
    assert plain_text(text) is None


def test_that_cells_of_a_sheet_are_read_alike() -> None:
    rows = [line.split("\t") for line in (SPSS + ROWS).splitlines()]
    found = plain_rows(rows)
    assert found is not None
    assert ["\t".join(row) for row in found] == PLAIN.splitlines()
    assert plain_rows([*rows, *[["", "", "Count", "1", "2", "3"]] * 100_000]) is None
