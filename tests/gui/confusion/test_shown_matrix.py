"""The displayed matrix as a value: cells, shares, orders, names and text."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.confusion import ClassOrder, ConfusionMatrix
from evalgui.core.counts import Counts
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.confusion.shown_matrix import LEVELS, Cell, Shares, ShownMatrix

COUNTS = Counts(tp=91, fp=12, fn=9, tn=188)
# c is never true; b has the greater error, a the greater size.
THREE = ConfusionMatrix(("b", "a", "c"), np.array([[2, 1, 1], [2, 7, 1], [0, 0, 0]]))


def of_outcomes(counts: Counts, positive: str = "ill", negative: str = "well") -> ShownMatrix:
    cells = np.array([[counts.tp, counts.fn], [counts.fp, counts.tn]])
    return ShownMatrix(ConfusionMatrix((positive, negative), cells), has_outcomes=True)


def swapped(shown: ShownMatrix) -> ShownMatrix:
    return ShownMatrix(shown.matrix, shown.has_outcomes, rows_are_actual=False)


def cells(shown: ShownMatrix) -> list[list[Cell]]:
    return [[shown.cell(row, column) for column in range(shown.k)] for row in range(shown.k)]


def level(share: float) -> int:
    return min(LEVELS, int(share * LEVELS) + 1)


def test_that_the_four_counts_stand_in_reading_order() -> None:
    shown = of_outcomes(COUNTS)
    assert [[cell.name for cell in line] for line in cells(shown)] == [["TP", "FN"], ["FP", "TN"]]
    assert [[cell.count for cell in line] for line in cells(shown)] == [["91", "9"], ["12", "188"]]
    assert shown.share(0, 0) == 0.91
    assert shown.share(1, 0) == 12 / 200
    assert shown.cell(0, 0).of_what == "of actual positives"
    assert shown.cell(1, 1).of_what == "of actual negatives"
    assert shown.levels.tolist() == [
        [level(0.91), level(0.09)],
        [level(12 / 200), level(188 / 200)],
    ]


def test_that_swapped_axes_show_shares_of_the_calls() -> None:
    shown = swapped(of_outcomes(COUNTS))
    assert [[cell.name for cell in line] for line in cells(shown)] == [["TP", "FP"], ["FN", "TN"]]
    assert shown.share(0, 1) == 12 / 103
    assert shown.levels[0, 1] == level(12 / 103)
    assert shown.cell(0, 1).of_what == "of predicted positives"
    assert shown.at(0, 1) == (1, 0)
    assert shown.place_of(1, 0) == (0, 1)


def test_that_an_empty_row_has_no_share_and_says_so() -> None:
    shown = swapped(of_outcomes(Counts(tp=0, fp=0, fn=3, tn=4)))
    assert math.isnan(shown.share(0, 0))
    assert shown.levels[0].tolist() == [0, 0]
    assert shown.described(0, 0) == "true positive: 0 rows, no predicted positives"
    three = ShownMatrix(THREE)
    assert three.cell(2, 1).of_what == "no actual c"
    assert three.about_head(2, 0) == "c\ntrue of no row, called in 2 rows"
    assert three.about_head(1, 0) == "a\ntrue of 10 rows, called in 8 rows"


def test_that_more_classes_have_no_outcomes() -> None:
    shown = ShownMatrix(THREE)
    assert {cell.name for line in cells(shown) for cell in line} == {""}
    assert shown.cell(1, 1).of_what == "of actual a"
    assert shown.described(1, 0).startswith("actual a, predicted b: 2 rows, 20.0")
    assert shown.brief(1, 0).startswith("a called b: 2 rows, 20.0")
    assert shown.brief(0, 1).startswith("b called a: 1 row, 25.0")


@pytest.mark.parametrize("rows_are_actual", [True, False])
@pytest.mark.parametrize("order", [None, *ClassOrder])
@pytest.mark.parametrize("shares", list(Shares))
def test_that_every_display_shows_the_same_counts_and_fitting_shares(
    rows_are_actual: bool, order: ClassOrder | None, shares: Shares
) -> None:
    shown = ShownMatrix(THREE, rows_are_actual=rows_are_actual, shares=shares, order=order)
    largest = {Shares.COUNTS: 7, Shares.OVERALL: 7}.get(shares, 1)
    for row in range(3):
        for column in range(3):
            cell = shown.cell(row, column)
            count = int(THREE.counts[cell.actual, cell.predicted])
            assert shown.count(row, column) == count
            assert shown.place_of(cell.actual, cell.predicted) == (row, column)
            axis = (cell.actual, cell.predicted) if rows_are_actual else shown.at(row, column)[::-1]
            totals = (THREE.actual, THREE.predicted)[:: 1 if rows_are_actual else -1]
            whole = {
                Shares.COLUMN: totals[1][axis[1]],
                Shares.OVERALL: THREE.n,
                Shares.COUNTS: 0,
            }.get(shares, totals[0][axis[0]])
            if whole == 0:
                assert math.isnan(shown.share(row, column))
            else:
                assert shown.share(row, column) == count / whole
            if shares in {Shares.ROW, Shares.COLUMN}:
                assert shown.levels[row, column] == (level(count / whole) if whole else 0)
            elif shares is not Shares.ERRORS:
                assert shown.levels[row, column] == level(count / largest)


def test_that_errors_alone_leave_the_diagonal_out_and_use_the_whole_scale() -> None:
    shown = ShownMatrix(THREE, shares=Shares.ERRORS)
    assert shown.levels.tolist() == [
        [0, LEVELS, LEVELS],  # a quarter of b is called a, and c: the greatest
        [level(0.8), 0, level(0.4)],
        [0, 0, 0],
    ]


def test_that_classes_are_sorted_by_name_size_and_error() -> None:
    names = {order: ShownMatrix(THREE, order=order).names for order in (None, *ClassOrder)}
    assert names[None] == ("b", "a", "c")
    assert names[ClassOrder.NAME] == ("a", "b", "c")
    assert names[ClassOrder.SIZE] == ("a", "b", "c")
    assert names[ClassOrder.ERROR] == ("b", "a", "c")


def test_that_a_whole_row_and_a_whole_column_are_the_cells_of_a_class() -> None:
    shown = ShownMatrix(THREE, order=ClassOrder.NAME)
    assert shown.cells_at(0, 3) == ((1, 1), (1, 0), (1, 2))
    assert shown.cells_at(3, 2) == ((1, 2), (0, 2), (2, 2))
    assert swapped(shown).cells_at(0, 3) == ((0, 0), (1, 0), (2, 0))


def test_that_the_text_has_labels_and_totals() -> None:
    assert of_outcomes(COUNTS, "ill", "well\tor so").as_table() == (
        "actual \\ predicted\till\twell or so\ttotal\n"
        "ill\t91\t9\t100\n"
        "well or so\t12\t188\t200\n"
        "total\t103\t197\t300\n"
    )
    shown = ShownMatrix(THREE, rows_are_actual=False, order=ClassOrder.NAME)
    assert shown.as_table().splitlines() == [
        "predicted \\ actual\ta\tb\tc\ttotal",
        "a\t7\t1\t0\t8",
        "b\t2\t2\t0\t4",
        "c\t1\t1\t0\t2",
        "total\t10\t4\t0\t14",
    ]


def test_that_sums_of_weights_are_as_short_as_weights_are() -> None:
    parts, squares = np.array([[1, 2, 421], [327, 0, 3], [7, 1, 1]]), np.ones((3, 3))
    weighed = ConfusionMatrix(("b", "a", "c"), parts, 0, 10.0, squares).in_weights
    shown = ShownMatrix(weighed)
    assert shown.as_table().splitlines() == [
        "actual \\ predicted\tb\ta\tc\ttotal",
        "b\t0.1\t0.2\t42.1\t42.4",
        "a\t32.7\t0.0\t0.3\t33.0",
        "c\t0.7\t0.1\t0.1\t0.9",
        "total\t33.5\t0.3\t42.5\t76.3",
    ]
    assert [shown.count(place, 3) for place in range(4)] == [42.4, 33.0, 0.9, 76.3]
    assert shown.fraction(0, 2) == (42.1, 42.4)


def test_that_shares_leave_with_every_digit_and_nothing_where_undefined() -> None:
    assert ShownMatrix(THREE).as_table(of_shares=True).splitlines() == [
        "share of the row: actual \\ predicted\tb\ta\tc",
        "b\t0.5\t0.25\t0.25",
        "a\t0.2\t0.7\t0.1",
        "c\t\t\t",
    ]
    by_column = ShownMatrix(THREE, rows_are_actual=False, shares=Shares.COLUMN)
    assert by_column.as_table(of_shares=True).splitlines()[1] == "b\t0.5\t0.2\t"
    overall = ShownMatrix(THREE, shares=Shares.OVERALL).as_table(of_shares=True)
    assert overall.splitlines()[2] == f"a\t{2 / 14!r}\t0.5\t{1 / 14!r}"


@pytest.mark.parametrize(
    ("vocabulary", "names", "axes", "described"),
    [
        (
            Vocabulary.CLINICAL,
            [["TP", "FN"], ["FP", "TN"]],
            ("condition", "test result"),
            "false positive: 12 rows, 6.0 % of healthy subjects",
        ),
        (
            Vocabulary.BIOMETRICS,
            [["TM", "FNM"], ["FM", "TNM"]],
            ("comparison", "decision"),
            "false match: 12 rows, 6.0 % of impostor comparisons",
        ),
        (
            Vocabulary.SPEAKER,
            [["Hit", "Miss"], ["FA", "CR"]],
            ("trial", "decision"),
            "false alarm: 12 rows, 6.0 % of non-target trials",
        ),
    ],
)
def test_that_outcomes_and_axes_have_the_words_of_the_field(
    vocabulary: Vocabulary, names: list[list[str]], axes: tuple[str, str], described: str
) -> None:
    shown = replace(of_outcomes(COUNTS), words=words_in(vocabulary))
    assert [[cell.name for cell in line] for line in cells(shown)] == names
    assert shown.axes == axes
    assert shown.heads(0) == ("ill", "well")
    assert shown.heads(1) == words_in(vocabulary).calls
    assert shown.described(1, 0).replace("\N{NARROW NO-BREAK SPACE}", " ") == described
    assert shown.names == ("ill", "well")  # the user's own words
    turned = replace(shown, rows_are_actual=False)
    assert (turned.heads(0), turned.heads(1)) == (shown.heads(1), shown.heads(0))
    assert turned.axes == axes[::-1]
    assert turned.as_table().split("\t")[0] == f"{axes[1]} \\ {axes[0]}"


@pytest.mark.parametrize(
    ("vocabulary", "of_what", "nothing"),
    [
        (Vocabulary.CLINICAL, "of positive tests", "no positive tests"),
        (Vocabulary.BIOMETRICS, "of matches", "no matches"),
        (Vocabulary.SPEAKER, "of accepted trials", "no accepted trials"),
    ],
)
def test_that_shares_of_calls_say_so_in_the_words_of_the_field(
    vocabulary: Vocabulary, of_what: str, nothing: str
) -> None:
    words = words_in(vocabulary)
    shown = replace(of_outcomes(COUNTS), shares=Shares.COLUMN, words=words)
    assert shown.cell(0, 0).of_what == of_what
    empty = replace(of_outcomes(Counts(0, 0, 5, 5)), shares=Shares.COLUMN, words=words)
    assert empty.cell(0, 0).of_what == nothing


def test_that_many_classes_are_told_with_the_sides_of_the_field() -> None:
    shown = ShownMatrix(THREE, words=words_in(Vocabulary.CLINICAL))
    assert shown.long_name(0, 1) == "condition b, test result a"
    assert shown.cell(0, 0).of_what == "of condition b"
    assert shown.names_of_choices == ("Rows with the Condition", "Rows with the Test Result")
