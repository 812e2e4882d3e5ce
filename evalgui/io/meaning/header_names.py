"""A name of its own for each column, from what stands in the header."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.meaning.column_names import LONGEST_NAME
from evalgui.io.meaning.labels import listed, visible

if TYPE_CHECKING:
    from collections.abc import Sequence


def name_columns(headers: Sequence[str]) -> tuple[list[str], tuple[Finding, ...]]:
    """Return a name of its own for each column.

    Names that occur twice are numbered, all of them, so that none is taken for the other;
    a column without a name is called by its place. A very long name is shortened.

    Parameters
    ----------
    headers
        The names as they stand in the file.

    Examples
    --------
    >>> name_columns(["id", "score", "score", ""])[0]
    ['id', 'score (1)', 'score (2)', 'column 4']
    """
    shown = [visible(_shortened(header)) for header in headers]
    counts = Counter(shown)
    seen: Counter[str] = Counter()
    names: dict[str, None] = {}
    for place, header in enumerate(shown, start=1):
        seen[header] += 1
        name = header or f"column {place}"
        if header and counts[header] > 1:
            name = f"{header} ({seen[header]})"
        while name in names:
            name += "'"
        names[name] = None
    findings = []
    twice = [name for name, count in counts.items() if count > 1 and name]
    if twice:
        text = phrase("columns with the same name are numbered: {names}", names=listed(twice))
        findings.append(Finding("header_dup", text, sum(counts[name] for name in twice)))
    n_named = sum(map(bool, shown))
    if 0 < 2 * n_named < len(shown):
        text = phrase(
            "the header names only {m} of {n} columns: it may be a title above a table that has no "
            "header",
            m=grouped(n_named),
            n=grouped(len(shown)),
        )
        findings.append(Finding("header_sparse", text, n_named))
    n_long = sum(len(header) > LONGEST_NAME for header in headers)
    if n_long:
        text = phrase_n(
            n_long,
            "1 column has a name of more than {most} characters, which is shortened",
            "{n} columns have names of more than {most} characters, which is shortened",
            n=grouped(n_long),
            most=grouped(LONGEST_NAME),
        )
        findings.append(Finding("header_long", text, n_long))
    return list(names), tuple(findings)


def _shortened(header: str) -> str:
    return header if len(header) <= LONGEST_NAME else f"{header[: LONGEST_NAME - 1]}…"
