"""Each item of the checklist is as filled as the report is: a case turns each status."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.comparing import Candidate, compare_paired
from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.dataset import Score
from evalgui.core.deciding import Development
from evalgui.core.metrics import Vocabulary
from evalgui.core.notes_at_threshold import note_at
from evalgui.core.provenance import prespecified, typed
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import resolve
from evalgui.core.thresholds import from_units
from evalgui.io.assessing import Placing
from evalgui.io.reporting.about import FREE_TEXTS
from evalgui.io.reporting.material import Material, OtherPoint
from evalgui.io.reporting.sections import SECTIONS, make_report, reported, usual_preset
from evalgui.locations import resources
from evalgui.results.topics.checklist import ITEMS, Preset, Status, answers
from tests.io.reporting.reports import X, at_rule, material, page, text_of, written

ROWS = [("ab"[place % 2], (place * 7 % 19) / 20 + place % 2 / 3) for place in range(60)]
CSV = "truth,score,person\n" + "".join(
    f"{truth},{score},{place // 3}\n" for place, (truth, score) in enumerate(ROWS)
)
CSV_OF_RISKS = "truth,score\n" + "".join(f"{truth},{0.7 * score:.4f}\n" for truth, score in ROWS)
ROLES = {"truth": "truth", "scores": ("score",), "positive": "b", "higher_is_positive": True}
TRUTH = np.arange(60) % 2
SCORES = (np.arange(60) * 7 % 19 + TRUTH, np.arange(60) * 5 % 17 + TRUTH)
FIRST, SECOND = (
    Candidate(name, Score(name, values.astype(float)), 9.0, TRUTH, 1 - TRUTH)
    for name, values in zip(("score", "other"), SCORES, strict=True)
)
PAIR = compare_paired(FIRST, SECOND, 0.95)


def made(path, text=CSV, **asked):
    return material(written(path / "d.csv", text), **(ROLES | {"placing": Placing("0.5")} | asked))


def status_of(number: int, of: Material, sections=None) -> Status:
    preset = next(iter(ITEMS[number - 1].asked))
    parts = make_report(of, sections, preset=preset).parts
    found_all = answers(of.snapshot, reported(of, parts, preset))
    (found,) = [one for one in found_all if one.item.number == number]
    return found.status


def with_notes(of: Material, text: str) -> Material:
    choices = of.snapshot.choices
    noted = replace(choices, notes=choices.notes.with_data(text))
    return replace(of, snapshot=replace(of.snapshot, choices=noted))


def with_point_note(of: Material, text: str) -> Material:
    snapshot = of.snapshot
    here = note_at(snapshot, snapshot.point)
    assert here is not None
    notes = snapshot.choices.notes.with_point(replace(here, text=text))
    noted = replace(snapshot, choices=replace(snapshot.choices, notes=notes))
    return replace(of, snapshot=noted)


def with_development(of: Material) -> Material:
    assert of.snapshot.point is not None
    counts = of.snapshot.point.counts
    before = Development("old.csv", counts, of.dataset.sampling, "0.5")
    inputs = replace(of.snapshot.inputs, development=before)
    return replace(of, snapshot=replace(of.snapshot, inputs=inputs))


def with_pin(of: Material) -> Material:
    snapshot = of.snapshot
    there = resolve(replace(snapshot.inputs, threshold=0.7), snapshot)
    assert there.point is not None
    return replace(of, others=(OtherPoint(there.point, typed("d.csv", "")),))


def in_groups(of: Material) -> Material:
    return replace(of, chosen=("person > 3", "person <= 3"))


CSV_OF_GROUPS = "truth,score,half,third\n" + "".join(
    f"{truth},{score},{'xy'[place // 2 % 2]},{'xy'[place // 3 % 2]}\n"
    for place, (truth, score) in enumerate(2 * ROWS)
)


def told_of(path, **asked):
    return made(path, CSV_OF_GROUPS, consequences=Consequences(**asked))


LABELS = "truth,call\n" + "a,a\nb,b\nb,a\n" * 4


def labels(path):
    roles = {
        "truth": "truth",
        "predicted": "call",
        "positive": "b",
        "scores": (),
        "placing": Placing(),
    }
    return material(written(path / "l.csv", LABELS), **{**roles, "no_score": True})


# Of each item: the report in which it has a status, and that status.
CASES = [
    (1, lambda path: made(path, placing=Placing()), Status.OPEN),
    (1, made, Status.PARTLY),
    (1, lambda path: with_point_note(made(path), "Agreed by the panel"), Status.FILLED),
    (1, lambda path: made(path, placing=at_rule("youden")), Status.FILLED),
    (1, lambda path: made(path, placing=Placing("0.5", is_prespecified=True)), Status.PARTLY),
    (1, labels, Status.NOT_APPLICABLE),
    (2, made, Status.FILLED),
    (3, made, Status.FILLED),
    (3, labels, Status.NOT_APPLICABLE),
    (4, made, Status.FILLED),
    (4, lambda path: made(path, placing=Placing("99")), Status.PARTLY),
    (4, labels, Status.PARTLY),
    (5, made, Status.FILLED),
    (6, made, Status.OPEN),
    (6, lambda path: with_pin(made(path)), Status.PARTLY),
    (6, lambda path: in_groups(with_pin(made(path))), Status.FILLED),
    (7, made, Status.OPEN),
    (7, lambda path: made(path, grey=("0.3", "0.7")), Status.FILLED),
    (8, made, Status.FILLED),
    (8, labels, Status.PARTLY),
    (9, made, Status.FILLED),
    (10, made, Status.FILLED),
    (11, made, Status.OPEN),
    (11, lambda path: made(path, subset="person > 3"), Status.PARTLY),
    (11, lambda path: in_groups(made(path)), Status.FILLED),
    (11, labels, Status.OPEN),
    (11, lambda path: told_of(path, groups=("half",)), Status.FILLED),
    (12, made, Status.OPEN),
    (12, lambda path: told_of(path, groups=("half",)), Status.PARTLY),
    (12, labels, Status.OPEN),
    (13, made, Status.PARTLY),
    (13, lambda path: in_groups(made(path)), Status.FILLED),
    (13, lambda path: told_of(path, groups=("half",)), Status.FILLED),
    (13, labels, Status.OPEN),
    (14, made, Status.OPEN),
    (14, lambda path: with_development(made(path)), Status.FILLED),
    (15, made, Status.PARTLY),
    (16, made, Status.PARTLY),
    (16, lambda path: with_notes(made(path), "Sample size: planned"), Status.FILLED),
    (17, made, Status.PARTLY),
    (18, made, Status.NOT_APPLICABLE),
    (18, lambda path: replace(made(path), compared=(PAIR, PAIR)), Status.FILLED),
    (19, made, Status.OPEN),
    (20, lambda path: made(path, subjects=("person",)), Status.PARTLY),
    (21, made, Status.OPEN),
    (21, lambda path: replace(made(path), vocabulary=Vocabulary.BIOMETRICS), Status.FILLED),
    (22, made, Status.OPEN),
    (22, lambda path: told_of(path, acquiring=((1, 50),), enrolling=(1, 20)), Status.PARTLY),
    (23, made, Status.PARTLY),
    (23, lambda path: told_of(path, groups=("half", "third")), Status.FILLED),
    (24, made, Status.FILLED),
    (25, made, Status.FILLED),
    (26, made, Status.FILLED),
    (26, labels, Status.FILLED),
    (27, made, Status.PARTLY),
    (28, made, Status.NOT_APPLICABLE),
    (28, lambda path: made(path, CSV_OF_GROUPS, species="half"), Status.FILLED),
]


@pytest.mark.parametrize(
    ("number", "case", "status"), CASES, ids=[f"{one[0]}-{one[2]}" for one in CASES]
)
def test_that_an_item_is_as_filled_as_the_report(number, case, status, tmp_path):
    assert status_of(number, case(tmp_path)) is status


def test_that_every_item_has_a_case():
    assert {one[0] for one in CASES} == {item.number for item in ITEMS} == set(range(1, 29))


def test_that_consequences_fill_their_item_where_they_have_numbers(tmp_path):
    def open_parts(**asked):
        of = made(tmp_path, text=CSV_OF_RISKS, **asked)
        held = make_report(of, preset=Preset.TRIPOD).parts
        found = answers(of.snapshot, reported(of, held, Preset.TRIPOD))
        (item,) = (one for one in found if one.item.number == 17)
        return str(item.remark)

    lacking = ("observed to expected", "the calibration slope", "the net benefit")
    probabilities = Consequences(Scale.PROBABILITY)
    nothing, refused, asked, told = (
        open_parts(**one)
        for one in (
            {},
            {"consequences": Consequences(Scale.LLR)},
            {"consequences": probabilities, "sampling": Sampling.CASE_CONTROL},
            {"consequences": probabilities},
        )
    )
    assert all(words in nothing for words in lacking)
    assert [words in refused for words in lacking] == [True, True, False]  # of this threshold
    assert [words in asked for words in lacking] == [True, False, True]
    assert not any(words in told for words in lacking)
    of_each = nothing, refused, asked, told
    assert ["a calibration plot" in of for of in of_each] == [True, True, True, False]
    assert ["a decision curve" in of for of in of_each] == [True, False, True, False]
    assert told == "None"


def test_that_a_prevalence_elsewhere_fills_its_item(tmp_path):
    from evalgui.core.intervals.settings import IntervalSettings

    there = made(tmp_path, intervals=IntervalSettings(prevalence=0.01))
    assert status_of(15, there) is Status.FILLED


def test_that_a_section_that_is_left_out_fills_nothing(tmp_path):
    whole = made(tmp_path)
    without = [one for one in SECTIONS.ids if one not in {"measures", "ranking"}]
    assert status_of(4, whole) is Status.FILLED
    assert status_of(4, whole, without) is Status.OPEN
    assert status_of(25, whole, [one for one in SECTIONS.ids if one != "short"]) is Status.OPEN
    assert status_of(25, whole, ["short", "question"]) is Status.OPEN
    assert status_of(25, whole, ["short"]) is Status.FILLED
    without_matrix = [one for one in SECTIONS.ids if one != "matrix"]
    assert status_of(2, whole, without_matrix) is Status.OPEN


def test_that_free_text_is_open_unless_a_note_says_it(tmp_path):
    plain = made(tmp_path)
    told = text_of(page(plain, sections=["question"]))
    assert told.count("open") >= 6
    noted = with_notes(plain, "Intended use: triage of <b>many</b>\nSeen by two readers")
    told = text_of(page(noted, sections=["question"]))
    assert "triage of <b>many</b>" in told
    assert "Seen by two readers" in told


@pytest.mark.parametrize("preset", Preset)
def test_that_the_rows_of_a_preset_lead_to_sections_that_are_there(preset, tmp_path):
    found = page(made(tmp_path), preset=preset)
    (section,) = [one for one in found.iter(f"{X}section") if one.get("id") == "checklist"]
    rows = list(section.iter(f"{X}tr"))[1:]
    assert len(rows) == sum(preset in item.asked for item in ITEMS)
    ids = {one.get("id") for one in found.iter(f"{X}section")}
    statuses = set()
    for row in rows:
        status = text_of(row[2])
        statuses.add(status)
        links = [link.get("href")[1:] for link in row.iter(f"{X}a")]
        assert set(links) <= ids
        assert bool(links) == (status in {"filled", "partly"})
    assert statuses <= {one.value for one in Status}


def test_that_each_field_has_a_usual_preset():
    known = {one: usual_preset(one) for one in Vocabulary}
    assert known[Vocabulary.CLINICAL] is Preset.STARD
    assert known[Vocabulary.BIOMETRICS] is known[Vocabulary.SPEAKER] is Preset.ISO
    assert known[Vocabulary.MACHINE_LEARNING] is Preset.TRIPOD


def test_that_a_threshold_says_how_it_came_to_be(tmp_path):
    told = {
        Placing(): "Nobody has decided on it",
        Placing("0.5"): "by hand: this is exploratory",
        Placing("0.5", is_prespecified=True): "It was prespecified",
    }
    for placing, words in told.items():
        assert words in text_of(page(made(tmp_path, placing=placing), sections=["threshold"]))
    assert prespecified("").kind.value == "prespecified"
    assert from_units("0.5", made(tmp_path).snapshot.score) == 0.5


def test_that_the_page_of_help_names_every_section_and_every_preset():
    words = (resources() / "help" / "report.md").read_text(encoding="utf-8")
    for one in (*SECTIONS.ids, *(preset.value for preset in Preset)):
        assert f"| `{one}` |" in words
    for label in (*FREE_TEXTS, "Sample size"):
        assert f"`{label}:`" in words
