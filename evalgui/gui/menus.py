"""Menus and toolbar: from the actions, and from what is data, such as samples and recent files."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar, QToolButton

from evalgui.core.languages import ENGLISH, spoken, tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.vocabulary import words_in
from evalgui.gui.action import WITHIN, Menu
from evalgui.gui.look import ICON_SIZE, LIGHT, Mode, icon, text
from evalgui.io.languages import language, languages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QDockWidget, QWidget

    from evalgui.core.languages import Language
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.action import Action
    from evalgui.gui.look import Theme

ChoiceT = TypeVar("ChoiceT", bound=str)


_MODES = {
    Mode.SYSTEM: tr("&System"),
    Mode.LIGHT: tr("&Light"),
    Mode.DARK: tr("&Dark"),
    Mode.HIGH_CONTRAST: tr("&High contrast"),
}
_OF_PROGRAM = {"about": QAction.MenuRole.AboutRole, "quit": QAction.MenuRole.QuitRole}


class Menus(QObject):
    """Makes the menus and the toolbar of a window; what is chosen leaves through signals."""

    action_requested = Signal(object)
    theme_requested = Signal(str)
    language_requested = Signal(str)
    vocabulary_requested = Signal(str)
    recent_file_requested = Signal(str)
    clear_recent_requested = Signal()
    sample_requested = Signal(str)

    def __init__(self, window: QMainWindow, entries: Sequence[Action]) -> None:
        super().__init__(window)
        self._window = window
        self._entries = entries
        self.menus: dict[Menu, QMenu] = {}
        self.actions_by_id: dict[str, QAction] = {}
        self._theme = LIGHT
        self._waiting: list[Action] = []  # for their icons
        self._steps = {"undo": "", "redo": ""}
        for menu in Menu:
            name = f"{menu.name.lower()}_menu"
            self.menus[menu] = self._submenu(name, menu.title)
            if menu not in WITHIN:
                window.menuBar().addMenu(self.menus[menu])
        self.toolbar = QToolBar(tr("Toolbar"))
        self.toolbar.setObjectName("toolbar")
        self.toolbar.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        self.toolbar.setMovable(False)
        for entry in entries:
            self._add(entry)
        self.toolbar.addSeparator()

    def _add(self, entry: Action) -> None:
        action = QAction(self._window)
        action.setObjectName(entry.id)
        entry.name(action, text.AT_FIRST)
        if entry.shortcut is not None:
            keys = (entry.shortcut, *entry.other_keys)
            action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda _checked=False: self.action_requested.emit(entry))
        menu = self.menus[entry.menu]
        if entry.menu in WITHIN and menu.isEmpty():
            around = self.menus[WITHIN[entry.menu]]
            around.addSeparator()
            around.addMenu(menu)
        elif entry.starts_group:
            menu.addSeparator()
        menu.addAction(action)
        if entry.in_toolbar:
            self.toolbar.addAction(action)
            self.toolbar.widgetForAction(action).setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.actions_by_id[entry.id] = action

    def add_toolbar(self, *behind: QWidget) -> None:
        """Put the toolbar into the window, with something behind its buttons."""
        for widget in behind:
            self.toolbar.addWidget(widget)
        self._window.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.toolbar)

    def add_to_bar(self, name: str) -> None:
        """Put a button for an action at the right of the menus, with its key."""
        action = self.actions_by_id[name]
        button = QToolButton(self._window)  # the bar does not own it
        button.setObjectName(f"{name}_button")
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # as menus have
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        button.setText(f"{action.text().replace('&', '')}   {key}")
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        self._window.menuBar().setCornerWidget(button)

    def add_file_menus(self, samples: Iterable[tuple[str, str, str]]) -> None:
        """Add the menus of recent files and samples (id, title, description)."""
        before = self.menus[Menu.EXPORT].menuAction()
        self.recent_menu = self._submenu("recent_menu", tr("Open Recen&t"))
        sample_menu = self._submenu("sample_menu", tr("Open Sa&mple"))
        sample_menu.setToolTipsVisible(True)
        for sample_id, title, description in samples:
            action = sample_menu.addAction(title.replace("&", "&&"))
            action.setObjectName(f"sample_{sample_id}")
            action.setToolTip(text.tip(description))
            action.triggered.connect(_emitting(self.sample_requested, sample_id))
        file_menu = self.menus[Menu.FILE]
        for menu in (self.recent_menu, sample_menu):
            file_menu.insertMenu(before, menu)
        file_menu.insertSeparator(before)

    def add_view_menus(self, docks: Iterable[QDockWidget]) -> None:
        """Add what shows and hides docks, and the menus of appearances and vocabularies."""
        view_menu = self.menus[Menu.VIEW]
        view_menu.setToolTipsVisible(True)  # why a pane is not there
        first = self.actions_by_id["reset_layout"]
        for dock in docks:
            action = dock.toggleViewAction()
            action.setObjectName(f"show_{dock.objectName()}")
            view_menu.insertAction(first, action)
        view_menu.insertSeparator(first)
        menu, self.theme_actions = self._choice(
            "theme", self._submenu("theme_menu", tr("&Appearance")), _MODES, self.theme_requested
        )
        view_menu.insertMenu(first, menu)
        names = {vocabulary: words_in(vocabulary).title for vocabulary in Vocabulary}
        menu, self.vocabulary_actions = self._choice(
            "vocabulary",
            self._submenu("vocabulary_menu", tr("&Vocabulary")),
            names,
            self.vocabulary_requested,
        )
        view_menu.insertMenu(first, menu)
        menu, self.language_actions = self._choice(
            "language",
            self._submenu("language_menu", tr("Lan&guage")),
            {code: _title(language(code)) for code in (ENGLISH.code, *languages())},
            self.language_requested,
        )
        if spoken().code in self.language_actions:  # not one that a translator tries
            self.language_actions[spoken().code].setChecked(True)
        view_menu.insertMenu(first, menu)

    def stay_where_they_are(self) -> None:
        """Let macOS move About and Quit into the menu of the program, and nothing else.

        It would go by the first words of the rest, such as "Settings", in English alone.
        """
        for menu in self.menus.values():
            for action in menu.actions():
                role = _OF_PROGRAM.get(action.objectName(), QAction.MenuRole.NoRole)
                action.setMenuRole(role)

    def all_words(self, name: str) -> str:
        """Return what an action is called and what is said of it, in the words of every field."""
        known = [entry for entry in self._entries if entry.id == name]
        fields = [words_in(vocabulary) for vocabulary in Vocabulary]
        return " ".join(
            f"{words.said(entry.text)} {words.said(entry.tip)}".replace("&", "")
            for entry in known
            for words in fields
        )

    def set_recent_files(self, paths: list[str]) -> None:
        """Show the files that were opened before."""
        self.recent_menu.clear()
        for path in paths:
            action = self.recent_menu.addAction(text.elided(path, 60).replace("&", "&&"))
            action.triggered.connect(_emitting(self.recent_file_requested, path))
        clear_is_useful = not self.recent_menu.isEmpty()
        self.recent_menu.addSeparator()
        clear = self.recent_menu.addAction(tr("&Clear History"))
        clear.setObjectName("clear_recent")
        clear.setEnabled(clear_is_useful)
        clear.triggered.connect(self.clear_recent_requested)

    def follow(self, snapshot: Snapshot) -> None:
        """Enable and check what can be done with a snapshot."""
        for entry in self._entries:
            entry.follow(self.actions_by_id[entry.id], snapshot)

    def set_theme(self, theme: Theme) -> None:
        """Recolour the icons: those of the toolbar now, those of menus when one is opened."""
        self._theme = theme
        self._waiting = [entry for entry in self._entries if entry.icon]
        self._draw_icons(only=self.toolbar.actions())

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a vocabulary does."""
        for entry in self._entries:
            entry.name(self.actions_by_id[entry.id], words_in(vocabulary))
        self.name_steps(**self._steps)

    def name_steps(self, *, undo: str, redo: str) -> None:
        """Say what can be taken back, and what again, as in a sentence; "" for nothing known."""
        self._steps = {"undo": undo, "redo": redo}
        for name, step in self._steps.items():
            action = self.actions_by_id[name]
            told = tr("Undo") if name == "undo" else tr("Redo")
            beside = f": {step}" if step else ""
            action.setText(f"&{told}{beside.replace('&', '&&')}")
            tip = f"{told}{beside}"  # names of the user's may look like markup
            action.setToolTip(text.plain(tip) if "<" in tip else tip)
            action.setIconText(told)

    # ------------------------------------------------------------------------- inside

    def _draw_icons(self, only: Sequence[QAction] | None = None) -> None:
        """Give actions their icons, which takes longer than all else about them."""
        waiting, self._waiting = self._waiting, []
        for entry in waiting:
            action = self.actions_by_id[entry.id]
            if only is None or action in only:
                action.setIcon(icon(entry.icon, self._theme))
            else:
                self._waiting.append(entry)

    def _submenu(self, name: str, title: str) -> QMenu:
        menu = QMenu(title, self._window)
        menu.setObjectName(name)
        menu.aboutToShow.connect(self._draw_icons)
        return menu

    def _choice(
        self, name: str, menu: QMenu, titles: Mapping[ChoiceT, str], chosen: SignalInstance
    ) -> tuple[QMenu, dict[ChoiceT, QAction]]:
        """Fill a menu of which one entry is checked; the value of the chosen one is emitted."""
        group = QActionGroup(self._window)
        actions = {}
        for choice, title in titles.items():
            action = menu.addAction(title)
            action.setObjectName(f"{name}_{choice}")
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(_emitting(chosen, str(choice)))
            actions[choice] = action
        return menu, actions


def _title(of: Language) -> str:
    """Return what a language is called; of one that is there in part also how much there is."""
    if of.is_whole:
        return of.name
    share = f"{min(99, round(100 * of.share))}\N{NARROW NO-BREAK SPACE}%"
    return tr("{language} ({share} translated)", language=of.name, share=share)


def _emitting(signal: SignalInstance, value: str) -> Callable[..., None]:
    return lambda _checked=False: signal.emit(value)
