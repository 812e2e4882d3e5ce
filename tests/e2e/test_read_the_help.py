"""The help: its pages and their links, its search, and F1 on whatever has the focus."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from evalgui.core.languages import ENGLISH, speak
from evalgui.core.metrics import METRICS
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.rules import RULES
from evalgui.gui.action import Menu
from evalgui.gui.dialogs.help_page import HelpWindow, names_of, show_help
from evalgui.gui.help_pages import (
    HELP_PAGES,
    HelpPage,
    anchor,
    every_section,
    found,
    place_of,
    sections,
)
from evalgui.gui.palette_entries import _leaves
from evalgui.gui.panes import PANES, Area
from evalgui.gui.plots.kinds import plot_kinds
from evalgui.io.languages import language
from evalgui.locations import resources
from tests.e2e.conftest import Program, nothing_left_behind, program

__all__ = ["nothing_left_behind", "program"]

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.gui.help_pages import Section


def shown(parent: QWidget) -> HelpWindow:
    """Return the help that is open over a window."""
    found = parent.findChildren(HelpWindow, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return next(one for one in found if one.isVisible())


def heading_of(page: HelpWindow) -> str:
    return str(page.browser.textCursor().block().text())


def place(page_id: str, heading: str) -> Section:
    page = HELP_PAGES.by_id(page_id)
    return next(one for one in sections(page) if one.heading == heading)


def press_f1(program: Program, widget: QWidget) -> HelpWindow:
    """Press F1 in a widget of the window, and return the help that opens."""
    program.window.activateWindow()
    widget.setFocus()
    program.qtbot.waitUntil(widget.hasFocus)
    QTest.keyClick(widget, Qt.Key.Key_F1)
    return shown(program.window)


# --------------------------------------------------------------------------------- pages


def test_that_each_page_is_read_from_the_menu(program: Program) -> None:
    for page in HELP_PAGES:
        program.window.actions_by_id[f"help_{page.id}"].trigger()
        opened = shown(program.window)
        assert opened.windowTitle() == f"Help: {page.title}"
        browser = opened.browser
        source = (resources() / "help" / f"{page.id}.md").read_text(encoding="utf-8")
        heading = source.partition("\n")[0].removeprefix("# ")
        assert browser.toPlainText().partition("\n")[0] == heading, page.id
        assert browser.verticalScrollBar().value() == 0, page.id
        sideways = browser.horizontalScrollBar()
        program.qtbot.waitUntil(lambda bar=sideways: bar.maximum() == 0)
        # Every row of every table is there, and none is left as it was written.
        assert "|---" in source or "|" not in source, page.id
        assert "|---" not in browser.toPlainText(), page.id
        assert "<!--" not in browser.toPlainText(), page.id
        last = source.rstrip().rpartition(" ")[2].strip("`.|")
        assert last in browser.toPlainText(), page.id
        for one in sections(page):
            opened.show_place(page, one.heading)
            assert heading_of(opened) == (one.heading.replace("`", "") or heading)
    opened.close()


def test_that_a_link_leads_to_another_page_and_its_place_and_back(program: Program) -> None:
    program.window.actions_by_id["help_window"].trigger()
    help_window = shown(program.window)
    help_window.browser.anchorClicked.emit(QUrl("files.md"))
    assert "CSV" in help_window.browser.toPlainText()
    help_window.browser.anchorClicked.emit(QUrl("rules.md#a-grey-zone"))
    assert heading_of(help_window) == "A grey zone"
    help_window.back.click()
    assert heading_of(help_window) == "Files"
    help_window.back.click()
    assert heading_of(help_window) == "The window"
    assert not help_window.back.isEnabled()
    help_window.close()


def test_that_markup_of_the_web_in_a_page_stays_text(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "help").mkdir()
    words = "# Here\n\n<b>bold</b> and <img src='x.png'>\n"
    (tmp_path / "help" / "here.md").write_text(words, encoding="utf-8")
    monkeypatch.setattr("evalgui.gui.help_pages.resources", lambda: tmp_path)
    page = show_help(HelpPage("here", "&Here", "A page for this test"), program.window)
    assert "<b>bold</b> and <img src='x.png'>" in page.browser.toPlainText()
    page.close()


def test_that_pictures_of_a_page_are_shown_no_wider_than_its_text(program: Program) -> None:
    program.window.actions_by_id["help_window"].trigger()
    browser = shown(program.window).browser
    name = QUrl("layout-teaching.png")
    picture = browser.loadResource(QTextDocument.ResourceType.ImageResource.value, name)
    assert isinstance(picture, QImage)
    assert picture.width() == 640
    assert picture.height() == pytest.approx(640 * 700 / 1024, abs=1)
    assert browser.horizontalScrollBar().maximum() == 0
    shown(program.window).close()


# -------------------------------------------------------------------------------- search

SOUGHT = (
    ("sensitivity at least", "clinician", "A cut-off with a sensitivity of at least 0.95"),
    ("cut-off", "clinician", "A cut-off with a sensitivity of at least 0.95"),
    ("cost", "clinician", "What a missed patient costs"),
    ("benefit", "clinician", "What it does to the next 1,000 patients"),
    ("prevalence", "clinician", "What it does to the next 1,000 patients"),
    ("false alarms", "clinician", "What it does to the next 1,000 patients"),
    ("net benefit", "consequences", "Decision curve"),
    ("calib", "consequences", "Calibration"),
    ("threshold from paper", "clinician", "A threshold from a paper"),
    ("sample size", "clinician", "How many patients a study needs"),
    ("how many patients", "clinician", "How many patients a study needs"),
    ("FMR 1e-4", "engineer", "An FMR of at most 1e-4"),
    ("rule of 3", "engineer", "Too few errors"),
    ("EER", "engineer", "Equal error rate, and which"),
    ("confidence interval", "uncertainty", ""),
    ("excel", "files", ""),
    ("hide answers", "teacher", "Let learners work it out"),
    ("copy as python", "programmer", "From the window to a script"),
    ("grey zone", "clinician", "Rule in, rule out, and what lies between"),
    ("sensitivity", "clinician", "A cut-off with a sensitivity of at least 0.95"),
    ("youden's index", "measures", "Youden's index"),
)


@pytest.mark.parametrize(("typed", "page_id", "heading"), SOUGHT)
def test_that_words_people_use_find_the_right_place_first(
    typed: str, page_id: str, heading: str
) -> None:
    assert found(typed)[0] == place(page_id, heading)


def test_that_the_help_is_searched_in_its_window(program: Program) -> None:
    program.window.actions_by_id["help_index"].trigger()
    help_window = shown(program.window)
    QTest.keyClicks(help_window.field, "FMR 1e-4")
    lines = help_window.browser.toPlainText().splitlines()
    assert lines[0] == "An FMR of at most 1e-4, For Engineers"
    assert help_window.browser.accessibleName() == f"Found: {len(lines)}"
    QTest.keyClick(help_window.field, Qt.Key.Key_Return)
    assert heading_of(help_window) == "An FMR of at most 1e-4"
    help_window.field.setText("no such thing anywhere")
    assert help_window.browser.toPlainText() == "Nothing is found by these words."
    QTest.keyClick(help_window.field, Qt.Key.Key_Return)
    assert help_window.browser.toPlainText() == "Nothing is found by these words."
    QTest.keyClick(help_window.field, Qt.Key.Key_Escape)
    assert heading_of(help_window) == "An FMR of at most 1e-4"
    help_window.close()


# ------------------------------------------------------------------------------------- F1


def test_that_no_two_places_speak_of_one_name() -> None:
    names = [name for section in every_section() for name in section.names]
    assert sorted(names) == sorted(set(names))


def test_that_every_measure_has_a_place_and_every_rule(program: Program) -> None:
    for metric in (*METRICS, *RANKING_METRICS):
        found = place_of([f"measure_{metric.id}"])
        assert found is not None
        assert found.heading.casefold().startswith(metric.name.casefold())
        assert str(metric.formula) in found.told or "{" in str(metric.formula)
    program.open_sample("clinical")
    tree = program.window.rules.tree
    for rule in RULES:
        tree.setCurrentIndex(tree.model().index_of(rule.id))
        found = place_of(names_of(tree))
        assert found is not None
        assert found.page.id == "rules"


def test_that_every_pane_and_plot_has_a_place(program: Program) -> None:
    window = program.window
    for pane in PANES:
        view = window.place(pane).pane
        names = [*takewhile(lambda name: name != "main_window", names_of(view))]
        assert place_of(names) is not None, pane.id
        assert pane.area is Area.CENTRE or f"{pane.id}_dock" in names
    for kind in plot_kinds():
        window.plots.make(kind.id)
        names = [*names_of(window.plots.plots()[kind.id].canvas)]
        assert place_of(names[:2]) is not None, kind.id


def test_that_every_entry_of_the_menus_has_a_place(program: Program) -> None:
    program.open_sample("clinical")
    entries = [*_leaves(program.window.menuBar().actions(), ())]
    assert len(entries) > 100
    for action, menus in entries:
        names = [action.objectName(), *(menu.objectName() for menu in reversed(menus))]
        assert place_of(names) is not None, names


def test_that_every_dialog_and_its_fields_have_a_place(program: Program) -> None:
    program.open_sample("clinical")
    seen = set()
    for name, action in program.window.actions_by_id.items():
        if not action.text().endswith("\N{HORIZONTAL ELLIPSIS}") or not action.isEnabled():
            continue
        action.trigger()
        program.rest()
        for dialog in QApplication.topLevelWidgets():
            if not isinstance(dialog, QDialog) or not dialog.isVisible():
                continue
            seen.add(dialog.objectName())
            for field in (dialog, *dialog.findChildren(QWidget)):
                above = [*takewhile(lambda name: name != "main_window", names_of(field))]
                assert place_of(above) is not None, (name, above)
            dialog.reject()
        program.rest()
    assert seen >= {
        "import_dialog",
        "intervals_dialog",
        "report_dialog",
        "tables_dialog",
        "new_data_dialog",
        "findings_dialog",
        "sample_size_dialog",
        "export_figures_dialog",
    }


def test_that_f1_opens_the_place_of_what_has_the_focus(program: Program) -> None:
    program.open_sample("clinical")
    window = program.window
    page = press_f1(program, window.plots.plots()["roc"].canvas)
    assert heading_of(page) == "ROC curve"
    page.close()
    tree = window.metrics.tree
    tree.setCurrentIndex(tree.model().index_of("NPV"))
    page = press_f1(program, tree)
    assert heading_of(page) == "Inverse precision, Negative predictive value"
    page.close()
    page = press_f1(program, window.decision.head.threshold)
    assert heading_of(page) == "Decision"
    page.close()


def test_that_f1_in_a_dialog_opens_help_that_can_be_read_there(program: Program) -> None:
    program.open_sample("clinical")
    program.window.actions_by_id["columns"].trigger()
    dialog = program.question()
    dialog.all_choices.setChecked(True)
    field = dialog.choices.subset
    field.setFocus()
    program.qtbot.waitUntil(field.hasFocus)
    QTest.keyClick(field, Qt.Key.Key_F1)
    page = shown(dialog)
    assert heading_of(page) == "Rows to assess"
    program.qtbot.waitUntil(page.browser.hasFocus)
    QTest.keyClick(page.browser, Qt.Key.Key_F1)  # help on the help
    assert heading_of(page) == "Help"
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    dialog.reject()


def test_that_f1_in_a_menu_explains_its_entry(program: Program) -> None:
    program.open_sample("clinical")
    menu = program.window.menus.menus[Menu.DECIDE]
    menu.popup(program.window.mapToGlobal(program.window.rect().center()))
    program.qtbot.waitUntil(menu.isVisible)
    menu.setActiveAction(program.window.actions_by_id["grey_zone"])
    QTest.keyClick(menu, Qt.Key.Key_F1)
    assert not menu.isVisible()
    page = shown(program.window)
    assert heading_of(page) == "Grey zone"
    page.close()


def test_that_f1_in_a_popover_explains_it(program: Program) -> None:
    program.open_sample("clinical")
    program.window.decision.head.choose.click()
    program.qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    popover = QApplication.activePopupWidget()
    assert popover is not None
    assert popover.objectName() == "choose_by"
    QTest.keyClick(popover.focusWidget(), Qt.Key.Key_F1)
    page = shown(program.window)
    assert page.windowTitle() == "Help: Choosing a Threshold"
    assert not popover.isVisible()
    page.close()


# ------------------------------------------------------------------------- other languages


@pytest.fixture
def german():
    """Speak German, in which pages of help are read anew."""
    speak(language("de"))
    sections.cache_clear()
    yield
    speak(ENGLISH)
    sections.cache_clear()


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("typed", "heading"),
    [
        ("übersehen", "Was ein übersehener Kranker kostet"),
        ("what a missed patient costs", "Was ein übersehener Kranker kostet"),
        ("dreierregel", "Zu wenige Fehler"),
        ("rule of 3", "Zu wenige Fehler"),
    ],
)
def test_that_places_are_found_in_german_and_in_english(typed, heading):
    assert heading in [one.heading for one in found(typed)]


@pytest.mark.usefixtures("german")
def test_that_a_page_that_is_not_translated_is_english():
    assert "the-rules" in [anchor(one.heading) for one in sections(HELP_PAGES.by_id("rules"))]


@pytest.mark.usefixtures("german")
def test_that_links_and_f1_lead_to_places_by_their_english_names():
    page = HELP_PAGES.by_id("index")
    assert [one.anchor for one in sections(page)] == ["", "who-you-are", "reference"]
    assert "start_page" in sections(page)[0].names
