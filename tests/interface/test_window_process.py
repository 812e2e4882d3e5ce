"""`show` opens the window on data of Python, which touch no disk on their way."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import evalgui
from evalgui.cli import parse
from evalgui.cli.handing_over import packed
from evalgui.interface import window_process as showing
from evalgui.io.bytes.source import Source
from evalgui.io.sandbox.parent import command as own_program
from evalgui.io.table import texts_of


def handed(monkeypatch, data):
    """Let what is started read some bytes, and return what the command line asks for."""
    monkeypatch.setattr("evalgui.cli.handing_over.received", lambda: data)
    return parse(["--handed-over"])


@pytest.fixture
def started(monkeypatch):
    calls = []

    def run(command, **known):
        calls.append((command, known["input"]))
        return subprocess.CompletedProcess(command, 0, b'{"decided": null}\n', b"")

    monkeypatch.setattr(showing.subprocess, "run", run)
    return calls


def test_that_a_table_goes_through_a_pipe_whole(started, monkeypatch):
    scores = np.array([0.1, 0.2, np.nan], np.float32)
    frame = pd.DataFrame({"y": ["a", "b", None], "s": scores})
    evalgui.show(frame, truth="y", score="s", positive="a", name="mine", theme="dark")
    ((command, data),) = started
    assert command == own_program("--handed-over")
    window = handed(monkeypatch, data)
    assert window.handed.name == "mine"
    exact = float(np.float32(0.1)), float(np.float32(0.2))
    assert window.handed.text.splitlines() == [
        '"y"\t"s"',
        f'"a"\t"{exact[0]!r}"',
        f'"b"\t"{exact[1]!r}"',
        '""\t""',
    ]
    assert (window.roles.truth, window.roles.scores) == ("y", ("s",))
    assert (window.roles.positive, window.appearance) == ("a", "dark")


def test_that_arrays_are_shown_and_files_are_named(started, monkeypatch, tmp_path):
    evalgui.show(truth=[1, 0], score=[0.5, 0.25], positive=1)
    assert handed(monkeypatch, started[0][1]).roles.truth == "truth"
    evalgui.show(tmp_path / "a.csv", positive="1")
    evalgui.show("-a.csv")
    file = str(tmp_path / "a.csv")
    assert started[1][0] == own_program(file, "--positive", "1", "--print-decision")
    assert started[2][0] == own_program("./-a.csv", "--print-decision")


def test_that_mistakes_are_told_before_anything_is_started(started):
    for asked, told in (
        ({"data": {"y": [1]}, "threshold": 1}, "unrecognized arguments"),
        ({"data": {"y": [1], "s": [1, 2]}}, "length"),
        ({"data": {"y": [1]}, "theme": "pink"}, "theme: invalid choice"),
    ):
        with pytest.raises(evalgui.EvalguiError, match=told):
            evalgui.show(**asked)
    assert started == []


def test_that_nothing_handed_over_is_refused(monkeypatch, capsys):
    for data in (b"", b"no json\n", b"{}\n", packed("a", ["--nothing"], b"")):
        with pytest.raises(SystemExit):
            handed(monkeypatch, data)
        assert capsys.readouterr().err.count("\n") == 1


def test_that_a_window_that_cannot_be_opened_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("QT_QPA_PLATFORM", "nonsense")
    with pytest.raises(evalgui.EvalguiError, match="there is no display"):
        evalgui.show(truth=[1, 0], score=[2, 1])
    with pytest.raises(evalgui.EvalguiError, match=r"a\.csv: there is no such file"):
        evalgui.show(tmp_path / "a.csv")


def test_that_the_window_opens_on_them(tmp_path):
    picture = tmp_path / "shown.png"
    options = {"truth": [1, 0, 1, 0], "score": [4, 3, 2, 1], "positive": 1}
    before = dict(os.environ), sys.excepthook
    assert evalgui.show(**options, screenshot=str(picture), size="900x600") is None
    assert picture.stat().st_size > 1_000
    assert (dict(os.environ), sys.excepthook) == before


cells = st.one_of(
    st.lists(st.none() | st.floats(width=64), min_size=1, max_size=20),
    st.lists(st.none() | st.floats(width=32), min_size=1).map(lambda v: pa.array(v, "float32")),
    st.lists(st.none() | st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=9),
    st.lists(st.none() | st.text(st.characters(codec="utf-8")), min_size=1, max_size=9),
    st.lists(st.none() | st.booleans(), min_size=1, max_size=9),
    st.lists(st.none() | st.dates(), min_size=1, max_size=9),
    st.lists(st.sampled_from(["a", "b"]), min_size=1).map(
        lambda v: pa.array(v).dictionary_encode()
    ),
)


@given(cells)
def test_that_every_cell_is_written_as_python_writes_it(given_cells):
    column = pa.array(given_cells, from_pandas=False)
    table = pa.table({'a\n"\t': column, "b": pa.array(["x"] * len(column))})
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table, max_chunksize=7)
    expected = io.StringIO()
    writer = csv.writer(expected, delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(table.column_names)
    doubles = column.cast("float64") if pa.types.is_float32(column.type) else column
    writer.writerows(zip(texts_of(doubles), ["x"] * len(column), strict=True))
    assert showing._text(Source("", sink.getvalue())).decode() == expected.getvalue()
