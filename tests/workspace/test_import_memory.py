import os
from dataclasses import replace

import pytest

from evalgui.io.loading import load
from evalgui.io.meaning.reading import ReadOptions
from evalgui.io.meaning.reasons import Role
from evalgui.io.meaning.roles import Roles
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.workspace.import_memory import ImportMemory

SPEC = ImportSpec(("d", "m"), ReadOptions(), Roles(truth="d", scores=("m",), positive="y"))


@pytest.fixture
def memory(tmp_path):
    return ImportMemory(tmp_path / "imports")


def test_what_was_remembered_comes_back(memory):
    assert memory.recall(SPEC.signature) is None
    memory.remember(SPEC)
    assert memory.recall(SPEC.signature) == SPEC
    memory.clear()
    assert memory.recall(SPEC.signature) is None


def test_that_guesses_that_were_accepted_come_back_as_such(memory):
    accepted = replace(SPEC, accepted=(Role.POSITIVE, Role.TRUTH))
    memory.remember(accepted)
    assert memory.recall(SPEC.signature) == accepted


def test_damage_means_to_ask_again(memory, tmp_path):
    memory.remember(SPEC)
    (file,) = (tmp_path / "imports").iterdir()
    file.write_text("{", encoding="utf-8")
    assert memory.recall(SPEC.signature) is None


def test_that_a_folder_that_cannot_be_made_is_no_obstacle(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    memory = ImportMemory(tmp_path / "file" / "imports")
    memory.remember(SPEC)
    assert memory.recall(SPEC.signature) is None


def test_that_the_oldest_choices_give_way(memory, tmp_path):
    memory.remember(SPEC)
    (oldest,) = (tmp_path / "imports").iterdir()
    os.utime(oldest, (1, 1))
    for number in range(200):
        memory.remember(ImportSpec((f"c{number}",), ReadOptions(), Roles()))
    assert len(memory) == 200
    assert memory.recall(SPEC.signature) is None


def test_that_files_with_the_same_columns_are_read_the_same_way(memory, tmp_path):
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_text("d;m;w\ny;1,5;7,5\nn;2,5;8,5\n", encoding="utf-8")
    second.write_text("d;m;w\nn;3,5;7,5\ny;2,5;8,5\n", encoding="utf-8")
    assert load(first, recall=memory.recall).dataset is None  # it has to be asked
    roles = Roles(truth="d", scores=("m",), positive="y", higher_is_positive=False)
    decided = load(first, roles=roles)
    memory.remember(ImportSpec.of(decided.table, decided.proposal.roles))
    found = load(second, recall=memory.recall)
    assert found.dataset is not None
    assert [score.name for score in found.dataset.scores] == ["m"]
    assert not found.dataset.scores[0].higher_is_positive
    assert found.proposal.reasons[0].sentence == "read as you decided for a file with these columns"
    # Decided for these files is not decided for those without the class.
    second.write_text("d;m;w\nn;3,5;7,5\nz;2,5;8,5\n", encoding="utf-8")
    assert load(second, recall=memory.recall).dataset is None


@pytest.mark.skipif(os.name == "nt", reason="about rights of POSIX")
def test_that_nobody_else_may_read_what_was_decided(tmp_path):
    folder = tmp_path / "settings" / "imports"
    ImportMemory(folder).remember(SPEC)
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    file.chmod(0o644)  # as an earlier version left it
    ImportMemory(folder)
    assert file.stat().st_mode & 0o777 == 0o600
