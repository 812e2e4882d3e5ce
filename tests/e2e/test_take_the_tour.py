"""The tour of the window: shown once unasked, left at any step, done by hand and by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from evalgui.core.requests import ApplyRule, MoveThreshold, SelectCells, SetLocked
from evalgui.gui.layouts import LAYOUTS
from evalgui.gui.tour import STEPS, Tour
from evalgui.workspace.settings import TOUR_WAS_SHOWN
from tests.e2e.conftest import Program, nothing_left_behind, program

__all__ = ["nothing_left_behind", "program"]

if TYPE_CHECKING:
    from evalgui.core.requests import Request


def tours(program: Program) -> list[Tour]:
    return [one for one in program.window.findChildren(Tour) if one.isVisible()]


def press_sample(program: Program, sample_id: str = "clinical") -> None:
    entry = program.window.findChild(QAbstractButton, f"start_sample_{sample_id}")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        entry.click()
    program.settle()


def begun(program: Program) -> Tour:
    press_sample(program)
    (tour,) = tours(program)
    return tour


def ask(program: Program, request: Request) -> None:
    program.workspace.ask(request)
    program.rest()


def test_that_the_first_sample_of_the_start_page_comes_with_a_tour_once(program: Program) -> None:
    tour = begun(program)
    assert tour.title.text() == "1 of 7: The decision is a sentence"
    QTest.keyClick(tour.next, Qt.Key.Key_Escape)
    assert tours(program) == []
    program.window.actions_by_id["close"].trigger()
    press_sample(program, "tharwat-2018")
    assert tours(program) == []
    assert program.application.settings.value(TOUR_WAS_SHOWN)


def test_that_samples_of_the_menu_and_files_come_without_it(program: Program) -> None:
    program.open_sample("clinical")
    assert tours(program) == []
    assert not program.application.settings.value(TOUR_WAS_SHOWN)


def test_that_it_is_asked_for_in_the_menu_and_opens_a_sample(program: Program) -> None:
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.window.actions_by_id["tour"].trigger()
    program.settle()
    assert program.title == "Sample clinical.csv - evalgui"
    (first,) = tours(program)
    program.window.actions_by_id["tour"].trigger()  # of the sample that is open: from the start
    (second,) = tours(program)
    assert second is not first
    program.open_sample("iris")
    second.close()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.window.actions_by_id["tour"].trigger()
    program.settle()
    assert program.title == "Sample clinical.csv - evalgui"


def test_that_every_step_is_seen_done_and_left_by_escape(program: Program) -> None:
    tour = begun(program)
    acts: dict[int, Request] = {
        1: MoveThreshold(3),
        2: ApplyRule("youden"),
        3: SelectCells(((0, 1),)),
        5: SetLocked(is_locked=True),
    }
    assert len(STEPS) == 7
    for place, step in enumerate(STEPS):
        assert tour.step is step
        assert tour.title.text() == f"{place + 1} of 7: {step.title}"
        assert tour.told.text() == tour.next.accessibleDescription() == step.told
        at = step.at(program.window)
        assert at is not None
        assert at.isVisible()
        ring = program.window.findChild(QWidget, "tour_ring")
        assert ring.isVisible()
        around = QRect(at.mapTo(program.window, QPoint()), at.size())
        assert ring.geometry().contains(around & program.window.rect())
        assert program.window.rect().contains(tour.geometry())
        assert not tour.geometry().intersects(around)
        assert (step.is_done is not None) == (place in acts)
        if place in acts:
            ask(program, acts[place])
            assert tour.title.text() == f"\N{CHECK MARK} {place + 1} of 7: {step.title}"
        QTest.keyClick(tour.next, Qt.Key.Key_Return)
    assert tours(program) == []
    program.rest()
    assert not program.snapshot.inputs.is_locked  # the lock was one for trying
    for place in range(len(STEPS)):
        program.window.actions_by_id["tour"].trigger()
        (tour,) = tours(program)
        for _ in range(place):
            tour.next.click()
        # Whatever has the focus, where that has no use for it.
        QTest.keyClick(program.window.decision.head.threshold, Qt.Key.Key_Escape)
        assert tours(program) == []


def test_that_one_goes_back_and_begins_a_step_anew(program: Program) -> None:
    tour = begun(program)
    assert not tour.back.isEnabled()
    tour.next.click()
    ask(program, MoveThreshold(1))
    assert tour.title.text().startswith("\N{CHECK MARK}")
    tour.next.click()
    tour.back.click()
    assert tour.title.text() == "2 of 7: Drag the line"
    ask(program, ApplyRule("youden"))
    tour.next.click()
    assert not tour.title.text().startswith("\N{CHECK MARK}")  # of the step before


def test_that_a_lock_that_was_there_before_stays(program: Program) -> None:
    program.open_sample("clinical")
    ask(program, SetLocked(is_locked=True))
    program.window.actions_by_id["tour"].trigger()
    (tour,) = tours(program)
    tour.close()
    program.rest()
    assert program.snapshot.inputs.is_locked


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.id)
@pytest.mark.parametrize("size", [(1024, 700), (1920, 1080)])
def test_that_it_survives_layouts_and_closed_panes(program, layout, size) -> None:
    program.window.resize(*size)
    tour = begun(program)
    program.application.arrangement.choose(layout)
    program.settle()
    for dock in program.window.docks.values():
        dock.close()
    for _ in STEPS[:-1]:
        program.rest()
        at = tour.step.at(program.window)
        assert at is None or at.isVisible()  # its pane came back
        tour._follow()
        assert program.window.rect().contains(tour.geometry())
        tour.next.click()
    for dock in program.window.docks.values():
        dock.close()
    program.rest()
    tour.back.click()
    tour.close()


def test_that_it_ends_with_the_data(program: Program) -> None:
    begun(program)
    program.window.actions_by_id["close"].trigger()
    program.rest()
    assert tours(program) == []


def test_that_a_pane_that_is_closed_meanwhile_is_not_framed(program: Program) -> None:
    tour = begun(program)
    for _ in range(3):
        tour.next.click()
    ring = program.window.findChild(QWidget, "tour_ring")
    assert ring.isVisible()
    program.window.docks["confusion"].close()
    program.qtbot.waitUntil(ring.isHidden)
    program.window.docks["confusion"].show()
    program.qtbot.waitUntil(ring.isVisible)
    tour.close()
