"""What a report says first: the question, and the data that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.digits import exact, grouped
from evalgui.core.texts import Style
from evalgui.io.reporting.blocks import Cell, Group, Heading, Paragraph, Table
from evalgui.io.reporting.flow import flow_picture
from evalgui.io.reporting.wording import OPEN, capital, count_cell, name, with_word
from evalgui.io.writers.origin import one_line
from evalgui.render.text import fact_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from evalgui.core.checks import Exclusion
    from evalgui.core.vocabulary import Words
    from evalgui.io.reporting.blocks import Block
    from evalgui.io.reporting.material import Material
    from evalgui.results.result import Result

FREE_TEXTS = ("Intended use", "Reference standard", "Ethics", "Registration", "Funding")
"""What only a person can say: each is taken from a line of the notes that begins with it."""
_MOST_ROWS = 20
_MOST_CLASSES = 100


def two_columns(
    caption: str, pairs: Iterable[tuple[str, Cell | str]], holds: tuple[str, ...] = ()
) -> Table:
    """Return a table of names and what stands for each."""
    rows = tuple(
        (Cell(title), cell if isinstance(cell, Cell) else Cell(cell)) for title, cell in pairs
    )
    return Table(caption, ("", ""), (Group(rows),), holds=holds)


def facts_of(result: Result, words: Words) -> Iterator[tuple[str, str]]:
    """Yield what each fact of a result is about, and what is said of it; "" for nothing."""
    style = Style(words, exact, count=grouped)
    for fact in result.facts:
        title, *told = map(one_line, fact_parts(fact, style))
        yield capital(title), "".join(told)


def question(material: Material) -> tuple[Block, ...]:
    """Return what is asked, and what only a person can say."""
    words, snapshot = material.words, material.snapshot
    dataset, score = material.dataset, snapshot.score
    if snapshot.is_one_versus_rest:
        told = (
            f"How well are rows of the class {with_word(snapshot.positive_name, words.positive)} "
            f"told from {with_word(snapshot.rest_name, words.negative)}"
        )
        higher = score is not None and score.higher_is_positive
        told += (
            f" by the score {name(score.name)}, of which {'high' if higher else 'low'} values "
            f"speak for {name(snapshot.positive_name)}?"
            if score is not None
            else " by the classes that the file calls?"
        )
    else:
        told = f"How well are {grouped(dataset.n_classes)} classes called?"
    free = [(title, name(material.said(title), 2_000) or OPEN) for title in FREE_TEXTS]
    blocks: list[Block] = [
        Paragraph(told, on_card=True, holds=("question",)),
        two_columns("What the program cannot know: open unless a note says it", free),
    ]
    rest = _other_notes(material)
    if rest:
        blocks += [Heading("Notes"), Paragraph(rest, is_quoted=True, on_card=True)]
    return tuple(blocks)


def _other_notes(material: Material) -> str:
    """Return the notes without the lines that stand above."""
    labels = {title.casefold() for title in FREE_TEXTS}
    kept = [
        line
        for line in material.notes.splitlines()
        if line.partition(":")[0].strip().casefold() not in labels or ":" not in line
    ]
    return "\n".join(name(line, 5_000) for line in kept).strip()


def data(material: Material) -> tuple[Block, ...]:
    """Return the flow of the rows, and the account of the import."""
    log, dataset = material.log, material.dataset
    read: list[tuple[str, Cell | str]] = [
        ("File", name(log.file)),
        ("SHA-256", log.sha256 or "none: these data are no file"),
        ("Read as", name(log.format)),
        ("Rows in the file", count_cell(log.n_read, "rows_in_file")),
        ("Rows used", count_cell(log.n_used, "n_rows")),
        ("Sampling", Cell(dataset.sampling.value)),
    ]
    if dataset.subset:
        read.append(("Rows that were to be assessed", name(dataset.subset)))
    if dataset.is_counted:
        read.append(("Instances that they stand for", count_cell(_n_instances(material))))
    holds: tuple[str, ...] = ()
    if dataset.subjects is not None:
        read.append(("Subjects", count_cell(dataset.subjects.n_subjects)))
        holds = ("subjects",)
    read_table = two_columns("What was read", read, holds=holds)
    blocks: list[Block] = [flow_picture(material), read_table]
    if log.set_aside:
        blocks.append(_set_aside(material))
    blocks.append(_classes(material))
    if log.roles:
        blocks.append(two_columns("What the columns were taken for", _roles(material)))
    if log.findings:
        said = (f"\N{BULLET} {name(material.words.said(one), 1_000)}" for one in log.findings)
        blocks += [Heading("What was odd about the data"), Paragraph("\n".join(said))]
    return tuple(blocks)


def _n_instances(material: Material) -> int:
    matrix = material.dataset.matrix
    return material.dataset.n_instances if matrix is None else matrix.n


def _set_aside(material: Material) -> Table:
    rows = tuple(
        (Cell(_reason(one, material)), count_cell(one.count), Cell(_rows(one)))
        for one in material.log.set_aside
    )
    heads = ("Reason", "Rows", "Their numbers in the file, from 1")
    return Table("Rows that take no part, by reason", heads, (Group(rows),), (1,))


def _reason(one: Exclusion, material: Material) -> str:
    if one.code == "not_in_subset":  # an expression of the user's
        return name(one.reason)
    return capital(name(material.words.said(one.reason)))


def _rows(one: Exclusion) -> str:
    shown = ", ".join(map(grouped, one.rows[:_MOST_ROWS].tolist()))
    n_more = one.count - _MOST_ROWS
    return f"{shown} and {grouped(n_more)} more" if n_more > 0 else shown


def _classes(material: Material) -> Table:
    """Return the sizes of the classes, and how many rows of each have no score."""
    missing = material.log.missing
    heads = ("Class", "Counted" if material.dataset.is_counted else "Rows")
    without = tuple(f"Without a score in {name(one.score, 40)}" for one in missing)
    lacking = [dict(one.by_class) for one in missing]
    rows = tuple(
        (
            Cell(name(of_class)),
            count_cell(n),
            *(count_cell(one.get(of_class, 0)) for one in lacking),
        )
        for of_class, n in material.log.by_class[:_MOST_CLASSES]
    )
    n_more = len(material.log.by_class) - _MOST_CLASSES
    more = f", the first {_MOST_CLASSES} of {len(material.log.by_class)}" if n_more > 0 else ""
    caption = f"Rows of each true class{more}"
    return Table(caption, heads + without, (Group(rows),), tuple(range(1, len(heads + without))))


def _roles(material: Material) -> Iterator[tuple[str, str]]:
    for role, value in material.log.roles.items():
        if role != "set_aside":  # told above
            yield capital(role.replace("_", " ")), name(_value(value), 1_000)
    for one in material.log.reasons:
        yield "Why", name(material.words.said(one.told), 1_000)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {one}" for key, one in value.items()) or "none"
    return str(value) or "none"
