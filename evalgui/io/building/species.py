"""Of what kind presentation attacks are: the column of a data set, and which class is bona fide."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.dataset import Species
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, sentence_of
from evalgui.core.groups import NoGroupsError, rows_of
from evalgui.core.part_of_rows import of_rows
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.meaning import bona_fide_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.dataset import Dataset
    from evalgui.io.table import RawTable


def with_species(table: RawTable, dataset: Dataset, column: str) -> Dataset:
    """Return a data set that knows of what kind each attack is.

    Which class is bona fide its name says; where it does not, that of which more rows have no
    species; else the positive one. Attacks without a species, and bona fide presentations with
    one, are counted.

    Parameters
    ----------
    table
        The table as read.
    dataset
        What it makes.
    column
        Which column says it.

    Raises
    ------
    DataError
        If there is no such column, or a column with so many different values that they are no
        kinds.
    """
    table.column(column)
    if not dataset.columns:  # a matrix of calls has no rows
        return dataset
    try:
        rows = {parts[0]: part for parts, part in rows_of(dataset, (column,)).items()}
    except NoGroupsError as error:
        hint = phrase("Name the column that tells the kinds of attacks")
        raise DataError(sentence_of(error), where=dataset.name, hint=hint) from None
    sizes = {name: of_rows(dataset, part).class_sizes for name, part in rows.items()}
    bona_fide = bona_fide_of(dataset.classes)
    if bona_fide is None:
        bare = sizes.get("", dataset.class_sizes * 0) / dataset.class_sizes.clip(min=1)
        others = [one for place, one in enumerate(bare) if place != dataset.positive]
        most = bare.argmax() if max(others) > bare[dataset.positive] else dataset.positive
        bona_fide = int(most)
    found = Species(column, bona_fide, rows)
    attacks = {name: one.sum() - one[bona_fide] for name, one in sizes.items()}
    stray = sum(sizes[name][bona_fide] for name, n in attacks.items() if n and name)
    odd = _findings(found, float(attacks.get("", 0)), float(stray))
    return replace(dataset, species=found, findings=(*dataset.findings, *odd))


def _findings(species: Species, n_without: float, n_stray: float) -> Iterator[Finding]:
    if n_without:
        text = phrase_n(
            n_without,
            "1 attack presentation has no species in '{column}': taken for a species of their own",
            "{n} attack presentations have no species in '{column}': taken for a species of their "
            "own",
            n=grouped(n_without),
            column=species.column,
        )
        yield Finding("attacks_without_species", text, int(n_without))
    if n_stray:
        text = phrase_n(
            n_stray,
            "1 bona fide presentation has a species in '{column}', which means nothing there",
            "{n} bona fide presentations have a species in '{column}', which means nothing there",
            n=grouped(n_stray),
            column=species.column,
        )
        yield Finding("species_of_bona_fide", text, int(n_stray))
