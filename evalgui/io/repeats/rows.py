"""What occurs more than once: ids, pairs, whole rows, rows of several models or of training.

It takes a look at every cell, so that it is done when the curve is already there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import both, phrase, phrase_n
from evalgui.io.layouts import LAYOUTS
from evalgui.io.meaning import (
    Basis,
    Role,
    is_called,
    is_entity_name,
    show_hidden,
    words_of,
)
from evalgui.io.repeats import REPEATED_IDS
from evalgui.io.repeats.pairs import of_pairs
from evalgui.io.repeats.same_rows import same_rows, trimmed_codes
from evalgui.io.table import RawColumn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset
    from evalgui.io.loading import Loaded

_MOST_MODELS = 50
_MOST_COLUMNS = 100
_MOST_SETS = 20
_SAMPLE = 200
_EXACT = 5  # significant digits that no two measurements share by chance


@dataclass(frozen=True, slots=True, eq=False)
class _Coded:
    """A column as numbers for its different texts; -1 where it has none."""

    name: str
    codes: NDArray[np.int64]
    texts: Any

    @property
    def n_texts(self) -> int:
        return len(self.texts)


def of_repeats(loaded: Loaded, watch: Watch | None = None) -> tuple[Finding, ...]:
    """Return what occurs more than once among the rows that are used.

    Parameters
    ----------
    loaded
        A file with a data set; confusion matrices and rows that are counted have no repeats.
    watch
        Asked between any two columns whether to go on.

    Returns
    -------
    tuple of Finding
        With the number of rows.

    Raises
    ------
    ReadingError
        If a column cannot be read.
    CancelledError
        If the watch says so.
    """
    dataset, watch = loaded.dataset, watch or Watch()
    if dataset is None or dataset.row_counts is not None or not dataset.n:
        return ()
    columns = [column for column in dataset.columns if isinstance(column, RawColumn)]
    columns = [column for column in columns if not column.is_nested]
    ids = [] if loaded.table.known is not None else _ids(columns)
    coded = _code(ids, watch)
    findings = [*_of_models(dataset, columns, coded, watch)]
    pairs = None if findings or _has_protocol(loaded) else of_pairs(dataset, columns, watch)
    if pairs is not None:
        findings += pairs
    elif not findings:
        is_said = any(
            one.role is Role.SAMPLING and one.by in {Basis.USER, Basis.MEMORY}
            for one in loaded.proposal.reasons
        )
        findings += () if dataset.subjects is not None else _of_ids(coded, is_said=is_said)
    findings += _of_training(columns)
    if any(one.n_texts == dataset.n for one in coded) or len(columns) > _MOST_COLUMNS:
        return tuple(findings)  # a row is like no other
    return (*findings, *_of_rows(loaded, columns, has_ids=bool(ids), watch=watch))


def with_repeats(loaded: Loaded) -> Loaded:
    """Return a file whose data set also says what occurs more than once.

    Parameters and errors are those of `of_repeats`.
    """
    dataset = loaded.dataset
    found = of_repeats(loaded)
    if dataset is None or not found:
        return loaded
    return replace(loaded, dataset=replace(dataset, findings=(*dataset.findings, *found)))


def _has_protocol(loaded: Loaded) -> bool:
    """Return whether a file is of a format of the field, whose protocol says what is compared."""
    own = loaded.table.how.format
    return any(own.startswith(layout.name) for layout in LAYOUTS)


def _ids(columns: Sequence[RawColumn]) -> list[RawColumn]:
    return [column for column in columns if is_entity_name(column.header)]


def _code(columns: Sequence[RawColumn], watch: Watch) -> list[_Coded]:
    found = []
    for column in columns:
        watch.look()
        codes, texts = trimmed_codes(column.as_text())
        found.append(_Coded(column.name, codes.astype(np.int64), texts))
    return found


def _joined(coded: Sequence[_Coded]) -> NDArray[np.int64]:
    """Return one number for each combination of texts; -1 where one is missing."""
    first, *rest = coded
    codes = first.codes
    for one in rest:
        together = codes * (one.n_texts + 1) + one.codes
        together[(codes < 0) | (one.codes < 0)] = -1
        different, numbered = np.unique(together, return_inverse=True)
        codes = numbered.astype(np.int64) - (1 if different[0] < 0 else 0)
    return codes


def _sizes(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how often each number of some codes occurs, missing ones left out."""
    return np.bincount(codes[codes >= 0])


# ------------------------------------------------------------------------------------- ids


def _of_ids(coded: Sequence[_Coded], *, is_said: bool) -> Iterator[Finding]:
    """Yield that ids occur more than once; where several make one, that all of them do.

    Whether their rows belong together is asked until it was said how rows were sampled.
    """
    if not coded:
        return
    sizes = _sizes(_joined(coded))
    n_again, n_rows = int(np.count_nonzero(sizes > 1)), int(sizes[sizes > 1].sum())
    if not n_again:
        return
    text = phrase_n(
        n_again,
        "1 id occurs more than once in {columns} ({m} of {n} rows): rows of one subject do not "
        "count as independent ones",
        "{k} ids occur more than once in {columns} ({m} of {n} rows): rows of one subject do not "
        "count as independent ones",
        k=grouped(n_again),
        columns=both(f"'{one.name}'" for one in coded),
        m=grouped(n_rows),
        n=grouped(int(sizes.sum())),
    )
    if not is_said:
        text = phrase("{text}. Do these rows belong together?", text=text)
    level = Level.INFO if is_said else Level.WARNING
    yield Finding(REPEATED_IDS, text, n_rows, level, columns=tuple(one.name for one in coded))


# ---------------------------------------------------------------------------------- models


def _of_models(
    dataset: Dataset, columns: Sequence[RawColumn], ids: Sequence[_Coded], watch: Watch
) -> Iterator[Finding]:
    """Yield that a column tells the rows of several models or readers apart."""
    used = {score.name for score in dataset.scores} | {one.name for one in ids}
    for column in columns:
        if column.name in used:
            continue
        is_named = is_called(column.header, "model_name")
        if not (is_named or ids) or is_called(column.header, "occasion_name"):
            continue
        if column.encode(_MOST_MODELS) is None:
            continue
        (coded,) = _code([column], watch)
        if not 2 <= coded.n_texts <= _MOST_MODELS or len(coded.codes) % coded.n_texts:  # several
            continue
        if not (_has_each_id_once(coded, ids) if ids else _has_same_classes(coded, dataset)):
            continue
        shown = show_hidden(str(coded.texts[0].as_py())).replace('"', "'")
        text = phrase(
            "'{column}' has {n} values with the same rows each: results of several models or "
            'readers below each other? Choose the rows of one, such as {column} == "{value}"',
            column=column.name,
            n=grouped(coded.n_texts),
            value=shown,
        )
        yield Finding("stacked_models", text, dataset.n)
        return


def _has_each_id_once(models: _Coded, ids: Sequence[_Coded]) -> bool:
    """Return whether every id occurs once for each model."""
    subjects = _joined(ids)
    sizes = _sizes(subjects)
    if (subjects < 0).any() or not np.all(sizes == models.n_texts):
        return False
    pairs = subjects * models.n_texts + models.codes
    return len(np.unique(pairs)) == len(pairs)


def _has_same_classes(models: _Coded, dataset: Dataset) -> bool:
    """Return whether every model has as many rows of each class."""
    if (models.codes < 0).any():
        return False
    cells = np.zeros((models.n_texts, dataset.n_classes), np.int64)
    np.add.at(cells, (models.codes, dataset.truth), 1)
    return bool(np.all(cells == cells[0]))


def _of_training(columns: Sequence[RawColumn]) -> Iterator[Finding]:
    """Yield that rows from which a model learnt stand beside those on which it was tested."""
    learnt, tested = words_of("learning_set", "training"), words_of("learning_set", "testing")
    for column in columns:
        found = column.distinct(_MOST_SETS) if is_called(column.header, "set_name") else None
        if found is None:
            continue
        sizes = {
            text: count
            for text, count in zip(found.texts, found.counts, strict=True)
            if text.strip().casefold() in learnt | tested
        }
        shown = [text for text in sizes if text.strip().casefold() in tested]
        if not shown or len(shown) == len(sizes):
            continue
        n_learnt = sum(sizes.values()) - sum(sizes[text] for text in shown)
        text = phrase(
            "{n} rows are of those from which the model learnt, by '{column}': what it says of "
            'them is better than it is. Choose the others, such as {column} == "{value}"',
            n=grouped(n_learnt),
            column=column.name,
            value=shown[0],
        )
        yield Finding("training_rows", text, n_learnt, columns=(column.name,))


# ------------------------------------------------------------------------------------ rows


def _of_rows(
    loaded: Loaded, columns: Sequence[RawColumn], *, has_ids: bool, watch: Watch
) -> Iterator[Finding]:
    """Yield how many rows are the same as another in every cell."""
    n, same = len(columns[0]), same_rows(columns, watch)
    n_again = n - same.n_different
    if not n_again:
        return
    if same.least == same.most:
        text = (
            phrase("every row occurs twice in the file")
            if same.most == 2  # a word
            else phrase("every row occurs {n} times in the file", n=grouped(same.most))
        )
        yield Finding("repeated_rows", text, n)
        return
    if has_ids or _are_exact(loaded):  # else equal cells are no sign of equal subjects
        text = phrase_n(
            n_again,
            "1 row repeats another one in every cell: duplicates?",
            "{n} rows repeat another one in every cell: duplicates?",
            n=grouped(n_again),
        )
        yield Finding("repeated_rows", text, n_again)


def _are_exact(loaded: Loaded) -> bool:
    """Return whether the scores have so many digits that none is there twice by chance."""
    for name in loaded.proposal.roles.number_columns:
        cells = [cell for cell in loaded.table.column(name).sample(_SAMPLE) if cell.strip()]
        digits = [sum(mark.isdigit() for mark in cell.lstrip("+-0.,")) for cell in cells]
        if cells and sum(count >= _EXACT for count in digits) * 2 > len(cells):
            return True
    return False
