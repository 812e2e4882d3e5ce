"""What every JSON of this program says of itself: who wrote it, what it is, and in which form."""

from __future__ import annotations

import json
from typing import Any, Literal, TypeAlias

from evalgui.version import __version__

Kind: TypeAlias = Literal[
    "evaluate",
    "compare",
    "rules",
    "rule-list",
    "table",
    "inspect",
    "sample-size",
    "replay",
    "decision",
]
"""What a JSON is: mostly the command that prints it."""

SCHEMA = 1
"""The form of all of them; another number where a key goes, or comes to mean something else."""

KEY = "evalgui"
"""The key at the top under which it stands."""


def mark(kind: Kind) -> dict[str, Any]:
    """Return what stands at the top of a JSON.

    Examples
    --------
    >>> sorted(mark("rules")["evalgui"])
    ['kind', 'schema', 'version']
    """
    return {KEY: {"version": __version__, "kind": kind, "schema": SCHEMA}}


def as_json(kind: Kind, numbers: dict[str, Any], *, is_ascii: bool = False) -> str:
    """Return numbers as JSON at full precision: the shortest text that is exactly each."""
    told = mark(kind) | numbers
    return json.dumps(told, ensure_ascii=is_ascii, indent=2, allow_nan=False)
