"""Tables as spreadsheets save them: titles, rows of names, notes and totals, headers again."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.io.bytes.clipboard import Pasted
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning.roles import Roles
from evalgui.io.writers.import_log import log_lines, log_of
from evalgui.render.json import facts
from tests.io.formats.test_workbook import workbook

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.io.loading import Loaded

HEADER = "id,truth,score"
# As many rows as ids that are whole numbers would not look like names.
DATA = [f"P{n:03d},{'pos' if n % 5 < 2 else 'neg'},0.{(n * 37) % 90 + 10}" for n in range(40)]
PLAIN = "\n".join([HEADER, *DATA, ""])


def as_csv(text: str) -> Source:
    return Source.from_bytes("a.csv", text.encode())


def as_semicolons(text: str) -> Source:
    return Source.from_bytes("a.csv", text.replace(",", ";").replace("\n", "\r\n").encode())


def as_pasted(text: str) -> Source:
    return Pasted(text.replace(",", "\t")).source()


def as_workbook(text: str) -> Source:
    rows = [[_cell(cell) for cell in row] for row in csv.reader(io.StringIO(text))]
    return Source.from_bytes("a.xlsx", workbook({"Sheet1": rows}))


def _cell(text: str) -> str | float | None:
    try:
        return float(text)
    except ValueError:
        return text or None


SOURCES = (as_csv, as_semicolons, as_pasted, as_workbook)


def loaded(source: Source, **roles: Any) -> Loaded:
    return load_source(source, roles=Roles(**roles))


def opened(source: Source, **roles: Any) -> Dataset:
    found = loaded(source, **roles)
    assert found.dataset is not None, found.proposal.question
    return found.dataset


def rows_of(dataset: Dataset) -> list[tuple[str, float]]:
    names = [dataset.classes[code] for code in dataset.truth]
    return list(zip(names, dataset.scores[0].values.tolist(), strict=True))


WANTED = [(line.split(",")[1], float(line.split(",")[2])) for line in DATA]


def lines(*parts: str | Sequence[str]) -> str:
    flat = [line for part in parts for line in ([part] if isinstance(part, str) else part)]
    return "\n".join(flat) + "\n"


# -------------------------------------------------------------------------------- the head

HEADS = {
    "title": ("Study XYZ - marker evaluation,,", "Export 2024-05-01,,", ",,", HEADER),
    "one word": ("Biomarkers,,", HEADER),
    "facts": ("Study:,XYZ,", "Patients:,40,", ",,", HEADER),
    "facts in columns of numbers": ("Study:,XYZ,", "Patients:,,40", HEADER),
    "groups": ("Patient,Reference,Index test", HEADER),
    "merged": (",Gold standard,Index test", HEADER),
    "title and groups": ("Study XYZ,,", "Patient,Reference,Index test", HEADER),
    "units": (HEADER, ",,ng/ml"),
    "units in brackets": (HEADER, "(text),(pos/neg),(ng/ml)"),
}


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_that_the_names_are_found_below_titles_and_in_two_rows(
    head: tuple[str, ...], source: Callable[[str], Source]
) -> None:
    dataset = opened(source(lines(head, DATA)), truth="truth", scores=("score",))
    assert rows_of(dataset) == WANTED
    assert dataset.n_rows_in_file == len(DATA)
    codes = {finding.code for finding in dataset.findings}
    has_titles = head[0] not in {HEADER, HEADS["groups"][0], HEADS["merged"][0]}
    assert ("extra_lines" in codes) == has_titles
    assert ("two_header_rows" in codes) == any(
        line.startswith(("Patient,", ",Gold", ",,ng", "(text)")) for line in head
    )


def test_that_two_rows_make_one_name_where_neither_will_do() -> None:
    text = "id,truth,Marker A,Marker A,Marker B\n,,value,flag,value\n"
    text += "".join(f"{line},ok,1.{n}\n" for n, line in enumerate(DATA))
    table = loaded(as_csv(text)).table
    assert table.names == ("id", "truth", "Marker A value", "Marker A flag", "Marker B")
    assert table.n_rows == 40


@pytest.mark.parametrize(
    "text",
    [
        lines(HEADER, "P900,unclear,pending", DATA),  # perhaps a row of data
        lines(HEADER, "P900,,", DATA),
        lines("P900,,", DATA),  # no header
        lines(HEADER, DATA[:3], "key,diagnosis,prob", DATA[3:]),  # two tables
        lines("truth,score", "pos,0.5", "label,marker", "neg,0.25", "pos,0.75", "neg,0.125"),
        lines(",truth,score", DATA),
        lines("2024,3,0.5", "id,truth,score", "1,0,0.25", "2,1,0.75"),
    ],
)
def test_that_what_may_be_data_is_kept(text: str) -> None:
    table = loaded(as_csv(text)).table
    n_data = text.count("\n") - (table.how.header is True)
    assert table.n_rows == n_data
    assert not table.exclusions


# ------------------------------------------------------------------------------- the foot

FEET = {
    "total": (("Total,16,19.2",), {"total_row": [41]}),
    "blank before": ((",,", "Total,,19.2"), {"total_row": [41]}),
    "mean and range": (("Mean,,0.48", "Min,,0.1", "Max,,0.9"), {"total_row": [41, 42, 43]}),
    "count": (("Total: 40 patients,,",), {"total_row": [41]}),
    "source": (("Source: registry of 2024,,",), {"note_row": [41]}),
    "notes": ((",,", "* after surgery,,", "\u00a9 2024 Clinic,,"), {"note_row": [41, 42]}),
    "sentence": (("Measured by two readers,,",), {"note_row": [41]}),
    "both": (("Total,,", "Note: preliminary,,"), {"note_row": [42], "total_row": [41]}),
}


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(("foot", "wanted"), FEET.values(), ids=FEET)
def test_that_notes_and_totals_are_set_aside_and_said(
    foot: tuple[str, ...], wanted: dict[str, list[int]], source: Callable[[str], Source]
) -> None:
    found = loaded(source(lines(HEADER, DATA, foot)))
    assert found.dataset is not None, found.proposal.question
    assert rows_of(found.dataset) == WANTED
    assert {one.code: one.rows.tolist() for one in found.dataset.exclusions} == wanted
    log = log_of(found)
    n_out = sum(map(len, wanted.values()))
    counted = facts(log)
    assert (counted["rows_read"], counted["rows_used"]) == (40 + n_out, 40)
    told = "\n".join(log_lines(log))
    for code, rows in wanted.items():
        assert next(f for f in found.dataset.findings if f.code == code).count == len(rows)
        assert f"\n{code} " in told


def test_that_a_note_in_the_column_of_classes_is_no_class() -> None:
    data = [line.partition(",")[2] for line in DATA]
    dataset = opened(as_csv(lines("truth,score", data, "Source: registry of 2024,")))
    assert sorted(dataset.classes) == ["neg", "pos"]
    total = sum(float(line.partition(",")[2]) for line in data)
    dataset = opened(as_csv(lines("truth,score", data, f"Total,{total:.2f}")))
    assert sorted(dataset.classes) == ["neg", "pos"]
    assert [one.code for one in dataset.exclusions] == ["total_row"]


@pytest.mark.parametrize(
    "last",
    [
        "P040,,",  # an id, and nothing else
        "Total,pos,0.5",  # a name that is not like the others, as complete as they are
        "Maximilian,,",
        "Mean,neg,",  # a class
        "P000,,",
        "n,pos,0.4",
    ],
)
def test_that_a_last_row_in_doubt_is_a_row(last: str) -> None:
    data = [line.replace("P0", "Dr No ") for line in DATA[:8]]
    table = loaded(as_csv(lines(HEADER, data, last))).table
    assert not table.exclusions
    assert table.n_rows == 9


@pytest.mark.parametrize(
    "last",
    [
        *("Total,40", "Mean,4.88", "Moyenne,4.9", "Média,4.9", "Gesamt,40", "Итого,40", "合計,40"),
        *("Mittelwert,4.88", "Totale,40", "Fonte: ospedale di Pisa,", "Bron: ziekenhuis,"),
    ],
)
def test_that_totals_in_the_column_of_two_classes_are_set_aside(last: str) -> None:
    data = [f"{'neg' if n % 2 else 'pos'},{n / 8 + 1}" for n in range(12)]
    dataset = opened(as_csv(lines("truth,score", data, last)))
    assert dataset.n == 12
    assert {one.code for one in dataset.exclusions} <= {"total_row", "note_row"}
    assert len(dataset.exclusions) == 1


@pytest.mark.parametrize("rule", ["|---|---|", "| :--- | ---: |", "|:-:|:-:|"])
def test_that_the_line_below_the_names_of_a_text_table_is_no_row(rule: str) -> None:
    text = lines("| truth | score |", rule, ["| pos | 0.5 |", "| neg | 0.25 |"])
    dataset = opened(Source.from_bytes("a.txt", text.encode()))
    assert rows_of(dataset) == [("pos", 0.5), ("neg", 0.25)]
    assert [one.code for one in dataset.exclusions] == ["note_row"]


def test_that_a_third_class_at_the_end_of_many_is_a_row() -> None:
    data = [f"{('low', 'mid', 'high')[n % 3]},{n / 8 + 1}" for n in range(12)]
    found = loaded(as_csv(lines("truth,score", data, "media,4.5")), positive="high")
    assert found.dataset is not None
    assert found.dataset.n == 13


@given(st.lists(st.sampled_from(["a", "b", "n", "all", "sum", "y"]), min_size=2, max_size=30))
def test_that_short_names_of_classes_never_vanish(classes: list[str]) -> None:
    text = lines("truth,score", [f"{name},0.{n + 10}" for n, name in enumerate(classes)])
    table = loaded(as_csv(text), truth="truth", scores=("score",), positive=classes[0]).table
    assert table.n_rows == len(classes)
    assert not table.exclusions


# ---------------------------------------------------------------------------- in the middle


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(
    ("between", "n_notes"),
    [
        ((HEADER,), 0),
        (("ID,Truth,Score",), 0),
        (("Page 2 of 2,,", ",,", HEADER), 1),
        (("Total,,", "Source: registry of 2024,,", HEADER), 2),
    ],
)
def test_that_pages_below_each_other_are_one_table(
    between: tuple[str, ...], n_notes: int, source: Callable[[str], Source]
) -> None:
    dataset = opened(source(lines(HEADER, DATA[:20], between, DATA[20:])))
    assert rows_of(dataset) == WANTED
    found = {one.code: one.count for one in dataset.exclusions}
    assert found.pop("header_repeated") == 1
    assert sum(found.values()) == n_notes


def test_that_both_rows_of_names_are_known_again() -> None:
    head = HEADS["groups"]
    dataset = opened(as_csv(lines(head, DATA[:20], head, DATA[20:])))
    assert rows_of(dataset) == WANTED
    assert [(one.code, one.rows.tolist()) for one in dataset.exclusions] == [
        ("header_repeated", [21, 22])
    ]


@pytest.mark.parametrize("source", SOURCES)
def test_that_names_and_units_above_nothing_are_no_error(source: Callable[[str], Source]) -> None:
    found = loaded(source("Study 1,\ntruth,score\n(a),(mg/l)\n"))
    assert found.dataset is None or found.dataset.n <= 1
