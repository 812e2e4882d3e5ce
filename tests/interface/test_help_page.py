"""The page of help on Python does what it says."""

from __future__ import annotations

import re

import evalgui
from evalgui.locations import resources

PAGE = (resources() / "help" / "python.md").read_text(encoding="utf-8")
PARTS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
TOLD = re.compile(r"^(\S.*?)\s{2,}# (.+)$")


def test_that_every_example_runs_and_gives_what_stands_beside_it(capsys):
    known = {}
    checked = 0
    for part in PARTS:
        exec(compile(part, "python.md", "exec"), known)  # noqa: S102 - our own page
        for line in part.splitlines():
            told = TOLD.match(line)
            if told is None or told[1].startswith("print("):
                continue
            value = repr(eval(told[1], known))  # noqa: S307 - as above
            assert told[2] == value or told[2].startswith((f"{value},", f"{value}:"))
            checked += 1
    assert checked >= 7
    assert "Did you mean 'marker'?" in capsys.readouterr().out


def test_that_what_the_table_names_is_there():
    found = evalgui.evaluate(truth=[1, 0, 1, 0], score=[4, 3, 2, 1], positive=1)
    for name in set(re.findall(r"`found\.(\w+)", PAGE)):
        assert hasattr(found, name)
