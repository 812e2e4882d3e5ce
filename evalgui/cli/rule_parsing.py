"""From the words of ``evalgui rules`` to what they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.cli import values
from evalgui.cli.commands import Command, Evaluate
from evalgui.cli.data_options import reading_of
from evalgui.cli.options import add_format, data_parser
from evalgui.cli.rule_commands import ChooseAll, ListRules
from evalgui.cli.rule_options import add_rule_numbers, asked, check_shared, shared_values
from evalgui.core.errors import DataError
from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.rules.presets import PRESETS
from evalgui.io.assessing import Request, RuleAsked

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from evalgui.cli.strict_parser import Parser
    from evalgui.io.meaning import Roles

    ReadRoles = Callable[[argparse.Namespace], Roles]


def rules_parser() -> Parser:
    """Return the parser of ``evalgui rules``."""
    parser = data_parser(
        "evalgui rules",
        tr("Print the threshold that each rule chooses, with what it does."),
        n_files="*",
    )
    parser.add_argument(
        "--list", action="store_true", help=tr("print every rule, and what can be set in it")
    )
    parser.add_argument(
        "--at",
        action="append",
        type=asked,
        default=[],
        metavar="RULE[=X]",
        help=tr("a rule that is wanted, such as fmr=1e-4; may be repeated (default: all)"),
    )
    parser.add_argument(
        "--preset",
        choices=[preset.id for preset in PRESETS],
        help=tr("the rules that a field, a competition or a standard asks for"),
    )
    parser.add_argument(
        "--biometrics",
        action="store_true",
        help=tr(
            "add the figures of a biometric evaluation: FNMR at each FMR and the reverse, each "
            "equal error rate, detection costs"
        ),
    )
    add_rule_numbers(parser)
    parser.add_argument(
        "--prevalence",
        type=values.number,
        metavar="P",
        help=tr("the prevalence that rules with one take (default: that of the data)"),
    )
    add_format(parser)
    return parser


def parse_rules(arguments: Sequence[str], roles: ReadRoles) -> Command:
    """Return what is asked for; a mistake ends the program with code 2.

    Parameters
    ----------
    arguments
        What stands behind the command.
    roles
        Returns what the options say about the columns.
    """
    parser = rules_parser()
    options = parser.parse_args(arguments)
    vocabulary = Vocabulary(options.vocabulary)
    if options.list:
        if options.files:
            parser.error(tr("--list takes no file"))
        return ListRules(options.output, vocabulary)
    if not options.files:
        parser.error(tr("name a file, or write --list"))
    shared = shared_values(options)
    check_shared(options.at, shared, parser.error)
    wanted = list(options.at)
    if options.preset is not None:
        wanted += [RuleAsked(*one) for one in PRESETS.by_id(options.preset).rules]
    try:
        data = data_of(options, roles)
    except DataError as error:
        parser.error(error.message)
    return ChooseAll(data, tuple(wanted), shared, biometrics=options.biometrics)


def data_of(options: argparse.Namespace, roles: ReadRoles) -> Evaluate:
    """Return what says which files, columns and rows are assessed."""
    request = Request(
        roles=roles(options),
        spec=options.import_spec,
        apart=options.apart,
        reading=reading_of(options),
        needs_score=True,
    )
    return Evaluate(tuple(options.files), request, options.output, Vocabulary(options.vocabulary))
