"""``evalgui schema``: what the JSON that this program prints looks like."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.cli.streams import say
from evalgui.cli.strict_parser import Parser
from evalgui.core.languages import tr

if TYPE_CHECKING:
    from collections.abc import Sequence


def schema_parser() -> Parser:
    """Return the parser of ``evalgui schema``."""
    description = tr("Print the JSON Schema (2020-12) of all that --format json prints.")
    return Parser(prog="evalgui schema", description=description)


def parse_schema(arguments: Sequence[str]) -> PrintSchema:
    """Return what is asked for; a mistake ends the program with code 2."""
    schema_parser().parse_args(arguments)
    return PrintSchema()


@dataclass(frozen=True, slots=True)
class PrintSchema:
    """Print the schema, which is made of what results are declared to be."""

    def run(self) -> int:
        """Print it."""
        from evalgui.io.writers.json_schema import json_schema  # and all measures and topics

        say(json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n")
        return 0
