"""Numbers of a report as the language writes them; what programs read of it keeps points."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalgui.core.languages import speak, spoken
from evalgui.io.languages import language
from evalgui.io.reporting.html import as_html
from evalgui.io.reporting.sections import SECTIONS, make_report
from evalgui.io.writers.marked import as_json
from evalgui.locations import resources
from tests.io.reporting.reports import X, assess, in_json, material, page, text_of, written
from tests.support.locales import use_numbers
from tests.support.right_to_left import made

_POINT = re.compile(r"[0-9]\.[0-9]")
_NAMES = re.compile(r"evalgui [0-9.]+|[0-9]+\.[0-9]+\.[0-9]+|19795-1")


@pytest.fixture
def _english_again():
    before = spoken()
    yield
    speak(before)


def _told(of) -> str:
    body = page(of, sections=[one.id for one in SECTIONS]).find(f"{X}body")
    assert body is not None
    return _NAMES.sub("", text_of(body))


@pytest.mark.usefixtures("_english_again")
@pytest.mark.parametrize("sample", ["tharwat-2018", "validation-post", "iris"])
def test_that_no_number_of_a_german_report_has_a_point(sample) -> None:
    path = resources() / "samples" / f"{sample}.csv"
    use_numbers("en")
    in_english = _told(material(path))
    use_numbers("de")
    in_german = _told(material(path))
    assert not _POINT.findall(in_german)
    assert _POINT.search(in_english)
    assert len(re.findall("[0-9],[0-9]", in_german)) >= len(_POINT.findall(in_english))


@pytest.mark.usefixtures("_english_again")
@settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.floats(-1e6, 1e6), min_size=4, max_size=12, unique=True))
def test_that_any_scores_are_told_with_commas(tmp_path, scores) -> None:
    rows = "".join(f"{number % 2},{score!r}\n" for number, score in enumerate(scores))
    path = written(tmp_path / "any.csv", f"truth,score\n{rows}")
    use_numbers("de")
    assert not _POINT.findall(_told(material(path)))


@pytest.mark.usefixtures("_english_again")
def test_that_what_programs_read_is_the_same_in_any_language() -> None:
    path = resources() / "samples" / "tharwat-2018.csv"
    told = []
    for code in ("en", "de"):
        use_numbers(code)
        root = page(material(path))
        values = [one.get("value") for one in root.iter() if one.tag.endswith("}data")]
        told.append((values, as_json("evaluate", in_json(assess(path)))))
    assert told[0] == told[1]
    assert any("." in (value or "") for value in told[0][0])


@pytest.mark.usefixtures("_english_again")
def test_that_a_page_says_how_it_is_read(tmp_path) -> None:
    path = resources() / "samples" / "tharwat-2018.csv"
    assert "dir=" not in as_html(make_report(material(path)))
    speak(language(str(made(tmp_path / "he"))))
    told = as_html(make_report(material(path)))
    assert 'lang="he" xml:lang="he" dir="rtl"' in told
    assert "svg { direction: ltr; }" in told
    assert "text-align: left" not in told
