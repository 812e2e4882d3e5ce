"""Which layout the window has: that of the kind of data, until a user arranges it."""

from __future__ import annotations

import base64
import contextlib
import json
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QPushButton

from evalgui.core.choices import Axes
from evalgui.core.languages import tr
from evalgui.core.registry import UnknownIdError
from evalgui.core.requests import SetVocabulary
from evalgui.core.snapshot import EMPTY
from evalgui.gui.action import Menu
from evalgui.gui.layouts import (
    LAYOUTS,
    OVERVIEW,
    glance_at,
    layout_for,
    layout_of_field,
    layout_of_kind,
)
from evalgui.gui.lecture import Lecture
from evalgui.gui.look import text
from evalgui.gui.plots.view_menus import AxesMenu, Gallery
from evalgui.io.samples import sample_at, samples
from evalgui.workspace.settings import ARRANGED_AS, ARRANGED_FOR, PLOTS, VOCABULARY, WORDS_FOR

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.layouts import Layout
    from evalgui.gui.main_window import MainWindow
    from evalgui.io.loading import Loaded
    from evalgui.workspace.opened_file import Opened
    from evalgui.workspace.settings import Settings
    from evalgui.workspace.workspace import Workspace

_BETWEEN = " "  # the plots of a row
_NOT_UNDERSTOOD = (ValueError, TypeError, KeyError, AttributeError, RecursionError, UnknownIdError)


def arrange(
    window: MainWindow, workspace: Workspace, settings: Settings, fixed: str = "", sample: str = ""
) -> Arrangement:
    """Lay a window out for what a workspace opens; see `Arrangement`."""
    arrangement = Arrangement(window, settings, fixed, sample)
    arrangement.words_wanted.connect(lambda vocabulary: workspace.ask(SetVocabulary(vocabulary)))
    workspace.changed.connect(arrangement.show_snapshot)
    workspace.file_opened.connect(arrangement.open)
    workspace.closed.connect(lambda: arrangement.open(None))
    return arrangement


class Arrangement(QObject):
    """The layout in force, the menu and the button that choose another, and the gallery of plots.

    A layout has the words of its field, until a user chooses others. What a user arranges and
    chooses while data of one field are on show is no wish about those of another field.

    Parameters
    ----------
    window, settings
        What is laid out, and where it is remembered.
    fixed
        The id of a layout that was asked for at the start and stays; "" for none.
    sample
        The id of the sample that is opened at the start; "" for none.
    """

    words_wanted = Signal(object)

    def __init__(
        self, window: MainWindow, settings: Settings, fixed: str = "", sample: str = ""
    ) -> None:
        super().__init__(window)
        self._window, self._settings, self._is_fixed = window, settings, bool(fixed)
        self._sample = sample
        self.current: Layout = LAYOUTS.by_id(fixed) if fixed else OVERVIEW
        self.is_by_hand = False
        self.lecture = Lecture(window)
        self._laid_out: Layout | None = None  # at its size, while nobody moved anything
        self._left: tuple[Layout, bytes, list[list[str]]] | None = None  # arranged by hand
        self._snapshot, self._stands_for = EMPTY, ""
        self.menu = QMenu(tr("&Layout"), window)
        self.menu.setObjectName("layout_menu")
        self.menu.setToolTipsVisible(True)
        group = QActionGroup(self)
        self.actions = {}
        for layout in LAYOUTS:
            action = self.menu.addAction(layout.title)
            action.setObjectName(f"layout_{layout.id}")
            action.setToolTip(text.tip(layout.tip))
            action.setStatusTip(layout.tip)
            action.setCheckable(True)
            action.triggered.connect(lambda _on=False, one=layout: self.choose(one))
            group.addAction(action)
            self.actions[layout.id] = action
        self.gallery = Gallery(window.plots, window)
        self.gallery.chosen.connect(self._on_plots_chosen)
        view, reset = window.menus.menus[Menu.VIEW], window.actions_by_id["reset_layout"]
        view.insertMenu(reset, self.menu)
        view.insertMenu(reset, AxesMenu(window.plots, window))
        self.menu.addSeparator()
        self.menu.addMenu(self.gallery)
        self.menu.addAction(reset)
        view.removeAction(reset)  # it stands in one place
        self._dress(window.layout_button)
        window.arranged.connect(self._on_moved)
        window.resized.connect(self._fit)
        window.vocabulary_changed.connect(self.gallery.follow)

    def _dress(self, button: QPushButton) -> None:
        button.setObjectName("layout_button")
        button.setToolTip(tr("How the window is laid out, and which plots are seen"))
        button.setMenu(self.menu)
        self.menu.aboutToHide.connect(button.update)  # Qt leaves it pressed in the picture
        self._say()

    def _say(self) -> None:
        """Show which layout is in force."""
        title = self.current.title.replace("&", "")
        self._window.layout_button.setText(title)
        self._window.layout_button.setAccessibleName(tr("Layout: {title}", title=title))
        self.actions[self.current.id].setChecked(True)
        self._window.set_calm(is_calm=self.current.is_calm)

    # ------------------------------------------------------------------- what is asked for

    def choose(self, layout: Layout) -> None:
        """Lay the window out as the user wants it from now on."""
        self._is_fixed = False
        words = layout.words_beside(self._snapshot.choices.vocabulary)
        self._lay_out(layout)
        if layout.speaks:
            self.choose_words(words)
        else:
            self.words_wanted.emit(words)
        self._on_arranged()

    def choose_words(self, words: Vocabulary) -> None:
        """Speak as the user wants it from now on, of other data of this kind, too."""
        self._settings.set_value(VOCABULARY, words.value)
        self._settings.set_value(WORDS_FOR, self._kind_id)
        self.words_wanted.emit(words)

    @property
    def _kind(self) -> Layout | None:
        """The layout of the field that the data on show are of; None where none says."""
        dataset = self._snapshot.dataset
        return None if dataset is None else layout_of_kind(dataset)

    @property
    def _kind_id(self) -> str:
        kind = self._kind
        return "" if kind is None else kind.id

    def _is_of_other_field(self, kind: Layout) -> bool:
        """Return whether the window was arranged for data of another field than these."""
        arranged = self.current if self._left is None else self._left[0]
        is_same = arranged is kind or self._settings.value(ARRANGED_FOR) == kind.id
        return bool(arranged.speaks) and not is_same

    def reset(self) -> None:
        """Forget what the user arranged: the window is laid out for the data that it shows."""
        self.is_by_hand = self._is_fixed = False
        self._left = None
        self._settings.set_value(ARRANGED_AS, "")
        self._settings.set_value(PLOTS, [])
        self._lay_out(self._fitting())
        self._speak()

    def toggle_lecture(self) -> None:
        """Begin a lecture, or end it."""
        if self.lecture.is_on:
            self.lecture.end()
        else:
            self.lecture.begin(self.current)

    def restore(self, geometry: bytes, docks: bytes) -> None:
        """Lay the window out as it was left, or as it is at first."""
        remembered = self._settings.value(ARRANGED_AS)
        self.is_by_hand = bool(docks) and remembered in LAYOUTS.ids and not self._is_fixed
        # What comes is known: the window need not be laid out twice.
        coming = None if self._is_fixed else layout_of_field(self._field_of_sample())
        if self.is_by_hand:
            self.current = LAYOUTS.by_id(remembered)
            self._restore_or_arrange(geometry, docks)
            rows = self._settings.value(PLOTS)
            self._window.plots.choose([row.split(_BETWEEN) for row in rows])
        elif docks and not self._is_fixed and coming is None:
            self._restore_or_arrange(geometry, docks)
        else:
            self.current = coming or self.current
            self._window.restore(geometry, b"")
            self._lay_out_as(self.current)
        self._say()
        self._speak()

    def open(self, opened: Opened | None) -> None:
        """Lay the window out for a file of a kind, or for none, while no user has arranged it."""
        self.lecture.end()
        found = map(sample_at, () if opened is None else opened.paths)
        self._stands_for = next((sample.stands_for for sample in found if sample is not None), "")
        show: Callable[[], None] = self._introduce
        kind = self._kind
        if self._is_fixed:
            self._window.in_turns.do(show)
            return
        if self.is_by_hand and (kind is None or not self._is_of_other_field(kind)):
            if self._left is not None:
                show = partial(self._put_back, *self._left)
                self.current, self._left = self._left[0], None
        else:
            if self.is_by_hand and self._left is None:
                rows = [list(row) for row in self._window.plots.chosen]
                self._left = self.current, self._window.saved()[1], rows
            fitting = self._fitting() if kind is None else kind
            if fitting is not self.current:
                show = partial(self._lay_out, fitting)
            self.current = fitting
        self._speak()
        self._window.in_turns.do(show)

    def show_snapshot(self, _old: Snapshot, new: Snapshot) -> None:
        """Know what is shown."""
        self._snapshot = new

    def arranged(self, docks: bytes) -> bytes:
        """Return the docks to be remembered: those that a user arranged, else those on show."""
        return docks if self._left is None else self._left[1]

    def saved(self) -> str:
        """Return how the window is laid out, for a workspace."""
        docks, rows = self.lecture.arranged
        said = {"layout": self.current.id, "plots": rows, "docks": base64.b64encode(docks).decode()}
        return json.dumps(said | {"axes": asdict(self._snapshot.choices.axes)})

    def put_back(self, saved: str) -> Axes | None:
        """Lay the window out as a workspace has it; return on which axes plots are drawn.

        What is not understood, such as of another version, leaves the window as it is.
        """
        with contextlib.suppress(*_NOT_UNDERSTOOD):
            said = json.loads(saved)
            layout = LAYOUTS.by_id(said["layout"])
            docks = base64.b64decode(said["docks"], validate=True)
            rows = [[str(one) for one in row] for row in said["plots"]]
            on: dict[str, Any] = {
                name: one if one is None else bool(one) for name, one in said["axes"].items()
            }
            axes = Axes(**on)
            if not self._is_fixed:
                self._window.in_turns.do(partial(self._put_back, layout, docks, rows))
            return axes
        return None

    # ------------------------------------------------------------------------- inside

    def _put_back(self, layout: Layout, docks: bytes, rows: list[list[str]]) -> None:
        self.current = layout
        self._restore_or_arrange(b"", docks)
        self._window.choose_plots(rows)
        self._say()

    def _restore_or_arrange(self, geometry: bytes, docks: bytes) -> None:
        self._laid_out = None
        if not self._window.restore(geometry, docks):
            self._window.panes.arrange(self.current)

    def _field_of_sample(self) -> str:
        return next((one.stands_for for one in samples() if one.id == self._sample), "")

    def _fitting(self) -> Layout:
        """Return the layout for the data that are shown."""
        dataset = self._snapshot.dataset
        if dataset is None:
            return OVERVIEW
        return layout_for(dataset, self._settings.vocabulary(), self._stands_for)

    def _speak(self) -> None:
        """Speak as the layout in force does, unless the user chose other words for such data."""
        self.words_wanted.emit(self._words_beside(self.current, self._kind))

    def words_for(self, loaded: Loaded) -> Vocabulary:
        """Return the words in which to ask about a file that is to be opened."""
        kind = layout_of_kind(glance_at(loaded))
        if kind is None or self._is_fixed:
            return self._snapshot.choices.vocabulary
        return self._words_beside(kind, kind)

    def _words_beside(self, layout: Layout, kind: Layout | None) -> Vocabulary:
        """Return the words that go with a layout, or those that the user chose for such data."""
        words = self._settings.vocabulary()
        is_foreign = kind is not None and self._settings.value(WORDS_FOR) != kind.id
        if self._is_fixed or not self._settings.value(VOCABULARY):
            return layout.words_beside(words)
        return kind.words_beside(words) if kind is not None and is_foreign else words

    def _lay_out_as(self, layout: Layout) -> None:
        self._laid_out = self._within(layout)
        self._window.lay_out(self._laid_out)

    def _within(self, layout: Layout) -> Layout:
        letter = self._window.fontMetrics().averageCharWidth()
        return layout.within(self._window.width(), letter)

    def _fit(self) -> None:
        """Lay the window out anew where it has become so wide, or narrow, that it is another."""
        is_as_laid_out = self._laid_out is not None and not self.lecture.is_on
        if is_as_laid_out and self._within(self.current) != self._laid_out:
            self._lay_out_as(self.current)

    def _lay_out(self, layout: Layout) -> None:
        self.current = layout
        self._lay_out_as(layout)
        self._window.in_turns.do(self._introduce)
        self._say()

    def _introduce(self) -> None:
        """Work out the measure that the layout begins with, beside the rows at the line."""
        if self.current.explains and self._snapshot.point is not None:
            self._window.metrics.metric_selected.emit(self.current.explains)
            self._window.predictions.go_to_threshold()

    def _on_moved(self) -> None:
        """Remember what a user moved, which stays in a window of any size."""
        self._laid_out = None
        self._on_arranged()

    def _on_arranged(self) -> None:
        """Remember that the window is arranged as a user wants it."""
        self.is_by_hand, self._left = True, None
        self._settings.set_value(ARRANGED_AS, self.current.id)
        self._settings.set_value(ARRANGED_FOR, self._kind_id)
        rows = [_BETWEEN.join(row) for row in self._window.plots.chosen]
        self._settings.set_value(PLOTS, rows)

    def _on_plots_chosen(self, rows: object) -> None:
        self._window.plots.choose(rows)  # type: ignore[arg-type]
        self._on_moved()
