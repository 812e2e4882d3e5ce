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
    assert copied().text() == "a\tb c\n<b>1</b>\t=1+1\n007\t-0.5e-7\n\tx y\n"
    found = Cells(bytes(copied().data("text/html").data()).decode())
    assert found.rows == [line.split("\t") for line in copied().text().splitlines()]
    assert found.as_text == {(1, 0), (1, 1), (2, 0), (3, 1)}  # numbers and empty cells are not


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
