"""The command line: what is asked for, and evaluations without a window. Never imports Qt."""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from evalgui import __version__
from evalgui.core.criteria import RULES, rule_by_id
from evalgui.core.curves import CURVES
from evalgui.core.errors import DataError, EvalguiError
from evalgui.core.multiclass import DEFAULT_SETTINGS, MulticlassSettings, Over
from evalgui.core.snapshot import Inputs, Snapshot, resolve
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.import_log import ImportLog
from evalgui.io.import_spec import read_import_spec
from evalgui.io.inspection import inspect, inspect_together
from evalgui.io.labels import listed, show_hidden
from evalgui.io.loading import load_apart, load_together
from evalgui.io.meaning import Roles
from evalgui.io.writers.evaluation import curve_points, evaluation
from evalgui.io.writers.printed import as_json, as_summary, as_table
from evalgui.io.writers.several_files import files_in_words, with_files, write_unmatched

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.io.loading import Loaded, Together

REFUSED = 2
_EPILOG = """\
without a window:
  evalgui evaluate FILE [options]   print the numbers that the window shows
  evalgui evaluate --help           explain the options
  evalgui inspect FILE [options]    print what is understood of a file

Several files that belong together are one data set: scores and their key, one file for each
class, scores of several systems, a score matrix and its ids.

Nothing is sent anywhere: the program works offline and has no network code.
"""

_INSPECT_EPILOG = """\
Every role comes with its reason, what that rests on, and how sure it is:
  open      nothing in the file answers it, so that it is asked
  guess     one of several answers, so that it is asked
  likely    the only candidate by its name or contents, or what is usual
  stated    the rules of the file's format say it
  decided   with --roles or --import-spec
The whole is as sure as its least sure part. In JSON, "proposal" lists the reasons as
{"role", "column", "reason", "by", "confidence"}, and "confidence" is that of the whole.
"""


class Command(Protocol):
    """Something that the command line can ask for without a window."""

    def run(self) -> int:
        """Do it; return the exit code."""


@dataclass(frozen=True, slots=True)
class Window:
    """Open the window.

    Parameters
    ----------
    files
        The files to open, none or several.
    sample
        The id of a bundled sample, or "".
    screenshot
        Where to write a picture of the window before ending, or None.
    size
        Width and height of the window in pixels, or None.
    appearance
        ``"light"``, ``"dark"``, ``"system"``, or None for the remembered one.
    spec
        A file with the choices of an earlier import, or None.
    """

    files: tuple[Path, ...]
    sample: str
    screenshot: Path | None
    size: tuple[int, int] | None
    appearance: str | None
    spec: Path | None = None


@dataclass(frozen=True, slots=True)
class Evaluate:
    """Evaluate a file, or several that may belong together, and print the numbers.

    Parameters
    ----------
    files
        The files.
    roles
        What the user says about its columns; the rest is found out.
    threshold
        In the units of the score, or None.
    rule
        The id of the rule that chooses the threshold, or None.
    output
        ``"json"`` or ``"table"``.
    curve
        The id of a curve whose vertices to add, or None.
    spec
        A file with the choices of an earlier import, or None.
    settings
        How classes are averaged, and k; None where nothing was said about it.
    vocabulary
        Whose words the table has; JSON has the same ids in all.
    apart
        Whether each file is a data set of its own, whatever they hold.
    unmatched
        Where to write the rows that have no partner in another file, or None.
    """

    files: tuple[Path, ...]
    roles: Roles
    threshold: float | None
    rule: str | None
    output: str
    curve: str | None
    spec: Path | None = None
    settings: MulticlassSettings | None = None
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
    apart: bool = False
    unmatched: Path | None = None

    def run(self) -> int:
        """Print the evaluation; a refusal is one line on stderr and exit code 2."""
        try:
            together = self._load()
            results = [self._numbers(loaded) for loaded in together.results]
            if self.unmatched is not None:
                write_unmatched(together, self.unmatched)
        except EvalguiError as error:
            sys.stderr.write(f"evalgui: {' '.join(str(error).split())}\n")
            return REFUSED
        if self.output == "json":
            text = as_json(with_files(together, results))
        else:
            words = words_in(self.vocabulary)
            tables = [as_table(numbers, words) for numbers in results]
            files = "\n".join(files_in_words(together))
            text = "\n\n".join([*tables, *filter(None, [files])])
        sys.stdout.write(text + "\n")
        return 0

    def _load(self) -> Together:
        spec = None if self.spec is None else read_import_spec(self.spec)
        roles = self.roles if spec is None else self.roles.over(spec.roles)
        options = None if spec is None else spec.options
        read = load_apart if self.apart else load_together
        return read(self.files, roles=roles, options=options)

    def _numbers(self, loaded: Loaded) -> dict[str, Any]:
        if loaded.dataset is None:
            question, name = loaded.proposal.question.rstrip("."), loaded.table.name
            hint = "Say so with --truth, --score, --positive or --lower-is-positive"
            raise DataError(question, where=name, hint=hint)
        snapshot = self._snapshot(loaded)
        numbers = evaluation(snapshot) | {"import": ImportLog.of(loaded).as_json()}
        if self.curve is not None:
            numbers["curve"] = curve_points(snapshot, self.curve)
        return numbers

    def _snapshot(self, loaded: Loaded) -> Snapshot:
        name = loaded.table.name
        dataset = loaded.dataset
        # Of many classes, one is assessed against the rest where it is asked for.
        wants_one = self.roles.positive is not None
        positive = dataset.positive if wants_one and dataset is not None else None
        settings = self.settings or DEFAULT_SETTINGS
        inputs = Inputs(dataset, positive=positive, threshold=self.threshold, multiclass=settings)
        snapshot = resolve(inputs)
        if self.settings is not None:
            _require_use(self.settings, snapshot)
        if self.rule is None and self.threshold is None and self.curve is None:
            return snapshot
        if snapshot.ranking is None:
            message = "there is no score of one class to put a threshold on"
            hint = "Name a column with --score, or a class with --positive"
            raise DataError(message, where=name, hint=hint)
        if self.rule is None:
            return snapshot
        chosen = rule_by_id(self.rule).choose(snapshot.ranking.table)
        if math.isnan(chosen):
            message = f"the rule {self.rule} finds no threshold on these scores"
            raise DataError(message, where=name, hint="Give one with --threshold")
        return resolve(replace(snapshot.inputs, threshold=chosen), snapshot)


def _require_use(settings: MulticlassSettings, snapshot: Snapshot) -> None:
    """Refuse settings that nothing would follow."""
    dataset, overall = snapshot.dataset, snapshot.overall
    if dataset is None or overall is None or snapshot.point is not None:
        message = "one class is assessed against the rest: there are no averages over classes"
        hint = "Leave out --average-over, --classes, --undefined-as-zero and --top-k"
        raise DataError(message, where="" if dataset is None else dataset.name, hint=hint)
    for name in settings.chosen:
        if name not in dataset.classes:
            hint = f"Choose one of {listed([show_hidden(known) for known in dataset.classes])}"
            message = f"there is no class '{show_hidden(name)}'"
            raise DataError(message, where=dataset.name, hint=hint)
    if settings.top_k != DEFAULT_SETTINGS.top_k and overall.class_scores is None:
        message = "there is no score for each class, and so no top-k accuracy"
        raise DataError(message, where=dataset.name, hint="Leave out --top-k")


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
    """

    files: tuple[Path, ...]
    roles: str
    output: str
    spec: Path | None = None
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING

    def run(self) -> int:
        """Print it; exit code 0 when all was loaded, 2 when a file was refused or asked about."""
        if len(self.files) == 1:
            found = inspect(self.files[0], self.roles or None, self.spec)
        else:
            found = inspect_together(self.files, self.roles or None, self.spec)
        words = words_in(self.vocabulary)
        text = as_json(found) if self.output == "json" else as_summary(found, words)
        sys.stdout.write(text + "\n")
        return 0 if found["status"] == "loaded" else REFUSED


def parse(arguments: Sequence[str]) -> Window | Command:
    """Return what the command line asks for; a mistake in it ends the program with code 2."""
    if arguments and arguments[0] == "evaluate":
        parser = _evaluate_parser()
        options = parser.parse_args(arguments[1:])
        return _evaluate_command(options, _settings(options, parser.error))
    if arguments and arguments[0] == "inspect":
        options = _inspect_parser().parse_args(arguments[1:])
        vocabulary = Vocabulary(options.vocabulary)
        return Inspect(
            tuple(options.files), options.roles, options.output, options.import_spec, vocabulary
        )
    return _window_command(_window_parser().parse_args(arguments))


class _Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one line and exit code 2, as every refusal."""

    def error(self, message: str) -> NoReturn:
        self.exit(REFUSED, f"evalgui: {message}; see {self.prog} --help\n")


def _window_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="evalgui",
        description="Decide where to put a threshold, and prove it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a file to open")
    parser.add_argument("--sample", default="", metavar="ID", help="open a bundled sample")
    parser.add_argument(
        "--screenshot",
        type=Path,
        metavar="OUT.png",
        help="write a picture of the window and end; needs no display with "
        "QT_QPA_PLATFORM=offscreen",
    )
    parser.add_argument(
        "--size", type=_size, metavar="WxH", help="the size of the window, such as 1280x720"
    )
    _add_import_spec(parser)
    parser.add_argument("--theme", choices=("system", "light", "dark"), help="the appearance")
    parser.add_argument("--version", action="version", version=f"evalgui {__version__}")
    return parser


def _evaluate_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="evalgui evaluate", description="Print the numbers that the window shows."
    )
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="the files of predictions"
    )
    parser.add_argument("--truth", metavar="COL", help="the column with the true class")
    parser.add_argument("--score", metavar="COL", help="the column with the score")
    parser.add_argument("--predicted", metavar="COL", help="the column with the predicted class")
    parser.add_argument(
        "--n-positive", metavar="COL", help="of a count table: the column that counts positives"
    )
    parser.add_argument(
        "--n-negative", metavar="COL", help="of a count table: the column that counts negatives"
    )
    parser.add_argument("--positive", metavar="LABEL", help="the class that counts as positive")
    parser.add_argument(
        "--lower-is-positive",
        action="store_true",
        help="lower scores speak for the positive class: positive when score <= threshold",
    )
    _add_import_spec(parser)
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--threshold", type=_threshold, metavar="T", help="positive when score >= T"
    )
    chosen.add_argument(
        "--at",
        choices=[rule.id for rule in RULES],
        help="let a rule choose the threshold (default: youden)",
    )
    averages = parser.add_argument_group("three classes and more, all together")
    averages.add_argument(
        "--average-over",
        choices=[kind.value for kind in Over],
        help="the classes of averages: all that have a name, those present in the truth or the "
        "predictions (default), those in the truth, or the chosen ones",
    )
    averages.add_argument(
        "--classes",
        action="append",
        default=[],
        metavar="NAME",
        help="a class to average over; may be repeated, and means --average-over chosen",
    )
    averages.add_argument(
        "--undefined-as-zero",
        action="store_true",
        help="let a class without a value count as 0 in an average; else it is left out",
    )
    averages.add_argument(
        "--top-k",
        type=_positive,
        metavar="N",
        help=f"the k of top-k accuracy (default: {DEFAULT_SETTINGS.top_k})",
    )
    _add_output(parser)
    _add_several_files(parser)
    return parser


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("json", "table"), default="table", dest="output")
    parser.add_argument(
        "--curve", choices=[curve.id for curve in CURVES], help="add the vertices of a curve"
    )
    _add_vocabulary(parser)


def _add_vocabulary(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--vocabulary",
        choices=[vocabulary.value for vocabulary in Vocabulary],
        default=Vocabulary.MACHINE_LEARNING.value,
        help="whose words the table has (default: %(default)s)",
    )


def _inspect_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="evalgui inspect",
        description="Read a file as the window would, and print what was understood of it.",
        epilog=_INSPECT_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="the files to look at")
    parser.add_argument(
        "--roles",
        default="",
        metavar="JSON",
        help='what the columns mean, such as {"truth": "diagnosis", "score": "marker"}',
    )
    _add_import_spec(parser)
    parser.add_argument("--format", choices=("json", "table"), default="table", dest="output")
    _add_vocabulary(parser)
    return parser


def _add_several_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--apart",
        action="store_true",
        help="of several files: take each for a data set of its own, whatever they hold",
    )
    parser.add_argument(
        "--unmatched",
        type=Path,
        metavar="OUT.csv",
        help="of several files: write all rows that have no partner in another file",
    )


def _add_import_spec(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--import-spec",
        type=Path,
        metavar="FILE",
        help="read the data and its columns as was chosen, and saved, in the import dialog",
    )


def _window_command(options: argparse.Namespace) -> Window:
    return Window(
        files=tuple(options.files),
        sample=options.sample,
        screenshot=options.screenshot,
        size=options.size,
        appearance=options.theme,
        spec=options.import_spec,
    )


def _settings(
    options: argparse.Namespace, refuse: Callable[[str], NoReturn]
) -> MulticlassSettings | None:
    """Return how classes are to be averaged; None where nothing is said about it."""
    over, names = options.average_over, tuple(options.classes)
    if names and over not in {None, Over.CHOSEN}:
        refuse(f"--classes and --average-over {over} are not allowed together")
    if over == Over.CHOSEN and not names:
        refuse("--average-over chosen needs --classes")
    if over is None and not names and not options.undefined_as_zero and options.top_k is None:
        return None
    kind = Over.CHOSEN if names else Over(over or DEFAULT_SETTINGS.over)
    top_k = DEFAULT_SETTINGS.top_k if options.top_k is None else options.top_k
    return MulticlassSettings(kind, names, options.undefined_as_zero, top_k)


def _evaluate_command(options: argparse.Namespace, settings: MulticlassSettings | None) -> Evaluate:
    roles = Roles(
        truth=options.truth,
        scores=() if options.score is None else (options.score,),
        predicted=options.predicted,
        positive=options.positive,
        higher_is_positive=False if options.lower_is_positive else None,
        n_positive=options.n_positive,
        n_negative=options.n_negative,
    )
    return Evaluate(
        files=tuple(options.files),
        roles=roles,
        threshold=options.threshold,
        rule=options.at,
        output=options.output,
        curve=options.curve,
        spec=options.import_spec,
        settings=settings,
        vocabulary=Vocabulary(options.vocabulary),
        apart=options.apart,
        unmatched=options.unmatched,
    )


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) and int(height)):
        message = f"{text} is no size such as 1280x720"
        raise argparse.ArgumentTypeError(message)
    return int(width), int(height)


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        message = f"{text} is no whole number from 1"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _threshold(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        message = f"{text} is no number"
        raise argparse.ArgumentTypeError(message)
    return value
