"""The page of help on workspaces names each key that a workspace has, and no other."""

import json
import re

import pytest

from evalgui import locations
from evalgui.core.consequences.settings import Consequences
from evalgui.core.counts import Counts
from evalgui.core.deciding import Development, Locked
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.metrics import Parameters
from evalgui.core.multiclass import MulticlassSettings, Over
from evalgui.io.keeping.kept import (
    Kept,
    KeptDataSet,
    KeptDecision,
    KeptNote,
    KeptPoint,
    KeptSource,
)
from evalgui.io.keeping.schema import declared
from evalgui.io.keeping.workspace_json import VERSION, to_json
from evalgui.io.meaning import Reason
from tests.io.keeping.examples import FULL, MADE

PAGE = (locations.resources() / "help" / "workspace.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### ([^\n]+)\n\n(.*?)(?=\n#|\Z)", PAGE, re.DOTALL | re.MULTILINE))


def keys_of(section):
    return re.findall(r"^\| `(\w+)` \|", SECTIONS[section], re.MULTILINE)


@pytest.mark.parametrize(
    ("section", "kind"),
    [
        ("source", KeptSource),
        ("data set", KeptDataSet),
        ("decision", KeptDecision),
        ("point", KeptPoint),
        ("note", KeptNote),
        ("lock", Locked),
        ("development", Development),
        ("reason", Reason),
        ("parameters", Parameters),
        ("averages", MulticlassSettings),
        ("intervals", IntervalSettings),
        ("consequences", Consequences),
    ],
)
def test_that_each_key_is_explained(section, kind):
    assert sorted(keys_of(section)) == sorted(declared(kind))


def test_that_the_keys_of_the_whole_are_explained():
    assert keys_of("workspace.json") == ["format", "version", *declared(Kept), "digest"]
    assert f"| `version` | {VERSION};" in PAGE


def test_that_what_has_a_form_of_its_own_is_explained():
    assert keys_of("provenance") == list(MADE.as_json())
    assert sorted(keys_of("import choices")) == sorted(FULL.data_sets[0].import_choices.as_json())
    assert all(f"`{name}`" in SECTIONS["development"] for name in declared(Counts))
    assert all(f'`"{one.value}"`' in SECTIONS["averages"] for one in Over)


def test_that_nothing_is_explained_that_is_not_there():
    kinds = {"workspace.json", "source", "data set", "import choices", "decision", "point", "note"}
    kinds |= {"lock", "provenance", "development", "reason", "parameters", "averages", "intervals"}
    kinds |= {"consequences"}
    assert set(SECTIONS) == {*kinds, "What the digest proves"}
    assert set(json.loads(to_json(FULL))) == set(keys_of("workspace.json"))
