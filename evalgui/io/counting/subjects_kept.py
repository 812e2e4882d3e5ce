"""What is kept of subjects beside a count: their totals at thresholds that are asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.thresholds import written
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.assessing import RuleAsked
from evalgui.io.assessing.open_questions import answered
from evalgui.io.bytes.source import read_source
from evalgui.io.counting.bins import Bins
from evalgui.io.counting.child import RESULT, TOTALS, WHOLE
from evalgui.io.formats.parquet import ABOUT
from evalgui.io.layouts.kept_totals import MOST_TOTALS, KeptTotals, as_numbers
from evalgui.io.loading import load_source
from evalgui.io.meaning import listed, show_hidden

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from evalgui.core.progress import Watch
    from evalgui.core.ranking import Ranking
    from evalgui.io.counting.bins import Side
    from evalgui.io.counting.engine import Engine
    from evalgui.io.layouts.counted import Counted
    from evalgui.io.meaning import Roles

_HINT = phrase("Name fewer thresholds with --at, or keep none of the subjects")


@dataclass(frozen=True, slots=True)
class SubjectsKept:
    """Of which subjects totals are kept, and at which thresholds.

    Parameters
    ----------
    columns
        The columns of the files that say whose each row is.
    places
        The place of each among all columns of the files.
    at
        The thresholds, typed or chosen by rules.
    bins
        The bins of the count; None where each distinct score is counted.
    closed
        On which side of a threshold its own score is, as of `Bins`.
    has_worst
        Whether rows without a score count, as those that are never called.
    """

    columns: tuple[str, ...]
    places: tuple[int, ...]
    at: tuple[RuleAsked | float, ...]
    bins: Bins | None
    closed: Side
    has_worst: bool

    @classmethod
    def of(
        cls,
        columns: Sequence[str],
        places: Sequence[int],
        roles: Roles,
        bins: Bins | None,
        at: Sequence[RuleAsked | float],
    ) -> SubjectsKept | None:
        """Return what is to be kept, None for nothing.

        Parameters
        ----------
        columns
            The columns of subjects; none where counts go by them.
        places
            The place of each among all columns of the files.
        roles
            What the columns are.
        bins
            The bins of the count.
        at
            The thresholds that are asked for.

        Raises
        ------
        DataError
            If thresholds are named, and no column says whose the rows are.
        """
        if at and not roles.subjects:
            message = phrase(
                "thresholds are named for subjects, and no column says whose the rows are"
            )
            raise DataError(
                message, hint=phrase("Name the column with --subject, or leave out --at")
            )
        closed: Side = "right" if roles.higher_is_positive is False else "left"
        worst = roles.missing_scores == "worst"
        more = tuple(at), bins, closed, worst
        return cls(tuple(columns), tuple(places), *more) if at and columns else None

    def tell_size(
        self, engine: Engine, watch: Watch, n_rows: int, tell: Callable[[str], object]
    ) -> None:
        """Say how many totals there may be.

        Raises
        ------
        DataError
            If there are more than a count table keeps.
        """
        n = engine.ask("subjects", watch, phrase("counting subjects"), subjects=self.places)
        most = min(n_rows * len(self.columns), n * (len(self.at) + 3))
        n_at, most_kept = len(self.at), grouped(MOST_TOTALS)
        said = {
            "subjects": phrase_n(n, "1 subject", "{n} subjects", n=grouped(n)),
            "names": listed([*map(show_hidden, self.columns)]),
            "thresholds": phrase_n(n_at, "1 threshold", "{n} thresholds", n=grouped(n_at)),
            "most": grouped(most),
        }
        if most > MOST_TOTALS:
            message = phrase(
                "{subjects} ({names}) at {thresholds}: at most {most} totals, and a count table "
                "keeps at most {most_kept}",
                most_kept=most_kept,
                **said,
            )
            raise DataError(message, hint=_HINT)
        told = phrase(
            "{subjects} ({names}) at {thresholds}: at most {most} totals are kept for intervals by "
            "subject",
            **said,
        )
        tell(told)

    def counted(
        self,
        engine: Engine,
        watch: Watch,
        which: Mapping[str, Any],
        spill: Path,
        tell: Callable[[str], object],
    ) -> KeptTotals:
        """Count by subject, between the thresholds, and return the totals.

        Parameters
        ----------
        engine
            What counted all rows.
        watch
            Told how far it has come.
        which
            The columns of the truth, the score and the weight, and the labels.
        spill
            The folder in which the count table lies.
        tell
            Called with each threshold, in words.

        Raises
        ------
        DataError
            If a rule chooses no threshold that can be kept, or rows with weights have no subject.
        """
        from pyarrow import parquet

        pieces = Bins.at(self._thresholds(spill / RESULT, tell), self.closed)
        worst = (0 if self.closed == "left" else len(pieces) - 1) if self.has_worst else None
        asked = {"bins": pieces.as_json, "subjects": self.places, "worst": worst, **which}
        engine.ask("totals", watch, phrase("counting by subject"), **asked)
        rows, whole = (as_numbers(parquet.read_table(spill / name)) for name in (TOTALS, WHOLE))
        found = KeptTotals(self.columns, pieces.as_json, rows, whole).plus([])
        if which["weight"] is not None and found.n_lone:
            message = phrase(
                "rows that stand for several do not say whose they are: they depend on them"
            )
            raise DataError(
                message, hint=phrase("Count with --weight '', or rows with a subject alone")
            )
        return found

    def _thresholds(self, counts: Path, tell: Callable[[str], object]) -> list[float]:
        """Return where the totals are kept, rising."""
        if all(not isinstance(one, RuleAsked) for one in self.at) and self.bins is None:
            return sorted({float(one) + 0.0 for one in self.at})  # type: ignore[arg-type]
        ranking = resolve(Inputs(answered(load_source(read_source(counts))))).ranking
        if ranking is None or not ranking.table.n:
            message = phrase("there is no score that is counted: no rule finds a threshold")
            raise DataError(message, hint=phrase("Name thresholds with --at, or leave it out"))
        if ranking.score.base:
            message = phrase("whole numbers beyond 2^53 are no thresholds of subjects")
            raise DataError(message, hint=phrase("Leave out --at"))
        found = {self._threshold(one, ranking, tell) for one in self.at}
        kept = sorted(one for one in found if math.isfinite(one))
        if not kept:
            message = phrase("at the thresholds that are named nothing is called, or everything")
            raise DataError(message, hint=phrase("Name others with --at"))
        return kept

    def _threshold(
        self, one: RuleAsked | float, ranking: Ranking, tell: Callable[[str], object]
    ) -> float:
        """Return where a typed threshold, or that of a rule, parts no bin."""
        if isinstance(one, RuleAsked):
            choice = one.on(ranking, phrase("the count table"))
            if choice.limits:
                message = phrase(
                    "the rule {rule} goes by limits, which take totals of subjects",
                    rule=one.rule_id,
                )
                raise DataError(message, hint=phrase("Name a rule on rates, or a threshold"))
            if choice.threshold is None:
                message = phrase(
                    "the rule {rule} finds no threshold: {why}",
                    rule=one.rule_id,
                    why=choice.undefined,
                )
                raise DataError(message, hint=phrase("Name another one with --at"))
            threshold, name = choice.threshold, one.rule_id
        else:
            threshold, name = one + 0.0, written(one, ranking.score)
            if self.bins is None or self.bins.edge(one) == one:
                return threshold
        if self.bins is not None and math.isfinite(threshold):
            steps = ranking.table.steps
            threshold = steps.threshold(steps.row_at(threshold))
            threshold = self.bins.edge(threshold) if math.isfinite(threshold) else threshold
        told = phrase(
            "{name}: totals of subjects are kept at the threshold {threshold}"
            if self.bins is None
            else "{name}: totals of subjects are kept at the threshold {threshold} (an edge of "
            "bins)",
            name=name,
            threshold=written(threshold, ranking.score),
        )
        tell(told)
        return threshold


def say_anew(path: Path, said: Counted) -> None:
    """Write into a count table what it says about itself, in place of what it said."""
    from pyarrow import parquet

    anew = path.with_suffix(".anew")
    with parquet.ParquetFile(path) as file:
        schema = file.schema_arrow.with_metadata({ABOUT: said.as_text.encode()})
        with parquet.ParquetWriter(anew, schema) as writer:
            for place in range(file.num_row_groups):
                writer.write_table(file.read_row_group(place).cast(schema))
    anew.replace(path)
