"""JSON in every shape that programs write tables in: the same cells as the table has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest

from evalgui.core.checks import Level
from evalgui.core.errors import DataError, ReadingError
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import Loaded, load_source
from evalgui.io.meaning.reading import ReadOptions
from evalgui.io.proposing.propose import Roles

if TYPE_CHECKING:
    from evalgui.io.table.raw_table import RawTable

TABLE = pd.DataFrame(
    {
        "id": [f"P{n:03}" for n in range(20)],
        "truth": ["pos", "neg"] * 10,
        "score": [round(n * 0.37 % 1, 3) for n in range(20)],
    }
)
CELLS = [list(map(str, row)) for row in TABLE.to_numpy().tolist()]


def source(document: Any) -> Source:
    text = document if isinstance(document, str) else json.dumps(document)
    return Source.from_bytes("a.json", text.encode())


def opened(document: Any, sheet: str | None = None) -> RawTable:
    return read(source(document), ReadOptions(sheet=sheet))


def loaded(document: Any, **roles: Any) -> Loaded:
    return load_source(source(document), roles=Roles(**roles) if roles else None)


def rows(table: RawTable) -> list[list[str]]:
    return [[column.text(row) for column in table.columns] for row in range(table.n_rows)]


def codes(table: RawTable) -> list[str]:
    return [finding.code for finding in table.findings]


@pytest.mark.parametrize("indent", [0, 2])
@pytest.mark.parametrize("orient", ["columns", "index", "records", "split", "table", "values"])
def test_that_every_orientation_of_pandas_is_the_table(orient: Any, indent: int) -> None:
    table = opened(TABLE.to_json(orient=orient, indent=indent))
    assert rows(table) == CELLS
    if orient != "values":
        assert table.names == ("id", "truth", "score")
    dataset = load_source(source(TABLE.to_json(orient=orient, indent=indent))).dataset
    if orient != "values":
        assert dataset is not None
        assert dataset.scores[0].values.tolist() == TABLE["score"].tolist()


@pytest.mark.parametrize("orient", ["columns", "index", "split"])
def test_that_the_names_of_rows_are_a_column(orient: Any) -> None:
    table = opened(TABLE.set_index("id").to_json(orient=orient))
    assert table.names == ("index", "truth", "score")
    assert rows(table) == CELLS


def test_that_columns_of_numbers_alone_have_more_rows_than_columns() -> None:
    numbers = pd.DataFrame({"a": [1, 0, 1, 1], "b": [0.5, 0.25, 0.75, 1.5]})
    for orient in ("columns", "index"):
        table = opened(numbers.to_json(orient=orient))
        assert table.names == ("a", "b")
        assert rows(table)[1] in (["0", "0.25"], ["0.0", "0.25"])
        assert codes(table) == ["orientation"]


def test_that_the_tight_form_and_columns_of_two_names_are_read() -> None:
    document = TABLE.to_dict(orient="tight")
    assert rows(opened(document)) == CELLS
    wide = {"columns": [["score", "a"], ["score", "b"]], "index": [0], "data": [[1, 2]]}
    assert opened(wide).names == ("score a", "score b")


def test_that_lists_by_their_names_are_columns() -> None:
    document = {
        "model": "net",
        "threshold": 0.5,
        "classes": ["neg", "pos"],
        "y_true": [1, 0, 1, 0],
        "y_score": [0.9, 0.8, 0.7, 0.1],
    }
    table = opened(document)
    assert table.names == ("y_true", "y_score")
    assert rows(table) == [["1", "0.9"], ["0", "0.8"], ["1", "0.7"], ["0", "0.1"]]
    assert [(f.code, f.count, f.level) for f in table.findings] == [
        ("other_lengths", 1, Level.INFO),
        ("other_data", 2, Level.INFO),
    ]


def test_that_lists_of_different_lengths_are_named() -> None:
    with pytest.raises(DataError, match=r"'y_true' 3, 'y_score' 2"):
        opened({"y_true": [1, 0, 1], "y_score": [0.5, 0.25]})
    with pytest.raises(DataError, match=r"'y_true' 3, 'y_score' 2, 'age' 3"):
        opened({"y_true": [1, 0, 1], "y_score": [0.5, 0.25], "age": [30, 40, 50]})


def test_that_lists_of_genuine_and_impostor_scores_may_differ() -> None:
    dataset = loaded({"genuine": [0.9, 0.8, 0.4], "impostor": [0.1, 0.8, 0.3, 0.2]}).dataset
    assert dataset is not None
    assert dict(zip(dataset.classes, dataset.class_sizes.tolist(), strict=True)) == {
        "genuine": 3,
        "impostor": 4,
    }


RECORDS = TABLE.to_dict(orient="records")


@pytest.mark.parametrize(
    "document",
    [
        {"predictions": RECORDS},
        {"model": {"name": "net", "layers": [1, 2]}, "classes": ["a", "b"], "results": RECORDS},
        {"status": "ok", "data": {"page": 1, "items": RECORDS}},
        {"result": json.loads(TABLE.to_json(orient="split"))},
        {"result": TABLE.to_dict(orient="list"), "n": 20},
        {"n": 20, "frame": json.loads(TABLE.to_json())},
    ],
)
def test_that_an_envelope_is_taken_off_and_said(document: Any) -> None:
    table = opened(document)
    assert table.names == ("id", "truth", "score")
    assert rows(table) == CELLS
    assert "envelope" in codes(table)


def test_that_of_several_tables_the_one_with_a_truth_is_read_and_that_is_said() -> None:
    others = [{"name": "a", "size": 3}, {"name": "b", "size": 4}]
    table = opened({"sets": others, "predictions": RECORDS})
    assert table.names == ("id", "truth", "score")
    assert (table.how.sheet, table.how.sheets) == ("predictions", ("sets", "predictions"))
    assert not table.how.is_sheet_guess
    assert codes(table) == ["multi_sheet"]
    assert opened({"sets": others, "predictions": RECORDS}, "sets").names == ("name", "size")


def test_that_of_several_tables_with_a_truth_it_is_asked_which() -> None:
    document = {"train": RECORDS[:6], "test": RECORDS[6:]}
    found = loaded(document)
    assert found.dataset is None
    assert found.proposal.question == "There are tables 'train' and 'test': is 'test' the one?"
    assert rows(opened(document, "train")) == CELLS[:6]
    with pytest.raises(DataError, match="no table 'valid'"):
        opened(document, "valid")


def test_that_nested_values_that_nobody_needs_are_passed_over() -> None:
    lines = "".join(
        json.dumps({**record, "tokens": ["a", "b"], "meta": {"k": 1}, "box": [1, 2, 3, 4]}) + "\n"
        for record in RECORDS
    )
    table = opened(lines)
    assert rows(table) == CELLS
    (finding,) = table.findings
    assert (finding.code, finding.count, finding.level) == ("nested_values", 3, Level.INFO)
    assert "'tokens', 'meta' and 'box'" in finding.text


def test_that_what_was_passed_over_is_told_where_nothing_else_is_a_score() -> None:
    told = "Keys whose values are lists or records are passed over: 'more'. Write each value in"
    with pytest.raises(DataError, match=told):
        loaded(
            [
                {"label": one, "note": two, "more": [1, 2]}
                for one, two in zip("yynnyn", "abcdef", strict=True)
            ]
        )


def test_that_a_nested_value_among_plain_ones_is_its_text() -> None:
    table = opened([{"y": 1, "s": 0.5}, {"y": 0, "s": [0.25]}, {"y": 1, "s": {"v": 0.75}}])
    assert [row[1] for row in rows(table)] == ["0.5", "[0.25]", '{"v": 0.75}']
    assert [(f.code, f.count) for f in table.findings] == [("nested_cells", 2)]
    assert "record 2" in table.findings[0].text


def test_that_lists_of_probabilities_are_one_column_a_class() -> None:
    probabilities = [[0.2, 0.8], [0.7, 0.3], [0.4, 0.6], [0.9, 0.1]]
    document = {"y_true": [1, 0, 1, 0], "output": probabilities}
    table = opened(document)
    assert table.names == ("y_true", "output_0", "output_1")
    assert [row[1:] for row in rows(table)] == [list(map(str, row)) for row in probabilities]
    as_records = [
        {"y_true": y, "output": p} for y, p in zip([1, 0, 1, 0], probabilities, strict=True)
    ]
    assert rows(opened(as_records)) == rows(table)


def test_that_it_is_asked_which_probability_is_of_which_class() -> None:
    pairs = [(label, p) for label in ("ill", "well") for p in (0.2, 0.7, 0.4, 0.9)]
    document = [{"diagnosis": label, "probs": [p, 1 - p]} for label, p in pairs]
    found = loaded(document)
    assert found.dataset is None
    assert "probs_0" in found.proposal.question
    by_name = [{"diagnosis": k, "probs": {"ill": p, "well": 1 - p}} for k, p in pairs]
    assert opened(by_name).names == ("diagnosis", "probs_ill", "probs_well")


def test_that_lists_of_one_value_are_that_value() -> None:
    table = opened({"y_true": [[1], [0]], "y_score": [[0.25], [0.75]]})
    assert table.names == ("y_true", "y_score")
    assert rows(table) == [["1", "0.25"], ["0", "0.75"]]


def test_that_records_in_records_are_opened_where_there_is_no_table_without_them() -> None:
    lines = "\n".join(
        json.dumps({"instance": {"id": r["id"], "truth": r["truth"]}, "out": {"s": r["score"]}})
        for r in RECORDS
    )
    table = opened(lines)
    assert table.names == ("instance.id", "instance.truth", "out.s")
    assert rows(table) == CELLS


def test_that_rows_with_names_above_have_a_header() -> None:
    table = opened([list(TABLE.columns), *TABLE.to_numpy().tolist()])
    assert table.names == ("id", "truth", "score")
    assert table.how.header is True
    assert rows(table) == CELLS


def test_that_records_of_several_lines_one_behind_the_other_are_read() -> None:
    text = "".join(json.dumps(record, indent=2) + "\n" for record in RECORDS)
    assert rows(opened(text)) == CELLS
    with pytest.raises(ReadingError, match="no valid JSON"):
        opened(text + "}")
