"""Open what there is in the window while a language made by rule is spoken, in its own process.

It writes down what was seen, where, and which texts have too little room; and, of what was seen,
what is no text for people or of the user's: names in files that were open, ids and symbols.
"""

from __future__ import annotations

import faulthandler
import json
import os
import re
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.languages import speak
from tests.support.pseudo import pseudo, pseudo_language

if __name__ == "__main__":
    speak(pseudo_language())

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize, QTranslator
from PySide6.QtGui import QAction, QContextMenuEvent, QFontDatabase, QHelpEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QMenu,
    QStackedWidget,
    QTabWidget,
    QWidget,
)

from evalgui.core.consequences.settings import Consequences, OverTime, Scale
from evalgui.core.intervals.methods import OFFERED
from evalgui.core.metrics import METRICS
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.requests import SetConsequences
from evalgui.core.rules import RULES
from evalgui.gui import theme
from evalgui.gui.activity import under_way
from evalgui.gui.app import Application
from evalgui.gui.dialogs.counting import INSTALL
from evalgui.gui.dialogs.messages import show_bug
from evalgui.gui.help_pages import every_section
from evalgui.gui.palette_entries import entries_of
from evalgui.gui.panels.results_panel import ResultsPanel
from evalgui.gui.plots.kinds import plot_kinds
from evalgui.gui.start_options import Start
from evalgui.gui.tour import STEPS, Tour
from evalgui.io.languages import language, languages
from evalgui.io.meaning import Roles
from evalgui.io.worked_examples import errata, worked_examples
from evalgui.io.writers.tables.formats import FORMATS
from evalgui.locations import resources
from evalgui.results.topics import TOPICS
from evalgui.workspace.file_requests import OpenFiles
from tests.support.seen_texts import SeenTexts
from tests.support.turning import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.requests import Request

SIZE = QSize(1280, 720)
DIALOGS = "clinical", "iris"
"""The data with which all is tried, those of which dialogs differ."""
_VISITS = "visits.csv"
_LETTERS = re.compile("[A-Za-z]+")
_ENDS = {"quit", "close", *(f"language_{code}" for code in languages())}
"""What ends the window; and what answers in another language."""


class QtInPseudo(QTranslator):
    """What Qt says itself, such as on its buttons."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, _context: str, text: str, _why: str | None = None, _n: int = -1) -> str:
        return pseudo(text)


class Round:
    """One window with one file, or with none."""

    def __init__(
        self, application: QApplication, seen: SeenTexts, sample: str = "", *requests: Request
    ) -> None:
        self.seen, self.sample = seen, sample
        self.stage("at first")
        self.program = Application(application, Start(size=SIZE, appearance=theme.Mode.LIGHT))
        self.window = self.program.window
        self.window.show()
        workspace, opened = self.program.workspace, list[object]()
        workspace.file_opened.connect(opened.append)
        if requests:
            workspace.ask(requests[0])
        elif sample:
            self.action(f"sample_{sample}").trigger()
        wait_until(lambda: opened or not sample)
        for request in requests[1:]:
            workspace.ask(request)
        self.rest()
        self.look(self.window)

    def stage(self, what: str) -> None:
        self.seen.stage = f"{self.sample or 'no data'}, {what}"

    def action(self, name: str) -> QAction:
        found = self.window.findChild(QAction, name)
        assert isinstance(found, QAction)
        return found

    def rest(self) -> None:
        """Wait until all is computed and drawn."""
        n_calm = 0

        def is_calm() -> bool:
            nonlocal n_calm
            busy = self.window.in_turns.is_busy or under_way(self.program.workspace, self.window)
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            n_calm = 0 if busy else n_calm + 1
            return n_calm > 3

        wait_until(is_calm)

    def look(self, window: QWidget) -> None:
        """See all of a window, and measure each of its pages."""
        window.grab()
        self.seen.look(window)
        self.seen.hear(window)
        self.seen.measure(window)
        for _ in pages(window) if window is not self.window else ():
            self.seen.measure(window)

    def look_at_docks(self) -> None:
        for dock in self.window.findChildren(QDockWidget):
            self.stage(dock.objectName())
            if dock.toggleViewAction().isEnabled():
                dock.show()
                dock.raise_()
                self.rest()
                dock.grab()
                self.seen.look(dock)
                self.seen.measure(dock)
        self.stage("with all panes")
        self.look(self.window)

    def look_at_results(self) -> None:
        """Show each topic of the results, and each plot, whatever there is to say."""
        dock = self.window.findChild(QDockWidget, "results_dock")
        assert dock is not None
        dock.show()
        dock.raise_()
        self.rest()
        panel = dock.findChild(ResultsPanel)
        assert panel is not None
        for topic in (one for one in TOPICS if one.is_of_snapshot):
            self.stage(f"topic {topic.id}")
            panel.show_topic(topic.id)
            self.rest()
            self.seen.look(panel)
        for kind in plot_kinds():
            self.stage(f"plot {kind.id}")
            self.window.plots.choose(((kind.id,),))
            self.rest()
            self.window.plots.grab()
            self.seen.look(self.window.plots)

    def look_at_menus(self) -> None:
        """Open each menu, those of a right click included, and rest with the mouse everywhere."""
        self.stage("menus")
        for menu in self.window.findChildren(QMenu):
            menu.aboutToShow.emit()
            self.seen.look(menu)
        for widget in self.window.findChildren(QWidget):
            if not shiboken6.isValid(widget) or widget.visibleRegion().isEmpty():
                continue
            self.stage(f"mouse on {widget.objectName() or type(widget).__name__}")
            at = widget.rect().center()
            for here in (at, at / 2, at * 3 / 2):
                there = widget.mapToGlobal(here)
                QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, here, there))
            reason = QContextMenuEvent.Reason.Mouse
            QApplication.sendEvent(
                widget, QContextMenuEvent(reason, at, widget.mapToGlobal(QPoint(at)))
            )
            popup = QApplication.activePopupWidget()
            if popup is not None:
                self.seen.look(popup)
                popup.close()

    def look_at_palette(self) -> None:
        self.stage("palette")
        for entry in entries_of(self.window, self.program.workspace, self.program.commands):
            for said in (entry.group, entry.title, entry.beside()):
                self.seen.add(said, "an entry")

    def look_at_tour(self) -> None:
        self.action("tour").trigger()
        for number, _step in enumerate(STEPS):
            self.stage(f"step {number} of the tour")
            tour = self.window.findChild(Tour)
            assert tour is not None
            turn()
            self.look(tour)
            tour.next.click()
        self.close_others()

    def look_at_bug(self) -> None:
        self.stage("a bug")
        show_bug(self.window, "evalgui 1.0")
        self.look(self.others()[0])
        self.close_others()

    def look_at_dialogs(self, names: set[str]) -> set[str]:
        """Do what can be done, but for some; return what opens no window."""
        opens_none = set()
        known = [one.objectName() for one in self.window.findChildren(QAction)]
        for name in dict.fromkeys(known):
            found = self.window.findChild(QAction, name) if name else None
            is_other = name in _ENDS | names or "sample" in name
            if found is None or is_other or not found.isEnabled():
                continue
            self.stage(name)
            found.trigger()
            turn()
            others = self.others()
            if others:
                self.rest()
            else:
                opens_none.add(name)
            for other in self.others():
                self.look(other)
            self.close_others()
        self.rest()
        self.stage("after all")
        self.look(self.window)
        return opens_none

    def others(self) -> list[QWidget]:
        found = QApplication.topLevelWidgets()
        return [one for one in found if one is not self.window and one.isVisible()]

    def close_others(self) -> None:
        for one in self.others():
            if isinstance(one, QDialog):
                one.reject()
            turn()
            if shiboken6.isValid(one):
                one.close()
        turn()

    def end(self) -> None:
        self.window.close()
        self.close_others()
        self.window.deleteLater()
        self.program.deleteLater()
        turn()


def visits() -> tuple[Request, ...]:
    """Return what opens a file with dates, groups and readers, and asks about all of them."""
    lines = ["visit,site,ill,risk,reader_a,reader_b"]
    for row in range(120):
        is_ill, is_odd = row % 3 == 0, row % 7 == 0
        risk = 0.05 + (row * 37 % 60 + 30 * is_ill) / 100
        ill, other = ("yes", "no") if is_ill else ("no", "yes")
        calls = other if is_odd else ill, other if row % 5 == 0 else ill
        day = f"2024-{row % 9 + 1:02}-{row % 27 + 1:02}"
        lines.append(f"{day},{('north', 'south')[row % 2]},{ill},{risk:.2f},{','.join(calls)}")
    Path(_VISITS).write_text("\n".join([*lines, ""]), encoding="utf-8")
    roles = Roles(truth="ill", scores=("risk",), positive="yes", higher_is_positive=True)
    asked = Consequences(
        scale=Scale.PROBABILITY,
        groups=("site",),
        over=OverTime("visit"),
        readers=("reader_a", "reader_b"),
    )
    return OpenFiles((Path(_VISITS),), roles=roles), SetConsequences(asked)


def no_words() -> set[str]:
    """Return what may be seen in any language: ids, symbols, names, and what is in the files."""
    samples = [*(resources() / "samples").glob("*.csv")]
    said = [path.read_text(encoding="utf-8") for path in samples]
    said += [path.name for path in samples]
    said += [_VISITS, Path(_VISITS).read_text(encoding="utf-8")]
    said += [str(Path.cwd()), str(Path.home()), INSTALL]
    said += ["evalgui English Python Linux dpi Mac Roman"]
    said += ["and not"]  # of expressions that choose rows
    said += ["read used"]  # ids of an import log
    said += [form.name for form in FORMATS]
    said += [one.id for rule in RULES for one in rule.parameters]
    said += [language(code).name for code in languages()]
    said += QFontDatabase.families()
    for metric in (*METRICS, *RANKING_METRICS, *MATRIX_METRICS, *SCORE_METRICS):
        is_plain = type(metric.formula) is str  # not one with words
        said += [metric.id, str(metric.formula) if is_plain else ""]
        said += [str(metric.symbol)] if type(metric.symbol) is str else []
        said += getattr(metric, "parameters", ())
    return set(_LETTERS.findall(" ".join(said)))


def quoted() -> list[str]:
    """Return what is told as others wrote it, and headings of pages, the longest first."""
    found = [section.title for section in every_section()]
    found += [str(method.source) for methods in OFFERED.values() for method in methods]
    found += [said for one in worked_examples() for said in (one.place, one.source)]
    for one in errata():
        found += [one.place, one.printed, one.correct]
    found += [value.printed for example in worked_examples() for value in example.values]
    return sorted(filter(None, set(found)), key=len, reverse=True)


def turn() -> None:
    """Let happen what is waiting, deletions included."""
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def pages(window: QWidget) -> Iterator[None]:
    """Turn to each page of what has several."""
    found: list[QTabWidget | QStackedWidget] = []
    found += window.findChildren(QTabWidget)
    found += window.findChildren(QStackedWidget)
    for one in found:
        if one.isVisible() and not isinstance(one.parent(), QTabWidget):
            first = one.currentIndex()
            for page in (*range(one.count()), first):
                one.setCurrentIndex(page)
                turn()
                yield


def main() -> None:
    """Write what was seen to the file that is named."""
    application = QApplication(["evalgui"])
    application.setQuitOnLastWindowClosed(False)
    theme.apply(application, theme.LIGHT)
    translator = QtInPseudo(application)
    application.installTranslator(translator)
    seen = SeenTexts()
    seen.watch()
    Round(application, seen).end()
    opens_none: set[str] = set()
    for sample in DIALOGS:
        one = Round(application, seen, sample)
        one.look_at_docks()
        if not opens_none:
            one.look_at_menus()
            one.look_at_palette()
            one.look_at_tour()
            one.look_at_bug()
        opens_none |= one.look_at_dialogs(opens_none)
        one.end()
    for name, asked in (("biometric", ()), ("visits", visits())):
        one = Round(application, seen, name, *asked)
        one.look_at_docks()
        if asked:
            one.look_at_results()
        one.end()
    found = {"texts": seen.of_stages(), "cut": seen.cut, "no_words": sorted(no_words())}
    found["quoted"] = quoted()
    Path(sys.argv[1]).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    faulthandler.enable()
    try:
        main()
        code = 0
    except BaseException:  # noqa: BLE001 - the program takes what nobody catches for a bug
        traceback.print_exc()
        code = 1
    sys.stderr.flush()
    os._exit(code)  # what Python tears down at its end is no part of the program
