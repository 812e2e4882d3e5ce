"""Layouts: what they name is there or is passed over, and each kind of data has its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from evalgui.cli.window import LAYOUTS as OFFERED
from evalgui.core.dataset import Dataset, Score
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import panes
from evalgui.gui.layouts import LAYOUTS, layout_for
from evalgui.gui.panes import Area
from evalgui.gui.plots.view_menus import usual_rows, with_one, without
from evalgui.io.samples import samples
from tests.gui.models.tables import TextColumn

if TYPE_CHECKING:
    from collections.abc import Sequence

ML = Vocabulary.MACHINE_LEARNING


def made(classes: Sequence[str]) -> Dataset:
    truth = np.arange(6, dtype=np.int8) % len(classes)
    return Dataset("made", tuple(classes), truth, 1, (Score("s", np.arange(6.0)),))


def test_that_the_command_line_offers_every_layout() -> None:
    assert [one.id for one in LAYOUTS] == list(OFFERED)


def test_that_a_pane_is_named_once_and_stands_at_a_side() -> None:
    at_sides = {pane.id for pane in panes.PANES if pane.area is not Area.CENTRE}
    in_the_middle = {pane.id for pane in panes.PANES} - at_sides
    for layout in LAYOUTS:
        assert len(set(layout.panes)) == len(layout.panes)
        assert not in_the_middle & set(layout.panes)
        usual = {"predictions", "confusion", "decision" if layout.is_calm else "metrics"}
        assert usual <= set(layout.panes)


@pytest.mark.parametrize(
    ("classes", "vocabulary", "layout"),
    [
        (("benign", "malignant"), ML, "clinical"),
        (("Healthy", "DISEASED"), ML, "clinical"),
        (("alive", "dead"), ML, "clinical"),
        (("genuine", "impostor"), ML, "biometrics"),
        (("target", "non-target"), ML, "biometrics"),
        (("mated", "nonMated"), ML, "biometrics"),
        (("0", "1"), ML, "machine-learning"),
        (("0", "1"), Vocabulary.CLINICAL, "clinical"),
        (("0", "1"), Vocabulary.BIOMETRICS, "biometrics"),
        (("0", "1"), Vocabulary.SPEAKER, "biometrics"),
        (("benign", "malignant"), Vocabulary.BIOMETRICS, "clinical"),
        (("genuine", "impostor"), Vocabulary.CLINICAL, "biometrics"),
        (("setosa", "versicolor", "virginica"), Vocabulary.CLINICAL, "machine-learning"),
    ],
)
def test_that_each_kind_of_data_has_a_layout(classes, vocabulary, layout) -> None:
    assert layout_for(made(classes), vocabulary).id == layout


def test_that_the_column_of_the_truth_tells_the_field() -> None:
    ill = replace(made(("0", "1")), truth_by="Erkrankung")
    assert layout_for(ill, ML).id == "clinical"
    assert layout_for(ill, Vocabulary.BIOMETRICS).id == "clinical"
    assert layout_for(replace(ill, truth_by="label"), ML).id == "machine-learning"


def test_that_columns_of_patients_tell_the_field() -> None:
    numbers = [TextColumn(name, ("1",) * 6) for name in ("Patient ID", "s")]
    assert layout_for(replace(made(("no", "yes")), columns=tuple(numbers)), ML).id == "clinical"
    assert layout_for(replace(made(("no", "yes")), columns=()), ML).id == "machine-learning"


def test_that_samples_are_opened_as_what_they_stand_for() -> None:
    offered = {one.stands_for: one.id for one in samples() if one.stands_for}
    assert set(offered) == {"Clinic", "Biometrics", "Teaching"}
    found = {field: layout_for(made(("0", "1")), ML, field).id for field in offered}
    assert found == {"Clinic": "clinical", "Biometrics": "biometrics", "Teaching": "teaching"}


def test_that_one_more_layout_is_found_where_it_suits(monkeypatch) -> None:
    first = next(iter(LAYOUTS))
    small = replace(first, id="small", suits=lambda dataset, _words: dataset.n_classes < 3)
    monkeypatch.setattr("evalgui.gui.layouts.LAYOUTS", (small, *LAYOUTS))
    assert layout_for(made(("0", "1")), ML) is small


def test_that_plots_come_and_go_in_rows() -> None:
    rows = usual_rows(["roc", "pr", "det", "far-frr"], ["histogram"])
    assert rows == (("roc", "pr"), ("det", "far-frr"), ("histogram",))
    fewer = without(rows, "histogram")
    assert fewer == (("roc", "pr"), ("det", "far-frr"))
    assert with_one(fewer, "histogram", is_strip=True) == rows
    assert without((("roc",), ("histogram",)), "roc") == (("histogram",),)
    assert with_one((("a", "b", "c"),), "d", is_strip=False) == (("a", "b", "c"), ("d",))
