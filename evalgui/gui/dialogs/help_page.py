"""A page of our own help: the one place that shows markup, and never text of a user's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QTextBrowser, QTextEdit

from evalgui.gui.dialogs.page import Page
from evalgui.locations import resources

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def help_page(name: str, title: str, parent: QWidget | None) -> Page:
    """Return a page that comes with the program."""
    browser = QTextBrowser()
    browser.setObjectName(f"{name}_text")
    browser.setAccessibleName(title)
    browser.setOpenLinks(False)
    browser.setLineWrapMode(QTextEdit.LineWrapMode.WidgetWidth)
    browser.setMarkdown((resources() / "help" / f"{name}.md").read_text(encoding="utf-8"))
    return Page(f"help_{name}", title, browser, parent)
