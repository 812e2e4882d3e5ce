"""The list of software of unknown provenance has all that the program rests on, and true guards."""

from __future__ import annotations

import re
import tomllib

from developing import soup
from developing.environment import ROOT

FACTS = tomllib.loads(soup.FACTS.read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_that_every_dependency_is_in_it_with_its_version():
    extras = PROJECT["optional-dependencies"]
    optional = (one for name in ("big", "hdf5", "pandas", "spss") for one in extras[name])
    wanted = [*PROJECT["dependencies"], *optional]
    names = {re.split(r"[^\w-]", one)[0] for one in wanted}
    assert names <= FACTS.keys()
    assert FACTS.keys() - names == {"Python", "shiboken6"}
    told = "\n".join(soup.lines())
    for name in FACTS.keys() - {"Python"}:
        assert f"| {name} | {soup.pinned()[name.casefold()]} |" in told


def test_that_guards_that_are_files_are_there():
    guards = [guard for one in FACTS.values() for _anomaly, guard in one["anomalies"]]
    files = [
        name
        for guard in guards
        for name in re.findall(r"(?:evalgui|tests|\.github)/[\w/.]+\w", guard)
    ]
    assert len(files) > 10
    assert [name for name in files if not (ROOT / name).exists()] == []
    assert all(guards)
