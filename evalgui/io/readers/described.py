"""What is said of all formats together: how their files end, and their table in the help."""

from __future__ import annotations

from evalgui.io import readers
from evalgui.io.bytes import compression
from evalgui.io.sandbox import zip_archive

START = "<!-- formats: made of what the readers say -->"
END = "<!-- end of formats -->"
_HEAD = ("| format | what is understood |", "|---|---|")


def suffixes() -> tuple[str, ...]:
    """Return how the files end that can be opened, each once, text first."""
    last_resorts = [one for one in readers.READERS if one.is_last_resort]
    own = [one for one in readers.READERS if not one.is_last_resort]
    found = [suffix for one in (*last_resorts, *own) for suffix in one.suffixes]
    return tuple(dict.fromkeys([*found, zip_archive.SUFFIX, *compression.SUFFIXES]))


def patterns() -> str:
    """Return what the names of files that can be opened look like: ``"*.csv *.tsv"``."""
    return " ".join(f"*{suffix}" for suffix in suffixes())


def formats_table() -> str:
    """Return the table of all formats in Markdown, a line each, the commonest first."""
    ordered = sorted(readers.READERS, key=lambda one: not one.is_last_resort)
    rows = [f"| {_cell(one.description)} | {_cell(one.help)} |" for one in ordered]
    return "\n".join((*_HEAD, *rows))


def with_formats(page: str) -> str:
    """Return a page of the help with the table of formats at its place, if it has one.

    Parameters
    ----------
    page
        Markdown; what stands between `START` and `END` is replaced.
    """
    before, start, rest = page.partition(START)
    _old, end, after = rest.partition(END)
    if not start or not end:
        return page
    return f"{before}{START}\n\n{formats_table()}\n\n{END}{after}"


def without_marks(page: str) -> str:
    """Return a page of the help as it is shown, without the marks of the table."""
    return page.replace(f"{START}\n\n", "").replace(f"{END}\n\n", "")


def _cell(words: str) -> str:
    return words.replace("|", r"\|")
