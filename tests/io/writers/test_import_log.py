import json

import pytest

from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning.roles import Roles
from evalgui.io.writers import import_log
from evalgui.io.writers.import_log import log_lines
from evalgui.render.json import facts

TEXT = "id,site,truth,score\n1,A,ill,3\n2,A,well,1\n3,A,ill,\n4,A,,2\n5,B,well,0\n6,A,well,NA\n"


def log_of(text, **roles):
    loaded = load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(**roles))
    return import_log.log_of(loaded)


def test_that_every_row_is_accounted_for():
    log = log_of(TEXT, positive="ill", subset='site == "A"')
    told, aside = facts(log), log.table("set_aside")
    assert (told["rows_read"], told["rows_used"]) == (6, 4)
    assert [(row.id, row.exclusion.rows.tolist()) for row in aside.rows] == [
        ("not_in_subset", [5]),
        ("missing_label", [4]),
    ]
    assert told["rows_read"] == told["rows_used"] + sum(one["count"] for one in told["set_aside"])
    assert told["by_class"] == {"ill": 2, "well": 2}
    assert told["without_score"] == {"score": {"ill": 1, "well": 1}}


def test_that_the_log_reads_like_a_flow():
    lines = list(log_lines(log_of(TEXT, positive="ill", subset='site == "A"')))
    assert lines[:2] == ["Import log of a.csv", "file: a.csv"]
    assert len(lines[2]) == len("SHA-256: ") + 64
    assert {"rows read: 6", "rows used: 4", "truth: truth", "lower is positive: no"} <= {*lines}
    cells = [line.split("  ") for line in lines]
    counted = [list(filter(None, row)) for row in cells]
    assert ["missing_label", "the label is missing", "1"] in [[*map(str.strip, x)] for x in counted]
    assert 'not in the subset site == "A": row 5' in lines
    assert "the label is missing: row 4" in lines
    assert [line.split() for line in lines[-2:]] == [
        ["ill", "ill", "2", "1"],  # of which one has no score
        ["well", "well", "2", "1"],
    ]


def test_that_many_rows_are_named_in_part():
    rows = "".join(f"{n},A,,{n}\n" for n in range(30))
    text = "\n".join(log_lines(log_of(TEXT + rows, truth="truth", positive="ill")))
    assert "23, 24, 25 and 11 more\n" in text
    loaded = load_source(
        Source.from_bytes("a.csv", (TEXT + rows).encode()),
        roles=Roles(truth="truth", positive="ill"),
    )
    every = "\n".join(log_lines(import_log.log_of(loaded), None))
    assert "34, 35, 36\n" in every


def test_that_the_log_is_json():
    said = json.loads(json.dumps(facts(log_of(TEXT, positive="ill"))))
    assert said["rows_read"] == 6
    assert said["set_aside"] == [
        {"code": "missing_label", "reason": "the label is missing", "count": 1}
    ]
    assert said["by_class"] == {"ill": 2, "well": 3}
    assert said["without_score"] == {"score": {"ill": 1, "well": 1}}


def test_that_a_matrix_counts_too():
    log = log_of(",a,b\na,5,1\nb,2,7\n", matrix_rows="actual", positive="a")
    assert facts(log)["by_class"] == {"a": 6, "b": 9}


def test_that_nothing_imported_has_no_log():
    loaded = load_source(Source.from_bytes("a.csv", b"x,y\nred,1\nblue,2\n"))
    with pytest.raises(ValueError, match="nothing was imported"):
        import_log.log_of(loaded)
