"""From the words of a command line to what they ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from evalgui.cli.commands import Command, Evaluate, Inspect, Window
from evalgui.cli.data_options import reading_of
from evalgui.cli.drawing import drawing_of, reselection_of
from evalgui.cli.intervals import interval_settings
from evalgui.cli.options import HANDED_OVER, evaluate_parser, inspect_parser, window_parser
from evalgui.cli.rule_options import placing_of
from evalgui.core.api import (
    DEFAULT_SETTINGS,
    DataError,
    Link,
    MulticlassSettings,
    Over,
    Parameters,
    Sampling,
    Vocabulary,
    may_be_threshold,
)
from evalgui.io.assessing import Request
from evalgui.io.bytes.source import STANDARD_INPUT
from evalgui.io.meaning import FIND_OUT, Aside, Roles, with_rows
from evalgui.io.samples import samples

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from evalgui.cli.compare import Compare
    from evalgui.io.bytes.clipboard import Pasted

_OF_TWO = "--grey"  # the option with two numbers


def parse(arguments: Sequence[str]) -> Window | Command:
    """Return what the command line asks for; a mistake in it ends the program with code 2."""
    if arguments == [HANDED_OVER]:
        return _handed_over()
    command = _COMMANDS.get(arguments[0]) if arguments else None
    if command is not None:
        return command(_with_values(arguments[1:]))
    window = window_parser()
    return _window_command(window.parse_args(arguments), window.error)


def _with_values(arguments: Sequence[str]) -> list[str]:
    """Return arguments in which a negative number is tied to the option before it.

    The parser takes ``-1e-5`` and ``-inf`` for options. Of two numbers behind one option none
    can be tied to it: a blank before them tells them from options, too.
    """
    tied: list[str] = []
    for argument in arguments:
        is_value = argument.startswith("-") and may_be_threshold(argument)
        is_open = bool(tied) and tied[-1].startswith("--") and "=" not in tied[-1]
        if is_value and _OF_TWO in tied[-2:]:
            tied.append(f" {argument}")
        elif is_value and is_open and tied[-1] != "--":
            tied[-1] += f"={argument}"
        else:
            tied.append(argument)
    return tied


def _window_command(
    options: argparse.Namespace,
    refuse: Callable[[str], NoReturn],
    handed: Pasted | None = None,
) -> Window:
    known = [sample.id for sample in samples()]
    if options.sample and options.sample not in known:
        refuse(f"there is no sample '{options.sample}'; there are {', '.join(known)}")
    if options.import_spec is not None and not options.files:
        refuse("--import-spec needs a file to open")
    roles = _roles(options)
    has_data = bool(options.files) or handed is not None
    reading = reading_of(options)
    if not has_data and (roles != Roles() or reading != FIND_OUT):
        refuse("what is said about columns and rows needs a file to open")
    return Window(
        # The window waits for no other program: there, - is a file.
        files=tuple(f.absolute() if f == STANDARD_INPUT else f for f in options.files),
        sample=options.sample,
        screenshot=options.screenshot,
        size=options.size,
        appearance=options.theme,
        layout=options.layout,
        spec=options.import_spec,
        roles=roles,
        reading=reading,
        handed=handed,
    )


def _handed_over() -> Window:
    from evalgui.cli.handing_over import received, unpacked

    parser = window_parser()
    try:
        options, handed = unpacked(received())
    except DataError as error:
        parser.error(error.message)
    return _window_command(options, parser.error, handed)


def _settings(
    options: argparse.Namespace, refuse: Callable[[str], NoReturn]
) -> MulticlassSettings | None:
    """Return how classes are to be averaged; None where nothing is said about it."""
    over, names = options.average_over, tuple(options.classes)
    if names and over not in {None, Over.CHOSEN}:
        refuse(f"--classes and --average-over {over} are not allowed together")
    if over == Over.CHOSEN and not names:
        refuse("--average-over chosen needs --classes")
    others = (options.undefined_as_zero, options.top_k is not None, options.class_order)
    if over is None and not names and not any(others):
        return None
    kind = Over.CHOSEN if names else Over(over or DEFAULT_SETTINGS.over)
    top_k = DEFAULT_SETTINGS.top_k if options.top_k is None else options.top_k
    return MulticlassSettings(kind, names, options.undefined_as_zero, top_k, options.class_order)


def _request(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Request:
    """Return what is asked of the files by the options that all evaluations have."""
    return Request(
        roles=_roles(options),
        placing=placing_of(options, refuse),
        reading=reading_of(options),
        parameters=Parameters(**dict(options.parameter)),
        intervals=interval_settings(options),
        spec=options.import_spec,
        settings=_settings(options, refuse),
        apart=options.apart,
    )


def _table(arguments: Sequence[str]) -> Command:
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


def _evaluate(arguments: Sequence[str]) -> Command:
    parser = evaluate_parser()
    options = parser.parse_args(arguments)
    try:
        return _evaluate_command(options, parser.error)
    except DataError as error:
        parser.error(error.message)


def _evaluate_command(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Evaluate:
    request, vocabulary = request_of(options, refuse), Vocabulary(options.vocabulary)
    return Evaluate(tuple(options.files), request, options.output, vocabulary, options.unmatched)


def request_of(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Request:
    """Return what the options of ``evalgui evaluate`` ask; refuse what contradicts itself.

    Raises
    ------
    DataError
        If an option lacks another.
    """
    return replace(_whole_request(options, refuse), curves=tuple(dict.fromkeys(options.curve)))


def _whole_request(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Request:
    """Return what is asked, also for a grey zone and of data that are drawn again."""
    return replace(
        _request(options, refuse),
        grey=None if options.grey is None else (options.grey[0], options.grey[1]),
        drawing=drawing_of(options, refuse),
        reselection=reselection_of(options),
    )


def _report(arguments: Sequence[str]) -> Command:
    from evalgui.cli.report_options import parse_report

    return parse_report(arguments, _whole_request)


def _inspect(arguments: Sequence[str]) -> Command:
    options = inspect_parser().parse_args(arguments)
    return Inspect(
        files=tuple(options.files),
        roles=options.roles,
        output=options.output,
        spec=options.import_spec,
        vocabulary=Vocabulary(options.vocabulary),
        said=_roles(options),
        reading=reading_of(options),
    )


def _compare(arguments: Sequence[str]) -> Command:
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
        refuse(f"compare takes one file, or two, not {len(options.files)}")
    return Compare(
        files=tuple(options.files),
        roles=_roles(options),
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
        guards=options.guard_formulas,
    )


def _subjects(options: argparse.Namespace) -> tuple[str, ...] | None:
    """Return the columns of subjects; () where there are to be none."""
    given = (options.subject, options.subject_b)
    if options.subject is None and options.subject_b is not None:
        raise DataError("--subject-b needs --subject")
    return None if options.subject is None else tuple(filter(None, given))


def _roles(options: argparse.Namespace) -> Roles:
    """Return what is said about the columns and the rows."""
    missing = options.missing_label
    aside: Aside = ()
    for one in options.set_aside:
        aside = with_rows(aside, one.rows, one.reason)
    return Roles(
        truth=options.truth,
        scores=tuple(dict.fromkeys(options.score)),
        predicted=options.predicted,
        probabilities=tuple(options.probability) or None,
        positive=options.positive,
        higher_is_positive=options.higher_is_positive,
        n_positive=options.n_positive,
        n_negative=options.n_negative,
        weight=options.weight,
        subjects=_subjects(options),
        sampling=None if options.sampling is None else Sampling(options.sampling),
        decimal=options.decimal,
        thousands=options.thousands,
        limits=options.limits,
        set_aside_unreadable=options.set_aside_unreadable,
        matrix_rows=options.matrix_rows,
        missing_scores=options.missing_scores,
        subset=options.subset,
        bins=tuple(options.bins),
        no_score=options.no_score,
        set_aside=aside,
        missing_labels=None if missing is None else tuple(filter(None, missing)),
    )


def _replay(arguments: Sequence[str]) -> Command:
    from evalgui.cli.replay import parse_replay

    return parse_replay(arguments)


def _rules(arguments: Sequence[str]) -> Command:
    from evalgui.cli.rule_parsing import parse_rules

    return parse_rules(arguments, _roles)


def _sample_size(arguments: Sequence[str]) -> Command:
    from evalgui.cli.sample_size import parse_sample_size

    return parse_sample_size(arguments)


_COMMANDS: dict[str, Callable[[Sequence[str]], Command]] = {
    "evaluate": _evaluate,
    "inspect": _inspect,
    "compare": _compare,
    "report": _report,
    "replay": _replay,
    "rules": _rules,
    "table": _table,
    "sample-size": _sample_size,
}
"""What is asked for by the first word; anything else opens the window."""
