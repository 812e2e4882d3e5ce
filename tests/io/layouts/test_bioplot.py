"""Scores of Bioplot."""

from __future__ import annotations

from tests.io.layouts.opening import area_of, classes_of, codes_of, dataset, opened

TEXT = """80 a.wav 81 b.wav 2.5 FALSE META1
80 a.wav 80 c.wav 4.5 TRUE META1
81 b.wav 81 d.wav 1.5 TRUE META2
"""


def test_that_the_sixth_field_is_the_truth() -> None:
    data = dataset(TEXT)
    assert (classes_of(data), data.positive_class) == ({"FALSE": 1, "TRUE": 2}, "TRUE")
    assert area_of(data) == 1 / 2
    assert opened(TEXT).names == (
        *("enroll_subject", "enroll", "test_subject", "test", "score", "key", "condition"),
    )


def test_that_ids_that_contradict_the_truth_are_said() -> None:
    data = dataset(TEXT + "81 b.wav 81 x.wav 0.5 false META2\n80 a.wav 82 e.wav 0.5 TRUE META2\n")
    (finding,) = [one for one in data.findings if one.code == "key_differs"]
    assert finding.count == 2
    assert "key_differs" not in codes_of(dataset(TEXT))
