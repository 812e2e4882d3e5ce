"""A part of the window that fails: it says so, and every other part goes on."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMessageBox

from evalgui.core.requests import DragThreshold
from evalgui.gui.isolation import Cover

CANARY = "patient 4711"


def covers(widget) -> list[Cover]:
    return [cover for cover in widget.findChildren(Cover) if not cover.isHidden()]


def fail(*_args: object) -> None:
    raise LookupError(CANARY)


@pytest.fixture
def broken(program, monkeypatch):
    """The program with a matrix that raises; its errors go where they go for a user."""
    program.open_sample("clinical")
    program.rest()  # what is found out later would be told of by another way, and so once more
    monkeypatch.setattr("sys.excepthook", program.application._hooks._on_exception)
    monkeypatch.setattr(program.window.confusion, "show_snapshot", fail)
    return program


def go_to(program, threshold: float) -> None:
    program.workspace.ask(DragThreshold(threshold))
    program.qtbot.waitUntil(lambda: program.snapshot.point.threshold == threshold)


def test_that_all_others_show_the_same_snapshot(broken):
    window = broken.window
    for threshold in (0.2, 0.4, 0.6):
        go_to(broken, threshold)
        told = f"at {threshold}"
        assert told in window.plots.plots()["roc"].header.read_out
        assert told in window.plots.plots()["histogram"].header.read_out
        assert window.threshold_bar.spin_box.text() == str(threshold)
        assert window.metrics.model._snapshot is broken.snapshot
        place = window.confusion.parent()  # of the pane, where there is one
        assert [cover.parent() for cover in covers(window)] == [place]


def test_that_one_box_and_no_value_tell_of_it(broken, capsys):
    for threshold in (0.2, 0.4, 0.6):
        go_to(broken, threshold)
    boxes = broken.window.findChildren(QMessageBox, "crash_dialog")
    assert len(boxes) == 1
    assert CANARY not in boxes[0].detailedText() + capsys.readouterr().err
    boxes[0].close()


def test_that_a_plot_alone_is_covered_and_comes_back(program, monkeypatch):
    program.open_sample("clinical")
    program.rest()  # what is found out later would be told of by another way, and so once more
    monkeypatch.setattr("sys.excepthook", program.application._hooks._on_exception)
    plots = program.window.plots.plots()
    with monkeypatch.context() as patch:
        patch.setattr(plots["pr"], "show_snapshot", fail)
        go_to(program, 0.2)
        assert [cover.parent() for cover in covers(program.window)] == [plots["pr"]]
    go_to(program, 0.4)
    assert covers(program.window) == []
    assert "at 0.4" in plots["pr"].header.read_out
    program.window.findChild(QMessageBox, "crash_dialog").close()


@pytest.mark.parametrize("kind", [LookupError, MemoryError])
@pytest.mark.parametrize("part", ["drawing later", "painting", "painting an item"])
def test_that_what_fails_later_is_covered_as_well(program, monkeypatch, part, kind):
    program.open_sample("clinical")
    program.rest()  # what is found out later would be told of by another way, and so once more
    monkeypatch.setattr("sys.excepthook", program.application._hooks._on_exception)
    window = program.window
    plot = window.plots.plots()["roc"]

    def fails(*_args: object) -> None:
        raise kind(CANARY)

    with monkeypatch.context() as patch:
        if part == "drawing later":
            patch.setattr(plot.main, "draw", fails)
            plot.draw_later()
        elif part == "painting":
            patch.setattr(plot.header, "paint", fails)
            plot.header.update()
        else:
            patch.setattr(plot.lines, "_paint_lines", fails)
            plot.lines.forget_picture()
        program.qtbot.waitUntil(lambda: bool(covers(plot)))
    assert [cover.parent() for cover in covers(window)] == [plot]
    go_to(program, 0.4)
    program.qtbot.waitUntil(lambda: not covers(window))
