"""The pages of a report have the text and the numbers of its web page, in fonts of their own."""

from __future__ import annotations

import io
import json
import re
import sys
from itertools import product

import pypdf
import pytest

from evalgui.core.errors import CancelledError
from evalgui.core.progress import Watch
from evalgui.gui.reporting.pages import as_pdf
from evalgui.io.reporting import pages
from evalgui.io.reporting.blocks import Heading, Paragraph, Part, Report, Table, every
from evalgui.io.reporting.sections import make_report
from evalgui.io.samples import sample_by_id
from tests.io.reporting.reports import at_rule, material, written

pytestmark = pytest.mark.usefixtures("qapp")

PAPERS = {"a4": (595, 842), "letter": (612, 792)}


@pytest.fixture(scope="module")
def clinical():
    return material(
        sample_by_id("clinical").path,
        "clinical",
        scores=("logistic_regression",),
        placing=at_rule("sensitivity", sensitivity=0.95),
        grey=("0.2", "0.6"),
    )


@pytest.fixture(scope="module")
def biometric():
    return material(sample_by_id("biometric").path, "biometrics")


def read(content):
    return pypdf.PdfReader(io.BytesIO(content))


def bare(text):
    """Return a text without blanks: a cell may be in several lines."""
    return re.sub(r"[\s\N{NARROW NO-BREAK SPACE}]", "", text)


def texts_of(report):
    for part in report.parts:
        yield part.title
        for block in every(part.blocks):
            if isinstance(block, (Heading, Paragraph)):
                yield block.text
            elif isinstance(block, Table):
                yield block.caption
                yield from block.head
                for group in block.groups:
                    yield group.title
                    yield from (cell.text for row in group.rows for cell in row)
            else:
                yield block.title


@pytest.mark.parametrize("name", ["clinical", "biometric"])
def test_that_all_text_and_all_numbers_are_on_the_pages(name, request):
    report = make_report(request.getfixturevalue(name))
    found = read(as_pdf(report))
    shown = bare("".join(page.extract_text() for page in found.pages))
    missing = {text for text in texts_of(report) if bare(text) not in shown}
    # What stands on two pages has the foot of the first one within.
    assert {text for text in missing if len(text) < 60} == set()
    assert len(missing) <= 3


@pytest.mark.parametrize("paper", PAPERS)
def test_that_pages_have_a_size_numbers_and_fonts(paper, biometric):
    found = read(as_pdf(make_report(biometric, ("exact", "data", "methods"), paper=paper)))
    n = len(found.pages)
    assert n > 1
    fonts = {}
    for number, page in enumerate(found.pages, 1):
        size = (round(float(page.mediabox.width)), round(float(page.mediabox.height)))
        assert size == PAPERS[paper]
        assert bare(f"{number} / {n}") in bare(page.extract_text())
        fonts |= page["/Resources"]["/Font"]
    assert fonts
    for font in fonts.values():
        inner = font.get_object()["/DescendantFonts"][0].get_object()
        described = inner["/FontDescriptor"].get_object()
        assert any(key.startswith("/FontFile") for key in described)
    assert found.metadata is not None
    assert found.metadata.title == "biometric.csv"


@pytest.mark.parametrize("paper", PAPERS)
def test_that_the_card_is_one_page(paper, clinical, biometric):
    for one in (clinical, biometric):
        report = make_report(one, is_card=True, paper=paper)
        found = read(as_pdf(report))
        assert len(found.pages) == 1
        shown = bare(found.pages[0].extract_text())
        assert all(bare(text) in shown for text in texts_of(report))


def test_that_the_head_of_a_table_stands_on_each_of_its_pages():
    from evalgui.io.reporting.blocks import Cell, Group

    rows = tuple((Cell(f"row {n}"), Cell(str(n))) for n in range(200))
    table = Table("Many", ("Name", "Number of it"), (Group(rows),), (1,))
    found = read(as_pdf(Report("T", "", (Part("p", "Part", (table,)),))))
    assert len(found.pages) > 2
    assert all("Numberofit" in bare(page.extract_text()) for page in found.pages)


def test_that_a_heading_never_ends_a_page():
    parts = tuple(
        Part(f"p{n}", f"Title {n}", (Paragraph("word " * (40 + 9 * n)),)) for n in range(40)
    )
    for page in read(as_pdf(Report("T", "", parts))).pages:
        lines = [line for line in page.extract_text().splitlines() if line.strip()]
        assert not re.match(r"Title\s\d+$", lines[-3])


@pytest.mark.parametrize("kind", ["text", "table", "picture"])
def test_that_a_heading_stands_with_what_it_leads_at_every_height(kind):
    from evalgui.io.reporting.blocks import Cell, Group, Picture

    block = {
        "text": Paragraph("two lines\nof text"),
        "table": Table("", ("a", "b"), (Group(((Cell("1"), Cell("2")),) * 2),)),
        "picture": Picture("", "", "<rect/>", 300.0, 300.0),
    }[kind]
    most = {"text": 49, "table": 49, "picture": 35}[kind]
    for n, n_notes in product(range(most - 5, most), range(6)):
        # Lines of two heights: the heading stands ever lower on its page.
        above = (Paragraph("\n".join("m" * n)), *[Paragraph("n", is_note=True)] * n_notes)
        parts = (Part("a", "First", above), Part("b", "Title 1", (block,)))
        for page in read(as_pdf(Report("T", "", parts))).pages:
            lines = [line for line in page.extract_text().splitlines() if line.strip()]
            assert not any(re.match(r"Title\s1$", line) for line in lines[-3:-2]), (n, lines)


@pytest.mark.parametrize("text", ["x" * 4_000, "\u05d0 " * 900, "<b>&\x01", "\U0001f600", ""])
def test_that_any_text_is_laid_out(text):
    from evalgui.io.reporting.blocks import Cell, Group

    table = Table(text, (text, "b"), (Group(((Cell(text), Cell(text)),), text),))
    blocks = (Paragraph(text, is_quoted=True), table, Heading(text))
    report = Report(text, text, (Part("p", text, blocks),))
    for is_card in (False, True):
        assert as_pdf(Report(text, text, report.parts, is_card=is_card)).startswith(b"%PDF-")


def starts(report):
    """Return where each text of the first page begins from the left, in points."""
    found = {}

    def note(text, cm, tm, _font, _size):
        if text.strip():
            found.setdefault(text.strip(), cm[0] * tm[4] + cm[4])

    read(as_pdf(report)).pages[0].extract_text(visitor_text=note)
    return found


def test_that_pages_read_from_right_to_left_are_mirrored():
    from dataclasses import replace

    from evalgui.io.reporting.blocks import Cell, Group

    table = Table("", ("Name", "Count"), (Group(((Cell("first"), Cell("17")),)),), (1,))
    report = Report("Title", "", (Part("p", "Part", (Paragraph("Words"), table)),))
    plain, mirrored = starts(report), starts(replace(report, is_right_to_left=True))
    assert plain["first"] < plain["17"] < PAPERS["a4"][0] / 2
    assert mirrored["first"] > mirrored["17"] > PAPERS["a4"][0] / 2
    middle = PAPERS["a4"][0] / 2
    for text in ("Title", "Part", "Words", "first"):
        assert plain[text] < middle < mirrored[text]
        assert plain[text] >= 40
        assert mirrored[text] <= PAPERS["a4"][0] - 40


# -------------------------------------------------------------------- the child process


def test_that_a_child_makes_the_pages(tmp_path):
    path = written(tmp_path / "d.csv", "t,s\na,1\nb,2\na,3\nb,4\n")
    one = material(path, truth="t", scores=("s",), positive="b", higher_is_positive=True)
    steps = []
    content = pages.as_pdf(make_report(one), Watch(lambda _share, words: steps.append(words)))
    assert "Confusionmatrix" in bare("".join(p.extract_text() for p in read(content).pages))
    assert "laying out pages" in steps


def child(monkeypatch, code):
    monkeypatch.setattr(pages, "command", lambda _first: [sys.executable, "-c", code])


EMPTY = Report("T", "", ())
READY = "import sys; sys.stdout.buffer.write(b'evalgui writes\\n'); sys.stdout.flush();"
ENDLESS = "import threading; threading.Event().wait()"


@pytest.mark.parametrize(
    "code", ["import sys; sys.exit(3)", "print('Aborted')", "import os; os.abort()"]
)
def test_that_it_is_said_where_qt_cannot_start(code, monkeypatch):
    child(monkeypatch, code)
    with pytest.raises(pages.PagesError, match="could not be started") as said:
        pages.as_pdf(EMPTY)
    assert "web page" in str(said.value)


@pytest.mark.parametrize("rest", ["", "print('%PDF-1.4 half')", "import os; os.abort()"])
def test_that_half_of_the_pages_is_refused(rest, monkeypatch):
    child(monkeypatch, READY + rest)
    with pytest.raises(pages.PagesError, match="could not be laid out"):
        pages.as_pdf(EMPTY)


def test_that_the_child_has_no_environment_that_it_does_not_need(monkeypatch):
    for name in ("AWS_SECRET_ACCESS_KEY", "HTTPS_PROXY", "DISPLAY", "QT_LOGGING_RULES"):
        monkeypatch.setenv(name, "secret")
    needed = {"HOME": "/of/the/user", "FONTCONFIG_FILE": "/fonts", "PYTHONPATH": "/code"}
    for name, text in needed.items():
        monkeypatch.setenv(name, text)
    code = "sys.stdin.read(); import json, os; print('%PDF-' + json.dumps(dict(os.environ)))"
    child(monkeypatch, f"{READY} {code}; print('%%EOF')")
    found = json.loads(pages.as_pdf(EMPTY).splitlines()[0].removeprefix(b"%PDF-"))
    assert "secret" not in found.values()
    assert needed.items() <= found.items()
    assert found["QT_QPA_PLATFORM"] == "offscreen"


def test_that_memory_that_is_lacking_is_named(monkeypatch):
    child(monkeypatch, READY + "sys.exit(76)")
    with pytest.raises(pages.PagesError, match="not enough memory for laying out the pages"):
        pages.as_pdf(EMPTY)
    child(monkeypatch, READY + "print('%PDF-1.4 half')")
    monkeypatch.setattr(pages, "_PIECE", 1 << 60)  # more than there is
    with pytest.raises(pages.PagesError, match="not enough memory for laying out the pages"):
        pages.as_pdf(EMPTY)


def test_that_what_comes_to_no_end_is_ended(monkeypatch):
    child(monkeypatch, READY + ENDLESS)
    monkeypatch.setattr(pages, "SECONDS", 0.3)
    with pytest.raises(pages.PagesError):
        pages.as_pdf(EMPTY)


def test_that_cancelling_ends_the_child(monkeypatch):
    child(monkeypatch, READY + ENDLESS)
    with pytest.raises(CancelledError):
        pages.as_pdf(EMPTY, Watch(None, lambda: True))
