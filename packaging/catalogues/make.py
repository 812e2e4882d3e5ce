"""Catalogues of what the program says, for translators: each language is a folder of them.

    make.py            bring all languages up to date with the program
    make.py CODE       begin another one

The sentences are found where the program says them, as the first argument of `Text`, `phrase`,
`tr` and of `Words`, and as the two behind the number of those that tell of so many things. Each
part of the program has a catalogue; a sentence of several parts is in the first.
"""

from __future__ import annotations

import ast
import datetime as dt
import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ROOT / "resources" / "languages"
PARTS = {
    "core": ("core",),
    "results": ("results", "render"),
    "io": ("io",),
    "cli": ("cli", "interface", "workspace", ""),
    "gui": ("gui",),
}
SHARE = "share of sentences"
"""Under which name a compiled language says how much it knows."""

DATA = {
    "samples/index.json": ("title", "description", "stands_for"),
    "worked_examples/examples.json": ("title",),
    "worked_examples/errata.json": ("explanation",),
}
"""What else the program says: fields of files that come with it."""

_ONE = {"Text", "phrase", "tr", "words", "_words", "language"}
_TWO = {"text_n", "phrase_n", "tr_n", "counted"}
_WIDTH = 100
_NUMBERS = {"d": "day", "M": "month", "y": "year"}
_WORDS = """\
[language]
name = "{name}"
keeps_capitals = false
# Whether the system may choose it: not while what is not marked yet would stand in English beside.
is_whole = false
is_right_to_left = {is_right_to_left}

# A narrow space parts thousands in every language: a point or a comma might be a decimal sign.
[language.conventions]
decimal = "{decimal}"
between = "{between}"
percent = "{percent}"
date = "{date}"
paper = "a4"
"""

Sentence = str | tuple[str, str]


def said(root: Path = ROOT) -> dict[str, dict[Sentence, set[str]]]:
    """Return the sentences of each part, and the files that say them."""
    found: dict[str, dict[Sentence, set[str]]] = {part: defaultdict(set) for part in PARTS}
    seen: dict[Sentence, str] = {}
    for part, packages in PARTS.items():
        for package in packages:
            folder = root / "evalgui" / package
            for path in sorted(folder.rglob("*.py") if package else folder.glob("*.py")):
                name = path.relative_to(root).as_posix()
                for sentence in _sentences(ast.parse(path.read_text(encoding="utf-8"))):
                    found[seen.setdefault(sentence, part)][sentence].add(name)
    for name, fields in DATA.items():
        for entry in json.loads((root / "resources" / name).read_text(encoding="utf-8")):
            for sentence in (entry[field] for field in fields if entry.get(field)):
                found[seen.setdefault(sentence, "gui")][sentence].add(f"resources/{name}")
    both = {one: pair for pair in seen if isinstance(pair, tuple) for one in pair[:1]}
    for one in both.keys() & seen.keys():  # a catalogue has a sentence once: with both its forms
        part = seen[one]
        found[seen[both[one]]][both[one]] |= found[part].pop(one)
    return found


def _sentences(tree: ast.AST) -> Iterator[Sentence]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name in _ONE and node.args:
            yield from _texts(node.args[0])
        elif name in _TWO and len(node.args) >= 3:
            yield from zip(_texts(node.args[1]), _texts(node.args[2]), strict=True)


def _texts(node: ast.expr) -> list[str]:
    """Return the texts that an argument may be."""
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body), *_texts(node.orelse)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _has_words(node.value):
        return [node.value]
    return []


def _has_words(text: str) -> bool:
    """Return whether something of a sentence is left beside what stands in braces."""
    outside, depth = [], 0
    for letter in text:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        outside += [letter] if not depth else []
    return any(letter.isalpha() for letter in outside)


def update(code: str) -> float:
    """Bring a language up to date, and compile it; return how much of it is translated."""
    folder = LANGUAGES / code
    folder.mkdir(parents=True, exist_ok=True)
    words = folder / "words.toml"
    if not words.exists():
        words.write_text(_begun(Locale.parse(code)), encoding="utf-8")
    whole = _empty(code)
    n = n_done = 0
    for part, sentences in said().items():
        path = folder / f"{part}.po"
        catalogue = _empty(code)
        if path.exists():
            with path.open("rb") as file:
                catalogue = read_po(file, locale=code)
        template = _empty(code)
        for sentence, files in sorted(sentences.items(), key=_place):
            template.add(sentence, locations=[(name, 0) for name in sorted(files)])
        catalogue.update(template, no_fuzzy_matching=True, keep_user_comments=True)
        catalogue.obsolete.clear()
        with path.open("wb") as file:
            write_po(file, catalogue, width=_WIDTH, include_lineno=False, omit_header=False)
        for message in catalogue:
            if message.id:
                done = _is_done(message.string)
                n, n_done = n + 1, n_done + done
                if done:
                    whole.add(message.id, message.string)
    share = n_done / n if n else 1.0
    whole.add(SHARE, f"{share:.3f}")
    with (folder / "evalgui.mo").open("wb") as file:
        write_mo(file, whole)
    return share


def _begun(locale: Locale) -> str:
    """Return the words of a language nobody has translated yet, with what CLDR knows of it."""
    name = locale.get_display_name(locale) or str(locale)
    decimal = locale.number_symbols["latn"]["decimal"]
    percent = re.sub("[#,0]+", "{}", locale.percent_formats[None].pattern)
    date = re.sub("d+|M+|y+", _number, locale.datetime_skeletons["yMd"].pattern)
    return _WORDS.format(
        name=name.capitalize(),
        is_right_to_left=str(locale.text_direction == "rtl").lower(),
        decimal=decimal,
        between=", " if decimal == "." else "; ",
        percent=percent.replace("\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"),
        date=date,
    )


def _number(letters: re.Match[str]) -> str:
    """Return the name of a number of a date, and how many digits it has where CLDR says so."""
    letter, n = letters[0][0], len(letters[0])
    return f"{{{_NUMBERS[letter]}:0{n}}}" if n > 1 else f"{{{_NUMBERS[letter]}}}"


def _place(said: tuple[Sentence, set[str]]) -> tuple[list[str], str]:
    """Return by what a sentence is sorted: the files that say it, then itself."""
    sentence, files = said
    return sorted(files), sentence if isinstance(sentence, str) else sentence[0]


def _is_done(said: Any) -> bool:  # noqa: ANN401 - a text, or one for each form
    return bool(said) and (isinstance(said, str) or all(said))


def _empty(code: str) -> Catalog:
    """Return a catalogue without what changes each time that it is written."""
    own = "evalgui contributors"
    catalogue = Catalog(
        locale=code,
        project="evalgui",
        version="1",
        copyright_holder=own,
        last_translator=own,
        language_team=own,
        msgid_bugs_address="-",
    )
    catalogue.header_comment = f"# What evalgui says, in {Locale.parse(code).english_name}."
    catalogue.creation_date = catalogue.revision_date = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    catalogue.fuzzy = False
    return catalogue


def main() -> int:
    """Bring the named languages up to date, or all."""
    codes = sys.argv[1:] or sorted(path.name for path in LANGUAGES.iterdir() if path.is_dir())
    for code in codes:
        print(f"{code}: {update(code):.1%} is translated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
