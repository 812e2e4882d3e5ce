"""Everything with an underlined letter can be reached with it: no letter means two things."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDialog, QLabel, QMenu, QWidget

from evalgui.core.requests import SetLocked, SetThreshold, SetVocabulary
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import panes


def letters(window):
    """Return the underlined letters of what is in sight in the window."""
    shown = [action.text() for action in window.menuBar().actions()]
    named = [label for label in window.findChildren(QLabel) if label.buddy() is not None]
    named += window.findChildren(QAbstractButton)
    shown += [widget.text() for widget in named if widget.isVisible()]
    return Counter(filter(None, (QKeySequence.mnemonic(words).toString() for words in shown)))


def test_that_no_letter_is_underlined_twice(program):
    window = program.window
    program.open_sample("biometric")
    window.place(panes.DATA).setVisible(True)
    window.docks["data"].raise_()
    window.statusBar().show()  # as while a file is opened
    for vocabulary in Vocabulary:
        window.set_vocabulary(vocabulary)
        found = letters(window)
        assert found["Alt+N"] == 1, "the button that cancels"
        assert max(found.values()) == 1, found


def test_that_no_letter_is_underlined_twice_in_a_menu(program):
    program.open_sample("clinical")
    menus = {menu.objectName(): menu for menu in program.window.findChildren(QMenu)}
    assert {"decide_menu", "compare_menu", "link_menu"} <= set(menus)
    for name, menu in menus.items():
        found = Counter(QKeySequence.mnemonic(one.text()).toString() for one in menu.actions())
        del found[""]
        assert not found or max(found.values()) == 1, (name, found)


def test_that_no_menu_has_two_entries_of_one_name(program):
    program.open_sample("clinical")
    for menu in program.window.findChildren(QMenu):
        names = [one.text().replace("&", "").casefold() for one in menu.actions() if one.text()]
        assert len(names) == len(set(names)), names


ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
MARKUP = re.compile(r"</?[a-z]+[ >/]|&(?:lt|gt|amp|quot|nbsp|#\d+);")
SPOKEN = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Help)
MOST_PARTS = 60  # of a table or a list, that are looked at


def spoken_texts(interface, depth=2):
    """Yield what a screen reader is told of something, and of what it consists of."""
    yield from (interface.text(kind) for kind in SPOKEN)
    for place in range(min(interface.childCount(), MOST_PARTS) if depth else 0):
        part = interface.child(place)
        if part is not None and part.isValid():
            yield from spoken_texts(part, depth - 1)


def markup_in(window):
    """Return which texts of a window are told as markup, by the names of their widgets."""
    found = set()
    for widget in (window, *window.findChildren(QWidget)):
        spoken = QAccessible.queryAccessibleInterface(widget)
        told = [widget.statusTip(), widget.whatsThis(), *(spoken_texts(spoken) if spoken else ())]
        found |= {(widget.objectName(), one) for one in told if MARKUP.search(one)}
    return found


@pytest.mark.parametrize("sample", ["clinical", "iris", "biometric"])
def test_that_nothing_that_is_spoken_is_markup(program, sample):
    window = program.window
    assert not markup_in(window)  # the page that it starts with
    program.open_sample(sample)
    for dock in window.docks.values():
        dock.show()
    program.settle()
    assert not markup_in(window)
    asking = [one for one in window.actions_by_id.values() if one.text().endswith(ELLIPSIS)]
    seen = set()
    for action in filter(QAction.isEnabled, asking):
        if action.objectName() in {"open", "print"}:
            continue  # these dialogs are the system's
        before = {one for one in window.findChildren(QDialog) if one.isVisible()}
        action.trigger()
        if action.objectName() == "columns":
            program.question()
        opened = [o for o in window.findChildren(QDialog) if o.isVisible() and o not in before]
        for dialog in opened:
            assert not markup_in(dialog), action.objectName()
            seen.add(dialog.objectName())
            dialog.reject()
    assert {"import_dialog", "tables_dialog", "intervals_dialog", "help"} <= seen


def test_that_undo_and_redo_name_their_step(program):
    program.open_sample("clinical")
    undo, redo = (program.window.actions_by_id[name] for name in ("undo", "redo"))
    assert (undo.text(), redo.text()) == ("&Undo", "&Redo")
    program.workspace.ask(SetThreshold(0.7))
    program.workspace.ask(SetLocked(is_locked=True))
    assert (undo.text(), undo.toolTip()) == ("&Undo: lock", "Undo: lock")
    undo.trigger()
    told = "&Undo: threshold start \N{RIGHTWARDS ARROW} 0.7"
    assert (undo.text(), redo.text()) == (told, "&Redo: lock")
    program.workspace.ask(SetVocabulary(Vocabulary.BIOMETRICS))
    assert (undo.text(), redo.text()) == (told, "&Redo: lock")


def test_that_every_step_is_listed_and_can_be_gone_to(program):
    program.open_sample("clinical")
    for threshold in (0.7, 0.6):
        program.workspace.ask(SetThreshold(threshold))
    program.workspace.ask(SetLocked(is_locked=True))
    menu = program.window.findChild(QMenu, "history_menu")

    def listed():
        menu.fill()
        return [(one.text(), one.isChecked()) for one in menu.actions()]

    arrow = "\N{RIGHTWARDS ARROW}"
    steps = [
        "As it was opened",
        f"Threshold start {arrow} 0.7",
        f"Threshold 0.7 {arrow} 0.6",
        "Lock",
    ]
    assert listed() == [(one, one == "Lock") for one in steps]
    menu.actions()[1].trigger()
    assert (program.snapshot.point.threshold, program.snapshot.inputs.is_locked) == (0.7, False)
    assert listed() == [(one, one == steps[1]) for one in steps]
    menu.actions()[3].trigger()
    assert (program.snapshot.point.threshold, program.snapshot.inputs.is_locked) == (0.6, True)
    assert listed()[3] == ("Lock", True)
    menu.actions()[0].trigger()
    assert program.snapshot.inputs.threshold is None
    program.window.actions_by_id["history"].trigger()
    assert menu.isVisible()
    menu.close()


def test_that_menus_are_seven_and_an_action_stands_in_one_place(program):
    program.open_sample("clinical")
    bar = program.window.menuBar().actions()
    titles = [one.text().replace("&", "") for one in bar]
    assert titles == ["File", "Edit", "Data", "View", "Decide", "Compare", "Help"]
    known = list(leaves(bar))
    assert [one.text() for one in known if known.count(one) > 1] == []


def leaves(actions):
    for one in actions:
        if one.menu() is not None:
            yield from leaves(one.menu().actions())
        elif not one.isSeparator():
            yield one


def test_that_a_letter_cancels_opening(program, qtbot):
    window = program.window
    window.statusBar().show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    with qtbot.waitSignal(window.progress.cancel_requested):
        QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.AltModifier)


@pytest.mark.parametrize("sample", ["clinical", "iris"])
def test_that_every_pull_down_is_named_by_its_role(program, sample):
    program.open_sample(sample)
    boxes = [one for one in program.window.findChildren(QComboBox) if not one.isEditable()]
    assert {"positive_choice", "score_choice"} <= {one.objectName() for one in boxes}
    for box in boxes:
        said = QAccessible.queryAccessibleInterface(box)
        assert said.text(QAccessible.Text.Name) == box.accessibleName() != "", box.objectName()
        assert said.text(QAccessible.Text.Value) == box.currentText()
