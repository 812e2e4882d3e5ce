"""Formulas on the screen: all ink inside, broken where they are wide, in the palette's colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor, QImage

from evalgui.core.metrics import METRICS, Metric, metric_by_id
from evalgui.gui.theme import DARK, LIGHT, Theme, palette, scaled_font
from evalgui.gui.typesetting.boxes import Letters, Typesetter
from evalgui.gui.typesetting.formula_view import FormulaView
from evalgui.gui.typesetting.parser import parse
from evalgui.gui.typesetting.tree import Formula, Remark, Statement

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.gui.typesetting.boxes import Box

WIDTHS = (160, 288, 468)


@pytest.fixture
def view(qtbot: QtBot) -> FormulaView:
    made = FormulaView("formula", "Formula")
    qtbot.addWidget(made)
    made.setPalette(palette(LIGHT))
    return made


def fit(view: FormulaView, width: int) -> None:
    view.resize(width, view.heightForWidth(width))


def ink(view: FormulaView, theme: Theme = LIGHT) -> QImage:
    """Return the picture with a frame of ground around it that must stay empty."""
    picture = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert picture.pixelColor(0, 0) == QColor(theme.window)
    return picture


def set_in(metric: Metric, qapp: object) -> Box:
    statement = parse(str(metric.formula)).clauses[0]
    assert isinstance(statement, Statement)
    assert qapp is not None
    return Typesetter(scaled_font(FormulaView("f", "F").font(), 1.0)).member(statement.members[0])


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_all_letters_of_a_formula_are_inside_its_box(metric: Metric, qapp: object) -> None:
    box = set_in(metric, qapp)
    written = [piece for piece in box.pieces if isinstance(piece, Letters)]
    assert written
    for piece in box.pieces:
        assert 0 <= piece.x <= box.width
    for piece in written:
        assert -box.ascent <= piece.y <= box.descent


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_no_ink_leaves_the_widget(view: FormulaView, metric: Metric, width: int) -> None:
    view.show_formula(parse(str(metric.formula)))
    fit(view, width)
    for line in view.lines(width):
        for x, atom in line.atoms:
            assert x + atom.box.width <= width
    picture = ink(view)
    edges = [picture.pixelColor(width - 1, y) for y in range(picture.height())]
    edges += [picture.pixelColor(x, picture.height() - 1) for x in range(width)]
    assert set(map(QColor.name, edges)) == {LIGHT.window}


def test_that_a_fraction_is_higher_than_a_sum(view: FormulaView) -> None:
    view.show_formula(parse("A + B"))
    low = view.heightForWidth(300)
    view.show_formula(parse("A / B"))
    high = view.heightForWidth(300)
    view.show_formula(parse("A / (B / C)"))
    assert 1.5 * low < high < view.heightForWidth(300)


def test_that_a_wide_formula_is_broken_before_an_equals_sign(view: FormulaView) -> None:
    view.show_formula(parse(str(metric_by_id("LIFT").formula)))
    (line,) = view.lines(468)
    assert len(line.atoms) == 2
    x, last = line.atoms[1]
    first, second = view.lines(int(x + last.box.width) - 1)
    assert len(first.atoms) == len(second.atoms) == 1
    assert second.atoms[0][0] > 0  # moved in


def test_that_what_never_fits_becomes_text(view: FormulaView) -> None:
    view.show_formula(parse("(AAAAAAA + BBBBBBBB + CCCCCCCC + DDDDDDD) / EEEEEEE"))
    assert len(view.lines(400)) == 1
    assert len(view.lines(120)) > 2


def test_that_it_grows_with_the_font(view: FormulaView) -> None:
    view.show_formula(parse("TP / (TP + FN)"))
    before = view.heightForWidth(300)
    view.setFont(scaled_font(view.font(), 2.0))
    assert view.heightForWidth(300) > 1.6 * before


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_that_it_has_the_colours_of_the_palette(view: FormulaView, theme: Theme) -> None:
    view.setPalette(palette(theme))
    view.show_formula(parse("TP / (TP + FN)"))
    fit(view, 200)
    picture = ink(view, theme)
    pixels = {picture.pixelColor(x, y).name() for x in range(100) for y in range(picture.height())}
    assert theme.text in pixels


def test_that_a_screen_reader_reads_the_formula(view: FormulaView) -> None:
    view.show_formula(parse("TP / (TP + FN), in words"))
    assert view.accessibleName() == "Formula"
    assert view.accessibleDescription() == "TP / (TP + FN), in words"


def test_that_the_height_is_kept_until_another_width(view: FormulaView) -> None:
    view.show_formula(parse("A / B"))
    fit(view, 200)
    high = view.height()
    view.show_formula(parse("A"), keep_height=True)
    assert view.heightForWidth(200) == high
    view.show_formula(parse("B"))
    assert view.heightForWidth(200) < high


def test_that_words_are_faint_beside_a_formula_alone(view: FormulaView) -> None:
    view.show_formula(parse("TP / n, in words"))
    assert [atom.is_faint for _x, atom in view.lines(400)[0].atoms] == [False, True, True]
    view.show_formula(Formula((Remark("in words"),)))
    assert [atom.is_faint for _x, atom in view.lines(400)[0].atoms] == [False, False]


def test_that_nothing_is_drawn_of_nothing(view: FormulaView) -> None:
    view.show_formula(parse("A"))
    view.show_formula(Formula(()))
    fit(view, 100)
    assert view.lines(100) == ()
