"""A report from Python, by the writer that the command line has."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.errors import DataError
from evalgui.core.near_names import meant
from evalgui.io.reporting.report_file import ENDINGS, write_report
from evalgui.results.topics.checklist import Preset

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from evalgui.interface.arguments import Answer


def write(
    answer: Answer,
    path: str | PathLike[str],
    sections: Sequence[str] | None,
    preset: str | None,
    *,
    is_card: bool,
) -> None:
    """Write the report of an answer.

    Raises
    ------
    EvalguiError
        If something of it is not known, or the file cannot be written.
    """
    if Path(path).suffix.lower() not in ENDINGS:
        message = f"{Path(path).name} does not end in {' or '.join(ENDINGS)}"
        raise DataError(message, hint="Give the name of a web page or of a PDF")
    known = [one.value for one in Preset]
    if preset is not None and preset not in known:
        hint = f"{meant(preset, known)}There are {', '.join(known)}"
        raise DataError(f"there is no preset '{preset}'", hint=hint)
    write_report(
        answer.assessed,
        path,
        sections=sections,
        preset=None if preset is None else Preset(preset),
        vocabulary=answer.vocabulary,
        is_card=is_card,
    )
