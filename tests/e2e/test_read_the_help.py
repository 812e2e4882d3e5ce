"""The pages of help, opened from the menu, and their links."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QDialog, QTextBrowser

from evalgui.gui.help_pages import HELP_PAGES, HelpPage
from evalgui.locations import resources


def shown(program, page_id):
    dialogs = program.window.findChildren(QDialog, f"help_{page_id}")
    return next(dialog for dialog in dialogs if dialog.isVisible())


def test_that_each_page_is_read_from_the_menu(program):
    for page in HELP_PAGES:
        program.window.actions_by_id[f"help_{page.id}"].trigger()
        opened = shown(program, page.id)
        assert opened.windowTitle() == page.title
        browser = opened.findChild(QTextBrowser)
        source = (resources() / "help" / f"{page.id}.md").read_text(encoding="utf-8")
        heading = source.partition("\n")[0].removeprefix("# ")
        assert browser.toPlainText().partition("\n")[0] == heading, page.id
        assert browser.verticalScrollBar().value() == 0, page.id
        assert browser.horizontalScrollBar().maximum() == 0, page.id
        # Every row of every table is there, and none is left as it was written.
        assert "|---" in source or "|" not in source, page.id
        assert "|---" not in browser.toPlainText(), page.id
        last = source.rstrip().rpartition(" ")[2].strip("`.|")
        assert last in browser.toPlainText(), page.id
        opened.close()


def test_that_a_link_leads_to_another_page(program):
    program.window.actions_by_id["help_window"].trigger()
    browser = shown(program, "window").findChild(QTextBrowser)
    browser.anchorClicked.emit(QUrl("files.md"))
    assert "CSV" in shown(program, "files").findChild(QTextBrowser).toPlainText()


def test_that_markup_of_the_web_in_a_page_stays_text(program, tmp_path, monkeypatch):
    (tmp_path / "help").mkdir()
    words = "# Here\n\n<b>bold</b> and <img src='x.png'>\n"
    (tmp_path / "help" / "here.md").write_text(words, encoding="utf-8")
    monkeypatch.setattr("evalgui.gui.dialogs.help_page.resources", lambda: tmp_path)
    from evalgui.gui.dialogs.help_page import help_page

    page = help_page(HelpPage("here", "&Here", "A page for this test"), program.window)
    page.show()
    words = shown(program, "here").findChild(QTextBrowser).toPlainText()
    assert "<b>bold</b> and <img src='x.png'>" in words


def test_that_pictures_of_a_page_are_shown_no_wider_than_its_text(program):
    program.window.actions_by_id["help_window"].trigger()
    browser = shown(program, "window").findChild(QTextBrowser)
    name = QUrl("layout-teaching.png")
    picture = browser.loadResource(QTextDocument.ResourceType.ImageResource.value, name)
    assert picture.width() == 640
    assert picture.height() == pytest.approx(640 * 700 / 1024, abs=1)
    assert browser.horizontalScrollBar().maximum() == 0
