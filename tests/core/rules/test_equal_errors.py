"""Each definition of the equal error rate, and detection costs, with their reference values."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given

from evalgui.core.biometrics.hull import hull_crossing
from evalgui.core.biometrics.other_equal_errors import fvc_interval, least_greater_error
from evalgui.core.score_table import ScoreTable
from tests.core.choosing import chosen
from tests.core.strategies import labelled_scores


def crossing_of_hull(points):
    """Return where FPR = FNR on the upper hull, in fractions, by all pairs of points."""
    best = Fraction(1)
    for fpr, tpr in points:
        if fpr == 1 - tpr:
            best = min(best, fpr)
    for x1, y1 in points:
        for x2, y2 in points:
            before, after = x1 - (1 - y1), x2 - (1 - y2)
            if before < 0 < after:
                share = before / (before - after)
                best = min(best, x1 + share * (x2 - x1))
    return best


@given(labelled_scores())
def test_that_every_definition_is_what_it_says(drawn):
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    if truth.all() or not truth.any():
        for name in ("eer", "eer-rocch", "eer-fvc", "eer-nearest", "minimax"):
            assert chosen(name, table).undefined
        return
    steps = table.steps
    points = [
        (Fraction(int(fp), table.n_negative), Fraction(int(tp), table.n_positive))
        for fp, tp in zip(steps.false_positives, steps.true_positives, strict=True)
    ]
    pairs = [(fpr, 1 - tpr) for fpr, tpr in points]
    gaps = [abs(fpr - fnr) for fpr, fnr in pairs]
    means = [(fpr + fnr) / 2 for fpr, fnr in pairs]
    nearest = min(mean for mean, gap in zip(means, gaps, strict=True) if gap == min(gaps))
    assert chosen("eer-nearest", table).value == float(nearest)
    assert least_greater_error(steps) == float(min(max(pair) for pair in pairs))
    assert chosen("minimax", table).value == least_greater_error(steps)
    strict = max(row for row, (fpr, fnr) in enumerate(pairs) if fnr >= fpr)
    lenient = min(row for row, (fpr, fnr) in enumerate(pairs) if fnr <= fpr)
    taken = lenient if sum(pairs[lenient]) <= sum(pairs[strict]) else strict
    low, high, row = fvc_interval(steps)
    assert (low, high) == tuple(map(float, sorted(pairs[taken])))
    assert pairs[row] == pairs[taken]
    value, rows = hull_crossing(steps)
    assert value == float(crossing_of_hull(points))
    assert value <= chosen("eer", table).value
    assert chosen("eer-rocch", table).row == rows[0]
