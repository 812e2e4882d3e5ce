"""Presentation attacks in the window: what is refused, the column that tells species, and rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from evalgui.core.requests import (
    DragThreshold,
    SelectPositive,
    SetThreshold,
    SetVocabulary,
    Undo,
)
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.results.table_view import TableView
from evalgui.results.topics.pad import PAD


@pytest.fixture
def opened(program: Any, tmp_path: Any) -> Any:
    rng = np.random.default_rng(4)
    lines = ["label,how,score"]
    lines += [f"bonafide,,{value:.3f}" for value in rng.normal(2.5, 1, 150)]
    for name, mean, n in (("print", -1.0, 70), ("mask", 1.0, 40)):
        lines += [f"spoof,{name},{value:.3f}" for value in rng.normal(mean, 1, n)]
    path = tmp_path / "attacks.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    program.open_path(path)
    program.workspace.ask(SetThreshold(1.0))
    program.rest()
    return program


def show(program: Any) -> Any:
    panel = program.window.results
    program.window.docks["results"].show()
    panel.show_topic("pad")
    program.rest()
    return panel


def choose_species(program: Any) -> None:
    panel = show(program)
    (button,) = panel.ways.buttons
    assert button.text() == "Species: how"
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    program.rest()


def test_that_a_pooled_rate_is_refused_with_the_way_out(opened: Any) -> None:
    panel = show(opened)
    assert panel.topic is PAD
    assert "a pooled rate hides the worst attack" in panel.facts.text()
    choose_species(opened)
    assert opened.snapshot.dataset.species.column == "how"
    assert "the worst species is mask" in panel.facts.text()
    assert not panel.ways.buttons
    opened.workspace.ask(Undo())
    opened.rest()
    assert opened.snapshot.dataset.species is None


def test_that_a_rate_of_all_species_is_a_rule_at_a_double_click(opened: Any) -> None:
    choose_species(opened)
    panel = show(opened)
    view = panel.findChild(TableView, "pad_pad_table")
    at = view.model().index(2, 0)
    assert at.data() == "BPCER10"
    view.activate(at)
    opened.rest()
    made = opened.snapshot.provenance
    assert (made.rule, dict(made.parameters)["apcer"]) == ("apcer", 0.1)
    species = panel.findChild(TableView, "pad_species_table")
    told = [species.model().index(row, 1).data() for row in range(2)]
    with opened.qtbot.waitSignal(opened.workspace.changed):
        opened.workspace.ask(DragThreshold(-0.5))
    opened.rest()
    assert [species.model().index(row, 1).data() for row in range(2)] != told
    species.activate(species.model().index(0, 0))  # whose rows are selected
    opened.rest()
    snapshot = opened.snapshot
    found = snapshot.lit.selected.has(slice(None), snapshot.ranking.score, snapshot.point.threshold)
    assert np.flatnonzero(found).tolist() == list(range(220, 260))  # those of the mask


@pytest.mark.parametrize(("positive", "wanted"), [(0, "pad-bona-fide"), (1, "pad")])
def test_that_the_words_are_those_of_the_positive_class(
    opened: Any, positive: int, wanted: str
) -> None:
    choose_species(opened)
    opened.workspace.ask(SetVocabulary(Vocabulary.PAD))
    opened.workspace.ask(SelectPositive(positive))
    opened.rest()
    assert opened.window.vocabulary.value == wanted
