"""The JSON Schema of all that the program prints as JSON, made of what is declared.

Measures, areas, curves, rules, topics and verdicts are those of their registries; what stands in a
cell of a table is that of `evalgui.render.json`. New keys may come at any time, so that objects
allow more than they name; `closed` gives the form that allows nothing else, for tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from evalgui.core.consequences.settings import Scale
from evalgui.core.curves import CURVES, GAINS
from evalgui.core.linked_thresholds import Link
from evalgui.core.measured import Sided
from evalgui.core.metrics import METRICS
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.provenance import LINKED, TYPED, Origin
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.requirements import Verdict
from evalgui.core.rules import RULES
from evalgui.core.sampling import Sampling
from evalgui.io.writers.further import further_topics
from evalgui.io.writers.marked import KEY, SCHEMA, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    Schema = dict[str, Any]

_ANY: Schema = {}
_TEXT: Schema = {"type": "string"}
_TRUTH: Schema = {"type": "boolean"}
_COUNT: Schema = {"type": "number", "minimum": 0}  # a sum where rows have weights
_NUMBER: Schema = {"type": "number"}
_INFINITY: Schema = {"enum": ["+inf", "-inf", None]}
_OBJECT: Schema = {"type": "object"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}


def _or_none(one: Schema) -> Schema:
    return {"anyOf": [one, {"type": "null"}]}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _enum(values: Iterable[str]) -> Schema:
    return {"enum": list(values)}


def _list(one: Schema) -> Schema:
    return {"type": "array", "items": one}


def _by_id(ids: Iterable[str], one: Schema) -> Schema:
    return {"type": "object", "properties": dict.fromkeys(ids, one)}


def _by_name(one: Schema) -> Schema:
    return {"type": "object", "additionalProperties": one}


def _object(needed: Schema, others: Schema | None = None) -> Schema:
    """Return an object with keys that are always there, and others that may be."""
    return {
        "type": "object",
        "properties": needed | (others or {}),
        "required": list(needed),
    }


_PLACE = {"threshold": _or_none(_NUMBER), "threshold_infinite": _INFINITY}
_LIMITS = {"low": _ref("number"), "high": _ref("number")}
_INTERVAL = {
    **_LIMITS,
    "level": _NUMBER,
    "method": _or_none(_TEXT),
    "n": {"anyOf": [_COUNT, _list(_COUNT)]},
    "undefined": _or_none(_TEXT),
}
_OF_INTERVAL = {"assumes": _or_none(_TEXT), "sided": _enum(Sided)}
_STATE = {"value": _or_none(_NUMBER), "infinite": _INFINITY, "undefined": _or_none(_TEXT)}
_BRACKETED = {"bracket": _ref("bracket")}


def _parts() -> Schema:
    """Return what stands in cells, as `evalgui.render.json` writes it."""
    more = {"numerator": _or_none(_COUNT), "denominator": _or_none(_COUNT)}
    why = dict.fromkeys(("undefined", "refused", "asked", "none"), _TEXT)
    limited = {**_LIMITS, "level": _NUMBER, "method": _TEXT, **why, **_BRACKETED}
    return {
        "number": {"anyOf": [_NUMBER, _INFINITY]},
        "bracket": _object({**_LIMITS, "undefined": _or_none(_TEXT)}),
        "counts": _object(dict.fromkeys(("tp", "fp", "fn", "tn"), _COUNT)),
        "state": _object(_STATE | more, _BRACKETED),
        "interval": _object(_INTERVAL | _OF_INTERVAL, _BRACKETED),
        "resampled": _object(_INTERVAL),
        "measured": _object({"value": _ref("number")}, limited),
        "limited": _object(_STATE, {**_LIMITS, "level": _NUMBER, "no_interval": _TEXT}),
        "finding": _object({"code": _TEXT, "text": _TEXT, "count": _COUNT, "level": _TEXT}),
        "limit": _object(
            {
                "measure": _TEXT,
                "value": _ref("number"),
                "sided": _enum(Sided),
                "level": _NUMBER,
                "by_subject": _TRUTH,
            }
        ),
        "provenance": _object(
            {
                "kind": _enum(Origin),
                "rule": _or_none(_ref("rule")),
                "parameters": _OBJECT,
                "source": _or_none(_TEXT),
                "when": _or_none(_TEXT),
            }
        ),
        "rule": _enum((*RULES.ids, TYPED, LINKED)),
        "metrics": _by_id(_measures(), _ref("state")),
        "intervals": _by_id(_measures(), _ref("interval")),
        "curve": _object({"id": _enum(_curves()), "threshold": _list(_or_none(_NUMBER))})
        | {"additionalProperties": _list({"anyOf": [_NUMBER, _INFINITY]})},
        "requirement": _object(
            {"verdict": _enum(Verdict)},
            {
                **dict.fromkeys(("value", "limit", "bound"), _ref("number")),
                **dict.fromkeys(("upper_limit", "upper_bound"), _ref("number")),
                **dict.fromkeys(("undefined", "no_limit", "no_upper_limit"), _or_none(_TEXT)),
                "n": _COUNT,
                "groups": _ANY,
                "written": _OBJECT,
            },
        ),
    }


def _measures() -> dict[str, None]:
    every = (*METRICS, *MATRIX_METRICS, *SCORE_METRICS)
    return dict.fromkeys(one.id for one in every)


def _curves() -> list[str]:
    return [one.id for one in (*CURVES, *GAINS)]


def _areas() -> list[str]:
    return [*(one.id for one in RANKING_METRICS), *(one.id for one in PROBABILITY_METRICS)]


def _of_data() -> Schema:
    """Return what is said of the data behind any number."""
    texts = dict.fromkeys(("score", "positive", "negative", "rule"), _or_none(_TEXT))
    return {
        **dict.fromkeys(("rows_in_file", "n_rows", "n_missing"), _COUNT),
        "subset": _or_none(_TEXT),
        "excluded": _by_name(_COUNT),
        "set_aside_by_hand": _list(_OBJECT),
        "sampling": _enum(Sampling),
        **texts,
        "higher_is_positive": _or_none(_TRUTH),
        **_PLACE,
        "nothing_called": _or_none(_TRUTH),
        "provenance": _or_none(_ref("provenance")),
        "settings": _or_none(_OBJECT),
        "class_order": _or_none(_TEXTS),
        "class_order_by": _or_none(_TEXT),
    }


def _evaluation() -> Schema:
    eer = {"value": _or_none(_NUMBER), **_PLACE, **_LIMITS}
    needed = {
        "file": _TEXT,
        "n": _COUNT,
        **dict.fromkeys(("n_positive", "n_negative"), _or_none(_COUNT)),
        "counts": _or_none(_ref("counts")),
        "metrics": _ref("metrics"),
        "averages": _or_none(_OBJECT),
        **_of_data(),
        "intervals": _ref("intervals"),
        "area_intervals": _or_none(_by_name(_ref("interval"))),
        "at_prevalence": _or_none(_OBJECT),
        "classes": _TEXTS,
        "matrix": _list(_list(_COUNT)),
        "per_class": _by_name(
            _object(
                {"metrics": _ref("metrics"), "intervals": _ref("intervals")},
                {
                    "support": _COUNT,
                    "counts": _ref("counts"),
                    "roc_auc": _ref("number"),
                    "roc_auc_undefined": _or_none(_TEXT),
                    "roc_auc_interval": _ref("interval"),
                },
            )
        ),
        "findings": _list(_ref("finding")),
    }
    over_all = {
        "areas": _or_none(_by_id(_areas(), _ref("number"))),
        "areas_undefined": _or_none(_by_name(_TEXT)),
        "eer": _or_none(_object(eer)),
    }
    drawn = {
        "bootstrap": _by_name(_OBJECT),
        "bootstrap_run": _OBJECT,
        "bands": _list(_OBJECT),
        "stability": _OBJECT,
    }
    topics: Schema = {
        one.id: {"type": "object", "title": str(one.name)} for one in further_topics()
    }
    topics["requirements"] |= {
        "properties": {
            "level": _NUMBER,
            "all_met": _TRUTH,
            "each": _by_name(_ref("requirement")),
            "groups": _by_name(_OBJECT),
            "withdrawn": _ANY,
        }
    }
    others = {
        **over_all,
        "import": _OBJECT,
        "limits": _list(_ref("limit")),
        "effective_n": _OBJECT,
        "area_brackets": _by_name(_ref("bracket")),
        "grey": _OBJECT,
        "curve": _ref("curve"),
        "curves": _list(_ref("curve")),
        **drawn,
        **topics,
        **_FILES,
    }
    return _object(needed, others)


_FILES = {
    "combination": _or_none(_TEXT),
    "why": _TEXT,
    "files": _list(_object({"file": _TEXT, "sha256": _TEXT})),
    "unmatched": _list(_OBJECT),
}


def _several(name: str) -> Schema:
    """Return what is printed of one data set, or of several with their ``results``."""
    several = _object({"results": _list(_ref(name))}, {**_FILES, KEY: _ANY, "file": _TEXT})
    return {"if": {"required": ["results"]}, "then": several, "else": _ref(name)}


def _comparison() -> Schema:
    classifier = {
        **dict.fromkeys(("name", "file", "score", "positive", "negative"), _TEXT),
        **dict.fromkeys(("n", "n_positive", "n_negative", "n_missing"), _COUNT),
        "higher_is_positive": _TRUTH,
        "sampling": _enum(Sampling),
        "rule": _or_none(_TEXT),
        "counts": _ref("counts"),
        **_PLACE,
    }
    pair = {
        "a": _TEXT,
        "b": _TEXT,
        "paired": _TRUTH,
        "assumes": _or_none(_TEXT),
        **{key: {"anyOf": [_COUNT, _list(_COUNT)]} for key in ("n", "n_left_out")},
        "auc": _OBJECT,
        "at": _by_name(_OBJECT),
    }
    beside = dict.fromkeys(
        ("bootstrap", "equal", "net_benefit", "mcnemar", "discordant"), _or_none(_OBJECT)
    )
    needed = {
        "file": _TEXT,
        "level": _NUMBER,
        "link": _enum(Link),
        "findings": _list(_OBJECT),
        "classifiers": _list(_object(classifier)),
        "errors": _list(_OBJECT),
        "pairs": _list(_object(pair, beside)),
    }
    others = {"areas_test": _OBJECT, "decision_curve": _OBJECT, "score_kind": _enum(Scale)}
    return _object(needed, {**others, **_FILES})


def _chosen() -> Schema:
    end = {"anyOf": [_ref("number"), {"enum": ["> inf", "< -inf"]}]}
    choice = {
        "id": _enum(RULES.ids),
        "name": _TEXT,
        "parameters": _OBJECT,
        **dict.fromkeys(("threshold", "low", "high"), end),
        "value": _ref("number"),
        "rates": _or_none(_by_id(_measures(), _ref("number"))),
        "counts": _or_none(_ref("counts")),
        "ties": _list(end),
        "degenerate": _or_none(_TRUTH),
        "undefined": _or_none(_TEXT),
    }
    of = dict.fromkeys(("file", "score", "positive", "negative"), _TEXT)
    needed = {**of, "higher_is_positive": _TRUTH, "rules": _list(_object(choice))}
    return _object({**needed, "remarks": _by_name(_OBJECT)}, {"biometrics": _OBJECT, **_FILES})


def _table() -> Schema:
    column = _object(dict.fromkeys(("id", "title", "kind"), _TEXT))
    one = {"table": _TEXT, "title": _TEXT, "columns": _list(column), "rows": _list(_OBJECT)}
    of_file = {
        "file": _or_none(_TEXT),
        "score": _or_none(_TEXT),
        "level": _or_none(_NUMBER),
        "higher_is_positive": _or_none(_TRUTH),
        "written_as": _TEXT,
        "written_to": _TEXT,
        "sha256_of_table": _TEXT,
        "formulas_guarded": _TRUTH,
    }
    return _object({"about": _OBJECT}, {**one, **of_file, "tables": _list(_object(one))})


def _inspected() -> Schema:
    needed = {"status": _TEXT}
    texts = dict.fromkeys(("message", "format", "confidence"), _or_none(_TEXT))
    counts = dict.fromkeys(("rows_total", "rows_used"), _or_none(_COUNT))
    others = {
        **texts,
        **counts,
        "file": _TEXT,
        "columns": _or_none(_TEXTS),
        "warnings": _list(_ref("finding")),
        "proposal": _or_none(_list(_OBJECT)),
        "questions": _list(_object({"role": _TEXT, "question": _TEXT})),
        "rows_excluded": _or_none(_by_name(_COUNT)),
        "class_counts": _or_none(_by_name(_COUNT)),
        "auc": _ref("number"),
    }
    return _object(needed, {**others, **_FILES, "results": _list(_object(needed, others))})


def _needed() -> Schema:
    numbers = dict.fromkeys(("n", "n_positive", "n_negative"), _or_none(_COUNT))
    return _object({}, {**numbers, "formula": _TEXT, "supports": _by_name(_OBJECT)})


def _replayed() -> Schema:
    set_of = {
        "name": _TEXT,
        "identical": _TRUTH,
        "computed_from": _or_none(_TEXT),
        "is_copy": _TRUTH,
        "problem": _or_none(_TEXT),
        "n_compared": _COUNT,
        "differences": _list(_object({"place": _TEXT, "stored": _ANY, "now": _ANY})),
    }
    return _object(
        {
            "workspace": _TEXT,
            "program": _or_none(_TEXT),
            "saved": _or_none(_TEXT),
            "intact": _or_none(_TRUTH),
            "identical": _TRUTH,
            "data_sets": _list(_object(set_of)),
        }
    )


def _decision() -> Schema:
    told = {
        "file": _TEXT,
        "files": _TEXTS,
        "arguments": _OBJECT,
        "command": _TEXT,
        "remarks": _TEXTS,
        "locked": _TRUTH,
        "n": _COUNT,
        **_PLACE,
        "rule": _or_none(_ref("rule")),
        "provenance": _ref("provenance"),
        "counts": _or_none(_ref("counts")),
    }
    return _object({"decided": _or_none(_object(told))})


def _rule_list() -> Schema:
    texts = dict.fromkeys(("name", "explanation", "family"), _TEXT)
    rule = {"id": _enum(RULES.ids), **texts, "parameters": _list(_OBJECT)}
    return _object({"rules": _list(_object(rule))})


_MADE = {
    "compare": _comparison,
    "table": _table,
    "inspect": _inspected,
    "sample-size": _needed,
    "replay": _replayed,
    "decision": _decision,
    "rule-list": _rule_list,
}


def json_schema() -> Schema:
    """Return the schema of every JSON that the program prints, of draft 2020-12."""
    kinds = get_args(Kind)
    mark = _object({"version": _TEXT, "kind": _enum(kinds), "schema": {"const": SCHEMA}})
    shapes: Schema = {"evaluation": _evaluation(), "chosen": _chosen()}
    shapes |= {"evaluate": _several("evaluation"), "rules": _several("chosen")}
    shapes |= {kind: make() for kind, make in _MADE.items()}
    for name in ("evaluation", "chosen", *_MADE):
        shapes[name]["properties"][KEY] = _ANY
    of_kind = [
        {
            "if": {"properties": {KEY: {"properties": {"kind": {"const": kind}}}}},
            "then": _ref(kind),
        }
        for kind in kinds
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What evalgui prints as JSON",
        "type": "object",
        "properties": {KEY: mark},
        "required": [KEY],
        "allOf": of_kind,
        "$defs": _parts() | shapes,
    }


def closed(schema: Any) -> Any:  # noqa: ANN401 - JSON types
    """Return a schema whose objects hold nothing but what it names.

    Examples
    --------
    >>> closed({"properties": {"a": {}}})
    {'properties': {'a': {}}, 'additionalProperties': False}
    """
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "if" in schema:  # what it asks says nothing of the whole
        return schema | {name: closed(schema[name]) for name in ("then", "else") if name in schema}
    made = {name: closed(one) for name, one in schema.items() if name != "properties"}
    if "properties" in schema and "allOf" not in schema:
        made["properties"] = {name: closed(one) for name, one in schema["properties"].items()}
        made.setdefault("additionalProperties", False)
    elif "properties" in schema:
        made["properties"] = closed(schema["properties"])
    return made
