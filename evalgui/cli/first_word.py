"""What the first word of a command line asks for; each command is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.cli.data_options import roles_of
from evalgui.cli.strict_parser import let_argparse_tell
from evalgui.cli.window import HANDED_OVER, parse_window, window_of, window_parser
from evalgui.core.errors import DataError
from evalgui.core.thresholds import may_be_threshold

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.cli.commands import Command
    from evalgui.cli.window import Window

_OF_TWO = "--grey"  # the option with two numbers


def parse(arguments: Sequence[str]) -> Window | Command:
    """Return what the command line asks for; a mistake in it ends the program with code 2."""
    let_argparse_tell()
    if arguments == [HANDED_OVER]:
        return _handed_over()
    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is not None:
        return command(_with_values(arguments[1:]))
    return parse_window(arguments)


def _handed_over() -> Window:
    from evalgui.cli.handing_over import received, unpacked

    parser = window_parser()
    try:
        options, handed = unpacked(received())
    except DataError as error:
        parser.error(error.message)
    return window_of(options, parser.error, handed)


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


def _evaluate(arguments: Sequence[str]) -> Command:
    from evalgui.cli.parsing import parse_evaluate

    return parse_evaluate(arguments)


def _inspect(arguments: Sequence[str]) -> Command:
    from evalgui.cli.parsing import parse_inspect

    return parse_inspect(arguments)


def _compare(arguments: Sequence[str]) -> Command:
    from evalgui.cli.parsing import parse_compare

    return parse_compare(arguments)


def _table(arguments: Sequence[str]) -> Command:
    from evalgui.cli.parsing import parse_table

    return parse_table(arguments)


def _report(arguments: Sequence[str]) -> Command:
    from evalgui.cli.parsing import whole_request
    from evalgui.cli.report_options import parse_report

    return parse_report(arguments, whole_request)


def _replay(arguments: Sequence[str]) -> Command:
    from evalgui.cli.replay import parse_replay

    return parse_replay(arguments)


def _rules(arguments: Sequence[str]) -> Command:
    from evalgui.cli.rule_parsing import parse_rules

    return parse_rules(arguments, roles_of)


def _sample_size(arguments: Sequence[str]) -> Command:
    from evalgui.cli.sample_size import parse_sample_size

    return parse_sample_size(arguments)


def _count(arguments: Sequence[str]) -> Command:
    from evalgui.cli.count import parse_count

    return parse_count(arguments)


def _merge(arguments: Sequence[str]) -> Command:
    from evalgui.cli.merge import parse_merge

    return parse_merge(arguments)


def _verify(arguments: Sequence[str]) -> Command:
    from evalgui.cli.verify import parse_verify

    return parse_verify(arguments)


def _schema(arguments: Sequence[str]) -> Command:
    from evalgui.cli.schema import parse_schema

    return parse_schema(arguments)


def _install_desktop(arguments: Sequence[str]) -> Command:
    from evalgui.cli.desktop import parse_desktop

    return parse_desktop(arguments, is_wanted=True)


def _uninstall_desktop(arguments: Sequence[str]) -> Command:
    from evalgui.cli.desktop import parse_desktop

    return parse_desktop(arguments, is_wanted=False)


def _print_completion(arguments: Sequence[str]) -> Command:
    from evalgui.cli.completion import parse_completion

    return parse_completion(arguments)


COMMANDS: dict[str, Callable[[Sequence[str]], Command]] = {
    "evaluate": _evaluate,
    "inspect": _inspect,
    "compare": _compare,
    "report": _report,
    "replay": _replay,
    "rules": _rules,
    "table": _table,
    "sample-size": _sample_size,
    "count": _count,
    "merge": _merge,
    "verify": _verify,
    "schema": _schema,
    "--install-desktop": _install_desktop,
    "--uninstall-desktop": _uninstall_desktop,
    "--print-completion": _print_completion,
}
"""What is asked for by the first word; anything else opens the window."""
