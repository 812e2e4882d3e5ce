"""Heads of columns: in two lines where a column is too narrow for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyleOptionHeader,
    QStyleOptionHeaderV2,
    QTableView,
    QTableWidget,
)

from evalgui.gui.results.wrapped_heads import WrappedHeads, in_halves, in_two_lines

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

NAME = "logistic_regression"


@pytest.fixture
def table(qtbot: QtBot) -> QTableWidget:
    made = QTableWidget(3, 12)
    qtbot.addWidget(made)
    made.setHorizontalHeader(WrappedHeads(made))
    made.setHorizontalHeaderLabels([NAME, *"bcdefghijkl"])
    made.resize(600, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


def heads(table: QTableWidget) -> WrappedHeads:
    found = table.horizontalHeader()
    assert isinstance(found, WrappedHeads)
    return found


def width(table: QTableWidget, words: str) -> int:
    return heads(table).fontMetrics().horizontalAdvance(words)


def test_that_a_name_has_the_lines_that_it_needs(table: QTableWidget) -> None:
    table.setColumnWidth(0, width(table, NAME) + 20)
    one = heads(table).sizeHint()
    assert heads(table).shown(0) == NAME
    table.setColumnWidth(0, width(table, "regression") + 8)
    assert heads(table).shown(0) == "logistic_\nregression"
    assert heads(table).sizeHint() - one == QSize(0, heads(table).fontMetrics().lineSpacing())


def test_that_the_table_makes_room_for_two_lines(table: QTableWidget, qtbot: QtBot) -> None:
    table.setColumnWidth(0, width(table, NAME) + 20)
    qtbot.waitUntil(lambda: heads(table).height() == heads(table).sizeHint().height())
    low = heads(table).height()
    table.setColumnWidth(0, width(table, "regression") + 8)
    qtbot.waitUntil(lambda: heads(table).height() > low)
    table.setHorizontalHeaderLabels(["a", *"bcdefghijkl"])
    qtbot.waitUntil(lambda: heads(table).height() == low)


def test_that_the_mark_of_sorting_has_its_room(table: QTableWidget) -> None:
    table.setColumnWidth(0, width(table, NAME) + 8)
    assert heads(table).shown(0) == NAME
    table.setSortingEnabled(True)
    table.sortByColumn(0, heads(table).sortIndicatorOrder())
    assert heads(table).shown(0) == "logistic_\nregression"


def test_that_a_head_of_one_word_stays_in_its_line(table: QTableWidget) -> None:
    table.setHorizontalHeaderLabels(["score", *"bcdefghijkl"])
    table.setColumnWidth(0, 200)
    low = heads(table).sizeHint().height()
    table.setSortingEnabled(True)
    table.sortByColumn(0, heads(table).sortIndicatorOrder())
    table.setColumnWidth(0, width(table, "score") + 8)
    assert (heads(table).shown(0), heads(table).sizeHint().height()) == ("score", low)


@pytest.mark.parametrize("side", [Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight])
@pytest.mark.parametrize("name", ["score", "logistic regression"])
def test_that_no_letter_stands_in_the_mark_of_sorting(
    table: QTableWidget, side: Qt.AlignmentFlag, name: str
) -> None:
    table.setHorizontalHeaderLabels([name, *"bcdefghijkl"])
    item = table.horizontalHeaderItem(0)
    assert item is not None
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    table.setColumnWidth(0, width(table, name.rsplit(maxsplit=1)[-1]) + 16)
    table.setSortingEnabled(True)
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    QApplication.processEvents()
    shape = QRect(0, 0, table.columnWidth(0), heads(table).height())
    picture = heads(table).viewport().grab(shape).toImage()
    assert heads(table).shown(0).split() == name.split()
    option = QStyleOptionHeaderV2()
    heads(table).initStyleOption(option)
    heads(table).initStyleOptionForIndex(option, 0)
    option.rect = picture.rect()
    option.sortIndicator = QStyleOptionHeader.SortIndicator.SortDown
    header_arrow = QStyle.SubElement.SE_HeaderArrow
    arrow = table.style().subElementRect(header_arrow, option, heads(table))
    ground = picture.pixelColor(arrow.left(), 3)
    beside = range(arrow.left() - 2, arrow.left())  # nothing is written up to its edge
    rows = range(arrow.top(), arrow.bottom())
    inked = [y for y in rows for x in beside if _differs(picture.pixelColor(x, y), ground)]
    assert not inked


def _differs(colour: QColor, ground: QColor) -> bool:
    return abs(colour.lightness() - ground.lightness()) > 40


def test_that_a_column_is_widened_once_where_the_mark_has_no_room(table: QTableWidget) -> None:
    table.setHorizontalHeaderLabels(["score", *"bcdefghijkl"])
    table.setColumnWidth(0, width(table, "score") + 16)
    table.setSortingEnabled(True)
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert table.columnWidth(0) == width(table, "score") + 16
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    wide = table.columnWidth(0)
    assert wide == heads(table).narrowest(0, "score") > width(table, "score") + 16
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert table.columnWidth(0) == wide
    table.setColumnWidth(0, 200)
    table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert table.columnWidth(0) == 200


def test_that_a_head_that_is_cut_is_cut_before_the_mark(table: QTableWidget) -> None:
    table.setHorizontalHeaderLabels(["Wahrscheinlichkeitsrechnung", *"bcdefghijkl"])
    table.setSortingEnabled(True)
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    table.setColumnWidth(0, 90)
    before = heads(table).shown(0)
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert table.columnWidth(0) == 90
    after = heads(table).shown(0)
    assert before.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert after.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert heads(table).narrowest(0, after) <= 90 < heads(table).narrowest(0, before)


def test_that_columns_far_to_the_right_do_not_decide(table: QTableWidget) -> None:
    low = heads(table).sizeHint().height()
    item = table.horizontalHeaderItem(11)
    assert item is not None
    item.setText(NAME * 3)
    assert heads(table).sizeHint().height() == low
    table.setColumnWidth(0, width(table, NAME) + 20)
    assert heads(table).shown(11).endswith("\N{HORIZONTAL ELLIPSIS}")
    assert "\n" not in heads(table).shown(11)


@pytest.mark.parametrize(
    ("words", "as_wide_as", "expected"),
    [
        ("A at 0.3625", "0.3625", "A at\n0.3625"),
        ("very long name of it", "name of it", "very long\nname of it"),
        ("Marker (ng/ml)", "Marker (ng/", "Marker\n(ng/ml)"),
        ("A (first/second/third)", "A (first/", "A (first/\nsecon\N{HORIZONTAL ELLIPSIS}"),
        ("shortened", "short", None),  # there is no place to part it
        ("first_extraordinarily", "first_", None),
    ],
)
def test_that_a_name_is_parted_after_a_word(
    qapp: QApplication, words: str, as_wide_as: str, expected: str | None
) -> None:
    metrics = QFontMetrics(qapp.font())
    found = in_two_lines(words, metrics, metrics.horizontalAdvance(as_wide_as) + 4)
    if expected is None:
        assert found.endswith("\N{HORIZONTAL ELLIPSIS}")
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("NT-proMarker (ng/mL)", "NT-proMarker\n(ng/mL)"),
        ("logistic_regression", "logistic_\nregression"),
        ("one and one and one", "one and\none and one"),
        ("score", "score"),
        ("", ""),
    ],
)
def test_that_a_name_is_parted_where_it_is_narrowest(
    qapp: QApplication, words: str, expected: str
) -> None:
    assert in_halves(words, QFontMetrics(qapp.font())) == expected


def test_that_the_height_is_not_asked_of_every_column(qtbot: QtBot) -> None:
    asked = []

    class Counting(QStandardItemModel):
        def headerData(
            self,
            section: int,
            orientation: Qt.Orientation,
            role: int = Qt.ItemDataRole.DisplayRole,
        ) -> object:
            asked.append(section)
            return super().headerData(section, orientation, role)

    view = QTableView()
    qtbot.addWidget(view)
    view.setHorizontalHeader(WrappedHeads(view))
    model = Counting(2, 300)
    view.setModel(model)
    asked.clear()
    model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 299)  # a height is known no more
    height = view.horizontalHeader().sizeHint().height()
    assert height > view.fontMetrics().height()
    assert len({*asked}) <= 8


def test_that_the_highest_of_the_first_heads_counts(table: QTableWidget) -> None:
    table.setColumnWidth(0, width(table, NAME) + 20)
    low, font = heads(table).sizeHint().height(), table.font()
    font.setPointSizeF(2 * font.pointSizeF())
    item = table.horizontalHeaderItem(3)
    assert item is not None
    item.setFont(font)  # as letters that another font has
    assert heads(table).sizeHint().height() > low
