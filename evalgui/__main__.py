"""``python -m evalgui``: the window, or an evaluation without one."""
# ruff: noqa: E402 - where modules are taken from is decided before any is

import os
import sys


def _look_in_no_working_folder() -> None:
    """Take modules from no folder that one happens to be in, as ``python -P`` does.

    What lies there is data. To be called before anything is imported, `__future__` included.
    """
    try:
        folder = os.getcwd()  # noqa: PTH109 - pathlib is a module to import
    except OSError:  # it was removed: Python looks in none then
        return
    if not sys.flags.safe_path and sys.path[:1] == [folder]:
        del sys.path[0]


if __name__ == "__main__":
    _look_in_no_working_folder()

import contextlib
import signal
import threading
from typing import TYPE_CHECKING

from evalgui.io.sandbox.start import START, START_CHECK, START_COUNT, START_PAGES
from evalgui.start import (
    no_search_for_pandas,
    pause_collecting,
    prefer_fast_sorting,
    resume_collecting,
    share_one_arena,
    spare_addresses,
)

if TYPE_CHECKING:
    from types import TracebackType

    from evalgui.cli import Window
    from evalgui.cli.commands import Command

FAILED, REFUSED = 1, 2
_INTERRUPTED, _UNREAD = 130, 141  # as a shell has it, of what nobody reads any more


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == [START]:
        from evalgui.io.sandbox.child import main as read_a_container

        return read_a_container(given[1:])
    if given[:1] == [START_COUNT]:
        from evalgui.io.counting.child import main as count

        return count()
    if given[:1] == [START_PAGES]:
        from evalgui.gui.reporting.child import main as lay_out_pages

        return lay_out_pages()
    if given[:1] == [START_CHECK]:
        from evalgui.gui.checking import main as try_the_window

        return try_the_window()
    if arguments is None:
        threading.excepthook = lambda args: _told(args.exc_type, args.exc_traceback)
        _end_in_words()
    try:
        return _run(given)
    except KeyboardInterrupt:
        from evalgui.core.languages import tr

        sys.stderr.write(f"evalgui: {tr('interrupted')}\n")
        return _INTERRUPTED


def _end_in_words() -> None:
    """Let what is asked to end say so, and put in order what it began: files, children.

    The exit code is 128 and the number of the signal, as a shell has it. What the process is to
    ignore, as after ``nohup``, stays ignored; a window answers in its own way later.
    """
    from evalgui.core.languages import tr

    def end(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)  # who asks again waits for nothing
        with contextlib.suppress(OSError):  # there may be no stream, or in use just now
            told = tr("ended by {signal}", signal=signal.Signals(number).name)
            os.write(2, f"evalgui: {told}\n".encode())
        if "PySide6.QtCore" in sys.modules:  # it passes no exception on, and nothing is written yet
            os._exit(128 + number)
        raise SystemExit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has not all of them
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)


def _run(given: list[str]) -> int:
    """Open the window or carry out a command; return the exit code."""
    pause_collecting()
    try:
        with no_search_for_pandas():
            return _carry_out(given)
    finally:
        resume_collecting()  # at the latest: what runs the program as a part of itself goes on


def _carry_out(given: list[str]) -> int:
    prefer_fast_sorting()
    share_one_arena()
    try:
        spare_addresses()
        _speak(given)  # before what is said at once is loaded
        from evalgui import cli  # loads numpy, which must not come first
        from evalgui.cli.streams import let_everything_print

        let_everything_print()
        command = cli.parse(given)
        if not isinstance(command, cli.Window):
            return _calculate(command)
        why = _no_window(command)
        if why:
            sys.stderr.write(why)
            return REFUSED
        from evalgui.gui.loading_qt import load_qt  # the only way to Qt

        load_qt()
        from evalgui.workspace.settings import chosen_language

        _speak(given, chosen_language())
        from evalgui.gui.start import open_window

        return open_window(command)
    except BrokenPipeError:
        return _UNREAD
    except Exception as error:  # noqa: BLE001 - its text may hold what is in the file
        return _failed(error)


def _speak(given: list[str], chosen: str = "") -> None:
    """Tell people things in their language from now on."""
    from evalgui.core.languages import speak
    from evalgui.io.languages import language_for

    speak(language_for(given, chosen))


def _failed(error: Exception) -> int:
    """Say what came in the way, and return the exit code."""
    from evalgui.core.errors import EvalguiError
    from evalgui.core.memory import lacks_memory, memory_short
    from evalgui.core.vocabulary import Vocabulary, phrase, words_in

    if lacks_memory(error):  # such as for a library that is loaded when it is needed
        error = memory_short(phrase("starting"))
    if isinstance(error, EvalguiError):
        words = words_in(Vocabulary.MACHINE_LEARNING)
        sys.stderr.write(f"evalgui: {error.in_words(words)}\n")
        return REFUSED
    return _told(type(error), error.__traceback__)


def _no_window(command: "Window") -> str:
    """Return why no window can be opened, in words; "" where nothing is known against it."""
    from evalgui.cli.first_word import COMMANDS
    from evalgui.cli.window import NO_DISPLAY, is_without_display
    from evalgui.core.errors import EvalguiError
    from evalgui.core.languages import tr
    from evalgui.core.vocabulary import Vocabulary, words_in

    try:
        command.require_files(COMMANDS)
    except EvalguiError as error:
        return f"evalgui: {error.in_words(words_in(Vocabulary.MACHINE_LEARNING))}\n"
    if not is_without_display(os.environ):
        return ""
    if command.screenshot is None:
        return NO_DISPLAY.format(why=tr("neither DISPLAY nor WAYLAND_DISPLAY is set"))
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return ""


def _told(kind: type[BaseException], trace: "TracebackType | None") -> int:
    """Say where in the program an unforeseen error came, and return the exit code."""
    from evalgui.core.languages import tr
    from evalgui.crashes import crash_report

    report = crash_report(kind, trace)
    sys.stderr.write(f"evalgui: {tr('an error of the program itself')}\n{report}\n")
    return FAILED


def _calculate(command: "Command") -> int:
    """Run a command that has no window; used up memory is one line and exit code 2."""
    from evalgui.core.memory import enough_memory
    from evalgui.core.vocabulary import phrase

    resume_collecting()
    with enough_memory(phrase("the numbers of the data")):
        return command.run()


if __name__ == "__main__":
    sys.exit(main())
