"""The decision as a sentence, and the rules of a field as sentences with what each gives."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QEnterEvent
from PySide6.QtTest import QTest

from evalgui.core.metrics import Vocabulary
from evalgui.core.requests import SetLocked, SetSecond, SetThreshold, SetVocabulary
from evalgui.core.rules import RULES, choose
from evalgui.core.threshold_moves import by_steps
from evalgui.gui import panes
from evalgui.gui.models.rule_sentences import SENTENCES
from evalgui.gui.panels.choose_by import ChooseBy
from tests.e2e.conftest import Program, nothing_left_behind, program

__all__ = ["nothing_left_behind", "program"]

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.gui.panels.choose_by import SentenceRow

LEFT = Qt.MouseButton.LeftButton


def chooser(program: Program) -> ChooseBy:
    """Return the sentences, opened by their button, once all of them are worked out."""
    QTest.mouseClick(program.window.decision.head.choose, LEFT)
    found: ChooseBy = program.window.findChild(ChooseBy, "choose_by")
    choices = found.choices
    assert choices is not None
    program.qtbot.waitUntil(lambda: not choices.is_busy)
    return found


def opened(program: Program) -> None:
    """Open the sample of a clinic in its layout, and in its words."""
    program.open_sample("clinical")
    program.window.findChild(object, "layout_clinical").trigger()
    program.settle()


def row(found: ChooseBy, rule: str) -> SentenceRow:
    (one,) = (row for row in found.rows if row.rule.id == rule)
    return one


def chosen(program: Program, rule: str, values: Mapping[str, Any]) -> Any:
    ranking = program.snapshot.ranking
    return choose(RULES.by_id(rule), ranking.table.steps, ranking.score, values)


@pytest.mark.parametrize("vocabulary", Vocabulary)
def test_that_each_field_has_five_sentences_of_its_own_rules(vocabulary: Vocabulary) -> None:
    sentences = SENTENCES[vocabulary]
    assert len(sentences) == 5
    for one in sentences:
        rule = RULES.by_id(one.rule)
        assert vocabulary not in rule.foreign_to
        assert one.told.count("{}") == len(one.blanks)
        assert {blank.parameter for blank in one.blanks} <= {own.id for own in rule.parameters}
        assert all(blank.shown(blank.value(5)) == 5 for blank in one.blanks)
        rule.values(one.usual)  # which it takes


def test_that_each_sentence_says_what_the_rule_gives(program: Program) -> None:
    opened(program)
    found = chooser(program)
    for one in found.rows:
        counts = chosen(program, one.rule.id, one.given).counts
        n, m = counts.tp + counts.fn, counts.fp + counts.tn
        assert one.people.text() == f"{counts.fn} of {n} missed, {counts.fp} of {m} false alarms"
        assert one.values[0].text() == f"{counts.tp / n:.3f}"
        assert one.values[1].text() == f"{counts.tn / m:.3f}"
        assert one.limits[0].text()
    assert [one.tick.text() for one in found.rows] == ["", "", "", "", "\N{CHECK MARK}"]
    found.close()


def test_that_a_number_in_a_sentence_changes_its_row_at_once(program: Program) -> None:
    opened(program)
    found = chooser(program)
    one = row(found, "specificity")
    before = one.threshold.text()
    one.fields[0].selectAll()
    QTest.keyClicks(one.fields[0], "1")
    QTest.keyClick(one.fields[0], Qt.Key.Key_Return)
    assert found.isVisible()  # the next Enter takes the rule
    program.qtbot.waitUntil(lambda: one.threshold.text() not in {"", before})
    counts = chosen(program, "specificity", {"specificity": 0.99}).counts
    assert one.people.text().split(", ")[1].startswith(f"{counts.fp} of ")
    found.close()


def test_that_pointing_moves_nothing_and_enter_takes(program: Program) -> None:
    opened(program)
    before = program.snapshot.point.threshold
    found = chooser(program)
    one = row(found, "sensitivity-limit")
    QTest.mouseMove(one)
    one.setFocus()
    assert program.snapshot.point.threshold == before
    QTest.keyClick(one, Qt.Key.Key_Return)
    program.settle()
    assert not found.isVisible()
    made = program.snapshot.provenance
    assert made.rule == "sensitivity-limit"
    assert dict(made.parameters)["sensitivity"] == pytest.approx(0.95)
    head = program.window.decision.head
    assert head.rule.text() == "sensitivity is at least 0.95"
    assert head.because.text() == "because"
    assert "limit 0.95" in head.limits.text()
    again = chooser(program)
    assert row(again, "sensitivity-limit").tick.text() == "\N{CHECK MARK}"
    again.close()


def test_that_the_arrows_go_from_sentence_to_sentence(program: Program) -> None:
    opened(program)
    found = chooser(program)
    found.rows[0].setFocus()
    QTest.keyClick(found.rows[0], Qt.Key.Key_Up)
    assert found.rows[-1].hasFocus()
    QTest.keyClick(found.rows[-1], Qt.Key.Key_Down)
    assert found.rows[0].hasFocus()
    found.close()


def test_that_the_sentences_follow_the_field(program: Program) -> None:
    opened(program)
    chooser(program).close()
    program.workspace.ask(SetVocabulary(Vocabulary.BIOMETRICS))
    program.settle()
    found = chooser(program)
    assert [one.rule.id for one in found.rows] == ["fmr", "fnmr", "eer", "cost", "number"]
    assert "false non-matches" in found.rows[0].people.text()
    found.close()


def test_that_all_rules_are_one_press_away(program: Program) -> None:
    opened(program)
    found = chooser(program)
    QTest.mouseClick(found.every, LEFT)
    assert program.window.docks["rules"].isVisible()


def test_that_a_locked_line_offers_no_rule(program: Program) -> None:
    opened(program)
    program.workspace.ask(SetLocked(is_locked=True))
    program.settle()
    head = program.window.decision.head
    QTest.mouseClick(head.choose, LEFT)
    found = program.window.findChild(ChooseBy, "choose_by")
    assert found is None or not found.isVisible()
    assert "locked" in head.message.text()


def test_that_each_part_of_the_sentence_is_a_way_to_change_it(program: Program) -> None:
    opened(program)
    window = program.window
    head, bar = window.decision.head, window.data_bar
    for part in (bar.score, bar.direction, head.threshold, head.rule):
        assert part.isVisible()
        assert part.window() is window
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus
    QTest.keyClick(head.threshold, Qt.Key.Key_Return)
    editor = program.application.commands.deciding.editor
    assert editor.isVisible()
    editor.field.setText("0.25")
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    program.settle()
    assert program.snapshot.point.threshold == 0.25
    assert head.threshold.text() == "0.25"
    assert head.because.text() == ""  # no rule put it there
    QTest.keyClick(head.threshold, Qt.Key.Key_Right)
    program.settle()
    assert program.snapshot.point.threshold > 0.25


def test_that_calm_layouts_say_the_threshold_once(program: Program) -> None:
    opened(program)
    window = program.window
    assert program.application.arrangement.current.id == "clinical"
    assert not window.threshold_bar.isVisible()
    assert not window.docks["metrics"].isVisible()
    others = window.decision.others
    assert others.isVisible()
    n = int(others.text().split(" ")[0])
    assert n == len(window.metrics.model.every_entry()) - len(window.decision.model.chosen)
    QTest.mouseClick(others, LEFT)
    assert window.docks["metrics"].isVisible()
    window.findChild(object, "layout_overview").trigger()
    program.settle()
    assert window.threshold_bar.isVisible()


def letters_of_read_out(program: Program, name: str, colour: str = "accent") -> int:
    """Return how many pixels of a header are painted in a colour, as its read-out is."""
    header = program.window.plots.plots()[name].header
    image = header.grab().toImage()
    accent = QColor(getattr(header._theme, colour)).rgb()
    cells = [(x, y) for x in range(image.width()) for y in range(image.height())]
    return sum(image.pixel(*cell) == accent for cell in cells)


def test_that_plots_of_calm_layouts_say_numbers_when_pointed_at(program: Program) -> None:
    opened(program)
    plot = program.window.plots.plots()["roc"]
    assert letters_of_read_out(program, "roc") == 0
    place = QPointF(plot.rect().center())
    QCoreApplication.sendEvent(plot, QEnterEvent(place, place, place))
    assert letters_of_read_out(program, "roc") > 0
    QCoreApplication.sendEvent(plot, QEvent(QEvent.Type.Leave))
    assert letters_of_read_out(program, "roc") == 0
    program.window.findChild(object, "layout_overview").trigger()
    program.settle()
    assert letters_of_read_out(program, "roc") > 0


def test_that_calm_layouts_say_the_equal_error_rate_among_the_measures_alone(
    program: Program,
) -> None:
    program.open_sample("biometric")
    program.window.findChild(object, "layout_biometrics").trigger()
    program.settle()
    plot = program.window.plots.plots()["det"]
    assert plot.header.summary.startswith("EER")
    unsaid = letters_of_read_out(program, "det", "faint_text")
    place = QPointF(plot.rect().center())
    QCoreApplication.sendEvent(plot, QEnterEvent(place, place, place))
    assert letters_of_read_out(program, "det", "faint_text") > unsaid
    QCoreApplication.sendEvent(plot, QEvent(QEvent.Type.Leave))
    assert letters_of_read_out(program, "det", "faint_text") == unsaid


def test_that_a_and_b_appear_when_there_is_a_b(program: Program) -> None:
    opened(program)
    flips = program.window.threshold_bar.flips
    assert not flips.isVisible()
    program.workspace.ask(SetThreshold(0.2))
    program.settle()
    assert flips.isVisible() == flips.flip.isEnabled()
    assert flips.isVisible()


def test_that_both_numbers_of_a_grey_zone_are_typed_stepped_and_dragged(program: Program) -> None:
    opened(program)
    program.workspace.ask(SetThreshold(0.4))
    program.workspace.ask(SetSecond(0.8))
    program.settle()
    head, steps = program.window.decision.head, program.snapshot.ranking.table.steps
    QTest.keyClick(head.second, Qt.Key.Key_Return)
    editor = program.application.commands.deciding.editor
    editor.field.setText("0.9")
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    program.settle()
    assert program.snapshot.choices.second == 0.9
    QTest.keyClick(head.second, Qt.Key.Key_Left)
    program.settle()
    assert program.snapshot.choices.second == by_steps(steps, 0.9, -1)
    for part, before in ((head.second, program.snapshot.choices.second), (head.threshold, 0.4)):
        middle = part.rect().center()
        QTest.mousePress(part, LEFT, pos=middle)
        for far in (10, 30):
            QTest.mouseMove(part, middle + QPoint(far, 0))
        QTest.mouseRelease(part, LEFT, pos=middle + QPoint(30, 0))
        program.settle()
        now = program.snapshot.choices.second if part is head.second else None
        assert (now or program.snapshot.point.threshold) > before
    assert not editor.isVisible()
    assert program.snapshot.choices.second is not None
    program.window.actions_by_id["undo"].trigger()
    assert program.snapshot.point.threshold == 0.4  # the drag was one step


def test_that_the_unit_of_a_score_stands_behind_its_threshold(program: Program) -> None:
    program.open_path(Path(__file__).parents[1] / "data" / "io" / "tables" / "d02_diagnose.csv")
    program.settle()
    head = program.window.decision.head
    assert head.unit.text() == "ng/ml,"
    assert program.window.data_bar.score.currentText() == "PSA"
    assert head.accessibleName().startswith("Positive at PSA \N{GREATER-THAN OR EQUAL TO} ")
    assert " ng/ml, because Youden's index is highest. Start, " in head.accessibleName()


@pytest.mark.parametrize("layout", ["clinical", "biometrics", "overview", "teaching"])
def test_that_the_pane_of_rules_moves_no_plot(program: Program, layout: str) -> None:
    opened(program)
    window = program.window
    program.window.findChild(object, f"layout_{layout}").trigger()
    window.resize(1280, 720)
    program.settle()
    for _turn in range(3):
        QCoreApplication.processEvents()

    def places() -> dict[str, QRect]:
        plots = window.plots.plots().items()
        return {
            name: QRect(plot.mapTo(window, QPoint()), plot.size())
            for name, plot in plots
            if plot.isVisible()
        }

    before = places()
    assert before
    window.panes.raise_dock(panes.RULES)
    assert window.docks["rules"].isVisible()
    for _turn in range(3):
        QCoreApplication.processEvents()
    assert places() == before


def test_that_a_target_has_one_owner(program: Program) -> None:
    opened(program)
    found = chooser(program)
    one = row(found, "sensitivity-limit")
    one.fields[0].selectAll()
    QTest.keyClicks(one.fields[0], "3")
    QTest.keyClick(one.fields[0], Qt.Key.Key_Return)
    found.close()
    model = program.window.rules.model
    told = "Miss at most 3 % of the diseased, for certain (95 %)"
    assert model.index_of("sensitivity-limit").data() == told
    model.choices.set_given(one.rule, "sensitivity", 0.9)
    again = chooser(program)
    assert row(again, "sensitivity-limit").fields[0].text() == "10"
    again.close()
