"""What the command line says itself, in the language that is spoken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.digits import grouped
from evalgui.core.languages import tr, tr_n
from evalgui.core.vocabulary import Vocabulary, words_in

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.core.words import InAnyWords
    from evalgui.io.layouts.counted import Counted


def plainly(text: str | InAnyWords) -> str:
    """Return a text of the core in the plain words, in which the command line speaks."""
    return words_in(Vocabulary.MACHINE_LEARNING).said(text)


def counted_in_words(said: Counted, out: Path) -> str:
    """Return what was counted, as lines for people."""
    n_files = len(said.sources)
    files = tr_n(n_files, "1 file", "{n} files", n=grouped(n_files))
    n_rows = grouped(said.n_rows)
    lines = [tr("{n} rows of {files} are counted in {out}", n=n_rows, files=files, out=out)]
    lines += [
        tr("not counted: {n}, {why}", n=grouped(n), why=plainly(why))
        for why, n in said.set_aside.items()
    ]
    return "\n".join(lines)
