"""A copied table is text between tabs and an HTML table at once, with the same cells in both."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QGuiApplication

from evalgui.gui.copying import copy_cells, copy_lines
from evalgui.io.writers.tables import as_html

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\r"))


TABLE = {"table", "thead", "tbody", "tr", "th", "td"}


class Cells(HTMLParser):
    """Reads the cells of a table as a browser does, and whether they are said to be text."""

    def __init__(self, page):
        super().__init__()
        self.rows, self.as_text, self.tags = [], set(), set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")
            if dict(attrs).get("style") == "mso-number-format:'\\@'":
                self.as_text.add((len(self.rows) - 1, len(self.rows[-1]) - 1))

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def copied():
    return QGuiApplication.clipboard().mimeData()


@given(lines=st.lists(st.lists(TEXT, min_size=2, max_size=2), min_size=1, max_size=4))
def test_that_all_text_is_escaped(lines):
    found = Cells(as_html(lines))
    assert found.rows == lines
    assert found.tags <= {
        "html",
        "head",
        "meta",
        "body",
        "table",
        "thead",
        "tbody",
        *["tr", "td", "th"],
    }


@pytest.mark.usefixtures("qapp")
def test_that_both_have_the_same_cells_each_on_one_line():
    copy_cells([["a", "b\tc"], ["<b>1</b>", "=1+1"], ["007", "-0.5e-7"], ["", "x\ny"]])
    assert copied().text() == "a\tb c\n<b>1</b>\t'=1+1\n007\t-0.5e-7\n\tx y\n"
    found = Cells(bytes(copied().data("text/html").data()).decode())
    told = copied().text().replace("'=", "=")
    assert found.rows == [line.split("\t") for line in told.splitlines()]
    assert found.as_text == {(1, 0), (1, 1), (2, 0), (3, 1)}  # numbers and empty cells are not


RUN = ["=1+1", "-2+3+cmd|x", "@SUM(A1)", "+49 30", "+ve", "-x"]
NUMBERS = ["-5", "+.5", "-1.5e-3", "-1,234.5", "-inf", "-", "-3%", "a=b", ""]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("n_lines", [1, 20_000])
def test_that_what_a_spreadsheet_would_run_is_guarded_and_no_number_is(n_lines):
    text = "=head\tn\n" + "".join(f"{cell}\tx\nx\t{cell}\n" for cell in RUN + NUMBERS) * n_lines
    assert copy_lines(text) == 1 + 2 * len(RUN) * n_lines
    head, *lines = copied().text().splitlines()
    assert head == "'=head\tn"
    safe = [f"'{cell}" for cell in RUN] + NUMBERS
    wanted = [line for cell in safe for line in (f"{cell}\tx", f"x\t{cell}")]
    assert lines == wanted * n_lines
    if copied().hasHtml():
        found = Cells(bytes(copied().data("text/html").data()).decode())
        places = {(i, j) for i, row in enumerate(found.rows) for j in (0, 1) if row[j] in RUN}
        assert places | {(0, 0)} <= found.as_text


@pytest.mark.usefixtures("qapp")
def test_that_a_very_large_copy_is_text_alone():
    text = "a\tb\n" * 20_000
    copy_lines(text)
    assert copied().text() == text
    assert not copied().hasHtml()


@pytest.mark.usefixtures("qapp")
def test_that_tables_of_other_heads_stay_as_they_are():
    copy_lines("a\tb\n1\t2\n\nc\n3\n")
    assert copied().text() == "a\tb\n1\t2\n\nc\n3\n"
    assert Cells(copied().html()).rows == [["a", "b"], ["1", "2"], [""], ["c"], ["3"]]
