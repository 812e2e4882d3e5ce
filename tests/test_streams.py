"""What a stream that is not UTF-8 prints."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from evalgui.cli.streams import let_everything_print

if TYPE_CHECKING:
    from pathlib import Path


def printed(path: Path, encoding: str, *arguments: str) -> str:
    command = [sys.executable, "-m", "evalgui", *arguments, str(path)]
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert done.stderr == b""
    return done.stdout.decode(encoding)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with more than a thousand rows, and a class in letters of everywhere."""
    rows = "".join(f"{n / 1500},{'yes' if n % 3 else NAME}\n" for n in range(1_500))
    path = tmp_path / "some.csv"
    path.write_text(f"score,truth\n{rows}0.5,\n", encoding="utf-8")
    return path


NAME = "no \N{GREEK SMALL LETTER OMEGA}\N{MICROSCOPE}"


ROLES = '{"truth": "truth", "score": "score", "positive": "yes"}'


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_that_json_is_json_in_every_encoding(path: Path, encoding: str) -> None:
    found = json.loads(printed(path, encoding, "inspect", "--format", "json", "--roles", ROLES))
    assert found["class_counts"] == {NAME: 500, "yes": 1_000}


def test_that_thousands_are_parted_by_a_space_that_everybody_has() -> None:
    let_everything_print()
    shown = "1\N{NARROW NO-BREAK SPACE}500 \N{MICROSCOPE}".encode("ascii", "evalgui.readable")
    assert shown == b"1 500 \\ud83d\\udd2c"


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """A file of which nothing is asked."""
    path = tmp_path / "plain.csv"
    path.write_text("truth,score\n1,0.9\n0,0.1\n1,0.4\n0,0.5\n", encoding="utf-8")
    return path


ASKED = [
    ["evaluate"],
    ["inspect"],
    ["table", "--table", "rows"],
    ["table", "--table", "rows", "--format", "csv"],
    ["evaluate", "--format", "json"],
    ["--version"],
    ["rules", "-h"],
]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device here")  # noqa: PTH110 - a device
@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_that_a_full_output_is_named(plain: Path, asked: list[str], unbuffered: str) -> None:
    command = [sys.executable, "-P", "-m", "evalgui", *asked, str(plain)]
    with open("/dev/full", "w") as full:  # noqa: PTH123 - a device
        done = subprocess.run(
            command,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == (
        "evalgui: standard output: the disk is full. Make room, or choose another disk.\n"
    )


@pytest.mark.skipif(os.name != "posix", reason="pipes are others elsewhere")
def test_that_nothing_is_said_where_nobody_reads_any_more(plain: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-P", "-m", "evalgui", "evaluate", str(plain)]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_that_a_program_without_a_console_speaks_into_the_void(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    let_everything_print()
    assert sys.stderr.write("nobody reads this\n") > 0
    sys.stderr.close()
