"""Every plot names the table that it is drawn from."""

from __future__ import annotations

import pytest

from evalgui.core.curves import class_curves
from evalgui.gui.figures.data import table_of
from evalgui.gui.plots.kinds import plot_kinds
from evalgui.gui.plots.wording import one_versus_rest_id
from evalgui.io.writers.tables import TABLES

KINDS = {kind.id: kind for kind in plot_kinds()}


@pytest.mark.parametrize("plot_id", KINDS)
def test_that_every_kind_of_plot_has_its_data(plot_id):
    found, named = table_of(plot_id, KINDS, None), TABLES.by_id(KINDS[plot_id].table)
    assert found is not None
    assert found.id == named.id == KINDS[plot_id].table


@pytest.mark.parametrize("curve", class_curves(), ids=lambda curve: curve.id)
def test_that_curves_of_classes_have_their_data(curve):
    assert table_of(one_versus_rest_id(curve), KINDS, None) is not None
