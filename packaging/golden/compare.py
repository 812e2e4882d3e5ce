"""Compare two folders of golden outputs, and print each difference.

JSON and tables have to be equal to the byte. Of text, pages and windows every value and every
sentence has to be there as often, wherever it stands.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BY_CONTENT = {".txt", ".html", ".md", ".tex"}
SHOWN_OF_A_FILE = 12
TOLD = {"alt", "aria-label", "title", "href"}


class _Page(HTMLParser):
    """Every text of a page, without where it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.texts += [value for name, value in attrs if name in TOLD and value]


def content(path: Path) -> Counter[str]:
    """Return what a file says: each cell, and each line of prose, with how often."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        page = _Page()
        page.feed(text)
        parts: Iterator[str] = iter(page.texts)
    else:
        parts = (cell for line in text.splitlines() for cell in re.split(r"\t|\s{2,}|\|", line))
    return Counter(" ".join(part.split()) for part in parts if part.strip())


def differences(before: Path, after: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each file that differs, with lines that say how."""
    old = {path.relative_to(before) for path in before.rglob("*") if path.is_file()}
    new = {path.relative_to(after) for path in after.rglob("*") if path.is_file()}
    for name in sorted(old | new):
        if name not in new or name not in old:
            yield str(name), ["only before" if name in old else "only after"]
            continue
        one, other = before / name, after / name
        if one.read_bytes() == other.read_bytes():
            continue
        if name.suffix in BY_CONTENT:
            was, becomes = content(one), content(other)
            lines = [f"- {part}" for part in (was - becomes).elements()]
            lines += [f"+ {part}" for part in (becomes - was).elements()]
        else:
            lines = list(_by_line(one, other))
        if lines:
            yield str(name), lines


def _by_line(one: Path, other: Path) -> Iterator[str]:
    was, becomes = (path.read_text(encoding="utf-8").splitlines() for path in (one, other))
    gone, come = Counter(was) - Counter(becomes), Counter(becomes) - Counter(was)
    yield from (f"- {line}" for line in gone.elements())
    yield from (f"+ {line}" for line in come.elements())
    if not gone and not come:
        yield "the same lines in another order, or with other ends"


def main(before: Path, after: Path) -> int:
    """Print all differences; return 1 where there are any."""
    files = 0
    for name, lines in differences(before, after):
        files += 1
        print(f"{name}: {len(lines)} differences")
        for line in lines[:SHOWN_OF_A_FILE]:
            print(f"    {line[:200]}")
    print(f"{files} files differ")
    return 1 if files else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
