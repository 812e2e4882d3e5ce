"""A workspace opens without a window: its sources are found, and its data are as they were."""

import hashlib
import os
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.errors import CancelledError, DataError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.io.bytes.clipboard import Pasted
from evalgui.io.keeping.archive import packed
from evalgui.io.keeping.embedded import Embedded, embedded_bytes
from evalgui.io.keeping.kept import Kept, KeptSource
from evalgui.io.keeping.opening import (
    State,
    embedded_in,
    kept_source,
    load_kept,
    open_kept,
    relinked,
)
from evalgui.io.loading import load, load_source
from evalgui.io.loading_together import load_together
from evalgui.io.meaning import Roles
from tests.io.keeping.saving import data_set_of, saved

CSV = "label;marker\n" + "ill;1,5\nwell;0,25\nill;0,5\nwell;0,125\n" * 5
ROLES = Roles(truth="label", scores=("marker",), positive="ill", set_aside_unreadable=True)


@pytest.fixture
def places(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "work").mkdir()
    path = tmp_path / "data" / "a.csv"
    path.write_text(CSV)
    return path, tmp_path / "work" / "W.evalgui"


def require_same(one, other):
    assert np.array_equal(one.dataset.scores[0].values, other.dataset.scores[0].values)
    assert np.array_equal(one.dataset.truth, other.dataset.truth)
    assert one.dataset.classes == other.dataset.classes
    assert one.table.name == other.table.name
    assert one.table.how == other.table.how
    assert one.sha256 == other.sha256
    assert one.proposal.roles == other.proposal.roles


def test_that_a_source_is_found_from_the_workspace(places):
    path, workspace = places
    loaded = saved(workspace, path, roles=ROLES)
    opened = open_kept(workspace)
    assert opened.kept.sources[0].path == "../data/a.csv"
    assert opened.states_of(0) == (State.SAME,)
    assert opened.unsettled == ()
    require_same(load_kept(opened, 0), loaded)


def test_that_both_may_move_together(places, tmp_path):
    path, workspace = places
    loaded = saved(workspace, path, roles=ROLES)
    (tmp_path / "far").mkdir()
    (tmp_path / "data").rename(tmp_path / "far" / "data")
    (tmp_path / "work").rename(tmp_path / "far" / "work")
    opened = open_kept(tmp_path / "far" / "work" / "W.evalgui")
    require_same(load_kept(opened, 0), loaded)


def test_that_a_source_beside_the_workspace_is_found(places):
    path, workspace = places
    loaded = saved(workspace, path, roles=ROLES)
    path.rename(workspace.with_name("a.csv"))
    opened = open_kept(workspace)
    assert opened.states_of(0) == (State.SAME,)
    require_same(load_kept(opened, 0), loaded)


def test_that_a_workspace_behind_a_link_finds_its_sources(places, tmp_path):
    path, workspace = places
    saved(workspace, path, roles=ROLES)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link.evalgui").symlink_to(workspace)
    opened = open_kept(tmp_path / "elsewhere" / "link.evalgui")
    assert opened.states_of(0) == (State.SAME,)


def test_that_no_full_path_is_kept(places):
    path, workspace = places
    saved(workspace, path, roles=ROLES, embeds=True)
    with zipfile.ZipFile(workspace) as archive:
        contents = [archive.read(name) for name in archive.namelist()]
    assert any(b'"path": "../data/a.csv"' in content for content in contents)
    for folder in path.parents[:-2]:
        assert all(os.fsencode(folder) + b"/" not in content for content in contents)


@pytest.mark.parametrize("content", [CSV + "ill;9\n", CSV.replace("1,5", "1,6")])
def test_that_a_changed_source_is_never_taken_for_the_same(places, content):
    path, workspace = places
    saved(workspace, path, roles=ROLES)
    path.write_text(content)
    opened = open_kept(workspace)
    assert opened.states_of(0) == (State.CHANGED,)
    assert opened.unsettled == (0,)
    with pytest.raises(DataError, match=r"a\.csv: the file has changed since .* Find the file"):
        load_kept(opened, 0)
    anew = load_kept(opened, 0, anew=True)
    assert anew.sha256 == hashlib.sha256(content.encode()).hexdigest()


def test_that_a_missing_source_is_said_and_found_by_its_content(places, tmp_path):
    path, workspace = places
    loaded = saved(workspace, path, roles=ROLES)
    (tmp_path / "other" / "deep").mkdir(parents=True)
    (tmp_path / "other" / "b.csv").write_text(CSV.replace("1,5", "1,6"))
    there = path.rename(tmp_path / "other" / "deep" / "renamed.csv")
    opened = open_kept(workspace)
    assert opened.states_of(0) == (State.MISSING,)
    with pytest.raises(DataError, match=r"a\.csv: the file is not where it was"):
        load_kept(opened, 0)
    for place in (there, tmp_path / "other"):
        found = relinked(opened, place)
        assert found.paths_of(0) == (there,)
        require_same(load_kept(found, 0), loaded)
    elsewhere = relinked(opened, tmp_path / "other" / "b.csv")
    assert elsewhere.states_of(0) == (State.MISSING,)


@pytest.mark.parametrize("fate", ["changed", "missing"])
def test_that_embedded_data_are_taken_where_the_file_is_another(places, fate):
    path, workspace = places
    loaded = saved(workspace, path, roles=ROLES, embeds=True)
    if fate == "changed":
        path.write_text(CSV + "ill;9\n")
    else:
        path.unlink()
    opened = open_kept(workspace)
    require_same(load_kept(opened, 0), loaded)
    if fate == "changed":
        assert load_kept(opened, 0, anew=True).sha256 != loaded.sha256


def test_that_pasted_text_comes_back(tmp_path):
    pasted = Pasted("y\ts\n" + "1\t0.5\n0\t0.25\n" * 5)
    source = pasted.source()
    loaded = load_source(source, roles=Roles(truth="y", scores=("s",), positive="1"))
    one = KeptSource(pasted.name, source.sha256, len(source.content))
    name = "data/1.parquet"
    data = {name: embedded_bytes(Embedded(loaded.table, loaded.sha256, pasted.text))}
    path = tmp_path / "W.evalgui"
    path.write_bytes(packed(Kept((one,), (data_set_of(loaded, (0,), name),)), data))
    opened = open_kept(path)
    assert opened.states_of(0) == (State.TEXT,)
    assert opened.unsettled == ()
    require_same(load_kept(opened, 0), loaded)
    assert embedded_in(opened, 0).text == pasted.text


def test_that_several_files_make_one_data_set_again(tmp_path):
    (tmp_path / "scores.csv").write_text("id,score\n" + "".join(f"{n},{n / 8}\n" for n in range(9)))
    (tmp_path / "key.csv").write_text(
        "id,label\n" + "".join(f"{n},{'ill' if n > 4 else 'well'}\n" for n in range(9))
    )
    paths = (tmp_path / "scores.csv", tmp_path / "key.csv")
    together = load_together(paths, roles=Roles(positive="ill"))
    (loaded,) = together.results
    workspace = tmp_path / "W.evalgui"
    sources = tuple(
        kept_source(path, one.sha256, path.stat().st_size, workspace)
        for path, one in zip(paths, together.files, strict=True)
    )
    for name in (None, "data/1.parquet"):
        data = {}
        if name:
            data = {name: embedded_bytes(Embedded(loaded.table, loaded.sha256))}
            paths[0].unlink()
        workspace.write_bytes(packed(Kept(sources, (data_set_of(loaded, (0, 1), name),)), data))
        require_same(load_kept(open_kept(workspace), 0), loaded)


def test_that_a_source_that_cannot_be_read_is_said_to_be(places):
    path, workspace = places
    saved(workspace, path, roles=ROLES)
    path.unlink()
    os.mkfifo(path)
    assert open_kept(workspace).states_of(0) == (State.MISSING,)


def test_that_a_workspace_of_others_leads_to_no_network(places):
    path, workspace = places
    loaded = load(path, roles=ROLES)
    for where in ("//server/share/a.csv", "\\\\server\\share\\a.csv"):
        source = KeptSource("a.csv", loaded.sha256, path.stat().st_size, where)
        workspace.write_bytes(packed(Kept((source,), (data_set_of(loaded, (0,)),))))
        assert open_kept(workspace).states_of(0) == (State.MISSING,)


def test_that_a_change_during_the_reading_is_noticed(places):
    path, workspace = places
    saved(workspace, path, roles=ROLES)
    opened = open_kept(workspace)
    path.write_text(CSV.replace("1,5", "1,6"))
    with pytest.raises(DataError, match="changed while it was read"):
        load_kept(opened, 0)


def test_that_opening_can_be_cancelled(places):
    path, workspace = places
    saved(workspace, path, roles=ROLES)
    with pytest.raises(CancelledError):
        open_kept(workspace, Watch(cancelled=lambda: True))


@pytest.mark.parametrize("content", [b"", b"PK", b"label,score\n"])
def test_that_no_workspace_is_refused(tmp_path, content):
    (tmp_path / "W.evalgui").write_bytes(content)
    with pytest.raises(EvalguiError, match=r"W\.evalgui: this is no workspace of this program"):
        open_kept(tmp_path / "W.evalgui")
    with pytest.raises(EvalguiError, match="no such file"):
        open_kept(tmp_path / "none.evalgui")


def test_that_a_name_with_a_folder_is_that_of_the_data_set(places):
    path, workspace = places
    loaded = saved(workspace, path, roles=ROLES)
    named = replace(data_set_of(loaded, (0,)), name="run1/a.csv")
    source = kept_source(path, loaded.sha256, path.stat().st_size, workspace)
    workspace.write_bytes(packed(Kept((source,), (named,))))
    found = load_kept(open_kept(workspace), 0)
    assert (found.table.name, found.dataset.name) == ("run1/a.csv", "run1/a.csv")
