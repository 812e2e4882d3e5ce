"""Criteria in each group of a column: the same threshold among fewer rows."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta

from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.groups import MOST_GROUPS, NoGroupsError, groups_of
from evalgui.core.requirements import Verdict
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import assess
from evalgui.io.meaning import Roles
from evalgui.results.topics.requirements import (
    in_words,
    judged,
    numbers_with_names,
    required,
    requirements,
)

SITES = ["A", "B ", "", "10", "9"]


def snapshot_of(frame: pd.DataFrame, *texts: str, threshold: float = 0.5, **said):
    table = read(Source.from_bytes("a.csv", frame.to_csv(index=False).encode()))
    dataset = assess(table, Roles(truth="y", positive="1", scores=("s",))).dataset
    asked = Consequences(requirements=tuple(map(required, texts)), **said)
    return resolve(Inputs(dataset, threshold=threshold, consequences=asked))


def frame_of(n: int, seed: int) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    score = rng.random(n).round(3)
    truth = (rng.random(n) < score).astype(int)
    truth[:2] = 0, 1
    return pd.DataFrame({"y": truth, "s": score, "site": rng.choice(SITES, n)})


@given(st.integers(5, 300), st.integers(0, 10**6), st.sampled_from([0.2, 0.5, 0.9]))
def test_that_each_group_counts_what_pandas_counts(n: int, seed: int, threshold: float) -> None:
    frame = frame_of(n, seed)
    snapshot = snapshot_of(frame, "TPR-limit>=0.3 in every site", threshold=threshold)
    ((one, found),) = judged(snapshot).items()
    frame["site"] = frame.site.str.strip()
    assert {name for name, _n, _answer in found.groups} == {*frame.site}
    for name, count, answer in found.groups:
        part = frame[frame.site == name]
        called = part.s >= threshold
        hits, positives = int((called & (part.y == 1)).sum()), int((part.y == 1).sum())
        assert count == len(part)
        if not positives:
            assert answer.verdict is Verdict.CANNOT_TELL
            assert answer.reason == "no actual positives"
            continue
        limit = beta.ppf(0.05, hits, positives - hits + 1) if hits else 0.0
        assert answer.value.value == pytest.approx(hits / positives)
        assert answer.limits[0].value == pytest.approx(limit)
        assert answer.verdict is one.verdict(limit)
    verdicts = {answer.verdict for _name, _n, answer in found.groups}
    assert found.verdict is Verdict.of_all(verdicts)


def test_that_one_group_says_what_the_file_says() -> None:
    frame = frame_of(200, 1)
    frame["site"] = "A"
    asked = ["roc_auc-limit>=0.5", "slope-limit>=0.5", "net_benefit-limit at 0.2>=0", "ece<=0.2"]
    texts = [text + column for text in asked for column in ("", " in every site")]
    found = [*judged(snapshot_of(frame, *texts, scale=Scale.PROBABILITY)).values()]
    for whole, in_group in zip(found[::2], found[1::2], strict=True):
        ((name, n, answer),) = in_group.groups
        assert (name, n) == ("A", 200)
        assert repr(answer) == repr(whole.answer) == repr(in_group.answer)


def test_that_groups_come_in_order_and_those_without_a_value_last() -> None:
    frame = pd.DataFrame(
        {"y": [0, 1] * 5, "s": np.arange(10) / 10, "site": [*"BA", "", "10", "9"] * 2}
    )
    dataset = snapshot_of(frame).dataset
    assert dataset is not None
    assert [group.name for group in groups_of(dataset, "site")] == ["9", "10", "A", "B", ""]
    assert groups_of(dataset, "site") is groups_of(dataset, "site")


def test_that_both_sides_of_an_expression_are_groups_be_they_empty() -> None:
    frame = frame_of(60, 2)
    frame["site"] = frame.site.str.strip()
    dataset = snapshot_of(frame).dataset
    assert dataset is not None
    asked = 'site == "A"'
    found = groups_of(dataset, asked)
    assert [(one.name, one.rows) for one in found] == [(asked,) * 2, (f"not ({asked})",) * 2]
    assert [one.n for one in found] == [(frame.site == "A").sum(), (frame.site != "A").sum()]
    assert [one.n for one in groups_of(dataset, "s > 7")] == [0, 60]
    for group in groups_of(dataset, "site", "s > 0.5"):
        assert dataset.rows_where is not None
        assert dataset.rows_where(dataset.columns, group.rows).sum() == group.n


def test_that_a_group_without_a_true_class_is_none_of_which_all_is_well() -> None:
    frame = frame_of(60, 2)
    frame["site"] = ["A", "B", "C"] * 20
    truth = frame.y.astype(object)
    truth[frame.site == "C"] = ""
    found = judged(snapshot_of(frame.assign(y=truth), "TPR>=0 in every site"))
    (one,) = found.values()
    assert [(name, n) for name, n, _answer in one.groups] == [("A", 20), ("B", 20), ("C", 0)]
    assert one.verdict is Verdict.CANNOT_TELL
    assert one.answer.reason == "no row can be assessed"


def test_that_no_groups_say_why() -> None:
    frame = frame_of(MOST_GROUPS * 2, 3).assign(id=lambda one: one.index)
    snapshot = snapshot_of(frame, "TPR>=0 in every id", "TPR>=0 in every ward")
    reasons = [one.answer.reason for one in judged(snapshot).values()]
    assert reasons[0] == "'id' has more than 200 different values, and so no groups"
    assert reasons[1] == "there is no column 'ward'"
    assert snapshot.dataset is not None
    with pytest.raises(NoGroupsError):
        groups_of(snapshot.dataset, "id")


def test_that_rows_of_subjects_stay_those_of_subjects() -> None:
    frame = frame_of(120, 4).assign(who=lambda one: one.index // 4)
    frame["site"] = np.where(frame.who % 2, "A", "B")
    table = read(Source.from_bytes("a.csv", frame.to_csv(index=False).encode()))
    roles = Roles(
        truth="y", positive="1", scores=("s",), subjects=("who",), sampling=Sampling.BY_SUBJECT
    )
    asked = Consequences(requirements=(required("TPR-limit>=0.5 in every site"),))
    whole = resolve(Inputs(assess(table, roles).dataset, threshold=0.5, consequences=asked))
    (found,) = judged(whole).values()
    alone = assess(table, replace(roles, subset='site == "A"')).dataset
    asked = Consequences(requirements=(required("TPR-limit>=0.5"),))
    (expected,) = judged(resolve(Inputs(alone, threshold=0.5, consequences=asked))).values()
    assert found.groups[0][2].limits == expected.answer.limits


@pytest.mark.parametrize("name", [name for name, _told in numbers_with_names()])
def test_that_every_number_can_be_required_by_its_id(name: str) -> None:
    one = required(f"{name}-limit>=0.5")
    assert one.name == name
    assert required(one.written()).name == name
    frame = frame_of(60, 5)
    (found,) = judged(snapshot_of(frame, f"{name}>=0.5", scale=Scale.PROBABILITY)).values()
    is_told = found.verdict is not Verdict.CANNOT_TELL
    assert is_told == (not math.isnan(found.answer.value.value)) != bool(found.answer.reason)


@pytest.mark.parametrize(
    ("text", "vocabulary", "told"),
    [
        (
            "TPR-limit>=0.85 in every site",
            Vocabulary.CLINICAL,
            "Lower limit of sensitivity ≥ 0.85, in every site",
        ),
        ("FPR-limit<0.01", Vocabulary.BIOMETRICS, "Upper limit of FMR (false match rate) < 0.01"),
        (
            "0.8<slope-limit<=1.2",
            Vocabulary.CLINICAL,
            "0.8 < limits of calibration slope ≤ 1.2",
        ),
        (
            "net_benefit at 0.2>=0",
            Vocabulary.MACHINE_LEARNING,
            "Net benefit of this threshold at a risk of 0.2 ≥ 0",
        ),
    ],
)
def test_that_it_is_a_sentence_in_the_words_of_a_field(text, vocabulary, told) -> None:
    assert in_words(required(text)).told(Style(words_in(vocabulary))) == told


def test_that_probabilities_are_asked_about_and_not_silently_met() -> None:
    frame = frame_of(60, 6)
    result = requirements(snapshot_of(frame, "slope>=0", "net_benefit>=-1"))
    assert result is not None
    reasons = [cell.reason for _row, cell in result.tables[0].cells("value")]
    assert all("are these scores probabilities?" in reason for reason in reasons)
