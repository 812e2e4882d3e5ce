"""What is asked of data where there is no window."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from evalgui.core.consequences.settings import NO_CONSEQUENCES, Consequences
from evalgui.core.intervals.settings import DEFAULT_INTERVALS, IntervalSettings
from evalgui.core.metrics import DEFAULT_PARAMETERS, Parameters
from evalgui.io.assessing.threshold import Placing
from evalgui.io.meaning import FIND_OUT, ReadOptions, Roles
from evalgui.io.remembered.import_spec import read_import_spec

if TYPE_CHECKING:
    import os

    from evalgui.core.multiclass import MulticlassSettings
    from evalgui.io.assessing.resampling import Drawing, Reselection
    from evalgui.io.remembered.import_spec import ImportSpec


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of data: which rows and columns, where the threshold is, what to add.

    Parameters
    ----------
    roles
        What the user says about the columns; the rest is found out.
    placing
        Where the threshold is to be.
    curves
        The ids of the curves whose vertices to add.
    spec
        A file with the choices of an earlier import, or None.
    settings
        How classes are averaged, and k; None where nothing was said about it.
    apart
        Whether each file is a data set of its own, whatever they hold.
    reading
        What is said about how files are read; the rest is found out.
    parameters
        The numbers in the formulas of the measures.
    grey
        The two ends of the grey zone, in the units of the score, or None.
    needs_score
        Whether nothing can be said without a score.
    drawing
        What is drawn again for bootstrap intervals; None where they are not wanted.
    reselection
        What is drawn again to see how stable the rule is; None where that is not wanted.
    intervals
        The level and the methods of the other intervals, and the prevalence that is asked about.
    consequences
        What is said about consequences: what the scores are, and which risks are asked about.
    earlier
        The choices of an earlier import where no file holds them, or None.
    """

    roles: Roles = field(default_factory=Roles)
    placing: Placing = field(default_factory=Placing)
    curves: tuple[str, ...] = ()
    spec: str | os.PathLike[str] | None = None
    settings: MulticlassSettings | None = None
    apart: bool = False
    reading: ReadOptions = FIND_OUT
    parameters: Parameters = DEFAULT_PARAMETERS
    grey: tuple[str, str] | None = None
    needs_score: bool = False
    drawing: Drawing | None = None
    reselection: Reselection | None = None
    intervals: IntervalSettings = DEFAULT_INTERVALS
    consequences: Consequences = NO_CONSEQUENCES
    earlier: ImportSpec | None = None

    @property
    def by_score(self) -> bool:
        """Whether each of several scores is assessed by itself."""
        return len(self.roles.scores) > 1

    @property
    def decided(self) -> Roles:
        """What is said about the columns, here and in the choices of an earlier import.

        Raises
        ------
        EvalguiError
            If those choices cannot be read.
        """
        imported = self._imported
        if imported is None:
            return self.roles
        earlier = imported.roles
        return self.roles.over(replace(earlier, scores=()) if self.roles.no_score else earlier)

    @property
    def options(self) -> ReadOptions | None:
        """How files are read, as far as that was said; errors are those of `decided`."""
        imported = self._imported
        options = None if imported is None else imported.options
        if self.reading == FIND_OUT:
            return options
        return self.reading.over(options or FIND_OUT)

    @property
    def _imported(self) -> ImportSpec | None:
        return self.earlier if self.spec is None else read_import_spec(self.spec)
