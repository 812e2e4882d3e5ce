"""What a report says of consequences: on its first page, and in sections of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.sampling import Sampling
from evalgui.io.reporting.material import Material
from evalgui.io.reporting.sections import SECTIONS, make_report
from evalgui.io.samples import sample_by_id
from tests.io.reporting.reports import S, X, assess, in_json, looked_up, page, text_of

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

    from evalgui.io.assessing import Assessed

SCORE = {"scores": ("logistic_regression",)}
ASKS = "predictive values are those of this sample alone"


def assessed(**asked: object) -> Assessed:
    given = {"consequences": Consequences(Scale.PROBABILITY), **SCORE, **asked}
    return assess(sample_by_id("clinical").path, **given)


def section(found: ET.Element, section_id: str) -> ET.Element:
    (one,) = (one for one in found.iter(f"{X}section") if one.get("id") == section_id)
    return one


def shown(element: ET.Element) -> dict[str, str]:
    """Return the values of what has a place in an evaluation, by that."""
    found = {data.get("data-of"): data.get("value") for data in element.iter(f"{X}data")}
    return {str(place): str(value) for place, value in found.items() if place}


@pytest.mark.parametrize("sampling", [Sampling.COHORT, Sampling.CASE_CONTROL])
def test_that_the_first_page_has_the_area_and_predictive_values_where_it_is_used(sampling):
    one = assessed(sampling=sampling, intervals=IntervalSettings(prevalence=0.05))
    numbers, found = in_json(one), page(Material.of(one))
    first = shown(section(found, "short"))
    for place in ("areas.roc_auc", "area_intervals.roc_auc.low", "area_intervals.roc_auc.high"):
        assert float(first[place]) == looked_up(numbers, place)
    for name in ("PPV", "NPV"):
        known = numbers["at_prevalence"][name]
        assert float(first[f"at_prevalence.{name}.value"]) == known["value"]
        assert float(first[f"at_prevalence.{name}.low"]) == known["low"]
        assert float(first[f"at_prevalence.{name}.high"]) == known["high"]
    assert ASKS not in text_of(found)


def test_that_a_case_control_file_asks_for_a_prevalence_on_the_first_page():
    asked, other = (
        page(Material.of(assessed(sampling=one)))
        for one in (Sampling.CASE_CONTROL, Sampling.COHORT)
    )
    assert ASKS in text_of(section(asked, "short"))
    assert ASKS in text_of(section(asked, "measures"))
    assert ASKS not in text_of(other)
    assert not [one for one in shown(section(asked, "short")) if one.startswith("at_prevalence")]
    card = page(Material.of(assessed(sampling=Sampling.CASE_CONTROL)), is_card=True)
    assert ASKS in text_of(card)


def test_that_a_card_has_both_limits_of_what_ranks_the_rows():
    report = make_report(Material.of(assessed()))
    blocks = [block for part in report.parts for block in part.blocks]
    (brief,) = (one for one in blocks if getattr(one, "only_card", False))
    assert brief.head[-2:] == ("From", "To")
    assert {len(row) for row in brief.groups[0].rows} == {len(brief.head)}


def test_that_a_section_that_is_left_out_is_not_on_the_first_page_either():
    found = section(page(Material.of(assessed()), sections=["short", "measures"]), "short")
    assert not [place for place in shown(found) if "roc_auc" in place]


def test_that_consequences_stand_with_the_results_they_are_of():
    report = make_report(Material.of(assessed(intervals=IntervalSettings(prevalence=0.05))))
    ids = [part.id for part in report.parts]
    wanted = ["scores", "calibration", "prevalence", "people", "decision_curve"]
    start = ids.index("scores")
    assert ids[start : start + len(wanted)] == wanted
    assert ids[-1] == "reproduction"


def test_that_curves_of_gain_and_cost_are_told_where_they_are_asked_for():
    material = Material.of(assessed())
    gains = ["cost_curve", "gain", "predictiveness", "precision_recall_gain"]
    assert not {*gains} & {part.id for part in make_report(material).parts}
    asked = [part.id for part in make_report(material, gains).parts]
    assert [one for one in asked if one in gains] == gains


def test_that_numbers_of_consequences_have_what_they_rest_on():
    one = assessed(intervals=IntervalSettings(prevalence=0.05, prevalence_of=100))
    numbers, found = in_json(one), page(Material.of(one))
    for name in ("people", "decision_curve", "calibration"):
        own = section(found, name)
        (table,) = own.iter(f"{X}table")
        heads = [text_of(head) for head in table.iter(f"{X}th") if head.get("scope") == "col"]
        assert heads == ["Measure", "x/n, or n", "Value", "From", "To", "Method"]
        rows = [[text_of(cell) for cell in row] for row in table.iter(f"{X}tr")][1:]
        told = shown(own)
        known = {key: one for key, one in numbers[name].items() if isinstance(one, dict)}
        for key, one_of in known.items():
            if "method" in one_of:
                assert float(told[f"{name}.{key}.low"]) == one_of["low"]
                assert float(told[f"{name}.{key}.high"]) == one_of["high"]
        assert {row[5] for row in rows} >= {
            one_of["method"] for one_of in known.values() if "method" in one_of
        }
        with_limits = [row for row in rows if row[3] not in {"", "\N{EN DASH}"}]
        assert all(row[1] for row in with_limits)
    assert ["PPV", "212 + 357"] in [
        [text_of(cell) for cell in row][:2] for row in section(found, "people").iter(f"{X}tr")
    ]


def test_that_pictures_stand_in_the_sections_of_their_tables():
    found = page(Material.of(assessed()), sections=SECTIONS.ids)
    titles = {
        one.get("id"): [text_of(title) for title in one.iter(f"{S}title")]
        for one in found.iter(f"{X}section")
    }
    assert titles["calibration"] == ["Calibration"]
    assert titles["decision_curve"] == ["Decision curve"]
    assert titles["cost_curve"] == ["Cost curve"]
    assert titles["gain"] == ["Cumulative gain", "Lift"]
    assert titles["predictiveness"] == ["Predictiveness curve"]
    assert titles["precision_recall_gain"] == ["Precision-recall-gain"]
    drawn = text_of(section(found, "calibration"))
    assert "O:E 1.00019 (0.955" in drawn
    undeclared = page(Material.of(assessed(consequences=Consequences())))
    (asked,) = (one for one in undeclared.iter(f"{X}section") if one.get("id") == "calibration")
    assert not list(asked.iter(f"{S}svg")), "nobody knows yet whether these are probabilities"


def test_that_no_share_of_calibrated_models_is_rounded_to_none():
    told = text_of(section(page(Material.of(assessed())), "calibration"))
    assert "arises in fewer than 1 of 100 calibrated models" in told
    assert "no interval: no interval" not in told
