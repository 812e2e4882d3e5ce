"""The commands of `packaging/dev.py`: each sees to what it needs, and starts a program."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from developing import bundling, environment, locks, processes, pythons, releasing, site
from developing.environment import ROOT, TO_RUN

if TYPE_CHECKING:
    from collections.abc import Mapping

SCRIPT = ROOT / "packaging" / "dev.py"
BENCHMARKS = ROOT / "packaging" / "benchmarks" / "run.py"
CATALOGUES = ROOT / "packaging" / "catalogues" / "make.py"
GOLDEN = ROOT / "packaging" / "golden"
COVERAGE = ROOT / "packaging" / "coverage" / "run.py"
SBOM = ROOT / "packaging" / "bundle" / "sbom.py"

FUZZED = (
    *("formats/test_mutated_files.py", "formats/test_delimited.py", "formats/test_json_records.py"),
    *("text/test_fast_split.py", "text/test_tokeniser.py", "keeping/test_mutated_workspaces.py"),
)

# What is tested again on the newest Python, beside all of it on the usual one: what computes, what
# reads, and what commands say of it. The rest of imports runs there weekly (--newest-libraries).
ON_NEWEST = ("tests/cli", "tests/core", "tests/io/formats", "evalgui/core")
# What is tested on the lowest and on the newest libraries: what computes, reads and shows values.
ON_OTHER_LIBRARIES = {"--lowest": environment.LOWEST, "--newest-libraries": environment.NEWEST}
WITH_LIBRARIES = (
    *("tests/core", "tests/io", "evalgui/core", "evalgui/io", "tests/gui/models"),
    *("tests/gui/panels", "tests/gui/plots", "tests/e2e/test_open_a_file.py"),
)
# What counts on Spark is compared with others on hostile scores, and on 10,000,000 rows.
ON_SPARK = ("tests/io/counting/test_engines.py", "tests/e2e/test_count_elsewhere.py")
TYPED = ("evalgui", "tests", "packaging/dev.py")
# Tests of windows wait now and then: one more than there are processors keeps these busy.
# The slow ones stand together: who is done takes some of another's.
SIDE_BY_SIDE = ("--numprocesses", str(min((os.cpu_count() or 1) + 1, 4)), "--dist", "worksteal")

SAMPLE = "clinical"

# What asks for no window, as the first word.
HEADLESS = {
    *("evaluate", "inspect", "compare", "rules", "table", "report", "replay", "sample-size"),
    *("count", "merge", "verify", "schema"),
    *("--install-desktop", "--uninstall-desktop", "--print-completion"),
}


def run(python: str | None, arguments: list[str]) -> int:
    """Start the program in place of this script."""
    headless = bool(HEADLESS & {*arguments[:1]})
    headless = headless or bool({"-h", "--help", "--version"} & {*arguments})
    screenshot = any(argument.split("=")[0] == "--screenshot" for argument in arguments)
    if screenshot:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    elif not headless and not has_display(os.environ):
        print(
            "There is no display here: neither DISPLAY nor WAYLAND_DISPLAY is set.\n"
            "For a picture of the window instead:\n"
            "    python3 packaging/dev.py run --screenshot window.png [FILES]\n"
            "For the numbers alone:\n"
            "    python3 packaging/dev.py run evaluate FILE",
            file=sys.stderr,
        )
        return 2
    if not headless:
        # It opens where no file is named; of two samples the last one does.
        arguments = ["--sample", SAMPLE, *arguments]
    interpreter = environment.set_up(python, display=not headless and not screenshot, extras=TO_RUN)
    # -P: modules in the folder one happens to be in must not be taken for ours.
    return processes.become([interpreter, "-P", "-m", "evalgui", *arguments])


def test(python: str | None, arguments: list[str]) -> int:
    """Run every check and then the tests, or only the tests that are named."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # Each of the hundreds of processes that tests start would compile the program anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    on_display = os.environ["QT_QPA_PLATFORM"].split(":")[0] == "xcb"
    libraries = ON_OTHER_LIBRARIES.get(" ".join(arguments), environment.PINNED)
    on_spark = arguments == ["--spark"]
    if on_spark:
        libraries, extras = environment.SPARK, environment.TO_TEST_SPARK
    else:
        extras = environment.TO_TEST
    interpreter = environment.set_up(python, display=on_display, extras=extras, libraries=libraries)
    os.chdir(str(ROOT))
    pytest = [interpreter, "-m", "pytest"]
    if on_spark:
        return processes.become([*pytest, *ON_SPARK, "--durations", "5"])
    if libraries:
        options = ["--hypothesis-profile=newest", *SIDE_BY_SIDE]
        return processes.become([*pytest, *WITH_LIBRARIES, *options])
    newest = arguments == ["--newest"]
    if arguments and not newest:
        return processes.become([*pytest, *arguments])
    lint_imports = str(Path(interpreter).with_name("lint-imports"))
    steps: dict[str, list[str]] = {
        "lint": [interpreter, "-m", "ruff", "check"],
        "format": [interpreter, "-m", "ruff", "format", "--check"],
        "import arrows": [lint_imports],
        "tests": [*pytest, *SIDE_BY_SIDE],
    }
    if newest:
        steps.update(on_newest(pythons.version_of(interpreter)))
    outcomes = []
    # Where nothing is known of an earlier run, types keep one processor busy for a minute.
    with ThreadPoolExecutor() as beside:
        types = beside.submit(processes.heard, [interpreter, "-m", "mypy", *TYPED])
        for name, command in steps.items():
            print("== " + name, flush=True)
            start = time.monotonic()
            code = processes.call(command)
            outcomes.append((name, code, time.monotonic() - start))
        code, seconds, said = types.result()
    print("== types\n" + said, flush=True)
    outcomes.append(("types", code, seconds))
    for name, code, seconds in outcomes:
        word = "ok" if code == 0 else f"FAILED ({code})"
        print(f"{name:<21} {seconds:>6.1f} s  {word}", flush=True)
    return next((code for _name, code, _seconds in outcomes if code), 0)


def on_newest(own: str) -> dict[str, list[str]]:
    """Return the step for the newest other Python that is installed; say which are absent."""
    others = [version for version in pythons.CLAIMED if version != own]
    here = [version for version in others if pythons.installed(version)]
    absent = [version for version in others if version not in here]
    if absent:
        print("Not installed here, so not tested on: Python " + ", ".join(absent), flush=True)
    if not here:
        return {}
    command = [sys.executable, str(SCRIPT), "test", "--python", here[0]]
    options = ["--hypothesis-profile=newest", *SIDE_BY_SIDE]
    return {"on Python " + here[0]: [*command, *ON_NEWEST, *options]}


def fuzz(python: str | None, arguments: list[str]) -> int:
    """Run the tests with damaged, random and drawn files for a long time."""
    interpreter = environment.set_up(python, display=False)
    os.chdir(str(ROOT))
    # A test takes hours here, so that no watch over hanging ones may bite.
    options = ["--hypothesis-profile=fuzz", "--timeout=0", "--numprocesses", "auto"]
    files = [f"tests/io/{name}" for name in FUZZED]
    return processes.become([interpreter, "-m", "pytest", *options, *files, *arguments])


def monkey(python: str | None, arguments: list[str]) -> int:
    """Do random things in the real window, and look for what goes wrong."""
    interpreter = environment.set_up(python, display=False)
    os.chdir(str(ROOT))
    return processes.become([interpreter, "-m", "tests.monkey", *arguments])


def kills(python: str | None, arguments: list[str]) -> int:
    """Kill programs while they save, and look at what they left."""
    interpreter = environment.set_up(python, display=False)
    os.chdir(str(ROOT))
    return processes.become([interpreter, "-m", "tests.support.kills", *arguments])


def bench(python: str | None, arguments: list[str]) -> int:
    """Run the benchmarks."""
    if not BENCHMARKS.is_file():
        missing = BENCHMARKS.relative_to(ROOT)
        raise processes.refusal(f"this checkout has no benchmarks: {missing} is missing")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # What the platform without a screen says about itself is in nobody's way here.
    os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
    interpreter = environment.set_up(python, display=False)
    os.chdir(str(ROOT))
    return processes.become([interpreter, str(BENCHMARKS), *arguments])


def coverage(python: str | None, arguments: list[str]) -> int:
    """Simulate the coverage of intervals."""
    interpreter = environment.set_up(python, display=False)
    os.chdir(str(ROOT))
    return processes.become([interpreter, str(COVERAGE), *arguments])


def languages(python: str | None, arguments: list[str]) -> int:
    """Bring the catalogues of what the program says up to date, or begin another one."""
    interpreter = environment.set_up(python, display=False)
    return processes.become([interpreter, str(CATALOGUES), *arguments])


def golden(python: str | None, arguments: list[str]) -> int:
    """Write golden outputs, of this checkout or another one, or compare two folders of them."""
    what, *places = arguments or [""]
    checkout = ROOT
    if places[2:3] and places[1] == "--checkout":
        checkout = Path(places[2]).resolve()
    scripts = {"make": ("make.py", places[:1]), "compare": ("compare.py", places[:2])}
    if what not in scripts or len(places) < len(scripts[what][1]) or not places:
        raise processes.refusal("golden make FOLDER [--checkout DIR], or compare BEFORE AFTER")
    name, given = scripts[what]
    interpreter = environment.set_up(python, display=False)
    os.environ["PYTHONPATH"] = str(checkout)
    return processes.become([interpreter, str(GOLDEN / name), *given])


def measure_house(python: str | None, arguments: list[str]) -> int:
    """Print how much code there is, and how much of it stands together."""
    del python, arguments
    from developing import house

    print("\n".join(house.measure(ROOT / "evalgui")))
    return 0


def build(python: str | None, arguments: list[str]) -> int:
    """Build wheel and sdist into dist/."""
    del arguments
    interpreter = environment.set_up(python, display=False)
    for path in releasing.packages(interpreter, ROOT / "dist", bundling.version()):
        print(path.relative_to(ROOT))
    return 0


def release(python: str | None, arguments: list[str]) -> int:
    """Make what a release consists of, and look at it."""
    return releasing.release(python, arguments, list_components)


def bundle(python: str | None, arguments: list[str]) -> int:
    """Make a folder with the program to double-click, and pack it."""
    return bundling.bundle(python, arguments)


def make_site(python: str | None, arguments: list[str]) -> int:
    """Make the site with help, gallery and reference."""
    return site.site(python, arguments)


def list_soup(python: str | None, arguments: list[str]) -> int:
    """Print the list of software of unknown provenance."""
    del python, arguments
    from developing import soup

    print("\n".join(soup.lines()))
    return 0


def list_components(python: str | None, arguments: list[str]) -> int:
    """Write the bill of materials into dist/, or where it is wanted."""
    interpreter = environment.set_up(python, display=False)
    name = f"evalgui-{bundling.version()}.cdx.json"
    target = arguments[0] if arguments else str(ROOT / "dist" / name)
    lock = locks.lock_for(pythons.version_of(interpreter))
    code = processes.call([interpreter, str(SBOM), str(lock), target])
    if code == 0:
        print(os.path.relpath(target))
    return code


def has_display(variables: Mapping[str, str]) -> bool:
    """Return whether a window can be shown."""
    if not sys.platform.startswith("linux"):
        return True
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(variables.get(name) for name in names)
