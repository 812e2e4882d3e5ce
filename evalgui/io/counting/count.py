"""The whole way from many files to one count table."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.progress import Watch
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase
from evalgui.io.assessing.open_questions import answered
from evalgui.io.building import refusals
from evalgui.io.building.class_columns import encoded_classes
from evalgui.io.building.row_filter import columns_in
from evalgui.io.counting.bins import USUAL_BINS, Bins
from evalgui.io.counting.child import MOST_LABELS, RESULT
from evalgui.io.counting.edges import bins_in, thresholds_in
from evalgui.io.counting.engine import Engine
from evalgui.io.counting.expression import DIALECTS, VIEW, WITH_LISTS, counts_of, statement
from evalgui.io.counting.inputs import (
    first_rows,
    inputs_of,
    known_ends,
    place_of,
    preview,
    require_none,
    require_unchanged,
    schema_of,
    told_beside,
)
from evalgui.io.counting.kept_columns import MOST_COMBINED, KeptColumns
from evalgui.io.counting.pieces import Pieces, format_of
from evalgui.io.counting.plain_rows import BeyondDoublesError, PlainRows, write_plain_rows
from evalgui.io.counting.spill import spilling
from evalgui.io.counting.subjects_kept import SubjectsKept, say_anew
from evalgui.io.counting.tails import MOST_PASSES, bins_of_data
from evalgui.io.formats import parquet
from evalgui.io.keeping.safe_writing import Content, require_place, write_content, written_by
from evalgui.io.layouts.counted import Counted
from evalgui.io.loading import assess, load_source
from evalgui.io.meaning import FIND_OUT, ReadOptions, Roles, listed, show_hidden
from evalgui.io.room import free_memory
from evalgui.io.table import arrow
from evalgui.io.table.number_forms import unit_in_header

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.io.assessing import RuleAsked
    from evalgui.io.counting.bins import Side
    from evalgui.io.loading import Loaded
    from evalgui.io.table import RawTable

_READS = f"""\
-- The counts of the table or view "{VIEW}". Rows with labels other than these are not counted.
"""
_PIECE = 1 << 22
_PLAIN = "rows.parquet"
_MOST_RANKED = 1_000_000
_LEAST_MEMORY = 256 << 20


@dataclass(frozen=True, slots=True)
class Counting:
    """What is asked of a count.

    Parameters
    ----------
    roles
        What is said about the columns; the rest is found out from the first rows.
    reading
        What is said about how files are read.
    is_exact
        Whether every distinct score is counted.
    n_bins
        Into how many bins of equal width the scores go, or those between two edges; None for the
        usual number, and for one between edges.
    is_from_data
        Whether the edges of bins are looked for at quantiles of the tails of either class.
    edges
        The file with the edges of the bins, or a count table with the same; None for none.
    by
        The columns that are kept.
    at
        At which thresholds the totals of subjects are kept: typed ones, and what rules choose;
        with `edges` and subjects that are said, at these edges where nothing else is.
    memory
        How many bytes may be used; 0 for half of what is free.
    spill
        The folder in which to put aside what does not fit; None for that of the result.
    """

    roles: Roles = field(default_factory=Roles)
    reading: ReadOptions = FIND_OUT
    is_exact: bool = False
    n_bins: int | None = None
    is_from_data: bool = False
    edges: Path | None = None
    by: tuple[str, ...] = ()
    at: tuple[RuleAsked | float, ...] = ()
    memory: int = 0
    spill: Path | None = None


@dataclass(frozen=True, slots=True)
class _Labels:
    """Which labels are of which class, and what the classes are called."""

    positive: tuple[Any, ...]
    negative: tuple[Any, ...]
    names: tuple[str, str]  # of the positives, of the negatives
    set_aside: dict[str, int]


def count(  # noqa: PLR0915 - the whole way, one step after the other
    paths: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    asked: Counting,
    watch: Watch | None = None,
    tell: Callable[[str], object] = str,
) -> Counted:
    """Count files into a count table, and write it: completely, or not at all.

    Parameters
    ----------
    paths
        Files, folders and globs.
    out
        Where the count table goes, a Parquet file.
    asked
        What is asked.
    watch
        Told how far it has come, and asked whether to go on.
    tell
        Called with what is known of the size before it is counted, in words.

    Returns
    -------
    Counted
        What the count table says about itself.

    Raises
    ------
    UnansweredError
        If something has to be asked first.
    ReadingError, DataError, WritingError
        With what is wrong, in words; nothing is written then.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    inputs = inputs_of(paths)
    require_none(inputs, out)
    require_place(out)
    _require_counted(asked.roles)
    pieces = Pieces(inputs, format_of(inputs), asked.reading)
    schema = schema_of(inputs) if pieces.form == parquet.NAME else None
    loaded = _loaded(pieces, asked)
    answered(loaded)
    table, roles = loaded.table, loaded.proposal.roles
    names = _truth_and_score(roles)
    label = table.column(names[1]).name
    folder = asked.spill or Path(os.path.realpath(out)).parent
    with spilling(folder) as spill, told_beside(inputs, watch) as sources:
        files = [one.path for one in inputs]
        plain: PlainRows | None = None
        if schema is None or not _is_plain(table, roles, schema, asked.by):
            more = (roles.subjects or ()) if asked.at or asked.edges else ()
            by = [table.column(name).name for name in dict.fromkeys((*asked.by, *more))]
            own = spill / _PLAIN
            plain = _plain_rows(own, pieces, loaded, by, watch.part(0.0, 0.5))
            watch = watch.part(0.5, 1.0)
            files, schema = [own], plain.schema
            truth, score = (schema.get_field_index(name) for name in (plain.truth, plain.score))
            if plain.unit and not unit_in_header(label):
                label = f"{label} ({plain.unit})"
            own_names = (one.as_read(one.name, one.name, one.decimal) for one in table.columns)
            table = replace(table, columns=tuple(own_names))
        else:
            truth, score = (place_of(table, name, schema) for name in names)
        allowed = {"memory": _memory(asked), "threads": os.cpu_count() or 1}
        with Engine(files, "parquet", spill, **allowed) as engine:
            engine.start(watch.part(0.0, 0.02))
            found = engine.ask(
                "labels", watch.part(0.02, 0.1), phrase("counting labels"), truth=truth
            )
            labels = _decided(found, table, _answered_labels(found, loaded, asked.roles))
            rows = {
                "truth": truth,
                "score": score,
                "positive": labels.positive,
                "negative": labels.negative,
                "weight": schema.get_field_index(plain.weight) if plain and plain.weight else None,
            }
            bins = _bins(asked, roles, engine, rows, files, spill, watch)
            n_rows = plain.n_rows if plain else sum(n for _, n in found)
            kept = KeptColumns.of(table, roles, asked.by, schema, engine.columns)
            if kept.names:
                tell(kept.told(_groups(engine, kept, watch.part(0.1, 0.15)), bins, n_rows))
            columns = [table.column(name).name for name in roles.subjects or ()]
            whose = tuple(kept.names[name] for name in columns if name in kept.names)
            gone = columns if len(whose) < len(columns) else []
            places = KeptColumns.of(table, roles, gone, schema, engine.columns).places
            totals = SubjectsKept.of(gone, places, roles, bins, _at(asked, bins, gone))
            if totals is not None:
                totals.tell_size(engine, watch.part(0.15, 0.2), n_rows, tell)
            lost = _lost(columns) if gone and totals is None else ()
            said = Counted(
                positive=labels.names[0],
                negative=labels.names[1],
                score=label,
                higher_is_positive=roles.higher_is_positive is not False,
                n_rows=n_rows,
                sources=sources(),
                bins=None if bins is None else bins.as_json,
                by=tuple(kept.names.values()),
                sampling=Sampling.COHORT if gone else roles.sampled,
                subjects=() if gone else whose,
                set_aside=(plain.set_aside if plain else {}) | labels.set_aside,
                notes=(*kept.notes, *lost, *(plain.notes if plain else ())),
                roles={"missing_scores": roles.missing_scores} if roles.missing_scores else {},
            )
            engine.ask(
                "count",
                watch.part(0.2, 0.98 if totals is None else 0.7),
                "counting",
                **rows,
                bins=said.bins,
                by=kept.places,
                names=said.by,
                zones=kept.zones(schema),
                about=said.as_text,
            )
            if totals is not None:
                found = totals.counted(engine, watch.part(0.7, 0.97), rows, spill, tell)
                said = replace(said, sampling=roles.sampled, totals=found.as_json)
                say_anew(spill / RESULT, said)
        require_unchanged(inputs)
        write_content(out, _Copy(spill / RESULT, watch), None)
    watch.step(1.0, "done")
    return said


def statement_of(paths: Sequence[str | os.PathLike[str]], asked: Counting, engine: str) -> str:
    """Return the statement that counts a table with the columns of files on another engine.

    It takes the columns, their types and the labels from the first rows: a part of the data is
    enough, and no pass over all of them is made.

    Parameters
    ----------
    paths
        Files of Parquet with these columns, or some of them.
    asked
        What is asked: each distinct score, or bins between edges.
    engine
        One of `evalgui.io.counting.expression.DIALECTS`.

    Returns
    -------
    str
        SQL that reads the table or view ``scores``.

    Raises
    ------
    UnansweredError
        If something has to be asked first.
    ReadingError, DataError
        With what is wrong, in words.
    """
    inputs = inputs_of(paths)
    _require_counted(asked.roles)
    pieces = Pieces(inputs, format_of(inputs), asked.reading)
    loaded = _loaded(pieces, asked)
    answered(loaded)
    table, roles = loaded.table, loaded.proposal.roles
    schema = schema_of(inputs) if pieces.form == parquet.NAME else None
    is_clear = schema is not None and len({*schema.names}) == len(schema.names)
    if schema is None or not (is_clear and _is_plain(table, roles, schema, asked.by)):
        message = phrase("only this program reads such rows as on opening, and no statement does")
        hint = phrase("Give Parquet with plain labels and numbers, and no subset or weight")
        raise DataError(message, where=table.name, hint=hint)
    if asked.edges is None and not asked.is_exact:
        message = phrase("the ends of the bins are not known without a pass over all data")
        raise DataError(message, hint=phrase("Give two ends in a file with --edges, or --exact"))
    import ibis

    named = [*_truth_and_score(roles), *asked.by]
    truth, score, *by = (schema.names[place_of(table, name, schema)] for name in named)
    counts = first_rows(inputs).column(truth).value_counts().to_pylist()
    found = [[one["values"], one["counts"]] for one in counts]
    labels = _decided(found, table, _answered_labels(found, loaded, asked.roles))
    closed: Side = "right" if roles.higher_is_positive is False else "left"
    bins = None
    if asked.edges is not None:
        bins = bins_in(asked.edges, closed=closed, each=asked.n_bins, reading=asked.reading)
    columns = ibis.Schema.from_pyarrow(schema)
    expression = counts_of(
        ibis.table(columns, name=VIEW),
        truth=truth,
        score=score,
        positive=labels.positive,
        negative=labels.negative,
        bins=bins,
        by=by,
        in_lists=DIALECTS[engine] in WITH_LISTS,
    )
    return f"{_READS}{statement(expression, engine)};"


def _require_counted(roles: Roles) -> None:
    """Refuse what is said of rows that a count table cannot hold."""
    if roles.set_aside:
        message = phrase("rows are set aside by their numbers only where a file is opened")
        raise DataError(message, hint=phrase("Choose the rows that are counted with --subset"))
    if roles.blank_labels == "above":
        message = phrase("an empty label takes that of the row above only where a file is opened")
        raise DataError(message, hint=phrase("Write the label into each row"))
    if roles.predicted or roles.probabilities or roles.no_score or roles.species:
        message = phrase("only one score is counted: no predicted class, probabilities or species")
        raise DataError(message, hint=phrase("Name one column with --score"))


def _loaded(pieces: Pieces, asked: Counting) -> Loaded:
    """Return what the first rows mean, as on opening a file with these rows."""
    if pieces.form == parquet.NAME:
        return load_source(preview(pieces.inputs), roles=asked.roles, options=asked.reading)
    decimal = asked.roles.decimal or asked.reading.decimal
    return assess(pieces.first_rows(), replace(asked.roles, decimal=decimal))


def _is_plain(table: RawTable, roles: Roles, schema: Any, by: Sequence[str]) -> bool:  # noqa: ANN401 - of pyarrow
    """Return whether an engine reads the files of Parquet as opening does: all as it stands."""
    names = _truth_and_score(roles)
    needed = {table.column(one).header for one in (*names, *(roles.subjects or ()), *by)}
    if roles.subset or roles.weight or roles.missing_scores == "refuse":
        return False
    if not needed <= {*schema.names}:
        return False
    is_kind = arrow.types
    label, number = (schema.types[place_of(table, name, schema)] for name in names)
    label = label.value_type if is_kind.is_dictionary(label) else label
    texts = (is_kind.is_string, is_kind.is_large_string)
    floats = (is_kind.is_float32, is_kind.is_float64)
    return (
        any(is_it(number) for is_it in (is_kind.is_integer, *floats))
        and any(is_it(label) for is_it in (is_kind.is_integer, is_kind.is_boolean, *texts))
        and not is_kind.is_uint64(label)
    )


def _plain_rows(
    path: Path, pieces: Pieces, loaded: Loaded, by: Sequence[str], watch: Watch
) -> PlainRows:
    """Put the rows aside as an engine counts them."""
    like, roles = loaded.table, loaded.proposal.roles
    named = [*_truth_and_score(roles), roles.weight, *by]
    needed = [like.column(name).name for name in named if name]
    needed += columns_in(like, roles.subset) if roles.subset else []
    needed = [*dict.fromkeys(needed)]
    for are_whole in (False, True):
        tables = pieces.tables(like, needed, watch)
        with contextlib.suppress(BeyondDoublesError):
            return write_plain_rows(
                path, tables, like, roles, by=by, watch=watch, are_whole=are_whole
            )
    raise refusals.too_many_digits(like, like.column(roles.scores[0]))


def _at(
    asked: Counting, bins: Bins | None, columns: Sequence[str]
) -> tuple[RuleAsked | float, ...]:
    """Return where totals of subjects are kept: as asked, else at edges of a file."""
    if asked.at or asked.edges is None or not columns:
        return asked.at
    found = thresholds_in(asked.edges, asked.reading)
    are_said = asked.roles.subjects and bins is not None and max(bins.counts, default=1) == 1
    return bins.breaks if are_said and bins is not None and not found else found


def _groups(engine: Engine, kept: KeptColumns, watch: Watch) -> list[int]:
    asked = {"by": kept.places, "most": MOST_COMBINED}
    found: list[int] = engine.ask("groups", watch, phrase("counting groups"), **asked)
    return found


def _lost(subjects: Sequence[str]) -> tuple[str, ...]:
    """Return what of the rows is lost when they are counted, in words."""
    text = phrase(
        "rows belong to subjects ({subjects}), which are not kept: intervals take rows as "
        "independent, and are too short; evalgui count --subject and --at keep what those by "
        "subject need",
        subjects=listed(subjects),
    )
    return (text,)


def _truth_and_score(roles: Roles) -> tuple[str, str]:
    if roles.is_count_table or roles.matrix_rows or not roles.truth or not roles.scores:
        message = phrase("only files with a truth and a score in each row are counted")
        raise DataError(message, hint=phrase("Name the columns with --truth and --score"))
    if len(roles.scores) > 1:
        message = phrase(
            "one score is counted at a time; there are {names}", names=listed(roles.scores)
        )
        raise DataError(message, hint=phrase("Name one with --score"))
    return roles.truth, roles.scores[0]


def _memory(asked: Counting) -> int:
    return asked.memory or max(_LEAST_MEMORY, (free_memory() or 0) // 2)


def _bins(  # noqa: PLR0913, PLR0917 - each is another thing
    asked: Counting,
    roles: Roles,
    engine: Engine,
    rows: dict[str, Any],
    files: Sequence[Path],
    spill: Path,
    watch: Watch,
) -> Bins | None:
    if asked.is_exact:
        return None
    closed: Side = "right" if roles.higher_is_positive is False else "left"
    if asked.edges is not None:
        return bins_in(asked.edges, closed=closed, each=asked.n_bins, reading=asked.reading)
    part, words = watch.part(0.1, 0.12), phrase("looking for the ends")
    known, score = known_ends(files, rows["score"]), rows["score"]
    low, high = known or engine.ask("range", part, words, score=score)
    if low is None:
        return Bins.at([0.0], closed)
    n_bins = asked.n_bins or USUAL_BINS
    bins = Bins.between(low, high, n_bins, closed)
    if not asked.is_from_data:
        return bins

    looks = iter([watch.part(0.12 + 0.02 * k, 0.14 + 0.02 * k) for k in range(MOST_PASSES)])

    def counts_in(these: Bins) -> Any:  # noqa: ANN401 - of pyarrow
        from pyarrow import parquet

        kept: dict[str, Any] = {"by": [], "names": [], "zones": {}, "about": ""}
        bins = these.as_json
        engine.ask("count", next(looks), phrase("looking for edges"), bins=bins, **rows, **kept)
        return parquet.read_table(spill / RESULT)

    return bins_of_data(counts_in, Bins.between(low, high, USUAL_BINS, closed), n_bins)


def _answered_labels(found: list[list[Any]], loaded: Loaded, asked: Roles) -> Roles:
    """Return the roles with what is known of labels: of those of the first rows, all is."""
    table, roles = loaded.table, loaded.proposal.roles
    encoded = encoded_classes(table.name, table.column(roles.truth or ""))
    known, texts = {*encoded.texts, ""}, {_text_of(value) for value, _ in found}
    if texts <= known:
        return replace(roles, blank_labels=roles.blank_labels or "missing")
    return replace(roles, missing_labels=asked.missing_labels)


def _text_of(value: Any) -> str:  # noqa: ANN401 - a label as an engine has it
    return str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)


def _decided(found: list[list[Any]], table: RawTable, roles: Roles) -> _Labels:
    """Return which labels of all rows are of which class, as on opening rows with these labels."""
    if len(found) >= MOST_LABELS:
        most = grouped(MOST_LABELS - 1)
        message = phrase("the truth has more than {most} different labels", most=most)
        raise DataError(message, where=table.name, hint=phrase("Name another column with --truth"))
    import io

    from pyarrow import parquet

    from evalgui.io.bytes.source import Source

    counts = [n for _, n in found]
    # The commonest spelling names a class: each label has rows by the rank of its count.
    ranks = {n: rank for rank, n in enumerate(sorted({*counts}), start=1)}
    ranks = ranks if sum(ranks[n] for n in counts) <= _MOST_RANKED else dict.fromkeys(counts, 1)
    places = [place for place, n in enumerate(counts) for _ in range(ranks[n])]
    values = [found[place][0] for place in places]
    content = io.BytesIO()
    numbers = [float(row % 2) for row in range(len(values))]
    parquet.write_table(arrow.table({"truth": arrow.array(values), "score": numbers}), content)
    own = Roles(
        truth="truth",
        scores=("score",),
        positive=roles.positive,
        higher_is_positive=roles.higher_is_positive is not False,
        missing_labels=roles.missing_labels,
        blank_labels=roles.blank_labels,
    )
    source = Source.from_bytes(table.name, content.getvalue())
    dataset = answered(load_source(source, roles=own))
    used = range(1, len(values) + 1) if dataset.file_rows is None else dataset.file_rows.tolist()
    truths = {places[row - 1]: one for row, one in zip(used, dataset.truth.tolist(), strict=True)}
    classes, positive = dataset.classes, dataset.positive
    of: dict[bool, list[Any]] = {True: [], False: []}
    for place, truth in truths.items():
        of[truth == positive].append(found[place][0])
    others = [name for place, name in enumerate(classes) if place != positive]
    name = others[0] if len(others) == 1 else f"not {show_hidden(classes[positive])}"
    aside = {
        one.reason: sum(counts[place] for place in {places[row - 1] for row in one.rows.tolist()})
        for one in dataset.exclusions
    }
    return _Labels(tuple(of[True]), tuple(of[False]), (classes[positive], name), aside)


class _Copy(Content):
    """What another file holds."""

    def __init__(self, path: Path, watch: Watch) -> None:
        self._path = path
        self._watch = watch

    def look(self) -> None:
        self._watch.look()

    def write_to(self, descriptor: int) -> None:
        with self._path.open("rb") as file:
            while piece := file.read(_PIECE):
                self._watch.look()
                view = memoryview(piece)
                while view:
                    view = view[written_by(os.write(descriptor, view)) :]

    def is_in(self, descriptor: int) -> bool:
        with self._path.open("rb") as file:
            while piece := file.read(_PIECE):
                if os.read(descriptor, len(piece)) != piece:
                    return False
        return not os.read(descriptor, 1)
