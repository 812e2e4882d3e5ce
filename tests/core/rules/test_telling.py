"""A rule in words, with what is set in it."""

from __future__ import annotations

import pytest

from evalgui.core.rules import rule_by_id
from evalgui.core.rules.telling import Teller
from evalgui.core.vocabulary import Vocabulary, words_in

TELLER = Teller("{:.0%}".format, "{:g}".format, "{:.0%}".format)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "positive 1, prevalence of the data"),
        ({"cost-fp": 0.0}, "positive 0, prevalence of the data"),
        (
            {"cost-tp": 2.0, "prevalence": 0.05},
            "positive 1, cost of a true positive 2, prevalence 5%",
        ),
    ],
)
def test_that_only_costs_that_are_none_as_is_usual_are_not_told(given, told):
    rule = rule_by_id("cost")
    words = words_in(Vocabulary.MACHINE_LEARNING)
    assert TELLER.rule(rule, rule.values(given), words) == (
        f"Least expected cost (cost of a false negative 1, cost of a false {told})"
    )
