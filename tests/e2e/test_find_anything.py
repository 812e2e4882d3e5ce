"""The command palette: anything is found by its name, and taken with Enter."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from evalgui.core.metrics import Vocabulary, metric_by_id
from evalgui.core.requests import SetLocked, SetVocabulary
from evalgui.core.rules import RULES
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.gui.dialogs.help_page import HelpWindow
from evalgui.gui.look import text
from evalgui.gui.palette import Palette
from evalgui.gui.palette_entries import DO, HELP, MEASURES, NOT_YET, RULES_GROUP, entries_of, sought
from tests.e2e.conftest import Program, nothing_left_behind, program

__all__ = ["nothing_left_behind", "program"]

if TYPE_CHECKING:
    from evalgui.gui.palette_entries import Entry


PLOTS = (
    ("lift", "Lift"),
    ("cumulative accuracy profile", "Cumulative gain"),
    ("PRG", "Precision-recall-gain"),
    ("cost curve", "Cost curve"),
    ("total gain", "Predictiveness curve"),
)
"""Plots that are shown when they are asked for, by what people call them."""


def entries(program: Program) -> list[Entry]:
    return entries_of(program.window, program.workspace, program.application.commands)


def found(program: Program, typed: str) -> dict[str, list[str]]:
    return {
        group: [one.title for one in these]
        for group, these in sought(entries(program), typed).items()
    }


def opened(program: Program, typed: str) -> Palette:
    program.window.actions_by_id["find_anything"].trigger()
    palette: Palette = program.window.findChild(Palette, "palette")
    palette.field.setText(typed)
    return palette


def press(palette: Palette, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(palette.field, key)


def test_that_every_action_is_found_by_its_name(program: Program) -> None:
    program.open_sample("clinical")
    every = entries(program)
    for action in program.window.actions_by_id.values():
        title = action.text().replace("&", "")
        names = [one.title for one in sought(every, title).get(DO, [])]
        assert title in names


@pytest.mark.parametrize("vocabulary", Vocabulary)
@pytest.mark.parametrize("typed", ["specificity", "TNMR", "true neg", "tnr"])
def test_that_a_measure_is_found_by_the_words_of_any_field(
    program: Program, vocabulary: Vocabulary, typed: str
) -> None:
    program.open_sample("clinical")
    program.workspace.ask(SetVocabulary(vocabulary))
    program.settle()
    counts = program.snapshot.point.counts
    names = {one.title: one.beside() for one in sought(entries(program), typed)[MEASURES]}
    own = metric_by_id("TNR").name_in(vocabulary)
    assert names[own] == f"{counts.tn / (counts.tn + counts.fp):.{text.decimals()}f}"


def test_that_people_find_what_they_call_otherwise(program: Program) -> None:
    program.open_sample("clinical")
    assert "Type a Threshold" in found(program, "cut-off")[DO]
    assert set(found(program, "cut off")[DO]) >= set(found(program, "cutpoint")[DO])
    assert "ROC AUC" in found(program, "auroc")[MEASURES]
    for typed, title in PLOTS:
        assert title in found(program, typed)[DO]


@pytest.mark.parametrize(
    ("typed", "group", "title"),
    [
        ("cost", DO, "Line of Equal Cost"),
        ("cost", MEASURES, "Expected cost"),
        ("cost", RULES_GROUP, "Least expected cost"),
        ("benefit", DO, "People"),
        ("benefit", RULES_GROUP, "Net benefit"),
        ("calib", HELP, "Calibration"),
        ("prevalence", DO, "People"),
        ("prevalence", MEASURES, "Prevalence"),
        ("false alarms", DO, "People"),
        ("net benefit", HELP, "Decision curve"),
        ("fagan", DO, "People"),
    ],
)
def test_that_what_is_weighed_is_found_among_the_first_two(
    program: Program, typed: str, group: str, title: str
) -> None:
    program.open_sample("clinical")
    assert title in found(program, typed)[group][:2]


def test_that_what_results_can_say_is_found_and_shown(program: Program) -> None:
    program.open_sample("clinical")
    (entry,) = (
        one
        for one in sought(entries(program), "net benefit")[DO]
        if one.beside() == "Results" and one.title == "Decision curve"
    )
    assert entry.run is not None
    entry.run()
    program.settle()
    assert program.window.results.isVisible()
    assert program.window.results.topic.id == "decision_curve"


def test_that_what_is_missing_is_said_where_it_is_sought_alone(program: Program) -> None:
    assert NOT_YET not in found(program, "")
    (entry,) = sought(entries(program), "survival")[NOT_YET]
    assert entry.run is None
    assert entry.beside().startswith("nearest: ")


def test_that_a_name_that_begins_so_comes_first(program: Program) -> None:
    program.open_sample("clinical")
    program.workspace.ask(SetVocabulary(Vocabulary.CLINICAL))
    program.settle()
    assert found(program, "sensitivity")[MEASURES][0] == "Sensitivity"


def test_that_enter_takes_the_rule_in_front(program: Program) -> None:
    program.open_sample("clinical")
    before = program.snapshot.point.threshold
    palette = opened(program, "kappa")
    rules = [line for line in palette.found.lines if line.group == RULES_GROUP and line.entry]
    assert rules
    palette.list.setCurrentIndex(palette.found.index(palette.found.lines.index(rules[0])))
    press(palette, Qt.Key.Key_Return)
    program.settle()
    made = program.snapshot.provenance
    assert made is not None
    assert made.rule is not None
    name = MACHINE_LEARNING.rule_name(made.rule, RULES.by_id(made.rule).name)
    assert [name] == [one.entry and one.entry.title for one in rules[:1]]
    assert program.snapshot.point.threshold != before


def test_that_nothing_is_taken_that_cannot_be_done(program: Program) -> None:
    program.open_sample("clinical")
    program.workspace.ask(SetLocked(is_locked=True))
    rules = sought(entries(program), "youden")[RULES_GROUP]
    assert {one.run for one in rules} == {None}
    palette = opened(program, "youden")
    rows = [line.group for line in palette.found.lines]
    palette.list.setCurrentIndex(palette.found.index(rows.index(RULES_GROUP) + 1))
    press(palette, Qt.Key.Key_Return)
    assert palette.isVisible()
    press(palette, Qt.Key.Key_Escape, Qt.Key.Key_Escape)


def test_that_the_arrows_pass_headings_and_go_round(program: Program) -> None:
    program.open_sample("clinical")
    palette = opened(program, "sens")
    model = palette.found
    first = palette.list.currentIndex().row()
    assert model.lines[first].entry is not None
    press(palette, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == len(model.lines) - 1
    press(palette, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() == first
    seen = set()
    for _ in model.lines:
        press(palette, Qt.Key.Key_Down)
        line = model.lines[palette.list.currentIndex().row()]
        assert line.entry is not None or line.n_more
        seen.add(line.group)
    assert {DO, MEASURES, RULES_GROUP, HELP} <= seen
    palette.close()


def test_that_a_group_is_unfolded(program: Program) -> None:
    program.open_sample("clinical")
    palette = opened(program, "sens")
    before = len(palette.found.lines)
    row = next(row for row, line in enumerate(palette.found.lines) if line.n_more)
    n_more = palette.found.lines[row].n_more
    palette.take(palette.found.index(row))
    assert len(palette.found.lines) == before - 1 + n_more
    palette.close()


def test_that_f1_explains_a_measure(program: Program) -> None:
    program.open_sample("clinical")
    palette = opened(program, "negative predictive value")
    rows = [line.group for line in palette.found.lines]
    palette.list.setCurrentIndex(palette.found.index(rows.index(MEASURES) + 1))
    press(palette, Qt.Key.Key_F1)
    assert program.window.docks["explain"].isVisible()


def test_that_help_opens_at_what_was_found(program: Program) -> None:
    palette = opened(program, "layouts")
    rows = [line.group for line in palette.found.lines]
    palette.list.setCurrentIndex(palette.found.index(rows.index(HELP) + 1))
    entry = palette.found.lines[rows.index(HELP) + 1].entry
    assert entry is not None
    press(palette, Qt.Key.Key_Return)
    page = program.window.findChild(HelpWindow)
    assert page.browser.textCursor().block().text() == entry.title == "Layouts and panes"
    page.close()


def test_that_a_rate_is_asked_for_in_the_words_of_the_field(program: Program) -> None:
    program.open_sample("clinical")
    program.workspace.ask(SetVocabulary(Vocabulary.CLINICAL))
    action = program.window.actions_by_id["ask_rate"]
    assert action.text().replace("&", "") == "Ask for a sensitivity\N{HORIZONTAL ELLIPSIS}"
    action.trigger()
    editor = program.application.commands.deciding.editor
    assert editor.isVisible()
    editor.field.setText("0.99")
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    program.settle()
    counts = program.snapshot.point.counts
    assert counts.tp / (counts.tp + counts.fn) >= 0.99


def test_that_a_number_is_asked_for_and_not_half_of_what_is_no_probability(
    program: Program,
) -> None:
    program.open_path(
        Path(__file__).parents[1] / "data" / "io" / "tables" / "d01_lungenembolie.csv"
    )
    program.settle()
    before = program.snapshot.point.threshold
    (entry,) = (one for one in entries(program) if one.title == "A number")
    assert entry.run is not None
    entry.run()
    program.settle()
    assert program.snapshot.point.threshold == before
    editor = program.application.commands.deciding.editor
    assert editor.isVisible() or program.window.threshold_bar.spin_box.isVisible()
    editor.hide()
    (half,) = (one for one in entries(program) if one.title == "0.5")
    assert half.run is None
