"""From the arguments of Python to what is asked: by the parser of the command line itself."""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.cli.options import evaluate_parser
from evalgui.cli.parsing import request_of
from evalgui.core.errors import DataError
from evalgui.core.metrics import Vocabulary
from evalgui.core.multiclass import DEFAULT_SETTINGS
from evalgui.interface.spelling import refuse
from evalgui.io.assessing import Placing, assessed, frozen_of, read
from evalgui.io.bytes.source import Source, read_source
from evalgui.io.in_memory import (
    Given,
    by_class,
    columns_of_table,
    given,
    has_column_for_each_class,
    is_table,
)
from evalgui.io.remembered.import_spec import read_import_spec
from evalgui.io.writers.several_files import with_files

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from evalgui.cli.strict_parser import Parser
    from evalgui.io.assessing import Assessed, Request
    from evalgui.io.loading_together import FileRead, Together
    from evalgui.results.result import Result

COLUMNS = (
    *("truth", "score", "predicted", "weight", "subject", "subject_b", "species"),
    *("n_positive", "n_negative"),
)
"""What is the name of a column, or the column itself; so are those of ``probability``, ``bins``."""

FLAGS = (
    *("no_score", "lower_is_positive", "higher_is_positive", "set_aside_unreadable"),
    *("prespecified", "undefined_as_zero", "binned", "apart"),
)
"""The options without a value; of all others False is a value as any other."""

_CONTRARY = {"lower_is_positive": "higher_is_positive", "higher_is_positive": "lower_is_positive"}
"""What False says of flags; it leaves the others out."""

_ENDS = {
    "bins": "two columns: the lower and the upper edges",
    "grey": "two numbers: the lower and the upper end",
}
_PLACED = ("threshold", "provenance", "development", "is_locked")
_PLACE = "-"  # instead of a path, which the parser wants to see


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What was asked of which data, and what came of it.

    Parameters
    ----------
    sources
        The paths, or the content of what was handed over.
    together
        What was read.
    assessed
        What is assessed of it.
    vocabulary
        Whose words names have.
    truth
        The column of true classes where it was given itself: what is of the same is of the same
        rows.
    """

    sources: tuple[Path | str | PathLike[str] | Source, ...]
    together: Together
    assessed: Assessed
    vocabulary: Vocabulary
    truth: object = None
    _numbers: dict[str, Any] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        spoken = self.assessed.snapshot.spoken(self.vocabulary)
        object.__setattr__(self, "vocabulary", spoken)

    def numbers(self) -> dict[str, Any]:
        """Return all numbers, which are computed once; nobody changes what is returned."""
        if not self._numbers:
            self._numbers.update(with_files(self.together, [self.assessed.numbers()]))
        return self._numbers

    def results(self) -> Mapping[str, Result]:
        """Return the results by the ids of their topics."""
        return self.assessed.results

    def __reduce__(self) -> tuple[object, ...]:
        """Return the data and what was asked of them, of which a copy computes the same again.

        Raises
        ------
        DataError
            If a file is no longer what was read.
        """
        inputs, request = self.assessed.snapshot.inputs, self.assessed.request
        placed = {name: getattr(inputs, name) for name in _PLACED}
        rest = self.vocabulary, self.truth, self._numbers
        return _again, (self._contents(), request, placed, rest)

    def _contents(self) -> tuple[Source, ...]:
        """Return the content of every file."""
        pairs = zip(self.sources, self.together.files, strict=True)
        return tuple(
            one if isinstance(one, Source) else _unchanged(one, file) for one, file in pairs
        )


def _unchanged(path: str | PathLike[str], file: FileRead) -> Source:
    """Read a file once more."""
    source = Source(file.name, read_source(path).data)
    if source.sha256 != file.sha256:
        message = "the file changed since it was read"
        raise DataError(message, where=file.name, hint="Evaluate it anew")
    return source


def _again(
    sources: tuple[Source, ...],
    request: Request,
    placed: Mapping[str, Any],
    rest: tuple[Vocabulary, object, dict[str, Any]],
) -> Answer:
    """Return an answer from what `Answer.__reduce__` returns."""
    from evalgui.core.snapshot import resolve

    together = read(request, sources)
    (found,) = assessed(replace(request, placing=Placing()), together)
    snapshot = resolve(replace(found.snapshot.inputs, **placed), found.snapshot)
    found = replace(found, snapshot=snapshot, request=request)
    vocabulary, truth, numbers = rest
    answer = Answer(sources, together, found, vocabulary, truth)
    answer._numbers.update(numbers)  # noqa: SLF001 - of its kind
    return answer


def ask(
    data: object, columns: tuple[object, ...], name: str, arguments: Mapping[str, Any]
) -> Answer:
    """Return what comes of data under the arguments of `evalgui.evaluate`.

    Raises
    ------
    EvalguiError
        In the words of the command line.
    """
    data, arguments = with_columns(data, columns, dict(arguments))
    sources, options, orders = given_data(data, name, arguments)
    truth = arguments["truth"] if _is_column(arguments["truth"]) else None
    return answer(sources, options, orders, truth)


def answer(
    sources: Sequence[Any],
    options: Mapping[str, Any],
    orders: Mapping[str, tuple[str, ...]],
    truth: object = None,
) -> Answer:
    """Return what comes of what `given_data` returns; the truth is as of `Answer`.

    Raises
    ------
    EvalguiError
        In the words of the command line.
    """
    request, vocabulary = asked(options)
    if request.by_score:
        raise DataError(
            "one score is evaluated at a time",
            hint="Name one, and the others in compare() of what comes of it",
        )
    if request.spec is not None:  # which may change, as files do
        request = replace(request, spec=None, earlier=read_import_spec(request.spec))
    together = read(request, sources)
    if len(together.results) > 1:
        message = f"these files are {len(together.results)} data sets, and not one"
        raise DataError(message, hint=f"Evaluate them one by one; {together.why}")
    (found,) = assessed(request, together)
    found = _in_order(found, orders)
    return Answer(together.paths, together, found, vocabulary, truth)


def given_data(
    data: object, name: str, options: dict[str, Any]
) -> tuple[list[Any], dict[str, Any], Mapping[str, tuple[str, ...]]]:
    """Return what is to be read, the options with names for columns, and ordered categories."""
    options = _each_class(data, options)
    paths = _paths(data)
    beside = list(_beside(options))
    if paths is not None:
        if beside:
            message = f"the data are a file, and {beside[0][0]} is no name of a column in it"
            raise DataError(message, hint="Give the name of a column")
        return paths, options, {}
    found = given(data, [(role, values) for role, values in beside], name)
    for role in COLUMNS:
        wanted = options.get(role)
        if isinstance(wanted, str) and wanted in found.left_out:
            raise found.left_out[wanted]
    return [found.source], _named(options, found), found.orders


def with_columns(
    data: object, columns: tuple[object, ...], options: dict[str, Any]
) -> tuple[object, dict[str, Any]]:
    """Return data and options where two columns by their places are the truth and the score.

    Raises
    ------
    DataError
        If there is anything else beside the data, or it is given twice.
    """
    if not columns:
        return data, options
    message = "two arguments without a name are the true classes and the scores"
    hint = "Give a table, or the list of files that belong together, alone, all else by its name"
    if len(columns) > 1 or is_table(data) or not all(map(_is_column, (data, *columns))):
        raise DataError(message, hint=hint)
    taken = [
        f"{name}=" for name in ("truth", "score", "probability") if options.get(name) is not None
    ]
    if taken:
        raise DataError(f"{message}, and {taken[0]} is given, too", hint="Leave out one of both")
    return None, {**options, "truth": data, "score": columns[0]}


def _each_class(data: object, options: dict[str, Any]) -> dict[str, Any]:
    """Return options in which an array with a column for each class is those columns.

    Raises
    ------
    DataError
        If it is not known which is of which class.
    """
    scores, given_as = options.get("score"), "score"
    if not _is_column(scores) or not has_column_for_each_class(scores):
        scores, given_as = options.get("probability"), "probability"
        if scores is None or isinstance(scores, Mapping):
            return options
        if not has_column_for_each_class(scores):
            message = "probability= takes a column for each class: an array, or by its class"
            raise DataError(message, hint="Give a single column as score=")
    elif options.get("probability") is not None:
        raise DataError("give one of score= and probability= where each class has a column")
    truth = options.get("truth")
    if isinstance(truth, str) and is_table(data):
        truth = dict(columns_of_table(data)).get(truth)
    if not _is_column(truth):
        message = f"which column of {given_as}= is of which class needs the true classes"
        raise DataError(message, hint="Say truth=, as an array or as a column of a table")
    missing = options.get("missing_label")
    labels = [] if missing is None else _values("missing_label", missing)
    columns = by_class(given_as, scores, truth, labels)
    return {**options, "score": None, "probability": columns}


def _paths(data: object) -> list[str | PathLike[str]] | None:
    """Return data that are one path or several; None for a table."""
    if isinstance(data, (str, PathLike)):
        return [fspath(data)]
    if not isinstance(data, (list, tuple)) or not data:
        return None
    are_paths = all(isinstance(one, (str, PathLike)) for one in data)
    return [fspath(one) for one in data] if are_paths else None


def _is_column(value: object) -> bool:
    """Return whether this is a column itself, and not the name of one."""
    if value is None or isinstance(value, (str, bytes)):
        return isinstance(value, bytes)
    return any(hasattr(value, name) for name in ("__len__", "__iter__", "__arrow_c_stream__"))


def _beside(options: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the columns that were given themselves: what for, and their values."""
    for role in COLUMNS:
        value = options.get(role)
        if _is_column(value) and not (role == "score" and _are_names(value)):
            yield role, value
    for cls, value in (options.get("probability") or {}).items():
        if _is_column(value):
            yield f"probability of {cls}", value
    for end, value in zip(("bin low", "bin high"), _ends(options, "bins"), strict=False):
        if _is_column(value):
            yield end, value


def _are_names(value: object) -> bool:
    if not isinstance(value, (list, tuple)):
        return False
    return bool(value) and all(isinstance(one, str) for one in value)


def _named(options: dict[str, Any], found: Given) -> dict[str, Any]:
    """Return options in which each column that was given itself goes by its name."""
    names = iter(found.names)
    named = dict(options)
    for role in COLUMNS:
        value = options.get(role)
        if _is_column(value) and not (role == "score" and _are_names(value)):
            named[role] = next(names)
    pairs = options.get("probability") or {}
    named["probability"] = {
        cls: next(names) if _is_column(value) else value for cls, value in pairs.items()
    }
    ends = _ends(options, "bins")
    if ends:
        named["bins"] = tuple(next(names) if _is_column(value) else value for value in ends)
    return named


def _ends(options: Mapping[str, Any], name: str) -> tuple[Any, ...]:
    """Return the lower and the upper end that an option takes; () where it is not given.

    Raises
    ------
    DataError
        If it is no pair.
    """
    found: Any = options.get(name)
    if found is None:
        return ()
    ends = tuple(found) if _has_several(found) and not isinstance(found, str) else ()
    if len(ends) == 2:
        return ends
    raise DataError(f"{name}= takes {_ENDS[name]}")


def asked(options: Mapping[str, Any]) -> tuple[Request, Vocabulary]:
    """Return what arguments ask, with names for columns; and whose words are wanted.

    Raises
    ------
    DataError
        If one is not understood, or contradicts another.
    """
    wanted = dict(options)
    frozen = wanted.pop("threshold_from", None)
    grey, bins = (_ends(wanted, name) for name in ("grey", "bins"))
    wanted |= {"grey": None, "bins": None}
    pairs = dict(wanted.pop("probability", None) or {})
    if frozen is not None and (wanted.get("threshold") is not None or wanted.get("at") is not None):
        raise DataError("give one of threshold=, at= and threshold_from=")
    namespace = _parser().parse_args([_PLACE, *_words(wanted)])
    namespace.bins = tuple(map(text, bins))
    namespace.probability = [(text(name), text(column)) for name, column in pairs.items()]
    request = request_of(_with_grey(namespace, grey), refuse)
    if frozen is not None:
        request = replace(request, placing=_taken_from(frozen, request.placing))
    return request, Vocabulary(namespace.vocabulary)


@functools.cache
def _parser() -> Parser:
    parser = evaluate_parser()
    parser.refuse = refuse
    return parser


def _with_grey(namespace: Namespace, grey: tuple[object, ...]) -> Namespace:
    from evalgui.core.thresholds import may_be_threshold

    if grey:
        namespace.grey = [text(end) for end in grey]
        if not all(map(may_be_threshold, namespace.grey)):
            raise DataError(f"grey= takes {_ENDS['grey']}")
    return namespace


def _taken_from(frozen: object, placing: Placing) -> Placing:
    """Return a threshold that was chosen elsewhere: a file, or an evaluation."""
    numbers = getattr(frozen, "to_dict", None)
    if numbers is not None:
        found = numbers()
        return replace(placing, frozen=frozen_of(found, str(found.get("file"))))
    if not isinstance(frozen, (str, PathLike)):
        raise DataError("threshold_from= takes an evaluation, or a file that holds one")
    from pathlib import Path

    return replace(placing, frozen=Path(frozen))


def _words(options: Mapping[str, Any]) -> list[str]:
    """Return options as the words of a command line, each with its value in one word."""
    words: list[str] = []
    for name, value in options.items():
        if value is None:
            continue
        if name in FLAGS and isinstance(value, (bool, np.bool_)):
            said = name if value else _CONTRARY.get(name)
            words += [_option(said)] if said else []
        else:
            words += [f"{_option(name)}={word}" for word in _values(name, value)]
    return words


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def words_of(arguments: Mapping[str, Any]) -> list[str]:
    """Return arguments as the words of a command line: what `asked` takes, said there."""
    known = dict(arguments)
    pairs = {name: known.pop(name) for name in ("grey", "bins") if name in known}
    words = []
    for word in _words(known):
        option, equals, value = word.partition("=")
        is_apart = equals and value and not value.startswith("-")
        words += [option, value] if is_apart else [word]
    for name, ends in pairs.items():
        words += [f"--{name}", *map(text, ends)] if ends else []
    return words


def _values(name: str, value: Any) -> list[str]:  # noqa: ANN401 - of any option
    """Return the values of an option as words; several where it may be repeated."""
    if isinstance(value, Mapping):
        if name == "set_aside":
            return [f"{','.join(map(str, _rows(rows)))}={why}" for why, rows in value.items()]
        return [f"{text(key)}={text(one)}" for key, one in value.items()]
    if isinstance(value, (str, PathLike)) or not _has_several(value):
        return [text(value)]
    words = [text(one) for one in value]
    if not words:
        return [""] if name == "missing_label" else []  # no label means that it is missing
    if name == "class_order":
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow(words)
        return [line.getvalue()]
    return [",".join(words)] if name == "measures" else words


def _has_several(value: Any) -> bool:  # noqa: ANN401 - of any option
    return hasattr(value, "__iter__") and getattr(value, "ndim", 1) > 0


def _rows(rows: Any) -> list[int]:  # noqa: ANN401 - one row, or several
    return [rows] if isinstance(rows, int) else [int(row) for row in rows]


def text(value: object) -> str:
    """Return a value as the command line has it, a number at full precision."""
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(fspath(value) if isinstance(value, PathLike) else value)


def _in_order(found: Assessed, orders: Mapping[str, tuple[str, ...]]) -> Assessed:
    """Return what is assessed with its classes in the order of the categories of the truth."""
    from evalgui.core.snapshot import resolve

    snapshot, request = found.snapshot, found.request
    truth = found.loaded.proposal.roles.truth or ""
    dataset, settings = snapshot.dataset, request.settings or DEFAULT_SETTINGS
    if dataset is None or snapshot.overall is None or settings.order or truth not in orders:
        return found
    order = tuple(name for name in orders[truth] if name in dataset.classes)
    if len(order) < len(dataset.classes):
        return found
    wanted = replace(settings, order=order)
    inputs = replace(snapshot.inputs, multiclass=wanted)
    return replace(
        found, snapshot=resolve(inputs, snapshot), request=replace(request, settings=wanted)
    )
