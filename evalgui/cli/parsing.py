"""From the words of a command line to what they ask for without a window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from evalgui.cli.bootstrap_options import drawing_of, reselection_of
from evalgui.cli.commands import Command, Evaluate, Inspect
from evalgui.cli.data_options import reading_of, roles_of, roles_or_refused
from evalgui.cli.intervals import consequences_of, interval_settings, recalibrated_of
from evalgui.cli.options import evaluate_parser, inspect_parser
from evalgui.cli.rule_options import placing_of
from evalgui.core.errors import DataError
from evalgui.core.languages import tr
from evalgui.core.linked_thresholds import Link
from evalgui.core.metrics import Parameters, Vocabulary
from evalgui.core.multiclass import DEFAULT_SETTINGS, MulticlassSettings, Over
from evalgui.core.snapshot import Inputs
from evalgui.io.assessing import Request

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from evalgui.cli.compare import Compare


def _settings(
    options: argparse.Namespace, refuse: Callable[[str], NoReturn]
) -> MulticlassSettings | None:
    """Return how classes are to be averaged; None where nothing is said about it."""
    over, names = options.average_over, tuple(options.classes)
    if names and over not in {None, Over.CHOSEN}:
        refuse(tr("--classes and --average-over {over} are not allowed together", over=over))
    if over == Over.CHOSEN and not names:
        refuse(tr("--average-over chosen needs --classes"))
    others = (options.undefined_as_zero, options.top_k is not None, options.class_order)
    if over is None and not names and not any(others):
        return None
    kind = Over.CHOSEN if names else Over(over or DEFAULT_SETTINGS.over)
    top_k = DEFAULT_SETTINGS.top_k if options.top_k is None else options.top_k
    return MulticlassSettings(kind, names, options.undefined_as_zero, top_k, options.class_order)


def _request(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Request:
    """Return what is asked of the files by the options that all evaluations have."""
    return Request(
        roles=replace(roles_of(options), recalibrated=recalibrated_of(options)),
        placing=placing_of(options, refuse),
        reading=reading_of(options),
        parameters=Parameters(**dict(options.parameter)),
        intervals=interval_settings(options),
        consequences=consequences_of(options),
        spec=options.import_spec,
        settings=_settings(options, refuse),
        apart=options.apart,
    )


def parse_table(arguments: Sequence[str]) -> Command:
    """Return what ``evalgui table`` is asked for."""
    from evalgui.cli.tables import WriteTables, table_parser

    parser = table_parser()
    options = parser.parse_args(arguments)
    try:
        request = _request(options, parser.error)
    except DataError as error:
        parser.error(error.message)
    return WriteTables(
        files=tuple(options.files),
        request=request,
        tables=tuple(options.table),
        output=options.output,
        vocabulary=Vocabulary(options.vocabulary),
        out=options.out,
        guards=options.guard_formulas,
    )


def parse_evaluate(arguments: Sequence[str]) -> Command:
    """Return what ``evalgui evaluate`` is asked for."""
    parser = evaluate_parser()
    options = parser.parse_args(arguments)
    try:
        return _evaluate_command(options, parser.error)
    except DataError as error:
        parser.error(error.message)


def _evaluate_command(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Evaluate:
    request, vocabulary = request_of(options, refuse), Vocabulary(options.vocabulary)
    if options.junit is not None and not request.consequences.requirements:
        refuse(tr("--junit needs --require"))
    beside = options.unmatched, options.junit
    return Evaluate(tuple(options.files), request, options.output, vocabulary, *beside)


def request_of(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Request:
    """Return what the options of ``evalgui evaluate`` ask; refuse what contradicts itself.

    Raises
    ------
    DataError
        If an option lacks another.
    """
    return replace(whole_request(options, refuse), curves=tuple(dict.fromkeys(options.curve)))


def whole_request(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Request:
    """Return what is asked, also for a grey zone and of data that are drawn again."""
    return replace(
        _request(options, refuse),
        grey=None if options.grey is None else (options.grey[0], options.grey[1]),
        drawing=drawing_of(options, refuse),
        reselection=reselection_of(options),
    )


def parse_inspect(arguments: Sequence[str]) -> Command:
    """Return what ``evalgui inspect`` is asked for."""
    parser = inspect_parser()
    options = parser.parse_args(arguments)
    return Inspect(
        files=tuple(options.files),
        roles=options.roles,
        output=options.output,
        spec=options.import_spec,
        vocabulary=Vocabulary(options.vocabulary),
        said=roles_or_refused(options, parser.error),
        reading=reading_of(options),
    )


def parse_compare(arguments: Sequence[str]) -> Command:
    """Return what ``evalgui compare`` is asked for."""
    from evalgui.cli.compare_options import compare_parser

    parser = compare_parser()
    options = parser.parse_args(arguments)
    try:
        return _compare_command(options, parser.error)
    except DataError as error:
        parser.error(error.message)


def _compare_command(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Compare:
    from evalgui.cli.compare import MOST_FILES, Compare

    if len(options.files) > MOST_FILES:
        refuse(tr("compare takes one file, or two, not {n}", n=len(options.files)))
    return Compare(
        files=tuple(options.files),
        roles=replace(roles_of(options), recalibrated=recalibrated_of(options)),
        thresholds=tuple(options.threshold),
        rules=tuple(options.at),
        level=options.level,
        output=options.output,
        drawing=drawing_of(options, refuse),
        spec=options.import_spec,
        vocabulary=Vocabulary(options.vocabulary),
        apart=options.apart,
        reading=reading_of(options),
        link=Link(options.link),
        out=options.out,
        table=options.table,
        guards=options.guard_formulas,
        against_rest=options.against_rest,
        asked=Inputs(intervals=interval_settings(options), consequences=consequences_of(options)),
    )
