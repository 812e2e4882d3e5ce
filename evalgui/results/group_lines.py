"""What lines of groups are called on pictures, and which rows a click on them selects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.requests import SelectRows
from evalgui.core.selection import Selection, Where
from evalgui.core.texts import Count, Given, Text

if TYPE_CHECKING:
    from evalgui.core.comparison import Beside
    from evalgui.core.requests import Request
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style


def named(group: Beside, style: Style) -> str:
    """Return the name of a group with its rows of each class."""
    table = group.ranking.table
    values = {"p": Count(table.n_positive), "n": Count(table.n_negative), "name": Given(group.name)}
    return Text("{name}  n+ {p}, n\N{MINUS SIGN} {n}", values).told(style)


def request_of(group: Beside) -> Request | None:
    """Return what selects the rows of a group; None where no expression does."""
    return SelectRows(Selection.of(Where(group.rows))) if group.rows else None


def depends(snapshot: Snapshot) -> object:
    """Return what lines of groups rest on."""
    groups = snapshot.inputs.consequences.groups
    return groups, snapshot.choices.compares, snapshot.comparison.groups
