"""Writing a report to a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.io.reporting.html import as_html
from evalgui.io.reporting.material import Material
from evalgui.io.reporting.sections import make_report

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from evalgui.core.metrics import Vocabulary
    from evalgui.io.assessing import Assessed
    from evalgui.io.reporting.blocks import Report
    from evalgui.results.topics.checklist import Preset

ENDINGS = (".html", ".pdf")
"""How the name of a report ends, which says what is written."""


def write(report: Report, path: str | os.PathLike[str], watch: Watch | None = None) -> None:
    """Write a report, completely or not at all.

    Parameters
    ----------
    report
        The report.
    path
        A name that ends in one of `ENDINGS`.
    watch
        Asked whether to go on, and told how far pages are.

    Raises
    ------
    PagesError
        If pages could not be laid out.
    CancelledError
        If the watch says so.
    WritingError
        If the file cannot be written.
    """
    where = Path(path)
    if where.suffix.lower() == ENDINGS[1]:
        from evalgui.io.reporting.pages import as_pdf  # and what starts a process

        content = as_pdf(report, watch)
    else:
        content = as_html(report).encode("utf-8")
    write_safely(where, content)


def write_chosen(  # noqa: PLR0913 - each is named
    material: Material,
    path: str | os.PathLike[str],
    sections: Iterable[str] | None = None,
    *,
    preset: Preset | None = None,
    paper: str = "a4",
    is_card: bool = False,
    watch: Watch | None = None,
) -> int:
    """Make a report and write it.

    Parameters
    ----------
    material, sections, preset, paper, is_card
        As of `evalgui.io.reporting.sections.make_report`.
    path, watch
        As of `write`.

    Returns
    -------
    int
        How many sections it has.
    """
    watch = watch or Watch()
    watch.step(0.05, phrase("collecting the results"))
    report = make_report(material, sections, preset=preset, paper=paper, is_card=is_card)
    watch.step(0.5, phrase("writing"))
    write(report, path, watch.part(0.5, 1.0))
    return len(report.parts)


def write_report(  # noqa: PLR0913 - each has a usual value, and is named
    assessed: Assessed,
    path: str | os.PathLike[str],
    *,
    sections: Iterable[str] | None = None,
    preset: Preset | None = None,
    vocabulary: Vocabulary | None = None,
    is_card: bool = False,
) -> None:
    """Write a report on what was assessed.

    Parameters
    ----------
    assessed
        The data at their threshold.
    path, sections, preset, is_card
        As of `write` and `evalgui.io.reporting.sections.make_report`.
    vocabulary
        Whose words it has; None for the usual ones.

    Raises
    ------
    WritingError
        If the file cannot be written.
    DataError
        If nothing can be drawn again that was to be.
    UnknownIdError
        If there is no such section.
    """
    more = {} if vocabulary is None else {"vocabulary": vocabulary}
    material = Material.of(assessed, **more)
    write_chosen(material, path, sections, preset=preset, is_card=is_card)
