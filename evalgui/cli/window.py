"""The window, as it is asked for on the command line."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from evalgui.cli import values
from evalgui.cli.data_options import add_data, reading_of, roles_or_refused
from evalgui.cli.strict_parser import Parser
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.near_names import meant
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import STANDARD_INPUT, display_name
from evalgui.io.meaning import FIND_OUT, ReadOptions, Roles
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.io.samples import samples
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from evalgui.io.bytes.clipboard import Pasted

HANDED_OVER = "--handed-over"
"""The only word where another program hands data over (`evalgui.cli.handing_over`)."""
TELL = "--print-decision"
"""Has the window say what is decided in it when it is closed (`evalgui.interface.decided`)."""
APPEARANCES = ("system", "light", "dark", "high-contrast")
"""Those of `evalgui.gui.theme`, which imports Qt."""
NO_DISPLAY = tr("""\
There is no display here: {why}.
For a picture of the window instead:
    QT_QPA_PLATFORM=offscreen evalgui --screenshot window.png [FILES]
For the numbers alone:
    evalgui evaluate FILE
""")
"""What is said where no window can be shown; `packaging/dev.py run` says it of itself."""
_MOST_NAMES = 1_000  # of a folder, among which a near one is sought
LAYOUTS = (
    *("clinical", "biometrics", "teaching", "machine-learning", "essential-four"),
    "overview",
)
"""Those of `evalgui.gui.layouts`."""

_EPILOG = tr("""\
without a window:
  evalgui evaluate FILE [options]   print the numbers that the window shows
  evalgui evaluate --help           explain the options
  evalgui inspect FILE [options]    print what is understood of a file
  evalgui report FILE --out R.html  write a report on a file or a workspace, or a PDF
  evalgui compare FILE [options]    print the differences of two scores and more
  evalgui rules FILE [options]      print the threshold that each rule chooses
  evalgui table FILE [options]      write results as tables: what each threshold does, and others
  evalgui table FOLDER --table runs a row with all measures for each file of a folder
  evalgui replay W.evalgui          compute a workspace again: is it what was stored?
  evalgui sample-size --help        how many rows a study needs
  evalgui count INPUT --out C       count data larger than the machine, to be opened
  evalgui merge C1 C2 --out C       add up what was counted in parts
  evalgui verify                    compare known results with what is computed here
  evalgui schema                    print the JSON Schema of all that --format json prints
  evalgui --install-desktop         put the program into the menus of a Linux desktop
  evalgui --print-completion SHELL  let bash, zsh or fish complete all of this

Several files that belong together are one data set: scores and their key, one file for each
class, scores of several systems, a score matrix and its ids. So are the files of a folder that
have the same columns: --together stacked, or side-by-side.

Nothing is sent anywhere: the program works offline and has no network code.
""")


@dataclass(frozen=True, slots=True)
class Window:
    """Open the window.

    Parameters
    ----------
    files
        The files to open, none or several.
    sample
        The id of a bundled sample, or ""; where files are named, these open.
    screenshot
        Where to write a picture of the window before ending, or None.
    size
        Width and height of the window in pixels, or None.
    appearance
        One of `APPEARANCES`, or None for the remembered one.
    layout
        One of `LAYOUTS`, or "" for what it was or what fits the data.
    spec
        A file with the choices of an earlier import, or None.
    roles
        What is said about the columns and rows of the files.
    reading
        What is said about how the files are read.
    handed
        Data that another program handed over, or None.
    tells
        Whether it is printed what is decided when the window is closed.
    """

    files: tuple[Path, ...]
    sample: str
    screenshot: Path | None
    size: tuple[int, int] | None
    appearance: str | None
    layout: str = ""
    spec: Path | None = None
    roles: Roles = field(default_factory=Roles)
    reading: ReadOptions = FIND_OUT
    handed: Pasted | None = None
    tells: bool = False

    def require_files(self, commands: Iterable[str]) -> None:
        """Refuse a word that is neither a file nor one of the commands.

        Raises
        ------
        EvalguiError
            With what it may have meant.
        """
        for path in self.files:
            if not os.path.lexists(path):
                message = phrase("there is no such file or command")
                near = meant(path.name, [*commands, *_names_beside(path)])
                hint = phrase("{near}See evalgui --help", near=near)
                raise EvalguiError(message, where=display_name(path), hint=hint)

    def choices(self) -> ImportSpec | None:
        """Return what is decided about the files; None where nothing is said.

        Raises
        ------
        EvalguiError
            If the choices of an earlier import cannot be read.
        """
        if self.spec is None and self.reading == FIND_OUT and self.roles == Roles():
            return None
        from evalgui.io.assessing import Request  # loads much that the window may never need

        said = Request(self.roles, spec=self.spec, reading=self.reading)
        return ImportSpec((), said.options or FIND_OUT, said.decided)


def _names_beside(path: Path) -> list[str]:
    """Return the names of files that may be meant by that of one that is not there."""
    try:
        return [one.name for one in islice(path.absolute().parent.iterdir(), _MOST_NAMES)]
    except (OSError, ValueError):
        return []


def is_without_display(environment: Mapping[str, str]) -> bool:
    """Return whether no window can be shown, as far as the environment says it."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform.startswith("linux") and not any(map(environment.get, names))


def window_parser() -> Parser:
    """Return the parser of what opens the window."""
    parser = Parser(
        prog="evalgui",
        description=tr("Decide where to put a threshold, and prove it."),
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help=tr("a file or folder to open")
    )
    parser.add_argument("--sample", default="", metavar="ID", help=tr("open a bundled sample"))
    parser.add_argument(
        "--screenshot",
        type=Path,
        metavar="OUT.png",
        help=tr("write a picture of the window and end; needs no display"),
    )
    parser.add_argument(
        "--size",
        type=values.size,
        metavar="WxH",
        help=tr("the size of the window, such as 1280x720"),
    )
    parser.add_argument("--theme", choices=APPEARANCES, help=tr("the appearance"))
    parser.add_argument(
        "--layout", choices=LAYOUTS, default="", help=tr("the layout of the window")
    )
    parser.add_argument(
        TELL,
        action="store_true",
        dest="tells",
        help=tr("when the window is closed, print what is decided in it as JSON"),
    )
    add_data(parser)
    parser.add_argument(
        "--version",
        action="version",
        version=f"evalgui {__version__}",
        help=tr("show program's version number and exit"),
    )
    return parser


def parse_window(arguments: Sequence[str]) -> Window:
    """Return how the window is asked for."""
    parser = window_parser()
    return window_of(parser.parse_args(arguments), parser.error)


def window_of(
    options: argparse.Namespace,
    refuse: Callable[[str], NoReturn],
    handed: Pasted | None = None,
) -> Window:
    """Return how the window is asked for by options, and with which data of another program."""
    known = [sample.id for sample in samples()]
    if options.sample and options.sample not in known:
        refuse(
            tr(
                "there is no sample '{name}'; there are {known}",
                name=options.sample,
                known=", ".join(known),
            )
        )
    if options.import_spec is not None and not options.files:
        refuse(tr("--import-spec needs a file to open"))
    roles = roles_or_refused(options, refuse)
    has_data = bool(options.files) or handed is not None
    reading = reading_of(options)
    if not has_data and (roles != Roles() or reading != FIND_OUT):
        refuse(tr("what is said about columns and rows needs a file to open"))
    return Window(
        # The window waits for no other program: there, - is a file.
        files=tuple(f.absolute() if f == STANDARD_INPUT else f for f in options.files),
        sample="" if has_data else options.sample,
        screenshot=options.screenshot,
        size=options.size,
        appearance=options.theme,
        layout=options.layout,
        spec=options.import_spec,
        roles=roles,
        reading=reading,
        handed=handed,
        tells=options.tells,
    )
