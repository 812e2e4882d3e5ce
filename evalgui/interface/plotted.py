"""A plot in Python: the drawing of a report, for notebooks and for files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.errors import DataError
from evalgui.core.near_names import meant
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.io.reporting.html import as_svg
from evalgui.io.reporting.material import Material
from evalgui.io.reporting.pictures import PLOTS, plotted, usual_plot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from evalgui.core.score_table import ScoreTable
    from evalgui.interface.arguments import Answer

_ENDING = ".svg"


@dataclass(frozen=True, slots=True, repr=False)
class Plot:
    """A plot, as `evalgui.Evaluation.plot` returns it. Notebooks show it as it is.

    Parameters
    ----------
    id
        What it is of, such as ``"roc"``.
    title, description
        What it is called, and what it shows in words for those who do not see it.
    svg
        All of it as a file of SVG: it needs no other files and runs no script.
    """

    id: str
    title: str
    description: str
    svg: str

    def save(self, path: str | PathLike[str]) -> None:
        """Write it, completely or not at all.

        Parameters
        ----------
        path
            A name that ends in ``.svg``.

        Raises
        ------
        EvalguiError
            If it ends otherwise, or the file cannot be written.
        """
        if Path(path).suffix.lower() != _ENDING:
            hint = "The window has others: File > Export Figure; report() writes .pdf"
            raise DataError(f"{Path(path).name} does not end in {_ENDING}", hint=hint)
        write_safely(path, self.svg.encode("utf-8"))

    def __repr__(self) -> str:
        return f"Plot {self.id}: {self.description}"

    def _repr_svg_(self) -> str:
        return self.svg


def plot(
    answer: Answer, plot_id: str | None, compared: Sequence[tuple[str, ScoreTable]] = ()
) -> Plot:
    """Return a plot of an answer; the parameters and errors are those of `Evaluation.plot`.

    Scores that are compared are as of `evalgui.io.reporting.pictures.plotted`.
    """
    material = Material.of(answer.assessed, vocabulary=answer.vocabulary)
    wanted = usual_plot(material) if plot_id is None else plot_id
    if wanted not in PLOTS:
        hint = f"{meant(wanted, PLOTS)}There are {_there(material, compared)}"
        raise DataError(f"there is no plot '{wanted}'", hint=hint)
    found = plotted(wanted, material, compared)
    if isinstance(found, str):
        why = " ".join(found.split()).removesuffix(".")
        menu = "What a menu says, an argument of evaluate() says here. " if " > " in why else ""
        hint = f"{menu}There are {_there(material, compared)}"
        raise DataError(f"there is no plot '{wanted}' of these data: {why}", hint=hint)
    return Plot(wanted, found.title, found.description, as_svg(found))


def _there(material: Material, compared: Sequence[tuple[str, ScoreTable]]) -> str:
    """Return which plots there are of what is assessed."""
    drawn = (one for one in PLOTS if not isinstance(plotted(one, material, compared), str))
    return ", ".join(drawn) or "none"
