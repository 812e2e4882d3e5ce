"""The command line: what is asked for, and evaluations without a window. Never imports Qt."""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from evalgui import __version__
from evalgui.core.criteria import RULES, rule_by_id
from evalgui.core.curves import CURVES
from evalgui.core.errors import DataError, EvalguiError
from evalgui.core.snapshot import Inputs, Snapshot, resolve
from evalgui.io.import_log import ImportLog
from evalgui.io.import_spec import read_import_spec
from evalgui.io.inspection import inspect
from evalgui.io.loading import load
from evalgui.io.meaning import Roles
from evalgui.io.writers.evaluation import curve_points, evaluation
from evalgui.io.writers.measures import NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.loading import Loaded

REFUSED = 2
_EPILOG = """\
without a window:
  evalgui evaluate FILE [options]   print the numbers that the window shows
  evalgui evaluate --help           explain the options
  evalgui inspect FILE [options]    print what is understood of a file

Nothing is sent anywhere: the program works offline and has no network code.
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
    """Evaluate a file and print the numbers.

    Parameters
    ----------
    file
        The file.
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
    """

    file: Path
    roles: Roles
    threshold: float | None
    rule: str | None
    output: str
    curve: str | None
    spec: Path | None = None

    def run(self) -> int:
        """Print the evaluation; a refusal is one line on stderr and exit code 2."""
        try:
            loaded = self._load()
            snapshot = self._snapshot(loaded)
            numbers = evaluation(snapshot) | {"import": ImportLog.of(loaded).as_json()}
            if self.curve is not None:
                numbers["curve"] = curve_points(snapshot, self.curve)
        except EvalguiError as error:
            sys.stderr.write(f"evalgui: {' '.join(str(error).split())}\n")
            return REFUSED
        text = as_json(numbers) if self.output == "json" else as_table(numbers)
        sys.stdout.write(text + "\n")
        return 0

    def _load(self) -> Loaded:
        spec = None if self.spec is None else read_import_spec(self.spec)
        roles = self.roles if spec is None else self.roles.over(spec.roles)
        options = None if spec is None else spec.options
        loaded = load(self.file, roles=roles, options=options)
        if loaded.dataset is None:
            hint = "Say so with --truth, --score, --positive or --lower-is-positive"
            raise DataError(loaded.proposal.question.rstrip("."), where=self.file.name, hint=hint)
        return loaded

    def _snapshot(self, loaded: Loaded) -> Snapshot:
        dataset = loaded.dataset
        # Of many classes, one is assessed against the rest where it is asked for.
        wants_one = self.roles.positive is not None
        positive = dataset.positive if wants_one and dataset is not None else None
        snapshot = resolve(Inputs(dataset, positive=positive, threshold=self.threshold))
        if self.rule is None and self.threshold is None and self.curve is None:
            return snapshot
        if snapshot.ranking is None:
            message = "there is no score of one class to put a threshold on"
            hint = "Name a column with --score, or a class with --positive"
            raise DataError(message, where=self.file.name, hint=hint)
        if self.rule is None:
            return snapshot
        chosen = rule_by_id(self.rule).choose(snapshot.ranking.table)
        if math.isnan(chosen):
            message = f"the rule {self.rule} finds no threshold on these scores"
            raise DataError(message, where=self.file.name, hint="Give one with --threshold")
        return resolve(replace(snapshot.inputs, threshold=chosen), snapshot)


@dataclass(frozen=True, slots=True)
class Inspect:
    """Read a file as the window would, and print what was understood of it.

    Parameters
    ----------
    file
        The file.
    roles
        What is said about its columns, as JSON, such as
        ``{"truth": "diagnosis", "score": "marker", "positive": "malignant"}``.
    output
        ``"json"`` or ``"table"``.
    spec
        A file with the choices of an earlier import, or None.
    """

    file: Path
    roles: str
    output: str
    spec: Path | None = None

    def run(self) -> int:
        """Print it; exit code 0 when the file was loaded, 2 when it was refused or asked about."""
        found = inspect(self.file, self.roles or None, self.spec)
        text = as_json(found) if self.output == "json" else as_summary(found)
        sys.stdout.write(text + "\n")
        return 0 if found["status"] == "loaded" else REFUSED


def parse(arguments: Sequence[str]) -> Window | Command:
    """Return what the command line asks for; a mistake in it ends the program with code 2."""
    if arguments and arguments[0] == "evaluate":
        return _evaluate_command(_evaluate_parser().parse_args(arguments[1:]))
    if arguments and arguments[0] == "inspect":
        options = _inspect_parser().parse_args(arguments[1:])
        return Inspect(options.file, options.roles, options.output, options.import_spec)
    return _window_command(_window_parser().parse_args(arguments))


def as_json(numbers: dict[str, Any]) -> str:
    """Return numbers as JSON at full precision: the shortest text that is exactly each."""
    return json.dumps(numbers, ensure_ascii=False, indent=2, allow_nan=False)


def as_table(numbers: dict[str, Any]) -> str:
    """Return numbers as lines of text for people: full precision, undefined with its reason."""
    lines = [*_heading(numbers), ""]
    for metric_id, state in numbers["metrics"].items():
        lines.append(f"{metric_id:16} {NAMES[metric_id]:46} {_state_text(state)}")
    lines.append("")
    areas, eer = numbers["areas"] or {}, numbers["eer"] or {}
    lines += [f"{name:63} {_number_text(area)}" for name, area in areas.items()]
    lines += [f"eer {name:59} {_number_text(part)}" for name, part in eer.items()]
    if numbers["counts"] is None:
        lines += _class_lines(numbers)
    curve = numbers.get("curve")
    if curve is not None:
        columns = [name for name in curve if name != "id"]
        lines += ["", "\t".join(columns)]
        rows = zip(*(curve[name] for name in columns), strict=True)
        lines += ["\t".join(_number_text(number) for number in row) for row in rows]
    return "\n".join(lines)


def _heading(numbers: dict[str, Any]) -> list[str]:
    counted = f"{numbers['file']}: {numbers['n']} rows counted"
    if numbers["counts"] is None:
        without = f"{numbers['n_missing']} without a called class"
        return [f"{counted}, {without}", f"{len(numbers['classes'])} classes together"]
    groups = f"({numbers['n_positive']} positive, {numbers['n_negative']} negative)"
    rule = "as called in the file"
    if numbers["score"] is not None:
        sign = ">=" if numbers["higher_is_positive"] else "<="
        threshold = numbers["threshold_infinite"] or numbers["threshold"]
        rule = f"when {numbers['score']} {sign} {threshold}"
    counts = "  ".join(f"{name.upper()} {count}" for name, count in numbers["counts"].items())
    return [
        f"{counted} {groups}, {numbers['n_missing']} without a score",
        f"positive: {numbers['positive']}, {rule}",
        counts,
    ]


def _class_lines(numbers: dict[str, Any]) -> list[str]:
    shown = ("TPR", "TNR", "PPV", "NPV", "F1")
    lines = ["", "\t".join(["class", "support", *shown])]
    for name, entry in numbers["per_class"].items():
        values = [_number_text(entry["metrics"][metric_id]["value"]) for metric_id in shown]
        lines.append("\t".join([name, str(entry["support"]), *values]))
    lines += ["", "\t".join(["actual \\ predicted", *numbers["classes"]])]
    for name, row in zip(numbers["classes"], numbers["matrix"], strict=True):
        lines.append("\t".join([name, *map(str, row)]))
    return lines


def _state_text(state: dict[str, Any]) -> str:
    if state["undefined"] is not None:
        return f"undefined: {state['undefined']}"
    return state["infinite"] or _number_text(state["value"])


def _number_text(number: float | None) -> str:
    return "-" if number is None else repr(number)


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
    parser.add_argument("file", type=Path, metavar="FILE", help="the file of predictions")
    parser.add_argument("--truth", metavar="COL", help="the column with the true class")
    parser.add_argument("--score", metavar="COL", help="the column with the score")
    parser.add_argument("--predicted", metavar="COL", help="the column with the predicted class")
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
    parser.add_argument("--format", choices=("json", "table"), default="table", dest="output")
    parser.add_argument(
        "--curve", choices=[curve.id for curve in CURVES], help="add the vertices of a curve"
    )
    return parser


def _inspect_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="evalgui inspect",
        description="Read a file as the window would, and print what was understood of it.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to look at")
    parser.add_argument(
        "--roles",
        default="",
        metavar="JSON",
        help='what the columns mean, such as {"truth": "diagnosis", "score": "marker"}',
    )
    _add_import_spec(parser)
    parser.add_argument("--format", choices=("json", "table"), default="table", dest="output")
    return parser


def _add_import_spec(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--import-spec",
        type=Path,
        metavar="FILE",
        help="read the data and its columns as was chosen, and saved, in the import dialog",
    )


def as_summary(found: dict[str, Any]) -> str:
    """Return what was understood of a file as lines of text for people."""
    lines = [f"{found['status']}: {found['message']}" if found.get("message") else found["status"]]
    if found["status"] == "loaded":
        excluded = sum(found["rows_excluded"].values())
        lines.append(f"{found['rows_total']} rows: {found['rows_used']} used, {excluded} excluded")
        lines += [f"  excluded, {name}: {n}" for name, n in found["rows_excluded"].items()]
        lines += [f"  {label}: {n} rows" for label, n in found["class_counts"].items()]
        lines.append(f"columns: {', '.join(map(str, found['columns']))}")
    lines += [f"{item['level']}: {item['text']}" for item in found["warnings"]]
    return "\n".join(lines)


def _window_command(options: argparse.Namespace) -> Window:
    return Window(
        files=tuple(options.files),
        sample=options.sample,
        screenshot=options.screenshot,
        size=options.size,
        appearance=options.theme,
        spec=options.import_spec,
    )


def _evaluate_command(options: argparse.Namespace) -> Evaluate:
    roles = Roles(
        truth=options.truth,
        scores=() if options.score is None else (options.score,),
        predicted=options.predicted,
        positive=options.positive,
        higher_is_positive=False if options.lower_is_positive else None,
    )
    return Evaluate(
        file=options.file,
        roles=roles,
        threshold=options.threshold,
        rule=options.at,
        output=options.output,
        curve=options.curve,
        spec=options.import_spec,
    )


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) and int(height)):
        message = f"{text} is no size such as 1280x720"
        raise argparse.ArgumentTypeError(message)
    return int(width), int(height)


def _threshold(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        message = f"{text} is no number"
        raise argparse.ArgumentTypeError(message)
    return value
