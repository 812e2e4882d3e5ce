"""The dock of rules, driven with mouse and keys."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel
from shiboken6 import isValid
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.provenance import START, Origin, Provenance
from evalgui.core.rules import RULES, rule_by_id
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.models import rule_cells
from evalgui.gui.models.rule_cells import RuleColumn
from evalgui.gui.panels.lines_below import SHORTEST_NAME
from evalgui.gui.panels.rule_parameters import RuleNumberField
from evalgui.gui.panels.rules_panel import RulesPanel
from evalgui.gui.theme import LIGHT
from tests.gui.models.tables import make_dataset, snapshot_of

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from pytestqt.qtbot import QtBot

    from evalgui.core.rules import Choice
    from evalgui.core.snapshot import Snapshot

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot) -> RulesPanel:
    made = RulesPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.show_every(shown=True)
    made.resize(800, 900)
    made.show_snapshot(EMPTY, snapshot_of(make_dataset()))
    with qtbot.waitSignal(made.model.choices.ended):
        made.show()
    qtbot.waitExposed(made)
    return made


def select(panel: RulesPanel, rule_id: str) -> QPoint:
    """Click a rule; return where its row is."""
    index = panel.model.index_of(rule_id)
    panel.tree.scrollTo(index)
    place = panel.tree.visualRect(index).center()
    QTest.mouseClick(panel.tree.viewport(), LEFT, pos=place)
    return place


def number_field(panel: RulesPanel, name: str) -> RuleNumberField:
    if name not in panel.parameters.fields:  # the target, which stands in its row
        panel.tree.edit_target()
        assert panel.tree.field is not None
        assert panel.tree.field.objectName() == f"rule_{name}"
        return panel.tree.field
    field = panel.parameters.fields[name]
    assert isinstance(field, RuleNumberField)
    return field


def test_that_the_rates_of_a_rule_have_intervals(panel: RulesPanel, qtbot: QtBot) -> None:
    before = snapshot_of(make_dataset())
    with qtbot.waitSignal(panel.model.choices.ended):
        panel.show_snapshot(EMPTY, before)
    select(panel, "youden")
    counts = chosen(panel, "youden").counts
    assert counts is not None
    for level in (0.95, 0.9):
        inputs = replace(before.inputs, intervals=IntervalSettings(level=level))
        panel.show_snapshot(before, replace(before, inputs=inputs))
        told = panel.remarks.text().replace("\N{NARROW NO-BREAK SPACE}", "")
        for name, k, n in (
            ("True positive rate", int(counts.tp), int(counts.tp + counts.fn)),
            ("True negative rate", int(counts.tn), int(counts.tn + counts.fp)),
        ):
            low, high = proportion_confint(k, n, 1 - level, method="wilson")
            limits = f"{level:.0%} interval {low:.3f}\N{EN DASH}{high:.3f}"
            assert f"{name}: {k / n:.3f} ({k}/{n}), {limits}" in told


def is_typing(panel: RulesPanel) -> bool:
    return panel.tree.field is not None


def type_into(panel: RulesPanel, name: str, typed: str) -> RuleNumberField:
    field = number_field(panel, name)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, typed)
    QTest.keyClick(field, Qt.Key.Key_Return)
    return field


def chosen(panel: RulesPanel, rule_id: str) -> Choice:
    choice = panel.model.choice(rule_by_id(rule_id))
    assert choice is not None
    return choice


def test_that_names_give_way_to_the_numbers_in_a_narrow_dock(panel: RulesPanel) -> None:
    tree = panel.tree
    wide = tree.columnWidth(RuleColumn.NAME)
    panel.resize(330, 900)
    tree.fit_columns()
    seen = (RuleColumn.NAME, RuleColumn.THRESHOLD)
    assert sum(map(tree.columnWidth, seen)) <= tree.viewport().width()
    assert tree.columnWidth(RuleColumn.NAME) < wide
    head = tree.header()
    for column in seen[1:]:  # nor is a head cut off
        assert tree.columnWidth(column) >= head.sectionSizeHint(column)


def test_that_rates_stand_below_where_columns_have_no_room(panel: RulesPanel, qtbot: QtBot) -> None:
    tree, model = panel.tree, panel.model
    panel.resize(1_400, 900)
    assert not tree.names.is_on
    assert not tree.isColumnHidden(RuleColumn.REMARKS)
    youden = model.index_of("youden")
    low = tree.visualRect(youden).height()
    panel.resize(330, 900)
    qtbot.waitUntil(lambda: tree.visualRect(youden).height() > low)
    hidden = [column for column in RuleColumn if tree.isColumnHidden(column)]
    assert hidden == [one for one in RuleColumn if one > RuleColumn.THRESHOLD]
    assert tree.header().length() <= tree.viewport().width()
    (rates, *_others) = model.below(youden)
    cells = [youden.siblingAtColumn(one).data() for one in hidden[1:3]]
    dot = "  \N{MIDDLE DOT}  "
    assert rates[0] == f"TPR {cells[0]}{dot}TNR {cells[1]}"
    counts = [cell.partition("(")[2].rstrip(")") for cell in cells]
    assert rates[1] == f"TPR {counts[0]}{dot}TNR {counts[1]}"
    tree.clearSelection()
    row = tree.visualRect(youden)
    below = tree.viewport().grab(row.adjusted(0, low, 0, 0)).toImage()
    ground = tree.palette().color(QPalette.ColorRole.Base)
    places = ((x, y) for x in range(below.width()) for y in range(below.height()))
    assert any(below.pixelColor(*place) != ground for place in places)


def test_that_why_there_is_no_threshold_stands_below_its_rule(panel: RulesPanel) -> None:
    refused = next(rule for rule in RULES if panel.model.reason(rule))
    reason = panel.model.reason(refused)
    assert panel.model.below(panel.model.index_of(refused.id)) == [(reason,)]


def test_that_the_rule_in_force_is_told_of_at_first(qtbot: QtBot) -> None:
    panel = RulesPanel()
    qtbot.addWidget(panel)
    made = snapshot_of(make_dataset())
    panel.show_snapshot(EMPTY, replace(made, inputs=replace(made.inputs, provenance=START)))
    with qtbot.waitSignal(panel.model.choices.ended):
        panel.show()
    rule = panel.model.rule(panel.tree.currentIndex())
    assert rule is not None
    assert rule.id == "youden"
    choice = chosen(panel, "youden")
    assert made.ranking is not None
    same = rule_cells.equivalent(choice, made.ranking.score)
    assert f"The same counts in {same}" in panel.remarks.text().splitlines()


@pytest.mark.parametrize("vocabulary", list(Vocabulary))
def test_that_every_name_is_readable_in_a_narrow_column(
    panel: RulesPanel, vocabulary: Vocabulary
) -> None:
    tree, model = panel.tree, panel.model
    model.set_words(words_in(vocabulary))
    one_line, wrapped = QFontMetrics(tree.font()).lineSpacing(), Qt.TextFlag.TextWordWrap
    for width in (SHORTEST_NAME, 600):
        tree.header().resizeSection(RuleColumn.NAME, width)
        tree.expandAll()
        n_wrapped = 0
        for rule in RULES:
            index = model.index_of(rule.id)
            if not index.isValid():
                continue  # it is for other scores
            tree.scrollTo(index)
            place = tree.visualRect(index).adjusted(3, 0, -3, 0)  # the margins of a cell
            name = QFontMetrics(index.data(Qt.ItemDataRole.FontRole) or tree.font())
            room = QRect(0, 0, place.width(), 10_000)
            assert name.boundingRect(room, wrapped, model.sentence(rule)).height() <= place.height()
            n_wrapped += place.height() >= 2 * one_line
        assert (n_wrapped > 0) == (width < 600)


@pytest.mark.parametrize("size", [8, 9, 11, 13, 16, 20])
def test_that_rows_have_air_in_letters_of_every_size(panel: RulesPanel, size: int) -> None:
    tree = panel.tree
    letters = tree.font()
    letters.setPointSize(size)
    tree.setFont(letters)
    tree.header().resizeSection(RuleColumn.NAME, 40)  # too narrow for any name
    row = tree.visualRect(panel.model.index_of("minimax")).height()
    line = math.ceil(QFontMetricsF(letters).height())  # as the style counts
    assert row >= 2 * line + 2


def test_that_nothing_is_worked_on_while_the_panel_is_hidden(qtbot: QtBot) -> None:
    panel = RulesPanel()
    qtbot.addWidget(panel)
    panel.show_snapshot(EMPTY, snapshot_of(make_dataset()))
    choices = panel.model.choices
    assert not choices.is_busy
    with qtbot.waitSignal(choices.ended):
        panel.show()
    panel.hide()
    panel.show_snapshot(EMPTY, snapshot_of(make_dataset(scores=list(range(20)))))
    assert not choices.is_busy
    assert choices.answer(rule_by_id("youden")) is None
    with qtbot.waitSignal(choices.ended):
        panel.show()
    assert choices.answer(rule_by_id("youden")) is not None


def test_that_button_enter_and_double_click_use_a_rule(panel: RulesPanel, qtbot: QtBot) -> None:
    place = select(panel, "closest")
    with qtbot.waitSignal(panel.use_requested) as asked:
        QTest.mouseClick(panel.use_button, LEFT)
    assert asked.args is not None
    assert asked.args[0] is chosen(panel, "closest")
    with qtbot.waitSignal(panel.use_requested):
        QTest.mouseDClick(panel.tree.viewport(), LEFT, pos=place)
    with qtbot.waitSignal(panel.use_requested) as asked:
        QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    assert asked.args is not None
    assert asked.args[0].rule.id == "closest"


def test_that_a_rule_without_a_threshold_cannot_be_used(panel: RulesPanel, qtbot: QtBot) -> None:
    place = select(panel, "fmr-limit")
    assert not panel.use_button.isEnabled()
    assert "No threshold: " in panel.remarks.text()
    with qtbot.assertNotEmitted(panel.use_requested):
        QTest.mouseDClick(panel.tree.viewport(), LEFT, pos=place)


@pytest.mark.parametrize("typed", ["0,8", "0.8", "80 %", "80%"])
def test_that_a_parameter_is_typed_with_either_decimal_sign(
    panel: RulesPanel, qtbot: QtBot, typed: str
) -> None:
    panel.set_vocabulary(Vocabulary.CLINICAL)  # in which the target is a proportion
    select(panel, "sensitivity")
    with qtbot.waitSignal(panel.model.choices.ended):
        field = type_into(panel, "sensitivity", typed)
    choice = chosen(panel, "sensitivity")
    assert choice.parameters["sensitivity"] == 0.8
    assert choice.counts is not None
    assert choice.counts.tp == 8
    assert field.text() == "0.8"
    assert panel.use_button.isEnabled()


@pytest.mark.parametrize("typed", ["much", "1.5", "-0.1", "inf"])
def test_that_what_is_not_understood_is_said_in_place(panel: RulesPanel, typed: str) -> None:
    panel.set_vocabulary(Vocabulary.CLINICAL)  # in which the target is a proportion
    select(panel, "sensitivity")
    field = type_into(panel, "sensitivity", typed)
    assert field.message.isVisible()
    assert "It stays at 0.95." in field.message.text()
    assert field.text() == "0.95"
    assert chosen(panel, "sensitivity").parameters["sensitivity"] == 0.95


def test_that_what_was_said_of_a_field_goes_with_it(panel: RulesPanel, qtbot: QtBot) -> None:
    panel.set_vocabulary(Vocabulary.CLINICAL)  # in which the target is a proportion
    select(panel, "sensitivity")
    message = type_into(panel, "sensitivity", "much").message
    select(panel, "youden")
    qtbot.waitUntil(lambda: not isValid(message))
    assert panel.window().findChild(QLabel, "rule_sensitivity_message") is None


def test_that_what_is_half_typed_is_dropped_when_the_words_change(panel: RulesPanel) -> None:
    select(panel, "sensitivity")
    field = number_field(panel, "sensitivity")
    field.setFocus()
    QTest.keyClicks(field, "x")
    panel.set_vocabulary(Vocabulary.CLINICAL)
    assert number_field(panel, "sensitivity").text() == "0.95"
    assert not field.message.isVisible()


def test_that_an_empty_field_is_the_default_again(panel: RulesPanel, qtbot: QtBot) -> None:
    panel.set_vocabulary(Vocabulary.CLINICAL)  # in which the target is a proportion
    select(panel, "sensitivity")
    with qtbot.waitSignal(panel.model.choices.ended):
        type_into(panel, "sensitivity", "0.8")
    field = number_field(panel, "sensitivity")
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "0.95"
    qtbot.waitUntil(lambda: chosen(panel, "sensitivity").parameters["sensitivity"] == 0.95)


def test_that_what_was_set_is_there_when_one_comes_back(panel: RulesPanel, qtbot: QtBot) -> None:
    select(panel, "f-beta")
    with qtbot.waitSignal(panel.model.choices.ended):
        type_into(panel, "beta", "0,5")
    select(panel, "youden")
    assert panel.parameters.fields == {}
    assert not panel.parameters.isVisible()
    select(panel, "f-beta")
    assert number_field(panel, "beta").text() == "0.5"


def test_that_a_measure_is_chosen_by_its_name(panel: RulesPanel, qtbot: QtBot) -> None:
    panel.set_vocabulary(Vocabulary.CLINICAL)
    select(panel, "maximise")
    box = panel.parameters.fields["maximise"]
    assert isinstance(box, QComboBox)
    assert box.findText("Specificity") >= 0
    box.setCurrentIndex(box.findData("MCC"))
    with qtbot.waitSignal(panel.model.choices.ended):
        box.activated.emit(box.currentIndex())
    assert chosen(panel, "maximise").threshold == chosen(panel, "mcc").threshold
    panel.set_vocabulary(Vocabulary.MACHINE_LEARNING)
    box = panel.parameters.fields["maximise"]
    assert isinstance(box, QComboBox)
    assert box.currentData() == "MCC"


def test_that_a_search_keeps_the_selected_rule(panel: RulesPanel) -> None:
    select(panel, "youden")
    panel.search_field.setText("youden")
    current = panel.model.rule(panel.tree.currentIndex())
    assert current is not None
    assert current.id == "youden"
    panel.search_field.setText("no such rule")
    assert panel.nothing_found.isVisible()
    assert not panel.use_button.isEnabled()
    panel.search_field.clear()
    current = panel.model.rule(panel.tree.currentIndex())
    assert current is not None
    assert current.id == "youden"


def test_that_selected_rules_are_copied_with_every_digit(panel: RulesPanel) -> None:
    select(panel, "closest")
    QTest.keyClick(panel.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    if not QGuiApplication.clipboard().text().startswith("Rule\t"):
        panel.copy_action.trigger()
    heads, line = QGuiApplication.clipboard().text().splitlines()
    cells = dict(zip(heads.split("\t"), line.split("\t"), strict=True))
    assert cells["Rule"] == "Closest to (0, 1)"
    assert cells["Threshold"] == "0.49"
    assert line.split("\t")[RuleColumn.FIRST_RATE] == "0.6 (6/10)"
    panel.tree.selectionModel().clear()
    panel.copy_rules()
    assert len(QGuiApplication.clipboard().text().splitlines()) > 40


def test_that_everything_has_a_name_for_who_does_not_see_it(panel: RulesPanel) -> None:
    select(panel, "both")
    for widget in (panel, panel.tree, panel.search_field, panel.use_button, panel.progress):
        assert widget.accessibleName()
    names = [field.accessibleName() for field in panel.parameters.fields.values()]
    assert all(names)
    assert len(set(names)) == len(names)


def test_that_a_panel_without_a_score_works_on_nothing(panel: RulesPanel) -> None:
    panel.show_snapshot(snapshot_of(make_dataset()), EMPTY)
    assert not panel.model.choices.is_busy


def test_that_a_rule_that_is_followed_leads_with_its_new_parameters(
    panel: RulesPanel, qtbot: QtBot
) -> None:
    panel.set_vocabulary(Vocabulary.CLINICAL)  # in which the target is a proportion
    select(panel, "sensitivity")
    with qtbot.waitSignal(panel.follow_requested) as asked:
        QTest.mouseClick(panel.follow_button, LEFT)
    assert asked.args == [chosen(panel, "sensitivity")]
    old = snapshot_of(make_dataset())
    made = Provenance(Origin.CHOSEN, "sensitivity", (("sensitivity", 0.95),))
    followed = replace(old, inputs=replace(old.inputs, provenance=made, is_followed=True))
    panel.show_snapshot(EMPTY, followed)
    with qtbot.waitSignal(panel.follow_requested) as led:
        type_into(panel, "sensitivity", "0.6")
    assert led.args is not None
    assert dict(led.args[0].parameters) == {"sensitivity": 0.6}
    with qtbot.assertNotEmitted(panel.follow_requested):
        select(panel, "specificity")
        with qtbot.waitSignal(panel.model.choices.ended):
            type_into(panel, "specificity", "0.6")


@pytest.mark.parametrize("way", ["use", "follow"])
def test_that_a_press_beside_what_is_being_typed_is_not_lost(
    panel: RulesPanel, qtbot: QtBot, way: str
) -> None:
    panel.set_vocabulary(Vocabulary.CLINICAL)  # in which the target is a proportion
    button, asked_for = {
        "use": (panel.use_button, panel.use_requested),
        "follow": (panel.follow_button, panel.follow_requested),
    }[way]
    select(panel, "sensitivity")
    field = number_field(panel, "sensitivity")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0,6")
    with qtbot.waitSignal(asked_for) as asked:
        button.setFocus()  # as a press of the mouse does before the button has it
        QTest.mouseClick(button, LEFT)
    assert asked.args is not None
    assert dict(asked.args[0].parameters) == {"sensitivity": 0.6}


def test_that_what_was_asked_of_other_scores_is_forgotten(
    panel: RulesPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    select(panel, "sensitivity")
    with monkeypatch.context() as patch:
        patch.setattr(panel.model.choices, "find_out", lambda: None)
        type_into(panel, "sensitivity", "0.6")
        panel.use_action.trigger()  # before the rule has chosen
    with qtbot.assertNotEmitted(panel.use_requested), qtbot.waitSignal(panel.model.choices.ended):
        panel.show_snapshot(snapshot_of(make_dataset()), snapshot_of(make_dataset(higher=False)))


def test_that_rules_choose_at_the_prevalence_that_was_typed(
    panel: RulesPanel, qtbot: QtBot
) -> None:
    old = snapshot_of(make_dataset())

    def at(prevalence: float | None) -> Snapshot:
        made = (("ppv", 0.6), ("prevalence", 0.2))
        provenance = Provenance(Origin.CHOSEN, "ppv", made)
        intervals = replace(old.inputs.intervals, prevalence=prevalence)
        inputs = replace(old.inputs, threshold=0.5, provenance=provenance, intervals=intervals)
        return replace(old, inputs=inputs)

    before = at(0.2)
    with qtbot.waitSignal(panel.model.choices.ended):
        panel.show_snapshot(old, before)
    for prevalence in (0.2, 0.05, None):
        if prevalence != 0.2:
            with qtbot.waitSignal(panel.model.choices.ended):
                panel.show_snapshot(before, at(prevalence))
        for rule_id in ("cost", "net-benefit", "ppv", "npv-limit"):
            assert chosen(panel, rule_id).parameters["prevalence"] == prevalence
            select(panel, rule_id)
            assert number_field(panel, "prevalence").value() == prevalence
    assert "prevalence" not in chosen(panel, "youden").parameters


def test_that_the_rule_in_force_is_shown_as_it_was_set(panel: RulesPanel, qtbot: QtBot) -> None:
    old = snapshot_of(make_dataset())

    def with_rule(rule_id: str, **values: float) -> Snapshot:
        made = Provenance(Origin.CHOSEN, rule_id, tuple(values.items()))
        return replace(old, inputs=replace(old.inputs, threshold=0.5, provenance=made))

    select(panel, "ppv")
    with qtbot.waitSignal(panel.model.choices.ended):
        panel.show_snapshot(old, with_rule("ppv", ppv=0.6, prevalence=0.2))
    assert panel.model.is_in_force(rule_by_id("ppv"))
    assert [number_field(panel, name).value() for name in ("ppv", "prevalence")] == [0.6, 0.2]
    with qtbot.waitSignal(panel.model.choices.ended):
        type_into(panel, "prevalence", "0.3")  # to be looked at; the target stays
    assert dict(chosen(panel, "ppv").parameters) == {"ppv": 0.6, "prevalence": 0.3}
    panel.show_snapshot(old, with_rule("ppv", ppv=0.6, prevalence=0.2))  # nothing new is in force
    assert number_field(panel, "prevalence").value() == 0.3
    panel.show_snapshot(old, with_rule("typed"))
    panel.show_snapshot(old, with_rule("ppv", ppv=0.6, prevalence=0.2))  # undone
    assert number_field(panel, "prevalence").value() == 0.2
    assert panel.model.is_in_force(rule_by_id("ppv"))


def test_that_a_target_is_typed_in_its_row_by_pencil_key_or_digit(
    panel: RulesPanel, qtbot: QtBot
) -> None:
    tree = panel.tree
    select(panel, "fmr")
    QTest.keyClick(tree, Qt.Key.Key_F2)
    assert tree.field is not None
    assert tree.field.text() == "0.001"
    QTest.keyClick(tree.field, Qt.Key.Key_Escape)
    assert not is_typing(panel)
    QTest.keyClick(tree, Qt.Key.Key_0)
    assert tree.field is not None
    QTest.keyClicks(tree.field, ".2")
    with qtbot.waitSignal(panel.model.choices.ended):
        QTest.keyClick(tree.field, Qt.Key.Key_Return)
    assert chosen(panel, "fmr").parameters["fmr"] == 0.2
    tree.end_editing()
    index = panel.model.index_of("fmr")
    assert index.data().endswith("at most 0.2")
    pencil = tree._pencil_of(index).center()
    QTest.mouseClick(tree.viewport(), LEFT, pos=pencil)
    assert tree.field is not None
    tree.end_editing()
    select(panel, "youden")
    QTest.keyClick(tree, Qt.Key.Key_F2)
    assert not is_typing(panel)  # it has no target
