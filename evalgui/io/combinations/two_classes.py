"""Two files with one score a line: one of positives, one of negatives."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase
from evalgui.io.combinations.binned import bins_of, stacked_counts
from evalgui.io.combinations.making import (
    Combined,
    NotTogetherError,
    Stack,
    has_name,
    join,
    of_files,
    share_ids,
    stacked,
    stacked_scores,
    stem,
)
from evalgui.io.layouts import histogram
from evalgui.io.meaning import (
    Basis,
    Known,
    Reading,
    Reason,
    Role,
    Roles,
    guessed,
    is_distance_name,
    likely,
    listed,
    name_columns,
    plain_name,
    quoted,
    sign_of_formats,
)
from evalgui.io.table import RawColumn, RawTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.progress import Watch
    from evalgui.io.combinations.parts import Chosen, Part

    Bins = tuple[RawColumn, RawColumn]

NAME = phrase("one file for each class")

_TRUTH, _COUNT = "class", "count"
_SAMPLE = 200
_SHOWN = 2
_SHORT = {"gen": "genuine", "nontgt": "nontarget", "nonmates": "nonmated", "mates": "mated"}


def class_word(name: str) -> str | None:
    """Return the class that a word in the name of a file says; None where none or several do.

    Examples
    --------
    >>> [class_word(name) for name in ("genuine.txt", "dev-non_targets.npy", "imp_1.txt", "a.txt")]
    ['genuine', 'nontarget', 'imp', None]
    """
    words = re.sub(r"(?<![a-z])(non|bona)_", r"\1", plain_name(name)).split("_")
    found = set()
    for word in words:
        for form in (word, word.removesuffix("s")):
            full = _SHORT.get(form, form)
            # A number or a "no" in a name means something else.
            if len(full) > len("yes") or full == "imp":
                found |= set() if sign_of_formats(full) is None else {full}
    return found.pop() if len(found) == 1 else None


def sniff(chosen: Chosen) -> bool:
    """Return whether there are two files, both with a score and neither with a truth."""
    parts = chosen.parts
    if len(parts) != 2 or chosen.roles.truth is not None:
        return False
    if any(part.truth is not None or len(part.scores) != 1 for part in parts):
        return False
    return _order(parts)[1] is not None or not any(part.is_truth_open for part in parts)


def combine(chosen: Chosen, watch: Watch) -> Combined:
    """Return the rows of both files, with a column that says from which one they are.

    Parameters
    ----------
    chosen
        The files; their order does not matter. Where their names do not say which one holds
        the positives, it is left open.
    watch
        Asked between any two steps whether to go on.

    Raises
    ------
    NotTogetherError
        If names do not say which is which, and both files have the same rows: then these are
        scores of two systems.
    CancelledError
        If the watch says so.
    """
    parts, words = _order(chosen.parts)
    if words is None and _have_common_rows(parts, watch):
        raise NotTogetherError(phrase("both files have scores of the same rows"))
    watch.step(0.0, phrase("making one table"))
    tables = [part.table for part in parts]
    labels = words or tuple(name_columns([stem(table) for table in tables])[0])
    sizes = [table.n_rows for table in tables]
    stack = Stack(tuple(tables))
    binned = [bins_of(part) for part in parts]
    others = () if any(binned) else _other_columns(parts)
    more = [_COUNT] if any(binned) else _id_names(others)
    names = name_columns([_TRUTH, _score_name(parts), *more])[0]
    watch.step(0.5, phrase("making one table"))
    columns = (
        RawColumn(names[0], stack.origins(labels)),
        _scores(names[1], parts, binned),
        *([stacked_counts(parts, names[2])] if any(binned) else _ids(names[2:], others, sizes)),
    )
    why = _why(parts, words)
    roles = Roles(
        truth=names[0],
        scores=(names[1],),
        predicted="",
        positive=words[0] if words else None,
        weight=names[2] if any(binned) else None,
        sampling=Sampling.CASE_CONTROL,
    )
    doubts = (*_doubts(tables), *(_counting(parts, binned, names[2]) if any(binned) else ()))
    table = RawTable(
        name=" + ".join(table.name for table in tables),
        columns=columns,
        n_rows=sum(sizes),
        how=Reading(NAME, decimal=tables[0].how.decimal),
        findings=(*of_files(tables), *_whole_numbers(tables)),
        exclusions=stack.exclusions(),
        known=Known(roles, (likely(Role.TRUTH, why, Basis.NAME, names[0]), *doubts)),
        origin=stack,
    )
    return Combined(table, why, tuple(table.name for table in tables))


def _order(parts: Sequence[Part]) -> tuple[tuple[Part, ...], tuple[str, ...] | None]:
    """Return the file of positives and that of negatives, with the words that say so.

    Where no words do, the files come by their names, and there are no words.
    """
    words = {part.name: class_word(part.name) for part in parts}
    signs = {name: sign_of_formats(word or "") for name, word in words.items()}
    positive = [part for part in parts if signs[part.name] is True]
    negative = [part for part in parts if signs[part.name] is False]
    if len(positive) == len(negative) == 1:
        both = (positive[0], negative[0])
        return both, tuple(str(words[part.name]) for part in both)
    return tuple(sorted(parts, key=lambda part: part.name)), None


def _have_common_rows(parts: Sequence[Part], watch: Watch) -> bool:
    ids = share_ids(parts)
    return ids is not None and any(join(parts, ids, replace(watch, progress=None)).n_common)


def _score_name(parts: Sequence[Part]) -> str:
    columns = [part.table.column(part.scores[0]) for part in parts]
    if all(map(has_name, columns)) and len({column.name for column in columns}) == 1:
        return columns[0].name
    names = [
        column.name if has_name(column) else part.name
        for part, column in zip(parts, columns, strict=True)
    ]
    return "distance" if all(map(is_distance_name, names)) else "score"


def _scores(name: str, parts: Sequence[Part], binned: Sequence[Bins | None]) -> RawColumn:
    columns = [
        part.table.column(part.scores[0]) if bins is None else bins[0]
        for part, bins in zip(parts, binned, strict=True)
    ]
    decimal = parts[0].table.how.decimal
    return stacked_scores(name, columns, header=columns[0].header, decimal=decimal)


def _other_columns(parts: Sequence[Part]) -> list[tuple[RawColumn | None, ...]]:
    """Return the columns beside the scores, those at the same place of the files together."""
    own = [
        [column for column in part.table.columns if column.name not in part.scores]
        for part in parts
    ]
    return list(zip_longest(*own))


def _id_names(others: Sequence[tuple[RawColumn | None, ...]]) -> Iterator[str]:
    for place, columns in enumerate(others, start=1):
        names = [column.name for column in columns if column is not None and has_name(column)]
        yield names[0] if names else f"id {place}"


def _ids(
    names: Sequence[str], others: Sequence[tuple[RawColumn | None, ...]], sizes: Sequence[int]
) -> Iterator[RawColumn]:
    for name, columns in zip(names, others, strict=True):
        first = next(column for column in columns if column is not None)
        pieces = [
            (first, np.full(size, -1)) if column is None else (column, np.arange(size))
            for column, size in zip(columns, sizes, strict=True)
        ]
        yield stacked(name, pieces, header=first.header)


def _whole_numbers(tables: Sequence[RawTable]) -> Iterator[Finding]:
    """Yield that whole numbers are taken for scores, where they may be a histogram."""
    names = [table.name for table in tables if histogram.sniff(table)]
    if names:
        text = phrase(
            "each number of {files} is taken for a score: a histogram is known by the word "
            "histogram in the name of its file",
            files=listed(names),
        )
        yield Finding("maybe_histogram", text)


def _doubts(tables: Sequence[RawTable]) -> Iterator[Reason]:
    """Yield that two whole numbers a line may be one number with a decimal comma."""
    names = [table.name for table in tables if _may_be_decimals(table)]
    if names:
        sentence = phrase("the commas in {files} separate two columns", files=listed(names))
        first = next(table for table in tables if table.name == names[0])
        lines = zip(*(column.head(_SHOWN) for column in first.columns), strict=True)
        cells = listed([",".join(line) for line in lines])
        question = phrase(
            "In {files}, is the comma between two columns, and no decimal sign, as it may be in "
            "{cells}?",
            files=listed(names),
            cells=cells,
        )
        yield guessed(Role.DECIMAL, sentence, Basis.CONTENT, question=question)


def _counting(
    parts: Sequence[Part], binned: Sequence[Bins | None], counts: str
) -> Iterator[Reason]:
    """Yield that rows are scores and how often each occurs; ask where no name of a file says so."""
    names = [part.name for part, bins in zip(parts, binned, strict=True) if bins is not None]
    files = listed(names)
    if all(histogram.is_named(name) for name in names):
        sentence = phrase(
            "each row of {files} is a score and how often it occurs, by the name of the file",
            files=files,
        )
        yield likely(Role.WEIGHT, sentence, Basis.NAME, counts)
        return
    sentence = phrase("each row of {files} is a score and how often it occurs", files=files)
    question = phrase(
        "Is each row of {files} a score and how often it occurs, as in a histogram, rather than "
        "one score?",
        files=files,
    )
    yield guessed(Role.WEIGHT, sentence, Basis.CONTENT, counts, question=question)


def _may_be_decimals(table: RawTable) -> bool:
    if table.how.delimiter != "," or table.how.header or len(table.columns) != 2:
        return False
    cells = [text for column in table.columns for text in column.sample(_SAMPLE)]
    return all(text.strip().lstrip("+-").isdigit() for text in cells)


def _why(parts: Sequence[Part], words: Sequence[str] | None) -> str:
    names = [part.name for part in parts]
    if words is None:
        return phrase("{files} hold the scores of one class each", files=listed(names))
    return phrase(
        "{file} holds the scores of {shown} and {other_file} those of {other} by their names",
        file=quoted(names[0]),
        shown=quoted(words[0]),
        other_file=quoted(names[1]),
        other=quoted(words[1]),
    )
