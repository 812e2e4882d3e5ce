"""What a report says first: the question, and the data that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.digits import exact, grouped
from evalgui.core.texts import Style, Text
from evalgui.io.reporting.blocks import Cell, Group, Heading, Paragraph, Table
from evalgui.io.reporting.flow import flow_picture
from evalgui.io.reporting.measured_rows import capitalised, counted
from evalgui.io.reporting.wording import capital, count_cell, name, with_word
from evalgui.io.writers.origin import one_line
from evalgui.render.text import fact_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from evalgui.core.vocabulary import Words
    from evalgui.io.reporting.blocks import Block
    from evalgui.io.reporting.material import Material
    from evalgui.results.result import Result

FREE_TEXTS = (
    Text("Intended use"),
    Text("Reference standard"),
    Text("Ethics"),
    Text("Registration"),
    Text("Funding"),
)
"""What only a person can say: each is taken from a line of the notes that begins with it."""
_MOST_ROWS = 20
_MOST_CLASSES = 100
_UNDERSTOOD = ("column", "reason", "finding")


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
        yield capitalised(fact.title, title), "".join(told)


def question(material: Material) -> tuple[Block, ...]:
    """Return what is asked, and what only a person can say."""
    words, snapshot = material.words, material.snapshot
    dataset, score = material.dataset, snapshot.score
    if snapshot.is_one_versus_rest:
        values = {
            "positive_class": with_word(snapshot.positive_name, words.positive),
            "rest": with_word(snapshot.rest_name, words.negative),
        }
        if score is None:
            told = words(
                "How well are rows of the class {positive_class} told from {rest} by the classes "
                "that the file calls?",
                **values,
            )
        else:
            told = words(
                "How well are rows of the class {positive_class} told from {rest} by the score "
                "{score}, of which high values speak for {name}?"
                if score.higher_is_positive
                else "How well are rows of the class {positive_class} told from {rest} by the "
                "score {score}, of which low values speak for {name}?",
                score=name(score.name),
                name=name(snapshot.positive_name),
                **values,
            )
    else:
        n = dataset.n_classes
        told = words.counted(
            n, "How well is 1 class called?", "How well are {n} classes called?", n=grouped(n)
        )
    still_open = words("open")
    free = [
        (words.said(title), name(material.said(title), 2_000) or still_open) for title in FREE_TEXTS
    ]
    blocks: list[Block] = [
        Paragraph(told, on_card=True, holds=("question",)),
        two_columns(words("What the program cannot know: open unless a note says it"), free),
    ]
    rest = _other_notes(material)
    if rest:
        blocks += [Heading(words("Notes")), Paragraph(rest, is_quoted=True, on_card=True)]
    return tuple(blocks)


def _other_notes(material: Material) -> str:
    """Return the notes without the lines that stand above."""
    labels = {label.casefold() for title in FREE_TEXTS for label in material.labels(title)}
    kept = [
        line
        for line in material.notes.splitlines()
        if line.partition(":")[0].strip().casefold() not in labels or ":" not in line
    ]
    return "\n".join(name(line, 5_000) for line in kept).strip()


def data(material: Material) -> tuple[Block, ...]:
    """Return the flow of the rows, and the account of the import."""
    log, words, dataset = material.log, material.words, material.dataset
    style = Style(words, grouped, name, grouped, most=_MOST_ROWS)
    rows, set_aside, classes, *_calls = material.flow.tables
    sha256 = (
        words("none: these data are no file") if material.source is None else material.source.sha256
    )
    known = {fact.id: name(fact_parts(fact, style)[-1]) for fact in log.facts[:3]}
    read: list[tuple[str, Cell | str]] = [
        (words("File"), known["file"]),
        ("SHA-256", sha256),
        (words("Read as"), known["read_as"]),
        *(
            (row.title.told(style), count_cell(cell.value, row.key))
            for row, cell in rows.cells("value")
        ),
        (words("Sampling"), words.said(dataset.sampling.said)),
    ]
    if dataset.subset:
        read.append((words("Rows that were to be assessed"), name(dataset.subset)))
    holds = ("subjects",) if dataset.subjects is not None else ()
    blocks: list[Block] = [
        flow_picture(material.flow, words, dataset),
        two_columns(words("What was read"), read, holds=holds),
    ]
    if set_aside.rows:
        caption = words("Rows that take no part, by reason")
        notes = words("Their numbers in the file, from 1")
        blocks.append(counted(set_aside, caption, style, head_of_notes=notes))
    caption = words("Rows of each true class")
    if len(classes.rows) > _MOST_CLASSES:
        n, n_all = _MOST_CLASSES, len(classes.rows)
        caption = words("Rows of each true class, the first {n} of {n_all}", n=n, n_all=n_all)
    blocks.append(counted(classes, caption, style, most=_MOST_CLASSES))
    facts = {kind: [fact_parts(one, style) for one in log.all_facts(kind)] for kind in _UNDERSTOOD}
    taken = [
        (capital(title), name(said, 1_000)) for title, said in (*facts["column"], *facts["reason"])
    ]
    if facts["column"]:
        blocks.append(two_columns(words("What the columns were taken for"), taken))
    if facts["finding"]:
        said = (f"\N{BULLET} {name(told, 1_000)}" for _title, told in facts["finding"])
        blocks += [Heading(words("What was odd about the data")), Paragraph("\n".join(said))]
    return tuple(blocks)
