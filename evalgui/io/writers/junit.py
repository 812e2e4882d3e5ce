"""What is required of results as JUnit XML, which servers of continuous integration show."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import numpy as np

from evalgui.core.provenance import now
from evalgui.core.requirements import Verdict
from evalgui.render.html import readable
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_OF_DATA = ("score", "positive", "threshold", "threshold_infinite", "rule", "n")
_OF_CASE = ("verdict", "value", "limit", "bound", "upper_limit", "upper_bound")
_WHY = ("no_limit", "no_upper_limit", "undefined")


def as_junit(results: Sequence[Mapping[str, Any]]) -> bytes:
    """Return what was required of evaluations, and what became of it.

    Each evaluation is a suite, and each requirement a case by its text, with its number and its
    limit among the properties. One that is not met is a failure, and so is one that cannot be told:
    servers show what is skipped as green, and nothing may pass that nobody knows.

    Parameters
    ----------
    results
        Evaluations as they are printed, each with ``requirements``.

    Returns
    -------
    bytes
        A file. It holds no rows: names of columns and groups as requirements have them, and the
        SHA-256 of the data.
    """
    suites = [_suite(one) for one in results]
    root = ET.Element("testsuites", {"name": "evalgui", **_totals(suites)})
    root.extend(suites)
    ET.indent(root)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _suite(numbers: Mapping[str, Any]) -> ET.Element:
    told, name = numbers["requirements"], numbers["file"]
    suite = ET.Element("testsuite")
    versions = {"evalgui": __version__, "python": platform.python_version()}
    about = {**versions, "numpy": np.__version__, "sha256": numbers.get("import", {}).get("sha256")}
    _add_properties(suite, {**about, **{key: numbers[key] for key in _OF_DATA}})
    for text, one in told["each"].items():
        suite.append(_case(f"{name}: {numbers['score']}", text, one))
    suite.attrib = {"name": readable(name), **_totals([suite]), "skipped": "0", "timestamp": now()}
    return suite


def _case(of: str, text: str, told: Mapping[str, Any]) -> ET.Element:
    case = ET.Element("testcase", {"classname": readable(of), "name": readable(text)})
    _add_properties(case, {key: told.get(key) for key in _OF_CASE})
    if told["verdict"] != Verdict.MET:
        lines = [str(told["verdict"])]
        lines += [
            f"{key}: {told[key]}" for key in (*_OF_CASE[1:], *_WHY) if told.get(key) is not None
        ]
        lines += [
            f"{one['group']}: {one['verdict']}, n = {one['n']}" for one in told.get("groups") or ()
        ]
        about = {"type": str(told["verdict"]), "message": readable("; ".join(lines[:3]))}
        ET.SubElement(case, "failure", about).text = readable("\n".join(lines))
    return case


def _add_properties(to: ET.Element, known: Mapping[str, Any]) -> None:
    properties = ET.SubElement(to, "properties")
    for name, value in known.items():
        if value is not None:
            ET.SubElement(properties, "property", {"name": name, "value": readable(str(value))})


def _totals(suites: Sequence[ET.Element]) -> dict[str, str]:
    found = {"testcase": 0, "failure": 0}
    for name in found:
        found[name] = sum(1 for suite in suites for _one in suite.iter(name))
    return {"tests": str(found["testcase"]), "failures": str(found["failure"]), "errors": "0"}
