"""The parsers of all commands, for what tells of them: manual pages, and completion in a shell."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from evalgui.cli.compare_options import compare_parser
from evalgui.cli.count import count_parser
from evalgui.cli.desktop_options import completion_parser, desktop_parser
from evalgui.cli.merge import merge_parser
from evalgui.cli.options import evaluate_parser, inspect_parser
from evalgui.cli.replay import replay_parser
from evalgui.cli.report_options import report_parser
from evalgui.cli.rule_parsing import rules_parser
from evalgui.cli.sample_size import sample_size_parser
from evalgui.cli.schema import schema_parser
from evalgui.cli.tables import table_parser
from evalgui.cli.verify import verify_parser
from evalgui.cli.window import window_parser

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.cli.strict_parser import Parser

WINDOW = ""
"""What stands for no command."""

PARSERS: dict[str, Callable[[], Parser]] = {
    WINDOW: window_parser,
    "evaluate": evaluate_parser,
    "inspect": inspect_parser,
    "compare": compare_parser,
    "report": report_parser,
    "replay": replay_parser,
    "rules": rules_parser,
    "table": table_parser,
    "sample-size": sample_size_parser,
    "count": count_parser,
    "merge": merge_parser,
    "verify": verify_parser,
    "schema": schema_parser,
    "--install-desktop": partial(desktop_parser, is_wanted=True),
    "--uninstall-desktop": partial(desktop_parser, is_wanted=False),
    "--print-completion": completion_parser,
}
"""By the first word, in the order of `evalgui.cli.first_word.COMMANDS`."""
