"""``evalgui replay``: identical, or a list of differences, and the exit code says so."""

import json

import pytest

from evalgui.__main__ import main
from evalgui.io.samples import sample_by_id
from tests.io.keeping.saving import saved


@pytest.fixture
def workspace(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(sample_by_id("tharwat-2018").path.read_bytes())
    saved(tmp_path / "W.evalgui", path)
    return tmp_path / "W.evalgui"


def run(capsys, *arguments):
    code = main(["replay", *map(str, arguments)])
    output = capsys.readouterr()
    return code, output.out, output.err


def test_that_what_is_identical_is_said_to_be(capsys, workspace):
    code, out, err = run(capsys, workspace)
    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert first == "W.evalgui, saved 2026-01-31T12:00:00Z, by evalgui 0.1"
    assert second.startswith("a.csv: identical (2")


def test_that_json_says_the_same(capsys, workspace):
    code, out, _ = run(capsys, workspace, "--format", "json")
    found = json.loads(out)
    assert code == 0
    assert (found["identical"], found["workspace"], found["program"]) == (True, "W.evalgui", "0.1")
    (one,) = found["data_sets"]
    assert (one["name"], one["problem"], one["differences"]) == ("a.csv", None, [])
    assert one["n_compared"] > 2_000


def test_that_other_data_are_told_with_exit_code_1(capsys, workspace):
    path = workspace.with_name("a.csv")
    path.write_text(path.read_text() + "\n")
    code, out, _ = run(capsys, workspace)
    assert code == 1
    assert "a.csv: not computed again: a.csv: the file has changed since" in out
    code, out, _ = run(capsys, workspace, "--format", "json")
    assert code == 1
    assert json.loads(out)["identical"] is False


def test_that_data_are_found_elsewhere(capsys, workspace, tmp_path):
    (tmp_path / "deep").mkdir()
    workspace.with_name("a.csv").rename(tmp_path / "deep" / "renamed.csv")
    assert run(capsys, workspace)[0] == 1
    code, out, _ = run(capsys, workspace, "--data", tmp_path / "deep")
    assert code == 0
    assert "a.csv: identical" in out


@pytest.mark.parametrize("content", [None, b"", b"truth,score\n1,0.5\n"])
def test_that_what_cannot_be_opened_is_one_line_and_exit_code_2(capsys, tmp_path, content):
    path = tmp_path / "W.evalgui"
    if content is not None:
        path.write_bytes(content)
    code, out, err = run(capsys, path)
    assert (code, out) == (2, "")
    assert err.startswith("evalgui: W.evalgui: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["evaluate", "inspect", "rules", "table", "compare"])
def test_that_other_commands_say_what_a_workspace_is_for(capsys, workspace, command):
    assert main([command, str(workspace)]) == 2
    output = capsys.readouterr()
    said = " ".join((output.out + output.err).split())
    assert "this file is a workspace: it holds no table" in said
    assert "evalgui replay and evalgui report take it" in said
