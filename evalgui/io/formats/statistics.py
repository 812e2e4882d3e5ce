"""What files of statistics packages share: columns with labels and marked missing values.

They are read in a child process, whose parsers are given bytes in memory, never a path. It loads
nothing of the rest of the program: what only this side needs is imported where it is used.
"""

from __future__ import annotations

import struct
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import joined, phrase
from evalgui.io.formats.tables import one_of_several, table_of_columns
from evalgui.io.sandbox.columns import AGAIN, Answer, Refusal, columns_of, shown
from evalgui.io.sandbox.parent import run
from evalgui.io.widths import HINT, MOST_COLUMNS, too_many_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import RawTable

LATIN, WINDOWS, CUT_OFF = "latin-1", "windows-1252", "cut off"
"""What the child may find odd."""

_ODD = {
    LATIN: phrase("texts that are not in the encoding of the file, read as Latin-1"),
    WINDOWS: phrase("texts that are not in the encoding of the file, read as Windows-1252"),
    CUT_OFF: phrase("its length is no multiple of 80 bytes: it may be cut off"),
}
_MOST = 10
_FEW_VALUES = 3
_RATINGS = 4
_LOOK = 200


def table_of(
    name: str,
    read_in_child: Callable[..., tuple[dict[str, Any], dict[str, bytes]]],
    source: Source,
    options: ReadOptions,
    watch: Watch,
) -> RawTable:
    """Return the table of a file of a statistics package.

    Where values have labels, those are the cells; but a column that is a score by its name, or
    an ordinal one of four values and more, keeps its numbers. What the file marks as missing is
    missing.

    Parameters
    ----------
    name
        What the user calls the format.
    read_in_child
        What the child calls, which calls `gathered`.
    source
        The whole file.
    options
        The table, where there are several (as the sheet), and the decimal sign of numbers that
        are stored as text.
    watch
        Asked whether to go on.

    Raises
    ------
    ReadingError
        If what reads it is not installed, or the file is damaged or too large.
    CancelledError
        If the watch says so.
    """
    from evalgui.io.meaning import Reading
    from evalgui.io.table import RawColumn, likely_decimal

    files, wanted = phrase("files of statistics packages"), options.sheet or ""
    result = run(read_in_child, files, source, watch.part(0.0, 0.9), wanted)
    facts = result.facts
    watch.step(0.9, phrase("reading the columns"))
    values = columns_of(source, result, phrase("{name} file", name=name), _has_classes)
    headers = [column["name"] for column in facts["columns"]]
    bare = [RawColumn(own, cells) for own, cells in zip(headers, values, strict=True)]
    texts = [text for one in bare if one.kind == "text" for text in one.head(_LOOK)]
    decimal = options.decimal or likely_decimal(texts)
    tables = tuple(facts["sheets"]) if len(facts["sheets"]) > 1 else ()
    return table_of_columns(
        source.name,
        headers,
        values,
        Reading(
            format=name,
            decimal=decimal,
            sheet=facts["sheet"] if tables else None,
            sheets=tables,
            is_sheet_guess=options.sheet is None and len(tables) > 1,
            sheet_word="table",
        ),
        n_rows=facts["n_rows"],
        after=tuple(_findings(facts, is_guess=options.sheet is None)),
    )


def _has_classes(column: dict[str, Any]) -> bool:
    """Return whether the labels of a column are classes: else its numbers are a rating."""
    return _rating(column) is None


def _rating(column: dict[str, Any]) -> str | None:
    """Return why the numbers of a column with labels are read, None where they are not."""
    from evalgui.io.meaning import is_score_name, plain_name

    if column["n"] < _FEW_VALUES:
        return None
    if is_score_name(column["name"]) or "rating" in plain_name(column["name"]):
        return phrase("by its name it is a score")
    is_ordered = column["measure"] in ("ordinal", "scale") and column["n"] >= _RATINGS
    if not is_ordered:
        return None
    is_scale = column["measure"] == "scale"
    return phrase("by the file it is scale" if is_scale else "by the file it is ordinal")


# ------------------------------------------------------------------------------- findings


def _findings(facts: dict[str, Any], *, is_guess: bool) -> Iterator[Finding]:
    from evalgui.io.meaning import visible

    yield from one_of_several("table", facts["sheet"], facts["sheets"], is_guess=is_guess)
    for odd in facts["odd"]:
        yield Finding("cut_off" if odd == CUT_OFF else "encoding_doubt", _ODD[odd])
    if facts["marked"]:
        total = sum(n for _, n, _ in facts["marked"])
        each = _some(
            visible(f"'{name}' {grouped(n)} ({', '.join(c)})") for name, n, c in facts["marked"]
        )
        text = phrase("values that the file marks as missing, read as missing: {each}", each=each)
        yield Finding("marked_missing", text, total)
    yield from _label_findings(facts)
    if facts["titles"]:
        each = _some(
            phrase("{name} is {title}", name=_quoted(name), title=_quoted(title))
            for name, title in facts["titles"].items()
        )
        text = phrase("what the file says of its columns: {each}", each=each)
        yield Finding("column_labels", text, len(facts["titles"]))


def _label_findings(facts: dict[str, Any]) -> Iterator[Finding]:
    """Yield what became of the labels of values."""
    from evalgui.io.meaning import listed, visible

    labelled = [column for column in facts["columns"] if column["kind"] == "labelled"]
    used = [
        column["name"]
        for column in facts["columns"]
        if column["kind"] == "coded" or (column in labelled and _rating(column) is None)
    ]
    if used:
        text = phrase("values read by their labels in the file: {used}", used=listed(used))
        yield Finding("value_labels", text, len(used))
    for column in labelled:
        why = _rating(column)
        if why:
            text = phrase(
                "the numbers of {name} were read and not their labels: {why}",
                name=_quoted(column["name"]),
                why=why,
            )
            yield Finding("labels_unused", text, column["n"])
    for name, is_used, n_named, n, few in facts["partly"]:
        text = phrase(
            "{n_named} of the {n} different values of {name} have a label; the others stay as "
            "they are: {few}"
            if is_used
            else "only {n_named} of the {n} different values of {name} have a label, and they were "
            "read as values like others: {few}",
            n_named=grouped(n_named),
            n=grouped(n),
            name=_quoted(name),
            few=visible(", ".join(few)),
        )
        yield Finding("labels_partly", text, n)
    for name, text in facts["twice"]:
        words = phrase(
            "several values of {name} have the label {label}: their codes were added to it",
            name=_quoted(name),
            label=_quoted(text),
        )
        yield Finding("labels_repeated", words)


def _some(words: Iterator[str]) -> str:
    """Return some of these words in one sentence, and how many more there are."""
    every = list(words)
    n_more = len(every) - _MOST
    shown = joined("; ", every[:_MOST])
    if n_more <= 0:
        return shown
    return phrase("{shown}; and {n} more", shown=shown, n=grouped(n_more))


def _quoted(text: str) -> str:
    """Return a text of the file in quotes, without what does not show."""
    from evalgui.io.meaning import visible

    return visible(f"'{text}'")


# ---------------------------------------------------------------------------- in the child


MOST_CELLS = 100_000_000
FREE_CONTENT = 64 << 20
LARGEST_RATIO = 100
_EXACT = 2**53
_LAST_SECOND = 9.0e12  # the year 285,000: what lies beyond is no date
SMALLER = phrase("Keep only the variables that are needed, or save the data as CSV")


@dataclass
class Variable:
    """A column of such a file.

    Parameters
    ----------
    name, title
        Its name, and what the file says about it.
    values : (n,) array
        Numbers, texts as objects, or dates; what stands where `gone` is True means nothing.
    gone : (n,) array of bool
        Which cells are missing.
    labels
        What values stand for.
    measure
        Its level of measurement: ``"nominal"``, ``"ordinal"``, ``"scale"`` or nothing.
    marked
        How often each code for a missing value occurs that is more than "no value".
    """

    name: str
    values: Any
    gone: Any
    title: str = ""
    labels: dict[Any, str] = field(default_factory=dict)
    measure: str = ""
    marked: dict[str, int] = field(default_factory=dict)


def check_size(n_rows: int, n_columns: int, row_size: int, size: int) -> None:
    """Refuse a table that is larger than a file of this size may hold, before it is read."""
    if n_columns > MOST_COLUMNS:
        raise Refusal(too_many_columns(), HINT)
    is_large = n_rows * row_size > max(FREE_CONTENT, LARGEST_RATIO * size)
    if is_large or n_rows * n_columns > MOST_CELLS:
        message = phrase(
            "the table is too large: {n_rows} rows of {n_columns} columns",
            n_rows=grouped(n_rows),
            n_columns=grouped(n_columns),
        )
        raise Refusal(message, SMALLER)


def plain(value: Any) -> str:  # noqa: ANN401 - a number or a text
    """Return a value as text; a whole number without a decimal point."""
    if isinstance(value, str):
        return value
    return str(int(value)) if float(value).is_integer() and abs(value) < _EXACT else str(value)


def moments(values: Any, gone: Any, start: str, unit: float) -> Any:  # noqa: ANN401 - arrays
    """Return times since a day as dates; numbers where some are too far away.

    Parameters
    ----------
    values, gone : (n,) arrays
        Numbers, and which of them are missing.
    start
        The day from which they count.
    unit
        How many seconds one is.
    """
    import numpy as np

    seconds = np.where(gone, 0.0, values) * unit
    if not np.all(np.abs(seconds) < _LAST_SECOND):
        return values
    return np.datetime64(start, "s") + np.rint(seconds).astype("timedelta64[s]")


FREE_TEXT = 64 << 20
LARGEST_TEXT_RATIO = 30
MOST_LISTED = 5
_LONGEST_LABEL = 200
_BROKEN = (
    *(ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, OSError),
    *(RuntimeError, TypeError, ValueError, struct.error),
)


def gathered(
    program: str,
    variables_of: Callable[[bytes, dict[str, Any]], Iterator[Variable]],
    data: bytes,
    wanted: str,
) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the columns of a file of a program; of several tables, of the wanted one.

    Parameters
    ----------
    program
        What the user calls the format.
    variables_of
        Yields the columns of the bytes of a file, and says which table it is in the facts.
    data
        The whole file.
    wanted
        The table; "" for the one with the most bytes.

    Raises
    ------
    Refusal
        If the file is damaged, or too large.
    """
    facts: dict[str, Any] = {"sheets": [], "sheet": wanted, "odd": []}
    try:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            answer = Answer(program, 0)
            _gather(answer, variables_of(data, facts), len(data))
    except _BROKEN:
        message = phrase(
            "the {program} file is damaged or incomplete, or uses a feature that is not read",
            program=program,
        )
        raise Refusal(message, AGAIN) from None
    if any(issubclass(one.category, UnicodeWarning) for one in said):
        facts["odd"].append(LATIN)
    answer.facts |= facts
    return answer.facts, answer.parts


# -------------------------------------------------------------------------------- columns


def _gather(answer: Answer, variables: Iterator[Variable], size: int) -> None:
    """Add the columns to the answer, and what there is to say about them."""
    facts = answer.facts
    facts |= {"marked": [], "titles": {}, "partly": [], "twice": []}
    room = max(FREE_TEXT, LARGEST_TEXT_RATIO * size)
    for one in variables:
        answer.facts["n_rows"] = len(one.values)
        name = shown(one.name)
        if one.title.strip():
            facts["titles"][name] = shown(one.title.strip())[:_LONGEST_LABEL]
        if one.marked:
            codes = [shown(code)[:_LONGEST_LABEL] for code in one.marked]
            facts["marked"].append([name, sum(one.marked.values()), codes[:MOST_LISTED]])
        room -= _add(answer, one)
        if room < 0:
            message = phrase("the file becomes too large when it is unpacked: too much text")
            raise Refusal(message, SMALLER)


def _add(answer: Answer, one: Variable) -> int:
    """Add a column; return how many characters of text that takes."""
    import numpy as np

    kind = one.values.dtype.kind
    if kind in "iuf" and not one.labels:
        values = one.values
        if one.gone.any():
            values = np.where(one.gone, np.array(np.nan, _float_of(values)), values)
        answer.add_numbers(one.name, values, "whole")
        return 0
    if kind == "M":
        texts = _dates(one.values)
    elif one.labels and _add_labelled(answer, one):
        return 0
    elif kind == "O":
        texts = [shown(str(cell)) for cell in one.values.tolist()]
    else:
        return _add(answer, Variable(one.name, one.values, one.gone))
    gone = one.gone.tolist()
    own = [None if is_gone else text for text, is_gone in zip(texts, gone, strict=True)]
    answer.add_texts(one.name, own)
    return sum(map(len, texts))


def _float_of(values: Any) -> Any:  # noqa: ANN401 - of numpy
    """Return the type of numbers that holds these, and none."""
    return values.dtype if values.dtype.kind == "f" else "f8"


def _dates(values: Any) -> list[str]:  # noqa: ANN401 - an array
    """Return moments as ISO 8601 says, days where they are nothing else."""
    import numpy as np

    known = values[~np.isnat(values)]
    if np.all(known == known.astype("datetime64[D]")):
        return [str(text) for text in np.datetime_as_string(values, unit="D")]
    whole = values.astype("datetime64[s]")
    is_whole = bool(np.all(known == known.astype("datetime64[s]")))
    texts = np.datetime_as_string(whole if is_whole else values)
    return [str(text).replace("T", " ") for text in texts]


def _add_labelled(answer: Answer, one: Variable) -> bool:
    """Add a column by what its values stand for; return whether enough of them have a name."""
    import numpy as np

    if one.values.dtype.kind == "O" and "" not in one.labels:
        one.gone = one.gone | (one.values == "")
    different, places = np.unique(one.values[~one.gone], return_inverse=True)
    names = [shown(one.labels.get(_key(value), "").strip()) for value in different.tolist()]
    n_named = sum(map(bool, names))
    n_bare = len(names) - n_named
    texts = [name or shown(plain(value)) for name, value in zip(names, different, strict=True)]
    if n_named and n_bare:
        bare = [text for text, name in zip(texts, names, strict=True) if not name]
        named = [
            f"{plain(value)} '{name}'"[:_LONGEST_LABEL]
            for name, value in zip(names, different, strict=True)
            if name
        ]
        is_used = n_named >= n_bare
        few = (bare if is_used else named)[:MOST_LISTED]
        answer.facts["partly"].append([shown(one.name), is_used, n_named, len(names), few])
    if n_named < max(n_bare, 1):
        return False
    for text in {text for text in texts if texts.count(text) > 1}:
        answer.facts["twice"].append([shown(one.name), text[:_LONGEST_LABEL]])
        for place, value in enumerate(different):
            if texts[place] == text:
                texts[place] = f"{text} ({plain(value)})"
    codes = np.full(len(one.values), -1, np.int32)
    codes[~one.gone] = places
    if one.values.dtype.kind == "O":
        answer.add_codes(one.name, codes, texts)
    else:
        numbers = np.where(one.gone, np.nan, one.values.astype(float))
        answer.add_labelled(one.name, numbers, codes, texts, measure=one.measure, n=len(texts))
    return True


def _key(value: Any) -> Any:  # noqa: ANN401 - a number or a text
    """Return a value as it stands among the labels."""
    return value.rstrip() if isinstance(value, str) else value
