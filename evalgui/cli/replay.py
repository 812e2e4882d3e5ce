"""``evalgui replay``: a workspace computed again, and compared with what it says came of it."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalgui.cli.streams import say
from evalgui.cli.strict_parser import REFUSED, Parser
from evalgui.core.digits import grouped
from evalgui.core.errors import EvalguiError
from evalgui.io.keeping.opening import CHANGED_BY_HAND, open_kept, relinked
from evalgui.io.meaning import show_hidden

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.keeping.opening import OpenedKept
    from evalgui.io.replaying import Difference, Replayed

IDENTICAL, DIFFERENT, IDENTICAL_BUT = 0, 1, 3
"""Exit codes; `REFUSED` where the workspace cannot be opened."""

_MOST_SHOWN = 50  # differences of a data set; JSON has all
_LONGEST = 200  # letters of a value
_INTACT = {
    True: "its digest fits: it is as it was saved",
    False: f"it {CHANGED_BY_HAND}",
    None: "it has no digest, as of an earlier version: a change would not be noticed",
}

_EPILOG = """\
The data are read as they were when the workspace was saved, everything that was decided is put
on them again, and each value is compared to the last digit with the one that is stored.

exit code:
  0  everything is identical, computed from the files as they were (or text in the workspace)
  1  something differs, or a data set could not be computed again
  2  the workspace could not be opened
  3  everything is identical, but computed from a copy in the workspace, since a file has changed
     or is missing; or the workspace was changed by another hand since it was saved
"""


def parse_replay(arguments: Sequence[str]) -> Replay:
    """Return what is asked for; a mistake ends the program with code 2."""
    parser = Parser(
        prog="evalgui replay",
        description="Compute a workspace again, and compare it with what is stored in it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("workspace", type=Path, metavar="WORKSPACE", help="a file .evalgui")
    parser.add_argument(
        "--data",
        action="append",
        default=[],
        type=Path,
        metavar="PLACE",
        help="a file, or a folder, in which data are that are not where they were: each is known "
        "by its SHA-256; may be repeated",
    )
    parser.add_argument(
        "--format",
        choices=("table", "json"),
        default="table",
        dest="output",
        help="lines for people, or JSON with every difference (default: table)",
    )
    options = parser.parse_args(arguments)
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
            sys.stderr.write(f"evalgui: {' '.join(str(error).split())}\n")
            return REFUSED
        if self.output == "json":
            text = json.dumps(_as_json(opened, found), ensure_ascii=False, indent=2)
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
        said.append(f"saved {kept.saved}")
    if kept.program:
        said.append(f"by evalgui {show_hidden(kept.program)}")
    lines = [", ".join(said), f"  {_INTACT[opened.is_intact]}"]
    for one in found:
        lines.append(f"{show_hidden(one.name)}: {_outcome(one)}")
        if one.origin:
            lines.append(f"  computed from {show_hidden(one.origin)}")
        lines += [f"  {_difference(each)}" for each in one.differences[:_MOST_SHOWN]]
        n_more = len(one.differences) - _MOST_SHOWN
        if n_more > 0:
            lines.append(f"  and {grouped(n_more)} more")
    return lines


def _outcome(one: Replayed) -> str:
    if one.problem:
        return f"not computed again: {show_hidden(one.problem)}"
    if one.is_identical:
        of_copy = "the copy in the workspace is " if one.is_copy else ""
        return f"{of_copy}identical ({grouped(one.n_compared)} values)"
    n = len(one.differences)
    some = "1 value differs" if n == 1 else f"{grouped(n)} values differ"
    return f"{some}, of {grouped(one.n_compared)}"


def _difference(one: Difference) -> str:
    return f"{show_hidden(one.place)}: stored {_shown(one.stored)}, now {_shown(one.now)}"


def _shown(value: Any) -> str:  # noqa: ANN401 - JSON types
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
