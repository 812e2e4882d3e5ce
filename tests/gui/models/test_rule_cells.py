"""What a rule chooses as cells: digits do not hide the bound that a rate keeps."""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.core import digits
from evalgui.core.metrics import Vocabulary
from evalgui.core.rules import choose, rule_by_id
from evalgui.core.rules.figures import Figure
from evalgui.core.vocabulary import words_in
from evalgui.gui import text
from evalgui.gui.models import figure_cells, rule_cells
from evalgui.gui.models.figure_cells import FigureColumn
from evalgui.gui.models.rule_cells import RuleColumn
from tests.gui.plots.bench import make_snapshot

N_IMPOSTORS = 10_050
WORDS = words_in(Vocabulary.BIOMETRICS)


@pytest.mark.usefixtures("usual_numbers")
@pytest.mark.parametrize(
    ("shares", "expected"),
    [(text.Shares.USUAL, "0.000995"), (text.Shares.PERCENT, f"0.0995{digits.SPACE}%")],
)
def test_that_a_rate_below_its_bound_does_not_read_as_the_bound(shares, expected):
    scores = np.concatenate([np.arange(N_IMPOSTORS), np.full(50, N_IMPOSTORS - 9.5)])
    truth = np.arange(len(scores)) >= N_IMPOSTORS
    ranking = make_snapshot(scores, truth.astype(int)).ranking
    rule, given = rule_by_id("fmr"), {"fmr": 0.001}
    choice = choose(rule, ranking.table.steps, ranking.score, given)
    assert choice.counts is not None
    assert (choice.counts.fp, 0.001 > 10 / N_IMPOSTORS > 0.00099) == (10, True)
    text.use(text.Numbers(shares))
    told = rule_cells.shown(choice, RuleColumn.FIRST_RATE, ranking.score, WORDS)
    assert told.startswith(f"{expected} (")
    cells = figure_cells.cells(Figure("", (("fmr", given),)), (choice,), ranking, None, 0.95, WORDS)
    assert cells[FigureColumn.FMR - 1] == told
