"""Numbers as people write them: thousands, decimal commas, units, limits of detection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import DataError
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning.roles import Roles
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.io.table.number_forms import FORMS, SEPARATORS
from evalgui.io.table.numbers import parse
from evalgui.io.table.profile import Profile
from evalgui.io.table.pyarrow_names import arrow
from evalgui.io.table.raw_column import RawColumn
from evalgui.io.writers.import_log import log_lines, log_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.io.loading import Loaded


def loaded(cells: Sequence[str], others: Sequence[str] = (), **roles: Any) -> Loaded:
    """Return a file with these scores, separated by semicolons."""
    extra = others or ["x"] * len(cells)
    pairs = zip(cells, extra, strict=True)
    lines = [f"{n % 2};{cell};{other}" for n, (cell, other) in enumerate(pairs)]
    text = "\n".join(["truth;psa;other", *lines, ""])
    fixed: dict[str, Any] = {"truth": "truth", "scores": ("psa",), "positive": "1"} | roles
    return load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(**fixed))


def scores(found: Loaded) -> list[float]:
    assert found.dataset is not None, found.proposal.question
    values: list[float] = found.dataset.scores[0].values.tolist()
    return values


def codes(found: Loaded) -> dict[str, int | None]:
    assert found.dataset is not None
    return {one.code: one.count for one in found.dataset.findings}


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (("2,530.00", "12.5"), [2530, 12.5]),
        (("2.530,00", "12,5"), [2530, 12.5]),
        (("-2.530,5", "0,5"), [-2530.5, 0.5]),
        (("1'265", "3"), [1265, 3]),
        (("1\N{RIGHT SINGLE QUOTATION MARK}265", "3"), [1265, 3]),
        (("1 265", "30 000 000"), [1265, 30_000_000]),
        (("1\N{NARROW NO-BREAK SPACE}265,5", "3,25"), [1265.5, 3.25]),
        (("1\N{NO-BREAK SPACE}265.5", "3.25"), [1265.5, 3.25]),
        (("1.265.000", "4.708"), [1_265_000, 4708]),
        (("0,412", "1"), [0.412, 1]),
        (("0,412", "1,204"), [0.412, 1.204]),
        (("0.412", "1.204"), [0.412, 1.204]),
    ],
)
def test_that_numbers_in_their_form_are_numbers(
    cells: tuple[str, ...], values: list[float]
) -> None:
    found = loaded(cells)
    assert scores(found) == values


whole_numbers = st.integers(-(10**12), 10**12)


@given(st.lists(whole_numbers, min_size=1), st.sampled_from(FORMS), st.integers(0, 3))
def test_that_any_grouped_number_is_what_it_says(
    numbers: list[int], form: tuple[Any, Any], n_decimals: int
) -> None:
    decimal, thousands = form
    separator = SEPARATORS[thousands][-1]
    fraction = f"{decimal}{'125'[:n_decimals]}" if n_decimals else ""
    cells = [f"{number:,}".replace(",", separator) + fraction for number in numbers]
    column = arrow.chunked_array([arrow.array(cells)])
    plain = [float(f"{number}.{'125'[:n_decimals] or '0'}") for number in numbers]
    assert parse(column, decimal, thousands).values.tolist() == plain


@pytest.mark.parametrize("cell", ["0,412", "12,34", "1,2345", "1234,567", "1,,234", ",234", "1,23"])
def test_that_nothing_else_is_a_grouped_number(cell: str) -> None:
    column = arrow.chunked_array([arrow.array([cell, "5"])])
    assert parse(column, ".", ",").bad.tolist() == [0]


@pytest.mark.parametrize(
    "cells",
    [
        ("4.708", "38.080", "<5.000"),
        ("4.708", "38.080"),
        ("4,708", "38,080"),
        ("4.708", "300"),
        ("4,708", "300"),
    ],
)
def test_that_three_digits_behind_every_sign_are_asked_about(cells: tuple[str, ...]) -> None:
    question = loaded(cells).proposal.question
    assert "separate thousands" in question
    assert f"'{cells[0]}'" in question


@pytest.mark.parametrize(
    ("cells", "others"),
    [
        (("4.708", "0.080"), ()),
        (("4.708", "38.08"), ()),
        (("4.708", "3808"), ()),
        (("4.708", "1380.080"), ()),
        (("4.708", "38.080"), ("61.5", "70.25")),  # this file has decimal points
    ],
)
def test_that_nothing_is_asked_where_a_cell_contradicts(
    cells: tuple[str, ...], others: tuple[str, ...]
) -> None:
    assert scores(loaded(cells, others)) == [float(cell) for cell in cells]


@pytest.mark.parametrize(
    ("roles", "values"),
    [
        ({"decimal": "."}, [4.708, 38.08]),
        ({"decimal": ","}, [4708, 38080]),
        ({"thousands": "."}, [4708, 38080]),
        ({"decimal": ".", "thousands": ""}, [4.708, 38.08]),
    ],
)
def test_that_an_answer_decides_and_is_kept(roles: dict[str, Any], values: list[float]) -> None:
    found = loaded(("4.708", "38.080"), **roles)
    assert scores(found) == values
    kept = ImportSpec.from_json(ImportSpec.of(found.table, found.proposal.roles).to_json()).roles
    again = loaded(("4.708", "38.080"), decimal=kept.decimal, thousands=kept.thousands)
    assert scores(again) == values


def test_that_a_decimal_comma_among_points_is_not_called_thousands() -> None:
    question = loaded(("0.733", "0,412", "0.25")).proposal.question
    assert "they have a decimal comma" in question
    assert "'0,412'" in question


@pytest.mark.parametrize(
    ("cells", "unit"),
    [
        (("32.1 U/ml", "5 U/ml"), "U/ml"),
        (("32,1µg/L", "", "5,0µg/L"), "µg/L"),
        (("1'265 x10^9/l", "3 x10^9/l"), "x10^9/l"),
    ],
)
def test_that_a_unit_behind_every_number_is_left_out_and_said(
    cells: tuple[str, ...], unit: str
) -> None:
    found = loaded(cells)
    assert codes(found)["unit"] == sum(map(bool, cells))
    assert max(scores(found)[:1]) in {32.1, 1265.0}
    assert any(f"'{unit}'" in line for line in log_lines(log_of(found)))


def test_that_two_units_are_no_numbers() -> None:
    with pytest.raises(DataError, match="no score in this column is a number"):
        loaded(("32.1 U/ml", "5 ng/ml"))


def test_that_a_marker_with_units_is_found_without_a_word() -> None:
    text = "id,truth,ca125\na,1,32.1 U/ml\nb,0,5 U/ml\nc,1,<2 U/ml\nd,0,7 U/ml\n"
    found = load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(limits="at"))
    assert found.proposal.roles.scores == ("ca125",)
    assert scores(found) == [32.1, 5, 2, 7]


@pytest.mark.parametrize(
    "cells",
    [
        ("5 U/l", "7 U/l"),
        ("5mmol/l", "7mmol/l"),
        ("5ng", "7ng"),
        ("5.5s", "7.25s"),
        ("5,5s", "7,25s"),
        ("5%", "7%"),
        ("5 g", "6 g", "< 7 g"),
        ("5 widgets", "7 widgets"),
    ],
)
def test_that_numbers_with_a_unit_are_known_as_numbers(cells: tuple[str, ...]) -> None:
    assert Profile(RawColumn("x", arrow.chunked_array([cells]))).is_number


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("x", ("1a", "2a", "3a")),
        ("x", ("1A", "1A", "2B")),
        ("x", ("7s", "8s")),
        ("x", ("1v2", "3v2")),
        ("x", ("5ng", "7mg")),
        ("x", ("007 m", "008 m")),
        ("x", ("12_l", "13_l")),
        ("patient_id", ("5 mg", "7 mg")),
        ("record", ("5.5ml", "7.5ml")),
    ],
)
def test_that_ids_and_codes_with_letters_are_no_numbers(name: str, cells: tuple[str, ...]) -> None:
    assert not Profile(RawColumn(name, arrow.chunked_array([cells]))).is_number


def test_that_ids_are_compared_as_they_are_written() -> None:
    text = "truth,score,a,b\n1,5,1a,1b\n0,4,2a,2a\n1,3,3a,03a\n1,2,4a,4a\n"
    source = Source.from_bytes("a.csv", text.encode())
    found = load_source(source, roles=Roles(subset="a == b", scores=("score",)))
    assert scores(found) == [4, 2]


@pytest.mark.parametrize(
    ("limits", "values"),
    [
        ("below", [3, -np.inf, -np.inf, np.inf, 5]),
        ("at", [3, 0.05, 0.1, 1200, 5]),
        ("half", [3, 0.025, 0.05, 1200, 5]),
        ("set-aside", [3, 5]),
    ],
)
def test_that_limits_are_what_was_decided(limits: str, values: list[float]) -> None:
    cells = ("3", "<0.05", "≤ 0.1", ">1,200", "5")
    found = loaded(cells, limits=limits, thousands=",")
    assert scores(found) == values
    count = codes(found)["censored_score"]
    assert count == 3
    dataset: Dataset | None = found.dataset
    assert dataset is not None
    assert [one.code for one in dataset.exclusions] == ["censored_score"] * (limits == "set-aside")


def test_that_limits_are_asked_about_apart_from_what_is_no_number() -> None:
    found = loaded(("3", "<0.05", "refused", "2", "1"))
    assert "1 score is a limit (such as '<0.05')" in found.proposal.question
    assert "(such as 'refused'). Set these rows aside?" in found.proposal.question
    both = loaded(("3", "<0.05", "refused", "2", "1"), limits="at", set_aside_unreadable=True)
    assert scores(both) == [3, 0.05, 2, 1]


@pytest.mark.parametrize("n_limits", [10, 25, 45])
def test_that_a_marker_that_mostly_lies_below_its_limit_is_the_score(n_limits: int) -> None:
    cells = ["<5" if n < n_limits else f"{n + 0.5}" for n in range(50)]
    text = "id,truth,CRP\n" + "".join(f"{n},{n % 2},{cell}\n" for n, cell in enumerate(cells))
    found = load_source(Source.from_bytes("a.csv", text.encode()))
    assert found.proposal.roles.scores == ("CRP",)
    assert f"{n_limits} scores are limits (such as '<5')" in found.proposal.question


@pytest.mark.parametrize("age", [("<50", ">=50"), ("<50", "50-60")])
def test_that_classes_with_such_signs_stay_classes(age: tuple[str, str]) -> None:
    text = "truth,score,age\n" + "".join(f"{n % 2},0.{n},{age[n % 2]}\n" for n in range(8))
    found = load_source(Source.from_bytes("a.csv", text.encode()))
    assert found.proposal.roles.scores == ("score",)


def test_that_expressions_and_the_order_of_rows_know_separated_thousands() -> None:
    cells = ("10,000.00", "9,000.00", "12.50", "2,530.00")
    found = loaded(cells, subset="psa > 2600")
    assert scores(found) == [10_000, 9_000]
    assert found.table.column("psa").order().tolist() == [2, 3, 1, 0]


@pytest.mark.parametrize(
    ("header", "cell", "is_read"),
    [
        ("hs-Troponin (ng/l)", "12.4 ng/l", True),
        ("hs-Troponin (ng/l)", "12.4ng / L", True),
        ("Fe [\u00b5g/dl]", "12.4 ug/dl", True),
        ("Fe [\u00b5g/dl]", "12.4 mcg/dl", True),
        ("troponin_ng_l", "12.4 ng/l", True),
        ("FEV1 (%)", "12.4%", True),
        ("hs-Troponin (ng/l)", "12.4 pg/l", False),
        ("hs-Troponin", "12.4 ng/l", False),
        ("ng/l of troponin", "12.4 ng/l", False),
        ("model a", "12.4 a", False),
        ("(x", "12.4 x", False),
        ("hs-Troponin (ng/l)", "n.d.", False),
    ],
)
def test_that_a_number_may_have_the_unit_of_the_header(
    header: str, cell: str, is_read: bool
) -> None:
    found = parse(arrow.chunked_array([["1.5", cell, "<3 ng/l", "k.A."]]), header=header)
    assert found.bad.tolist()[:1] == ([2] if is_read else [1])
    assert found.values[1] == pytest.approx(12.4 if is_read else np.nan, nan_ok=True)
    assert found.n_with_unit == is_read


@pytest.mark.parametrize(
    ("header", "cells", "name", "unit"),
    [
        ("PSA (ng/ml)", [f"{n}.5" for n in range(12)], "PSA", "ng/ml"),
        ("ALT", [f"{n} U/l" for n in range(12)], "ALT", "U/l"),
        ("score (new)", [f"{n}.5" for n in range(12)], "score (new)", ""),
    ],
)
def test_that_a_score_has_the_unit_of_its_header_or_of_its_cells(
    header: str, cells: list[str], name: str, unit: str
) -> None:
    lines = [f"{n % 2};{cell}" for n, cell in enumerate(cells)]
    text = "\n".join([f"truth;{header}", *lines, ""])
    roles = Roles(truth="truth", scores=(header,), positive="1")
    dataset = load_source(Source.from_bytes("a.csv", text.encode()), roles=roles).dataset
    assert dataset is not None
    (score,) = dataset.scores
    assert (score.bare_name, score.unit, score.reversed().unit) == (name, unit, unit)
