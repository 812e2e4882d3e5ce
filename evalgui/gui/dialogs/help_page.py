"""A page of our own help: the one place that shows markup, and never text of a user's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from evalgui.gui.dialogs.page import Page
from evalgui.gui.help_pages import HELP_PAGES
from evalgui.locations import resources

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from evalgui.gui.help_pages import HelpPage

_PICTURE = 640  # pixels of width
_PLAIN = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)


class _Browser(QTextBrowser):
    """Shows the pictures of a page, which lie beside it, no wider than its text."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        picture = QImage(str(resources() / "help" / QUrl(name).fileName()))
        smooth = Qt.TransformationMode.SmoothTransformation
        return picture.scaledToWidth(_PICTURE, smooth) if picture.width() > _PICTURE else picture


def _at(document: QTextDocument, heading: str) -> QTextCursor:
    """Return the place of a heading, the start for ""."""
    block = document.begin()
    while block.isValid() and heading:
        if block.blockFormat().headingLevel() and block.text() == heading:
            return QTextCursor(block)
        block = block.next()
    return QTextCursor(document)


def help_page(about: HelpPage, parent: QWidget | None, heading: str = "") -> Page:
    """Return a page that comes with the program, at a heading; its links lead to other pages.

    The table of formats is what the readers say.
    """
    from evalgui.io.formats import registry  # and Arrow

    browser = _Browser()
    browser.setObjectName(f"{about.id}_text")
    browser.setAccessibleName(about.title)
    browser.setOpenLinks(False)
    browser.setLineWrapMode(QTextEdit.LineWrapMode.WidgetWidth)
    words = (resources() / "help" / f"{about.id}.md").read_text(encoding="utf-8")
    words = registry.without_marks(registry.with_formats(words))
    browser.document().setMarkdown(words, _PLAIN)
    # From the end, so that the heading comes to stand at the top.
    browser.moveCursor(QTextCursor.MoveOperation.End)
    browser.setTextCursor(_at(browser.document(), heading))

    def follow(link: QUrl) -> None:
        other = link.fileName().removesuffix(".md")
        help_page(HELP_PAGES.by_id(other), parent).show()

    browser.anchorClicked.connect(follow)
    return Page(f"help_{about.id}", about.title, browser, parent)
