"""What layouts share: a glance at fields, names for columns, and the truth that ids tell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase
from evalgui.io.layouts.layout import GENUINE, IMPOSTOR, TRUTH
from evalgui.io.meaning import Known, Role, Roles, is_known_name, plain_name, stated, visible
from evalgui.io.table import Profile, RawColumn, arrow, kernels
from evalgui.io.text.tokeniser import BLANKS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from evalgui.io.meaning import Lack
    from evalgui.io.table import ArrowColumn, RawTable

_MOSTLY = 0.5
_SAMPLE = 200
_FIRST_ROWS = 100_000


# ------------------------------------------------------------------------------ a glance


def is_bare(table: RawTable) -> bool:
    """Return whether a table comes from lines of fields between blanks, without a header.

    A comment above the first line may have been taken for names; it does not count where
    few of its words are ones that people give to columns.
    """
    if table.how.delimiter not in (BLANKS, "\t"):
        return False
    has_comments = any(finding.code == "comment_lines" for finding in table.findings)
    n_known = sum(map(is_known_name, table.names))
    return not table.how.header or (has_comments and n_known < _MOSTLY * len(table.names))


def look(table: RawTable) -> list[Profile]:
    """Return what a glance at each column shows."""
    return [Profile(column) for column in table.columns]


def may_be_ids(profile: Profile) -> bool:
    """Return whether a column may hold ids: neither measured numbers nor class words."""
    return not is_measure(profile) and not profile.has_class_words


def is_measure(profile: Profile) -> bool:
    """Return whether a column holds numbers of which most are not whole."""
    sample = profile.column.sample(_SAMPLE)
    n_whole = sum(text.strip().lstrip("+-").isdigit() for text in sample)
    return profile.is_number and n_whole <= _MOSTLY * len(sample)


def has_words(profile: Profile, words: Collection[str]) -> bool:
    """Return whether most rows of a column of few labels hold one of these words."""
    if profile.labels is None:
        return False
    counts = dict(zip(profile.labels.texts, profile.labels.counts, strict=True))
    n_known = sum(count for text, count in counts.items() if visible(text).casefold() in words)
    return n_known > _MOSTLY * len(profile.column)


def words_of(profile: Profile) -> set[str]:
    """Return the labels of a column in lower case; none where they are many."""
    texts = profile.labels.texts if profile.labels is not None else ()
    return {visible(text).casefold() for text in texts}


def recurs(*columns: RawColumn) -> bool:
    """Return whether the texts of some columns meet twice among their first rows."""
    first = [column.texts().slice(0, _FIRST_ROWS) for column in columns]
    met = kernels.binary_join_element_wise(*first, "\0") if len(first) > 1 else first[0]
    return len(kernels.unique(met)) < len(met)


# -------------------------------------------------------------------------------- naming


def arranged(
    table: RawTable,
    layout: str,
    names: Sequence[str],
    known: Known,
    derived: Iterable[RawColumn] = (),
) -> RawTable:
    """Return a table as its format means it, with the columns derived from it.

    Parameters
    ----------
    table
        The table as read.
    layout
        What the user calls the format.
    names
        One for each column of the table.
    known
        What the columns mean, under these names.
    derived
        The columns that come behind those of the file.
    """
    columns = [column.renamed(name) for column, name in zip(table.columns, names, strict=True)]
    how = replace(table.how, format=layout)
    return replace(table, columns=(*columns, *derived), how=how, known=known)


def arranged_fields(
    table: RawTable,
    layout: str,
    names: Sequence[str],
    known: Known,
    derived: Iterable[RawColumn] = (),
) -> RawTable:
    """Return lines of fields as their format means them; parameters as in `arranged`."""
    # The columns are no longer called by their places, nor by the words of a comment.
    findings = tuple(one for one in table.findings if one.code != "header_missing")
    table = replace(table, how=replace(table.how, header=False), findings=findings)
    return arranged(table, layout, names, known, derived)


def renamed(table: RawTable, names: dict[str, str]) -> list[str]:
    """Return the names of all columns after calling some of them otherwise.

    Parameters
    ----------
    table
        The table as read.
    names
        The new name for each name in lower case, its words joined by underscores.
    """
    found = {plain_name(column.name): column.name for column in table.columns}
    new = {found[old]: name for old, name in names.items() if old in found}
    taken = set(new.values())
    return [new.get(name) or free_name(taken, name) for name in table.names]


def free_name(taken: Collection[str], name: str) -> str:
    """Return a name, marked where it is taken."""
    while name in taken:
        name += "'"
    return name


def complete(truth: str, score: str, *reasons: str) -> Known:
    """Return that a table has a truth and a score, and needs nothing else."""
    roles = Roles(
        truth=truth,
        scores=(score,),
        predicted="",
        probabilities=(),
        sampling=Sampling.CASE_CONTROL,
    )
    own = [stated(Role.TRUTH, reason, truth) for reason in reasons]
    sentence = phrase("'{name}' is the score", name=score)
    return Known(roles, (*own, stated(Role.SCORE, sentence, score)))


def partial(lacks: Lack, *reasons: str, truth: str | None = None, score: str = "") -> Known:
    """Return that a table is scores without a key, or a key without scores."""
    scores = (score,) if score else ()
    roles = Roles(
        truth=truth,
        scores=scores,
        predicted="",
        probabilities=(),
        sampling=Sampling.CASE_CONTROL,
    )
    role = Role.SCORE if truth is None else Role.TRUTH
    columns = scores if truth is None else (truth,)
    return Known(roles, tuple(stated(role, reason, *columns) for reason in reasons), lacks)


# --------------------------------------------------------------------------- derived truth


def are_equal(table: RawTable, *pairs: tuple[RawColumn, RawColumn]) -> ArrowColumn:
    """Return for each row whether the two ids of every pair are equal.

    Returns
    -------
    (n,) column of bool
        Null where an id is missing: then nobody knows.
    """
    equal: ArrowColumn | None = None
    for one, other in pairs:
        first, second = (_ids(table, column) for column in (one, other))
        same = kernels.equal(first, second)
        equal = same if equal is None else kernels.and_(equal, same)
    if equal is None:
        message = "ids are compared in pairs, at least one"
        raise ValueError(message)
    return equal


def has_both(equal: ArrowColumn) -> bool:
    """Return whether some ids are equal and some are not: else they tell no truth."""
    return bool(kernels.any(equal).as_py()) and not kernels.all(equal).as_py()


def truth_of(table: RawTable, is_genuine: ArrowColumn) -> RawColumn:
    """Return the column of truth for rows that are genuine or not."""
    places = kernels.cast(is_genuine, arrow.int8())
    return class_column(free_name(table.names, TRUTH), places, (IMPOSTOR, GENUINE))


def class_column(name: str, places: ArrowColumn, classes: Sequence[str]) -> RawColumn:
    """Return a column of classes.

    Parameters
    ----------
    name
        What to call it.
    places : (n,) column of int8
        For each row the index of its class; null where it has none.
    classes
        The classes.
    """
    words = arrow.array(classes, arrow.string())
    chunks = [arrow.DictionaryArray.from_arrays(chunk, words) for chunk in places.chunks]
    kind = arrow.dictionary(arrow.int8(), arrow.string())
    return RawColumn(name, arrow.chunked_array(chunks, kind))


def _ids(table: RawTable, column: RawColumn) -> ArrowColumn:
    """Return ids as text, null where there is none."""
    texts = column.texts()
    if table.how.delimiter != BLANKS:
        texts = kernels.utf8_trim_whitespace(texts)
    is_empty = kernels.equal(kernels.binary_length(texts), 0)
    if not kernels.any(is_empty).as_py():
        return texts
    cells: ArrowColumn = kernels.if_else(is_empty, None, texts)
    return cells
