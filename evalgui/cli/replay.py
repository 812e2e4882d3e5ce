"""``evalgui replay``: a workspace computed again, and compared with what it says came of it."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalgui.cli.streams import say
from evalgui.cli.strict_parser import Parser, refusal
from evalgui.cli.telling import plainly
from evalgui.core.digits import grouped
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr, tr_n
from evalgui.io.keeping.opening import open_kept, relinked
from evalgui.io.meaning import show_hidden
from evalgui.io.writers.marked import as_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.keeping.opening import OpenedKept
    from evalgui.io.replaying import Difference, Replayed

IDENTICAL, DIFFERENT, IDENTICAL_BUT = 0, 1, 3
"""Exit codes; `REFUSED` where the workspace cannot be opened."""

_MOST_SHOWN = 50  # differences of a data set; JSON has all
_LONGEST = 200  # letters of a value
_INTACT = {
    True: tr("its digest fits: it is as it was saved"),
    False: tr("it was changed by another hand since it was saved: its digest does not fit"),
    None: tr("it has no digest, as of an earlier version: a change would not be noticed"),
}

_EPILOG = tr("""\
The data are read as they were when the workspace was saved, everything that was decided is put
on them again, and each value is compared to the last digit with the one that is stored.

exit code:
  0  everything is identical, computed from the files as they were (or text in the workspace)
  1  something differs, or a data set could not be computed again
  2  the workspace could not be opened
  3  everything is identical, but computed from a copy in the workspace, since a file has changed
     or is missing; or the workspace was changed by another hand since it was saved
""")


def replay_parser() -> Parser:
    """Return the parser of ``evalgui replay``."""
    parser = Parser(
        prog="evalgui replay",
        description=tr("Compute a workspace again, and compare it with what is stored in it."),
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("workspace", type=Path, metavar="WORKSPACE", help=tr("a file .evalgui"))
    parser.add_argument(
        "--data",
        action="append",
        default=[],
        type=Path,
        metavar="PLACE",
        help=tr(
            "a file, or a folder, in which data are that are not where they were: each is known "
            "by its SHA-256; may be repeated"
        ),
    )
    parser.add_argument(
        "--format",
        choices=("table", "json"),
        default="table",
        dest="output",
        help=tr("lines for people, or JSON with every difference (default: table)"),
    )
    return parser


def parse_replay(arguments: Sequence[str]) -> Replay:
    """Return what is asked for; a mistake ends the program with code 2."""
    options = replay_parser().parse_args(arguments)
    return Replay(options.workspace, tuple(options.data), options.output)


@dataclass(frozen=True, slots=True)
class Replay:
    """Compute a workspace again, and print what differs from what is stored.

    Parameters
    ----------
    workspace
        The file.
    places
        Files and folders in which data are that are not where they were.
    output
        ``"json"`` or ``"table"``.
    """

    workspace: Path
    places: tuple[Path, ...] = ()
    output: str = "table"

    def run(self) -> int:
        """Print it; return the exit code, as the help of the command has it."""
        from evalgui.io.replaying import replay  # when it is asked for

        try:
            opened = open_kept(self.workspace)
            for place in self.places:
                opened = relinked(opened, place)
            found = list(replay(opened))
        except EvalguiError as error:
            return refusal(error)
        if self.output == "json":
            text = as_json("replay", _as_json(opened, found))
        else:
            text = "\n".join(_lines(opened, found))
        say(text + "\n")
        if not all(one.is_identical for one in found):
            return DIFFERENT
        is_doubtful = opened.is_intact is False or any(one.is_copy for one in found)
        return IDENTICAL_BUT if is_doubtful else IDENTICAL


def _as_json(opened: OpenedKept, found: list[Replayed]) -> dict[str, Any]:
    """Return what came of it as JSON types: see ``resources/help/workspace.md``."""
    return {
        "workspace": show_hidden(opened.path.name),
        "program": opened.kept.program or None,
        "saved": opened.kept.saved or None,
        "intact": opened.is_intact,
        "identical": all(one.is_identical for one in found),
        "data_sets": [
            {
                "name": one.name,
                "identical": one.is_identical,
                "computed_from": one.origin or None,
                "is_copy": one.is_copy,
                "problem": one.problem or None,
                "n_compared": one.n_compared,
                "differences": [
                    {"place": each.place, "stored": each.stored, "now": each.now}
                    for each in one.differences
                ],
            }
            for one in found
        ],
    }


def _lines(opened: OpenedKept, found: list[Replayed]) -> list[str]:
    """Return what came of it for people."""
    kept = opened.kept
    said = [show_hidden(opened.path.name)]
    if kept.saved:
        said.append(tr("saved {saved}", saved=kept.saved))
    if kept.program:
        said.append(tr("by evalgui {version}", version=show_hidden(kept.program)))
    lines = [", ".join(said), f"  {_INTACT[opened.is_intact]}"]
    for one in found:
        lines.append(f"{show_hidden(one.name)}: {_outcome(one)}")
        if one.origin:
            origin = show_hidden(plainly(one.origin))
            lines.append("  " + tr("computed from {origin}", origin=origin))
        lines += [f"  {_difference(each)}" for each in one.differences[:_MOST_SHOWN]]
        n_more = len(one.differences) - _MOST_SHOWN
        if n_more > 0:
            lines.append("  " + tr("and {n} more", n=grouped(n_more)))
    return lines


def _outcome(one: Replayed) -> str:
    if one.problem:
        return tr("not computed again: {why}", why=show_hidden(plainly(one.problem)))
    n_compared = grouped(one.n_compared)
    if one.is_identical and one.is_copy:
        return tr("the copy in the workspace is identical ({n} values)", n=n_compared)
    if one.is_identical:
        return tr("identical ({n} values)", n=n_compared)
    n = len(one.differences)
    return tr_n(
        n,
        "1 value differs, of {n_compared}",
        "{n} values differ, of {n_compared}",
        n=grouped(n),
        n_compared=n_compared,
    )


def _difference(one: Difference) -> str:
    return tr(
        "{place}: stored {stored}, now {now}",
        place=show_hidden(one.place),
        stored=_shown(one.stored),
        now=_shown(one.now),
    )


def _shown(value: Any) -> str:  # noqa: ANN401 - JSON types
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
