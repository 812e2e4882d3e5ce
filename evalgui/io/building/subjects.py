"""Whose the rows of a table are: its columns of subjects as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.sampling import Sampling
from evalgui.core.subjects import Subjects
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.meaning import listed, place_of_probe
from evalgui.io.table import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from evalgui.io.meaning import Roles
    from evalgui.io.table import RawTable


def read_subjects(table: RawTable, roles: Roles, kept: NDArray[np.intp] | None) -> Subjects | None:
    """Return whose the rows are that are used, None where no column says it.

    Ids are texts without the blanks around them, and the same text is the same subject in both
    columns. A cell without one is a subject of its own.

    Parameters
    ----------
    table
        The table as read.
    roles
        With the names of one or two columns.
    kept
        The rows that are used, from 0; None where all are.

    Raises
    ------
    DataError
        If a column is not there, has another role, or is named for both subjects, and if rows
        are said to be sampled by subject, none is named, and no totals of subjects are known.
    """
    names = roles.subjects or ()
    if not names:
        has_totals = table.known is not None and table.known.totals is not None
        if roles.sampled is Sampling.BY_SUBJECT and not has_totals:
            message = phrase(
                "rows are said to be sampled by subject, and no column says whose they are"
            )
            hint = phrase("Choose the column of subjects, or another kind of sampling")
            raise DataError(message, where=table.name, hint=hint)
        return None
    _require_own(table, roles, names)
    texts_of = [kernels.cast(table.column(name).as_text(), arrow.string()) for name in names]
    parts = [kernels.utf8_trim_whitespace(one) for one in texts_of]
    chunks = [chunk for part in parts for chunk in part.chunks]
    texts = arrow.chunked_array(chunks, arrow.string()).combine_chunks()
    texts = kernels.if_else(kernels.equal(texts, ""), arrow.scalar(None, arrow.string()), texts)
    codes = np.asarray(
        kernels.fill_null(kernels.dictionary_encode(texts).indices, -1).to_numpy(
            zero_copy_only=False
        ),
        np.int64,
    )
    n_rows = table.n_rows
    sides = [codes[start : start + n_rows] for start in range(0, len(codes), n_rows)]
    if kept is not None:
        sides = [side[kept] for side in sides]
    missing = [side < 0 for side in sides]
    n_without = int(np.count_nonzero(np.logical_or.reduce(missing)))
    together = np.concatenate(sides)
    gone = np.flatnonzero(together < 0)
    together[gone] = together.max(initial=-1) + 1 + np.arange(len(gone))
    _, numbered = np.unique(together, return_inverse=True)
    own = np.split(numbered.astype(np.int32), len(sides))
    return Subjects(tuple(own), names, n_without, place_of_probe(names))


def _require_own(table: RawTable, roles: Roles, names: tuple[str, ...]) -> None:
    """Refuse columns of subjects that are something else."""
    counts = (roles.n_positive, roles.n_negative)
    others = (
        ((roles.truth,), Text("'{column}' is the truth: it does not say whose a row is")),
        (
            (roles.predicted,),
            Text("'{column}' is the {predicted_class}: it does not say whose a row is"),
        ),
        (counts, Text("'{column}' is a count of rows: it does not say whose a row is")),
        (roles.number_columns, Text("'{column}' is a score: it does not say whose a row is")),
        ((roles.weight,), Text("'{column}' is the weight of rows: it does not say whose a row is")),
    )
    hint = phrase("Name the column with the ids of patients, persons or cases")
    for others_names, what in others:
        for name in others_names:
            if name in names:
                message = phrase(what.template, column=name)
                raise DataError(message, where=table.name, hint=hint)
    if len(set(names)) < len(names):
        text = phrase("both subjects of a row are said to be in '{column}'", column=names[0])
        hint = phrase("Name two columns, or only one subject")
        raise DataError(text, where=table.name, hint=hint)


def of_subjects(subjects: Subjects | None) -> Iterator[Finding]:
    """Yield what is odd about the subjects: rows without one, or no two rows of one."""
    if subjects is None or not len(subjects):
        return
    names = listed(subjects.names)
    n_without = subjects.n_without
    if n_without:
        text = phrase_n(
            n_without,
            "1 row does not say whose it is in {names}: each is taken for a subject of its own",
            "{n} rows do not say whose they are in {names}: each is taken for a subject of its own",
            n=grouped(n_without),
            names=names,
        )
        yield Finding("missing_subject", text, n_without)
    if subjects.n_subjects == len(subjects) * len(subjects.codes):
        text = phrase(
            "no subject of {names} has two rows: rows are as good as independent", names=names
        )
        yield Finding("single_subjects", text, len(subjects))
