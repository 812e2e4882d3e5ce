"""A report as PDF, which a child process lays out: whoever asks needs no Qt."""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
import time
from typing import IO, TYPE_CHECKING

from evalgui.core.errors import EvalguiError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.reporting.blocks import to_json
from evalgui.io.sandbox.parent import command, surroundings
from evalgui.io.sandbox.start import OUT_OF_MEMORY, READY_FOR_PAGES, START_PAGES

if TYPE_CHECKING:
    from evalgui.io.reporting.blocks import Report

SECONDS = 300.0
"""How long pages may take."""

LARGEST = 256 << 20
"""The largest PDF that is taken, in bytes (256 MiB)."""

_FONTS_BY = (
    *("FONTCONFIG_", "HOME", "LANG", "LC_", "XDG_", "LOCALAPPDATA", "WINDIR"),
    *("QT_PLUGIN_PATH", "QT_QPA_FONTDIR", "QT_QPA_PLATFORM_PLUGIN_PATH"),
)
"""How the names of variables begin by which Qt and fonts, those of the user too, are found."""
_KEPT_BY = ("TMPDIR", "TEMP", "TMP")  # where Qt keeps what is too large for its memory
_PIECE = 1 << 20
_BETWEEN_LOOKS = 0.05
_USUAL = 5.0  # seconds, for what is said of progress
_ELSE = phrase("Write the report as a web page, and print that")


class PagesError(EvalguiError):
    """A report could not be laid out on pages."""


def as_pdf(report: Report, watch: Watch | None = None) -> bytes:
    """Return a report on pages, as PDF.

    Parameters
    ----------
    report
        The report.
    watch
        Asked twenty times a second whether to go on; the child is ended when not.

    Raises
    ------
    PagesError
        If the child cannot be started, as where Qt cannot, or comes to no end.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    given = json.dumps(to_json(report)).encode("utf-8")
    try:
        child = subprocess.Popen(  # noqa: S603 - our own program
            command(START_PAGES),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=surroundings(*_FONTS_BY, *_KEPT_BY) | {"QT_QPA_PLATFORM": "offscreen"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError:
        raise _not_started() from None
    talk = _Talk(child, given)
    begin = time.monotonic()
    try:
        while talk.is_alive() and time.monotonic() - begin < SECONDS:
            watch.step(min(0.95, (time.monotonic() - begin) / _USUAL), phrase("laying out pages"))
            talk.join(_BETWEEN_LOOKS)
    finally:
        # Without the child its pipes end, and so does the thread that waits for them.
        child.kill()
        child.wait()
        talk.join()
    if not talk.is_ready:
        raise _not_started()
    if talk.is_short or child.returncode == OUT_OF_MEMORY:
        message = phrase("there is not enough memory for laying out the pages")
        hint = phrase("Close something; or: write the report as a web page, and print that")
        raise PagesError(message, hint=hint)
    if not talk.pages.startswith(b"%PDF-") or b"%%EOF" not in talk.pages[-32:]:
        raise PagesError(phrase("the pages could not be laid out"), hint=_ELSE)
    return talk.pages


def _not_started() -> PagesError:
    message = phrase("the part of the program that lays out pages could not be started")
    return PagesError(message, hint=_ELSE)


class _Talk(threading.Thread):
    """Sends the report and takes the pages, while nobody waits for the pipes."""

    def __init__(self, child: subprocess.Popen[bytes], given: bytes) -> None:
        super().__init__(name="pages", daemon=True)
        self.child, self.given = child, given
        self.is_ready, self.is_short, self.pages = False, False, b""
        self.start()

    def run(self) -> None:
        """Talk to the child until it has said all, or is gone."""
        sender, answer = self.child.stdin, self.child.stdout
        if sender is None or answer is None:  # never: both are pipes
            return
        try:
            with contextlib.suppress(OSError, ValueError, subprocess.TimeoutExpired), answer:
                self._talk(sender, answer)
                self.child.wait(_BETWEEN_LOOKS)  # how it ends says why; if not yet, it is ended
        except MemoryError:
            self.is_short = True

    def _talk(self, sender: IO[bytes], answer: IO[bytes]) -> None:
        with contextlib.suppress(OSError), sender:
            self.is_ready = answer.readline(len(READY_FOR_PAGES)) == READY_FOR_PAGES
            if not self.is_ready:
                return
            sender.write(self.given)
        # Piece by piece: all the room for the largest one would be taken at once.
        while (piece := answer.read(_PIECE)) and len(self.pages) <= LARGEST:
            self.pages += piece
