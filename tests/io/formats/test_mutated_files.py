"""Damaged and random files: refused or read with every row accounted for, never worse."""

from __future__ import annotations

import gzip
import io
import json
import lzma
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalgui.core.checks import Level
from evalgui.core.errors import EvalguiError
from evalgui.core.progress import Watch
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.writers.inspection import inspect
from tests.support import corpus

if TYPE_CHECKING:
    from evalgui.io.loading import Loaded

LABELS = ["ill", "well"] * 15
SCORES = [round(n * 0.37 % 5, 3) for n in range(30)]
MOST_STEPS = 100_000  # looks at the cancel button; reading 30 rows takes a few dozen


def csv(separator=",", newline="\n", decimal="."):
    rows = [["id", "diagnosis", "score"]]
    rows += [
        [f"{n:03}", label, f"{score}".replace(".", decimal)]
        for n, (label, score) in enumerate(zip(LABELS, SCORES, strict=True))
    ]
    return "".join(separator.join(row) + newline for row in rows).encode()


def json_lines():
    pairs = zip(LABELS, SCORES, strict=True)
    return "".join(json.dumps({"diagnosis": k, "score": s}) + "\n" for k, s in pairs).encode()


def parquet():
    sink = io.BytesIO()
    pq.write_table(pa.table({"diagnosis": LABELS, "score": SCORES}), sink)
    return sink.getvalue()


def npy():
    sink = io.BytesIO()
    labels = np.array([label == "ill" for label in LABELS], dtype=float)
    np.save(sink, np.column_stack([labels, np.array(SCORES)]), allow_pickle=False)
    return sink.getvalue()


GOOD = {
    "comma": csv(),
    "semicolon": csv(";", "\r\n", ","),
    "tab": csv("\t"),
    "blanks": csv("  "),
    "latin": csv().replace(b"ill", b"\xe9ill"),
    "utf-16": csv().decode().encode("utf-16"),
    "json lines": json_lines(),
    "json": b"[" + b",".join(json_lines().splitlines()) + b"]",
    "json lists": json.dumps({"note": "x", "y_true": LABELS, "y_score": SCORES}).encode(),
    "json columns": json.dumps(
        {"diagnosis": dict(enumerate(LABELS)), "score": dict(enumerate(SCORES))}
    ).encode(),
    "parquet": parquet(),
    "npy": npy(),
    "gz": gzip.compress(csv(), mtime=0),
    "xz": lzma.compress(csv()),
    "bob": b"".join(b"s%d s%d p%d %.3f\n" % (n % 3, n % 4, n, s) for n, s in enumerate(SCORES)),
}


STORED = corpus.stored()
# What the suite draws stays the same while more is stored; there the stored files are read as such.
STARTS = {**GOOD, **STORED} if corpus.is_extended() else GOOD


@st.composite
def mutated(draw, names=tuple(STARTS)):
    """Draw a file with a few bytes changed, cut out, doubled, put in or cut off."""
    data = bytearray(STARTS[draw(st.sampled_from(names))])
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        length = draw(st.integers(1, 12))
        change = draw(st.sampled_from(["change", "cut", "double", "put", "end", "nul", "quote"]))
        if change == "change":
            data[at : at + 1] = draw(st.binary(min_size=1, max_size=1))
        elif change == "cut":
            del data[at : at + length]
        elif change == "double":
            data[at:at] = data[at : at + length * 8]
        elif change == "put":
            data[at:at] = draw(st.binary(min_size=1, max_size=12))
        elif change == "end":
            del data[at:]
        else:
            data[at:at] = b"\0" if change == "nul" else b'"'
    return bytes(data)


class Steps:
    """Counts the looks at the cancel button; far too many mean that it would never end."""

    def __init__(self):
        self.n = 0

    def __call__(self):
        self.n += 1
        assert self.n < MOST_STEPS
        return False


def opened(data, tell=lambda _end: None) -> Loaded | None:
    """Open a file as the window does; None where it is refused. Any other error goes on."""
    try:
        loaded = load_source(Source.from_bytes("file", data), watch=Watch(cancelled=Steps()))
    except EvalguiError as error:
        tell(f"refused: {getattr(error.message, 'template', error.message)}")
        return None
    found = (loaded.dataset or loaded.table).findings
    codes = " ".join(sorted({finding.code for finding in found}))
    tell(f"{'asked about' if loaded.dataset is None else 'read'}: {codes}")
    return loaded


def account_for_every_row(loaded):
    """Check that the numbers of a data set conserve the rows of its file."""
    dataset, table = loaded.dataset, loaded.table
    assert all(len(column) == table.n_rows for column in table.columns)
    if dataset is None:
        assert loaded.proposal.question
        return
    if dataset.matrix is not None:
        assert np.all(dataset.matrix.counts >= 0)
        return
    set_aside = sum(exclusion.count for exclusion in dataset.exclusions)
    assert dataset.n + set_aside == dataset.n_rows_in_file == table.n_rows
    for score in dataset.scores:
        assert len(score.values) == dataset.n


@given(data=st.binary(max_size=400))
def test_random_bytes_are_refused_asked_about_or_remarked_on(data):
    with corpus.extended(data) as tell:
        loaded = opened(data, tell)
        if loaded is not None:
            account_for_every_row(loaded)
            assert loaded.dataset is None or loaded.dataset.findings


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(data=mutated())
def test_damaged_files_are_refused_or_accounted_for(data):
    with corpus.extended(data) as tell:
        loaded = opened(data, tell)
        if loaded is not None:
            account_for_every_row(loaded)


@pytest.mark.parametrize("name", STORED)
def test_stored_files_are_refused_or_accounted_for(name):
    """What `packaging/dev.py fuzz` found: each once ended as no other, or failed."""
    loaded = opened(STORED[name])
    if loaded is not None:
        account_for_every_row(loaded)


def test_the_stored_files_are_small():
    assert len(STORED) > 50
    assert sum(map(len, STORED.values())) < 300_000


@given(data=mutated(names=("comma",)))
def test_damaged_text_is_never_read_otherwise_in_silence(data):
    """Where nothing is said of a file without quotes, its cells are what splitting gives."""
    loaded = opened(data)
    if loaded is None or loaded.dataset is None or b'"' in data:
        return
    if any(finding.level is Level.WARNING for finding in loaded.table.findings):
        return
    how = loaded.table.how
    if how.delimiter != "," or how.encoding != "utf-8" or b"#" in data:
        return
    text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    lines = [line for line in text.split("\n") if line.strip()]
    cells = [[cell.strip() for cell in line.split(",")] for line in lines[how.header is True :]]
    table = loaded.table
    width = len(table.columns)
    read = [[column.text(row).strip() for column in table.columns] for row in range(table.n_rows)]
    plain = [row[:width] for row in cells if any(row)]
    assert read == plain


@pytest.mark.parametrize("name", GOOD)
def test_the_good_files_are_good(name):
    loaded = opened(GOOD[name])
    assert loaded is not None
    account_for_every_row(loaded)
    assert loaded.table.n_rows == 30


def test_what_looks_like_an_archive_is_read_by_the_limited_child(tmp_path):
    """A damaged workbook costs a process: a few are enough here."""
    rng = np.random.default_rng(7)
    head = b"PK\x03\x04" + bytes(26)
    for number in range(3):
        path = tmp_path / f"damaged{number}.xlsx"
        path.write_bytes(head + rng.bytes(2_000))
        found = inspect([path]).as_json()
        assert found["status"] == "refused"
        assert path.name in found["message"]
