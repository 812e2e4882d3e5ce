"""A format is added by one entry of `FORMATS`: opening, dialog, help and inspection follow."""

from __future__ import annotations

import gzip
import zipfile
from dataclasses import fields, replace

import pytest

from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.gui import help_pages
from evalgui.io.bytes import compression
from evalgui.io.bytes.source import Source
from evalgui.io.formats import registry
from evalgui.io.formats.format import Format
from evalgui.io.loading import load
from evalgui.io.meaning.reading import Reading
from evalgui.io.table.pyarrow_names import arrow
from evalgui.io.table.raw_column import RawColumn
from evalgui.io.table.raw_table import RawTable
from evalgui.io.writers.import_log import log_lines, log_of
from evalgui.io.writers.inspection import inspect
from evalgui.locations import resources

MARK = b"TALLY 1\n"


def is_tally(source):
    return source.head.startswith(MARK)


def read_tally(source, _options, _watch):
    lines = source.data.decode().splitlines()[1:]
    header, *rows = [line.split("/") for line in lines]
    cells = zip(*rows, strict=True)
    columns = tuple(
        RawColumn(name, arrow.chunked_array([arrow.array(own)]))
        for name, own in zip(header, cells, strict=True)
    )
    return RawTable(name=source.name, columns=columns, n_rows=len(rows), how=Reading("tally sheet"))


TALLY = Format(
    "tally sheet",
    is_tally,
    read_tally,
    suffixes=(".tally",),
    description="Tally",
    help="sheets of a counter, with a | or a / between the cells",
)
CONTENT = (
    MARK
    + b"truth/score\n"
    + b"".join(f"{'sick' if n % 3 else 'healthy'}/{n % 7}\n".encode() for n in range(30))
)


@pytest.fixture(params=["behind", "before"])
def _added(request, monkeypatch):
    """One more entry, at either end."""
    others = registry.FORMATS
    added = (*others, TALLY) if request.param == "behind" else (TALLY, *others)
    monkeypatch.setattr(registry, "FORMATS", added)


@pytest.fixture
def path(tmp_path):
    target = tmp_path / "ward.tally"
    target.write_bytes(CONTENT)
    return target


@pytest.mark.usefixtures("_added")
def test_that_a_file_of_it_opens_whatever_it_is_packed_in(path, tmp_path):
    loaded = load(path)
    assert loaded.dataset is not None
    assert loaded.dataset.n == 30
    assert "tally sheet" in "\n".join(log_lines(log_of(loaded), None))
    packed = tmp_path / "ward.tally.gz"
    packed.write_bytes(gzip.compress(CONTENT))
    assert load(packed).table.how.format == "tally sheet in gzip"
    archive = tmp_path / "ward.zip"
    with zipfile.ZipFile(archive, "w") as target:
        target.writestr("ward.tally", CONTENT)
    assert load(archive).table.how.format == "tally sheet in zip"


@pytest.mark.usefixtures("_added")
def test_that_it_is_inspected(path):
    found = inspect([path]).as_json()
    assert (found["status"], found["format"]) == ("loaded", "tally sheet")
    assert found["columns"] == ["truth", "score"]
    assert found["class_counts"] == {"healthy": 10, "sick": 20}


@pytest.mark.usefixtures("_added")
def test_that_the_dialog_and_the_help_know_it():
    assert "*.tally" in registry.patterns().split()
    page = (resources() / "help" / "files.md").read_text(encoding="utf-8")
    row = r"| Tally | sheets of a counter, with a \| or a / between the cells |"
    assert row not in page
    assert row in registry.with_formats(page).splitlines()


def test_that_what_is_not_read_has_a_remedy_alone(path, monkeypatch):
    known = Format(phrase("a tally sheet"), is_tally, remedy=phrase("Count again"))
    monkeypatch.setattr(registry, "FORMATS", (known, *registry.FORMATS))
    with pytest.raises(ReadingError, match=r"that format is not read here\. Count again"):
        load(path)
    assert "*.tally" not in registry.patterns().split()
    page = (resources() / "help" / "files.md").read_text(encoding="utf-8")
    assert "| a tally sheet | Count again |" in registry.with_formats(page).splitlines()


@pytest.mark.usefixtures("_added")
def test_that_all_else_is_still_what_it_was(tmp_path):
    plain = tmp_path / "plain.csv"
    plain.write_text("truth,score\nyes,1\nno,0\n", encoding="utf-8")
    assert load(plain).table.how.format == "delimited text"


def test_that_the_page_in_the_repository_is_made_of_the_formats():
    page = (resources() / "help" / "files.md").read_text(encoding="utf-8")
    assert registry.START in page
    assert registry.END in page
    assert registry.with_formats(page) == page, (
        "the table of formats is another than they say themselves: python3 packaging/help_files.py"
    )
    shown = help_pages.MARK.sub("", registry.without_marks(page))
    assert "<!--" not in shown
    assert registry.formats_table() in shown
    assert registry.remedies_table() in shown


def test_that_a_page_without_a_table_of_formats_stays_as_it_is():
    assert registry.with_formats("# Other\n") == "# Other\n"
    assert registry.without_marks("# Other\n") == "# Other\n"


def test_that_every_ending_is_asked_for_once_and_text_first():
    found = registry.patterns().split()
    assert len(set(found)) == len(found)
    assert found[:2] == ["*.csv", "*.tsv"]
    wanted = {"*.parquet", "*.xlsx", "*.ods", "*.sav", "*.dta", "*.sas7bdat", "*.xpt", "*.arff"}
    wanted |= {"*.json", "*.jsonl", "*.npy", "*.npz", "*.h5", "*.html", "*.fods", "*.feather"}
    assert wanted | {"*.zip", "*.gz", "*.bz2", "*.xz", "*.zst"} <= set(found)


@pytest.mark.parametrize("name", compression.SUFFIXES)
def test_that_every_compression_is_asked_for(name):
    assert f"*{name}" in registry.patterns().split()


@pytest.mark.parametrize(
    ("field", "wrong", "sentence"),
    [
        ("name", "", 'a format needs a name: write name="Parquet"'),
        ("sniff", None, "needs a function sniff(source): give it as sniff=sniff"),
        ("read", None, "needs a function read(source, options, watch): give it as read=read"),
        ("suffixes", (), 'write suffixes=(".pq",), and not ()'),
        ("suffixes", ".tally", "and not '.tally'"),
        ("suffixes", ("tally",), "and not ('tally',)"),
        ("suffixes", (".TALLY",), "in small letters with the point"),
        ("description", "", 'its name in the help: write description="Excel, OpenDocument"'),
        ("help", "", 'one line for the help: write help="what is understood of a file"'),
        ("help", "two\nlines", "one line for the help"),
    ],
)
def test_that_a_missing_piece_is_asked_for_in_words(field, wrong, sentence):
    with pytest.raises((TypeError, ValueError)) as caught:
        replace(TALLY, **{field: wrong})
    assert sentence in str(caught.value)
    assert field == "name" or "'tally sheet'" in str(caught.value)


def test_that_leaving_a_piece_out_is_as_leaving_it_empty():
    pieces = {field.name: getattr(TALLY, field.name) for field in fields(TALLY)}
    for name in ("suffixes", "description", "help"):
        with pytest.raises(ValueError, match=f"write {name}="):
            Format(**{key: value for key, value in pieces.items() if key != name})


def test_that_a_reader_that_returns_no_table_is_named():
    empty = replace(TALLY, read=lambda *_asked: None)
    with pytest.raises(
        TypeError, match=r"'tally sheet' is read as NoneType: let read return a RawTab"
    ):
        empty.table(Source("ward", MARK, ""), None, None)
