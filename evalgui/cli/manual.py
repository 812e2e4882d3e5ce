"""Manual pages (man): what the help of each command says, as troff."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from evalgui.cli.described import first_sentence, groups_of
from evalgui.cli.parsers import PARSERS
from evalgui.core.languages import tr
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.cli.strict_parser import Parser

_SIGNS = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"}


def manual_pages() -> dict[str, str]:
    """Return a page for each command, by the names of their files."""
    parsers = [parser() for parser in PARSERS.values()]
    names = [_name(parser) for parser in parsers]
    return {
        f"{name}.1": "\n".join(_page(parser, [one for one in names if one != name])) + "\n"
        for name, parser in zip(names, parsers, strict=True)
    }


def _name(parser: Parser) -> str:
    return parser.prog.replace(" --", "-").replace(" ", "-")


def _page(parser: Parser, others: list[str]) -> Iterator[str]:
    name, groups = _name(parser), list(groups_of(parser))
    about = parser.description or ""
    yield f'.TH {_text(name.upper())} 1 "" "evalgui {_text(__version__)}"'
    yield ".ad l\n.nh"
    yield _head(tr("name"))
    yield f"{_text(name)} \\- {_text(first_sentence(about))}"
    yield _head(tr("synopsis"))
    files = [one.values for group in groups for one in group.taken if not one.names]
    yield f".B {_text(parser.prog)}"
    yield _text(" ".join(["[" + tr("options") + "]", *files]))
    yield _head(tr("description"))
    yield from _filled(about)
    for group in groups:
        yield _head(group.title)
        yield from _filled(group.text)
        for one in group.taken:
            yield ".TP"
            words = ", ".join(rf"\fB{_text(word)}\fR" for word in one.names)
            values = _text(one.values).replace(",", r",\:")  # where a line may break
            yield " ".join(filter(None, [words, values]))
            yield from _filled(one.text)
    if parser.epilog:
        yield _head(tr("notes"))
        yield ".nf"
        yield from map(_line, parser.epilog.splitlines())
        yield ".fi"
    yield _head(tr("see also"))
    yield ",\n".join(f".BR {_text(one)} (1)" for one in others)


def _head(title: str) -> str:
    return f".SH {_text(title.upper())}"


def _filled(text: str) -> Iterator[str]:
    for line in textwrap.wrap(text, 76, break_long_words=False, break_on_hyphens=False):
        yield _line(line)


def _line(text: str) -> str:
    """Return a line of text, which is no request whatever it begins with."""
    return ("\\&" if text.startswith(".") else "") + _text(text)


def _text(text: str) -> str:
    return "".join(_SIGNS.get(sign, sign) for sign in text)
