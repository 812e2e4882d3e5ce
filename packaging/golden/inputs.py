"""What golden outputs are made of: samples, files of the tests, and 200 tables that are drawn."""

from __future__ import annotations

import itertools
import json
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).resolve().parents[2]
SAMPLES = HERE / "resources" / "samples"
OF_TESTS = HERE / "tests" / "data"
FILES = {  # by their folder among the inputs
    "io/formats": HERE / "resources" / "reference" / "formats",
    "io/combinations": OF_TESTS / "io" / "combinations",
    "core/real_classifiers": OF_TESTS / "core" / "real_classifiers",
}
DRAWN_OF_A_KIND = 20


class Case(NamedTuple):
    """Files that are assessed together, and with which options.

    Parameters
    ----------
    name
        Of the folder of its outputs.
    files
        Their names in the folder of inputs.
    roles
        Options that say what the columns are; every command takes them.
    wanted
        Options of `evaluate`, `table` and `report` beside them.
    sample
        The bundled sample that it is, for the window, or "".
    """

    name: str
    files: tuple[str, ...]
    roles: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    sample: str = ""


def write_inputs(folder: Path) -> list[Case]:
    """Write all files into an empty folder; return what is made of them, in a fixed order."""
    return [*_samples(folder), *_files_of_tests(folder), *_drawn(folder)]


def _samples(folder: Path) -> list[Case]:
    cases = []
    for one in json.loads((SAMPLES / "index.json").read_text(encoding="utf-8")):
        shutil.copyfile(SAMPLES / one["file"], folder / one["file"])
        roles = one["roles"]
        options = ["--truth", roles["truth"]]
        if "score" in roles:
            others = roles.get("other_scores", [])
            for name in [roles["score"], *others]:
                options += ["--score", name]
            higher = roles.get("higher_is_positive", True)
            options += ["--positive", str(roles["positive"])]
            options.append("--higher-is-positive" if higher else "--lower-is-positive")
        cases.append(Case("sample-" + one["id"], (one["file"],), tuple(options), (), one["id"]))
    return cases


def _files_of_tests(folder: Path) -> list[Case]:
    cases = []
    for place, source in FILES.items():
        target = folder / place
        shutil.copytree(source, target)
        names = sorted(path.name for path in target.iterdir() if path.name != "expected.json")
        within = place.rpartition("/")[2]
        cases += [Case(f"{within}-{name}", (f"{place}/{name}",)) for name in names]
        if within == "combinations":
            pairs = itertools.pairwise(names)
            cases += [Case(f"both-{a}-{b}", (f"{place}/{a}", f"{place}/{b}")) for a, b in pairs]
    return cases


def _drawn(folder: Path) -> list[Case]:
    cases = []
    for kind, draw in KINDS.items():
        for number in range(DRAWN_OF_A_KIND):
            drawn = random.Random(f"{kind} {number}")  # noqa: S311 - the same tables each time
            name = f"{kind}-{number:02}.csv"
            lines, roles, wanted = draw(drawn)
            text = "".join(line + "\n" for line in lines)
            (folder / name).write_text(text, encoding="utf-8")
            cases.append(Case(f"{kind}-{number:02}", (name,), tuple(roles), tuple(wanted)))
    return cases


Drawn = tuple[list[str], list[str], list[str]]
TWO = ["--truth", "truth", "--score", "score", "--positive", "ill"]


def _rows(drawn: random.Random, digits: int) -> list[tuple[str, float]]:
    """Return labels and scores, of both classes each at least once."""
    n = drawn.choice([6, 20, 60, 250])
    share, gap = drawn.uniform(0.1, 0.6), drawn.choice([0.0, 0.8, 2.0, 6.0])
    labels = ["ill", "well", *("ill" if drawn.random() < share else "well" for _ in range(n))]
    return [(one, round(drawn.gauss(gap * (one == "ill"), 1), digits)) for one in labels]


def plain(drawn: random.Random) -> Drawn:
    """Scores of a marker, few of them tied."""
    rows = _rows(drawn, 4)
    wanted = drawn.choice(
        [[], ["--threshold", "0.5"], ["--level", "0.9"], ["--sampling", "case-control"]]
    )
    return ["truth,score", *(f"{a},{b}" for a, b in rows)], TWO, wanted


def ties(drawn: random.Random) -> Drawn:
    """Scores with many ties."""
    rows = _rows(drawn, drawn.choice([0, 0, 1]))
    wanted = drawn.choice([[], ["--at", "youden"], ["--prevalence", "0.02"]])
    return ["truth,score", *(f"{a},{b}" for a, b in rows)], TWO, wanted


def infinities(drawn: random.Random) -> Drawn:
    """Scores that are infinite or missing."""
    odd = ["inf", "-inf", "", "nan"]
    rows = [(a, drawn.choice(odd) if drawn.random() < 0.1 else f"{b}") for a, b in _rows(drawn, 2)]
    wanted = drawn.choice([[], ["--missing-scores", "worst"], ["--lower-is-positive"]])
    return ["truth,score", *(f"{a},{b}" for a, b in rows)], TWO, wanted


def weights(drawn: random.Random) -> Drawn:
    """Rows that stand for several."""
    lines = [f"{a},{b},{drawn.randint(0, 9)}" for a, b in _rows(drawn, 1)]
    return ["truth,score,n", *lines], [*TWO, "--weight", "n"], []


def subjects(drawn: random.Random) -> Drawn:
    """Several rows of a patient."""
    rows = _rows(drawn, 3)
    of = max(2, len(rows) // 4)
    lines = [f"p{drawn.randrange(of)},{a},{b}" for a, b in rows]
    wanted = drawn.choice([[], ["--sampling", "by-subject"], ["--at", "youden"]])
    return ["patient,truth,score", *lines], [*TWO, "--subject", "patient"], wanted


def classes(drawn: random.Random) -> Drawn:
    """Three classes or four, with calls and probabilities."""
    names = ["A", "B", "C", "D"][: drawn.choice([3, 4])]
    lines = []
    for _ in range(drawn.choice([12, 90])):
        truth = drawn.choice(names)
        parts = [drawn.random() + 0.8 * (one == truth) for one in names]
        shares = [round(part / sum(parts), 3) for part in parts]
        called = names[shares.index(max(shares))]
        lines.append(",".join([truth, called, *map(str, shares)]))
    roles = ["--truth", "truth", "--predicted", "called"]
    for one in names:
        roles += ["--probability", f"{one}=p_{one}"]
    wanted = drawn.choice([[], ["--average-over", "present"], ["--top-k", "2"]])
    return [",".join(["truth", "called", *(f"p_{one}" for one in names)]), *lines], roles, wanted


def counts(drawn: random.Random) -> Drawn:
    """Draw how many of each class have a score."""
    lines = [
        f"{k},{drawn.randint(0, 4 + k)},{drawn.randint(0, 14 - k)}"
        for k in range(drawn.randint(3, 12))
    ]
    roles = ["--score", "score", "--n-positive", "ill", "--n-negative", "well"]
    return ["score,ill,well", *lines], roles, []


def zones(drawn: random.Random) -> Drawn:
    """Scores with a grey zone."""
    rows = _rows(drawn, 2)
    low = round(drawn.uniform(-0.5, 0.5), 2)
    wanted = ["--grey", f"{low}", f"{low + 1}"]
    return ["truth,score", *(f"{a},{b}" for a, b in rows)], TWO, wanted


def several(drawn: random.Random) -> Drawn:
    """Three scores of the same rows."""
    lines = [
        f"{a},{b},{round(b + drawn.gauss(0, 1), 3)},{round(drawn.random(), 2)}"
        for a, b in _rows(drawn, 3)
    ]
    roles = ["--truth", "truth", "--positive", "ill"]
    for name in ("first", "second", "third"):
        roles += ["--score", name]
    wanted = drawn.choice(
        [[], ["--cost-fn", "5", "--at", "cost"], ["--bootstrap", "200", "--seed", "1"]]
    )
    return ["truth,first,second,third", *lines], roles, wanted


def abroad(drawn: random.Random) -> Drawn:
    """Numbers with commas as decimal signs."""
    rows = _rows(drawn, 3)
    lines = [f"{a};{str(b).replace('.', ',')}" for a, b in rows]
    wanted = drawn.choice([[], ["--vocabulary", "clinical"], ["--vocabulary", "biometrics"]])
    return ["truth;score", *lines], TWO, wanted


KINDS: dict[str, Callable[[random.Random], Drawn]] = {
    one.__name__: one
    for one in (
        *(plain, ties, infinities, weights, subjects),
        *(classes, counts, zones, several, abroad),
    )
}
