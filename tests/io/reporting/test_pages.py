"""A page is well formed, needs nothing else, keeps text as text, and can be read aloud."""

from __future__ import annotations

import itertools
import re

import html5lib
import pytest

from evalgui.io.reporting.blocks import from_json, to_json
from evalgui.io.reporting.html import as_html
from evalgui.io.reporting.sections import SECTIONS, make_report
from evalgui.io.samples import sample_by_id
from tests.io.reporting.reports import S, X, at_rule, material, page, text_of, written

HOSTILE = ("<img src=x onerror=alert(1)>", "a&b;\"q'", "\u202eabc", "\u05d0\u05d1\u05d2", "]]>")


@pytest.fixture(scope="module")
def clinical():
    return material(
        sample_by_id("clinical").path,
        "clinical",
        scores=("logistic_regression",),
        placing=at_rule("youden"),
        grey=("0.2", "0.6"),
    )


@pytest.fixture
def hostile(tmp_path):
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["<script>alert(1)</script>", 'sc&ore"<b>', "other"])
    for place in range(40):
        writer.writerow([HOSTILE[place % 2], round(place * 0.37 % 1, 3), HOSTILE[place % 5]])
    path = written(tmp_path / "<b>&'.csv", text.getvalue())
    return material(
        path,
        truth="<script>alert(1)</script>",
        scores=('sc&ore"<b>',),
        positive=HOSTILE[0],
        higher_is_positive=True,
        subset="other != ']]>'",
    )


def test_that_a_page_needs_no_other_file_and_runs_nothing(clinical, hostile):
    for one in (clinical, hostile):
        for is_card in (False, True):
            found = page(one, is_card=is_card)
            names = {element.tag for element in found.iter()}
            assert not names & {
                f"{X}{tag}" for tag in ("script", "img", "link", "iframe", "object")
            }
            for element in found.iter():
                for name, value in element.attrib.items():
                    assert not name.startswith("on")
                    assert (
                        name not in {"src", "srcset", "data", "action", "style"} or name == "style"
                    )
                    if name.endswith("href"):
                        assert value.startswith("#")
                    assert "url(" not in value
            style = text_of(next(found.iter(f"{X}style")))
            assert "url(" not in style
            assert "@import" not in style


def test_that_names_from_the_data_stay_text(hostile):
    found = page(hostile)
    told = "".join(found.itertext())
    assert HOSTILE[0] in told
    assert HOSTILE[1] in told
    assert "<script>alert(1)</script>" in told
    assert "\u202e" not in told
    assert "<U+202E>" in told or "other" in told


def test_that_a_character_no_page_may_hold_is_replaced(tmp_path):
    path = written(tmp_path / "a\x01b.csv", "t,s\na,1\nb,2\na,3\nb,4\n")
    one = material(path, truth="t", scores=("s",), positive="b", higher_is_positive=True)
    text = as_html(make_report(one))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", text)
    assert "a&lt;U+0001&gt;b.csv" in text


def test_that_headings_tables_and_pictures_can_be_read_aloud(clinical):
    found = page(clinical)
    assert found.get("lang") == "en"
    levels = [int(e.tag[-1]) for e in found.iter() if re.fullmatch(r".*\}h[1-6]", e.tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    ids = [e.get("id") for e in found.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    for element in found.iter():
        for one in (element.get("aria-labelledby") or "").split():
            assert one in ids
        link = element.get("href")
        assert link is None or link[1:] in ids
    for table in found.iter(f"{X}table"):
        assert text_of(table.find(f"{X}caption"))
        assert all(head.get("scope") in {"col", "row", "rowgroup"} for head in table.iter(f"{X}th"))
        for body in table.iter(f"{X}tbody"):
            assert all(row.find(f"{X}th") is not None for row in body)
    pictures = list(found.iter(f"{S}svg"))
    assert len(pictures) == 9  # two of them in short, too
    for picture in pictures:
        assert picture.get("role") == "img"
        assert text_of(picture.find(f"{S}title"))
        assert text_of(picture.find(f"{S}desc"))


def test_that_every_section_stands_where_it_is_said_and_can_be_left_out(clinical):
    whole = [part.id for part in make_report(clinical).parts]
    assert whole == [one for one in SECTIONS.ids if one in whole]
    some = make_report(clinical, ("matrix", "checklist"))
    assert [part.id for part in some.parts] == ["matrix", "checklist"]


def test_that_a_report_travels_to_another_process_unchanged(clinical):
    import json

    for is_card in (False, True):
        report = make_report(clinical, is_card=is_card)
        assert from_json(json.loads(json.dumps(to_json(report)))) == report


def test_that_a_report_is_the_same_each_time(clinical):
    assert as_html(make_report(clinical)) == as_html(make_report(clinical))


def test_that_the_paper_is_told(clinical):
    assert "size: A4;" in as_html(make_report(clinical))
    assert "size: letter;" in as_html(make_report(clinical, paper="letter"))


def test_that_a_browser_finds_no_mistake(clinical, hostile):
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    for one in (clinical, hostile):
        for is_card in (False, True):
            parser.parse(as_html(make_report(one, is_card=is_card)))
            assert parser.errors == []


def test_that_classes_are_written_as_the_file_has_them(tmp_path):
    lines = "".join(f"{'yZ'[k % 2]},{k}\n" for k in range(8))
    one = material(
        written(tmp_path / "c.csv", "truth,score\n" + lines),
        truth="truth",
        scores=("score",),
        positive="Z",
        higher_is_positive=True,
    )
    found = page(one).find(f".//{X}section[@id='matrix']")
    heads = [text_of(head) for head in found.iter(f"{X}th") if head.get("scope") == "row"]
    assert heads == ["Z (positive)", "y (negative)", "All"]


def test_that_with_a_grey_zone_the_decision_and_the_flow_have_three_ways(clinical):
    found = text_of(page(clinical))
    low, high = clinical.grey_zone
    at_least = f"\N{GREATER-THAN OR EQUAL TO} {high}"
    told = (
        f"A row is called test positive when logistic_regression {at_least}"
        f", not test positive when logistic_regression < {low}, and indeterminate in between "
        f"({low} to < {high})."
    )
    assert told in found
    score, truth = clinical.snapshot.score.values, clinical.dataset.is_positive()
    flow = found.partition("Rows in the file: ")[2]
    for is_positive in (True, False):
        own = score[truth == is_positive]
        counts = (own >= high).sum(), ((own >= low) & (own < high)).sum(), (own < low).sum()
        words = "positive tests", "indeterminate", "negative tests"
        assert _holds(flow, words, counts)


def _holds(flow, words, counts):
    """Return whether numbers stand in a row, whatever parts them."""
    parts = (re.escape(f"{what}: {n}") for what, n in zip(words, counts, strict=True))
    return re.search("[ ,]+".join(parts), flow) is not None
