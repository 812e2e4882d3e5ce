"""Reports of small files, and what a program reads from their pages."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from evalgui.core.metrics import Vocabulary
from evalgui.io.assessing import Placing, Request, RuleAsked, assessed, read
from evalgui.io.meaning import Roles
from evalgui.io.reporting.html import as_html
from evalgui.io.reporting.material import Material
from evalgui.io.reporting.sections import make_report

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.io.assessing import Assessed

X = "{http://www.w3.org/1999/xhtml}"
S = "{http://www.w3.org/2000/svg}"


def assess(path: Path, **asked: Any) -> Assessed:
    """Return what is assessed of a file: roles by name, and parts of a request."""
    parts = {name: asked.pop(name) for name in [*asked] if name in Request.__dataclass_fields__}
    request = Request(roles=Roles(**asked), **parts)
    (one,) = assessed(request, read(request, [path]))
    return one


def material(path: Path, vocabulary: str = "machine-learning", **asked: Any) -> Material:
    """Return the material of a report on a file."""
    beside = {name: asked.pop(name) for name in [*asked] if name in {"others", "compared"}}
    return Material.of(assess(path, **asked), vocabulary=Vocabulary(vocabulary), **beside)


def page(of: Material, **wanted: Any) -> ET.Element:
    """Return a report as a parsed page; what is no XML is no page."""
    return ET.fromstring(as_html(make_report(of, **wanted)))  # noqa: S314 - our own


def text_of(element: ET.Element) -> str:
    """Return all text in an element."""
    return " ".join("".join(element.itertext()).split())


def at_rule(rule_id: str, **values: Any) -> Placing:
    """Return a threshold that a rule chooses."""
    return Placing(rule=RuleAsked(rule_id, values))


def written(path: Path, text: str) -> Path:
    """Return a file with a text."""
    path.write_text(text, encoding="utf-8")
    return path


def in_json(one: Assessed) -> dict[str, Any]:
    """Return the numbers of an evaluation as they are read from its JSON."""
    found: dict[str, Any] = json.loads(json.dumps(one.numbers(), allow_nan=False))
    return found


def looked_up(numbers: dict[str, Any], place: str) -> Any:
    """Return a number of an evaluation by its place, such as "metrics.TPR.value"."""
    found: Any = numbers
    for name in place.split("."):
        if isinstance(found, list):
            found = found[int(name)]
        elif name not in found and name.isdigit():
            found = [*found.values()][int(name)]
        else:
            found = found[name]
    return found


def same(shown: str, value: Any) -> bool:
    """Return whether what a page says is a number of an evaluation, in every digit."""
    if value is None:
        return shown == "undefined"
    if isinstance(value, str):
        return shown == value
    read = float(shown)
    return read == value or (math.isnan(read) and math.isnan(value))
