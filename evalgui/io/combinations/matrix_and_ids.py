"""A matrix of scores, and the ids of its rows and columns: genuine where the ids are equal."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Exclusion, Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import both, phrase
from evalgui.io.combinations.making import Combined, of_files, stacked, stacked_texts
from evalgui.io.meaning import (
    Basis,
    Known,
    Reading,
    Role,
    Roles,
    is_known_name,
    likely,
    plain_name,
    quoted,
    stated,
)
from evalgui.io.table import RawColumn, RawTable, arrow, kernels, number_share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.progress import Watch
    from evalgui.io.combinations.parts import Chosen
    from evalgui.io.table import ArrowArray

NAME = phrase("score matrix and ids")

MOST_SCORES = 100_000_000
"""How many scores a matrix may hold."""

_MOST_FILES = 3
_SAMPLE = 20
_WIDE = 10
_COLUMN_WORDS = re.compile(
    r"(?:^|_)(?:col|cols|column|columns|probe|probes|test|query|queries)(?:_|$)"
)


@dataclass(frozen=True, slots=True, eq=False)
class MatrixPlaces:
    """Where the scores of a matrix stand: one column after the other.

    Parameters
    ----------
    name
        The file.
    height
        How many rows the matrix has.
    """

    name: str
    height: int

    def place(self, row: int) -> str:
        """Return where a score (from 0) stands: ``"row 3, column 2 of scores.npy"``."""
        column, own = divmod(row, self.height)
        return phrase(
            "row {row}, column {column} of {file}",
            row=grouped(own + 1),
            column=grouped(column + 1),
            file=self.name,
        )


def sniff(chosen: Chosen) -> bool:
    """Return whether one file is a matrix of numbers without names, and all others are ids.

    Of a few columns only, it may be any table: then the ids have to fit.
    """
    matrices = [table for table in chosen.tables if _is_matrix(table)]
    others = [table for table in chosen.tables if not _is_matrix(table)]
    if len(matrices) != 1 or not others or len(chosen.tables) > _MOST_FILES:
        return False
    if not all(len(one.columns) == 1 and not _has_fractions(one.columns[0]) for one in others):
        return False
    height, width = matrices[0].n_rows, len(matrices[0].columns)
    return width >= _WIDE or _fit(others[0], others[-1], height, width)


def _fit(first: RawTable, second: RawTable, height: int, width: int) -> bool:
    """Return whether ids belong to the rows and to the columns, the one way or the other."""
    there = _fits(first, height) and _fits(second, width)
    return there or (_fits(second, height) and _fits(first, width))


def _has_fractions(column: RawColumn) -> bool:
    """Return whether a column holds measured numbers; ids may be numbers, words and both."""
    sample = column.sample(_SAMPLE)
    return number_share(sample) == 1 and not all(text.strip().isdigit() for text in sample)


def _is_matrix(table: RawTable) -> bool:
    if table.known is not None and table.known.lacks != "ids":
        return False
    if len(table.columns) == 1 or any(column.header.strip() for column in table.columns):
        return False
    return all(
        column.kind == "number" or number_share(column.sample(_SAMPLE)) == 1
        for column in table.columns
    )


def combine(chosen: Chosen, watch: Watch) -> Combined:
    """Return a row for each score of the matrix, one column of it after the other.

    Where one file of ids serves both sides, the diagonal is set aside: there, a sample was
    compared with itself.

    Parameters
    ----------
    chosen
        The files.
    watch
        Asked between any two steps whether to go on.

    Raises
    ------
    DataError
        If the matrix has more than `MOST_SCORES` scores, or the ids do not fit its sides.
    CancelledError
        If the watch says so.
    """
    watch.step(0.0, phrase("making one table"))
    matrix = next(table for table in chosen.tables if _is_matrix(table))
    vectors = [table for table in chosen.tables if table is not matrix]
    height, width = matrix.n_rows, len(matrix.columns)
    if height * width > MOST_SCORES:
        message = phrase(
            "the matrix has {n} scores, and the limit is {most}",
            n=grouped(height * width),
            most=grouped(MOST_SCORES),
        )
        raise DataError(message, where=matrix.name, hint=phrase("Choose a part of it"))
    sides = _sides(matrix, vectors)
    codes, names = _encode(sides, (height, width))
    watch.step(0.3, phrase("making one table"))
    is_genuine = (codes[1][:, np.newaxis] == codes[0][np.newaxis, :]).ravel()
    scores = _scores(matrix)
    watch.step(0.6, phrase("making one table"))
    columns = (
        _of_codes("row id", np.tile(codes[0], width), names),
        _of_codes("column id", np.repeat(codes[1], height), names),
        _of_codes("comparison", is_genuine.astype(np.int8), arrow.array(["impostor", "genuine"])),
        scores,
    )
    roles = Roles(
        truth="comparison",
        scores=("score",),
        predicted="",
        positive="genuine",
        subjects=("row id", "column id"),
    )
    is_one = len(vectors) == 1
    why = _why(matrix, sides)
    table = RawTable(
        name=" + ".join(table.name for table in (matrix, *vectors)),
        columns=columns,
        n_rows=height * width,
        how=Reading(NAME, decimal=matrix.how.decimal),
        findings=(
            *of_files([matrix, *(_with_all_ids(vector, height, width) for vector in vectors)]),
            *(_symmetry(scores, height) if is_one else ()),
        ),
        exclusions=(_diagonal(height),) if is_one else (),
        known=Known(
            roles,
            (
                likely(Role.TABLE, why, Basis.CONTENT),
                stated(
                    Role.TRUTH,
                    phrase("a comparison is genuine where the ids are equal"),
                    "comparison",
                ),
                stated(Role.SCORE, phrase("'score' holds the cells of the matrix"), "score"),
            ),
        ),
        origin=MatrixPlaces(matrix.name, height),
    )
    return Combined(table, why, tuple(one.name for one in (matrix, *vectors)))


def _sides(matrix: RawTable, vectors: Sequence[RawTable]) -> tuple[RawTable, RawTable]:
    """Return the ids of the rows and those of the columns; one file where it has both."""
    height, width = matrix.n_rows, len(matrix.columns)
    first, second = vectors[0], vectors[-1]
    if len(vectors) == 1 and height != width:
        message = phrase(
            "the matrix has {height} rows and {width} columns: one file of ids cannot serve both "
            "sides",
            height=grouped(height),
            width=grouped(width),
        )
        hint = phrase("Choose the ids of the other side as well")
        raise DataError(message, where=matrix.name, hint=hint)
    says_columns = [bool(_COLUMN_WORDS.search(plain_name(table.name))) for table in vectors]
    fits = _fits(first, height) and _fits(second, width)
    if not fits or (height == width and says_columns == [True, False]):
        first, second = second, first
    if not (_fits(first, height) and _fits(second, width)):
        message = phrase(
            "{given} ids do not fit a matrix of {height} rows and {width} columns",
            given=both(grouped(table.n_rows) for table in vectors),
            height=grouped(height),
            width=grouped(width),
        )
        hint = phrase("Choose one id for each row and column")
        raise DataError(message, where=matrix.name, hint=hint)
    return first, second


def _fits(table: RawTable, length: int) -> bool:
    """Return whether there is an id for each; the first may have been taken for a header."""
    if table.n_rows == length:
        return True
    is_id = bool(table.how.header) and not is_known_name(table.columns[0].header)
    return is_id and table.n_rows + 1 == length


def _with_all_ids(vector: RawTable, height: int, width: int) -> RawTable:
    """Return ids without the finding that a header recurs, where the header is an id itself."""
    if vector.n_rows in {height, width}:
        return vector
    findings = (one for one in vector.findings if one.code != "header_repeated")
    return replace(vector, findings=tuple(findings))


def _encode(
    sides: tuple[RawTable, RawTable], lengths: tuple[int, int]
) -> tuple[list[NDArray[np.integer]], ArrowArray]:
    """Return the ids of both sides as indices into the different ones."""
    parts = []
    for table, length in zip(sides, lengths, strict=True):
        column = table.columns[0]
        if table.n_rows < length:
            parts += arrow.chunked_array([[column.header]]).chunks
        parts += kernels.cast(stacked_texts([column]), arrow.string()).chunks
    texts = kernels.utf8_trim_whitespace(kernels.fill_null(arrow.chunked_array(parts), ""))
    encoded = texts.combine_chunks().dictionary_encode()
    codes = encoded.indices.to_numpy()
    missing = kernels.equal(encoded.dictionary, "").to_numpy(zero_copy_only=False)
    if missing.any():
        row = int(np.flatnonzero(missing[codes])[0])
        side = 0 if row < lengths[0] else 1
        message = phrase(
            "the id of column {n} is missing" if side else "the id of row {n} is missing",
            n=grouped(row - side * lengths[0] + 1),
        )
        raise DataError(message, where=sides[side].name, hint=phrase("Give each an id"))
    if len(encoded.dictionary) <= np.iinfo(np.int16).max:
        codes = codes.astype(np.int16)
    return [codes[: lengths[0]], codes[lengths[0] :]], encoded.dictionary


def _of_codes(name: str, codes: NDArray[np.integer], texts: ArrowArray) -> RawColumn:
    return RawColumn(
        name, arrow.chunked_array([arrow.DictionaryArray.from_arrays(arrow.array(codes), texts)])
    )


def _diagonal(size: int) -> Exclusion:
    rows = np.arange(1, size * size + 1, size + 1)
    return Exclusion("same_sample", phrase("a sample compared with itself"), rows)


def _scores(matrix: RawTable) -> RawColumn:
    """Return the cells of a matrix as one column: as they are where doubles cannot say them."""
    parsed = [column.parse_numbers() for column in matrix.columns]
    if any(numbers.base or numbers.n_inexact for numbers in parsed):
        pieces = [(column, np.arange(len(column))) for column in matrix.columns]
        return stacked("score", pieces, header="score", decimal=matrix.how.decimal)
    return RawColumn("score", arrow.chunked_array([arrow.array(one.values) for one in parsed]))


def _symmetry(scores: RawColumn, size: int) -> tuple[Finding, ...]:
    """Return that each pair counts twice, where the matrix is its own mirror image."""
    matrix = scores.parse_numbers().values.reshape(size, size)
    if not np.array_equal(matrix, matrix.T, equal_nan=True):
        return ()
    text = phrase("the matrix is symmetric: each pair of samples counts twice")
    return (Finding("symmetric_matrix", text, matrix.size - len(matrix)),)


def _why(matrix: RawTable, sides: tuple[RawTable, RawTable]) -> str:
    rows, columns = (quoted(side.name) for side in sides)
    return phrase(
        "{rows} has the ids of the rows and columns of {matrix}"
        if sides[0] is sides[1]
        else "{rows} has the ids of the rows and {columns} those of the columns of {matrix}",
        rows=rows,
        columns=columns,
        matrix=quoted(matrix.name),
    )
