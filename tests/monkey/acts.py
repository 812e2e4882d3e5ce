"""What the monkey does: each act is one gesture of a user; it yields to let the program answer.

An act is a generator. ``yield SOON`` lets what is waiting happen, ``yield QUIET`` waits until
nothing moves any more, and ``yield STILL`` also for what Qt does a while after a click.
Everything random comes from the generator that the act is given.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from evalgui.gui.confusion.matrix_view import MatrixView
from evalgui.gui.plots.plot import Plot
from tests.monkey.files import PASTED

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from tests.monkey.session import Session

SOON, QUIET, STILL = "soon", "quiet", "still"

_LEFT, _MIDDLE, _RIGHT = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.MiddleButton,
    Qt.MouseButton.RightButton,
)
_NONE = Qt.KeyboardModifier.NoModifier
_MODIFIERS = (
    *(_NONE, _NONE, _NONE, Qt.KeyboardModifier.ShiftModifier),
    *(Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier),
)
_KEY_NAMES = (
    "Left Right Up Down Home End PageUp PageDown Tab Backtab Return Enter Escape Space Delete "
    "Backspace Plus Minus Equal 0 1 2 3 5 9 A C E F M T V Z F2 F6 F10 Menu Comma Period"
)
_KEYS = [getattr(Qt.Key, f"Key_{name}") for name in _KEY_NAMES.split()]
_TYPED = (
    "0.5", "-1", "9,8", "1e400", "nan", "-inf", "abc", "", " ", "0", "1", "a", "recall", "x" * 300,
    'truth == "1"', "age > 60", "score >", "site ==", "\N{INFINITY}", "1_000", "1,000.5", "5e-324",
    "0.1234567890123456789", "<b>bold</b>", "class 1", "1e-5", "100",
)  # fmt: skip
_SIZES = ((1280, 720), (1600, 1000), (1024, 768), (800, 600), (640, 480), (1920, 1080), (1101, 653))


# ---------------------------------------------------------------------------------- menus


def _menu(session: Session, rng: random.Random) -> Iterator[str]:
    """Trigger any entry of any menu that is enabled, but for the one that quits."""
    entries = [a for a in _entries(session.window.menuBar().actions()) if a.isEnabled()]
    action = rng.choice(entries)
    session.say(f"  entry {action.objectName() or action.text()}")
    action.trigger()
    yield QUIET


def _entries(actions: list[QAction]) -> Iterator[QAction]:
    for action in actions:
        menu = action.menu()
        if isinstance(menu, QMenu):
            yield from _entries(menu.actions())
        elif not action.isSeparator():
            yield action


def _burst(session: Session, rng: random.Random) -> Iterator[str]:
    """Trigger several entries one right after the other, without waiting for any."""
    named = session.window.actions_by_id
    for _ in range(rng.randint(2, 8)):
        name = rng.choice(["undo", "redo", "undo", "lower", "higher", "lowest", "compare"])
        session.say(f"  entry {name}")
        if QApplication.activeModalWidget() is None:
            named[name].trigger()
        if rng.random() < 0.3:
            yield SOON
    yield QUIET


def _dress(session: Session, rng: random.Random) -> Iterator[str]:
    """Change the theme or the vocabulary, sometimes again and again."""
    window = session.window
    dresses = [*window.menus.theme_actions.values(), *window.menus.vocabulary_actions.values()]
    for _ in range(rng.choice([1, 1, 1, 4])):
        action = rng.choice(dresses)
        session.say(f"  entry {action.objectName()}")
        action.trigger()
        if rng.random() < 0.5:
            yield SOON
    yield QUIET


def _select(session: Session, rng: random.Random) -> Iterator[str]:
    """Brush scores on a plot with a key held, or click a cell of the matrix."""
    brushed = [plot for plot in _visible_plots(session) if plot.brush is not None]
    views = [view for view in session.window.findChildren(MatrixView) if view.isVisible()]
    key = rng.choice(_MODIFIERS)
    if brushed and rng.random() < 0.5:
        widget = rng.choice(brushed).canvas.viewport()
        QTest.mousePress(widget, _LEFT, key, somewhere(rng, widget))
        _move(widget, somewhere(rng, widget), _LEFT)
        yield SOON
        QTest.mouseRelease(widget, _LEFT, key, somewhere(rng, widget))
    elif views:
        view = rng.choice(views)
        QTest.mouseClick(view, _LEFT, key, somewhere(rng, view))
    yield QUIET


# ---------------------------------------------------------------------------------- plots


def _plot(session: Session, rng: random.Random) -> Iterator[str]:
    """Zoom, move, drag, press or point at a plot."""
    plots = _visible_plots(session)
    if not plots:
        return
    plot = rng.choice(plots)
    act = rng.choice([_wheel, _wheel, _pan, _drag, _drag, _drag, _hover, _double, _keys_on_plot])
    session.say(f"  {act.__name__.strip('_')} {plot.objectName()}")
    yield from act(session, rng, plot)
    yield QUIET


def _visible_plots(session: Session) -> list[Plot]:
    found = [plot for plot in session.window.findChildren(Plot) if plot.isVisible()]
    return [p for p in found if p.canvas.viewport().width() > 20 < p.canvas.viewport().height()]


def somewhere(rng: random.Random, widget: QWidget) -> QPoint:
    """Return a place in a widget."""
    return QPoint(rng.randrange(max(widget.width(), 1)), rng.randrange(max(widget.height(), 1)))


def _wheel(_session: Session, rng: random.Random, plot: Plot) -> Iterator[str]:
    viewport = plot.canvas.viewport()
    place = somewhere(rng, viewport)
    turned = rng.choice([-120, 120, 120, 120, 360, 15])
    for _ in range(rng.randint(1, 12)):
        turn(viewport, place, turned)
        if rng.random() < 0.3:
            yield SOON


def turn(widget: QWidget, place: QPoint, turned: int) -> None:
    """Turn the wheel over a place."""
    event = QWheelEvent(
        QPointF(place),
        QPointF(widget.mapToGlobal(place)),
        QPoint(),
        QPoint(0, turned),
        Qt.MouseButton.NoButton,
        _NONE,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def _pan(_session: Session, rng: random.Random, plot: Plot) -> Iterator[str]:
    yield from _drag_on(rng, plot.canvas.viewport(), rng.choice([_MIDDLE, _RIGHT]))


def _drag(_session: Session, rng: random.Random, plot: Plot) -> Iterator[str]:
    """Take the threshold where it can be taken, and move it about."""
    viewport = plot.canvas.viewport()
    grasp = _grasp(rng, plot)
    escape = rng.random() < 0.1
    yield from _drag_on(rng, viewport, _LEFT, grasp, plot.canvas if escape else None)


def _grasp(rng: random.Random, plot: Plot) -> QPoint | None:
    """Look for a place where the threshold can be taken, as an eye finds it."""
    viewport = plot.canvas.viewport()
    for _ in range(400):
        place = somewhere(rng, viewport)
        position = plot.view_box.mapFromScene(plot.canvas.mapToScene(place))
        if plot.mouse.cursor_at(position) is not None:
            return place
    return None


def _drag_on(
    rng: random.Random,
    widget: QWidget,
    button: Qt.MouseButton,
    start: QPoint | None = None,
    escape_to: QWidget | None = None,
) -> Iterator[str]:
    place = start or somewhere(rng, widget)
    QTest.mousePress(widget, button, _NONE, place)
    for _ in range(rng.randint(1, 10)):
        place = somewhere(rng, widget)
        _move(widget, place, button)
        if rng.random() < 0.6:
            yield SOON
    if escape_to is not None:
        QTest.keyClick(escape_to, Qt.Key.Key_Escape)
        yield SOON
    QTest.mouseRelease(widget, button, _NONE, place)


def _move(widget: QWidget, place: QPoint, button: Qt.MouseButton) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        QPointF(widget.mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        button,
        _NONE,
    )
    QApplication.sendEvent(widget, event)


def _hover(_session: Session, rng: random.Random, plot: Plot) -> Iterator[str]:
    for _ in range(rng.randint(1, 8)):
        _move(plot.canvas.viewport(), somewhere(rng, plot.canvas.viewport()), Qt.MouseButton(0))
        yield SOON


def _double(_session: Session, rng: random.Random, plot: Plot) -> Iterator[str]:
    viewport = plot.canvas.viewport()
    _double_click(viewport, _NONE, somewhere(rng, viewport))
    yield SOON


def _keys_on_plot(_session: Session, rng: random.Random, plot: Plot) -> Iterator[str]:
    plot.canvas.setFocus()
    for _ in range(rng.randint(1, 10)):
        QTest.keyClick(plot.canvas, rng.choice(_KEYS[:8] + _KEYS[16:20]), rng.choice(_MODIFIERS))
        if rng.random() < 0.3:
            yield SOON


def _maximise(session: Session, rng: random.Random) -> Iterator[str]:
    plots = _visible_plots(session)
    if plots:
        plot = rng.choice(plots)
        session.say(f"  {plot.objectName()}")
        plot.maximise_requested.emit()
    yield QUIET


# ------------------------------------------------------------------------- anything there


def _double_click(widget: QWidget, modifier: Qt.KeyboardModifier, place: QPoint) -> None:
    """Click twice; Qt's own function sends the second press without its release."""
    QTest.mouseDClick(widget, _LEFT, modifier, place)
    if isValid(widget):
        QTest.mouseRelease(widget, _LEFT, modifier, place)


def _root() -> QWidget | None:
    return QApplication.activePopupWidget() or QApplication.activeModalWidget()


def _click(session: Session, rng: random.Random) -> Iterator[str]:
    """Click anywhere."""
    root = _root() or session.window
    for _ in range(rng.randint(1, 3)):
        place = somewhere(rng, root)
        widget = root.childAt(place) or root
        session.say(f"  on {session.name_of(widget)} at {place.x()}, {place.y()}")
        here = widget.mapFrom(root, place)
        if rng.random() < 0.15:
            _double_click(widget, rng.choice(_MODIFIERS), here)
        else:
            QTest.mouseClick(widget, _LEFT, rng.choice(_MODIFIERS), here)
        yield SOON
        if not session.is_alive(root) or not root.isVisible():
            break
    yield QUIET


def _button(session: Session, rng: random.Random) -> Iterator[str]:
    """Press a button."""
    root = QApplication.activeModalWidget() or session.window
    yield from _with_one(session, rng, root, QAbstractButton, _press)


def _press(_rng: random.Random, button: QAbstractButton) -> None:
    QTest.mouseClick(button, _LEFT, _NONE, button.rect().center())


def _combo(session: Session, rng: random.Random) -> Iterator[str]:
    """Choose in a list that drops down, as with the keys."""
    root = QApplication.activeModalWidget() or session.window
    yield from _with_one(session, rng, root, QComboBox, _choose_in)


def _choose_in(rng: random.Random, combo: QComboBox) -> None:
    if not combo.count():
        return
    combo.setFocus()
    for _ in range(rng.randint(1, 4)):
        QTest.keyClick(
            combo, rng.choice([Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Home, Qt.Key.Key_End])
        )


def _field(session: Session, rng: random.Random) -> Iterator[str]:
    """Type into a field."""
    root = QApplication.activeModalWidget() or session.window
    yield from _with_one(session, rng, root, (QLineEdit, QAbstractSpinBox), _type_into)


def _type_into(rng: random.Random, field: QLineEdit | QAbstractSpinBox) -> None:
    edit = field if isinstance(field, QLineEdit) else field.lineEdit()
    if edit.isReadOnly():
        return
    field.setFocus()
    if rng.random() < 0.7:
        edit.selectAll()
    for letter in rng.choice(_TYPED):
        if letter.isascii():
            QTest.keyClicks(field, letter)
        else:  # which has no key
            event = QKeyEvent(QEvent.Type.KeyPress, 0, _NONE, letter)
            QApplication.sendEvent(field, event)
    if rng.random() < 0.6:
        QTest.keyClick(field, rng.choice([Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Escape]))


def _item(session: Session, rng: random.Random) -> Iterator[str]:
    """Click a cell, a row, or the head of a table."""
    root = QApplication.activeModalWidget() or session.window
    yield from _with_one(session, rng, root, QAbstractItemView, _click_item)


def _click_item(rng: random.Random, view: QAbstractItemView) -> None:
    viewport = view.viewport()
    place = somewhere(rng, viewport)
    kind = rng.random()
    if kind < 0.2:
        QTest.mouseDClick(viewport, _LEFT, _NONE, place)
    elif kind < 0.3:
        turn(viewport, place, rng.choice([-120, 120, -1200]))
    elif kind < 0.6:
        view.setFocus()
        QTest.keyClick(view, rng.choice(_KEYS), rng.choice(_MODIFIERS))
    else:
        QTest.mouseClick(viewport, _LEFT, rng.choice(_MODIFIERS), place)


def _with_one(session, rng, root, kinds, act) -> Iterator[str]:
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    found = [w for kind in kinds for w in root.findChildren(kind)]
    found = [w for w in found if w.isVisible() and w.isEnabled() and w.window() is root.window()]
    if found:
        widget = rng.choice(found)
        session.say(f"  {session.name_of(widget)}")
        act(rng, widget)
    yield QUIET


def _keys(session: Session, rng: random.Random) -> Iterator[str]:
    """Press keys wherever the focus is."""
    for _ in range(rng.randint(1, 6)):
        widget = _root() or QApplication.focusWidget() or session.window
        key, modifier = rng.choice(_KEYS), rng.choice(_MODIFIERS)
        session.say(f"  {modifier.name} {key.name} to {session.name_of(widget)}")
        QTest.keyClick(widget, key, modifier)
        if rng.random() < 0.4:
            yield SOON
    yield QUIET


def _context_menu(session: Session, rng: random.Random) -> Iterator[str]:
    """Open a context menu and choose in it."""
    root = QApplication.activeModalWidget() or session.window
    place = somewhere(rng, root)
    widget = root.childAt(place) or root
    session.say(f"  on {session.name_of(widget)}")
    here = widget.mapFrom(root, place)
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, here, widget.mapToGlobal(here)))
    yield SOON
    popup = QApplication.activePopupWidget()
    if isinstance(popup, QMenu):
        for _ in range(rng.randint(0, 5)):
            QTest.keyClick(popup, Qt.Key.Key_Down)
        session.say(f"  then {session.name_of(popup.activeAction())}")
        QTest.keyClick(popup, rng.choice([Qt.Key.Key_Return, Qt.Key.Key_Escape]))
    yield QUIET


def _drag_anything(session: Session, rng: random.Random) -> Iterator[str]:
    """Drag on whatever is there: edges between panes, heads of columns, sliders, text."""
    root = QApplication.activeModalWidget() or session.window
    widget = root.childAt(somewhere(rng, root)) or root
    session.say(f"  {session.name_of(widget)}")
    yield from _drag_on(rng, widget, _LEFT)
    yield QUIET
    if isinstance(widget, QTabBar):  # its tabs slide back for a quarter of a second
        yield STILL
        yield STILL


# --------------------------------------------------------------------------------- window


def _resize(session: Session, rng: random.Random) -> Iterator[str]:
    """Give the window another size, sometimes several in a row."""
    for _ in range(rng.choice([1, 1, 5])):
        size = QSize(*rng.choice(_SIZES))
        session.say(f"  {size.width()} x {size.height()}")
        session.window.resize(size)
        if rng.random() < 0.5:
            yield SOON
    yield QUIET


def _dock(session: Session, rng: random.Random) -> Iterator[str]:
    """Hide, show, float, move or stack a dock."""
    window, docks = session.window, list(session.window.docks.values())
    dock = rng.choice(docks)
    kind = rng.choice(["toggle", "toggle", "float", "area", "stack", "front"])
    session.say(f"  {kind} {dock.objectName()}")
    if kind == "toggle":
        dock.toggleViewAction().trigger()
    elif kind == "float":
        dock.setFloating(not dock.isFloating())
    elif kind == "area":
        areas = Qt.DockWidgetArea
        window.addDockWidget(
            rng.choice([areas.LeftDockWidgetArea, areas.RightDockWidgetArea]), dock
        )
    elif kind == "stack":
        other = rng.choice([d for d in docks if d is not dock])
        if not (dock.isFloating() or other.isFloating()):
            window.tabifyDockWidget(other, dock)
    else:
        dock.show()
        dock.raise_()
    yield QUIET


def _collect(_session: Session, _rng: random.Random) -> Iterator[str]:
    """Let Python's collector run, as it may at any time."""
    gc.collect()
    yield QUIET


# ---------------------------------------------------------------------------------- files


def _open(session: Session, rng: random.Random) -> Iterator[str]:
    """Drop files on the window; sometimes go on before they are open, or take it back."""
    paths = session.zoo.choose(rng)
    session.say(f"  {', '.join(path.name for path in paths)}")
    session.window.files_dropped.emit(paths)
    kind = rng.random()
    if kind < 0.1:
        yield SOON
        session.window.progress.cancel_requested.emit()
    if kind < 0.8:
        yield QUIET


def _paste(session: Session, rng: random.Random) -> Iterator[str]:
    """Paste text as data."""
    pasted = rng.choice(PASTED)
    session.say(f"  {pasted!r}")
    QGuiApplication.clipboard().setText(pasted)
    session.window.actions_by_id["paste"].trigger()
    yield QUIET


# -------------------------------------------------------------------------------- dialogs


def _leave(session: Session, rng: random.Random) -> Iterator[str]:
    """Answer or close the dialog that is open."""
    dialog = QApplication.activeModalWidget()
    if dialog is None:
        return
    session.say(f"  {session.name_of(dialog)}")
    if isinstance(dialog, QFileDialog):
        _answer(session, rng, dialog)
    elif rng.random() < 0.5:
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    else:
        buttons = [b for b in dialog.findChildren(QAbstractButton) if b.isVisible()]
        if buttons:
            _press(rng, rng.choice(buttons))
    yield QUIET
    if session.is_alive(dialog) and dialog.isVisible() and rng.random() < 0.7:
        if isinstance(dialog, QDialog):
            dialog.reject()
        else:
            dialog.close()
    yield QUIET


def _answer(session: Session, rng: random.Random, dialog: QFileDialog) -> None:
    """Answer a dialog of the desktop's: with a file to open, or with a place to write to."""
    if rng.random() < 0.3:
        dialog.reject()
    elif dialog.acceptMode() == QFileDialog.AcceptMode.AcceptOpen:
        dialog.filesSelected.emit([str(path) for path in session.zoo.choose(rng)])
        dialog.close()
    else:
        suffix = rng.choice([dialog.defaultSuffix() or "txt", "svg", "png", "pdf"])
        folder = session.folder if rng.random() < 0.9 else session.folder / "missing"
        if dialog.objectName() != "save_figure_dialog":
            suffix = dialog.defaultSuffix() or "txt"
        dialog.fileSelected.emit(str(folder / f"written.{suffix}"))
        dialog.close()


ACTS = {
    "menu": (15, _menu),
    "plot": (26, _plot),
    "maximise": (3, _maximise),
    "click": (10, _click),
    "button": (6, _button),
    "combo": (5, _combo),
    "field": (7, _field),
    "item": (8, _item),
    "keys": (9, _keys),
    "context menu": (3, _context_menu),
    "drag": (4, _drag_anything),
    "burst": (4, _burst),
    "select": (4, _select),
    "dress": (4, _dress),
    "resize": (4, _resize),
    "dock": (4, _dock),
    "collect": (2, _collect),
    "open": (8, _open),
    "paste": (2, _paste),
}
DIALOG_ACTS = {
    "leave": (30, _leave),
    "combo": (25, _combo),
    "field": (12, _field),
    "item": (12, _item),
    "button": (12, _button),
    "click": (8, _click),
    "keys": (8, _keys),
    "drag": (2, _drag_anything),
    "context menu": (2, _context_menu),
}
