"""SPSS, Stata and SAS: labels of values, missing values, dates, and text that stays text."""

from __future__ import annotations

import contextlib
import datetime as dt
import io
import struct
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from evalgui.core.checks import Level
from evalgui.core.errors import CancelledError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.io.bytes.source import Source
from evalgui.io.formats import sas, spss, stata
from evalgui.io.formats.registry import read
from evalgui.io.loading import load_source
from evalgui.io.meaning.reading import ReadOptions
from evalgui.io.sandbox import parent
from evalgui.io.sandbox.columns import Refusal

if TYPE_CHECKING:
    from evalgui.io.table.raw_table import RawTable

SAMPLES = Path(__file__).parents[3] / "resources" / "reference" / "formats"
NAN = float("nan")


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "a.file")


def opened(path: str | Path, sheet: str | None = None) -> RawTable:
    return read(Source.from_bytes("a", Path(path).read_bytes()), ReadOptions(sheet=sheet))


def refusal(data: bytes) -> str:
    with pytest.raises(EvalguiError) as caught:
        read(Source.from_bytes("a", data))
    assert caught.value.hint
    return str(caught.value)


def cells(table: RawTable, name: str) -> list[str]:
    return table.column(name).head(table.n_rows)


def said(table: RawTable) -> dict[str, str]:
    return {finding.code: finding.text for finding in table.findings}


# ----------------------------------------------------------------------------------- SPSS


def write_spss(path: str, columns: dict[str, list[Any]], **options: Any) -> None:
    pyreadstat.write_sav(pd.DataFrame(columns), path, **options)


def test_that_spss_has_classes_by_their_labels_and_missing_values(path: str) -> None:
    columns: dict[str, list[Any]] = {
        "id": ["007", "1E5", "NA", "é8", "9"],
        "truth": [1.0, 2.0, 9.0, 1.0, NAN],
        "sex": ["M", "F", "X", "F", ""],
        "score": [0.1, -99.0, -95.0, 0.25, NAN],
        "n": [1.0, 2.0, 3.0, NAN, 5.0],
    }
    write_spss(
        path,
        columns,
        variable_value_labels={
            "truth": {1: "ill", 2: "well", 9: "unknown"},
            "sex": {"M": "male", "F": "female"},
        },
        missing_ranges={"truth": [9], "score": [{"lo": -99, "hi": -90}], "sex": ["X"]},
        column_labels={"truth": "Disease by biopsy"},
    )
    table = opened(path)
    assert table.how.describe() == "SPSS"
    assert cells(table, "id") == ["007", "1E5", "NA", "é8", "9"]
    assert cells(table, "truth") == ["ill", "well", "", "ill", ""]
    assert cells(table, "sex") == ["male", "female", "", "female", ""]
    assert cells(table, "score") == ["0.1", "", "", "0.25", ""]
    assert cells(table, "n") == ["1", "2", "3", "", "5"]
    found = said(table)
    assert found["marked_missing"] == (
        "values that the file marks as missing, read as missing: 'truth' 1 (9 'unknown'); "
        "'sex' 1 (X); 'score' 2 (-99, -95)"
    )
    assert found["value_labels"] == "values read by their labels in the file: 'truth' and 'sex'"
    assert "'truth' is 'Disease by biopsy'" in found["column_labels"]
    assert {finding.level for finding in table.findings} == {Level.INFO}


def test_that_whole_numbers_are_classes_without_a_point(path: str) -> None:
    write_spss(path, {"truth": [1.0, 0.0, 1.0], "score": [0.5, 1.0, 2.0]})
    table = opened(path)
    assert cells(table, "truth") == ["1", "0", "1"]
    assert cells(table, "score") == ["0.5", "1.0", "2.0"]


def test_that_a_rating_keeps_its_numbers(path: str) -> None:
    names = {1: "no", 2: "unlikely", 3: "likely", 4: "yes"}
    columns = {name: [1.0, 2.0, 3.0, 4.0] for name in ("stage", "grade", "rating", "kind")}
    write_spss(
        path,
        columns,
        variable_value_labels=dict.fromkeys(columns, names),
        variable_measure={"grade": "ordinal", "kind": "nominal"},
    )
    table = opened(path)
    assert cells(table, "stage") == cells(table, "kind") == list(names.values())
    assert cells(table, "grade") == cells(table, "rating") == ["1", "2", "3", "4"]
    texts = [one.text for one in table.findings if one.code == "labels_unused"]
    assert texts == [
        "the numbers of 'grade' were read and not their labels: by the file it is ordinal",
        "the numbers of 'rating' were read and not their labels: by its name it is a score",
    ]


def test_that_labels_of_few_values_or_the_same_ones_are_named(path: str) -> None:
    columns = {"pain": [-9.0, 0, 1, 2, 3, 4, 10], "kind": [1.0, 2, 2, 3, 1, 1, 1]}
    columns["x"] = [1.0, 2, 1, 2, 1, 2, 1]
    labels = {
        "pain": {-9: "not asked", 0: "none", 10: "worst", 11: "never"},
        "kind": {1: "a", 2: "b"},
        "x": {1: "other", 2: "other"},
    }
    write_spss(path, columns, variable_value_labels=labels)
    table = opened(path)
    assert cells(table, "pain") == ["-9", "0", "1", "2", "3", "4", "10"]
    assert cells(table, "kind") == ["a", "b", "b", "3", "a", "a", "a"]
    assert cells(table, "x") == [*["other (1)", "other (2)"] * 3, "other (1)"]
    texts = [one.text for one in table.findings if one.level is Level.WARNING]
    assert texts == [
        (
            "only 3 of the 7 different values of 'pain' have a label, and they were read as "
            "values like others: -9 'not asked', 0 'none', 10 'worst'"
        ),
        "2 of the 3 different values of 'kind' have a label; the others stay as they are: 3",
        "several values of 'x' have the label 'other': their codes were added to it",
    ]


def test_that_dates_and_long_texts_are_texts(path: str) -> None:
    days = [dt.date(1899, 12, 31), dt.date(2024, 2, 29), None]
    moments = [dt.datetime(2024, 1, 2, 3, 4, 5), None, dt.datetime(2024, 1, 3)]  # noqa: DTZ001
    write_spss(path, {"day": days, "at": moments, "text": ["x" * 4000, "", "é" * 300]})
    table = opened(path)
    assert cells(table, "day") == ["1899-12-31", "2024-02-29", ""]
    assert cells(table, "at") == ["2024-01-02 03:04:05", "", "2024-01-03 00:00:00"]
    assert cells(table, "text") == ["x" * 4000, "", "é" * 300]


def test_that_texts_in_another_encoding_than_is_said_are_read_and_named() -> None:
    data = (SAMPLES / "general.sav").read_bytes()
    old = data.replace("Zürich".encode(), b"Z\xfcrich ").replace("Genève".encode(), b"Gen\xe8ve ")
    table = read(Source.from_bytes("a", old))
    assert set(cells(table, "site")) == {"Zürich", "Basel", "Genève"}
    assert "Windows-1252" in said(table)["encoding_doubt"]


@pytest.mark.parametrize(
    ("sample", "kind", "package", "extra"),
    [
        ("general.sav", "SPSS", "pyreadstat", "spss"),
        ("general.dta", "Stata", "pandas", "pandas"),
        ("general.sas7bdat", "SAS", "pandas", "pandas"),
        ("general.xpt", "SAS", "pandas", "pandas"),
    ],
)
def test_that_without_its_package_the_extra_of_a_format_is_named(
    monkeypatch: pytest.MonkeyPatch, sample: str, kind: str, package: str, extra: str
) -> None:
    code = (
        f"import sys; sys.modules['{package}'] = None\n"
        "from evalgui.io.sandbox import child\nchild.main(sys.argv[1:])\n"
    )
    monkeypatch.setattr(parent, "command", lambda: [sys.executable, "-c", code])
    message = refusal((SAMPLES / sample).read_bytes())
    assert f"the package that reads {kind} files is not installed" in message
    assert f'pip install "evalgui[{extra}]"' in message


def test_that_what_becomes_too_large_is_refused_before_it_is_read(path: str) -> None:
    write_spss(path, {"x": np.zeros(9_000_000)}, compress=True)  # type: ignore[dict-item]
    data = Path(path).read_bytes()
    assert len(data) < 1 << 19
    assert "the table is too large: 9 000 000 rows" in refusal(data).replace("\u202f", " ")


# ---------------------------------------------------------------------------------- Stata


def write_stata(path: str, **options: Any) -> None:
    frame = pd.DataFrame(
        {
            "id": ["007", "1E5", "NA", "9", "x"],
            "truth": [1, 2, "a", 1, "b"],
            "score": [0.1, 0.2, NAN, 0.25, 1.0],
            "day": [dt.date(2024, 1, 2)] * 4 + [None],
        }
    )
    labels: Any = {"truth": {1: "ill", 2: "well", "a": "refused"}}
    pyreadstat.write_dta(
        frame,
        path,
        variable_value_labels=labels,
        missing_user_values={"truth": ["a", "b"]},
        column_labels={"truth": "Disease"},
        **options,
    )


@pytest.mark.parametrize("version", [8, 10, 12, 13, 14, 15])
def test_that_stata_has_classes_by_their_labels_and_missing_values(path: str, version: int) -> None:
    write_stata(path, version=version)
    table = opened(path)
    assert table.how.describe() == "Stata"
    assert cells(table, "id") == ["007", "1E5", "NA", "9", "x"]
    assert cells(table, "truth") == ["ill", "well", "", "ill", ""]
    assert cells(table, "score") == ["0.1", "0.2", "", "0.25", "1.0"]
    assert cells(table, "day") == ["2024-01-02"] * 4 + [""]
    expected = (
        "values that the file marks as missing, read as missing: 'truth' 2 (.a 'refused', .b)"
    )
    assert said(table)["marked_missing"] == expected


def test_that_floats_have_their_own_digits_and_old_texts_their_letters() -> None:
    frame = pd.DataFrame(
        {"s": np.array([0.1, 0.7], "f4"), "n": np.array([1, 0], "i1"), "w": ["Zürich", "Genève"]}
    )
    stream = io.BytesIO()
    frame.to_stata(stream, write_index=False, version=114)
    table = read(Source.from_bytes("a", stream.getvalue()))
    assert cells(table, "s") == ["0.1", "0.7"]
    assert cells(table, "n") == ["1", "0"]
    assert cells(table, "w") == ["Zürich", "Genève"]


# ------------------------------------------------------------------------------------ SAS


def transport(columns: dict[str, Any], name: str, folder: Path) -> bytes:
    path = folder / "a.xpt"
    pyreadstat.write_xport(pd.DataFrame(columns), str(path), file_format_version=5, table_name=name)
    return path.read_bytes()


@pytest.mark.parametrize("n", range(1, 12))
def test_that_no_row_of_a_transport_file_is_lost(n: int, tmp_path: Path) -> None:
    # 16 bytes a row, padded with blanks; the texts of every second row are blank too.
    columns = {"id": (["abcdefgh", ""] * 6)[:n], "v": [float(v) for v in range(n)]}
    facts: dict[str, Any] = {"sheet": "", "odd": []}
    data = transport(columns, "A", tmp_path)
    texts, numbers = sas.transport(data, facts)
    assert texts.values.tolist() == columns["id"]
    assert numbers.values.tolist() == columns["v"]


def test_that_numbers_of_a_transport_file_are_exact(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    wide = 10.0 ** rng.uniform(-30, 30, 200) * rng.choice([-1, 1], 200)
    values = [0.0, *rng.normal(size=200), *wide, *(np.arange(-20, 20) / 10)]
    facts: dict[str, Any] = {"sheet": "", "odd": []}
    (one,) = sas.transport(transport({"v": values}, "A", tmp_path), facts)
    assert one.values.tolist() == values


def test_that_a_transport_file_may_hold_tables_letters_and_dates(tmp_path: Path) -> None:
    small = transport({"v": [1.0, NAN, NAN, 4.0]}, "SMALL", tmp_path)
    at = small.index(b"." + bytes(7))
    small = small[:at] + b"A" + small[at + 1 : at + 8] + b"_" + small[at + 9 :]
    day = [dt.date(2024, 2, 29)] * 40
    large = transport({"label": ["ill", "well"] * 20, "day": day}, "LARGE", tmp_path)
    path = tmp_path / "both.xpt"
    path.write_bytes(small + large[240:])
    table = opened(path)
    assert table.how.describe() == "SAS transport, table 'LARGE'"
    assert (table.how.sheets, table.how.is_sheet_guess) == (("SMALL", "LARGE"), True)
    assert cells(table, "day") == ["2024-02-29"] * 40
    assert "and not 'SMALL'" in said(table)["multi_sheet"]
    table = opened(path, "SMALL")
    assert cells(table, "v") == ["1", "", "", "4"]
    assert "'v' 2 (.A, ._)" in said(table)["marked_missing"]


def test_that_letters_of_missing_values_of_sas_are_named() -> None:
    bits = [0xFFFFFE << 40, 0xFFFFFD << 40, 0xFFFFFC << 40, 0xFFFFFF << 40, 0x7FF8BD << 40]
    values = np.frombuffer(struct.pack("<5Q", *bits), "<f8")
    assert np.isnan(values).all()
    assert sas._letters(values) == {".A": 1, ".B": 2, "._": 1}


def test_that_other_files_of_sas_are_named() -> None:
    text = refusal(b"HEADER RECORD*******LIBV8   HEADER RECORD!!!!!!!" + bytes(900))
    assert "version 8" in text


# -------------------------------------------------------------------------------- no harm


@pytest.mark.parametrize("name", ["general.sav", "general.dta", "general.sas7bdat", "general.xpt"])
def test_that_damaged_files_are_refused_or_read(name: str) -> None:
    """What a parser makes of a damaged file is a table of its size, or a refusal."""
    data = (SAMPLES / name).read_bytes()
    reads = {
        "sav": spss.read_in_child,
        "dta": stata.read_in_child,
        "xpt": sas.read_transport_in_child,
        "dat": sas.read_in_child,
    }
    rng = np.random.default_rng(3)
    for _ in range(40):
        own = bytearray(data)
        for _ in range(int(rng.integers(1, 4))):
            own[int(rng.integers(len(own)))] = int(rng.integers(256))
        if rng.random() < 0.3:
            del own[int(rng.integers(len(own))) :]
        with contextlib.suppress(Refusal):
            facts, _ = reads[name[-3:]](bytes(own))
            assert 0 <= facts["n_rows"] < 10_000


@pytest.mark.parametrize("name", ["general.sav", "general.zsav", "general.dta", "general.sas7bdat"])
def test_that_a_file_cut_off_is_refused(name: str) -> None:
    data = (SAMPLES / name).read_bytes()
    assert "damaged or incomplete" in refusal(data[: len(data) * 2 // 3])


def test_that_reading_is_cancelled() -> None:
    source = Source.from_bytes("a", (SAMPLES / "general.dta").read_bytes())
    with pytest.raises(CancelledError):
        read(source, watch=Watch(cancelled=lambda: True))


def test_that_pandas_stays_in_the_child() -> None:
    code = (
        "import sys\nfrom evalgui.io.loading import load\n"
        "from evalgui.start import no_search_for_pandas\n"
        "with no_search_for_pandas(): assert load(sys.argv[1]).dataset is not None\n"
        "raise SystemExit('pandas' in sys.modules or 'pyreadstat' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, SAMPLES / "general.dta"], check=False)
    assert done.returncode == 0


def test_that_a_table_in_gzip_opens() -> None:
    import gzip

    data = gzip.compress((SAMPLES / "general.sav").read_bytes())
    loaded = load_source(Source.from_bytes("a.sav.gz", data))
    assert loaded.dataset is not None
    assert loaded.table.how.format == "SPSS in gzip"
