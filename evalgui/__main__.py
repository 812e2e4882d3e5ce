"""``python -m evalgui``: the window, or an evaluation without one."""

from __future__ import annotations

import sys

from evalgui.io.room_start import START
from evalgui.processor import prefer_fast_sorting

_INTERRUPTED = 130  # as a shell has it


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == [START]:
        from evalgui.io.room_child import main as read_a_container

        return read_a_container(given[1:])
    try:
        return _run(given)
    except KeyboardInterrupt:
        sys.stderr.write("evalgui: interrupted\n")
        return _INTERRUPTED


def _run(given: list[str]) -> int:
    """Open the window or carry out a command; return the exit code."""
    prefer_fast_sorting()
    from evalgui import cli  # loads numpy, which must not come first

    command = cli.parse(given)
    if not isinstance(command, cli.Window):
        return command.run()
    from evalgui.gui.start import open_window  # the only way to Qt

    return open_window(command)


if __name__ == "__main__":
    sys.exit(main())
