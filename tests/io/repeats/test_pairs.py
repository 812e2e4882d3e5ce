"""Pairs of ids: both orders, an id with itself and repetitions, counted against plain Python."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.checks import Level
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning.roles import Roles
from evalgui.io.repeats.rows import of_repeats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.checks import Finding

PAIR_CODES = {"self_impostors", "self_comparisons", "mirrored_pairs", "repeated_pairs"}


def found(text: str, **roles: Any) -> dict[str, Finding]:
    fixed: dict[str, Any] = {"truth": "label", "scores": ("score",), "positive": "genuine"} | roles
    loaded = load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(**fixed))
    assert loaded.dataset is not None, loaded.proposal.question
    return {one.code: one for one in of_repeats(loaded)}


def table(header: str, rows: Sequence[tuple[str, ...]]) -> str:
    lines = [f"{','.join(row)},0.{n + 10}" for n, row in enumerate(rows)]
    return "\n".join([f"{header},score", *lines, ""])


def test_that_each_oddity_is_counted() -> None:
    rows = [
        ("s1", "s1", "genuine"),
        ("s2", "s2", "impostor"),  # itself
        ("s1", "s2", "impostor"),
        ("s2", "s1", "impostor"),  # the other order
        ("s3", "s1", "impostor"),
        ("s3", "s1", "impostor"),  # again
        (" s3 ", "s4", "impostor"),
        ("s5", "", "impostor"),
    ]
    findings = found(table("subject_a,subject_b,label", rows))
    assert {code: one.count for code, one in findings.items()} == {
        "self_impostors": 1,
        "mirrored_pairs": 2,
        "repeated_pairs": 2,
    }
    assert "1 row of the class 'impostor' compares an id" in findings["self_impostors"].text
    assert findings["mirrored_pairs"].text.startswith("1 pair is there in both orders, A-B beside")
    assert "(2 of 8 rows)" in findings["repeated_pairs"].text


def test_that_pairs_are_seen_where_their_ids_tell_the_truth() -> None:
    rows = [("a1", "a1"), ("a1", "b2"), ("b2", "a1"), ("b2", "b2"), ("a1", "c3"), ("b2", "c3")]
    roles = {"truth": None, "scores": (), "positive": None}
    findings = found(table("subject_a,subject_b", rows), **roles)
    assert {code: one.count for code, one in findings.items()} == {"mirrored_pairs": 2}


def test_that_a_sample_compared_with_itself_is_said_beside_other_genuine_ones() -> None:
    rows = [
        ("a", "a", "x1", "x1", "genuine"),
        ("a", "a", "x1", "x2", "genuine"),
        ("a", "b", "x1", "y1", "impostor"),
        ("b", "a", "y2", "x1", "impostor"),  # other samples: not the other order
        ("b", "a", "y1", "x1", "impostor"),
    ]
    findings = found(table("person_1,person_2,image_1,image_2,label", rows))
    assert {code: one.count for code, one in findings.items()} == {
        "self_comparisons": 1,
        "mirrored_pairs": 2,
    }


def test_that_pairs_of_persons_are_no_comparisons_where_one_side_has_samples() -> None:
    rows = [
        ("s1", "1", "s1", "genuine"),
        ("s1", "1", "s2", "impostor"),
        ("s1", "2", "s2", "impostor"),
        ("s2", "1", "s1", "impostor"),
        ("s2", "1", "s2", "impostor"),
    ]
    findings = found(table("probe_subject,probe_sample,reference_subject,label", rows))
    assert {code: one.count for code, one in findings.items()} == {"self_impostors": 1}


@pytest.mark.parametrize(
    "header",
    [
        "claimed_id,real_id,label",  # no id of the sample
        "rater_1,rater_2,label",
        "subject_id,session_id,label",
        "subject_a,subject_b,subject_1,label",
    ],
)
def test_that_other_columns_name_no_sides(header: str) -> None:
    width = header.count(",")
    rows = [(*[f"s{n}"] * width, "genuine" if n % 2 else "impostor") for n in range(6)]
    turned = [("s0", *["s1"] * (width - 1), "impostor"), ("s1", *["s0"] * (width - 1), "impostor")]
    assert PAIR_CODES.isdisjoint(found(table(header, rows + turned)))


IDS = st.sampled_from(["a", "b", "c", "d", "e"])


@given(st.lists(st.tuples(IDS, IDS, st.sampled_from(["genuine", "impostor"])), min_size=2))
def test_that_all_numbers_are_those_of_a_plain_count(rows: list[tuple[str, str, str]]) -> None:
    rows = [("f", "g", "impostor"), ("g", "h", "genuine"), *rows]
    findings = found(table("probe_id,reference_id,label", rows))
    pairs = Counter((one, other) for one, other, _ in rows)
    both = sum(n for (one, other), n in pairs.items() if one != other and (other, one) in pairs)
    again = sum(n for n in pairs.values() if n > 1)
    selves = Counter(label for one, other, label in rows if one == other)
    wanted = {
        "self_impostors": selves["impostor"],
        "self_comparisons": selves["genuine"],
        "mirrored_pairs": both,
        "repeated_pairs": again,
    }
    counted = {code: one.count for code, one in findings.items() if code in PAIR_CODES}
    assert counted == {code: n for code, n in wanted.items() if n}


def test_that_pairs_of_persons_may_be_there_again() -> None:
    rows = [("s1", "s1", "genuine")] * 3 + [("s1", "s2", "impostor")] * 3
    assert found(table("subject_a,subject_b,label", rows))["repeated_pairs"].level is Level.INFO
    rows = [("s1", "s3", "genuine")] * 3 + [("s1", "s2", "impostor")] * 3
    assert found(table("file_a,file_b,label", rows))["repeated_pairs"].level is Level.WARNING


def test_that_a_format_of_the_field_compares_by_its_protocol() -> None:
    text = (
        "bio_ref_subject_id,probe_subject_id,probe_attack_type,score\n"
        "007,007,,0.91\n007,014,,0.32\n014,014,,0.25\n014,007,,0.11\n"
    )
    assert not found(text, truth=None, scores=(), positive=None)
