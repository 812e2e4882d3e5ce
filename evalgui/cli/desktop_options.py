"""How a desktop and shells are told of the program: the options, and their help."""

from __future__ import annotations

from evalgui.cli.strict_parser import Parser
from evalgui.core.languages import tr

INSTALL, UNINSTALL = "--install-desktop", "--uninstall-desktop"
PRINT = "--print-completion"
SHELLS = ("bash", "zsh", "fish")
"""Those that complete what is typed."""


def desktop_parser(*, is_wanted: bool) -> Parser:
    """Return the parser of ``evalgui --install-desktop``, or of its opposite."""
    description = tr(
        "Put the program into the menus of the desktop of this user, with its icon, and let "
        "workspaces open with it; add its manual pages, and let shells complete its commands. It "
        "needs no rights of an administrator."
        if is_wanted
        else "Take the program out of the menus of the desktop of this user, where it was put."
    )
    program = f"evalgui {INSTALL if is_wanted else UNINSTALL}"
    return Parser(prog=program, description=description)


def completion_parser() -> Parser:
    """Return the parser of ``evalgui --print-completion``."""
    description = tr(
        "Print a script with which a shell completes commands, options and files. "
        "evalgui --install-desktop puts those of all shells where they look on Linux."
    )
    parser = Parser(prog=f"evalgui {PRINT}", description=description)
    parser.add_argument("shell", choices=[*SHELLS], metavar="SHELL", help=", ".join(SHELLS))
    return parser
