"""Each score of a data set has a threshold of its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.dataset import Dataset, Score
from evalgui.core.linked_thresholds import (
    Link,
    link_in_words,
    link_of,
    linked_threshold,
    made_by_link,
)
from evalgui.core.own_thresholds import of_other_score, of_score
from evalgui.core.provenance import START, Origin, Provenance, typed
from evalgui.core.snapshot import Inputs, rank, resolve
from evalgui.core.vocabulary import Vocabulary, words_in

CHOSEN = Provenance(Origin.CHOSEN, "eer", source="d")


def inputs():
    scores = (Score("s", np.array([1.0, 2.0, 3.0])), Score("t", np.array([3.0, 1.0, 2.0])))
    return Inputs(Dataset("d", ("a", "b"), np.array([0, 1, 1]), 1, scores))


def test_that_a_score_comes_back_with_its_threshold_and_where_it_came_from():
    at_two = replace(inputs(), threshold=2.0, provenance=CHOSEN)
    other = of_score(at_two, 1)
    assert (other.score, other.threshold, other.provenance) == (1, None, START)
    assert [one.threshold for one in other.others] == [2.0]
    back = of_score(replace(other, threshold=9.0), 0)
    assert (back.score, back.threshold, back.provenance) == (0, 2.0, CHOSEN)
    assert [(one.score, one.threshold) for one in back.others] == [(0, 2.0), (1, 9.0)]
    assert resolve(back).point.threshold == 2.0


def test_that_a_threshold_nobody_chose_is_not_kept():
    there = of_score(inputs(), 1)
    assert there.others == ()
    assert resolve(of_score(there, 0)).point.threshold == resolve(inputs()).point.threshold


def test_that_each_class_has_thresholds_of_its_own():
    at_two = replace(inputs(), positive=0, threshold=2.0)
    other = replace(of_score(at_two, 1), positive=1)
    assert of_score(other, 0).threshold is None
    assert of_score(replace(other, positive=0), 0).threshold == 2.0


def test_that_a_lock_comes_back_and_a_rule_that_is_followed_stays():
    locked = replace(inputs(), threshold=2.0, provenance=CHOSEN, is_locked=True)
    other = of_score(locked, 1)
    assert not other.is_locked
    assert of_score(other, 0).is_locked
    followed = of_score(replace(locked, is_followed=True), 1)
    assert (followed.is_followed, followed.provenance) == (True, CHOSEN)
    assert (followed.threshold, followed.is_locked) == (None, False)


def of_three_scores(link):
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 200)
    scores = tuple(
        Score(name, np.round(rng.normal(truth * shift), 1))
        for name, shift in (("a", 1.0), ("b", 1.7), ("c", 0.4))
    )
    snapshot = resolve(Inputs(Dataset("d", ("no", "yes"), truth, 1, scores)))
    return replace(snapshot, choices=replace(snapshot.choices, link=link))


def going(snapshot, score, known):
    """Return what is shown once another score was chosen."""
    found = of_other_score(snapshot, score, lambda inputs: known[inputs.score], "now")
    return replace(resolve(found.inputs, ranking=known[score]), choices=snapshot.choices)


def moved(snapshot, threshold):
    made = typed("d", "then")
    inputs = replace(snapshot.inputs, threshold=threshold, provenance=made, is_locked=False)
    return replace(resolve(inputs, snapshot), choices=snapshot.choices)


@pytest.mark.parametrize("link", [Link.VALUE, Link.FPR, Link.SENSITIVITY])
@given(st.integers(-20, 30), st.integers(-20, 30))
def test_that_linked_scores_follow_the_one_that_was_moved_last_and_nothing_drifts(link, one, two):
    start = of_three_scores(link)
    known = [rank(start.dataset, place) for place in range(3)]
    first = moved(going(start, 0, known), one / 10)

    def linked(lead, shown):
        return linked_threshold(link, lead.ranking, lead.point.threshold, shown.ranking)[0]

    second = going(first, 1, known)
    third = going(second, 2, known)  # which follows the first, not a follower
    assert second.point.threshold == linked(first, second)
    assert third.point.threshold == linked(first, third)
    assert third.provenance.as_json()["rule"] == "linked"
    assert third.provenance.as_json()["parameters"] == {"link": link.value, "score": "a"}
    back = going(going(third, 1, known), 0, known)
    assert (back.point.threshold, back.provenance) == (one / 10, first.provenance)
    lead = moved(going(back, 1, known), two / 10)  # now another one leads
    after = going(lead, 0, known)
    assert after.point.threshold == linked(lead, after)
    assert going(after, 1, known).point.threshold == two / 10


def test_that_what_is_locked_stays_and_a_rule_that_is_followed_goes_before_a_link():
    start = of_three_scores(Link.VALUE)
    known = [rank(start.dataset, place) for place in range(3)]
    at_one = going(moved(start, 0.5), 1, known)
    locked = replace(moved(at_one, 1.5), inputs=replace(moved(at_one, 1.5).inputs, is_locked=True))
    first = going(locked, 0, known)
    assert first.point.threshold == 1.5
    other = of_other_score(moved(first, -0.5), 1, lambda inputs: known[inputs.score], "now")
    assert (other.inputs.threshold, other.note) == (1.5, "it is locked")
    rule = replace(start.inputs, is_followed=True, provenance=CHOSEN, threshold=0.1)
    following = replace(resolve(rule), choices=start.choices)
    other = of_other_score(following, 2, lambda inputs: known[inputs.score], "now")
    assert other.stands_at(known[2]) == known[2].choice("eer").threshold
    assert other.note


def test_that_a_link_is_told_in_the_words_of_a_field():
    made = made_by_link(Link.FPR, "arcface", "d", "")
    words = words_in(Vocabulary.BIOMETRICS)
    assert words.said(link_in_words(made, "arcface")) == (
        "The same false match rate, or less, as arcface"
    )
    assert link_in_words(CHOSEN, "arcface") is None
    assert link_of(replace(made, parameters=(("link", "other"), ("score", "a")))) is None
    assert not made.is_by_rule
