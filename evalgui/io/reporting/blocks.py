"""What a report is made of: headings, paragraphs, tables and pictures, as values.

They know no layout: one writer makes a web page of them and another one pages on paper. All text
is plain, and whoever writes it escapes it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from evalgui.render.svg_shapes import Drawing


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table, or another short text.

    Parameters
    ----------
    text
        What is read.
    value
        The number behind it at full precision, as `evalgui.io.writers.evaluation` has it; None
        for text.
    of
        Where it stands in an evaluation, such as ``"metrics.TPR.value"``; "" for nowhere.
    link
        The id of the section that it leads to; "" for none.
    """

    text: str
    value: float | str | None = None
    of: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of a table that belong together.

    Parameters
    ----------
    rows
        Each as long as the head; the first cell names the row.
    title
        What they have in common; "" where that need not be said.
    """

    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences.

    Parameters
    ----------
    text
        Line ends in it stay.
    is_note
        Whether it is by the way, and set smaller.
    is_quoted
        Whether the user wrote it.
    on_card
        Whether it stands on the card, too.
    holds
        What it gives an answer to (see `evalgui.results.topics.checklist`).
    """

    text: str
    is_note: bool = False
    is_quoted: bool = False
    on_card: bool = False
    holds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a caption and heads of columns and rows.

    Parameters
    ----------
    caption
        What it shows.
    head
        The heads of the columns; the first is that of the names of the rows.
    groups
        The rows.
    numeric
        The columns that are set flush right.
    on_card, holds
        As of `Paragraph`.
    only_card
        Whether it stands on the card alone, since the report says more.
    """

    caption: str
    head: tuple[str, ...]
    groups: tuple[Group, ...]
    numeric: tuple[int, ...] = ()
    on_card: bool = False
    holds: tuple[str, ...] = ()
    only_card: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing.

    Parameters
    ----------
    title, description
        What it is, and what it shows in words for those who do not see it.
    caption
        What is read below it, behind its title.
    svg
        The drawing without a size of its own: what stands within ``<svg>``.
    width, height
        The size of its coordinates.
    on_card, holds
        As of `Paragraph`.
    """

    title: str
    description: str
    svg: str
    width: float
    height: float
    caption: str = ""
    on_card: bool = False
    holds: tuple[str, ...] = ()


def as_block(  # noqa: PLR0913 - what is read of a picture
    drawing: Drawing,
    title: str,
    description: str,
    caption: str = "",
    *,
    on_card: bool = False,
    holds: tuple[str, ...] = (),
) -> Picture:
    """Return what was drawn as a block; the rest is as of `Picture`."""
    size = drawing.width, drawing.height
    return Picture(title, description, drawing.svg, *size, caption, on_card, holds)


@dataclass(frozen=True, slots=True)
class Pictures:
    """Drawings side by side, as many as there is room for."""

    pictures: tuple[Picture, ...]


Block: TypeAlias = Heading | Paragraph | Table | Picture | Pictures


@dataclass(frozen=True, slots=True)
class Part:
    """A section as it stands in a report.

    Parameters
    ----------
    id
        Stable name, to which links lead.
    title
        Its heading.
    blocks
        What it says.
    is_page
        Whether a page on paper ends with it.
    """

    id: str
    title: str
    blocks: tuple[Block, ...]
    is_page: bool = False

    def holds(self) -> set[str]:
        """Return all that it gives an answer to."""
        return {tag for block in every(self.blocks) for tag in getattr(block, "holds", ())}


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report.

    Parameters
    ----------
    title, subtitle
        What it is about, and a line below that.
    parts
        Its sections.
    paper
        ``"a4"`` or ``"letter"``.
    is_card
        Whether it is the card of one page.
    facts
        Names and values for the machine: what made it.
    language
        The code of that in which it is.
    contents
        What the list of its sections is called.
    is_right_to_left
        Whether that language is read from right to left.
    """

    title: str
    subtitle: str
    parts: tuple[Part, ...]
    paper: str = "a4"
    is_card: bool = False
    facts: dict[str, str] = field(default_factory=dict)
    language: str = "en"
    contents: str = "Contents"
    is_right_to_left: bool = False


def every(blocks: tuple[Block, ...]) -> tuple[Heading | Paragraph | Table | Picture, ...]:
    """Return blocks with each of several pictures by itself."""
    found: list[Heading | Paragraph | Table | Picture] = []
    for block in blocks:
        found += block.pictures if isinstance(block, Pictures) else (block,)
    return tuple(found)


_KINDS = {kind.__name__: kind for kind in (Heading, Paragraph, Table, Picture, Pictures)}


def to_json(report: Report) -> dict[str, Any]:
    """Return a report as JSON types, for another process to lay out."""
    found = asdict(report)
    for part, plain in zip(report.parts, found["parts"], strict=True):
        for block, plain_block in zip(part.blocks, plain["blocks"], strict=True):
            plain_block["kind"] = type(block).__name__
    return found


def from_json(found: dict[str, Any]) -> Report:
    """Return a report of what `to_json` made, also after it was text."""
    parts = tuple(
        Part(part["id"], part["title"], tuple(map(_block, part["blocks"])), part["is_page"])
        for part in found["parts"]
    )
    return Report(**{**found, "parts": parts})


def _block(found: dict[str, Any]) -> Block:
    given = {name: one for name, one in found.items() if name != "kind"}
    if found["kind"] == Pictures.__name__:
        return Pictures(tuple(Picture(**_tuples(one)) for one in given["pictures"]))
    if found["kind"] == Table.__name__:
        given["groups"] = tuple(
            Group(tuple(tuple(Cell(**cell) for cell in row) for row in one["rows"]), one["title"])
            for one in given["groups"]
        )
    made: Block = _KINDS[found["kind"]](**_tuples(given))
    return made


def _tuples(given: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(one) if isinstance(one, list) else one for name, one in given.items()}
