"""What differs between a file as it was read and as it is now."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.io.bytes.source import Source
from evalgui.io.changes import changes_between
from evalgui.io.formats.registry import read

HEAD = "id,marker,label\n"


def table(text, head=HEAD):
    return read(Source.from_bytes("t.csv", (head + text).encode()))


def told(before, now):
    found = changes_between(before, now)
    return found.removed.tolist(), found.added.tolist(), found.changed.tolist()


EIGHT = "".join(f"p{n},{n / 8},{n % 2}\n" for n in range(8))


def test_that_the_same_rows_differ_in_nothing():
    found = changes_between(table(EIGHT), table(EIGHT))
    assert found.is_nothing
    assert list(found.lines())[-1].startswith("Every row of before is there")


def test_that_another_order_is_no_change():
    lines = EIGHT.splitlines(keepends=True)
    assert changes_between(table(EIGHT), table("".join(reversed(lines)))).is_nothing


def test_that_rows_are_found_by_their_ids():
    now = "p9,0.5,1\n" + EIGHT.replace("p3,0.375,1\n", "").replace("p5,0.625", "p5,0.7")
    before, after = table(EIGHT), table(now)
    assert told(before, after) == ([4], [1], [[6, 6]])
    found = changes_between(before, after)
    assert found.matched_by == "id"
    assert list(found.lines()) == [
        "Rows before: 8, now: 8",
        "Rows changed: 1 (found by 'id')",
        "  row 6: marker '0.625' \N{RIGHTWARDS ARROW} '0.7'",
        "Rows added: 1",
        "  row 1: id 'p9', marker '0.5', label '1'",
        "Rows removed: 1",
        "  row 4: id 'p3', marker '0.375', label '1'",
    ]


def test_that_rows_without_ids_are_found_by_their_place():
    before, now = "0.1,0\n0.2,1\n0.3,0\n", "0.1,0\n0.25,1\n0.3,0\n0.9,1\n"
    found = changes_between(table(before, "m,y\n"), table(now, "m,y\n"))
    assert (found.changed.tolist(), found.added.tolist()) == ([[2, 2]], [4])
    assert (found.removed.tolist(), found.matched_by) == ([], "")


def test_that_ids_that_repeat_find_nothing():
    before = "a,1,0\na,2,1\nb,3,0\n"
    found = changes_between(table(before), table(before.replace("a,2", "a,5")))
    assert (found.matched_by, found.changed.tolist()) == ("", [[2, 2]])


def test_that_columns_come_and_go():
    found = changes_between(table("a,1,0\nb,2,1\n"), table("a,1,x\nb,2,y\n", "id,marker,site\n"))
    assert (found.lost_columns, found.new_columns) == (("label",), ("site",))
    assert not len(found.changed)
    assert not found.is_nothing
    none = changes_between(table("a,1,0\nb,2,1\n"), table("1,2\n3,4\n5,6\n", "u,v\n"))
    assert (none.removed.tolist(), none.added.tolist()) == ([1, 2], [1, 2, 3])


def test_that_only_so_many_rows_are_listed():
    now = EIGHT + "".join(f"q{n},1,1\n" for n in range(30))
    lines = list(changes_between(table(EIGHT), table(now)).lines(most=2))
    assert [one for one in lines if one.startswith("  ")][-1] == "  and 28 more"


CELLS = st.tuples(st.sampled_from(["a", "b", ""]), st.sampled_from(["1", "2"]))


@pytest.mark.filterwarnings("error")
@given(st.lists(CELLS, min_size=1, max_size=12), st.lists(CELLS, min_size=1, max_size=12))
def test_that_what_is_left_is_in_both(old, new):
    """The rows that did not change are those that both tables have, as often as both have them."""
    tables = [table("".join(f"x,{a},{b}\n" for a, b in rows)) for rows in (old, new)]
    removed, added, changed = told(*tables)
    here = [row for n, row in enumerate(old, 1) if n not in {*removed, *(c[0] for c in changed)}]
    there = [row for n, row in enumerate(new, 1) if n not in {*added, *(c[1] for c in changed)}]
    assert Counter(here) == Counter(there) == Counter(old) & Counter(new)
    assert all(a == b for a, b in changed)
