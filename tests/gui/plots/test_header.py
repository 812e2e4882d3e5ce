from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from evalgui.gui.look import GRID
from evalgui.gui.plots.header import NameRow, PlotHeader
from evalgui.gui.plots.legend import Entry
from evalgui.gui.plots.read_out_texts import Said
from evalgui.gui.theme import DARK, LIGHT

# A tool-tip comes to the front, which no window of the offscreen platform can.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

WIDEST = "FPR 99.995 %, TPR 99.995 % at -0.000123457"


@pytest.fixture
def header(qtbot):
    header = PlotHeader("ROC", WIDEST)
    qtbot.addWidget(header)
    header.set_theme(LIGHT)
    header.set_summary("AUC 0.971")
    with qtbot.waitExposed(header):
        header.show()
    return header


def test_that_a_narrow_header_has_a_second_line(header):
    header.resize(700, header.height())
    one_line = header.height()
    header.resize(220, header.height())
    assert header.height() > one_line + 8
    header.resize(700, header.height())
    assert header.height() == one_line


def test_that_headers_side_by_side_have_as_many_lines(header, qtbot):
    other = PlotHeader("Precision-recall", WIDEST * 2)
    qtbot.addWidget(other)
    width = header.line_width + 20
    header.resize(width, header.height())
    before = header.height()
    header.align_with([header, other])
    assert header.height() > before


def test_that_texts_are_measured_anew_in_another_font(header):
    before, font = header.line_width, header.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    header.setFont(font)
    assert header.line_width > before * 1.5


def test_that_another_read_out_changes_no_size(header):
    header.resize(260, header.height())
    before = header.size(), header.sizeHint(), header.minimumSize()
    header.set_read_out("FPR 6.0 %, TPR 91.0 % at 0.4375")
    assert (header.size(), header.sizeHint(), header.minimumSize()) == before


def test_that_a_read_out_is_painted_in_the_colour_of_the_threshold(header):
    header.resize(600, header.height())
    for theme in (LIGHT, DARK):
        header.set_theme(theme)
        header.set_read_out("")
        without = header.grab().toImage()
        header.set_read_out(WIDEST)
        image = header.grab().toImage()
        changed = {
            image.pixelColor(x, y).name()
            for x in range(image.width())
            for y in range(image.height())
            if image.pixel(x, y) != without.pixel(x, y)
        }
        assert theme.accent in changed


def test_that_the_tool_tip_has_everything_in_plain_text(header):
    header.set_read_out("FPR < 6.0 %")
    place = QPoint(5, 5)
    event = QHelpEvent(QEvent.Type.ToolTip, place, header.mapToGlobal(place))
    QApplication.sendEvent(header, event)
    assert QToolTip.text().endswith(">ROC, AUC 0.971<br>FPR &lt; 6.0 %</span>")


def test_that_button_and_double_click_ask_for_the_plot_alone(header, qtbot):
    with qtbot.waitSignal(header.maximise_requested):
        header.button.click()
    with qtbot.waitSignal(header.maximise_requested):
        QTest.mouseDClick(
            header, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(9, 9)
        )
    header.set_maximised(True)
    assert header.button.toolTip() == "Show all plots"
    header.set_maximised(False)
    assert header.button.toolTip() == "Show ROC alone"


@pytest.mark.parametrize("points", [9, 16, 24])
@pytest.mark.parametrize("width", [80, 130, 200, 330])
def test_that_nothing_is_painted_under_the_button(header, points, width):
    font = header.font()
    font.setPointSize(points)
    header.setFont(font)
    header.set_title("Precision-recall, one versus rest")
    header.set_read_out("Recall 96.7 %, precision 94.9 % at 0.362478")
    header.resize(width, header.height())
    header.button.hide()
    shown = header.grab().toImage()
    ratio = shown.devicePixelRatio()
    ground = shown.pixelColor(shown.width() - 1, 0)
    left = int(header.button.x() * ratio)
    height = int(header.button.height() * ratio)
    assert {
        shown.pixelColor(x, y).name() for x in range(left, shown.width()) for y in range(height)
    } == {ground.name()}


@pytest.mark.parametrize("width", [700, 220])
def test_that_another_read_out_paints_its_own_place_alone(header, width, monkeypatch):
    header.resize(width, header.height())
    header.set_read_out("FPR 1.0 %, TPR 2.0 % at 0.3")
    before = header.grab().toImage()
    asked = []
    monkeypatch.setattr(header, "update", lambda *area: asked.append(area))
    header.set_read_out("FPR 9.9 %, TPR 8.8 % at 0.4")
    ((box,),) = asked
    after = header.grab().toImage()
    assert after != before
    painted = header.grab(box).toImage()
    assert painted == after.copy(box)
    assert painted != before.copy(box)
    for part in (QRect(0, 0, box.left(), box.bottom()), QRect(0, 0, header.width(), box.top())):
        assert before.copy(part) == after.copy(part)


@pytest.mark.parametrize("points", range(8, 17))
def test_that_no_letter_of_the_last_read_out_stays_beside_its_place(header, points):
    font = header.font()
    font.setPointSize(points)
    header.setFont(font)
    header.resize(150, header.height())
    long = "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT"
    for first, then in (("T", long), (long, "T"), ("f", "T"), ("j", long), ("J", "")):
        header.set_read_out(first)
        header.repaint()
        header.set_read_out(then)
        QApplication.sendPostedEvents(header, 0)
        shown = header.screen().grabWindow(header.winId()).toImage()
        header.repaint()
        assert header.screen().grabWindow(header.winId()).toImage() == shown


def coloured(header, colour):
    """Return which columns of a header have a colour."""
    image = header.grab().toImage()
    return {
        x
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).name() == colour
    }


@pytest.mark.parametrize("width", [300, 420, 700])
def test_that_lines_are_named_beside_the_numbers_and_over_none(header, width):
    header.set_read_out(WIDEST)
    header.resize(width, header.height())
    entries = [
        Entry("an extraordinarily long name of a class", QPen(QColor("#12ab34"))),
        Entry("ill", QPen(QColor("#3412ab"))),
    ]
    header.keep_room_for(entries)
    read_out = coloured(header, LIGHT.accent)
    header.set_names(entries)
    first, second = coloured(header, "#12ab34"), coloured(header, "#3412ab")
    assert first
    assert second
    assert max(first) < min(second) < max(second) < header.width() - 22
    assert coloured(header, LIGHT.accent) == read_out
    header.set_names(())
    assert not coloured(header, "#12ab34")


def test_that_a_read_out_ends_with_a_whole_number(header):
    header.set_read_out("FPR 6.0 %, TPR 91.0 % at 0.4375")
    header.measures = ("FPR", "TPR")
    seen = set()
    for width in range(60, 400, 5):
        header.resize(width, header.height())
        header.grab()
        seen.add(header._shown_at[1])
    whole = {"", "FPR 6.0 %", "FPR 6.0 %, TPR 91.0 %", "FPR 6.0 %, TPR 91.0 % at 0.4375"}
    assert seen == whole
    header.set_read_out("FPR 6.0 %, TPR 91.0 % at 0.4375")
    metrics = QFontMetrics(header._small)
    header.resize(metrics.horizontalAdvance("FPR 6.0 %, TPR 91.0 %") + 20, header.height())
    header.grab()
    box, shown, _font = header._shown_at
    assert shown == "FPR 6.0 %, TPR 91.0 %"
    last = QPoint(box.left() + metrics.horizontalAdvance(shown) - 4, box.center().y())
    assert header.number_at(last)[0] == "TPR"


LONG = "FPR 6.0 % (1.7-9.9), TPR 91.0 % (83.8-95.2) at 0.4375"
SHORT = "FPR 6.0 %, TPR 91.0 % at 0.4375"


def shown(header):
    """Return the read-out as it is painted: whether it has limits, and how wide letters are."""
    header.grab()
    _box, words, font = header._shown_at
    return words == LONG, font.stretch()


def test_that_limits_stand_in_narrower_letters_where_they_fit_no_other_way(header):
    header.set_widest(WIDEST, LONG + " and some more")
    header.set_read_out(Said(SHORT, LONG))
    wide, narrow = header._widths()[4], header._widths()[-1]
    assert narrow < 0.85 * wide
    found = {}
    for room in (wide, wide - 1, narrow, narrow - 1):
        header.resize(room + GRID, header.height())
        found[room] = shown(header)
    assert found[wide] == (True, 100)
    assert found[wide - 1] == (True, 90)
    assert found[narrow] == (True, 72)
    assert found[narrow - 1] == (False, 0)


def test_that_a_header_takes_two_lines_rather_than_leave_out_limits(header):
    header.set_read_out(Said(SHORT, LONG))
    header.set_widest(SHORT, LONG)
    for width in range(header.line_width - 60, header.line_width + 60, 10):
        header.resize(width, header.height())
        assert shown(header)[0], width


def test_that_a_second_line_is_better_than_narrow_letters(header):
    header.set_summary("AUC 0.971", "AUC 0.971 (0.950-0.985)")
    header.set_widest(WIDEST, WIDEST + " with limits of both of them")
    header.set_read_out(Said("FPR 6.0 %", "FPR 6.0 % (1.0 %-9.0 %)"))
    for width in range(header.line_width + 40, 240, -20):
        header.resize(width, header.height())
        summary, read_out = header._fitting(width - 100, width - 2 * GRID)
        if header._is_one_line():
            assert read_out.font.stretch() == 100
            assert summary.words == "AUC 0.971 (0.950-0.985)"


def test_that_a_title_without_room_ends_at_its_comma(header):
    header.set_summary("")
    header.resize(180, header.height())
    pictures = []
    for title in ("Precision-recall", "Precision-recall, one versus rest", "Precision"):
        header.set_title(title)
        area = QRect(0, 0, header.button.x(), header.button.height())
        pictures.append(header.grab(area).toImage())
    assert pictures[0] == pictures[1] != pictures[2]


def test_that_what_stands_in_brackets_goes_before_a_name_is_cut(header):
    row, font = NameRow(), header.font()
    row.take([Entry("quite benign (healthy)", QPen())])
    whole = row.width(font)
    assert [words for _, words, _ in row.shown(font, whole)] == ["quite benign (healthy)"]
    assert [words for _, words, _ in row.shown(font, whole - 10)] == ["quite benign"]
    ((_, cut, _),) = row.shown(font, whole - QFontMetrics(font).horizontalAdvance("n (healthy)"))
    assert cut.startswith("qu")
    assert cut.endswith("\N{HORIZONTAL ELLIPSIS}")


def test_that_a_number_is_found_where_it_stands_in_narrow_letters(header):
    header.measures = ("FPR", "TPR")
    header.set_widest(WIDEST, LONG)
    header.set_read_out(Said(SHORT, LONG))
    header.resize(header._widths()[-1] + GRID, header.height())
    assert shown(header) == (True, 72)
    box, _words, font = header._shown_at
    end = box.left() + QFontMetrics(font).horizontalAdvance(LONG)
    assert header.number_at(QPoint(end - 14, box.center().y()))[0] == ""
    assert header.number_at(QPoint(end + 4, box.center().y())) is None
    assert header.number_at(QPoint(box.left() + 4, box.center().y()))[0] == "FPR"


def test_that_limits_of_before_are_paler_and_nothing_else(header):
    header.resize(700, header.height())
    header.set_widest(SHORT, LONG)
    header.set_read_out(Said(SHORT, LONG))
    image = header.grab().toImage()
    header.set_read_out(Said(SHORT, LONG, ("(1.7-9.9)", "(83.8-95.2)")))
    pale = header.grab().toImage()
    metrics, box = QFontMetrics(header._small), header._shown_at[0]
    changed = {x for x in range(image.width()) if not same_column(image, pale, x)}
    first, last = (box.left() + metrics.horizontalAdvance(part) for part in (LONG[:10], LONG[:43]))
    assert changed
    assert first - 1 <= min(changed)
    assert max(changed) <= last + 1
    between = range(*(box.left() + metrics.horizontalAdvance(LONG[:end]) + 1 for end in (20, 29)))
    assert not changed & set(between)


def same_column(first, second, x):
    """Return whether two pictures are the same in one column of pixels."""
    return all(first.pixel(x, y) == second.pixel(x, y) for y in range(first.height()))
