"""A workspace that is computed again is identical to the last digit, or what differs is listed."""

from dataclasses import replace
from pathlib import Path

import pytest

from evalgui.core.choices import Choices
from evalgui.core.errors import CancelledError
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.metrics import Parameters
from evalgui.core.notes import Notes
from evalgui.core.pins import Pins, Placed
from evalgui.core.progress import Watch
from evalgui.core.provenance import Origin, Provenance
from evalgui.core.snapshot import EMPTY
from evalgui.io.bytes.source import read_source
from evalgui.io.keeping.archive import packed, unpacked
from evalgui.io.keeping.opening import open_kept
from evalgui.io.meaning import Roles
from evalgui.io.replaying import NOT_THERE, Difference, assessed_in, compared, replay, results_of
from evalgui.io.samples import samples
from evalgui.render.json import facts
from tests.io.keeping.saving import saved

DATA = Path(__file__).resolve().parents[1] / "data" / "io"
FILES = [
    DATA.parents[2] / "resources" / "reference" / "formats" / name
    for name in (
        *("general-latin-1.csv", "binned_count_table.csv", "bob-csv.csv", "general-classes.csv"),
        *("general-confusion-matrix.csv", "general-semicolon-decimal-comma.csv"),
        *("compared-subjects.csv", "genuine-impostor-columns.csv", "kaldi-compute-eer.txt"),
    )
]
MADE = Provenance(
    Origin.CHOSEN, "sensitivity", (("sensitivity", 0.75),), "a.csv", "2026-01-31T12:00:00Z"
)


def replayed(workspace):
    (found,) = replay(open_kept(workspace))
    return found


@pytest.mark.parametrize("embeds", [False, True])
@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.id)
def test_that_samples_are_identical(tmp_path, sample, embeds):
    workspace = tmp_path / "W.evalgui"
    path = tmp_path / sample.path.name
    path.write_bytes(sample.path.read_bytes())
    saved(workspace, path, embeds=embeds, roles=sample.roles)
    if embeds:
        path.unlink()
    found = replayed(workspace)
    assert found.differences == ()
    assert found.is_identical
    assert found.n_compared > 1_000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_that_what_was_proposed_is_told_as_it_was(tmp_path, path):
    saved(tmp_path / "W.evalgui", path)
    assert replayed(tmp_path / "W.evalgui").differences == ()


@pytest.fixture
def decided(tmp_path):
    """A workspace in which much was decided."""
    path = tmp_path / "a.csv"
    rows = [
        f"{n};{'ill' if n % 3 else 'well'};{n * 7 % 41 / 8}\n".replace(".", ",") for n in range(60)
    ]
    path.write_text("id;truth;marker\n" + "".join(rows))
    saved(
        tmp_path / "W.evalgui",
        path,
        roles=Roles(
            truth="truth", scores=("marker",), positive="ill", higher_is_positive=False
        ).with_rows_aside([4, 9], "withdrawn"),
        provenance=MADE,
        is_followed=True,
        parameters=Parameters(beta=0.5),
        intervals=IntervalSettings(0.9, {}, 0.1),
        choices=Choices(pins=Pins((Placed(2.0, MADE),)), second=3.0, notes=Notes("note")),
    )
    return tmp_path / "W.evalgui"


def test_that_everything_that_was_decided_is_put_on_again(decided):
    assert replayed(decided).is_identical
    assessed = assessed_in(open_kept(decided), 0)
    assert assessed.snapshot.inputs.is_followed
    assert assessed.snapshot.choices.pinned == 2.0
    assert assessed.snapshot.choices.notes.data == "note"
    assert assessed.snapshot.inputs.parameters.beta == 0.5
    assert facts(assessed.import_log)["rows_used"] == 58


def changed(workspace, change):
    """Store other results in a workspace."""
    archive = unpacked(read_source(workspace))
    (one,) = archive.kept.data_sets
    results = dict(one.results)
    change(results)
    kept = replace(archive.kept, data_sets=(replace(one, results=results),))
    workspace.write_bytes(packed(kept, archive.data))


def test_that_one_digit_is_a_difference(decided):
    stored = open_kept(decided).kept.data_sets[0].results["metrics"]["TPR"]["value"]
    other = stored - 2**-50
    changed(decided, lambda found: found["metrics"]["TPR"].update(value=other))
    found = replayed(decided)
    assert found.differences == (Difference("metrics.TPR.value", other, stored),)
    assert not found.is_identical


def test_that_what_is_missing_is_a_difference(decided):
    changed(decided, lambda found: found.pop("n"))
    found = replayed(decided)
    assert [(one.place, one.stored, one.now) for one in found.differences] == [("n", NOT_THERE, 58)]


def test_that_data_that_are_not_there_are_a_problem(decided):
    path = decided.with_name("a.csv")
    path.rename(decided.with_name("b.csv"))
    assert "the file is not where it was" in replayed(decided).problem
    path.write_text("id;truth;marker\n1;ill;2,0\n")
    assert "the file has changed" in replayed(decided).problem


def test_that_a_workspace_without_results_is_not_identical(decided):
    archive = unpacked(read_source(decided))
    bare = replace(archive.kept.data_sets[0], results=None)
    decided.write_bytes(packed(replace(archive.kept, data_sets=(bare,)), archive.data))
    found = replayed(decided)
    assert found.problem == "no results were stored with it"
    assert not found.is_identical


def test_that_there_are_no_results_of_nothing(decided):
    assessed = assessed_in(open_kept(decided), 0)
    assert results_of(assessed.loaded, EMPTY) is None


def test_that_it_can_be_cancelled(decided):
    with pytest.raises(CancelledError):
        list(replay(open_kept(decided), Watch(cancelled=lambda: True)))


def test_that_everything_is_compared():
    stored = {"a": [1, 2.0, True, None], "b": {"c": "x"}, "d": [1]}
    now = {"a": [1.0, 2, 1, 0], "b": {"c": "y"}, "d": [1, 2], "e": {}}
    found, n_compared = compared(stored, now)
    assert [one.place for one in found] == ["a[2]", "a[3]", "b.c", "d[1]", "e"]
    assert n_compared == 8
    assert compared(stored, stored) == ((), 6)
