"""A number of a grey zone leads its line to where brute force over all places of it does."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evalgui.core.counts import Counts
from evalgui.core.goals import GoalError
from evalgui.core.metrics import metric_by_id
from evalgui.core.rules.reached import AT_LEAST, AT_MOST
from evalgui.core.score_table import ScoreTable
from evalgui.core.zone_goals import ZoneGoal, answer_in_zone
from evalgui.core.zone_numbers import (
    AS_NEGATIVE,
    AS_POSITIVE,
    GREY,
    LEFT_OUT,
    NEGATIVE,
    POSITIVE,
    Ends,
    ZoneNumber,
    ZonePart,
    value_in_zone,
)
from tests.core.strategies import labelled_scores

CELLS = [ZoneNumber(ZonePart.CELL, zone, actual) for zone in range(3) for actual in range(2)]
SHARES = [ZoneNumber(ZonePart.SHARE, zone) for zone in range(3)]
RATIOS = [ZoneNumber(ZonePart.RATIO, zone) for zone in range(3)]
RATES = [
    ZoneNumber(ZonePart.MEASURE, way, measure=measure)
    for way in range(3)
    for measure in ("TPR", "TNR", "PPV", "NPV", "ACC")
]


def zoned(data, drawn):
    """Return the steps of drawn scores, and both lines somewhere on them."""
    scores, truth, higher = drawn
    assume(truth.any() and not truth.all())
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    rows = st.integers(0, len(steps) - 1)
    strict, lenient = sorted((data.draw(rows), data.draw(rows)))
    return steps, Ends(strict, lenient, second_is_strict=data.draw(st.booleans()))


def moved(number, ends, row):
    """Return both lines with the one that a number asks to move at a row."""
    return replace(ends, **{"strict" if ends.moves_strict(number) else "lenient": row})


def places(number, steps, ends):
    """Return all rows where its line may stand."""
    is_strict = ends.moves_strict(number)
    return range(ends.lenient + 1) if is_strict else range(ends.strict, len(steps))


def exactly(number, steps, ends):
    """Return a number of the matrix as a fraction, from its definition; None where undefined."""
    s, m = (steps.counts_of(row) for row in (ends.strict, ends.lenient))
    n_positive, n_negative = s.tp + s.fn, s.fp + s.tn
    zones = ((s.tp, s.fp), (m.tp - s.tp, m.fp - s.fp), (m.fn, m.tn))
    if number.part is ZonePart.CELL:
        return Fraction(zones[number.place][number.actual])
    if number.part is ZonePart.SHARE:
        return Fraction(sum(zones[number.place]), n_positive + n_negative)
    if number.part is ZonePart.RATIO:
        tp, fp = zones[number.place]
        return Fraction(tp * n_negative, fp * n_positive) if fp else None
    tp, fp, fn, tn = {
        AS_POSITIVE: (m.tp, m.fp, m.fn, m.tn),
        AS_NEGATIVE: (s.tp, s.fp, s.fn, s.tn),
        LEFT_OUT: (s.tp, s.fp, m.fn, m.tn),
    }[number.place]
    of = {
        "TPR": (tp, tp + fn),
        "TNR": (tn, tn + fp),
        "PPV": (tp, tp + fp),
        "NPV": (tn, tn + fn),
        "ACC": (tp + tn, tp + fp + fn + tn),
    }
    x, n = of[number.measure]
    return Fraction(x, n) if n else None


def meeting(number, steps, ends, target):
    """Return the rows where a target is met, with the number there."""
    found = []
    for row in places(number, steps, ends):
        value = exactly(number, steps, moved(number, ends, row))
        if value is None:
            continue
        side = number.side
        is_met = {AT_LEAST: value >= target, AT_MOST: value <= target}.get(side, True)
        if is_met:
            found.append((row, value))
    return found


@given(data=st.data(), drawn=labelled_scores(), number=st.sampled_from(CELLS))
@settings(max_examples=100)
def test_that_a_count_is_met_at_the_least_cost_to_the_other_class(data, drawn, number):
    steps, ends = zoned(data, drawn)
    n = (steps.n_positive, steps.n_negative)[number.actual]
    target = data.draw(st.integers(0, n))
    found = answer_in_zone(ZoneGoal(number, target), steps, ends)
    rows = [
        row
        for row, value in meeting(number, steps, ends, target)
        if number.place != GREY or value == target
    ]

    def cost(row):
        """Return the rows of the other class that are called wrongly, or not at all."""
        here = moved(number, ends, row)
        strict, lenient = steps.counts_of(here.strict), steps.counts_of(here.lenient)
        grey = (lenient.tp - strict.tp, lenient.fp - strict.fp)[1 - number.actual]
        wrong = lenient if number.place == NEGATIVE else strict
        wrong = wrong.fp if number.actual == 0 else wrong.fn
        return grey if number.place == GREY else wrong

    if not rows:
        assert found.row is None
        values = {value for _row, value in every(number, steps, ends)}
        nearest = sorted(abs(value - target) for value in values)[:2]
        assert [abs(Fraction(value) - target) for _row, value in found.offers] == nearest
        for row, value in found.offers:
            assert exactly(number, steps, moved(number, ends, row)) == value
        return
    assert best_of(found) in rows
    assert cost(best_of(found)) == min(map(cost, rows))


def best_of(found):
    """Return the row where a target is met best: maybe where both lines would meet."""
    return found.offers[-1][0] if found.ends_zone else found.row


def other_of(number, ends):
    """Return where the line stands that does not move."""
    return ends.lenient if ends.moves_strict(number) else ends.strict


def every(number, steps, ends):
    """Return all rows where its line may stand and the number is defined, with it."""
    pairs = [
        (row, exactly(number, steps, moved(number, ends, row)))
        for row in places(number, steps, ends)
    ]
    return [(row, value) for row, value in pairs if value is not None]


@given(data=st.data(), drawn=labelled_scores(), number=st.sampled_from([*SHARES, *CELLS]))
@settings(max_examples=60)
def test_that_a_share_is_met_exactly_or_as_nearly_as_can_be(data, drawn, number):
    steps, ends = zoned(data, drawn)
    target = data.draw(st.sampled_from([0.0, 0.1, 1 / 3, 0.5, 0.7, 1.0]))
    share = Fraction(repr(target))
    n = (steps.n_positive, steps.n_negative)[number.actual]
    wanted = share * n if number.part is ZonePart.CELL else share
    found = answer_in_zone(ZoneGoal(number, target, is_share=True), steps, ends)
    met = meeting(number, steps, ends, wanted)
    if not met:
        assert found.row is None
        return
    value = exactly(number, steps, moved(number, ends, best_of(found)))
    assert abs(value - wanted) == min(abs(one - wanted) for _row, one in met)


@given(data=st.data(), drawn=labelled_scores(), number=st.sampled_from([*RATIOS, *RATES]))
@settings(max_examples=120)
def test_that_measures_of_the_zones_go_where_brute_force_does(data, drawn, number):
    steps, ends = zoned(data, drawn)
    target = data.draw(st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 0.75, 0.9, 1.0]))
    wanted = Fraction(repr(target))
    found = answer_in_zone(ZoneGoal(number, target), steps, ends)
    met = meeting(number, steps, ends, wanted)
    if not met:
        assert found.row is None
        values = {value for _row, value in every(number, steps, ends)}
        nearest = sorted(abs(value - wanted) for value in values)[:2]
        offered = [exactly(number, steps, moved(number, ends, row)) for row, _v in found.offers]
        assert [abs(value - wanted) for value in offered] == nearest
        return
    rows = [row for row, _value in met]
    is_strict = ends.moves_strict(number)
    goes_on = number.measure in {"PPV", "NPV"} or (
        number.part is ZonePart.RATIO and number.side is not None
    )
    if number.part is ZonePart.MEASURE and number.place != LEFT_OUT:
        goes_on |= number.measure in {"TPR", "TNR"}
    if goes_on:  # as far as it can: the other class pays the least
        first = {"TPR": True, "NPV": True, "TNR": False, "PPV": False}
        expected = rows[0 if first.get(number.measure, not is_strict) else -1]
    else:  # the nearest, and of those the one that leaves the fewest rows grey
        least = min(abs(value - wanted) for _row, value in met)
        nearest = [row for row, value in met if abs(value - wanted) == least]
        expected = nearest[-1 if is_strict else 0]
    assert best_of(found) == expected


@given(data=st.data(), drawn=labelled_scores(), number=st.sampled_from([*CELLS, *RATIOS, *RATES]))
@settings(max_examples=120)
def test_that_no_line_goes_to_the_other_unasked(data, drawn, number):
    steps, ends = zoned(data, drawn)
    n = (steps.n_positive, steps.n_negative)[number.actual]
    target = data.draw(st.integers(0, n) if number.is_count else st.sampled_from([0.0, 0.5, 1.0]))
    found, other = answer_in_zone(ZoneGoal(number, target), steps, ends), other_of(number, ends)
    assert found.row != other
    if not found.ends_zone:
        return
    assert (found.row, found.offers[-1][0]) == (None, other)
    for row, value in found.offers:
        here = exactly(number, steps, moved(number, ends, row))
        assert here is None or value == float(here)
    is_exact = number.is_count and number.place == GREY
    apart = [(row, value) for row, value in every(number, steps, ends) if row != other]
    met = {row for row, value in meeting(number, steps, ends, target) if row != other}
    met -= {row for row, value in apart if is_exact and value != target}
    near = [row for row, _value in found.offers[:-1]]
    if met:
        assert near[0] in met
    elif apart:
        least = min(abs(value - target) for _row, value in apart)
        assert abs(dict(apart)[near[0]] - target) == least
    else:
        assert near == []


def test_which_line_is_moved():
    for second_is_strict in (True, False):
        ends = Ends(3, 5, second_is_strict=second_is_strict)
        for number in (*CELLS, *SHARES, *RATIOS):
            is_strict = {POSITIVE: True, NEGATIVE: False}.get(number.place, second_is_strict)
            assert ends.moves_strict(number) == is_strict
            assert ends.moves_second(number) == (is_strict == second_is_strict)
        ways = {number: ends.moves_strict(number) for number in RATES}
        for number, is_strict in ways.items():
            of_line = {AS_POSITIVE: False, AS_NEGATIVE: True}.get(number.place)
            of_value = {"PPV": True, "NPV": False}.get(number.measure, second_is_strict)
            assert is_strict == (of_value if of_line is None else of_line)


@pytest.mark.parametrize(
    ("number", "target", "is_share"),
    [
        (CELLS[0], 3, False),
        (CELLS[0], 0.5, False),
        (CELLS[0], -1, False),
        (CELLS[0], 1.5, True),
        (SHARES[0], 1.5, False),
        (RATIOS[0], -0.1, False),
        (RATES[0], 2, False),
    ],
)
def test_that_what_can_never_be_is_said(number, target, is_share):
    steps = ScoreTable([1.0, 2.0, 3.0, 4.0], [False, True, False, True]).steps
    with pytest.raises(GoalError):
        answer_in_zone(ZoneGoal(number, target, is_share), steps, Ends(1, 3, False))


def test_that_a_number_of_the_zone_is_what_its_definition_says():
    rng = np.random.default_rng(3)
    truth = rng.random(60) < 0.4
    steps = ScoreTable(np.round(rng.normal(truth, 1.0), 1), truth).steps
    ends = Ends(8, 20, second_is_strict=False)
    for number in (*CELLS, *SHARES, *RATIOS, *RATES):
        expected = exactly(number, steps, ends)
        found = value_in_zone(number, steps, ends)
        assert math.isnan(found) if expected is None else found == float(expected)
    strict = steps.counts_of(8)
    assert isinstance(strict, Counts)
    assert value_in_zone(RATIOS[0], steps, ends) == metric_by_id("LRP").value(strict)
