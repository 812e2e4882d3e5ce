"""HDF5: tables, and the lists of trials of BOSARIS and SIDEKIT, read in a child process.

What an HDF5 file can do beyond holding data is refused: links to other files, data sets put
together from other files, and filters that are programs of their own. The child loads nothing
of the rest of the program: what only this side needs is imported where it is used.
"""

from __future__ import annotations

import codecs
import contextlib
import functools
import io
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase
from evalgui.io.formats.format import Format, starts
from evalgui.io.formats.tables import one_of_several, table_of_columns
from evalgui.io.sandbox.columns import AGAIN, Answer, Refusal, columns_of, required, shown
from evalgui.io.sandbox.parent import run
from evalgui.io.widths import HINT, MOST_COLUMNS, too_many_columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import Known, ReadOptions
    from evalgui.io.table import RawTable

NAME = "HDF5"


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return a table of an HDF5 file.

    A table is a data set of records, or the data sets of one group that have one length; a
    column of a matrix is a column. Of the scores or the key of BOSARIS and SIDEKIT, every
    pair that the mask marks is a row.

    Parameters
    ----------
    source
        The whole file.
    options
        The table, where there are several (as the sheet), and the decimal sign of numbers
        that are stored as text. Without a table, the one with the most cells is read, and
        that is said.
    watch
        Asked whether to go on.

    Raises
    ------
    ReadingError
        If h5py is not installed; if the file is damaged, leads to other files, needs a
        filter that is not part of HDF5, or holds more than 100 million cells, 4,000 million
        pairs or 50 million trials; or if it has no table, or not the wanted one.
    CancelledError
        If the watch says so.
    """
    from evalgui.io.meaning import Reading

    result = run(
        read_in_child, phrase("HDF5 files"), source, watch.part(0.0, 0.9), options.sheet or ""
    )
    facts = result.facts
    watch.step(0.9, phrase("reading the columns"))
    headers = [column["name"] for column in facts["columns"]]
    values = columns_of(source, result, phrase("{name} file", name=NAME))
    name, known = _known_trials().get(facts["form"], (NAME, None))
    tables = tuple(facts.get("sheets", ()))
    return table_of_columns(
        source.name,
        headers,
        values,
        Reading(
            format=name,
            decimal=options.decimal or ".",
            sheet=facts.get("sheet"),
            sheets=tables,
            is_sheet_guess=options.sheet is None and len(tables) > 1,
            sheet_word="table",
        ),
        n_rows=facts["n_rows"],
        after=tuple(_findings(facts, is_guess=options.sheet is None)),
        known=known,
    )


@functools.cache
def _known_trials() -> dict[str, tuple[str, Known]]:
    """Return what lists of trials are called, and what their columns mean, by their form."""
    from evalgui.core.sampling import Sampling
    from evalgui.io.meaning import Known, Role, Roles, stated

    return {
        "scores": (
            phrase("BOSARIS scores in HDF5"),
            Known(
                Roles(scores=("score",), sampling=Sampling.CASE_CONTROL),
                (
                    stated(
                        Role.SCORE,
                        phrase(
                            "'score' is the score: these are BOSARIS scores, by the names of the "
                            "data sets"
                        ),
                        "score",
                    ),
                ),
                lacks="key",
            ),
        ),
        "key": (
            phrase("BOSARIS key in HDF5"),
            Known(
                Roles(truth="key", positive="target", sampling=Sampling.CASE_CONTROL),
                (
                    stated(
                        Role.TRUTH,
                        phrase(
                            "'key' is the truth: this is a BOSARIS key, by the names of the data "
                            "sets"
                        ),
                        "key",
                    ),
                ),
                lacks="scores",
            ),
        ),
        "scored key": (
            phrase("BOSARIS scores and key in HDF5"),
            Known(
                Roles(
                    truth="key",
                    scores=("score",),
                    positive="target",
                    sampling=Sampling.CASE_CONTROL,
                ),
                (
                    stated(Role.TRUTH, phrase("'key' is the truth of BOSARIS"), "key"),
                    stated(Role.SCORE, phrase("'score' is the score of BOSARIS"), "score"),
                ),
            ),
        ),
    }


def _findings(facts: dict[str, Any], *, is_guess: bool) -> Iterator[Finding]:
    tables = facts.get("sheets", ())
    yield from one_of_several("table", facts.get("sheet", ""), tables, is_guess=is_guess)
    n_others = facts["n_others"]
    if n_others:
        text = phrase("data sets that are no column of a table, not read: {n}", n=grouped(n_others))
        yield Finding("other_data", text, n_others)
    if facts["n_links"]:
        text = phrase("links within the file, not followed: {n}", n=grouped(facts["n_links"]))
        yield Finding("links", text, facts["n_links"])
    if facts.get("is_index"):
        text = phrase(
            "no trial is a nontarget: a list of trials without a key (Ndx) looks the same"
        )
        yield Finding("only_targets", text)


FORMAT = Format(
    NAME,
    starts(b"\x89HDF\r\n\x1a\n"),
    read,
    suffixes=(".h5", ".hdf5"),
    description="HDF5",
    help=phrase("general tables and BOSARIS files, with the extra `evalgui[hdf5]`"),
)


# ---------------------------------------------------------------------------- in the child


MOST_OBJECTS = 10_000
MOST_CELLS = 100_000_000
FREE_CONTENT = 256 << 20
LARGEST_RATIO = 100
_FILTERS = {1, 2, 3, 4, 5, 6, 32_000}  # those of the library itself, and LZF of h5py
_LONGEST_NUMBER = 8
_MATRIX = 2  # dimensions
_SMALLER = phrase("Keep only the data that are needed, or save them as CSV")


def read_in_child(data: bytes, wanted: str = "") -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return a list of trials, or a table: the wanted one, or the largest."""
    h5py = required("h5py", NAME, "hdf5")
    _shut_other_files()
    try:
        with h5py.File(io.BytesIO(data), "r") as file:
            content = Content(h5py)
            content.walk(file)
            answer = _trials(content) or _table(content, wanted, len(data))
    except (OSError, RuntimeError, ValueError, TypeError, KeyError, ArithmeticError):
        message = phrase(
            "the HDF5 file is damaged or incomplete, or uses a feature that is not read"
        )
        raise Refusal(message, AGAIN) from None
    answer.facts["n_links"] = content.n_links
    return answer.facts, answer.parts


def _shut_other_files() -> None:
    """Let this process open no file any more, where the system can do that."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        codecs.lookup("ascii")  # read from a file when a type is first looked at
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


# -------------------------------------------------------------------------------- objects


class Content:
    """The data sets of a file by their paths, and how many links were left alone."""

    def __init__(self, h5py: Any) -> None:  # noqa: ANN401 - known only in the child
        self._h5py = h5py
        self.datasets: dict[str, Any] = {}
        self.n_links = 0

    def walk(self, file: Any) -> None:  # noqa: ANN401 - as above
        """Gather the data sets, and refuse what leads out of the file."""
        groups = deque([("", file)])
        seen = {self._address(file)}
        n_objects = 0
        while groups:
            path, group = groups.popleft()
            for name in group:
                n_objects += 1
                if n_objects > MOST_OBJECTS:
                    raise Refusal(
                        phrase("the file holds more than {n} objects", n=grouped(MOST_OBJECTS)),
                        _SMALLER,
                    )
                item = self._inside(group, name)
                if item is None or self._address(item) in seen:
                    continue
                seen.add(self._address(item))
                if isinstance(item, self._h5py.Group):
                    groups.append((f"{path}/{name}", item))
                elif isinstance(item, self._h5py.Dataset):
                    _require_inside(item)
                    self.datasets[f"{path}/{name}"] = item

    def _address(self, item: Any) -> int:  # noqa: ANN401 - as above
        return int(self._h5py.h5o.get_info(item.id).addr)

    def _inside(self, group: Any, name: str) -> Any:  # noqa: ANN401 - as above
        """Return an object of a group; None for a link within the file."""
        link = group.get(name, getlink=True)
        if isinstance(link, self._h5py.ExternalLink):
            message = phrase("the HDF5 file has a link to another file, which is not followed")
            raise Refusal(message, phrase("Copy the data into one file, without links"))
        if isinstance(link, self._h5py.HardLink):
            return group[name]
        self.n_links += 1
        return None

    def kind(self, own: Any) -> str:  # noqa: ANN401 - a type of numpy
        """Return what cells of a type are; ``""`` for what is not read."""
        if self._h5py.check_string_dtype(own) is not None:
            return "text"
        if self._h5py.check_enum_dtype(own) is not None:
            return "coded"
        if own.kind == "b":
            return "flag"
        return "number" if own.kind in "iuf" and own.itemsize <= _LONGEST_NUMBER else ""

    def words(self, own: Any) -> dict[str, int]:  # noqa: ANN401 - a type of numpy
        """Return the words of an enumeration with their numbers."""
        found: dict[str, int] = self._h5py.check_enum_dtype(own)
        return found


def _require_inside(dataset: Any) -> None:  # noqa: ANN401 - as above
    if dataset.is_virtual or dataset.external:
        message = phrase(
            "a data set of the HDF5 file is put together from other files: it is not read"
        )
        raise Refusal(message, phrase("Copy the data into one file"))


def loaded(dataset: Any) -> Any:  # noqa: ANN401 - as above
    """Return a data set, ready to be read: refuse a filter that is a program of its own."""
    created = dataset.id.get_create_plist()
    for place in range(created.get_nfilters()):
        number = created.get_filter(place)[0]
        if number not in _FILTERS:
            message = phrase(
                "a data set is packed with a filter that is not read (number {number})",
                number=number,
            )
            raise Refusal(message, phrase("Save it again with gzip, or without a filter"))
    return dataset


# ---------------------------------------------------------------------------------- parts


def texts_of(values: Any) -> list[str]:  # noqa: ANN401 - an array of numpy
    """Return texts, strictly: bytes that are none would be another text for everyone."""
    cells = values.tolist()
    try:
        return [cell.decode("utf-8") if isinstance(cell, bytes) else str(cell) for cell in cells]
    except UnicodeDecodeError:
        message = phrase("a text of the HDF5 file is no valid UTF-8")
        raise Refusal(message, phrase("Save its texts as UTF-8")) from None


# --------------------------------------------------------------------------------- tables


@dataclass(frozen=True)
class Column:
    """A column of a table: a data set, a column of a matrix, or a field of records."""

    name: str
    path: str
    field: str | None = None
    place: int | None = None

    def of(self, array: Any) -> Any:  # noqa: ANN401 - an array, or a type of numpy
        """Return the part of what its data set holds."""
        part = array if self.field is None else array[self.field]
        return part if self.place is None else part[:, self.place]

    def type_of(self, own: Any) -> Any:  # noqa: ANN401 - a type of numpy
        """Return the type of its cells."""
        part = own if self.field is None else own[self.field]
        return part if part.subdtype is None else part.subdtype[0]


@dataclass
class Table:
    """Data that look like a table."""

    name: str
    n_rows: int
    columns: list[Column] = field(default_factory=list)

    @property
    def n_cells(self) -> int:
        """How many cells it has."""
        return self.n_rows * len(self.columns)


def _places(shape: tuple[int, ...]) -> Iterator[int | None]:
    """Yield the columns of a data set, or None for the whole of a list."""
    yield from range(shape[0]) if shape else [None]


def _columns(content: Content, path: str) -> list[Column]:
    """Return the columns that a data set makes; none where its cells are not read."""
    dataset = content.datasets[path]
    shape, own = dataset.shape, dataset.dtype
    if not shape or not shape[0] or len(shape) > _MATRIX:
        return []
    if own.names is None:
        if not content.kind(own) or (shape[1:] and shape[1] > MOST_COLUMNS):
            return []
        name = path.rpartition("/")[2]
        return [_column(name, path, None, place) for place in _places(shape[1:])]
    if len(shape) > 1:
        return []
    found = []
    for name in own.names:
        base, inner = own[name].subdtype or (own[name], ())
        if content.kind(base) and len(inner) < _MATRIX:
            found += [_column(name, path, name, place) for place in _places(inner)]
    return found


def _column(name: str, path: str, own: str | None, place: int | None) -> Column:
    return Column(name if place is None else f"{name}_{place}", path, own, place)


def _tables(content: Content) -> tuple[list[Table], int]:
    """Return what looks like a table, and how many data sets belong to none.

    A table is a data set of records, or the data sets of a group that have one length.
    """
    tables: list[Table] = []
    groups: dict[tuple[str, int], list[Column]] = {}
    n_others = 0
    for path, dataset in content.datasets.items():
        columns = _columns(content, path)
        if not columns:
            n_others += 1
        elif dataset.dtype.names is not None:
            tables.append(Table(path, dataset.shape[0], columns))
        else:
            key = (path.rpartition("/")[0] or "/", dataset.shape[0])
            groups.setdefault(key, []).extend(columns)
    full = {key: columns for key, columns in groups.items() if len(columns) > 1}
    n_others += len(groups) - len(full)
    parents = [parent for parent, _ in full]
    for (parent, n_rows), columns in full.items():
        name = parent if parents.count(parent) == 1 else f"{parent} ({n_rows} rows)"
        tables.append(Table(name, n_rows, columns))
    return tables, n_others


def _table(content: Content, wanted: str, size: int) -> Answer:
    """Return the columns of a table."""
    found, n_others = _tables(content)
    tables = {shown(table.name): table for table in found}
    if not tables:
        message = phrase("no data in the HDF5 file look like a table")
        hint = phrase("Save columns of one length in one group, or records in one data set")
        raise Refusal(message, hint)
    if wanted and wanted not in tables:
        raise Refusal(
            phrase("there is no table '{wanted}'", wanted=wanted[:100]),
            phrase("There are {n} tables", n=len(tables)),
        )
    chosen = wanted or max(tables, key=lambda name: tables[name].n_cells)
    table = tables[chosen]
    used = {column.path: loaded(content.datasets[column.path]) for column in table.columns}
    n_bytes = sum(dataset.size * dataset.dtype.itemsize for dataset in used.values())
    if len(table.columns) > MOST_COLUMNS:
        raise Refusal(too_many_columns(), HINT)
    if n_bytes > max(FREE_CONTENT, LARGEST_RATIO * size) or table.n_cells > MOST_CELLS:
        message = phrase(
            "the table '{name}' is too large: {n_rows} rows of {n_columns} columns",
            name=chosen[:100],
            n_rows=grouped(table.n_rows),
            n_columns=grouped(len(table.columns)),
        )
        raise Refusal(message, _SMALLER)
    arrays = {path: dataset[()] for path, dataset in used.items()}
    answer = Answer("table", table.n_rows)
    answer.facts |= {"sheet": chosen, "sheets": list(tables), "n_others": n_others}
    for column in table.columns:
        own = column.type_of(used[column.path].dtype)
        _add(content, answer, column.name, column.of(arrays[column.path]), own)
    return answer


def _add(content: Content, answer: Answer, name: str, values: Any, own: Any) -> None:  # noqa: ANN401 - numpy's
    """Add a column of a table to the answer."""
    kind = content.kind(own)
    if kind == "text":
        answer.add_texts(name, texts_of(values))
    elif kind == "coded":
        words = {number: word for word, number in reversed(content.words(own).items())}
        places = {number: place for place, number in enumerate(words)}
        codes = [places.get(number, -1) for number in values.tolist()]
        answer.add_codes(name, codes, [shown(word) for word in words.values()])
    else:
        answer.add_numbers(name, values, kind)


# --------------------------------------------------------------------------------- trials


_AGAIN_AS_TEXT = phrase("Save it again, or save the list as text")
_FEWER_TRIALS = phrase("Keep only the trials that are needed")
MOST_PAIRS = 4_000_000_000
MOST_TRIALS = 50_000_000
_BLOCK = 16 << 20
_FLOAT32 = 4  # bytes
_ENROLL = ("/modelset", "/ID/row_ids")
# One version of SIDEKIT misspelled the name.
_TEST = ("/segset", "/segest", "/ID/column_ids")
_MATRICES = ("trial_mask", "target_mask", "nontarget_mask", "score_mask", "scores")


def _trials(content: Content) -> Answer | None:
    """Return the trials of a file as an answer; None where it is no list of trials.

    They are matrices with a row for each model and a column for each segment, mostly empty: only
    the pairs that a mask marks become rows.
    """
    found = content.datasets
    enroll = next((found[name] for name in _ENROLL if name in found), None)
    test = next((found[name] for name in _TEST if name in found), None)
    matrices = {name: found[f"/{name}"] for name in _MATRICES if f"/{name}" in found}
    has_key = "trial_mask" in matrices or {"target_mask", "nontarget_mask"} <= set(matrices)
    if enroll is None or test is None or not (has_key or "scores" in matrices):
        return None
    ids = []
    for dataset in (enroll, test):
        if len(dataset.shape) != 1 or content.kind(dataset.dtype) not in {"text", "number"}:
            raise Refusal(phrase("the ids of the trials are no list of texts"), _AGAIN_AS_TEXT)
        ids.append(texts_of(loaded(dataset)[()]))
    for dataset in matrices.values():
        if content.kind(dataset.dtype) not in {"flag", "number"}:
            raise Refusal(phrase("the matrix of trials does not hold numbers"), _AGAIN_AS_TEXT)
        loaded(dataset)
    gathered = Trials(matrices, (len(ids[0]), len(ids[1])), has_key=has_key)
    gathered.gather()
    form = {(True, True): "scored key", (True, False): "key", (False, True): "scores"}
    answer = Answer(form[has_key, gathered.has_scores], gathered.n)
    answer.add_codes("enroll", gathered.column("enroll"), ids[0])
    answer.add_codes("test", gathered.column("test"), ids[1])
    if gathered.has_scores:
        answer.add_numbers("score", gathered.column("score"))
    if has_key:
        key = gathered.column("key")
        answer.add_codes("key", key, ["target", "nontarget"])
        answer.facts["is_index"] = bool((key == 0).all())
    return answer


class Trials:
    """The marked pairs of models and segments, gathered from blocks of the matrix."""

    def __init__(
        self,
        matrices: dict[str, Any],
        shape: tuple[int, int],
        *,
        has_key: bool,
    ) -> None:
        self._matrices = matrices
        self._shape = shape
        self._has_key = has_key
        self.has_scores = "scores" in matrices
        self.n = 0
        self._parts: dict[str, list[Any]] = {"enroll": [], "test": [], "key": [], "score": []}

    def gather(self) -> None:
        """Go through the matrix in blocks of some rows."""
        is_turned = self._is_turned()
        all_matrices = self._matrices.values()
        n_rows, n_columns = self._shape[::-1] if is_turned else self._shape
        width = max(n_columns * max(one.dtype.itemsize for one in all_matrices), 1)
        tallest = max((one.chunks[0] if one.chunks else 1) for one in all_matrices)
        # A chunk that is read in pieces is unpacked for each of them.
        step = max(tallest, _BLOCK // width // tallest * tallest)
        for start in range(0, n_rows, step):
            block = {name: one[start : start + step] for name, one in self._matrices.items()}
            self._add(start, block, is_turned=is_turned)

    def _is_turned(self) -> bool:
        """Return whether the segments are the rows; refuse ids that do not fit the matrix."""
        shapes = {one.shape for one in self._matrices.values()}
        n_enroll, n_test = self._shape
        if shapes not in ({self._shape}, {(n_test, n_enroll)}):
            message = phrase(
                "the ids do not fit the matrix of trials: there are {n_enroll} models and "
                "{n_test} segments",
                n_enroll=grouped(n_enroll),
                n_test=grouped(n_test),
            )
            raise Refusal(message, _AGAIN_AS_TEXT)
        if n_enroll * n_test > MOST_PAIRS:
            message = phrase(
                "the matrix of trials is too large: {n} pairs", n=grouped(n_enroll * n_test)
            )
            raise Refusal(message, _FEWER_TRIALS)
        return shapes != {self._shape}

    def _add(self, start: int, block: dict[str, Any], *, is_turned: bool) -> None:
        """Keep the marked pairs of some rows of the matrix."""
        import numpy as np

        key = None
        if "trial_mask" in block:
            key = block["trial_mask"]
        elif self._has_key:
            key = (block["target_mask"] != 0).astype("i1") - (block["nontarget_mask"] != 0)
        if "score_mask" in block and self.has_scores:
            marked = block["score_mask"] != 0
        else:
            marked = np.ones(block["scores"].shape, bool) if key is None else key != 0
        rows, columns = np.nonzero(marked)
        self.n += len(rows)
        if self.n > MOST_TRIALS:
            raise Refusal(
                phrase("there are more than {n} trials", n=grouped(MOST_TRIALS)), _FEWER_TRIALS
            )
        enroll, test = (columns, rows + start) if is_turned else (rows + start, columns)
        self._parts["enroll"].append(enroll.astype("<i4"))
        self._parts["test"].append(test.astype("<i4"))
        if key is not None:
            kinds = key[rows, columns]
            codes = np.where(kinds > 0, 0, np.where(kinds < 0, 1, -1))
            self._parts["key"].append(codes.astype("<i4"))
        if self.has_scores:
            scores = block["scores"][rows, columns]
            is_short = scores.dtype.kind == "f" and scores.dtype.itemsize <= _FLOAT32
            self._parts["score"].append(scores.astype("<f4" if is_short else "<f8"))

    def column(self, name: str) -> Any:  # noqa: ANN401 - an array of numpy
        """Return a column of all trials."""
        import numpy as np

        return np.concatenate(self._parts[name]) if self._parts[name] else np.empty(0, "<i4")
