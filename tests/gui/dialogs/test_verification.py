"""Help > Check This Installation: it says how far it is and what came of it, and writes it."""

from __future__ import annotations

import pytest

from evalgui.gui.dialogs.verification import show_verification
from evalgui.io.verifying import verification


@pytest.fixture
def of_numbers(monkeypatch):
    """Leave out what starts other processes."""
    kinds = [kind for kind in verification.KINDS if kind.id in {"examples", "points"}]
    monkeypatch.setattr(verification, "KINDS", kinds)


@pytest.mark.usefixtures("of_numbers")
def test_that_what_came_of_it_is_said_and_written(qtbot, tmp_path):
    page = show_verification(None)
    qtbot.addWidget(page)
    assert not page.write.isEnabled()
    qtbot.waitUntil(page.write.isEnabled, timeout=60_000)
    said = page.edit.toPlainText().splitlines()
    assert said[0].startswith("Worked examples of the source texts: 667 of 667 as expected")
    assert said[-1].startswith("All 1")
    target = tmp_path / "report.html"
    with qtbot.waitSignal(page._tasks.ended, timeout=60_000):
        page.write_to(str(target))
    qtbot.waitUntil(lambda: not page._tasks.is_busy, timeout=60_000)
    assert "tharwat-2018/binary-balanced" in target.read_text(encoding="utf-8")
    page.close()
