"""Programs that are killed while they decide, copy and save: what is left is whole and recent.

``python -m tests.support.kills N`` kills so many at random moments. One process loads the program
once, and each life is a fork of it. A life counts upward in a note, tells through a pipe what
has been copied or saved for certain, and goes on until it is killed.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import threading
from pathlib import Path

from evalgui.core.requests import NoteData
from evalgui.workspace.file_requests import OpenFiles

ROWS = "truth,score\n" + "".join(f"{n % 2},{n * 37 % 100}\n" for n in range(60))
_LONGEST = 0.1  # seconds until the kill
_BEGUN = "0"


def main() -> int:
    """Kill as many as the command line says; return 1 where something was lost."""
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with tempfile.TemporaryDirectory(prefix="evalgui-kills-") as folder:
        found = kill(n, Path(folder))
    sys.stdout.write(f"{n} kills: {found} copies and workspaces were whole and recent\n")
    return 0


def kill(n: int, folder: Path, seed: int = 7) -> int:
    """Kill so many lives; return how many of them left something.

    Raises
    ------
    AssertionError
        If what is left is damaged, or older than what was there for certain.
    """

    import pandas as pd  # noqa: F401 - what reads a file loads it: two thirds of a life

    import evalgui.io.building.assembly
    import evalgui.io.formats.registry
    import evalgui.io.keeping.embedded
    import evalgui.io.keeping.safe_writing
    import evalgui.io.proposing.propose
    import evalgui.io.replaying
    import evalgui.workspace.keeping.autosave
    import evalgui.workspace.keeping.document
    import evalgui.workspace.keeping.embedding
    import evalgui.workspace.keeping.gathering
    import evalgui.workspace.workspace  # noqa: F401

    data = folder / "rows.csv"
    data.write_text(ROWS, encoding="utf-8")
    rng, n_left = random.Random(seed), 0  # noqa: S311 - nothing secret
    for number in range(n):
        place = folder / str(number)
        place.mkdir()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            _live(place, data, writing)
        os.close(writing)
        n_lines = rng.choice((1, 2, 2, 2))  # its first decision, or the first copy of one
        said = b""
        while said.count(b"\n") < n_lines:
            piece = os.read(reading, 4096)
            assert piece, "it ended by itself"
            said += piece
        threading.Event().wait(rng.random() * _LONGEST)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while piece := os.read(reading, 4096):
            said += piece
        os.close(reading)
        n_left += _is_whole_and_recent(place, said)
    return n_left


def _is_whole_and_recent(place: Path, said: bytes) -> bool:
    """Look at what a life left: all of it is whole, and has what was there for certain."""
    from evalgui.io.keeping.opening import open_kept

    certain = max(map(int, said.split()))
    files = [*place.glob("*.evalgui"), *(place / "unsaved").glob("*.evalgui")]
    counts = [int(open_kept(file).kept.data_sets[0].note or 0) for file in files]
    assert max(counts, default=0) >= certain, (counts, certain)
    return bool(files)


def _live(place: Path, data: Path, written: int) -> None:
    """Decide, copy and save until the kill."""
    from PySide6.QtCore import QCoreApplication, QTimer

    from evalgui.workspace.keeping.autosave import Autosave
    from evalgui.workspace.keeping.document import Document
    from evalgui.workspace.workspace import Workspace

    application = QCoreApplication([])
    workspace = Workspace()
    document = Document(workspace)
    autosave = Autosave(workspace, document, place / "unsaved")
    copying: list[str] = []

    def note() -> str:
        return workspace.snapshot.choices.notes.data or _BEGUN

    def is_certain() -> None:
        os.write(written, f"{copying[-1]}\n".encode())

    def decide() -> None:
        workspace.ask(NoteData(str(int(note()) + 1)))

    def copy() -> None:
        if not (autosave._tasks.is_busy or document.is_saving):
            copying.append(note())
            if int(note()) % 3:
                autosave.copy()
            else:
                document.save(place / "work.evalgui")

    def begin() -> None:
        os.write(written, f"{_BEGUN}\n".encode())
        for act, every in ((decide, 1), (copy, 2)):
            timer = QTimer(document)
            timer.timeout.connect(act)
            timer.start(every)

    autosave.written.connect(is_certain)
    document.saved.connect(is_certain)
    workspace.begun.connect(begin)
    workspace.failed.connect(lambda _error: os._exit(3))
    document.failed.connect(lambda _error: os._exit(4))
    workspace.ask(OpenFiles((data,)))
    application.exec()
    os._exit(5)


if __name__ == "__main__":
    sys.exit(main())
