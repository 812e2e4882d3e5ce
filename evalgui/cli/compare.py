"""``evalgui compare``: two scores or more against each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from evalgui.cli.commands import printed
from evalgui.core.errors import DataError, EvalguiError
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.languages import tr
from evalgui.core.linked_thresholds import Link
from evalgui.core.metrics import Vocabulary
from evalgui.core.vocabulary import phrase, words_in
from evalgui.io.assessing import Placing, RuleAsked, UnansweredError, answered
from evalgui.io.assessing.classifiers import (
    NOTHING_ASKED,
    Classifier,
    classifier,
    comparison,
    differences,
    group_against_rest,
    in_common,
    in_group_and_rest,
    told_of,
)
from evalgui.io.combinations.combined import Places
from evalgui.io.loading import assess
from evalgui.io.loading_together import load_apart, load_together
from evalgui.io.meaning import FIND_OUT, ReadOptions, listed, show_hidden
from evalgui.io.remembered.import_spec import read_import_spec
from evalgui.io.writers.compared import comparison_text
from evalgui.io.writers.marked import as_json
from evalgui.io.writers.several_files import about_files, files_in_words

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.core.comparing import Pair
    from evalgui.core.snapshot import Inputs
    from evalgui.io.assessing import Drawing
    from evalgui.io.loading import Loaded
    from evalgui.io.loading_together import Together
    from evalgui.io.meaning import Roles

MOST_FILES = 2
_Said = TypeVar("_Said")


@dataclass(frozen=True, slots=True)
class Compare:
    """Compare scores of one file, or of two, and print the differences.

    Parameters
    ----------
    files
        One file, or two.
    roles
        What the user says about the columns; its scores are those to compare.
    thresholds
        In the units of the scores: one for all, one for each, or none.
    rules
        The rules that choose them, likewise.
    level
        The two-sided confidence of the intervals.
    output
        ``"json"`` or ``"table"``.
    drawing
        How often the rows are drawn again for the areas; None where they are not.
    spec
        A file with the choices of an earlier import, or None.
    vocabulary
        Whose words the table has.
    apart
        Whether each file is a data set of its own, whatever they hold.
    reading
        What is said about how the files are read; the rest is found out.
    link
        What the thresholds of the others have in common with that of the first.
    out
        Where to write the table; None prints it.
    guards
        As of `evalgui.io.writers.tables.how.How`.
    against_rest
        The expression of rows that are compared with all others; "" for none.
    asked
        What is asked about intervals and consequences.
    table
        Which table is wanted, one of `evalgui.cli.tables.OF_PAIRS`; "" for what is said in words.
    """

    files: tuple[Path, ...]
    roles: Roles
    thresholds: tuple[str, ...]
    rules: tuple[RuleAsked, ...]
    level: float
    output: str
    drawing: Drawing | None = None
    spec: Path | None = None
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
    apart: bool = False
    reading: ReadOptions = FIND_OUT
    link: Link = Link.NONE
    out: Path | None = None
    guards: bool = False
    against_rest: str = ""
    asked: Inputs = NOTHING_ASKED
    table: str = ""

    def run(self) -> int:
        """Print the comparison, or why not on stderr with exit code 2."""
        return printed(self._text)

    def _text(self) -> str:
        together = self._load()
        classifiers = self._classifiers(together)
        if self.out is not None or self.table:
            return self._written(together, classifiers)
        if self.output == "json":
            return as_json("compare", self._found(together, classifiers))
        told = told_of(classifiers, self._pairs(together, classifiers))
        files = "\n".join(files_in_words(together))
        parts = comparison_text(told, words_in(self.vocabulary)), files
        return "\n\n".join(filter(None, parts))

    def of_first(self) -> list[Pair]:
        """Return the differences of the first score from each of the others.

        Raises
        ------
        EvalguiError
            If files cannot be read, or scores not be compared.
        """
        together = self._load()
        return self._pairs(together, self._classifiers(together), first_alone=True)

    @property
    def _wanted(self) -> Roles:
        """What is said about the columns, here and in the choices of an earlier import."""
        return (
            self.roles if self.spec is None else self.roles.over(read_import_spec(self.spec).roles)
        )

    def _load(self) -> Together:
        options = None if self.spec is None else read_import_spec(self.spec).options
        if self.reading != FIND_OUT:
            options = self.reading.over(options or FIND_OUT)
        wanted = self._wanted
        # Of one table the others are read afterwards; of two files each has its own.
        first = wanted.scores[:1] if len(self.files) == 1 else ()
        read = load_apart if self.apart else load_together
        return read(self.files, roles=replace(wanted, scores=first), options=options)

    def _classifiers(self, together: Together) -> list[Classifier]:
        if self.against_rest:
            return in_group_and_rest(self._whole(together), self.against_rest)
        scored = self._scored(together)
        if self.link is not Link.NONE:
            return self._linked(scored)
        thresholds = _for_each(self.thresholds, len(scored), "--threshold")
        rules = _for_each(self.rules, len(scored), "--at")
        return [
            classifier(name, loaded, Placing(threshold, rule), self.asked)
            for (name, loaded), threshold, rule in zip(scored, thresholds, rules, strict=True)
        ]

    def _whole(self, together: Together) -> Classifier:
        """Return the one score of which a group is compared with the rest."""
        (loaded, *others), names = together.results, self._wanted.scores
        if others or len(names) > 1 or self.link is not Link.NONE:
            message = phrase("--against-rest compares rows of one file by one score")
            raise DataError(message, hint=phrase("Name one file, and one score with --score"))
        name = names[0] if names else ""
        one = self._with_score(loaded, name) if name else loaded
        answered(one)
        (threshold,) = _for_each(self.thresholds, 1, "--threshold")
        (rule,) = _for_each(self.rules, 1, "--at")
        return classifier(name, one, Placing(threshold, rule))

    def _linked(self, scored: list[tuple[str, Loaded]]) -> list[Classifier]:
        """Return each score, with the thresholds of all but the first linked to that one."""
        if len(self.thresholds) > 1 or len(self.rules) > 1:
            message = phrase("--link takes all thresholds from that of the first score")
            raise DataError(message, hint=phrase("Give --threshold or --at once"))
        typed, rule = next(iter(self.thresholds), None), next(iter(self.rules), None)
        first = classifier(*scored[0], Placing(typed, rule), self.asked)
        return [first, *(in_common(self.link, first, *one) for one in scored[1:])]

    def _scored(self, together: Together) -> list[tuple[str, Loaded]]:
        """Return each score that is compared: its name, and its file read with it."""
        names = self._wanted.scores
        if len(together.results) == 1:
            (loaded,) = together.results
            names = _as_joined(names, loaded) or loaded.proposal.roles.scores
            if len(names) < 2 and len(self.files) == MOST_FILES and not self._wanted.scores:
                names = self._of_both_files(loaded)
            if len(names) == 1 and len(self.thresholds) > 1:  # several cut-offs of it
                one = self._with_score(loaded, names[0])
                return [
                    (tr("{score} at {threshold}", score=names[0], threshold=threshold), one)
                    for threshold in self.thresholds
                ]
            if not names or (len(names) < 2 and not self.roles.recalibrated):
                raise _one_score_alone(loaded)
            scored = [(name, self._with_score(loaded, name)) for name in names]
            return [*scored, *_recalibrated(scored[0][1])]
        if len(names) > len(together.results):
            message = phrase(
                "{n} scores are named for {n_files} files",
                n=len(names),
                n_files=len(together.results),
            )
            hint = phrase(
                "Name one for both, or one for each in the order of the files. The files were not "
                "combined: {why}",
                why=together.why,
            )
            raise DataError(message, hint=hint)
        each = [*names, *names] if len(names) == 1 else [*names]
        if not each:
            for loaded in together.results:
                answered(loaded)
            each = ["" for _ in together.results]
        read = [
            self._with_score(loaded, name) if name else loaded
            for loaded, name in zip(together.results, each, strict=True)
        ]
        return [
            (f"{loaded.table.name}: {', '.join(loaded.proposal.roles.scores)}", loaded)
            for loaded in read
        ]

    def _of_both_files(self, loaded: Loaded) -> tuple[str, ...]:
        """Return all that may be scores of files that are joined, as if they were one file.

        What a file brings beside the truth counts as a score by its name alone; of two files
        that are compared each brings one, whatever it is called.
        """
        whole = assess(replace(loaded.table, known=None), self._wanted, digest=loaded.digest)
        found = dict.fromkeys((*loaded.proposal.roles.scores, *whole.proposal.roles.scores))
        places = loaded.table.origin
        first = places.files[0].table.names if isinstance(places, Places) else ()
        return tuple(sorted(found, key=lambda name: name not in first))

    def _with_score(self, loaded: Loaded, name: str) -> Loaded:
        if loaded.proposal.roles.scores != (name,):
            wanted = replace(self._wanted, scores=(name,))
            loaded = assess(loaded.table, wanted, digest=loaded.digest)
        answered(loaded)
        return loaded

    def _pairs(
        self, together: Together, classifiers: list[Classifier], *, first_alone: bool = False
    ) -> list[Pair]:
        asked = self.level, self.drawing
        if self.against_rest:
            return [group_against_rest(self._whole(together), self.against_rest, *asked)]
        is_paired = len(together.results) == 1
        return differences(classifiers, *asked, is_paired=is_paired, first_alone=first_alone)

    def _written(self, together: Together, classifiers: list[Classifier]) -> str:
        """Write a table; return what was written, or without a file the table itself."""
        from evalgui.cli.tables import told  # with all formats
        from evalgui.io.writers.origin import origin_of
        from evalgui.io.writers.tables import Contents
        from evalgui.results.topic import Drawn

        settings = IntervalSettings(level=self.level)
        first, *others = (
            replace(one.snapshot, inputs=replace(one.snapshot.inputs, intervals=settings))
            for one in classifiers
        )
        files = [one.loaded for one in classifiers]
        drawn = (
            ()
            if self.drawing is None
            else (Drawn("areas", self.drawing.n_replicates, self.drawing.seed),)
        )
        contents = Contents(
            first,
            files[0],
            words_in(self.vocabulary),
            pairs=lambda: self._pairs(together, classifiers),
            others=lambda: tuple(map(origin_of, others, files[1:])),
            drawn=drawn,
        )
        ids = (self.table or "comparison",)
        return told(contents, ids, self.output, self.out, guards=self.guards)

    def _found(self, together: Together, classifiers: list[Classifier]) -> dict[str, Any]:
        pairs = self._pairs(together, classifiers)
        about = about_files(together) if len(together.files) > 1 else {}
        name = " + ".join(loaded.table.name for loaded in together.results)
        return {"file": name, **about, **comparison(classifiers, pairs, self.level, self.link)}


def _as_joined(names: tuple[str, ...], loaded: Loaded) -> tuple[str, ...]:
    """Return names of scores as a table has them: both of two files that call theirs alike."""
    found: list[str] = []
    for name in names:
        own = [column.name for column in loaded.table.columns if column.header == name]
        found += [name] if name in loaded.table.names or not own else own
    return tuple(dict.fromkeys(found))


def _recalibrated(loaded: Loaded) -> list[tuple[str, Loaded]]:
    """Return what is made of a score, each as if it were the one of its file."""
    dataset = loaded.dataset
    if dataset is not None:
        from evalgui.core.consequences.recalibration import require_recalibrated

        require_recalibrated(dataset)
    return [
        (one.name, replace(loaded, dataset=replace(dataset, scores=(one,))))
        for one in (() if dataset is None else dataset.scores)
        if one.apparent is not None and dataset is not None
    ]


def _for_each(said: tuple[_Said, ...], n: int, option: str) -> list[_Said | None]:
    """Return what is said of each of n scores: nothing, the same, or one by one."""
    if len(said) <= 1:
        return [said[0] if said else None] * n
    if len(said) != n:
        message = phrase(
            "{option} is given {times} times for {n} scores", option=option, times=len(said), n=n
        )
        raise DataError(
            message, hint=phrase("Give it once for all, or once for each in their order")
        )
    return [*said]


def _one_score_alone(loaded: Loaded) -> EvalguiError:
    if loaded.dataset is None:
        return UnansweredError(loaded)
    known = listed([show_hidden(name) for name in loaded.table.names])
    message = phrase("there is one score only, and nothing to compare it with")
    if not loaded.proposal.roles.scores:
        message = phrase("there are no two scores of one class to compare")
    hint = phrase(
        "Name two scores or more with --score, of the columns {known}; or give two files",
        known=known,
    )
    return DataError(message, where=loaded.table.name, hint=hint)
