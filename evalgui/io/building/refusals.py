"""Why a table cannot be assessed: the refusals of `assembly`, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.texts import Beginning
from evalgui.core.vocabulary import joined, phrase, phrase_n
from evalgui.io.meaning import in_column, is_id_name, listed, quoted
from evalgui.io.table import LONGEST_NUMBER, Profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.checks import Exclusion
    from evalgui.io.meaning import Lack
    from evalgui.io.table import Numbers, RawColumn, RawTable

_BEGINS_AS_NUMBER = re.compile(r"[+-]?[.,]?\d")
_BARE_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_SHOWN = 5
_LOOKED_AT = 200
_QUOTED = 3
_OF_SUBSETS = frozenset({"not_in_subset", "subset_unknown"})

_CHOOSE = phrase("Choose the column with the scores")

_KINDS = (
    (
        re.compile(r"(?i)true|false|yes|no|accept|reject"),
        phrase("they are decisions, not scores"),
        phrase("Choose this column as the {predicted_class}"),
    ),
    (
        re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}.*"),
        phrase("they look like dates"),
        _CHOOSE,
    ),
    (
        re.compile(r"[-+]?[0-9][0-9.,]*(?: +[°µμ]?[^\W\d_]\S{0,19}|[^\W\d_]{1,4}/\S{1,9})"),
        phrase("they have a unit that the others have not"),
        phrase("Write them in the unit of the column"),
    ),
    (
        re.compile(r"[-+]?[0-9.,]+ *%"),
        phrase("they are percentages"),
        phrase("Write them as numbers, without the percent sign"),
    ),
    (
        re.compile(r"[<>≤≥] *[-+]?[0-9.,]+"),
        phrase("they are limits of detection, such as <0.1"),
        phrase("Write the number to be used for them, or set these rows aside"),
    ),
    (
        re.compile(
            r"[-+]?[1-9][0-9]{0,2}(?:([.,' \u00a0\u202f])[0-9]{3})(?:\1[0-9]{3})*(?:[.,][0-9]+)?"
        ),
        phrase("they seem to have thousands separators"),
        phrase("Write the numbers without thousands separators"),
    ),
    (
        re.compile(r"[-+]?[0-9]+,[0-9]+"),
        phrase("they have a decimal comma"),
        phrase("Choose the comma as the decimal sign"),
    ),
)


_LACKS: dict[Lack, tuple[str, ...]] = {
    "": (),
    "key": (phrase("These are scores without a truth: choose the file with their key as well."),),
    "scores": (phrase("This is a key without scores: choose the file with the scores as well."),),
    "other class": (
        phrase("These are scores of one class: choose the file of the other as well."),
    ),
    "ids": (
        phrase("This is a matrix of scores: choose the files with the ids of its sides as well."),
    ),
}


def lacking(lack: Lack) -> tuple[str, ...]:
    """Return what to ask about a file that another one has to complete."""
    return _LACKS[lack]


def no_score(table: RawTable) -> DataError:
    """Return the refusal of a table without any column of scores or predictions."""
    hint: str = phrase("Choose a file with a score or a {predicted_class} in each row")
    ids = [one.name for one in table.columns if is_id_name(one.name) and Profile(one).is_number]
    nested = [one.name for one in table.columns if one.is_nested]
    passed = [one.text for one in table.findings if one.code == "nested_values"]
    if nested or passed:
        what = passed[0] if passed else ""
        if nested:
            what = phrase("the values of {columns} are nested", columns=listed(nested))
        hint = phrase("{what}. Write each value in a column of its own", what=Beginning(what))
    elif unread := _nearly_numbers(table):
        hint = phrase(
            "If the score is in {column}, write each cell there as a number in one unit",
            column=unread,
        )
    elif ids:
        hint = phrase(
            "If the numbers in {columns} are scores, give the column a name that says so",
            columns=listed(ids),
        )
    return DataError(
        phrase("there is no column of numbers that could be a score, and no {predicted_class}"),
        where=table.name,
        hint=hint,
    )


def _nearly_numbers(table: RawTable) -> str:
    """Return the first column whose cells begin with digits and are no numbers, "" for none."""
    for column in table.columns:
        profile = Profile(column)
        cells = [cell.strip() for cell in profile.sample if cell.strip()]
        n_begun = sum(_BEGINS_AS_NUMBER.match(cell) is not None for cell in cells)
        if (
            cells
            and n_begun > len(cells) / 2
            and not (profile.is_number or is_id_name(column.name))
        ):
            other = next((cell for cell in cells if not _BARE_NUMBER.fullmatch(cell)), cells[0])
            return phrase("'{column}', such as {cells}", column=column.name, cells=listed([other]))
    return ""


def score_and_none(table: RawTable) -> DataError:
    """Return the refusal of a score where none is to be assessed."""
    message = phrase("a score is chosen, and it is said that none is to be assessed")
    return DataError(message, where=table.name, hint=phrase("Say only one of both"))


def truth_and_counts(table: RawTable) -> DataError:
    """Return the refusal of columns that count the classes beside one that names them."""
    return DataError(
        phrase("a row has either one class or counts of both, and columns are chosen for either"),
        where=table.name,
        hint=phrase("Choose the column of the truth, or the two columns of counts"),
    )


def one_column(table: RawTable) -> DataError:
    """Return the refusal of a table with a single column."""
    hint = phrase("Choose a file with both in each row")
    if table.how.delimiter is not None:
        hint = phrase("Choose another delimiter if the columns were not separated")
    message = phrase("there is only one column: the true class and a score are needed")
    return DataError(message, where=table.name, hint=hint)


def missing_scores(table: RawTable, column: RawColumn, rows: NDArray[np.intp]) -> DataError:
    """Return the refusal of rows without a score, where that was asked for."""
    return DataError(
        phrase(
            "{n} rows have no score: {places}",
            n=grouped(len(rows)),
            places=shown_places(table, rows),
        ),
        where=in_column(table.name, column.name),
        hint=phrase("Add the scores, or choose another meaning of missing scores"),
    )


def nothing_left(table: RawTable, exclusions: Sequence[Exclusion]) -> DataError:
    """Return the refusal of a table of which every row is set aside."""
    parts = [phrase("{n}: {reason}", n=grouped(one.count), reason=one.reason) for one in exclusions]
    are_chosen = any(one.is_by_hand or one.code in _OF_SUBSETS for one in exclusions)
    hint = phrase("Choose other rows" if are_chosen else "Choose the column with the true class")
    message = phrase("no row can be used ({why})", why=joined(", ", parts))
    return DataError(message, where=table.name, hint=hint)


def nested(table: RawTable, column: RawColumn) -> DataError:
    """Return the refusal of a score column whose cells hold several values each."""
    return DataError(
        phrase("the cells hold nested values ({type}), not one number each", type=column.type_name),
        where=in_column(table.name, column.name),
        hint=_CHOOSE,
    )


def not_numbers(table: RawTable, column: RawColumn, numbers: Numbers) -> DataError:
    """Return the refusal of scores that are not numbers, with the rows that hold them."""
    if not numbers.n_numbers and not len(numbers.bad):
        message: str = phrase("there is no score: every cell is empty")
        hint: str = phrase("Choose another column")
        if any(one.code == "formula_no_cache" for one in table.findings):
            message = phrase(
                "there is no score: every cell is empty, and formulas were found whose values were "
                "not saved"
            )
            hint = phrase(
                "Choose another column, or save the workbook again in a spreadsheet program"
            )
    else:
        message, hint = unreadable(table, column, numbers)
    if numbers.n_numbers:
        hint = phrase("{hint}, or set these rows aside", hint=hint)
    return DataError(message, where=in_column(table.name, column.name), hint=hint)


def too_many_digits(table: RawTable, column: RawColumn) -> DataError:
    """Return that numbers are too large, and too far apart, to be told apart."""
    message = phrase(
        "whole numbers of more than 15 digits lie too far apart to be scored exactly, or beside "
        "fractions or limits"
    )
    hint = phrase("Subtract a constant from all of them, or choose another column as the score")
    return DataError(message, where=in_column(table.name, column.name), hint=hint)


def unreadable(table: RawTable, column: RawColumn, numbers: Numbers) -> tuple[str, str]:
    """Return in words which scores are not numbers, and what to do about it.

    Where none is a number and nothing else is known of them, one is shown. Others are not: what
    stands in the wrong column may be a person's name.
    """
    n_bad = len(numbers.bad)
    shown = shown_places(table, numbers.bad)
    why, hint = _kind([column.text(int(row)) for row in numbers.bad[:_LOOKED_AT]])
    if not numbers.n_numbers:
        one = quoted(column.text(int(numbers.bad[0])).strip())
        why = why or phrase("such as {cells}", cells=one)
        text = phrase(
            "no score in this column is a number ({why}): {places}", why=why, places=shown
        )
        return text, hint
    of_all = {"m": grouped(n_bad), "n": grouped(numbers.n_numbers + n_bad), "places": shown}
    if not why:
        text = phrase_n(
            n_bad,
            "{m} of {n} scores is not a number: {places}",
            "{m} of {n} scores are not numbers: {places}",
            **of_all,
        )
        return text, hint
    text = phrase_n(
        n_bad,
        "{m} of {n} scores is not a number ({why}): {places}",
        "{m} of {n} scores are not numbers ({why}): {places}",
        why=why,
        **of_all,
    )
    return text, hint


def shown_places(table: RawTable, rows: NDArray[np.intp]) -> str:
    """Return where rows (from 0) are, in words: the first five, and how many more."""
    shown = joined(", ", [table.place(int(row)) for row in rows[:_SHOWN]])
    rest = len(rows) - _SHOWN
    return phrase("{shown} and {n} more", shown=shown, n=grouped(rest)) if rest > 0 else shown


def some_cells(column: RawColumn, rows: NDArray[np.intp]) -> str:
    """Return two or three of the cells that a question is about, in words."""
    cells = dict.fromkeys(column.text(int(row)).strip() for row in rows[:_LOOKED_AT])
    return phrase("such as {cells}", cells=listed(list(cells)[:_QUOTED]))


def _kind(texts: Sequence[str]) -> tuple[str, str]:
    """Return what kind of text these are, all of them, "" if none, and the advice for that."""
    is_long = any(len(text) > LONGEST_NUMBER for text in texts)  # which is none of these
    for pattern, words, hint in () if is_long else _KINDS:
        if all(pattern.fullmatch(text.strip()) for text in texts):
            return words, hint
    return "", phrase("Correct these cells")
