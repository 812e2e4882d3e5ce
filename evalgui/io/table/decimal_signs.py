"""Which sign is the decimal one in a column of text, and which separates thousands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from evalgui.io.table.number_forms import FORMS, certain_patterns, limits_among
from evalgui.io.table.numbers import bare_texts, is_number, parse
from evalgui.io.table.pyarrow_names import kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.io.meaning import DecimalSign, ThousandsSign
    from evalgui.io.table.numbers import Numbers
    from evalgui.io.table.pyarrow_names import ArrowColumn

    Reader: TypeAlias = Callable[[DecimalSign, ThousandsSign], Numbers]

_GROUPED = r"[+-]?[1-9][0-9]{0,2}(?:[.,][0-9]{3})+"
_HEAD = 1_000
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class DecimalChoice:
    """The decimal sign and the separator of thousands that a column speaks for.

    Parameters
    ----------
    sign, thousands
        The signs under which the fewest cells fail to be numbers; "" for no separator.
    doubtful
        Whether a sign may as well be the other one: every one has three digits behind it, as
        in ``1.103`` among ``300`` and ``700``.
    may_group
        Whether that is so but for the likeness of all cells, as in ``1.103`` and ``2.318``:
        three decimals in a file that has points for decimals, thousands in another.
    cells
        Two or three of the cells that this is about.
    """

    sign: DecimalSign
    thousands: ThousandsSign = ""
    doubtful: bool = False
    may_group: bool = False
    cells: tuple[str, ...] = ()


def choose_decimal(
    texts: ArrowColumn, decimal: DecimalSign | None = None, read: Reader | None = None
) -> DecimalChoice:
    """Return the decimal sign and the separator of thousands that fit a text column.

    Parameters
    ----------
    texts
        The column as text.
    decimal
        The decimal sign where it is decided; None to find it.
    read
        Returns the column as numbers under two signs, such as from what is known; None to
        read it.
    """
    read = read or partial(parse, texts)
    signs: tuple[DecimalSign, ...] = (".", ",") if decimal is None else (decimal,)
    sign = signs[0]
    numbers = read(sign, "")
    for other in signs[1:] if len(numbers.unreadable) else ():
        others = read(other, "")
        if len(others.unreadable) < len(numbers.unreadable):
            numbers, sign = others, other
    if len(numbers.unreadable):
        found = _grouped(bare_texts(texts), signs, len(numbers.unreadable), read)
        if found is not None:
            return found
    if decimal is not None:
        return DecimalChoice(sign)
    bare = bare_texts(texts) if numbers.unit else texts
    if numbers.limits is not None:
        bare = limits_among(bare)[2]
    may_group, is_mixed = _is_grouping_possible(bare, sign)
    # Three decimals on every number are a fixed format; a comma is more often the thousands'.
    doubtful = may_group and (is_mixed or sign == ",")
    cells = _examples(bare, _GROUPED) if may_group else ()
    return DecimalChoice(sign, "", doubtful, may_group, cells)


def _grouped(
    bare: ArrowColumn, signs: Sequence[DecimalSign], n_bad: int, read: Reader
) -> DecimalChoice | None:
    """Return the form with separated thousands that makes most cells numbers; None for none."""
    best = None
    for sign, thousands in FORMS:
        if sign not in signs or not _occurs(bare, sign, thousands):
            continue
        n_left = len(read(sign, thousands).unreadable)
        if n_left < n_bad:
            n_bad, best = n_left, (sign, thousands)
    if best is None:
        return None
    patterns = certain_patterns(*best)
    is_certain = any(_any(bare, pattern) for pattern in patterns)
    cells = _examples(bare, "|".join(patterns) if is_certain else _GROUPED)
    return DecimalChoice(*best, doubtful=not is_certain and len(signs) > 1, cells=cells)


def _occurs(bare: ArrowColumn, sign: DecimalSign, thousands: ThousandsSign) -> bool:
    """Return whether any cell has this form: a glance before all are read so."""
    return _any(bare, certain_patterns(sign, thousands)[0].replace("{2,}", "{1,}"))


def _any(texts: ArrowColumn, pattern: str) -> bool:
    found = kernels.any(kernels.match_substring_regex(texts, f"^(?:{pattern})$"))
    return bool(found.as_py())


def _examples(texts: ArrowColumn, pattern: str) -> tuple[str, ...]:
    """Return the first different cells of a form."""
    found = texts.filter(kernels.match_substring_regex(texts, rf"^\s*(?:{pattern})\s*$"))
    cells = ((cell or "").strip() for cell in found.slice(0, _HEAD).to_pylist())
    return tuple(dict.fromkeys(cells))[:_SHOWN]


def _is_grouping_possible(texts: ArrowColumn, sign: DecimalSign) -> tuple[bool, bool]:
    """Return whether every sign may separate thousands, and whether some numbers have none."""
    head = [text or "" for text in texts.slice(0, _HEAD).to_pylist()]
    if _is_grouping_refuted(head, sign):
        return False, False
    grouped = kernels.match_substring_regex(texts, rf"^\s*{_GROUPED}\s*$")
    n_grouped = kernels.sum(grouped).as_py() or 0
    separated = kernels.match_substring_regex(texts, r"[0-9][.,]|[.,][0-9]")
    n_separated = kernels.sum(separated).as_py() or 0
    short = kernels.match_substring_regex(texts, r"^\s*[+-]?[0-9]{1,3}\s*$")
    n_short = kernels.sum(short).as_py() or 0
    long = kernels.match_substring_regex(texts, r"^\s*[+-]?[0-9]{4,}\s*$")
    n_long = kernels.sum(long).as_py() or 0
    return n_grouped == n_separated > 0 and n_long == 0, n_short > 0


def _is_grouping_refuted(texts: Sequence[str], sign: DecimalSign) -> bool:
    """Return whether the first cells already show that separators are decimal signs."""
    grouped = re.compile(_GROUPED)
    return any(
        sign in text and is_number(text, sign) and not grouped.fullmatch(text.strip())
        for text in texts
    )


def has_points(cells: Sequence[str]) -> bool:
    """Return whether some cells are numbers with a point that is certainly a decimal one."""
    return _is_grouping_refuted(cells, ".")
