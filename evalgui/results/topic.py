"""What a topic is: one thing that is said of data, declared once for every way of showing it."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.checks import Finding
    from evalgui.core.comparing import Pair
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.planning import Question
    from evalgui.core.rules import Choice
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told
    from evalgui.results.result import Result, Row


@dataclass(frozen=True, slots=True)
class Source:
    """Which file numbers come from, and how it was read.

    Parameters
    ----------
    file
        Its name without folders; of several that were combined all of them.
    sha256
        That of its bytes, 64 hexadecimal digits; of several files each, with " + " between.
    read_as
        How it was read, in words.
    """

    file: str
    sha256: str
    read_as: str


@dataclass(frozen=True, slots=True)
class Understood:
    """What the columns of a file were taken for, and what was odd about it.

    Parameters
    ----------
    roles
        Its columns by their roles, as JSON types.
    sentences, why
        Why, in sentences, and the same with how sure each is.
    proposal
        The same as JSON types.
    findings
        What was odd.
    format, columns, n_rows
        How the file was read, the names of its columns, and how many rows it has.
    confidence
        How sure the least sure role is.
    questions
        What has to be asked first, as JSON types: ``role`` and ``question`` of each.
    """

    roles: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    sentences: Sequence[str] = ()
    why: Sequence[str] = ()
    proposal: Sequence[Mapping[str, Any]] = ()
    findings: Sequence[Finding] = ()
    format: str = ""
    columns: Sequence[str] = ()
    n_rows: int = 0
    confidence: str = ""
    questions: Sequence[Mapping[str, str]] = ()


NOTHING_UNDERSTOOD = Understood()


@dataclass(frozen=True, slots=True)
class Drawn:
    """Random numbers that a result rests on.

    Parameters
    ----------
    what
        Which result, such as ``"bands"``.
    replicates
        How often rows were drawn.
    seed
        Where the random numbers began.
    bins
        Into how many groups scores were put first; None for none.
    """

    what: str
    replicates: int
    seed: int
    bins: int | None = None

    @property
    def said(self) -> str:
        """Which result it is, in words."""
        return _DRAWN.get(self.what, self.what)


_DRAWN = {
    "areas": phrase("areas"),
    "bands": phrase("bands"),
    "bootstrap": phrase("bootstrap"),
    "stability": phrase("stability"),
}


@dataclass(frozen=True, slots=True)
class Reported:
    """What a report holds.

    Parameters
    ----------
    preset
        Whose checklist it has: a value of `evalgui.results.topics.checklist.Preset`.
    sections
        The id of the first section that holds an answer, by the tags of answers.
    titles
        Those of all sections, by their ids.
    n_tests
        How many scores were tested against others.
    """

    preset: str
    sections: Mapping[str, str]
    titles: Mapping[str, str]
    n_tests: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Subgroup:
    """Rows that an expression chose, and what operating points do among them.

    Parameters
    ----------
    expression
        Which rows; "" for all.
    points
        The operating point in force, and the other ones; empty where nothing can be said.
    reason
        Why nothing can be said; "" where it can.
    """

    expression: str
    points: tuple[OperatingPoint, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """What was asked for beside what a snapshot holds.

    Parameters
    ----------
    ends
        Both ends of a grey zone, beside the values of the score; None for that of the snapshot.
    source
        The file that was read; None for data that come with the program.
    drawn
        What was drawn at random beside what the snapshot holds.
    pairs
        Comparisons of the score with others; none where nobody asked for one.
    shared
        Of a threshold that was frozen on a part of the same file, which rows of these are in that,
        too: an empty text for none. None where it was frozen on other data.
    there
        The data that it was frozen on; None where their counts alone are known.
    groups
        What operating points do in subgroups, all rows first; none where nobody chose any.
    points
        What operating points beside the one in force are called, and where they are.
    choices
        What rules choose on its score; None for what every rule does that is offered, as it is.
    question
        What is wanted of a study; None for what the rows of the snapshot can support.
    findings
        What is odd about the data, of the class that is shown; None for that of the data set.
    report
        What the report holds whose checklist is wanted; None for none.
    rows : (k,) array of int, or None
        Which rows of the data set are wanted of all, in their order; None for all.
    rows_in_words
        Which these are; "" for all.
    file
        What the data are called, where that is not the name of the data set.
    """

    ends: tuple[float, float] | None = None
    source: Source | None = None
    drawn: tuple[Drawn, ...] = ()
    pairs: Sequence[Pair] = ()
    shared: Told | None = None
    there: Snapshot | None = None
    groups: Sequence[Subgroup] = ()
    points: Sequence[tuple[str, OperatingPoint]] = ()
    choices: tuple[Choice, ...] | None = None
    question: Question | None = None
    findings: tuple[Finding, ...] | None = None
    report: Reported | None = None
    rows: NDArray[np.integer] | None = None
    rows_in_words: str = ""
    file: str = ""


NOTHING_BESIDE = Beside()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Topic:
    """A topic: the command line, reports, tables and Python find it here and lay nothing out.

    Parameters
    ----------
    id
        Stable name: of its key in JSON, its table and its section.
    name
        What it is called.
    explanation
        What it says, in one sentence.
    make
        Returns what it says of a snapshot; None where it has nothing to say.
    live
        Returns what a window shows of it, while a threshold moves: it waits for nothing that is
        still being worked out. None where that is what `make` returns.
    is_of_snapshot
        Whether a snapshot alone says all of it, in tables and facts, so that a window can follow
        it in a pane of tables.
    rows
        Those that have one value each, by whose ids others ask for a number.
    quick
        Returns these numbers without what takes long, such as what is drawn at random; None where
        `make` does.
    follows_threshold, at_risk
        Whether they are others at another threshold, and at another risk threshold.
    is_awaited
        Returns whether some of what a window shows has to be worked out first.
    reads_cells
        Whether it looks at every cell of the file: it is told where it is asked for by name, in a
        table, a report or a pane, and nowhere else. A pane has it made in the background, and then
        shows what `live` returns.
    rests
        Returns whether all of it takes longer than a frame: a pane has it made in the background
        once a threshold rests, and shows what `live` returns until then, if that is quick enough.
    answers
        What its tables answer of the checklist of a report, beside its own id.
    lacks
        Returns what of a snapshot has to be said before it has anything to say, without making
        it; "" where nothing has.
    """

    id: str
    name: Told
    explanation: Told
    make: Callable[[Snapshot, Beside], Result | None]
    live: Callable[[Snapshot], Result | None] | None = None
    is_of_snapshot: bool = True
    rows: tuple[Row, ...] = ()
    quick: Callable[[Snapshot], Result | None] | None = None
    follows_threshold: bool = True
    at_risk: bool = False
    is_awaited: Callable[[Snapshot], bool] = lambda _snapshot: False
    reads_cells: bool = False
    rests: Callable[[Snapshot], bool] = lambda _snapshot: False
    answers: tuple[str, ...] = ()
    lacks: Callable[[Snapshot], str] = lambda _snapshot: ""

    def shown(self, snapshot: Snapshot) -> Result | None:
        """Return what a window shows of a snapshot; None for nothing."""
        return self.make(snapshot, NOTHING_BESIDE) if self.live is None else self.live(snapshot)
