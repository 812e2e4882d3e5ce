"""The panel of measures, driven with mouse and keys."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QCursor,
    QFontMetrics,
    QGuiApplication,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.checks import Exclusion
from evalgui.core.choices import Choices
from evalgui.core.intervals import proportions
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.pending import AwaitedIntervals
from evalgui.core.metrics import Parameters, Vocabulary
from evalgui.core.pins import Pins, Placed
from evalgui.core.provenance import START
from evalgui.core.singled_out import singled_out, still_meant
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.gui import text
from evalgui.gui.models.sentences import measure_sentence
from evalgui.gui.panels.metrics_panel import MetricsPanel
from evalgui.gui.panels.parameter_editor import ParameterDialog
from evalgui.gui.results.interval_cells import Colours, draw_interval
from evalgui.gui.results.intervals import Bar, Numbers
from evalgui.gui.results.tree_cells import aligned, draw_number
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.gui.theme import LIGHT
from tests.gui.models.tables import make_dataset, moved, snapshot_of
from tests.gui.panels.pictures import on_screen, repainted
from tests.support.locales import use_numbers

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot

# The offscreen platform says so of every menu and window that opens; it harms nothing.
POPS_UP = pytest.mark.qt_log_ignore("grabbing the keyboard")
CONTROL = Qt.KeyboardModifier.ControlModifier
NO_KEY = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton
ML = Vocabulary.MACHINE_LEARNING


@pytest.fixture
def snapshot() -> Snapshot:
    return snapshot_of(make_dataset(), 0.5)


@pytest.fixture
def panel(qtbot: QtBot, snapshot: Snapshot) -> MetricsPanel:
    QCursor.setPos(0, 0)  # an earlier test left it on what becomes a row
    made = MetricsPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(360, 600)
    made.show_snapshot(EMPTY, snapshot)
    made.show()
    qtbot.waitExposed(made)
    made.tree.setFocus()
    qtbot.waitUntil(made.tree.hasFocus)
    return made


def value(panel: MetricsPanel, metric_id: str) -> str:
    index = panel.model.index_of(metric_id).siblingAtColumn(ColumnOf.VALUE)
    return str(panel.model.data(index))


def limits(k: int, n: int) -> tuple[float, float]:
    """Return the limits that the core gives, which agree with another program's."""
    found = proportions.wilson(k, n, 0.95)
    assert found == pytest.approx(proportion_confint(k, n, method="wilson"), abs=1e-12)
    return found


def wilson(k: int, n: int) -> str:
    lower, upper = limits(k, n)
    return f"95% interval {lower!r} to {upper!r} (Wilson)"


def test_that_values_follow_the_threshold(panel: MetricsPanel, snapshot: Snapshot) -> None:
    assert value(panel, "TPR") == "0.500"
    panel.show_snapshot(snapshot, moved(snapshot, 0.45))
    assert value(panel, "TPR") == "0.600"


def test_that_typing_filters_and_escape_shows_all(panel: MetricsPanel) -> None:
    QTest.keyClicks(panel.search_field, "hit rate")
    shown = [entry.id for section in panel.model.sections for entry in section.rows]
    assert shown == ["TPR"]
    assert panel.tree.isExpanded(panel.model.index(0, 0))
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert panel.search_field.text() == ""
    assert panel.model.rowCount() > 5


def test_that_a_search_without_result_says_so(panel: MetricsPanel) -> None:
    assert not panel.nothing_found.isVisible()
    QTest.keyClicks(panel.search_field, "zzz")
    assert panel.nothing_found.isVisible()
    panel.search_field.clear()
    assert not panel.nothing_found.isVisible()


def test_that_down_leads_from_the_field_into_the_tree(panel: MetricsPanel, qtbot: QtBot) -> None:
    panel.focus_search()
    QTest.keyClicks(panel.search_field, "precision")
    with qtbot.waitSignal(panel.metric_selected) as chosen:
        QTest.keyClick(panel.search_field, Qt.Key.Key_Down)
    assert chosen.args == ["PPV"]
    qtbot.waitUntil(panel.tree.hasFocus)


def test_that_families_fold_by_mouse_and_stay_folded(panel: MetricsPanel) -> None:
    tree = panel.tree
    family = panel.model.index(1, 0)
    tree.setCurrentIndex(family)
    QTest.keyClick(tree, Qt.Key.Key_Left)
    assert not tree.isExpanded(family)
    panel.search_field.setText("precision")
    assert tree.isExpanded(panel.model.index(0, 0))
    panel.search_field.clear()
    assert not tree.isExpanded(panel.model.index(1, 0))
    assert tree.isExpanded(panel.model.index(0, 0))
    panel.unfold_action.trigger()
    assert tree.isExpanded(panel.model.index(1, 0))
    panel.fold_action.trigger()
    assert not tree.isExpanded(panel.model.index(0, 0))


def test_that_selected_measures_are_copied_as_sentences(
    panel: MetricsPanel, snapshot: Snapshot
) -> None:
    panel.show_snapshot(snapshot, moved(snapshot, math.inf))
    select = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for metric_id in ("PPV", "ACC", "FNR"):
        panel.tree.selectionModel().select(panel.model.index_of(metric_id), select)
    QTest.keyClick(panel.tree, Qt.Key.Key_C, CONTROL)
    entries = [panel.model.entry(panel.model.index_of(one)) for one in ("FNR", "PPV", "ACC")]
    assert QGuiApplication.clipboard().text().splitlines() == [
        measure_sentence(one, panel.model.snapshot, ML) for one in entries if one is not None
    ]


@POPS_UP
def test_that_the_menu_copies_values_and_formulas_and_leads_to_rows(
    panel: MetricsPanel, qtbot: QtBot
) -> None:
    choose(panel, "TPR", "PPV")
    menu = open_menu(panel, "TPR")
    copies = panel.copies
    assert {copies.sentence, copies.value, copies.formula} <= set(menu.actions())
    copies.value.trigger()
    assert QGuiApplication.clipboard().text() == "0.5\n0.625"
    copies.formula.trigger()
    assert QGuiApplication.clipboard().text().splitlines()[0] == (
        "True positive rate = TP / (TP + FN) = 5 / (5 + 5) = 0.500"
    )
    assert copies.rows_of_x.text() == "Show These 5 Rows"
    assert copies.rows_of_n.text() == "Show These 10 Rows"
    with qtbot.waitSignal(copies.rows_requested) as asked:
        copies.rows_of_n.trigger()
    assert asked.args == [[(0, 0), (0, 1)]]


def test_that_names_follow_the_vocabulary(panel: MetricsPanel) -> None:
    panel.set_vocabulary(Vocabulary.CLINICAL)
    assert panel.model.data(panel.model.index_of("TPR")) == "Sensitivity"


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("0.910", "0.910"),
        ("123.4", "123.4\N{FIGURE SPACE}\N{FIGURE SPACE}"),
        (text.INFINITE, f"{text.INFINITE}\N{PUNCTUATION SPACE}" + "\N{FIGURE SPACE}" * 3),
        ("1.000e\N{MINUS SIGN}05", "1.000e\N{MINUS SIGN}05"),
    ],
)
def test_that_numbers_meet_at_the_decimal_sign(shown: str, expected: str) -> None:
    assert aligned(shown) == expected


def test_that_another_language_changes_the_sign_and_a_sentence_that_is_copied(
    panel: MetricsPanel,
) -> None:
    use_numbers("de")
    assert value(panel, "TPR") == "0,500"
    assert aligned("123,4") == "123,4\N{FIGURE SPACE}\N{FIGURE SPACE}"
    panel.tree.setCurrentIndex(panel.model.index_of("TPR"))
    QTest.keyClick(panel.tree, Qt.Key.Key_C, CONTROL)
    told = QGuiApplication.clipboard().text()
    assert told.startswith("True positive rate 0,500 (5/10; 95")
    assert told.endswith("0,5, chosen on these data by hand")


@pytest.mark.parametrize("size", range(7, 17))
def test_that_the_quick_way_of_painting_gives_the_same_picture(
    size: int, panel: MetricsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    """After a drag only numbers are painted; painting everything must change no pixel."""
    letters = panel.tree.font()
    letters.setPointSize(size)
    panel.tree.setFont(letters)
    panel.resize(40 * size, 600)
    panel.tree.setCurrentIndex(panel.model.index_of("TNR"))
    qtbot.waitUntil(lambda: on_screen(panel) == repainted(panel))
    before = on_screen(panel)
    panel.show_snapshot(snapshot, moved(snapshot, 0.85))
    qtbot.waitUntil(lambda: on_screen(panel) != before)
    assert panel.tree._number_columns != ()
    assert on_screen(panel) == repainted(panel)
    assert panel.tree._number_columns == ()


def test_that_long_names_that_are_chosen_stay_while_numbers_change(
    panel: MetricsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    tree, model = panel.tree, panel.model
    assert snapshot.point is not None
    long = next(
        index
        for metric_id in snapshot.point.measured
        if (index := model.index_of(metric_id)).isValid()
        and tree._reaches_over(index)
        and tree.visualRect(index).isValid()
    )
    tree.setCurrentIndex(long)
    tree.scrollTo(long)
    qtbot.waitUntil(lambda: on_screen(panel) == repainted(panel))
    before = on_screen(panel)
    panel.show_snapshot(snapshot, moved(snapshot, 0.85))
    qtbot.waitUntil(lambda: on_screen(panel) != before)
    assert tree._number_columns != ()
    assert on_screen(panel) == repainted(panel)


def show_and_wait(panel: MetricsPanel, before: Snapshot, after: Snapshot, qtbot: QtBot) -> None:
    """Show another snapshot, and wait until it is on the screen."""
    picture = on_screen(panel)
    panel.show_snapshot(before, after)
    qtbot.waitUntil(lambda: on_screen(panel) != picture)


def test_that_a_name_gets_the_room_of_what_stood_beside_it(
    panel: MetricsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    """The name is drawn to its end when the place goes, and gives way when it comes back."""
    assert snapshot.ranking is not None
    without = replace(snapshot, ranking=replace(snapshot.ranking, taken_at={}))
    panel.tree.scrollTo(panel.model.index_of("min_dcf_005"))
    for before, after in ((snapshot, without), (without, snapshot)):
        qtbot.waitUntil(lambda: on_screen(panel) == repainted(panel))
        show_and_wait(panel, before, after, qtbot)
        qtbot.waitUntil(lambda: panel.tree._number_columns == ())
        assert on_screen(panel) == repainted(panel)


def test_that_a_star_stays_whole_while_numbers_change_and_rows_have_moved(
    panel: MetricsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    """What moves to a pointer at rest is not always what Qt draws as under it."""
    tree, model = panel.tree, panel.model
    first, second = (model.index_of(metric_id) for metric_id in ("AGM", "AGM_PROP"))
    tree.setExpanded(model.index(0, 0), False)
    assert tree._reaches_over(first)
    assert tree._reaches_over(second)
    plain = on_screen(panel)
    QTest.mouseMove(tree.viewport(), tree.visualRect(second).center())
    qtbot.waitUntil(lambda: on_screen(panel) != plain)
    tree.setExpanded(model.index(0, 0), True)
    qtbot.waitUntil(lambda: on_screen(panel) == repainted(panel))
    show_and_wait(panel, snapshot, moved(snapshot, 0.85), qtbot)
    assert on_screen(panel) == repainted(panel)


def test_that_everything_fits_the_width(panel: MetricsPanel) -> None:
    for width in (300, 360, 900):
        panel.resize(width, 600)
        panel.grab()
        header = panel.tree.header()
        assert header.length() == panel.tree.viewport().width()


def current_id(panel: MetricsPanel) -> str:
    entry = panel.model.entry(panel.tree.currentIndex())
    assert entry is not None
    return entry.id


def choose(panel: MetricsPanel, *ids: str) -> None:
    flag = QItemSelectionModel.SelectionFlag
    panel.tree.setCurrentIndex(panel.model.index_of(ids[0]))
    for metric_id in ids[1:]:
        index = panel.model.index_of(metric_id)
        panel.tree.selectionModel().select(index, flag.Select | flag.Rows)


def open_menu(panel: MetricsPanel, metric_id: str) -> QMenu:
    place = panel.tree.visualRect(panel.model.index_of(metric_id)).center()
    viewport = panel.tree.viewport()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, place, viewport.mapToGlobal(place), NO_KEY
    )
    QApplication.sendEvent(viewport, event)
    menu = panel.findChild(QMenu, "metrics_menu")
    assert menu is not None
    return menu


def test_that_the_key_f_makes_a_favourite_and_takes_it_back(
    panel: MetricsPanel, qtbot: QtBot
) -> None:
    choose(panel, "PPV", "MCC")
    with qtbot.waitSignal(panel.favourites_changed) as changed:
        QTest.keyClick(panel.tree, Qt.Key.Key_F)
    assert changed.args == [["PPV", "MCC"]]
    assert [entry.id for entry in panel.model.sections[0].rows] == ["PPV", "MCC"]
    assert panel.tree.isExpanded(panel.model.index(0, 0))
    current = panel.tree.currentIndex()
    assert current_id(panel) == "PPV"
    assert panel.model.section_of(current).title == "Predictive values"
    with qtbot.waitSignal(panel.favourites_changed) as changed:
        QTest.keyClick(panel.tree, Qt.Key.Key_F)
    assert changed.args == [["MCC"]]


def test_that_a_click_on_the_star_makes_a_favourite_and_selects_nothing(
    panel: MetricsPanel, qtbot: QtBot
) -> None:
    place = panel.tree.star_at(panel.model.index_of("NPV")).center()
    with qtbot.waitSignal(panel.favourites_changed) as changed:
        QTest.mouseClick(panel.tree.viewport(), LEFT, NO_KEY, place)
    assert changed.args == [["NPV"]]
    assert panel.selected() == []
    star = panel.tree.star_at(panel.model.index_of("NPV")).center()
    with qtbot.waitSignal(panel.favourites_changed) as changed:
        QTest.mouseClick(panel.tree.viewport(), LEFT, NO_KEY, star)
    assert changed.args == [[]]
    name = panel.tree.visualRect(panel.model.index_of("NPV"))
    QTest.mouseClick(panel.tree.viewport(), LEFT, NO_KEY, name.topLeft() + QPoint(4, 4))
    assert [entry.id for entry in panel.selected()] == ["NPV"]


def test_that_favourites_are_set_without_a_signal_and_keep_the_row(
    panel: MetricsPanel, qtbot: QtBot
) -> None:
    choose(panel, "KAPPA")
    with (
        qtbot.assertNotEmitted(panel.favourites_changed),
        qtbot.assertNotEmitted(panel.metric_selected),
    ):
        panel.set_favourites(["TPR", "F1"])
    assert panel.favourites() == ["TPR", "F1"]
    assert current_id(panel) == "KAPPA"
    visible = panel.tree.visualRect(panel.tree.currentIndex())
    assert panel.tree.viewport().rect().contains(visible)


def test_that_folded_families_are_told_and_set(panel: MetricsPanel, qtbot: QtBot) -> None:
    panel.tree.setCurrentIndex(panel.model.index(1, 0))
    with qtbot.waitSignal(panel.folded_changed) as changed:
        QTest.keyClick(panel.tree, Qt.Key.Key_Left)
    assert changed.args == [["Predictive values"]]
    with qtbot.assertNotEmitted(panel.folded_changed):
        QTest.keyClicks(panel.search_field, "precision")
        panel.search_field.clear()
        panel.set_favourites(["TPR"])
        panel.set_folded(["Rates", "Ranking"])
    assert panel.folded() == ["Ranking", "Rates"]
    rates = panel.model.index_of("TNR").parent()
    assert not panel.tree.isExpanded(rates)
    assert panel.tree.isExpanded(panel.model.index_of("NPV").parent())


def test_that_pinning_is_asked_for_and_shows_a_column(
    panel: MetricsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    button = panel.pin_button
    assert panel.tree.isColumnHidden(ColumnOf.PINNED)
    with qtbot.waitSignal(button.toggle_requested):
        QTest.mouseClick(button, LEFT)
    assert not button.isChecked()
    here = moved(snapshot, 0.45)
    one = singled_out(here, pinned_at(0.45), here)
    panel.show_snapshot(snapshot, one)
    assert button.isChecked()
    assert not panel.tree.isColumnHidden(ColumnOf.PINNED)
    after = followed(one, replace(snapshot.inputs, threshold=0.2))
    panel.show_snapshot(one, after)
    assert not button.isChecked()  # another point is on show
    pinned = panel.model.index_of("TPR").siblingAtColumn(ColumnOf.PINNED)
    assert (value(panel, "TPR"), panel.model.data(pinned)) == ("0.900", "0.600")
    assert header_of(panel, ColumnOf.PINNED) == "at 0.45"
    panel.show_snapshot(after, snapshot)
    assert panel.tree.isColumnHidden(ColumnOf.PINNED)


def test_that_the_menu_of_pins_says_which_is_compared(
    panel: MetricsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    button = panel.pin_button
    several = singled_out(snapshot, pinned_at(0.45, 0.2, 0.75, compared=1))
    panel.show_snapshot(snapshot, several)
    pinned = panel.model.index_of("TPR").siblingAtColumn(ColumnOf.PINNED)
    assert header_of(panel, ColumnOf.PINNED) == "B at 0.2"
    assert panel.model.data(pinned) == "0.900"
    menu = button.menu()
    menu.aboutToShow.emit()
    told = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert told == [
        "A   At 0.45: TPR 0.600, FPR 0.400",
        "B   At 0.2: TPR 0.900, FPR 0.900",
        "C   At 0.75: TPR 0.200, FPR 0.100",
        "&Clear Pins",
    ]
    assert [action.isChecked() for action in menu.actions()[:3]] == [False, True, False]
    with qtbot.waitSignal(button.compare_requested) as asked:
        menu.actions()[0].trigger()
    assert asked.args == [0]
    with qtbot.waitSignal(button.clear_requested):
        menu.actions()[-1].trigger()
    fewer = singled_out(several, pinned_at(0.2), several)
    panel.show_snapshot(several, fewer)
    assert header_of(panel, ColumnOf.PINNED) == "at 0.2"  # a single one needs no letter
    assert fewer.pins[0] is several.pins[1]


def test_that_pinned_values_follow_the_formulas_and_go_with_their_scores(
    panel: MetricsPanel, snapshot: Snapshot
) -> None:
    before = singled_out(snapshot, pinned_at(0.45))
    panel.show_snapshot(snapshot, before)
    after = followed(before, replace(snapshot.inputs, parameters=Parameters(cost_fn=10.0)))
    panel.show_snapshot(before, after)
    pinned = panel.model.index_of("COST").siblingAtColumn(ColumnOf.PINNED)
    expected = (10 * 4 + 4) / 20
    assert panel.model.data(pinned) == f"{expected:.3f}"
    panel.show_snapshot(after, followed(after, Inputs(make_dataset([0.1, 0.9], [0, 1]))))
    assert panel.tree.isColumnHidden(ColumnOf.PINNED)


def pinned_at(*thresholds: float, compared: int = 0) -> Choices:
    """Return choices of a user who pinned some thresholds."""
    return Choices(pins=Pins(tuple(Placed(one, START) for one in thresholds), compared))


def header_of(panel: MetricsPanel, column: ColumnOf) -> str:
    return str(panel.model.headerData(column, Qt.Orientation.Horizontal))


def followed(before: Snapshot, inputs: Inputs) -> Snapshot:
    """Return the next snapshot, with what is still meant of the one before."""
    after = resolve(inputs, before)
    return singled_out(after, still_meant(before, after), before)


def test_that_pinned_values_are_of_the_rows_that_are_assessed(
    panel: MetricsPanel, snapshot: Snapshot
) -> None:
    before = singled_out(snapshot, pinned_at(0.45))
    panel.show_snapshot(snapshot, before)
    whole = snapshot.dataset
    assert whole is not None
    score = whole.scores[0]
    subgroup = replace(
        whole,
        truth=whole.truth[:10],
        scores=(replace(score, values=score.values[:10]),),
        columns=(),
        exclusions=(Exclusion("subset", "outside the rows to assess", np.arange(10, 20)),),
        subset="marker > 0.4",
    )
    of_some = followed(before, Inputs(subgroup))
    panel.show_snapshot(before, of_some)
    assert not panel.tree.isColumnHidden(ColumnOf.PINNED)
    pinned = panel.model.index_of("TNR").siblingAtColumn(ColumnOf.PINNED)
    assert panel.model.data(pinned) == "0.000"  # all ten are called positive at 0.45
    again = followed(of_some, snapshot.inputs)
    panel.show_snapshot(of_some, again)
    assert panel.model.data(pinned) == "0.600"
    panel.show_snapshot(again, followed(again, Inputs(replace(whole, scores=(score.reversed(),)))))
    assert panel.tree.isColumnHidden(ColumnOf.PINNED)  # it would mean something else


def test_that_the_quick_way_of_painting_leaves_the_pinned_column(
    panel: MetricsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    panel.resize(480, 600)
    panel.set_pinned(moved(snapshot, 0.45).point)
    panel.set_favourites(["F1"])
    qtbot.waitUntil(lambda: on_screen(panel) == repainted(panel))
    before = on_screen(panel)
    panel.show_snapshot(snapshot, moved(snapshot, 0.85))
    qtbot.waitUntil(lambda: on_screen(panel) != before)
    assert [column[0] for column in panel.tree._number_columns] == [
        ColumnOf.VALUE,
        ColumnOf.DETAIL,
        ColumnOf.INTERVAL,
    ]
    assert on_screen(panel) == repainted(panel)


@POPS_UP
def test_that_the_menu_copies_tables(panel: MetricsPanel, snapshot: Snapshot) -> None:
    panel.set_pinned(moved(snapshot, 0.45).point)
    choose(panel, "TPR", "roc_auc")
    menu = open_menu(panel, "TPR")
    assert panel.copies.table in menu.actions()
    panel.copies.table.trigger()
    lower, upper = limits(5, 10)
    assert QGuiApplication.clipboard().text() == (
        "Metric\tValue\t95% lower\t95% upper\tMethod\tValue at 0.45\tx/n\n"
        f"True positive rate\t0.5\t{lower!r}\t{upper!r}\tWilson\t0.6\t5/10\n"
        "ROC AUC\t0.68\t\t\t\t\t\n"
    )
    panel.copies.paper.trigger()
    between = text.rate_interval(lower, upper)
    assert QGuiApplication.clipboard().text() == (
        "Metric\tx/n\tValue (95 % interval)\tValue at 0.45\n"
        f"True positive rate\t5/10\t0.500 ({between})\t0.600\n"
        "ROC AUC\t\t0.680\t\n"
    )
    panel.copies.latex.trigger()
    row = f"True positive rate & $0.5$ & ${lower!r}$ & ${upper!r}$ & Wilson & $0.6$ & 5/10"
    assert row in QGuiApplication.clipboard().text()


@POPS_UP
def test_that_the_menu_asks_for_a_plot_of_what_follows_the_threshold(
    panel: MetricsPanel, qtbot: QtBot
) -> None:
    choose(panel, "TPR", "roc_auc", "PPV")
    open_menu(panel, "TPR")
    with qtbot.waitSignal(panel.plot_requested) as asked:
        panel.plot_action.trigger()
    assert asked.args == [["TPR", "PPV"]]
    choose(panel, "roc_auc")
    panel.tree.scrollTo(panel.model.index_of("roc_auc"))
    open_menu(panel, "roc_auc")
    assert not panel.plot_action.isEnabled()
    assert not panel.edit_action.isEnabled()


@POPS_UP
def test_that_numbers_of_a_formula_are_edited_in_a_window(
    panel: MetricsPanel, qtbot: QtBot
) -> None:
    choose(panel, "TVERSKY")
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    dialog = panel.findChild(ParameterDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "Tversky index"
    shown = [name for name, field in dialog.editor.fields.items() if field.isVisible()]
    assert shown == ["tversky_alpha", "tversky_beta"]
    field = dialog.editor.fields["tversky_alpha"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1.25")
    with qtbot.waitSignal(panel.parameters_requested) as asked:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked.args == [Parameters(tversky_alpha=1.25)]
    reset = dialog.findChild(QPushButton, "reset_parameters")
    assert reset is not None
    with qtbot.waitSignal(panel.parameters_requested) as asked:
        QTest.mouseClick(reset, LEFT)
    assert asked.args == [Parameters()]
    dialog.close()


def test_that_a_measure_without_numbers_opens_nothing(panel: MetricsPanel) -> None:
    choose(panel, "TPR")
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    assert panel.findChild(ParameterDialog) is None


def test_that_a_search_finds_a_name_of_another_field_and_keeps_the_row(
    panel: MetricsPanel,
) -> None:
    choose(panel, "FPR")
    QTest.keyClicks(panel.search_field, "false match")
    assert current_id(panel) == "FPR"
    panel.search_field.clear()
    assert current_id(panel) == "FPR"
    assert [entry.id for entry in panel.selected()] == ["FPR"]


def shown_names(panel: MetricsPanel, *ids: str) -> list[str]:
    """Return how names are written in the column as wide as it is."""
    tree, names = panel.tree, []
    for metric_id in ids:
        index = panel.model.index_of(metric_id)
        delegate = tree.itemDelegateForIndex(index)
        assert isinstance(delegate, QStyledItemDelegate)
        option = QStyleOptionViewItem()
        option.rect = tree.name_area(index, tree.visualRect(index))
        option.fontMetrics = tree.fontMetrics()
        delegate.initStyleOption(option, index)
        names.append(option.text)
    return names


def test_that_all_abbreviations_are_explained_or_none(panel: MetricsPanel) -> None:
    ids = "TPR", "TNR", "FPR", "FNR", "BER"
    panel.set_vocabulary(Vocabulary.BIOMETRICS)
    for width, explained in ((640, True), (350, False), (360, False), (640, True)):
        panel.resize(width, 600)
        names = shown_names(panel, *ids)
        assert [name.partition(" ")[0] for name in names] == ["TMR", "TNMR", "FMR", "FNMR", "HTER"]
        assert [" (" in name for name in names] == [explained] * 5, width


def test_that_brackets_that_tell_names_apart_stay(panel: MetricsPanel) -> None:
    panel.resize(250, 600)
    names = shown_names(panel, "AGM", "AGM_PROP")
    assert names == ["Adjusted geometric mean (counts)", "Adjusted geometric mean (proportion)"]


def test_that_names_take_no_more_room_than_they_need(panel: MetricsPanel) -> None:
    panel.resize(368, 600)  # as in a window 1,024 pixels wide
    tree = panel.tree
    assert not tree.isColumnHidden(ColumnOf.DETAIL)
    room = tree.visualRect(panel.model.index_of("PPR")).width() - 6
    assert tree.fontMetrics().horizontalAdvance("Predicted positive rate") <= room


def test_that_the_panel_of_a_small_window_shows_every_name_counts_and_limits(
    panel: MetricsPanel,
) -> None:
    panel.tree.verticalScrollBar().setValue(0)
    panel.resize(426, 600)  # as in a window 1,280 pixels wide
    tree = panel.tree
    assert not any(tree.isColumnHidden(one) for one in (ColumnOf.DETAIL, ColumnOf.INTERVAL))
    metrics = tree.fontMetrics()
    for entry in panel.model.every_entry():
        index = panel.model.index_of(entry.id)
        room = tree.name_area(index, tree.visualRect(index)).width() - 6
        assert metrics.horizontalAdvance(entry.about.name) <= room, entry.id


def test_that_little_room_is_shared_in_the_order_of_what_matters(panel: MetricsPanel) -> None:
    shown = []
    for width in (250, 300, 360, 426, 560):
        panel.resize(width, 600)
        panel.grab()
        tree = panel.tree
        hidden = [tree.isColumnHidden(one) for one in (ColumnOf.INTERVAL, ColumnOf.DETAIL)]
        shown.append((*hidden, tree.bar_room.beside > 0))
    assert shown == [
        (True, False, False),
        (False, True, False),
        (False, False, False),
        (False, False, False),
        (False, False, True),
    ]


def test_that_bars_are_drawn_to_scale_and_can_be_switched_off(
    panel: MetricsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    panel.resize(640, 600)
    with_bars = panel.grab().toImage()
    column = panel.tree.columnViewportPosition(ColumnOf.INTERVAL)
    end = column + panel.tree.columnWidth(ColumnOf.INTERVAL) - 4
    width = panel.tree.bar_room.beside - 4
    row = panel.tree.visualRect(panel.model.index_of("TPR"))
    picture = panel.tree.viewport().grab().toImage()
    line = row.center().y() + 4  # where the mark of the value alone reaches to
    drawn = panel.tree.palette().color(QPalette.ColorRole.Text).rgb()
    marked = [x for x in range(end - width, end) if picture.pixel(x, line) == drawn]
    assert marked
    middle = end - width + 0.5 * (width - 1)
    assert abs(sum(marked) / len(marked) - middle) <= 1
    with qtbot.waitSignal(panel.bars_requested) as asked:
        panel.bars_action.setChecked(True)
        panel.bars_action.trigger()
    assert asked.args == [False]
    plain = replace(snapshot, choices=Choices(has_bars=False))
    panel.show_snapshot(snapshot, plain)
    assert panel.grab().toImage() != with_bars
    panel.show_snapshot(plain, snapshot)
    assert panel.grab().toImage() == with_bars


def test_that_a_wide_interval_takes_the_room_of_its_bar(panel: MetricsPanel) -> None:
    """An upper limit that is cut off would be another number."""
    shown = draw_interval_of(panel, "1 234.5\N{EN DASH}98 765.4")
    assert shown == "1 234.5\N{EN DASH}98 765.4"


def test_that_a_small_rate_keeps_its_digits_in_narrower_letters(qapp: QApplication) -> None:
    drawn: list[str] = []

    class Noting(QPainter):
        def drawText(self, *given: Any) -> None:  # type: ignore[override]
            drawn.append(given[-1])
            assert self.fontMetrics().horizontalAdvance(given[-1]) <= room

    picture = QPixmap(200, 20)
    room = QFontMetrics(qapp.font()).horizontalAdvance("9\N{NARROW NO-BREAK SPACE}999.9")
    with Noting(picture) as painter:
        for words in ("0.00016", "0.948"):
            painter.setFont(qapp.font())
            draw_number(painter, QRect(0, 0, room + 8, 20), words, is_aligned=True)
    assert drawn == ["0.00016", "0.948"]


def test_that_limits_of_before_are_paler_in_every_row(panel: MetricsPanel) -> None:
    panel.resize(600, 600)
    before = panel.model.snapshot
    point = before.point
    assert point is not None
    assert isinstance(point.intervals, IntervalsAt)
    area = panel.tree.visualRect(panel.model.index_of("TPR"))
    area.moveLeft(panel.tree.columnViewportPosition(ColumnOf.INTERVAL))
    area.setWidth(panel.tree.columnWidth(ColumnOf.INTERVAL))
    awaited = AwaitedIntervals(point.intervals, point.intervals)
    inks = [ink(panel, area)]
    panel.show_snapshot(before, replace(before, point=replace(point, intervals=awaited)))
    inks.append(ink(panel, area))
    assert 0 < inks[1] < inks[0] * 3 / 4


def ink(panel: MetricsPanel, area: QRect) -> int:
    """Return how much is drawn in a part of the tree."""
    picture = panel.tree.viewport().grab(area).toImage()
    ground = picture.pixelColor(1, 1).lightness()
    places = [(x, y) for x in range(picture.width()) for y in range(picture.height())]
    return sum(abs(picture.pixelColor(x, y).lightness() - ground) for x, y in places)


def draw_interval_of(panel: MetricsPanel, words: str) -> str:
    """Return what is drawn of an interval in a column with a bar."""
    drawn: list[str] = []

    class Pen:
        def fontMetrics(self) -> QFontMetrics:
            return QFontMetrics(panel.tree.small_font)

        def setPen(self, _pen: object) -> None: ...

        def fillRect(self, *_place: object) -> None:
            drawn.append("a bar")

        def drawText(self, _x: int, _y: int, told: str) -> None:
            drawn.append(told)

    panel.resize(600, 600)
    numbers = Numbers("1", "", words, "", Bar(0.2, 0.3, 0.4))
    width = panel.tree.columnWidth(ColumnOf.INTERVAL)
    colours = Colours.of(panel.palette(), QColor("grey"))
    room = panel.tree.bar_room
    draw_interval(Pen(), QRect(0, 0, width, 18), numbers, colours, room)  # type: ignore[arg-type]
    return drawn[0]
