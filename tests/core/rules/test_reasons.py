"""What is said behind "Test positive at ...": a clause that is true of the threshold."""

from __future__ import annotations

import pytest

from evalgui.core.rules import RULES
from evalgui.core.rules.telling import Teller
from evalgui.core.vocabulary import Vocabulary, words_in

TELLER = Teller("{:.0%}".format, "{:g}".format, "{:.0%}".format)


@pytest.mark.parametrize(
    ("rule_id", "given", "on_value", "told"),
    [
        ("sensitivity", {}, False, "because sensitivity is at least 0.95"),
        ("sensitivity-limit", {}, True, "because sensitivity is at least 0.95"),
        ("sensitivity-limit", {}, False, "because sensitivity: 95% limit is at least 0.95"),
        ("both-limit", {}, True, "because both rates are at least 0.95 and 0.95"),
        ("lr-negative", {}, False, "because LR\N{MINUS SIGN} is at most 0.1"),
        ("fmr", {"fmr": 0.1}, False, "because 1 - specificity is at most 0.1"),
        ("eer", {}, False, "because both error rates are alike"),
        ("zero-fnmr", {}, False, "because there is no false negative"),
        ("youden", {}, False, "because Youden's index is highest"),
        ("minimax", {}, False, "because the greater error rate is lowest"),
        ("reach", {"value": 0.9}, False, "because accuracy is at least 0.9"),
        ("class-means", {}, False, "by Mean of class means"),
        ("maximise", {}, False, "by Best Youden's index"),
    ],
)
def test_that_a_rule_is_told_as_a_reason(
    rule_id: str, given: dict[str, float], told: str, *, on_value: bool
) -> None:
    rule = RULES.by_id(rule_id)
    words = words_in(Vocabulary.CLINICAL)
    assert " ".join(TELLER.reason(rule, rule.values(given), words, on_value=on_value)) == told


def test_that_every_rule_has_a_reason_in_every_field() -> None:
    for vocabulary in Vocabulary:
        for rule in RULES:
            values = rule.values()
            lead, told = TELLER.reason(rule, values, words_in(vocabulary), on_value=True)
            assert lead in {"because", "by"}
            assert told
            assert "limit" not in told
            assert ("at least" in told or "at most" in told) <= (
                " is at" in told or " are at" in told
            )
