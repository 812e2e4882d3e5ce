"""What can be asked for on the command line, and evaluations without a window."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from evalgui.cli.questions import answer_to, question_lines
from evalgui.cli.streams import say
from evalgui.cli.strict_parser import REFUSED, refusal
from evalgui.cli.telling import plainly
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.requirements import Verdict
from evalgui.core.vocabulary import words_in
from evalgui.io.assessing import Request, UnansweredError, assessed, read
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.io.meaning import FIND_OUT, ReadOptions, Roles
from evalgui.io.writers.inspection import inspect
from evalgui.io.writers.junit import as_junit
from evalgui.io.writers.marked import as_json
from evalgui.io.writers.printed import as_table
from evalgui.io.writers.several_files import files_in_words, with_files, write_unmatched
from evalgui.render.json import placed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from evalgui.results.result import Result

UNMET = 1
"""The exit code where something that was required is not met, or cannot be told."""

_OF_REQUIREMENT = {
    "verdict": ("verdict", "number"),
    "value": ("value", "number"),
    "undefined": ("value", "why"),
    "limit": ("limit", "number"),
    "no_limit": ("limit", "why"),
    "upper_limit": ("upper_limit", "number"),
    "no_upper_limit": ("upper_limit", "why"),
    "groups": ("groups", "number"),
    "n": ("n", "number"),
}


class Command(Protocol):
    """Something that the command line can ask for without a window."""

    def run(self) -> int:
        """Do it; return the exit code."""


def printed(text: Callable[[], str]) -> int:
    """Print a text, or why there is none on stderr; return the exit code.

    A refusal is one line, and so is a single question; several have one line each.
    """
    try:
        found = text()
    except UnansweredError as error:
        first, *others = question_lines(error.name, error.asked)
        sys.stderr.write("\n".join(["evalgui: " + first, *others]) + "\n")
        return REFUSED
    except EvalguiError as error:
        return refusal(error)
    say(found + "\n")
    return 0


def _unmet(results: Mapping[str, Result]) -> Iterator[str]:
    """Yield a line for each requirement that is not met, or that cannot be told.

    In groups it is a line for each of these.
    """
    found = results.get("requirements")
    for table in () if found is None else found.tables:
        for row in table.rows:
            told = placed(table, row, _OF_REQUIREMENT)
            if told["verdict"] in {None, Verdict.MET} or told["groups"]:
                continue
            why = told["no_limit"] or told["no_upper_limit"] or told["undefined"]
            limits = [one for one in (told["limit"], told["upper_limit"]) if one is not None]
            number = told["value"]
            if limits:
                number = limits[0]
            if len(limits) > 1:
                number = tr("{low} to {high}", low=limits[0], high=limits[1])
            n = "" if told["n"] is None else f", n = {told['n']}"
            named = row.id + tr("without a value") * row.id.endswith(": ")
            yield f"{tr(told['verdict'])}: {named} ({plainly(why or '') or number}{n})"


@dataclass(frozen=True, slots=True)
class Evaluate:
    """Evaluate a file, or several that may belong together, and print the numbers.

    Parameters
    ----------
    files
        The files.
    request
        What is asked of them.
    output
        ``"json"`` or ``"table"``.
    vocabulary
        Whose words the table has; JSON has the same ids in all.
    unmatched
        Where to write the rows that have no partner in another file, or None.
    junit
        Where to write what is required as JUnit XML, or None.
    """

    files: tuple[Path, ...]
    request: Request
    output: str
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
    unmatched: Path | None = None
    junit: Path | None = None

    def run(self) -> int:
        """Print the evaluation, or why not on stderr with exit code 2."""
        unmet: list[str] = []
        code = printed(lambda: self._text(unmet))
        if code or not unmet:
            return code
        sys.stderr.write("".join(f"evalgui: {line}\n" for line in unmet))
        return UNMET

    def _text(self, unmet: list[str]) -> str:
        """Return what is printed, and add what was required and is not met."""
        together = read(self.request, self.files)
        found = list(assessed(self.request, together))
        unmet += [line for one in found for line in _unmet(one.results)]
        results = [one.numbers() for one in found]
        if self.unmatched is not None:
            write_unmatched(together, self.unmatched)
        if self.junit is not None:
            write_safely(self.junit, as_junit(results))
        if self.output == "json":
            return as_json(
                "evaluate", with_files(together, results, by_score=self.request.by_score)
            )
        tables = [
            as_table(numbers, one.results, words_in(one.snapshot.spoken(self.vocabulary)))
            for numbers, one in zip(results, found, strict=True)
        ]
        files = "\n".join(files_in_words(together))
        return "\n\n".join([*tables, *filter(None, [files])])


@dataclass(frozen=True, slots=True)
class Inspect:
    """Read files as the window would, and print what was understood of them.

    Parameters
    ----------
    files
        The file, or several that may belong together.
    roles
        What is said about its columns, as JSON, such as
        ``{"truth": "diagnosis", "score": "marker", "positive": "malignant"}``.
    output
        ``"json"`` or ``"table"``.
    spec
        A file with the choices of an earlier import, or None.
    vocabulary
        Whose words the table has.
    said
        What is said about its columns by options of their own, or None.
    reading
        What is said about how it is read; the rest is found out.
    """

    files: tuple[Path, ...]
    roles: str
    output: str
    spec: Path | None = None
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
    said: Roles | None = None
    reading: ReadOptions = FIND_OUT

    def run(self) -> int:
        """Print it; exit code 0 when all was loaded, 2 when a file was refused or asked about."""
        inspected = inspect(
            self.files,
            self.roles or None,
            self.spec,
            said=self.said,
            reading=self.reading,
            answer_to=answer_to,
        )
        found = inspected.as_json()
        if self.output == "json":
            say(as_json("inspect", found) + "\n")
        else:
            say("\n".join(inspected.lines(words_in(self.vocabulary))) + "\n")
        return 0 if found["status"] == "loaded" else REFUSED
