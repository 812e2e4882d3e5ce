"""The direction of a score belongs to the class and to the scores that it was stated for."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from evalgui.__main__ import main
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import assess, load_source
from evalgui.io.meaning.reasons import Role
from evalgui.io.meaning.roles import Known, Roles
from evalgui.io.remembered.import_spec import ImportSpec

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.core.dataset import Dataset

# Of the 12 pairs, the ill one has the higher marker in 10, and 1 is tied.
ROWS = [("ill", 5), ("ill", 4), ("ill", 2), ("well", 1), ("well", 2), ("well", 0), ("well", 3)]
AREA = 10.5 / 12
TEXT = "truth,marker,gap\n" + "".join(f"{name},{x},{-x}\n" for name, x in ROWS)
TABLE = read(Source.from_bytes("a.csv", TEXT.encode()))
KNOWN = Roles(truth="truth", scores=("marker",), predicted="", positive="ill")
HIGH = replace(KNOWN, higher_is_positive=True)
LOW = replace(HIGH, scores=("gap",), higher_is_positive=False)
BOTH = replace(HIGH, scores=("marker", "gap"), opposite=("gap",))


def assessed(said: Roles, earlier: Roles) -> Dataset:
    dataset = assess(TABLE, said.over(earlier)).dataset
    assert dataset is not None
    return dataset


def area(dataset: Dataset, score: int = 0) -> float:
    ranking = resolve(Inputs(dataset, score=score)).ranking
    assert ranking is not None
    return ranking.value("roc_auc")


@pytest.mark.parametrize("earlier", [HIGH, LOW, BOTH], ids=["high", "low", "both"])
@pytest.mark.parametrize("name", ["ill", "well", "WELL ", " Ill"])
def test_that_a_score_turns_with_the_class(earlier: Roles, name: str) -> None:
    dataset = assessed(Roles(positive=name), earlier)
    assert dataset.positive_class == name.strip().lower()
    assert [area(dataset, place) for place in range(len(dataset.scores))] == [
        AREA for _ in earlier.scores
    ]
    assert "reversed_score" not in {one.code for one in dataset.findings}


@pytest.mark.parametrize("earlier", [HIGH, LOW], ids=["high", "low"])
@pytest.mark.parametrize("higher", [True, False])
def test_that_a_direction_in_the_same_breath_holds(earlier: Roles, higher: bool) -> None:
    dataset = assessed(Roles(positive="well", higher_is_positive=higher), earlier)
    assert dataset.scores[0].higher_is_positive is higher


def test_that_a_direction_without_a_class_is_that_of_the_class() -> None:
    dataset = assessed(Roles(higher_is_positive=False), HIGH)
    assert (dataset.positive_class, area(dataset)) == ("ill", 1 - AREA)


def test_that_what_was_said_of_another_score_says_nothing() -> None:
    assert area(assessed(Roles(scores=("marker",)), LOW)) == AREA
    of_both = assessed(Roles(scores=("marker",), positive="well"), BOTH)
    assert area(of_both) == AREA
    # Nothing was said of this score, and with a class of one's own higher means it.
    assert area(assessed(Roles(scores=("marker",), positive="well"), LOW)) == 1 - AREA


def test_that_the_reason_says_how_it_runs_now() -> None:
    proposal = assess(TABLE, Roles(positive="well").over(LOW)).proposal
    (reason,) = [one for one in proposal.reasons if one.role is Role.DIRECTION]
    assert reason.sentence == "higher scores mean positive"
    assert proposal.roles.direction_of is None


def test_that_the_last_who_speaks_of_a_direction_decides() -> None:
    told = Roles(positive="well").over(Roles(positive="ill", higher_is_positive=True)).over(LOW)
    dataset = assess(TABLE, told).dataset
    assert dataset is not None
    assert not dataset.scores[0].higher_is_positive  # higher for ill, of the same command


def test_that_one_of_three_classes_keeps_the_direction() -> None:
    rows = "".join(f"{name},{n}\n" for n, name in enumerate("aabbccabc"))
    table = read(Source.from_bytes("a.csv", f"truth,marker\n{rows}".encode()))
    earlier = replace(HIGH, positive="a", higher_is_positive=False)
    dataset = assess(table, Roles(positive="c").over(earlier)).dataset
    assert dataset is not None
    assert not dataset.scores[0].higher_is_positive


def test_that_a_column_of_each_class_runs_as_it_did() -> None:
    rows = "".join(f"{name},{(5 - x) / 5},{x / 5}\n" for name, x in ROWS)
    table = read(Source.from_bytes("a.csv", f"truth,p_well,p_ill\n{rows}".encode()))
    pairs = (("well", "p_well"), ("ill", "p_ill"))
    earlier = replace(HIGH, scores=("p_ill",), probabilities=pairs)
    dataset = assess(table, Roles(positive="well").over(earlier)).dataset
    assert dataset is not None
    assert (dataset.scores[0].name, area(dataset)) == ("p_well", AREA)


def test_that_a_class_that_is_not_there_says_nothing() -> None:
    earlier = replace(HIGH, positive="cured", higher_is_positive=False)
    assert area(assessed(Roles(positive="ill"), earlier)) == AREA


def test_that_the_class_of_a_format_is_turned_too() -> None:
    dataset = assess(replace(TABLE, known=Known(KNOWN)), Roles(positive="well")).dataset
    assert dataset is not None
    assert area(dataset) == AREA


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), ("ill", AREA)),
        (("--positive", "well"), ("well", AREA)),
        (("--positive", "well", "--lower-is-positive"), ("well", 1 - AREA)),
        (("--positive", "ill", "--higher-is-positive"), ("ill", 1 - AREA)),
    ],
)
def test_that_the_choices_of_an_earlier_import_turn_with_the_class(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    expected: tuple[str, float],
) -> None:
    file, spec = tmp_path / "a.csv", tmp_path / "spec.json"
    file.write_text(TEXT, encoding="utf-8")
    loaded = load_source(Source.from_bytes("a.csv", TEXT.encode()), roles=LOW)
    choices = ImportSpec.of(loaded.table, loaded.proposal.roles)
    spec.write_text(choices.to_json(), encoding="utf-8")
    given = [str(file), "--import-spec", str(spec), *options, "--format", "json"]
    assert main(["evaluate", *given]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["positive"], found["areas"]["roc_auc"]) == expected
    assert main(["inspect", *given]) == 0
    assert json.loads(capsys.readouterr().out)["auc"] == expected[1]
