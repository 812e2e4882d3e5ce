"""No layout takes a table that is none of its own."""

from __future__ import annotations

import pytest

from evalgui.io import layouts
from tests.io.layouts.opening import opened

ORDINARY = [
    # With a header, whatever separates the cells.
    "label,score\n1,0.9\n-1,0.1\n",
    "label score\n1 0.9\n-1 0.1\n",
    "# made by x\nlabel score\n1 0.9\n-1 0.1\n",
    "id label score\nP1 pos 0.9\nP2 neg 0.1\n",
    "enroll test score label\na b 0.9 target\nc d 0.1 nontarget\n",
    "truth score\ntarget 0.5\nnontarget 0.1\n",
    # Without one, but with commas and their like.
    "1,0.9\n-1,0.1\n",
    "a1,a1,a1_p,0.9\na1,b2,b2_p,0.1\n",
    "m1,u1,0.9\nm1,u2,0.5\n",
    "0.5;target\n0.1;nontarget\n",
    # Classes, predicted classes, ids and scores.
    "1 1\n1 -1\n-1 -1\n",
    "1 0.9\n0 0.1\n",
    "1 0.9\n-1 0.1\n2 0.3\n",
    "P1 pos 0.9\nP2 neg 0.1\n",
    "pos P1 0.9\nneg P2 0.1\n",
    "P1 cat 0.9\nP2 dog 0.1\nP3 cat 0.5\nP4 dog 0.3\n",
    "1 cat 0.9\n2 dog 0.1\n3 bird 0.5\n",
    "cat cat P1 0.9\ncat dog P2 0.1\n",
    "1 1 P1 0.9\n1 0 P2 0.1\n",
    "cat dog 0.9\ndog cat 0.1\ncat dog 0.5\n",
    "cat 0.9\ndog 0.1\ncat 0.5\n",
    "1 cat cat\n0 cat dog\n1 dog dog\n",
    "1 target u1 1\n1 nontarget u2 2\n0 nontarget u3 3\n",
    # Numbers.
    "5 7 0.5\n5 8 0.25\n6 7 0.75\n",
    "1 1 0 0.7\n1 0 1 0.2\n",
    "0.5 0.25\n0.1 0.2\n",
    "TP 50\nFP 10\nFN 5\nTN 100\n",
    # Ids that are never equal tell no truth.
    "a1 b2 b2_p 0.9\na1 c3 c3_p 0.1\n",
    "a1 a1 a1_p 0.9\nb2 b2 b2_p 0.1\n",
]


@pytest.mark.parametrize("text", ORDINARY)
def test_that_an_ordinary_table_stays_what_it_is(text: str) -> None:
    table = opened(text)
    assert table.known is None
    assert table.how.format == "delimited text"
    assert "truth'" not in table.names


def test_that_layouts_have_names_of_their_own() -> None:
    names = [layout.name for layout in layouts.LAYOUTS]
    assert len(set(names)) == len(names) == 25
