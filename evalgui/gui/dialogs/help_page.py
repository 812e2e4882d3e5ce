"""Our own help: the one place that shows markup, and never text of a user's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QImage,
    QKeySequence,
    QPalette,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QApplication, QMenu, QTextBrowser, QTextEdit, QVBoxLayout, QWidget

from evalgui.core.languages import tr
from evalgui.gui.dialogs.page import Page
from evalgui.gui.help_pages import HELP_PAGES, INDEX, MARK, found, sections, source
from evalgui.gui.look import text
from evalgui.gui.panels.search_field import SearchField
from evalgui.locations import resources

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.gui.help_pages import HelpPage

_PICTURE = 640  # pixels of width
_MOST_FOUND = 40
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

    def mark_line(self, *, is_marked: bool) -> None:
        """Let the line of the cursor stand out: the last ones of a page are not at the top."""
        mark = QTextEdit.ExtraSelection()
        mark.cursor = self.textCursor()
        mark.format.setBackground(self.palette().color(QPalette.ColorRole.Midlight))
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        self.setExtraSelections([mark] if is_marked else [])


class HelpWindow(Page):
    """A page at a time; its links, the search and F1 lead to others."""

    def __init__(self, parent: QWidget | None) -> None:
        self.browser = _Browser()
        self.browser.setObjectName("help_text")
        self.browser.setOpenLinks(False)
        self.browser.setLineWrapMode(QTextEdit.LineWrapMode.WidgetWidth)
        self.field = SearchField("help_search", tr("Search the help"), tr("by the words you use"))
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.field)
        column.addWidget(self.browser, 1)
        super().__init__("help", tr("Help"), content, parent)
        self._seen: list[tuple[HelpPage, str]] = []
        self.back = self.add_button(tr("&Back"), "help_back", self._go_back)
        self.back.setShortcut(QKeySequence("Alt+Left"))
        self.add_button(tr("&Contents"), "help_contents", lambda: self.show_place(INDEX))
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self._open_first)
        self.browser.anchorClicked.connect(self._follow)

    def show_place(self, about: HelpPage, heading: str = "") -> None:
        """Show a page at a heading."""
        self._seen.append((about, heading))
        self._show(about, heading)

    def _show(self, about: HelpPage, heading: str) -> None:
        """Show a page; the table of formats is what the readers say."""
        from evalgui.io.formats import registry  # and Arrow

        self.back.setEnabled(len(self._seen) > 1)
        self.setWindowTitle(tr("Help: {title}", title=about.title))
        self.browser.setAccessibleName(about.title)
        page = registry.with_formats(source(about), text.AT_FIRST)
        self._write(MARK.sub("", registry.without_marks(page)))
        self.browser.setTextCursor(_at(self.browser.document(), heading))
        bar = self.browser.verticalScrollBar()
        bar.setValue(bar.value() + self.browser.cursorRect().top() if heading else 0)
        self.browser.mark_line(is_marked=bool(heading))
        self.browser.setFocus(Qt.FocusReason.OtherFocusReason)

    def _write(self, words: str) -> None:
        self.browser.document().setMarkdown(words, _PLAIN)

    def _go_back(self) -> None:
        if len(self._seen) > 1:
            self._seen.pop()
            self._show(*self._seen[-1])

    def _search(self, typed: str) -> None:
        """List the places that fit what is typed."""
        if not typed.strip():
            self._show(*self._seen[-1])
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        places = found(typed)[:_MOST_FOUND]
        self.browser.setAccessibleName(tr("Found: {n}", n=len(places)))
        self.browser.mark_line(is_marked=False)
        listed = [
            f"- [{one.title}]({one.page.id}.md#{one.anchor}), {one.page.title}" for one in places
        ]
        self._write("\n".join(listed) or tr("Nothing is found by these words."))

    def _open_first(self) -> None:
        places = found(self.field.text()) if self.field.text().strip() else []
        if places:
            self.show_place(places[0].page, places[0].heading)

    def _follow(self, link: QUrl) -> None:
        page = HELP_PAGES.by_id(link.fileName().removesuffix(".md"))
        wanted = (one for one in sections(page) if one.anchor == link.fragment())
        place = next(wanted, None)
        self.show_place(page, "" if place is None else place.heading)


def _at(document: QTextDocument, heading: str) -> QTextCursor:
    """Return the place of a heading, the start for ""."""
    block = document.begin()
    while block.isValid() and heading:
        if block.blockFormat().headingLevel() and block.text() == heading.replace("`", ""):
            return QTextCursor(block)
        block = block.next()
    return QTextCursor(document)


def show_help(about: HelpPage, window: QWidget, heading: str = "") -> HelpWindow:
    """Show a page in the help of a window, or of the dialog that is open over it."""
    parent = QApplication.activeModalWidget() or window
    shown = parent if isinstance(parent, HelpWindow) else None
    shown = shown or parent.findChild(HelpWindow) or HelpWindow(parent)
    shown.show()  # what is not shown has no place to scroll to
    shown.show_place(about, heading)
    shown.raise_()
    shown.activateWindow()
    return shown


def names_of(widget: QWidget | None) -> Iterator[str]:
    """Yield by which names help speaks of a widget, nearest first, up to its window and beyond."""
    if isinstance(widget, QMenu) and (action := widget.activeAction()) is not None:
        yield action.objectName()
        if (below := action.menu()) is not None:
            yield below.objectName()
    while widget is not None:
        if (told := getattr(widget, "help_name", None)) is not None:
            yield told()
        yield widget.objectName()
        widget = widget.parentWidget()
