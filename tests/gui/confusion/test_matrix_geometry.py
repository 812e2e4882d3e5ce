"""Where cells are and what is at a pixel, at any size and zoom."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QSize

from evalgui.gui.confusion.matrix_geometry import MatrixGeometry, Texts, lay_out

PLACES = st.builds(
    lambda width, height, k, zoom, name, x, y: lay_out(
        QSize(width, height), k, Texts(15, name, name, 30), zoom
    ).scrolled(x, y),
    st.integers(208, 1500),
    st.integers(160, 1000),
    st.integers(1, 1200),
    st.floats(1, 30),
    st.integers(5, 400),
    st.integers(-10, 5000),
    st.integers(-10, 5000),
)


@given(place=PLACES)
def test_that_names_cells_and_totals_lie_side_by_side(place: MatrixGeometry) -> None:
    assert place.row_name(0).right() < place.area.left()
    assert place.column_name(0).bottom() < place.area.top()
    name, total = place.row_name(0), place.row_total(0)
    if place.totals_width:
        assert total.left() > place.area.right()
    else:
        assert (total.left(), total.top()) == (name.left(), name.bottom() + 1)
        assert total.bottom() <= place.cell(0, 0).bottom() + 1
    assert place.column_total(0).top() > place.area.bottom()


@given(place=PLACES)
def test_that_scrolling_stays_within_the_cells(place: MatrixGeometry) -> None:
    assert 0 <= place.x <= place.most_x
    assert 0 <= place.y <= place.most_y
    assert len(place.rows()) >= 1
    assert len(place.columns()) >= 1
    end = place.scrolled(10**9, 10**9)
    assert end.rows().stop == place.k
    assert end.columns().stop == place.k


@given(place=PLACES, data=st.data())
def test_that_the_middle_of_a_cell_in_view_is_in_that_cell(
    place: MatrixGeometry, data: st.DataObject
) -> None:
    row = data.draw(st.sampled_from(place.rows()))
    column = data.draw(st.sampled_from(place.columns()))
    middle = place.cell(row, column).center()
    if place.area.contains(middle) and min(place.cell_width, place.cell_height) >= 3:
        assert place.at(middle) == (row, column)
        assert place.row_name_at(QPoint(place.left - 5, middle.y())) == row
        assert place.column_name_at(QPoint(middle.x(), place.top - 5)) == column
        assert place.row_name_at(middle) is None
    assert place.at(QPoint(place.area.right() + 1, middle.y())) is None


@given(place=PLACES)
def test_that_edges_are_where_cells_start(place: MatrixGeometry) -> None:
    edges = place.column_edges()
    assert len(edges) == place.k + 1
    assert (np.diff(edges) >= 0).all()
    for column in (0, place.k // 2, place.k - 1):
        assert place.cell(0, column).left() == place.left + edges[column] - place.x


@given(place=PLACES)
def test_that_names_that_are_written_do_not_overlap(place: MatrixGeometry) -> None:
    if place.k > place.row_step:
        below = place.row_name(place.row_step).top()
        assert below >= place.row_name(0).bottom() - 1
    if place.k > place.column_step:
        assert place.column_name(place.column_step).left() >= place.column_name(0).right() - 1


def test_that_a_large_cell_cannot_be_zoomed() -> None:
    assert lay_out(QSize(480, 360), 2, Texts(15, 60, 60, 30)).most_zoom == 1.0
    assert lay_out(QSize(480, 360), 200, Texts(15, 60, 60, 30)).most_zoom > 10
