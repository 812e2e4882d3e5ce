"""All that is decided on a data set is kept and comes back the same, whatever is added to it."""

from __future__ import annotations

import json
import math
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.choices import NO_CHOICES, Choices
from evalgui.core.consequences.settings import (
    Consequences,
    Recalibrating,
    Recalibration,
    Scale,
)
from evalgui.core.counts import Counts
from evalgui.core.dataset import Dataset, Score
from evalgui.core.deciding import Development, Locked, OwnThreshold
from evalgui.core.errors import DataError
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.metrics import Parameters
from evalgui.core.multiclass import MulticlassSettings, Over
from evalgui.core.notes import Notes, PointNote
from evalgui.core.pins import MOST_PINS, NO_PINS, Pins, Placed
from evalgui.core.provenance import START, Origin, Provenance, prespecified
from evalgui.core.requirements import Record, Withdrawn, requirement
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs
from evalgui.core.thresholds import CALLS_NOTHING
from evalgui.io.keeping.decisions import decided, kept_decisions
from evalgui.io.keeping.kept import Kept, KeptDataSet, KeptPoint, KeptSource
from evalgui.io.keeping.workspace_json import from_workspace_json, to_json
from evalgui.io.meaning import ReadOptions, Roles, SetAside
from evalgui.io.remembered.import_spec import ImportSpec

THREE = Dataset(
    "three.csv",
    ("a", "b", "c"),
    np.array([0, 1, 2, 0, 1, 2]),
    0,
    (Score("s", np.arange(6.0)), Score("t", np.arange(6.0) / 7, higher_is_positive=False)),
    predicted=np.array([0, 1, 2, 0, 1, 1]),
    called_by="p",
)
MADE = Provenance(Origin.CHOSEN, "sensitivity", (("sensitivity", 0.9),), "x.csv", "2026-01-31")
THERE = Development("dev.csv", Counts(1, 2, 3, 4), Sampling.CASE_CONTROL, "0.25")
OTHER = Locked("t", "a", False, "2", MADE, THERE, THERE, 6)
THEN = Record("2026-01-31T12:00:00Z", "+01:00", "0" * 64)
ASKED = replace(
    requirement("0.8<net_benefit-limit at 0.1<=1.2 in every study site"),
    record=replace(THEN, data=""),
    instead_of="TPR>=0.9",
)
INPUTS = Inputs(
    dataset=THREE,
    score=1,
    positive=2,
    threshold=0.1 + 0.2,
    parameters=Parameters(beta=0.5),
    multiclass=MulticlassSettings(Over.CHOSEN, ("a", "b")),
    intervals=IntervalSettings(0.9, {Kind.AUC: "delong"}, 0.01, 300),
    consequences=Consequences(Scale.PERCENT, (0.1, 0.2), (ASKED,), 0.9, (Withdrawn(ASKED, THEN),)),
    provenance=MADE,
    is_followed=True,
    is_locked=True,
    development=THERE,
    others=(
        OwnThreshold(0, 2, CALLS_NOTHING, prespecified("2026"), True, THERE),
        OwnThreshold(0, None, -math.inf, MADE, False, None),
    ),
    waiting=Locked("s", "a", True, "0.25", MADE, None, THERE, 6, "truth", "0.5", 0.1, (OTHER,)),
)
AS_CALLED = PointNote("", "c", math.nan, "As called")
CHOICES = Choices(
    pins=Pins((Placed(0.5, MADE), Placed(CALLS_NOTHING, MADE, is_followed=True)), 0),
    second=1 / 3,
    last=Placed(CALLS_NOTHING, MADE, is_followed=True),
    classes=(2, 0),
    notes=Notes(
        "Two\nsites", (PointNote("t", "c", 1 / 3, "Here"), PointNote("", "c", math.nan, ""))
    ),
)
OF_THE_WINDOW = {
    "selection": "is no decision, and nothing that undo knows",
    "picked": "is no decision, and nothing that undo knows",
    "vocabulary": "is kept once for all data sets",
    "link": "is kept once for all data sets",
    "has_bars": "is a setting of the user's",
    "has_marks": "is a setting of the user's",
    "hides_answers": "lasts as long as a lesson",
    "compares": "is kept once for all data sets",
    "bands": "is asked for again where rows are to be drawn again",
    "has_cost_line": "is a setting of the user's",
    "axes": "is how plots are drawn, and kept with the layout of the window",
}
"""What of the choices is not kept with a data set, and why."""


def there_and_back(inputs, choices):
    spec = ImportSpec(("y", "s"), ReadOptions(), Roles())
    kept = KeptDataSet("three.csv", (0,), spec, **kept_decisions(inputs, choices))
    whole = Kept((KeptSource("three.csv", "0" * 64, 1, "three.csv"),), (kept,))
    (again,) = from_workspace_json(to_json(whole)).data_sets
    return decided(again, inputs.dataset)


def same(one, other):
    """Compare values with NaN, which are equal where they are written alike."""
    return one == other or repr(one) == repr(other)


@pytest.mark.parametrize("field", [one.name for one in fields(Inputs)])
def test_that_every_field_of_the_inputs_comes_back(field):
    """Give a field that is new a value of its own above: it has to be kept."""
    assert not same(getattr(INPUTS, field), getattr(Inputs(), field))
    inputs, _ = there_and_back(INPUTS, CHOICES)
    assert same(getattr(inputs, field), getattr(INPUTS, field))


@pytest.mark.parametrize("field", [one.name for one in fields(Choices)])
def test_that_every_field_of_the_choices_comes_back(field):
    """Give a field that is new a value of its own above, or say why it is not kept."""
    is_kept = field not in OF_THE_WINDOW
    assert same(getattr(CHOICES, field), getattr(NO_CHOICES, field)) is not is_kept
    _, choices = there_and_back(INPUTS, CHOICES)
    assert same(getattr(choices, field), getattr(CHOICES, field))


ROLES = Roles(
    truth="y",
    scores=("s", "t"),
    predicted="p",
    positive="ill",
    higher_is_positive=False,
    opposite=("t",),
    decimal=",",
    thousands=".",
    missing_labels=("9", ""),
    set_aside_unreadable=True,
    probabilities=(("a", "p_a"), ("b", "p_b")),
    matrix_rows="predicted",
    missing_scores="worst",
    subset='site == "A"',
    n_positive="ill",
    n_negative="well",
    bins=("from", "to"),
    weight="n",
    subjects=("id", "ref"),
    sampling=Sampling.BY_SUBJECT,
    limits="half",
    no_score=True,
    set_aside=(SetAside((2, 5), "a copy"),),
    blank_labels="above",
    recalibrated=(Recalibration(Recalibrating.PREVALENCE, "s", 100.0, 0.25, 7),),
    species="pai",
)
UNTIL_SETTLED = {"direction_of": "is settled before there are data, and belongs to no decision"}


@pytest.mark.parametrize("field", [one.name for one in fields(Roles)])
def test_that_every_role_comes_back(field):
    """Give a role that is new a value of its own above: it has to be kept."""
    is_kept = field not in UNTIL_SETTLED
    assert (getattr(ROLES, field) != getattr(Roles(), field)) is is_kept
    again = ImportSpec.from_json(ImportSpec(("y",), ReadOptions(), ROLES).to_json()).roles
    assert getattr(again, field) == getattr(ROLES, field)


OPTIONS = ReadOptions(
    encoding="utf-8", delimiter=";", header=False, decimal=",", sheet="One", together="stacked"
)


@pytest.mark.parametrize("field", [one.name for one in fields(ReadOptions)])
def test_that_every_option_of_a_reader_comes_back(field):
    assert getattr(OPTIONS, field) != getattr(ReadOptions(), field)
    again = ImportSpec.from_json(ImportSpec(("y",), OPTIONS, Roles()).to_json()).options
    assert getattr(again, field) == getattr(OPTIONS, field)


def test_that_the_least_that_is_decided_comes_back():
    labels = replace(THREE, scores=())
    for inputs in (
        Inputs(THREE),
        Inputs(THREE, score=None),
        Inputs(labels),
        Inputs(labels, score=None, positive=1),
    ):
        again, choices = there_and_back(inputs, NO_CHOICES)
        assert all(same(getattr(again, f.name), getattr(inputs, f.name)) for f in fields(Inputs))
        assert choices == NO_CHOICES


def two(base=0, *, higher=True):
    values = np.array([0.0, 1.0, 2.0])
    return Dataset(
        "t", ("n", "p"), np.array([0, 1, 1]), 1, (Score("s", values, higher, None, base),)
    )


@given(
    st.floats(), st.booleans(), st.sampled_from([0, 2**53, -(2**60)]), st.sampled_from([None, 0])
)
def test_that_every_threshold_comes_back_to_the_last_digit(threshold, higher, base, positive):
    if base and math.isfinite(threshold):
        threshold = float(round(math.fmod(threshold, 1e6)))  # as `snapped` leaves them
    inputs = Inputs(two(base, higher=higher), positive=positive, threshold=threshold)
    again, _ = there_and_back(inputs, NO_CHOICES)
    assert repr(again.threshold) == repr(threshold).replace("-0.0", "0.0" if base else "-0.0")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (replace(THREE, scores=THREE.scores[:1]), "there is no score 't'"),
        (replace(THREE, classes=("a", "b", "d")), "there is no class 'c'"),
        (
            replace(
                THREE, scores=(THREE.scores[0], replace(THREE.scores[1], higher_is_positive=True))
            ),
            "the score 't' runs the other way",
        ),
    ],
)
def test_that_decisions_on_other_data_are_refused(data, words):
    spec = ImportSpec(("y", "s"), ReadOptions(), Roles())
    kept = KeptDataSet("three.csv", (0,), spec, **kept_decisions(INPUTS, CHOICES))
    with pytest.raises(DataError, match=words):
        decided(kept, data)


def test_that_a_note_about_a_score_that_is_gone_stays():
    note = PointNote("gone", "c", 0.25, "Before")
    _, choices = there_and_back(INPUTS, replace(CHOICES, notes=Notes("", (note,))))
    assert choices.notes.points == (note,)


def test_that_nothing_is_kept_of_no_data():
    with pytest.raises(ValueError, match="nothing"):
        kept_decisions(Inputs(), NO_CHOICES)


def kept_with(**changed):
    spec = ImportSpec(("y", "s"), ReadOptions(), Roles())
    kept = KeptDataSet("three.csv", (0,), spec, **kept_decisions(INPUTS, CHOICES))
    return decided(replace(kept, **changed), INPUTS.dataset)[1].pins


def test_that_a_workspace_of_before_has_its_one_pin():
    pin = KeptPoint("0.25", MADE)
    assert kept_with(pin=pin, pins=()) == Pins((Placed(0.25, MADE),))
    assert kept_with(pin=None, pins=()) == NO_PINS


def test_that_pins_of_a_file_edited_by_hand_are_each_once():
    one, two = KeptPoint("0.25", MADE), KeptPoint("0.75", MADE)
    both = (Placed(0.25, MADE), Placed(0.75, MADE))
    assert kept_with(pin=one, pins=(one, two, one)) == Pins(both, 0)
    assert kept_with(pin=None, pins=(one, two)) == Pins(both, 1)
    assert kept_with(pin=two, pins=(one,)) == Pins(both, 1)


def test_that_no_more_pins_are_read_than_there_can_be():
    spec = ImportSpec(("y", "s"), ReadOptions(), Roles())
    kept = KeptDataSet("three.csv", (0,), spec, **kept_decisions(INPUTS, CHOICES))
    many = tuple(KeptPoint(str(place), MADE) for place in range(MOST_PINS + 1))
    whole = Kept((KeptSource("three.csv", "0" * 64, 1, "three.csv"),), (replace(kept, pins=many),))
    with pytest.raises(DataError, match=r"data_sets\[0\].pins' must be at most 8 entries long"):
        to_json(whole)


def test_that_data_start_where_they_did_when_they_were_kept():
    comparisons = replace(THREE, start_rule="eer")
    again, _choices = there_and_back(Inputs(comparisons), NO_CHOICES)
    assert (again.provenance, again.threshold, again.is_followed) == (START, None, False)
    # A workspace of before says no rule: all data started at Youden's index.
    kept = KeptDataSet(
        "three.csv",
        (0,),
        ImportSpec(("y", "s"), ReadOptions(), Roles()),
        **kept_decisions(Inputs(THREE), NO_CHOICES),
    )
    before, _choices = decided(kept, comparisons)
    assert (before.provenance.rule, before.threshold, before.is_followed) == ("youden", None, True)
    assert decided(kept, THREE)[0].provenance == START


def test_that_what_was_required_before_there_were_records_is_read():
    spec = ImportSpec(("y", "s"), ReadOptions(), Roles())
    inputs = replace(INPUTS, consequences=Consequences(requirements=(requirement("TPR>=0.9"),)))
    kept = KeptDataSet("three.csv", (0,), spec, **kept_decisions(inputs, NO_CHOICES))
    told = json.loads(to_json(Kept((KeptSource("a", "0" * 64, 1, "a"),), (kept,))))
    said = told["data_sets"][0]["consequences"]
    del said["withdrawn"]
    old = {"text", "name", "is_limit", "relation", "bound"}
    said["requirements"] = [
        {key: one[key] for key in one if key in old} for one in said["requirements"]
    ]
    told.pop("digest", None)
    (again,) = from_workspace_json(json.dumps(told).encode()).data_sets
    assert again.consequences == inputs.consequences


@pytest.mark.parametrize(
    "wrong",
    [
        {"relation": "=>"},
        {"bound": 1e999},
        {"and_relation": "<="},
        {"and_relation": "<=", "and_bound": 0.1},
        {"risk": 1.0},
        {"record": {"when": "yesterday", "offset": "+01:00", "data": ""}},
        {"record": {"when": "2026-01-31T12:00:00Z", "offset": "later", "data": ""}},
    ],
)
def test_that_a_requirement_that_is_none_is_refused(wrong):
    spec = ImportSpec(("y", "s"), ReadOptions(), Roles())
    kept = KeptDataSet("three.csv", (0,), spec, **kept_decisions(INPUTS, NO_CHOICES))
    told = json.loads(to_json(Kept((KeptSource("a", "0" * 64, 1, "a"),), (kept,))))
    told.pop("digest", None)
    (said,) = told["data_sets"][0]["consequences"]["requirements"]
    said |= {"relation": ">=", "bound": 0.9, "and_relation": "", "and_bound": None} | wrong
    with pytest.raises(DataError):
        from_workspace_json(json.dumps(told).encode())
