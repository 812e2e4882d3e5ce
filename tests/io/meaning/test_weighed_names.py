"""Names of columns as a whole: what speaks for a score, and what nothing explains."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.meaning.evidence import words
from evalgui.io.meaning.weighed_names import NAMED, REACH, speaks_only_of, weigh_score_name
from evalgui.io.proposing.propose import propose

FILES = [
    one
    for one in sorted(Path(words.__file__).parent.glob("*.toml"))
    if one.name not in {"roles.toml", "tables.toml"}
]


@pytest.mark.parametrize(
    "name",
    ["score", "y_prob", "P(disease)", "risk score", "xgb_prob", "score_2", "Wahrscheinlichkeit"],
)
def test_that_a_whole_name_of_a_score_is_enough(name: str) -> None:
    assert weigh_score_name(name).weight >= NAMED


@pytest.mark.parametrize(
    "name",
    ["RAC1P", "marker_batch", "sampling_prob", "pred_age", "sex_ratio", "distance_km", "score_sd"],
)
def test_that_a_word_of_a_score_is_not_enough(name: str) -> None:
    assert weigh_score_name(name).weight < NAMED


def test_that_each_unexplained_part_counts_against_a_name() -> None:
    weights = [weigh_score_name(name).weight for name in ("risk", "risk_xyz", "risk_xyz_uvw")]
    assert weights == pytest.approx([0.7, 0.7 - REACH, 0.7 - 2 * REACH])
    assert weigh_score_name("risk_xyz", {"xyz"}).weight == weights[0]


def test_that_a_name_that_speaks_of_time_says_nothing_else() -> None:
    assert speaks_only_of("follow_up_days") == ""
    assert speaks_only_of("followup_days") == "time"
    assert speaks_only_of("crp_day_3") == ""


@pytest.mark.parametrize(
    "lines",
    [
        ("patiëntnummer;leeftijd;uitkomst;risico", "4;61;kwaadaardig;0,8", "7;45;goedaardig;0,1"),
        ("Patientennummer;Alter;Diagnose;Risiko", "4;61;bösartig;0,8", "7;45;gutartig;0,1"),
        ("numéro;âge;vérité;probabilité", "4;61;malade;0,8", "7;45;sain;0,1"),
    ],
    ids=["nl", "de", "fr"],
)
def test_that_a_table_in_words_of_its_language_is_read(lines: tuple[str, ...]) -> None:
    names, *rows = lines
    text = "\n".join([names, *rows * 3, ""])
    found = propose(read(Source.from_bytes("a.csv", text.encode())))
    assert found.certain, found.question
    assert [found.roles.truth, *found.roles.scores] == names.split(";")[2:]
    assert found.roles.positive == rows[0].split(";")[2]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_that_a_language_has_only_sections_that_are_asked_for(file: Path) -> None:
    folder = Path(words.__file__).parents[2]
    code = "".join(one.read_text(encoding="utf-8") for one in folder.rglob("*.py"))
    sections = tomllib.loads(file.read_text(encoding="utf-8"))
    assert [name for name in sections if f'"{name}"' not in code] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_that_words_are_written_as_they_are_compared(file: Path) -> None:
    sections = tomllib.loads(file.read_text(encoding="utf-8"))
    found = [(name, key, value) for name, own in sections.items() for key, value in own.items()]
    assert found
    for section, key, value in found:
        listed = value if isinstance(value, list) else [key]
        assert all(isinstance(value, list) or 0 < value <= 1 for _ in listed), (section, key)
        assert [word for word in listed if word != word.casefold().strip() or not word] == [], key
        assert len(set(listed)) == len(listed), (section, key)
