"""Run, test, measure or build evalgui from a checkout, with one command and nothing prepared.

Each command first sees to everything it needs: system libraries (Debian and Ubuntu), a
virtual environment in `.venv`, and the project in it with the dependencies pinned in
`packaging/constraints.txt` and told by digests in `packaging/locks`. The second time that costs
next to nothing.

The script itself needs the standard library alone. It parses on Python 3.8 and later, so
that an old interpreter can say what is missing; evalgui itself needs Python 3.11.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

# Python does so itself, unless an option or its environment says not to.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from developing import commands, locking

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Command(NamedTuple):
    """A command, how it is called, and what it does.

    Parameters
    ----------
    carry_out
        Takes the interpreter that was asked for and the other arguments; returns the exit code.
    usage
        Its arguments.
    text
        What it does; the list of commands has the first sentence.
    """

    carry_out: Callable[[str | None, list[str]], int]
    usage: str
    text: str


COMMANDS = {
    "run": Command(
        commands.run,
        "[FILES] [--screenshot OUT.png] [arguments of evalgui]",
        "Open the program: on the files, or on a bundled sample where none is named. "
        "--screenshot OUT.png needs no display: it draws the window into a picture.",
    ),
    "test": Command(
        commands.test,
        "[--newest | --lowest | --newest-libraries | --spark | arguments of pytest]",
        "Check lint, format, types and import arrows, then run the tests. With arguments "
        "pytest alone runs, with them. --newest does all, and then the tests of core, "
        "formats and command line on the newest other Python that is installed. --lowest and "
        "--newest-libraries test core, imports and a part of the window, no more, on the lowest "
        "libraries that are allowed and on the newest there are. --spark installs Spark "
        "(450 MB, and Java) and compares its counts with those of other engines. Windows "
        "are drawn offscreen; QT_QPA_PLATFORM=xcb in the environment shows them.",
    ),
    "fuzz": Command(
        commands.fuzz,
        "[arguments of pytest]",
        "Try many damaged and random files: what the tests try fifty times, 50,000 times. It "
        "starts from the files in tests/data/io/fuzzed too, and adds those that fail or end in "
        "another way than all before; the tests read them ever after.",
    ),
    "monkey": Command(
        commands.monkey,
        "[--seed N] [--minutes M] [--steps K]",
        "Do random things in the real window, offscreen, and look for crashes, warnings, "
        "stale pictures and numbers that disagree. Seeds are printed; a seed repeats its "
        "run.",
    ),
    "kills": Command(
        commands.kills,
        "[N]",
        "Kill N programs (500) at random moments while they decide and save, and look whether "
        "what they left is whole and recent.",
    ),
    "bench": Command(
        commands.bench,
        "[NAMES]",
        "Print what is measured, as ratios: all of it, or the named parts.",
    ),
    "coverage": Command(
        commands.coverage,
        "[PARTS] [--replicates N]",
        "Simulate how often intervals hold the truth: half an hour, or --replicates 100.",
    ),
    "golden": Command(
        commands.golden,
        "make FOLDER [--checkout DIR] | compare BEFORE AFTER",
        "Write what every way of telling a result says of some 300 inputs, of this checkout or "
        "another one; or print each difference between two folders of that.",
    ),
    "languages": Command(
        commands.languages,
        "[CODES]",
        "Find every sentence that the program says, bring the catalogues of all languages up to "
        "date and compile them, and say how much of each is translated. A code such as fr that "
        "is not there yet begins one.",
    ),
    "measure-house": Command(
        commands.measure_house,
        "",
        "Print how much code there is by package, the longest classes with their own bases, what "
        "a file needs, and functions through which many ways lead. It never fails.",
    ),
    "build": Command(commands.build, "", "Build wheel and sdist into dist/."),
    "release": Command(
        commands.release,
        "[--dry-run]",
        "Make what a release consists of in dist/ and look at it: versions, notes, packages, "
        "bundles, bill of materials, digests. It says what waits for the owner of the project, "
        "and neither tags nor publishes. --dry-run leaves nothing.",
    ),
    "soup": Command(
        commands.list_soup,
        "",
        "Print the list of software of unknown provenance (IEC 62304), as Markdown: versions, "
        "purposes, known anomalies and what guards against each.",
    ),
    "sbom": Command(
        commands.list_components,
        "[FILE]",
        "Write the bill of materials (CycloneDX) into dist/: every part of the program, with "
        "version, licence, digests of its files and what it needs.",
    ),
    "lock": Command(
        locking.lock,
        "[--upgrade]",
        "Write packaging/constraints.txt and the locks, with the digests of all files, for each "
        "version of Python. After a change of pyproject.toml; --upgrade takes the newest versions.",
    ),
    "bundle": Command(
        commands.bundle,
        "[--check]",
        "Make a folder with the program to double-click in dist/, and pack it. Some minutes; "
        "--check lets it compare what is known in the end.",
    ),
    "site": Command(
        commands.make_site,
        "",
        "Make dist/site: help, gallery and reference, to read and search without a network. Some "
        "minutes; a link that leads nowhere ends it.",
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command and return its exit code."""
    parser = command_line()
    options, rest = parser.parse_known_args(arguments)
    if options.command == "build" and rest:
        parser.error("build takes no arguments: " + " ".join(rest))
    return COMMANDS[options.command].carry_out(options.python, rest)


def command_line() -> argparse.ArgumentParser:
    """Return the parser: what it does not know is for the program that is started."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    subparsers.required = True
    for name, (_carry_out, usage, text) in COMMANDS.items():
        subparser = subparsers.add_parser(
            name,
            usage="python3 packaging/dev.py " + name + " [--python X] " + usage,
            description=text,
            help=text.split(":")[0].split(". ")[0].rstrip("."),
            allow_abbrev=False,
        )
        subparser.add_argument(
            "--python",
            metavar="X",
            help="use this interpreter (a version such as 3.12, a name or a path), in an "
            "environment of its own such as .venv-3.12",
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
