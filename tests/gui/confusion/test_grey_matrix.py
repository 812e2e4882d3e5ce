"""The matrix of a grey zone: numbers against counts by hand, painted at any size, and chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import EMPTY
from evalgui.gui.confusion.confusion_panel import ConfusionPanel
from evalgui.gui.confusion.shown_zone import FIRST_CELLS
from evalgui.gui.confusion.zone_drawing import ZoneDrawing, table_height
from evalgui.gui.theme import DARK, LIGHT
from tests.gui.models.tables import TEXTBOOK_SCORES, TEXTBOOK_TRUTH, make_dataset, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton
LOW, HIGH = 0.35, 0.65


def with_zone(second: float | None = LOW, threshold: float = HIGH, **kinds: Any) -> Any:
    snapshot = snapshot_of(make_dataset(**kinds), threshold)
    return replace(snapshot, choices=replace(snapshot.choices, second=second))


@pytest.fixture
def panel(qtbot: QtBot) -> Any:
    made = ConfusionPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(420, 320)
    made.show_snapshot(EMPTY, with_zone())
    made.show()
    qtbot.waitExposed(made)
    return made


def counted(low: float, high: float, actual: int) -> int:
    rows = zip(TEXTBOOK_SCORES, TEXTBOOK_TRUTH, strict=True)
    return sum(low <= score < high and truth == actual for score, truth in rows)


def test_that_it_counts_three_zones(panel: Any) -> None:
    assert panel.matrix_view.accessibleName() == "Confusion matrix with a grey zone"
    assert not panel.transpose.isVisible()
    zones = ((HIGH, 2.0), (LOW, HIGH), (-1.0, LOW))
    expected = [[str(counted(*zone, actual)) for zone in zones] for actual in (1, 0)]
    assert [[cell.count for cell in row] for row in panel.matrix_view.zone.texts.cells] == expected
    heads = panel.matrix_view.zone.texts.heads
    assert [head.scores for head in heads] == [
        "\N{GREATER-THAN OR EQUAL TO} 0.65",
        "0.35 to < 0.65",
        "< 0.35",
    ]
    n_grey = sum(counted(LOW, HIGH, actual) for actual in (0, 1))
    assert heads[1].share == f"{n_grey * 5}.0\N{NARROW NO-BREAK SPACE}% of rows"
    ratio = counted(LOW, HIGH, 1) / counted(LOW, HIGH, 0)  # ten rows of each class
    assert heads[1].ratio == f"LR {ratio:.3f}"


def test_that_it_says_what_calling_grey_rows_either_way_does(panel: Any) -> None:
    ways = dict(panel.matrix_view.zone.texts.two_way)
    found, missed = counted(HIGH, 2.0, 1), counted(-1.0, LOW, 1)
    grey = counted(LOW, HIGH, 1)
    assert panel.matrix_view.zone.texts.measures == ("TPR", "TNR", "PPV", "NPV", "ACC")
    assert ways["as predicted positives"][0] == f"{(found + grey) / 10:.3f}"
    assert ways["as predicted negatives"][0] == f"{found / 10:.3f}"
    assert ways["left out"][0] == f"{found / (found + missed):.3f}"


def test_that_a_distance_has_its_zones_the_other_way_round(panel: Any) -> None:
    panel.show_snapshot(EMPTY, with_zone(higher=False))
    assert [head.scores for head in panel.matrix_view.zone.texts.heads] == [
        "\N{LESS-THAN OR EQUAL TO} 0.35",
        "> 0.35 to 0.65",
        "> 0.65",
    ]


def test_that_one_line_shows_the_matrix_again(panel: Any) -> None:
    panel.show_snapshot(with_zone(), with_zone(None))
    assert panel.matrix_view.zone is None
    assert panel.matrix_view.accessibleName() == "Confusion matrix"
    assert panel.transpose.isVisible()


def test_that_cells_are_chosen_by_mouse_and_keys_and_told(panel: Any, qtbot: QtBot) -> None:
    grey = panel.matrix_view
    with qtbot.waitSignal(grey.zone_chosen) as asked:
        QTest.mouseClick(grey, LEFT, pos=grey.rect_at(FIRST_CELLS + 1, 2).center())
    assert asked.args == [2, 1]
    grey.setFocus()
    QTest.keyClick(grey, Qt.Key.Key_Left)
    QTest.keyClick(grey, Qt.Key.Key_Up)
    with qtbot.waitSignal(grey.zone_chosen) as asked:
        QTest.keyClick(grey, Qt.Key.Key_Return)
    assert asked.args == [1, 0]
    n = counted(LOW, HIGH, 1)
    assert grey.accessibleDescription() == (
        f"indeterminate (0.35 to < 0.65): {n} rows, "
        f"{n * 10}.0\N{NARROW NO-BREAK SPACE}% of actual positives"
    )


@pytest.mark.qt_log_ignore("grabbing the keyboard")
def test_that_every_number_is_copied_with_both_lines(panel: Any) -> None:
    grey, clipboard = panel.matrix_view, QGuiApplication.clipboard()
    n = counted(LOW, HIGH, 1)
    for number in grey._drawn_zone.places():
        clipboard.setText("nothing")
        grey.go_to(*number)
        QTest.keyClick(grey, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        said = clipboard.text()
        assert said.startswith(grey.described(*number).split(":")[0])
        assert ", grey zone 0.35 to < 0.65 at marker \N{GREATER-THAN OR EQUAL TO} 0.65" in said
        assert said.count("\n") == 0
    place = grey.rect_at(FIRST_CELLS, 1).center()
    grey.customContextMenuRequested.emit(place)
    menu = panel.findChild(QMenu, "confusion_menu")
    assert menu.actions() == [panel.cell_menu.sentence]
    menu.actions()[0].trigger()
    menu.close()
    assert clipboard.text().startswith(f"indeterminate (0.35 to < 0.65): {n} rows")


def test_that_it_speaks_the_words_of_a_field_and_paints_at_any_size(panel: Any) -> None:
    panel.set_vocabulary(Vocabulary.BIOMETRICS)
    texts = panel.matrix_view.zone.texts
    assert [head.name for head in texts.heads] == ["matches", "indeterminate", "non-matches"]
    assert texts.measures[:2] == ("TMR", "TNMR")
    panel.set_theme(DARK)
    for size in ((120, 80), (300, 200), (900, 600)):
        panel.matrix_view.resize(*size)
        assert not panel.matrix_view.grab().isNull()


def test_that_cells_hold_their_counts_in_any_room_it_asks_for(panel: Any) -> None:
    grey = panel.matrix_view
    for points in (7, 9, 18):
        font = grey.font()
        font.setPointSize(points)
        grey.setFont(font)
        grey.resize(grey.minimumSizeHint())
        for zone in range(3):
            for actual in range(2):
                assert (
                    grey.rect_at(FIRST_CELLS + actual, zone).height()
                    >= grey._fonts.heights["count"]
                )
        end = grey.rect_at(FIRST_CELLS + 1, 0).bottom()
        assert end <= grey.height() - table_height(grey.zone, grey._fonts)


def test_that_where_it_is_low_lines_are_left_out_and_none_lies_over_a_cell(panel: Any) -> None:
    grey = panel.matrix_view
    numbers = []
    for height in range(grey.minimumSizeHint().height() + 20, 80, -4):
        grey.resize(420, height)
        places = grey._drawn_zone.places()
        rects = [grey.rect_at(*place) for place in places]
        for number, one in enumerate(rects):
            assert one.bottom() < height
            assert not any(one.intersects(other) for other in rects[:number])
        last = grey._drawn_zone.last_row
        assert grey._drawn_zone.last_column(last) >= 0  # the keys go to one that is seen
        numbers.append(len(places))
        assert not grey.grab().isNull()
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[-1] == 2 * 3  # the counts alone


def test_that_names_are_shorter_rather_than_cut(
    panel: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    grey, written = panel.matrix_view, []
    write = ZoneDrawing._write

    def note(drawing: Any, painter: Any, area: Any, words: str, font: str, *rest: Any) -> None:
        written.append((words, grey._fonts.width(font, words) <= area.width()))
        write(drawing, painter, area, words, font, *rest)

    monkeypatch.setattr(ZoneDrawing, "_write", note)
    narrow = 3 * grey._fonts.width("name", "indeterminate") + grey._fonts.width("name", "negative")
    of_rows = {grey.zone.snapshot.positive_name, grey.zone.snapshot.rest_name}
    for width in (700, narrow + 60):
        written.clear()
        grey.resize(width, 240)
        grey.grab()
        assert all(fits for _, fits in written), written
        words = [one for one, _ in written]
        assert of_rows <= set(words)
        assert "indeterminate" in words
    assert "predicted +" in words
    assert len(grey._drawn_zone.spans) >= 2


def test_that_the_keys_may_be_at_a_number_that_has_no_room_any_more(panel: Any) -> None:
    grey = panel.matrix_view
    grey.resize(900, 300)
    last = grey._drawn_zone.places()[-1]
    grey.go_to(*last)
    grey.setFocus()
    assert not grey.rect_at(*last).isEmpty()
    grey.resize(200, 300)
    assert grey.rect_at(*last).isEmpty()
    assert not grey.grab().isNull()


def test_that_no_text_is_measured_twice(panel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[tuple[str, str]] = []
    fonts = panel.matrix_view._fonts

    class Counting:
        def __init__(self, font: str) -> None:
            self.font, self.metrics = font, fonts.metrics[font]

        def horizontalAdvance(self, words: str) -> int:
            measured.append((self.font, words))
            return int(self.metrics.horizontalAdvance(words))

        def elidedText(self, *given: Any) -> str:
            return str(self.metrics.elidedText(*given))

    for font in list(fonts.metrics):
        monkeypatch.setitem(fonts.metrics, font, Counting(font))
    for threshold in (HIGH, 0.7, 0.8):
        panel.show_snapshot(with_zone(), with_zone(threshold=threshold))
        panel.matrix_view.grab()
    assert len(measured) == len(set(measured)) > 0


def test_that_keys_go_far_and_the_pointer_tells_what_can_be_done(panel: Any) -> None:
    view, control = panel.matrix_view, Qt.KeyboardModifier.ControlModifier
    view.setFocus()
    for key, held, place in (
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, (FIRST_CELLS, 2)),
        (Qt.Key.Key_Up, control, (0, 2)),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, (0, 0)),
        (Qt.Key.Key_Down, control, (7, 0)),
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, (7, 4)),
        (Qt.Key.Key_PageUp, Qt.KeyboardModifier.NoModifier, (0, 2)),
    ):
        QTest.keyClick(view, key, held)
        assert view.focus_place == place
    for place, shape in (
        ((FIRST_CELLS, 1), Qt.CursorShape.PointingHandCursor),
        ((7, 0), Qt.CursorShape.IBeamCursor),
    ):
        QTest.mouseMove(view, view.rect_at(*place).center())
        assert view.cursor().shape() == shape
    zone = view.focus_place
    panel.show_snapshot(with_zone(), with_zone(None))
    assert view.focus_place == (0, 0)  # where the keys were in the matrix
    panel.show_snapshot(with_zone(None), with_zone())
    assert view.focus_place == zone
