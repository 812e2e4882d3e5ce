"""What is required, as it is written: read, brought to one form, and answered."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.consequences.settings import Consequences
from evalgui.core.measured import Sided
from evalgui.core.requirements import Record, Requirement, Verdict, requirement

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
LETTERS = st.characters(blacklist_categories=("C", "Z"), blacklist_characters="<>=%,")
WORDS = st.text(LETTERS, min_size=1, max_size=8)
NAMES = st.sampled_from(["TPR", "slope", "net_benefit", "roc_auc", "average precision"])
COLUMNS = st.lists(WORDS, max_size=3).map(" ".join)
BEFORE = Record("2026-01-31T12:00:00Z", "+01:00")
AFTER = Record("2026-02-01T12:00:00Z", "+01:00", "a" * 64)


@st.composite
def requirements(draw: st.DrawFn) -> Requirement:
    one = Requirement(
        "",
        draw(NAMES),
        draw(st.booleans()),
        draw(st.sampled_from([">=", ">", "<=", "<"])),
        draw(NUMBERS),
        risk=draw(st.none() | st.floats(0, 1, exclude_min=True, exclude_max=True)),
        column=draw(COLUMNS),
    )
    if draw(st.booleans()):
        low, high = sorted(draw(st.tuples(NUMBERS, NUMBERS).filter(lambda ends: len({*ends}) > 1)))
        one = replace(
            one,
            relation=draw(st.sampled_from([">=", ">"])),
            bound=low,
            and_relation=draw(st.sampled_from(["<=", "<"])),
            and_bound=high,
        )
    return replace(one, text=one.written())


@given(requirements())
def test_that_what_is_written_is_read_as_the_same(one: Requirement) -> None:
    assert requirement(one.text) == one
    assert requirement(f"  {one.text} ").written() == one.text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            "lower one-sided limit of sensitivity >= 0.85, in every site",
            "sensitivity-limit>=0.85 in every site",
        ),
        ("slope between 0.8 and 1.2", "0.8<=slope<=1.2"),
        ("1.2 > slope ≥ 0.8 in each study site", "0.8<=slope<1.2 in every study site"),
        ("limits of slope between 0.8 and 1.2", "0.8<=slope-limit<=1.2"),
        ("0.9 ≤ TPR", "TPR>=0.9"),
        ("Upper limit of FPR ≤ 5 %", "FPR-limit<=0.05"),
        ("net_benefit-limit at 10% >= 0", "net_benefit-limit at 0.1>=0"),
        ("TPR>=0.9 in every in every", "TPR>=0.9 in every in every"),
    ],
)
def test_that_sentences_are_brought_to_one_form(text: str, written: str) -> None:
    assert requirement(text).written() == written
    assert requirement(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "TPR", "TPR=0.9", "TPR>=x", "TPR>=inf", "TPR>=nan", ">=0.9", "0.5>=0.9", "-limit>=1"),
        *("slope between 2 and 1", "1<slope<1", "0.8<=slope>=1.2", "0<a<1<2", "slope between 1"),
        *("TPR>=0.9 in every", "TPR>=0.9 in every ", "lower limit of TPR<=0.9", "cost at 2>=0"),
        "TPR>=0.9 in every " + "x" * 2_000,
    ],
)
def test_that_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        requirement(text)


def test_that_each_bound_asks_for_the_limit_on_its_side() -> None:
    assert requirement("0.8<=slope-limit<=1.2").sides == (Sided.LOWER, Sided.UPPER)
    assert requirement("FPR-limit<0.1").sides == (Sided.UPPER,)


@given(NUMBERS | st.just(math.nan), NUMBERS | st.just(math.nan))
def test_that_one_beyond_its_bound_decides(low: float, high: float) -> None:
    one = requirement("-1<slope-limit<=2")
    fails = low <= -1 or high > 2
    unknown = math.isnan(low) or math.isnan(high)
    met = Verdict.CANNOT_TELL if unknown else Verdict.MET
    assert one.verdict(low, high) is (Verdict.NOT_MET if fails else met)


@given(st.lists(st.sampled_from(Verdict)))
def test_that_the_worst_holds_of_all(each: list[Verdict]) -> None:
    found = Verdict.of_all(each)
    assert (found is Verdict.MET) == (bool(each) and {*each} == {Verdict.MET})
    assert (found is Verdict.NOT_MET) == (Verdict.NOT_MET in each)


def test_that_a_change_after_data_is_a_new_record_and_keeps_the_old_one() -> None:
    first, other = requirement("TPR>=0.9"), requirement("TPR>=0.8")
    said = Consequences().with_requirement(first, None, BEFORE)
    (written,) = said.requirements
    assert (written.record, written.instead_of) == (BEFORE, "")
    changed = said.with_requirement(other, written, AFTER)
    (now,) = changed.requirements
    assert (now.text, now.record, now.instead_of) == ("TPR>=0.8", AFTER, "TPR>=0.9")
    (gone,) = changed.withdrawn
    assert (gone.requirement, gone.record) == (written, AFTER)


def test_that_what_is_taken_back_before_data_leaves_nothing() -> None:
    said = Consequences().with_requirement(requirement("TPR>=0.9"), None, BEFORE)
    (written,) = said.requirements
    assert said.with_requirement(None, written, BEFORE) == Consequences()
    changed = said.with_requirement(requirement("TPR>=0.8"), written, BEFORE)
    assert (changed.requirements[0].instead_of, changed.withdrawn) == ("", ())


def test_that_what_is_required_already_keeps_its_record() -> None:
    said = Consequences().with_requirement(requirement("TPR>=0.9"), None, BEFORE)
    assert said.with_requirement(requirement("TPR >= 0.90"), None, AFTER) is said
    assert said.with_requirement(said.requirements[0], said.requirements[0], AFTER) is said
    assert said.with_requirement(None, None, AFTER) is said


def test_that_a_record_knows_the_clock_of_its_place() -> None:
    assert Record("2026-01-31T23:30:00Z", "+01:00").local_time == "2026-02-01 00:30:00 (UTC+01:00)"
    assert BEFORE.local_time == "2026-01-31 13:00:00 (UTC+01:00)"
