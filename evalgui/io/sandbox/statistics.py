"""Files of statistics packages, in the child process: SPSS, Stata and SAS.

Like `child` it loads nothing of the rest of the program; pandas is imported here alone.
Parsers are given bytes in memory, never a path.
"""

from __future__ import annotations

import io
import struct
import warnings
from typing import TYPE_CHECKING, Any

from evalgui.io.sandbox.columns import Answer, shown
from evalgui.io.sandbox.variables import SMALLER, Refusal, Variable, check_size, moments, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

FREE_TEXT = 64 << 20
LARGEST_TEXT_RATIO = 30
MOST_LISTED = 5
_LONGEST_LABEL = 200
_AGAIN = "Save it again, or save the data as CSV"
_BROKEN = (
    *(ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, OSError),
    *(RuntimeError, TypeError, ValueError, struct.error),
)


def read(data: bytes, program: str, wanted: str = "") -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the columns of a file of a program; of several tables, of the wanted one."""
    from evalgui.io.sandbox import sas

    readers: dict[str, Callable[..., Iterator[Variable]]] = {
        "SPSS": _spss,
        "Stata": _stata,
        "SAS": sas.sas,
        "SAS transport": sas.transport,
    }
    facts: dict[str, Any] = {"sheets": [], "sheet": wanted, "odd": []}
    try:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            answer = Answer(program, 0)
            _gather(answer, readers[program](data, facts), len(data))
    except _BROKEN:
        message = f"the {program} file is damaged or incomplete, or uses a feature that is not read"
        raise Refusal(message, _AGAIN) from None
    if any(issubclass(one.category, UnicodeWarning) for one in said):
        facts["odd"].append("texts that are not in the encoding of the file, read as Latin-1")
    answer.facts |= facts
    return answer.facts, answer.parts


# ----------------------------------------------------------------------------------- SPSS


_SPSS_DATES = ("DATE", "ADATE", "EDATE", "JDATE", "SDATE", "DATETIME", "YMDHMS")


def _spss(data: bytes, facts: dict[str, Any]) -> Iterator[Variable]:
    """Yield the columns of a .sav or .zsav file."""
    try:
        import pyreadstat
    except ImportError:
        message = "this is an SPSS file, and the package that reads them is not installed"
        hint = 'Install it: pip install "evalgui[spss]", or save the data as CSV in SPSS'
        raise Refusal(message, hint) from None
    import numpy as np

    def cells(**options: object) -> tuple[Any, Any]:
        read_sav: Any = pyreadstat.read_sav
        found: tuple[Any, Any] = read_sav(
            io.BytesIO(data),
            output_format="dict",
            user_missing=True,
            disable_datetime_conversion=True,
            **options,
        )
        return found

    broken = (pyreadstat.ReadstatError, pyreadstat.PyreadstatError, UnicodeDecodeError)
    try:
        _, meta = cells(metadataonly=True)
        _check_spss(meta, len(data))
        columns, meta = cells()
    except broken:
        # Old files name no encoding, or a wrong one; here each byte is a character.
        try:
            columns, meta = cells(encoding="WINDOWS-1252")
        except broken:
            raise ValueError from None
        facts["odd"].append("texts that are not in the encoding of the file, read as Windows-1252")
    for name in meta.column_names:
        own = columns.pop(name)
        is_text = meta.readstat_variable_types[name] == "string"
        gone = np.array([cell is None for cell in own], bool)
        values = (
            np.array(["" if cell is None else cell for cell in own], object)
            if is_text
            else np.array([np.nan if cell is None else cell for cell in own], float)
        )
        gone = gone if is_text else np.isnan(values)
        labels = meta.variable_value_labels.get(name, {})
        ranges = meta.missing_ranges.get(name, [])
        marked, gone = _user_missing(values, gone, ranges, labels)
        form = str(meta.original_variable_types.get(name, "")).rstrip("0123456789.")
        if not is_text and form in _SPSS_DATES:
            values = moments(values, gone, "1582-10-14", 1.0)
            labels = {}
        title = meta.column_names_to_labels.get(name) or ""
        measure = meta.variable_measure.get(name, "")
        yield Variable(name, values, gone, title, labels, measure, marked)


def _check_spss(meta: Any, size: int) -> None:  # noqa: ANN401 - of pyreadstat
    """Refuse a table that is too large; the number of rows may be unknown beforehand."""
    width = sum(max(int(one), 8) for one in meta.variable_storage_width.values())
    check_size(max(meta.number_rows or 0, 0), meta.number_columns or 0, width, size)


def _user_missing(
    values: Any,  # noqa: ANN401 - an array
    gone: Any,  # noqa: ANN401 - as above
    ranges: Sequence[dict[str, Any]],
    labels: dict[Any, str],
) -> tuple[dict[str, int], Any]:
    """Return the codes that the file declares as missing with how often each occurs.

    Returns
    -------
    dict
        The codes with their labels.
    array of bool
        Which cells are missing with them.
    """
    import numpy as np

    is_marked = np.zeros(len(values), bool)
    for one in ranges:
        low, high = one["lo"], one["hi"]
        is_marked |= (values >= low) & (values <= high)
    is_marked &= ~gone
    marked = {}
    for code, n in zip(*np.unique(values[is_marked], return_counts=True), strict=True):
        label = labels.get(code, "").strip()
        marked[f"{plain(code)} '{label}'" if label else plain(code)] = int(n)
    return marked, gone | is_marked


# ---------------------------------------------------------------------------------- Stata


_STATA_MISSING = 2_147_483_621  # in value labels: ".", then ".a" and so on
_CHUNK = 50_000


def _stata(data: bytes, _: dict[str, Any]) -> Iterator[Variable]:
    """Yield the columns of a .dta file."""
    import numpy as np
    from pandas.io import stata

    opener: Any = stata.StataReader
    options: dict[str, Any] = {"convert_categoricals": False, "convert_dates": True}
    with opener(io.BytesIO(data), **options) as reader:
        titles = reader.variable_labels()
        frame = reader.read(convert_missing=False)
        sets = reader.value_labels() if len(frame) else {}
        # Which set belongs to which column is nowhere said in public.
        named = dict(zip(titles, getattr(reader, "_lbllist", ()), strict=False))
    check_size(len(frame), len(frame.columns), 0, len(data))
    gaps = [
        name for name, kind in frame.dtypes.items() if kind.kind == "f" and frame[name].isna().any()
    ]
    marked = _stata_missing(data, options, gaps, {n: sets.get(named.get(n, ""), {}) for n in gaps})
    for name in frame.columns:
        column = frame[name]
        gone = column.isna().to_numpy(bool)
        labels = sets.get(named.get(name, ""), {})
        labels = {code: text for code, text in labels.items() if code < _STATA_MISSING}
        values = column.to_numpy()
        if values.dtype.kind not in "iufM":
            values = np.array(column, object)
        yield Variable(
            name, values, gone, titles.get(name, ""), labels, marked=marked.get(name, {})
        )


def _stata_missing(
    data: bytes,
    options: dict[str, Any],
    names: list[str],
    labels: dict[str, dict[int, str]],
) -> dict[str, dict[str, int]]:
    """Return how often each of .a to .z occurs in some columns, with their labels."""
    from pandas.io import stata

    module: Any = stata

    found: dict[str, dict[str, int]] = {name: {} for name in names}
    if not names:
        return found
    own = {**options, "convert_missing": True, "convert_dates": False}
    with module.StataReader(io.BytesIO(data), chunksize=_CHUNK, columns=names, **own) as reader:
        for frame in reader:
            for name in names:
                for cell in frame[name]:
                    if isinstance(cell, module.StataMissingValue) and len(cell.string) > 1:
                        code = _STATA_MISSING + ord(cell.string[1]) - ord("a") + 1
                        label = labels[name].get(code, "").strip()
                        key = f"{cell.string} '{label}'" if label else cell.string
                        found[name][key] = found[name].get(key, 0) + 1
    return found


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
            message = "the file becomes too large when it is unpacked: too much text"
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
