"""What is said of several files beside their numbers: which they are, and what has no partner."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.languages import tr, tr_n
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.io.writers.formulas import guarded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from evalgui.io.combinations import Unmatched
    from evalgui.io.loading_together import Together

MOST_SHOWN = 20
"""How many rows without a partner are shown; a file can hold all of them."""


def about_files(together: Together) -> dict[str, Any]:
    """Return what several files are together as JSON types.

    Returns
    -------
    dict
        ``combination`` (what the files are together, None where each is a data set of its
        own), ``why``, ``files`` (each with its ``sha256``) and ``unmatched``: the rows of one
        file without a partner in another one, with their ``count`` and the first
        `MOST_SHOWN` of them.
    """
    return {
        "combination": together.combination or None,
        "why": together.why,
        "files": [{"file": file.name, "sha256": file.sha256} for file in together.files],
        "unmatched": [_as_json(one) for one in together.unmatched],
    }


def _as_json(one: Unmatched) -> dict[str, Any]:
    shown = range(min(one.count, MOST_SHOWN))
    return {
        "side": one.side,
        "file": one.file,
        "other": one.other,
        "count": one.count,
        "first": [
            {
                "row": int(one.rows[place]),
                "line": None if one.lines is None else int(one.lines[place]),
                "ids": {column.name: column.text(place) for column in one.ids},
            }
            for place in shown
        ],
    }


def with_files(
    together: Together, results: Sequence[dict[str, Any]], *, by_score: bool = False
) -> dict[str, Any]:
    """Return the results of files as one JSON object: that of a single file as it is.

    Parameters
    ----------
    together
        The files.
    results
        What is said of each result of them.
    by_score
        Whether each file has a result for each of several scores.
    """
    if by_score:
        about = about_files(together) if len(together.files) > 1 else {"file": results[0]["file"]}
        return {**about, "results": list(results)}
    if len(together.files) == 1:
        return results[0]
    if together.combination:
        return {**results[0], **about_files(together)}
    return {**about_files(together), "results": list(results)}


def files_in_words(together: Together) -> list[str]:
    """Return what several files are together as lines for people; none for a single file."""
    if len(together.files) == 1:
        return []
    return [
        words_in(Vocabulary.MACHINE_LEARNING).said(together.why),
        *unmatched_in_words(about_files(together)),
    ]


def unmatched_in_words(about: dict[str, Any]) -> list[str]:
    """Return the rows without a partner that `about_files` lists, as lines for people."""
    lines = []
    for one in about["unmatched"]:
        told = tr_n(
            one["count"],
            "1 row of {file} without a partner in {other}:",
            "{n} rows of {file} without a partner in {other}:",
            n=grouped(one["count"]),
            file=one["file"],
            other=one["other"],
        )
        lines += ["", told]
        for row in one["first"]:
            where = (
                tr("row {n}", n=grouped(row["row"]))
                if row["line"] is None
                else tr("line {n}", n=grouped(row["line"]))
            )
            lines.append(f"  {where}: {' '.join(row['ids'].values())}")
        if one["count"] > len(one["first"]):
            lines.append(tr("  and {n} more", n=grouped(one["count"] - len(one["first"]))))
    return lines


def unmatched_table(unmatched: Sequence[Unmatched]) -> str:
    """Return all rows without a partner as CSV: one line each, guarded against formulas.

    Returns
    -------
    str
        With the columns ``side``, ``file``, ``row``, ``line`` (empty where the file has no
        lines), ``other`` (where there is no partner) and the ids.
    """
    names = dict.fromkeys(column.name for one in unmatched for column in one.ids)
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(["side", "file", "row", "line", "other", *map(guarded, names)])
    for one in unmatched:
        rows = one.rows.tolist()
        lines = [""] * one.count if one.lines is None else one.lines.tolist()
        texts = {column.name: column.as_text().to_pylist() for column in one.ids}
        file, other = guarded(one.file), guarded(one.other)
        for place, (row, line) in enumerate(zip(rows, lines, strict=True)):
            ids = (texts[name][place] or "" if name in texts else "" for name in names)
            writer.writerow([one.side, file, row, line, other, *map(guarded, ids)])
    return target.getvalue()


def write_unmatched(together: Together, path: Path) -> None:
    """Write `unmatched_table` to a file, completely or not at all.

    Raises
    ------
    WritingError
        If the file cannot be written.
    """
    write_safely(path, unmatched_table(together.unmatched).encode("utf-8"))
