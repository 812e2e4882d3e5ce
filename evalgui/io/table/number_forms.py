"""What stands around the digits of numbers: separators of thousands, units, signs of limits.

All patterns take time in proportion to the length of a cell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from evalgui.io.table.pyarrow_names import kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.io.meaning import DecimalSign, ThousandsSign
    from evalgui.io.table.pyarrow_names import ArrowColumn

SEPARATORS: dict[ThousandsSign, str] = {
    ",": ",",
    ".": ".",
    "'": "'\N{RIGHT SINGLE QUOTATION MARK}",
    " ": " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}",
}
"""What may separate thousands, with the characters that stand for it."""

_LIMIT = r"(?:<=?|>=?|≤|≥)\s*"
_BARE_LIMIT = re.compile(_LIMIT)
_LIMIT_CELL = rf"^\s*{_LIMIT}[+-]?[.,]?[0-9]"
_ABOVE = r"^\s*[>≥]"
_NUMBER = re.compile(rf"(?:{_LIMIT})?[+-]?[.,]?[0-9][0-9.,{''.join(SEPARATORS.values())}]*")
_EXPONENT = re.compile(r"[eE][+-]?[0-9]+")
_UNIT = re.compile(r"%|[°µμ]?[^\W\d_]\S{0,19}")
_LONGEST_CELL = 80
_MOST_UNITS = 200  # cells that show which there are
_UNIT_PART = re.compile(r"[^\W\d_]+|%")
_MICRO = re.compile(r"^(?:μ|mc(?=g)|u(?=[glmM]))")
_PADDED = re.compile(r"[+-]?0[0-9]")
_UNIT_MARKS = ("%", "/", "°", "µ", "μ", "^")
_UNITS = frozenset(
    {
        *("g", "kg", "mg", "ug", "mcg", "ng", "pg", "fg", "l", "dl", "cl", "ml", "ul", "nl"),
        *("mol", "mmol", "umol", "nmol", "pmol", "m", "cm", "mm", "nm", "um", "km", "cc", "ccm"),
        *("u", "iu", "ui", "ie", "ku", "mu", "miu", "kiu", "au", "rlu", "rfu", "cfu", "ppm", "ppb"),
        *("s", "sec", "secs", "ms", "us", "ns", "min", "mins", "h", "hr", "hrs", "hour", "hours"),
        *("d", "day", "days", "wk", "wks", "week", "weeks", "mo", "month", "months"),
        *(
            "y",
            "yr",
            "yrs",
            "year",
            "years",
            "jahre",
            "ans",
            "hz",
            "khz",
            "mhz",
            "db",
            "bpm",
            "rpm",
        ),
        *("mmhg", "kpa", "hpa", "pa", "bar", "mbar", "v", "mv", "uv", "kv", "a", "ma", "ohm", "w"),
        *("j", "kj", "kcal", "cal", "k", "c", "f", "da", "kda", "bp", "kb", "hu", "suv", "pct"),
        *("percent", "eur", "usd", "gbp", "chf"),
    }
)
"""Units as they stand behind numbers, in lower case."""


def unit_in(cell: str) -> str:
    """Return the unit behind the number in a cell; "" where there is none.

    Examples
    --------
    >>> [unit_in(cell) for cell in ("32.1 U/ml", "<0.05ng/mL", "87 %", "1e-5", "12 May 2024")]
    ['U/ml', 'ng/mL', '%', '', '']
    """
    cell = cell.strip()
    number = _NUMBER.match(cell) if len(cell) <= _LONGEST_CELL else None
    if number is None:
        return ""
    rest = cell[number.end() :]
    exponent = _EXPONENT.match(rest)
    rest = rest if exponent is None else rest[exponent.end() :]
    return rest if _UNIT.fullmatch(rest) else ""


def bare_cells(cells: Sequence[str], is_missing: Sequence[bool]) -> list[str]:
    """Return cells without the unit that all evidently have, and without the signs of limits.

    Limits stay as they are where they name groups, as "<50" and ">=50" do: where most cells are
    limits, and there are no more different numbers than different limits.

    Parameters
    ----------
    cells
        A sample of a column.
    is_missing
        Which of them hold no value.

    Examples
    --------
    >>> bare_cells(["3.1 U/l", "", "<2 U/l", "5 U/l"], [False, True, False, False])
    ['3.1', '', '2', '5']
    >>> bare_cells(["<50", ">=50"], [False, False])
    ['<50', '>=50']
    >>> bare_cells(["<5", "<5", "7.5", "<5", "12"], [False] * 5)
    ['5', '5', '7.5', '5', '12']
    >>> bare_cells(["1a", "2a"], [False, False])
    ['1a', '2a']
    """
    present = [cell.strip() for cell, missing in zip(cells, is_missing, strict=True) if not missing]
    if not present:
        return list(cells)
    unit = unit_in(present[0])
    if unit and _is_evident(unit, present):
        cells = [cell.strip().removesuffix(unit).rstrip() for cell in cells]
        present = [cell.removesuffix(unit).rstrip() for cell in present]
    limits = [cell for cell in present if _BARE_LIMIT.match(cell)]
    n_groups = len(set(limits))
    if 2 * len(limits) < len(present) or 2 * n_groups < len(set(present)):
        return [_BARE_LIMIT.sub("", cell.strip(), count=1) for cell in cells]
    return list(cells)


def _is_evident(unit: str, cells: Sequence[str]) -> bool:
    """Return whether what stands behind the number of every cell is a unit, and no part of an id.

    It is the same everywhere, behind a blank or known as a unit, and no number is padded with
    zeros. A single letter without a blank is as often part of a code, unless there are decimals.
    """
    if not all(unit_in(cell) == unit for cell in cells):
        return False
    numbers = [cell.removesuffix(unit) for cell in cells]
    if any(map(_PADDED.match, numbers)):
        return False
    if all(number[-1:].isspace() for number in numbers):
        return True
    is_known = unit.casefold() in _UNITS or any(mark in unit for mark in _UNIT_MARKS)
    has_decimals = any("." in number or "," in number for number in numbers)
    return is_known and (len(unit) > 1 or unit in _UNIT_MARKS or has_decimals)


def is_grouped(cell: str) -> bool:
    """Return whether a cell is a number with separators of thousands that are no decimal sign.

    Examples
    --------
    >>> [is_grouped(cell) for cell in ("2,530.00", "1'265", "1.265.000", "4,708", "0,412")]
    [True, True, True, False, False]
    """
    return len(cell) <= _LONGEST_CELL and any(map(_has_form(cell.strip()), _CERTAIN))


def without_unit(texts: ArrowColumn, missing: Any) -> tuple[str, ArrowColumn]:  # noqa: ANN401 - bools of pyarrow
    """Return the unit that stands behind every number of a column, and the cells without it.

    Parameters
    ----------
    texts
        The cells, without blanks around them and without nulls.
    missing
        Which of them hold no value, as Arrow bools.

    Returns
    -------
    tuple of str and Arrow text
        "" and the cells as they are where one number has no unit or another one.
    """
    present = texts.filter(kernels.invert(missing))
    unit = unit_in(present[0].as_py()) if len(present) else ""
    if not unit or not kernels.all(kernels.ends_with(present, unit)).as_py():
        return "", texts
    bare: ArrowColumn = kernels.replace_substring_regex(texts, rf"\s*{re.escape(unit)}$", "")
    return unit, bare


def without_unit_of(
    header: str, texts: ArrowColumn, bad: NDArray[np.intp]
) -> tuple[str, ArrowColumn]:
    """Return the unit in a header that stands behind some numbers as well, and cells without it.

    Parameters
    ----------
    header
        The name of the column, such as "CRP [mg/l]".
    texts
        The cells of the column.
    bad : (k,) array of int
        The rows of those that are no numbers.

    Returns
    -------
    tuple of str and Arrow text
        "" and the cells as they are where no cell has the unit of the header. Another unit stays
        where it is: no number is made of such a cell.
    """
    cells = ((cell or "").strip() for cell in texts.take(bad[:_MOST_UNITS]).to_pylist())
    rests = (_NUMBER.sub("", cell, count=1).strip() for cell in cells if _NUMBER.match(cell))
    units = {rest for rest in rests if rest and is_unit_of(header, rest)}
    if not units:
        return "", texts
    pattern = rf"^(.*[0-9.,])\s*(?:{'|'.join(map(re.escape, sorted(units)))})\s*$"
    bare: ArrowColumn = kernels.replace_substring_regex(texts, pattern, r"\1")
    return min(units), bare


def is_unit_of(header: str, unit: str) -> bool:
    """Return whether a unit stands in a header: in brackets, or as its last words.

    Examples
    --------
    >>> [is_unit_of(header, "ng/L") for header in ("hs-Troponin (ng/l)", "Troponin, ng/l")]
    [True, True]
    >>> is_unit_of("CRP [mg/l]", "µg/l"), is_unit_of("Fe [µg/l]", "ug/l")
    (False, True)
    >>> is_unit_of("troponin_ng_l", "ng / l"), is_unit_of("hs.TnT..ng.l.", "ng/l")
    (True, True)
    >>> is_unit_of("model x", "x"), is_unit_of("model a", "a")
    (False, False)
    """
    unit = _plain_unit(unit[:_LONGEST_CELL].replace(" ", ""))
    end = header[-_LONGEST_CELL:].rstrip()
    begins = max(map(end.rfind, "(["))
    if end.endswith((")", "]")) and begins >= 0:
        return _plain_unit(end[begins + 1 : -1].strip()) == unit
    is_known = any(mark in unit for mark in _UNIT_MARKS) or unit.casefold() in _UNITS
    parts = _UNIT_PART.findall(unit)
    last = _UNIT_PART.findall(header[-_LONGEST_CELL:])[-len(parts) :] if parts else []
    is_last = [_plain_unit(part) for part in last] == parts
    return is_known and len(unit) > 1 and is_last


def unit_in_header(header: str) -> str:
    """Return the unit in brackets at the end of a header; "" where what stands there is none known.

    Examples
    --------
    >>> [unit_in_header(one) for one in ("PSA (ng/ml)", "Size [mm]", "Score (A)", "p (new)")]
    ['ng/ml', 'mm', '', '']
    """
    end = header[-_LONGEST_CELL:].rstrip()
    begins = max(map(end.rfind, "(["))
    unit = end[begins + 1 : -1] if begins >= 0 and end.endswith((")", "]")) else ""
    has_mark = any(mark in unit for mark in _UNIT_MARKS)  # a letter alone is as often a variant
    is_known = has_mark or (len(unit) > 1 and unit.casefold() in _UNITS)
    return unit if is_known and _UNIT.fullmatch(unit) and is_unit_of(header, unit) else ""


def _plain_unit(unit: str) -> str:
    """Return a unit in one way of writing: micro and litre have several."""
    return _MICRO.sub("\N{MICRO SIGN}", unit).replace("L", "l")


def without_groups(texts: ArrowColumn, decimal: DecimalSign, sign: ThousandsSign) -> ArrowColumn:
    """Return cells in which numbers with separated thousands have no such separators.

    Separators stand before every three digits, the first group has one to three that do not
    begin with 0; any other cell stays as it is.
    """
    grouped = kernels.match_substring_regex(texts, f"^{grouping(decimal, sign)}$")
    if not kernels.any(grouped).as_py():
        return texts
    bare = kernels.replace_substring_regex(texts, f"[{SEPARATORS[sign]}]", "")
    cells: ArrowColumn = kernels.if_else(grouped, bare, texts)
    return cells


def grouping(decimal: DecimalSign, sign: ThousandsSign, *, least: int = 1) -> str:
    """Return the pattern of numbers whose thousands are separated, at least so many times."""
    separators = re.escape(SEPARATORS[sign]) if sign in {".", ","} else SEPARATORS[sign]
    whole = rf"\s*[+-]?[1-9][0-9]{{0,2}}(?:[{separators}][0-9]{{3}}){{{least},}}"
    return rf"{whole}(?:{re.escape(decimal)}[0-9]*)?\s*"


def limits_among(texts: ArrowColumn) -> tuple[Any, Any, ArrowColumn]:
    """Return which cells are limits such as <0.05, which of these are upper, and their numbers.

    Parameters
    ----------
    texts
        Cells that are no numbers.

    Returns
    -------
    tuple
        Arrow bools, Arrow bools, and the cells without the sign of a limit.
    """
    is_limit = kernels.match_substring_regex(texts, _LIMIT_CELL)
    is_above = kernels.match_substring_regex(texts, _ABOVE)
    return is_limit, is_above, kernels.replace_substring_regex(texts, rf"^\s*{_LIMIT}", "")


def _has_form(cell: str) -> Any:  # noqa: ANN401 - a function of a pattern
    return lambda pattern: pattern.fullmatch(cell) is not None


def certain_patterns(decimal: DecimalSign, sign: ThousandsSign) -> tuple[str, ...]:
    """Return patterns of numbers in which a sign separates thousands beyond doubt.

    Two of them do, or one before a decimal sign, or one that is never a decimal sign.
    """
    if sign in {"'", " "}:
        return (grouping(decimal, sign),)
    with_decimals = grouping(decimal, sign).replace(r"[0-9]*)?", r"[0-9]*)")
    return (grouping(decimal, sign, least=2), with_decimals)


FORMS: tuple[tuple[DecimalSign, ThousandsSign], ...] = (
    *((".", ","), (",", ".")),
    *((".", "'"), (".", " "), (",", " "), (",", "'")),
)
"""The decimal sign and the separator of thousands that go together, the commonest first."""

_CERTAIN = tuple(re.compile(pattern) for form in FORMS for pattern in certain_patterns(*form))
