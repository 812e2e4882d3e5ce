"""Scores and keys of ASVspoof."""

from __future__ import annotations

import pytest

from tests.io.layouts.opening import loaded, opened

LA_2021 = """LA_0009 LA_E_1 alaw ita_tx A07 spoof notrim eval
LA_0009 LA_E_2 alaw sin_tx - bonafide notrim progress
"""
DF_2021 = """LA_0023 DF_E_1 nocodec asvspoof A14 spoof notrim eval traditional_vocoder - - - -
TEF2 DF_E_2 low_m4a vcc2020 - bonafide notrim eval bonafide Task1 team20 FF E
"""
LA_2019 = "LA_0069 LA_D_1 - A01 spoof\nLA_0070 LA_D_2 - - bonafide\n"
ASV_2021 = """LA_0007 LA_E_1 alaw ita_tx bonafide nontarget notrim eval
LA_0007 LA_E_2 alaw ita_tx bonafide target notrim eval
LA_0007 LA_E_3 alaw ita_tx A08 spoof notrim eval
"""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (LA_2021, "speaker trial codec transmission attack key trim subset"),
        (LA_2019, "speaker trial environment attack key"),
        (ASV_2021, "enroll test codec transmission attack key trim subset"),
        ("LA_D_1 bonafide\nLA_D_2 spoof\n", "trial key"),
        ("bonafide LA_D_1\nspoof LA_D_2\n", "key trial"),
    ],
)
def test_that_the_key_is_found_among_the_fields(text: str, names: str) -> None:
    found = loaded(text)
    assert found.table.how.format == "key of trials (ASVspoof)"
    assert found.table.names == tuple(names.split())
    assert found.proposal.roles.truth == "key"
    assert found.table.known is not None
    assert found.table.known.lacks == "scores"


def test_that_fields_without_a_name_keep_their_place() -> None:
    table = opened(DF_2021)
    assert table.names[5] == "key"
    assert table.names[8:10] == ("vocoder", "column 10")
    assert opened("a b s1 A1 bonafide x\nc d s2 A2 spoof y\n").names == (
        *("speaker", "trial", "column 3", "column 4", "key", "column 6"),
    )


def test_that_an_id_and_a_number_are_scores_by_trial() -> None:
    found = loaded("LA_E_1 -5.81\nLA_E_2 0.5\nLA_E_3 1.5\n")
    assert found.table.names == ("trial", "score")
    assert found.table.known is not None
    assert (found.table.known.lacks, found.proposal.roles.scores) == ("key", ("score",))


def test_that_scores_beside_their_key_are_a_table_like_others() -> None:
    found = loaded("LA_D_1 - bonafide 4.5\nLA_D_2 A01 spoof -3.5\n")
    assert found.table.known is None
    assert found.dataset is not None
    assert found.dataset.positive_class == "bonafide"
