"""Each choice has one truth: however it was made, every place that shows it shows the same.

`WAYS` says how each choice can be made, `PLACES` where it can be read. Every way is tried, and
after each every place of every choice is asked; then the choice is taken back and made again.
"""

from __future__ import annotations

import pytest

from evalgui.core.requests import SetThreshold
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.app import Application
from evalgui.gui.start_options import Start
from evalgui.workspace.file_requests import OpenFiles
from tests.support.places_that_show import OF_CLASSES, OF_TWO, PLACES, SLOW
from tests.support.sureness import SAME_FOR_ALL
from tests.support.ways_to_choose import CLASSES, ROLES, ROWS, TEXT, WAYS


def agree(program, choice, value, way=""):
    """Ask all places of the choice for its value, and those of all others for one of theirs."""
    program.settle()
    for name in OF_CLASSES if WAYS[choice].is_of_classes else OF_TWO:
        places = PLACES[name]
        expected = value if name == choice else places["snapshot"](program)
        told = {
            place: read(program)
            for place, read in places.items()
            if name == choice or place not in SLOW
        }
        assert told == dict.fromkeys(told, expected), (choice, way, name)
    if not WAYS[choice].is_of_classes:
        count_by_hand(program)


def count_by_hand(program):
    """Compare the four counts and the area with what comes of the rows themselves."""
    snapshot = program.snapshot
    higher, name = snapshot.score.higher_is_positive, snapshot.positive_name
    at = 2 if snapshot.score.name == "marker" else 3
    rows = [row for row in ROWS if not snapshot.dataset.subset or row[0] % 2 == 0]
    sign = 1 if higher else -1
    own = [sign * row[at] for row in rows if row[1] == name]
    rest = [sign * row[at] for row in rows if row[1] != name]
    cut, counts = sign * snapshot.point.threshold, snapshot.point.counts
    assert (counts.tp, counts.fp) == tuple(sum(s >= cut for s in one) for one in (own, rest))
    assert (counts.actual_positives, counts.actual_negatives) == (len(own), len(rest))
    won = sum((a > b) + (a == b) / 2 for a in own for b in rest)
    assert snapshot.ranking.value("roc_auc") == won / (len(own) * len(rest))


# --------------------------------------------------------------------------------- tests


@pytest.fixture
def asked(program, tmp_path, capsys):
    """The program, with what the ways and places need beside it."""
    program.folder, program.capsys = tmp_path, capsys
    return program


def open_two(program):
    program.path = program.folder / "tumours.csv"
    program.path.write_text(TEXT, encoding="utf-8")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((program.path,), roles=ROLES))
    program.window.docks["data"].show()
    program.window.docks["data"].raise_()
    program.qtbot.waitUntil(lambda: program.window.data.model.rowCount() == 5)
    program.settle()


def open_classes(program):
    program.path = program.folder / "pets.csv"
    program.path.write_text(CLASSES, encoding="utf-8")
    program.open_path(program.path)
    program.window.docks["classes"].show()
    program.window.docks["classes"].raise_()
    program.settle()


def wait_for(program, choice, value):
    """Wait until a choice holds, and nothing is on its way."""
    read = PLACES[choice]["snapshot"]
    program.qtbot.waitUntil(
        lambda: read(program) == value and not program.workspace.staged.staging.is_busy
    )


def make(program, choice, way, value):
    """Make a choice, wait until it holds, and return it; a mouse chooses what counts the same."""
    made = WAYS[choice].ways[way](program, value)
    value = made if choice == "threshold" and made is not None else value
    wait_for(program, choice, value)
    return value


@pytest.mark.parametrize("choice", WAYS)
def test_that_every_place_shows_what_was_chosen_in_every_way(asked, choice):
    about = WAYS[choice]
    for way in about.ways:
        (open_classes if about.is_of_classes else open_two)(asked)
        first, other = about.values
        if choice == "threshold":
            asked.workspace.ask(SetThreshold(first))
        agree(asked, choice, first, way)
        other = make(asked, choice, way, other)
        agree(asked, choice, other, way)
        if about.is_step and way != "saved choices":  # which open the file anew
            for go, value in (("undo", first), ("redo", other)):
                getattr(asked.workspace.history, go)()
                wait_for(asked, choice, value)
                agree(asked, choice, value, (way, go))
        agree(asked, choice, make(asked, choice, way, first), way)


def test_that_every_choice_has_ways_and_places():
    assert set(WAYS) == set(PLACES)
    assert all(len(places) > 1 and "snapshot" in places for places in PLACES.values())


def test_that_no_choice_leaks_into_another_data_set(asked):
    open_two(asked)
    second = asked.folder / "second.csv"
    second.write_text(TEXT.replace("\nr", "\ns"), encoding="utf-8")
    with asked.qtbot.waitSignal(asked.workspace.file_opened):
        asked.workspace.ask(OpenFiles((asked.path, second), roles=ROLES))
    chosen = [choice for choice in OF_TWO if choice not in SAME_FOR_ALL]
    show = asked.window.data.data_set_selected.emit
    show(0)
    fresh = {choice: PLACES[choice]["snapshot"](asked) for choice in chosen}
    asked.workspace.ask(SetThreshold(7.0))
    for choice in chosen:
        value = WAYS[choice].values[1]
        if PLACES[choice]["snapshot"](asked) != value:
            make(asked, choice, next(iter(WAYS[choice].ways)), value)
    kept = {choice: PLACES[choice]["snapshot"](asked) for choice in chosen}
    assert all(kept[choice] != fresh[choice] for choice in chosen)
    n_steps = len(asked.workspace.data_sets.shown.history.past)
    show(1)
    for choice in chosen:
        agree(asked, choice, fresh[choice])
    assert not asked.workspace.history.can_undo
    show(0)
    for choice in chosen:
        agree(asked, choice, kept[choice])
    assert len(asked.workspace.data_sets.shown.history.past) == n_steps


def test_that_the_next_start_remembers_the_vocabulary_alone(asked, qapp):
    open_two(asked)
    make(asked, "vocabulary", "menu", Vocabulary.CLINICAL)
    make(asked, "positive class", "toolbar", "benign")
    asked.window.close()
    again = Application(qapp, Start())
    asked.qtbot.addWidget(again.window)
    again.window.show()
    try:
        assert again.workspace.snapshot.choices.vocabulary is Vocabulary.CLINICAL
        assert again.window.vocabulary is Vocabulary.CLINICAL
        assert again.workspace.snapshot.dataset is None
    finally:
        again.window.close()
        again.deleteLater()
