"""Weka's predictions as text, CSV, saved plots and added attributes: what their columns say."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.errors import CancelledError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.io.bytes.source import Source, read_source
from evalgui.io.formats import weka_text
from evalgui.io.formats.registry import read, sniff
from evalgui.io.loading import load_source
from evalgui.io.meaning.roles import Roles

if TYPE_CHECKING:
    from evalgui.io.table.raw_table import RawTable

SAMPLES = Path(__file__).parents[3] / "resources" / "reference" / "formats"
HEADER = "    inst#     actual  predicted error prediction\n"
CSV = "inst#,actual,predicted,error,prediction\n"


def opened(text: str) -> RawTable:
    return read(Source.from_bytes("a.txt", text.encode()))


def cells(table: RawTable, name: str) -> list[str]:
    return table.column(name).head(99)


def refusal(text: str) -> str:
    with pytest.raises(EvalguiError) as caught:
        opened(text)
    assert caught.value.hint
    return str(caught.value)


def roles_of(table: RawTable) -> Roles:
    assert table.known is not None
    return table.known.roles


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("weka-predictions.txt", "Weka predictions in Weka text"),
        ("weka-predictions.csv", "Weka predictions in delimited text"),
        ("weka-plot.arff", "Weka predictions in ARFF"),
    ],
)
def test_that_the_same_predictions_in_three_formats_are_the_same(name: str, form: str) -> None:
    loaded = load_source(read_source(SAMPLES / name))
    assert loaded.table.how.format == form
    dataset = loaded.dataset
    assert dataset is not None
    assert (dataset.n, dataset.positive_class) == (12, "pos")
    assert [score.name for score in dataset.scores] == ["probability of pos"]
    shares = [round(n * 7 % 12 / 12, 3) for n in range(12)]
    assert dataset.scores[0].values.tolist() == shares
    assert dataset.is_positive().tolist() == [n % 3 == 0 for n in range(12)]
    assert loaded.proposal.roles.predicted in {"predicted class", "predicted label"}


# ----------------------------------------------------------------------------------- text


def test_that_the_text_is_found_between_the_rest() -> None:
    table = opened(
        "=== Run information ===\n\nScheme: ZeroR\n\n=== Predictions on test data ===\n\n"
        + HEADER
        + "     1 1:healthy 1:healthy       0.953 \n"
        "     2    2:ill 1:healthy   +   0.787 \n"
        "     3    2:ill    2:ill       0.6 \n"
        "     4      1:?    2:ill       1 \n"
        "     5 1:healthy        ?       ?\n\n"
        "=== Summary ===\nCorrectly Classified Instances    2     40 %\n"
    )
    assert table.names[:5] == ("inst#", "actual", "predicted", "error", "prediction")
    assert cells(table, "actual") == ["1:healthy", "2:ill", "2:ill", "1:?", "1:healthy"]
    assert cells(table, "error") == ["", "+", "", "", ""]
    assert cells(table, "actual class") == ["healthy", "ill", "ill", "", "healthy"]
    assert cells(table, "predicted class") == ["healthy", "healthy", "ill", "ill", ""]
    assert cells(table, "probability of ill") == ["0.047", "0.213", "0.6", "1", ""]
    assert cells(table, "probability of healthy") == ["0.953", "0.787", "0.4", "0", ""]
    assert [table.line(row) for row in range(5)] == [8, 9, 10, 11, 12]
    assert [(f.code, f.count) for f in table.findings] == [("extra_lines", 5)]
    assert table.known is not None
    assert "that of the other is 1 minus it" in table.known.reasons[-1].sentence


def test_that_classes_and_attributes_may_hold_blanks() -> None:
    table = opened(
        "    inst#     actual  predicted error prediction (name,age)\n"
        "     1 1:'not yet' 1:not yet       0.9 (Ann B,7)\n"
        "     2      2:b   1:not yet   +   0.8 (x,?)\n"
    )
    assert cells(table, "actual class") == ["not yet", "b"]
    assert cells(table, "predicted class") == ["not yet", "not yet"]
    assert (cells(table, "name"), cells(table, "age")) == (["Ann B", "x"], ["7", "?"])


def test_that_attributes_that_cannot_be_told_apart_stay_together() -> None:
    head = "    inst#     actual  predicted error prediction (name,age)\n"
    table = opened(head + "  1 1:a 1:a   0.9 (x,y,7)\n  2 2:b 2:b   0.9 (z,7)\n")
    assert cells(table, "name,age") == ["x,y,7", "z,7"]


def test_that_a_distribution_is_one_column_a_class() -> None:
    table = opened(
        "    inst#     actual  predicted error distribution\n"
        "     1        1:a        1:a       *0.5,0.3,0.2 \n"
        "     2        2:b        1:a   +   *0.4,0.35,0.25 \n"
        "     3        2:b        2:b       0.1,*0.7,0.2 \n"
    )
    assert roles_of(table).probabilities == (
        ("a", "probability of a"),
        ("b", "probability of b"),
        ("class 3", "probability of class 3"),
    )
    assert cells(table, "probability of b") == ["0.3", "0.35", "0.7"]


def test_that_names_that_were_cut_are_told_apart_by_their_numbers() -> None:
    table = opened(HEADER + "  1 1:acer_p 2:acer_p  +  0.9\n  2 3:oak 1:acer_p  +  0.8\n")
    assert cells(table, "actual class") == ["1:acer_p", "3:oak"]
    assert roles_of(table).probabilities == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEADER + "  1 1:a 1:a   0.9\n  2 1:a\n", "line 3: this is no prediction"),
        (HEADER + "  1 1:a 1:a   high\n", "line 2: this is no prediction"),
        (HEADER + "  one 1:a 1:a   0.9\n", "line 2: this is no prediction"),
        (HEADER + "  1 1:a 1:a  *0.9,0.1\n  2 1:a 1:a  0.9\n", "line 3: this prediction has 1"),
        (HEADER + "  1 1:a 1:a  0.9\n\n" + HEADER, "line 4: there is more than one table"),
        (HEADER, "there are no data rows"),
    ],
)
def test_that_a_line_that_is_no_prediction_is_refused(text: str, words: str) -> None:
    assert words in refusal(text)


def test_that_cancel_stops_between_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weka_text, "_BLOCK_ROWS", 10)
    seen: list[str] = []
    watch = Watch(lambda _fraction, text: seen.append(text), lambda: len(seen) == 2)
    source = Source.from_bytes("a.txt", (HEADER + "  1 1:a 1:a  0.9\n" * 100).encode())
    with pytest.raises(CancelledError):
        read(source, watch=watch)
    assert seen == ["10 rows", "20 rows"]


def test_that_it_is_known_within_a_megabyte() -> None:
    far = "x\n" * 100_000 + HEADER
    assert sniff(Source.from_bytes("a.csv", far.encode())).name == "Weka text"
    # Without a word for the class of a prediction, this is a regression: any text.
    other = "    inst#     actual  predicted      error\n  1  1.0  1.2  0.2\n"
    assert sniff(Source.from_bytes("a.csv", other.encode())).name == "delimited text"


# ------------------------------------------------------------------------------------ CSV


def test_that_the_score_of_a_class_is_worked_out() -> None:
    table = opened(
        CSV + "1,1:neg,1:neg,,0.879\n2,1:neg,2:pos,+,0.638\n3,2:pos,1:neg,+,0.507\n"
        "4,2:pos,2:pos,,0.50\n5,1:?,1:neg,,0.520\n"
    )
    assert cells(table, "probability of pos") == ["0.121", "0.638", "0.493", "0.50", "0.480"]
    assert cells(table, "prediction") == ["0.879", "0.638", "0.507", "0.50", "0.520"]
    roles = roles_of(table)
    assert (roles.truth, roles.predicted) == ("actual class", "predicted class")


@pytest.mark.parametrize(
    "rows",
    [
        "1,1:a,1:a,,0.9\n2,2:b,3:c,+,0.8\n",  # three classes
        "1,1:a,1:a,,0.9\n2,3:c,3:c,,0.8\n",  # a number in between has no row
        "1,1:a,1:a,,0.4\n2,2:b,2:b,,0.8\n",  # of two classes, the greater has half at least
        "1,1:a,1:a,,0.9\n2,1:a,1:a,,0.8\n",  # one class
    ],
)
def test_that_no_score_is_made_up_where_there_may_be_more_classes(rows: str) -> None:
    table = opened(CSV + rows)
    assert roles_of(table).probabilities == ()
    assert table.known is not None
    assert "no score" in table.known.reasons[-1].sentence


def test_that_three_classes_make_a_matrix_without_scores() -> None:
    text = CSV + "1,1:a,1:a,,0.9\n2,2:b,3:c,+,0.8\n3,3:c,3:c,,0.7\n"
    dataset = load_source(Source.from_bytes("a.csv", text.encode())).dataset
    assert dataset is not None
    assert dataset.classes == ("a", "b", "c")
    assert dataset.predicted is not None
    assert dataset.predicted.tolist() == [0, 2, 2]
    assert dataset.scores == ()


def test_that_a_listing_of_numbers_is_no_listing_of_classes() -> None:
    table = opened(CSV + "1,1.5,1.7,0.2,1\n2,2.5,2.2,-0.3,1\n")
    assert table.known is None
    assert table.how.format == "delimited text"


def test_that_a_listing_that_changes_its_mind_is_left_as_it_is() -> None:
    rows = "".join(f"{n},1:a,2:b,+,0.9\n" for n in range(500))
    table = opened(CSV + rows + "501,huh,2:b,+,0.9\n" + rows)
    assert table.known is None


def test_that_columns_of_the_file_keep_their_names() -> None:
    head = "inst#,actual,predicted,error,prediction,actual class,probability of neg\n"
    table = opened(head + "1,1:neg,1:neg,,0.9,x,y\n2,2:pos,2:pos,,0.8,x,y\n")
    assert cells(table, "actual class") == ["x", "x"]
    assert roles_of(table).truth == "actual class'"
    assert dict(roles_of(table).probabilities or ())["neg"] == "probability of neg'"


@given(
    st.lists(
        st.tuples(st.integers(1, 2), st.integers(1, 2), st.integers(5_000, 10_000)),
        min_size=1,
        max_size=30,
    )
)
def test_that_the_two_probabilities_add_up_to_one_exactly(
    drawn: list[tuple[int, int, int]],
) -> None:
    rows = [(1, 1, 9_000), (2, 2, 9_000), *drawn]
    lines = (
        f"{n},{actual}:c{actual},{called}:c{called},,{Decimal(share) / 10_000}\n"
        for n, (actual, called, share) in enumerate(rows)
    )
    table = opened(CSV + "".join(lines))
    both = [cells(table, f"probability of c{number}") for number in (1, 2)]
    for row, (actual, called, share) in enumerate(rows):
        own, other = Decimal(both[called - 1][row]), Decimal(both[2 - called][row])
        assert own == Decimal(share) / 10_000
        assert own + other == 1
        assert table.column("actual class").text(row) == f"c{actual}"


# ----------------------------------------------------------------------------------- ARFF


PLOT = (
    "@relation x_predicted\n@attribute age numeric\n@attribute 'prediction margin' numeric\n"
    "@attribute 'predicted class' {a,b,c}\n@attribute class {a,b,c}\n@data\n"
)


def test_that_a_margin_of_two_classes_says_their_probabilities() -> None:
    table = opened(PLOT + "50,0.906,a,a\n31,-0.574,a,b\n32,0.2,b,b\n20,0.3,a,?\n")
    assert cells(table, "probability of b") == ["0.047", "0.213", "0.6", ""]
    assert cells(table, "probability of a") == ["0.953", "0.787", "0.4", ""]
    assert (roles_of(table).truth, roles_of(table).predicted) == ("class", "predicted class")


def test_that_a_margin_of_three_classes_is_no_score() -> None:
    table = opened(PLOT + "50,0.906,a,a\n31,-0.574,c,b\n")
    assert roles_of(table).probabilities == ()
    assert table.known is not None
    assert "is no score" in table.known.reasons[-1].sentence


def test_that_added_attributes_are_the_probabilities() -> None:
    table = opened(
        "@relation x\n@attribute age numeric\n@attribute class {neg,pos}\n"
        "@attribute classification {neg,pos}\n@attribute distribution_neg numeric\n"
        "@attribute distribution_pos numeric\n@data\n50,neg,neg,0.9,0.1\n31,pos,neg,0.6,0.4\n"
    )
    assert roles_of(table) == Roles(
        truth="class",
        predicted="classification",
        probabilities=(("neg", "distribution_neg"), ("pos", "distribution_pos")),
    )


def test_that_such_names_in_other_files_mean_nothing() -> None:
    table = opened("truth,m_prob_a,m_prob_b\na,0.5,0.5\nb,0.25,0.75\n")
    assert table.known is None


@given(st.data())
@settings(max_examples=100)
def test_that_damage_is_refused_or_read(data: st.DataObject) -> None:
    damaged = list((SAMPLES / "weka-predictions.txt").read_text(encoding="utf-8"))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place] = data.draw(st.sampled_from("'\"+:*,?( )\n\tx1"))
    try:
        table = opened("".join(damaged))
    except EvalguiError as error:
        assert error.hint  # noqa: PT017 - it may also be read
    else:
        lengths = {len(column) for column in table.columns}
        assert lengths == {table.n_rows}
        assert np.all([len(column.head(99)) == min(table.n_rows, 99) for column in table.columns])


@pytest.mark.parametrize("piece", ["1:", "1:a ", " ", "*", "0.5,", "("])
def test_that_repetition_takes_no_more_than_its_length(piece: str) -> None:
    assert "line 2" in refusal(f"{HEADER}  1 1:a {piece * 50_000}\n")


@pytest.mark.parametrize(
    ("kind", "cells_of"), [("prediction", "0.9 0.6"), ("distribution", "*0.9,0.1 *0.6,0.4")]
)
def test_that_empty_parentheses_are_no_attribute(kind: str, cells_of: str) -> None:
    first, second = cells_of.split()
    header = HEADER.replace("prediction", f"{kind} ()")
    dataset = load_source(
        Source.from_bytes(
            "a.txt",
            f"{header} 1 1:neg 1:neg   {first}\n 2 2:pos 1:neg + {second}\n".encode(),
        )
    ).dataset
    assert dataset is not None
    assert [score.values.tolist() for score in dataset.scores] == [[0.1, 0.4]]
