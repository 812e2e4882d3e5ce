"""The other end of the process in which DuckDB counts: it is asked, listened to, and ended."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
from typing import TYPE_CHECKING, Any, Self

from evalgui.core.errors import DataError, EvalguiError, ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import display_name
from evalgui.io.keeping.safe_writing import WritingError, in_words
from evalgui.io.sandbox.parent import command, surroundings
from evalgui.io.sandbox.start import READY_TO_COUNT, START_COUNT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import TracebackType

    from evalgui.core.progress import Watch

_BETWEEN_LOOKS = 0.05
_LACKING = phrase("Install it with: pip install 'evalgui[big]'")
_WORDS = {
    "ModuleNotFoundError": (
        phrase("what counts large data (DuckDB, Ibis) is not installed"),
        _LACKING,
    ),
    "ImportError": (phrase("what counts large data (DuckDB, Ibis) cannot be loaded"), _LACKING),
    "OutOfMemoryException": (
        phrase("the memory that counting may use is not enough"),
        phrase("Give more with --memory, or a folder with more room with --spill"),
    ),
    "PermissionException": (phrase("the file may not be read"), phrase("Check its rights")),
    "IOException": (phrase("the file cannot be read"), phrase("Check that it is there, and whole")),
}


class Engine:
    """DuckDB in a process of its own, for some files.

    Parameters
    ----------
    files
        What it may read, all of one form.
    form
        "parquet".
    spill
        An empty folder of its own, for what does not fit into the memory, and for the result.
    memory
        How many bytes it may use.
    threads
        How many threads count.
    """

    def __init__(
        self, files: Sequence[Path], form: str, spill: Path, *, memory: int, threads: int
    ) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        try:
            self._child = subprocess.Popen(  # noqa: S603 - our own program, and words of our own
                command(START_COUNT),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=surroundings(),
                encoding="utf-8",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError:
            raise _not_started() from None
        self._listener = threading.Thread(target=self._listen, name="counting", daemon=True)
        self._listener.start()
        self._start: dict[str, Any] = {
            "files": [str(file) for file in files],
            "form": form,
            "spill": str(spill),
            "memory": memory,
            "threads": threads,
        }
        self.columns: list[str] = []
        """Of what type Ibis has each column of the files."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            with contextlib.suppress(OSError):  # of a question that nobody heard
                if pipe is not None:
                    pipe.close()
        self._listener.join()

    def start(self, watch: Watch) -> None:
        """Open the files.

        Raises
        ------
        ReadingError, DataError
            If it cannot be started, or the files cannot be opened.
        """
        self.columns = self.ask("open", watch, phrase("opening the files"), **self._start)

    def ask(self, what: str, watch: Watch, words: str, **asked: object) -> Any:  # noqa: ANN401 - JSON
        """Return what comes of a question.

        Parameters
        ----------
        what
            The question, which `evalgui.io.counting.child` knows.
        watch
            Told how far it has come, and asked twenty times a second whether to go on.
        words
            What is being done, for people.

        Raises
        ------
        ReadingError, DataError
            If a file cannot be read, or the memory is not enough, in words.
        WritingError
            If there is no room for what is put aside, or for the result.
        CancelledError
            If the watch says so.
        """
        watch.step(0.0, words)
        assert self._child.stdin is not None  # noqa: S101 - it is a pipe
        try:
            self._child.stdin.write(json.dumps({"ask": what, **asked}) + "\n")
            self._child.stdin.flush()
        except OSError:
            raise _ended() from None
        while True:
            watch.look()
            try:
                line = self._lines.get(timeout=_BETWEEN_LOOKS)
            except queue.Empty:
                continue
            if not line:
                raise _ended()
            facts = json.loads(line)
            if "progress" in facts:
                watch.report(facts["progress"], words)
            elif "refused" in facts:
                raise _refusal(facts)
            elif "answer" in facts:
                watch.step(1.0, words)
                return facts["answer"]
            elif facts.get("ready") != READY_TO_COUNT:
                raise _not_started()

    def _listen(self) -> None:
        assert self._child.stdout is not None  # noqa: S101 - it is a pipe
        try:
            for line in self._child.stdout:
                self._lines.put(line)
        except (OSError, ValueError):  # closed
            pass
        self._lines.put("")


def _refusal(facts: dict[str, Any]) -> EvalguiError:
    if facts.get("errno"):
        message, hint = in_words(OSError(facts["errno"], ""))
        return WritingError(message, hint=phrase("{hint}, with --spill or --out", hint=hint))
    message, hint = _WORDS.get(
        facts["refused"],
        (
            phrase("the data cannot be counted"),
            phrase("Check that the file opens, and that all files are alike"),
        ),
    )
    where = display_name(facts["file"]) if facts.get("file") else ""
    return DataError(message, where=where, hint=hint)


def _ended() -> ReadingError:
    message = phrase("the process that counts has ended before it was done")
    return ReadingError(message, hint=phrase("Give it less memory with --memory, and try again"))


def _not_started() -> ReadingError:
    message = phrase("the process that counts could not be started")
    return ReadingError(message, hint=phrase("Install evalgui again"))
