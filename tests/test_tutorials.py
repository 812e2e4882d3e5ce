"""Each tutorial as a reader follows it: its commands run, and print every number it tells."""

from __future__ import annotations

import re
import shlex
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from evalgui.__main__ import main
from evalgui.core.languages import ENGLISH, speak
from evalgui.io.languages import language

RESOURCES = Path(__file__).resolve().parents[1] / "resources"
TUTORIALS = sorted(
    [*RESOURCES.glob("help/tutorial_*.md"), *RESOURCES.glob("languages/*/help/tutorial_*.md")]
)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def numbers(text, decimal):
    """Return the numbers of a text, each with whether it is a percentage."""
    thousands = "," if decimal == "." else "."
    text = re.sub(rf"(?<=\d)[{thousands}\N{{NARROW NO-BREAK SPACE}}](?=\d{{3}}(?!\d))", "", text)
    found = re.findall(rf"(?<![\w{decimal}])(\d+(?:{re.escape(decimal)}\d+)?)( ?%)?", text)
    return [(float(number.replace(decimal, ".")), bool(percent)) for number, percent in found]


def carried_out(command, capsys):
    """Return what a command of a terminal prints."""
    words = shlex.split(command)
    target = words.pop() if ">" in words else None
    words = [word for word in words if word != ">"]
    assert words[0] == "evalgui"
    with suppress(SystemExit):  # what is wrong is printed
        main(words[1:])
    said = capsys.readouterr()
    if target:
        Path(target).write_text(said.out, encoding="utf-8")
    return said.out + said.err


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.relative_to(RESOURCES).as_posix())
def test_that_its_commands_print_what_it_tells(path, capsys, tmp_path, monkeypatch):
    for sample in ("clinical.csv", "biometric.csv"):
        shutil.copy(RESOURCES / "samples" / sample, tmp_path)
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    spoken = ENGLISH if path.parents[1] == RESOURCES else language(path.parents[1].name)
    speak(spoken)
    printed, wrong = [], []
    for block in CONSOLE.findall(text):
        for part in re.split(r"^\$ ", block.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
            command, *lines = part.splitlines()
            said = carried_out(command, capsys)
            printed += [command, said]
            left = " ".join(said.split())
            for line in (" ".join(line.split()) for line in lines):
                wrong += [line] if line not in left else []
                left = left.partition(line)[2]
    assert wrong == []
    decimal = spoken.conventions.decimal
    known = {number for number, _ in numbers("\n".join(printed), decimal)}
    known |= {number for number, _ in numbers("\n".join(printed), ".")}  # what is typed
    told = numbers(CONSOLE.sub("", text), decimal)
    assert len(told) > 10
    assert [
        number
        for number, percent in told
        if not known & {number, round(number / 100, 12) if percent else number}
    ] == []
