"""What the window offers and says fits what is open, and what is being opened."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from evalgui.gui.dialogs.findings import accounting
from evalgui.gui.invitation import INVITATION, Invitation, show_opening
from evalgui.gui.panels.data_panel import account


def offered(program) -> set[str]:
    actions = program.window.menus.figure_actions.items()
    return {plot_id for plot_id, action in actions if action.isVisible() and action.isEnabled()}


def test_that_figures_of_each_class_are_offered_for_three_classes_alone(program):
    assert offered(program) == set()
    program.open_sample("clinical")
    assert offered(program) == set(program.window.plots.plots())
    program.open_sample("iris")
    assert offered(program) == {"classes-roc", "classes-pr", "classes-det"}


def test_that_a_matrix_has_counts_and_no_rows(program, tmp_path):
    path = tmp_path / "cm.csv"
    path.write_text("TP,FP,FN,TN\n80,10,6,40\n", encoding="utf-8")
    program.open_path(path)
    assert program.window.data_bar.rows.text() == "cm.csv: 136 counted in a confusion matrix"
    dataset = program.snapshot.dataset
    for words in (accounting(dataset), account(dataset)):
        assert "136" in words
        assert "0 rows" not in words
    said = [label.text() for label in program.window.findChildren(QLabel) if label.isVisible()]
    assert not [words for words in said if "0 rows" in words]


def test_that_nobody_is_asked_for_a_file_while_one_is_opened(program):
    def said() -> set[str]:
        return {label.text() for label in program.window.findChildren(Invitation)}

    assert INVITATION in said()
    seen = []
    program.workspace.loading_started.connect(lambda _name: seen.append(said()))
    program.open_sample("clinical")
    assert seen
    assert INVITATION not in seen[0]
    assert "Opening clinical.csv\N{HORIZONTAL ELLIPSIS}" in seen[0]


@pytest.mark.parametrize("name", ["<b>a</b>.csv", "x" * 300])
def test_that_the_name_of_a_file_that_cannot_be_opened_goes_away(program, name):
    show_opening(program.window, name)
    assert not program.window.predictions._empty.open_button.isEnabled()
    show_opening(program.window, "")
    assert program.window.predictions._empty.open_button.isEnabled()
    labels = program.window.findChildren(Invitation)
    assert not any("Opening" in label.text() for label in labels)
