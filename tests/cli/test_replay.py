"""``evalgui replay``: identical, or a list of differences, and the exit code says so."""

import hashlib
import json
import zipfile

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


@pytest.fixture
def copied(workspace):
    """A workspace in which the data are, too."""
    saved(workspace, workspace.with_name("a.csv"), embeds=True)
    return workspace


def run(capsys, *arguments):
    code = main(["replay", *map(str, arguments)])
    output = capsys.readouterr()
    return code, output.out, output.err


def test_that_what_is_identical_is_said_to_be(capsys, workspace):
    code, out, err = run(capsys, workspace)
    assert (code, err) == (0, "")
    first, digest, third, origin = out.splitlines()
    assert first == "W.evalgui, saved 2026-01-31T12:00:00Z, by evalgui 0.1"
    assert digest == "  its digest fits: it is as it was saved"
    assert third.startswith("a.csv: identical (2")
    sha256 = hashlib.sha256(workspace.with_name("a.csv").read_bytes()).hexdigest()
    assert origin == f"  computed from a.csv, SHA-256 {sha256}"


def test_that_json_says_the_same(capsys, workspace):
    code, out, _ = run(capsys, workspace, "--format", "json")
    found = json.loads(out)
    assert code == 0
    assert (found["identical"], found["workspace"], found["program"]) == (True, "W.evalgui", "0.1")
    (one,) = found["data_sets"]
    assert (one["name"], one["problem"], one["differences"]) == ("a.csv", None, [])
    assert one["n_compared"] > 2_000
    assert one["computed_from"].startswith("a.csv, SHA-256 ")
    assert (found["intact"], one["is_copy"]) == (True, False)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda path: path.write_bytes(path.read_bytes() + b"\n"), "a.csv has changed since"),
        (lambda path: path.unlink(), "a.csv is not where it was"),
    ],
)
def test_that_identical_is_said_of_the_copy_where_the_file_is_another(
    capsys, copied, tmp_path, change, told
):
    change(copied.with_name("a.csv"))
    code, out, err = run(capsys, copied)
    assert (code, err) == (3, "")
    assert "a.csv: the copy in the workspace is identical (" in out
    assert f"computed from the copy in the workspace: {told}" in out
    code, out, _ = run(capsys, copied, "--format", "json")
    found = json.loads(out)
    assert (code, found["identical"], found["data_sets"][0]["is_copy"]) == (3, True, True)
    report = tmp_path / "r.html"
    assert main(["report", str(copied), "--out", str(report)]) == 0
    assert f"computed from the copy in the workspace: {told}" in capsys.readouterr().out
    assert f"the data are the copy in the workspace W.evalgui: {told}" in report.read_text("utf-8")


def test_that_a_change_by_another_hand_is_noticed(capsys, copied, tmp_path):
    again = tmp_path / "again.evalgui"
    packed_again(copied, again, lambda text: json.dumps(json.loads(text), indent=3))
    assert run(capsys, again)[0] == 0  # by whatever program: what it says is the same
    packed_again(copied, again, lambda text: text.replace('"machine-learning"', '"clinical"'))
    code, out, _ = run(capsys, again)
    assert (code, "a.csv: identical (" in out) == (3, True)
    assert "it was changed by another hand since it was saved: its digest does not fit" in out
    report = tmp_path / "r.html"
    assert main(["report", str(again), "--out", str(report)]) == 0
    assert "the workspace was changed by another hand" in capsys.readouterr().out
    assert "again.evalgui was changed by another hand" in report.read_text("utf-8")


def test_that_a_workspace_of_an_earlier_version_has_no_digest(capsys, copied, tmp_path):
    old = tmp_path / "old.evalgui"
    packed_again(copied, old, lambda text: json.dumps(without_digest(json.loads(text))))
    code, out, _ = run(capsys, old)
    assert (code, "a.csv: identical (" in out) == (0, True)
    assert "it has no digest, as of an earlier version" in out


def without_digest(said):
    assert len(said.pop("digest")) == 64
    return said


def packed_again(workspace, place, change):
    """Write a workspace with another description, as another program does."""
    with zipfile.ZipFile(workspace) as before, zipfile.ZipFile(place, "w") as after:
        for name in before.namelist():
            content = before.read(name)
            after.writestr(name, change(content.decode()) if name.endswith(".json") else content)


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
