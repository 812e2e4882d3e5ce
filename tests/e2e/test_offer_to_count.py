"""A file that would not fit is offered to be counted, beside all other work."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet
from PySide6.QtWidgets import QApplication, QMessageBox

from evalgui.gui.dialogs.counting import INSTALL, CountDialog
from evalgui.gui.dialogs.import_dialog import ImportDialog
from evalgui.io.counting.count import count
from evalgui.results.topics.origin import origin
from evalgui.workspace.settings import RECENT_FILES

if TYPE_CHECKING:
    from pathlib import Path

N_ROWS = 4_000
LITTLE = 1_000  # bytes


def rows(n: int = N_ROWS) -> pa.Table:
    rng = np.random.default_rng(3)
    truth = np.array(["genuine", "impostor"])[(rng.random(n) < 0.8).astype(int)]
    scores = rng.normal(size=n) + 2 * (truth == "genuine")
    return pa.table({"truth": pa.array(truth), "similarity": pa.array(scores)})


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.parquet"
    parquet.write_table(rows(), path)
    return path


@pytest.fixture
def small(program: Any) -> Any:
    """The program where hardly any memory is free."""
    program.workspace.openings.free_memory = lambda: LITTLE
    return program


def shown(program: Any, kind: Any) -> Any:
    program.qtbot.waitUntil(
        lambda: any(one.isVisible() for one in program.window.findChildren(kind)), timeout=60_000
    )
    found = program.window.findChildren(kind)
    return next(one for one in found if one.isVisible())


def offered(program: Any, path: Path) -> Any:
    program.application.commands.open_path(path)
    return shown(program, CountDialog)


def hold(program: Any) -> None:
    """Let counting begin, and report so."""
    tasks = program.application.commands.counting._tasks
    with program.qtbot.waitSignal(tasks.progressed, timeout=60_000):
        pass


def left_in(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


def test_that_a_file_that_would_not_fit_is_counted_and_its_counts_open(
    small: Any, large: Path
) -> None:
    dialog = offered(small, large)
    assert "large.parquet" in dialog.facts.text()
    assert "4\N{NARROW NO-BREAK SPACE}000 rows" in dialog.facts.text()
    assert "1\N{NARROW NO-BREAK SPACE}000 bytes are free" in dialog.facts.text()
    assert dialog.place.text() == str(large.with_name("large-counts.parquet"))
    assert "are free there" in dialog.disk.text()
    assert small.snapshot.dataset is None
    dialog.bins.setValue(100)
    with small.qtbot.waitSignal(small.workspace.file_opened, timeout=60_000):
        dialog.show_button.click()
        assert small.window.progress.isVisible()
    small.settle()
    dataset: Any = small.snapshot.dataset
    assert (dataset.n_instances, dataset.positive_class) == (N_ROWS, "genuine")
    assert [score.name for score in dataset.scores] == ["similarity"]
    assert not small.window.progress.isVisible()
    assert left_in(large.parent) == {"large.parquet", "large-counts.parquet"}
    recent = small.application.settings.value(RECENT_FILES)
    assert recent == [str(large.with_name("large-counts.parquet"))]
    facts = [fact for fact in origin(small.snapshot).facts if "counted" in fact.values]
    told = " ".join(facts[0].values["counted"])
    for words in ("4\N{NARROW NO-BREAK SPACE}000 rows", "large.parquet", "SHA-256", "bins"):
        assert words in told


def test_that_it_may_be_opened_nevertheless(small: Any, large: Path) -> None:
    dialog = offered(small, large)
    with small.qtbot.waitSignal(small.workspace.file_opened):
        dialog.open_button.click()
    small.settle()
    assert small.snapshot.dataset.n == N_ROWS


def test_that_other_data_stay_on_show_until_the_counts_are_asked_for(
    small: Any, large: Path
) -> None:
    small.open_sample("clinical")
    before = small.snapshot.dataset
    dialog = offered(small, large)
    dialog.scores.setCurrentIndex(1)  # every distinct score
    assert not dialog.bins.isEnabled()
    dialog.show_button.click()
    progress = small.window.progress
    small.qtbot.waitUntil(progress.open.isVisible, timeout=60_000)
    assert small.snapshot.dataset is before
    with small.qtbot.waitSignal(small.workspace.file_opened):
        progress.open.click()
    small.settle()
    assert small.snapshot.dataset.n_instances == N_ROWS
    assert not progress.isVisible()


def test_that_cancel_leaves_nothing_behind(small: Any, large: Path) -> None:
    offered(small, large).show_button.click()
    hold(small)
    small.window.progress.cancel.click()
    assert not small.window.progress.isVisible()
    small.qtbot.waitUntil(lambda: left_in(large.parent) == {"large.parquet"}, timeout=60_000)
    assert not small.application.commands.counting.is_busy


def test_that_closing_asks_and_leaves_nothing_behind(small: Any, large: Path) -> None:
    offered(small, large).show_button.click()
    hold(small)
    assert not small.window.close()
    box = shown(small, QMessageBox)
    with small.qtbot.waitSignal(small.window.closing, timeout=60_000):
        next(one for one in box.buttons() if "Stop" in one.text()).click()
    small.qtbot.waitUntil(lambda: left_in(large.parent) == {"large.parquet"}, timeout=60_000)


def test_that_columns_are_asked_about_as_on_opening(small: Any, tmp_path: Path) -> None:
    path = tmp_path / "unclear.parquet"
    rng = np.random.default_rng(4)
    outcome = pa.array(np.array(["red", "blue"])[rng.integers(0, 2, N_ROWS)])
    first, second = (pa.array(rng.random(N_ROWS)) for _ in range(2))
    parquet.write_table(pa.table({"outcome": outcome, "first": first, "second": second}), path)
    offered(small, path).show_button.click()
    dialog = shown(small, ImportDialog)
    assert dialog.open_button.text() == "Coun&t"
    choices = dialog.choices
    choices.positive.setCurrentIndex(choices.positive.findData("red"))
    choices.take(replace(choices.roles(), scores=("first",), positive="red"))
    with small.qtbot.waitSignal(small.workspace.file_opened, timeout=60_000):
        dialog._on_open()
    small.settle()
    assert small.snapshot.dataset.positive_class == "red"
    assert [score.name for score in small.snapshot.dataset.scores] == ["first"]


def test_that_a_failure_is_told_in_words(small: Any, large: Path) -> None:
    dialog = offered(small, large)
    large.write_bytes(b"PAR1 no more")
    dialog.show_button.click()
    box = shown(small, QMessageBox)
    assert "damaged" in box.text()
    assert not small.window.progress.isVisible()
    assert left_in(large.parent) == {"large.parquet"}
    box.close()


def test_that_a_place_that_cannot_be_is_refused_at_its_field(small: Any, large: Path) -> None:
    dialog = offered(small, large)
    for place, word in ((str(large), "another"), (str(large.parent / "no" / "a"), "folder")):
        dialog.place.setText(place)
        dialog.show_button.click()
        assert dialog.isVisible()
        assert word in dialog.place.accessibleDescription()
    dialog.close()


def test_that_files_are_chosen_and_told(small: Any, large: Path) -> None:
    small.window.actions_by_id["count"].trigger()
    dialog = shown(small, CountDialog)
    assert not dialog.show_button.isEnabled()
    assert not dialog.open_button.isVisible()
    dialog._take([str(large.parent)])
    small.qtbot.waitUntil(lambda: "rows" in dialog.facts.text())
    assert dialog.show_button.isEnabled()
    dialog.close()


def test_that_what_is_not_installed_is_said_with_the_command(qtbot: Any, large: Path) -> None:
    dialog = CountDialog([large], is_installed=False)
    qtbot.addWidget(dialog)
    assert not dialog.show_button.isEnabled()
    assert dialog.lacking.isVisibleTo(dialog)
    dialog.lacking.copy.click()
    assert QApplication.clipboard().text() == INSTALL


def test_that_counting_and_opening_the_counts_tell_the_same(large: Path, tmp_path: Path) -> None:
    from evalgui.io.counting.count import Counting
    from evalgui.io.loading import load

    said = count([large], tmp_path / "c.parquet", Counting(n_bins=10))
    found = load(tmp_path / "c.parquet")
    assert found.proposal.roles.bins == ("similarity", "bin_high")
    told = " ".join(str(one.text) for one in found.table.findings)
    assert said.sources[0]["sha256"] in told


def test_that_a_folder_that_would_not_fit_is_offered_to_be_counted(
    small: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    for place in range(2):
        parquet.write_table(rows().slice(place * 100, 100), folder / f"{place}.parquet")
    dialog = offered(small, folder)
    assert "2 files of" in dialog.facts.text()
    assert dialog.place.text() == str(tmp_path / "run-counts.parquet")
    with small.qtbot.waitSignal(small.workspace.file_opened, timeout=60_000):
        dialog.show_button.click()
    small.settle()
    assert small.snapshot.dataset.n_instances == 200
