"""Questions that signs answer: what is still to be seen is left out only where it says nothing."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.io.meaning.evidence import words

GROUP = st.dictionaries(
    st.sampled_from("abc"), st.sampled_from([-float("inf"), -1.0, -0.25, 0.25, 0.5, 2.0])
)


@given(st.lists(GROUP, min_size=1, max_size=4), st.data())
def test_that_a_sign_left_out_would_change_nothing(
    groups: list[dict[str, float]], data: st.DataObject
) -> None:
    known = {str(place): own for place, own in enumerate(groups)}
    held = {group: data.draw(st.sampled_from(["", *own])) for group, own in known.items()}
    total = sum(known[group][name] for group, name in held.items() if name)
    signs = {group: partial(_held, name) for group, name in held.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "signs_of", {"any": known}.__getitem__)
        assert words.speaks_for("any", None, signs) == (total > 0)


def _held(name: str, _: None) -> str:
    return name


def test_that_a_sign_nobody_knows_is_an_error() -> None:
    with pytest.raises(KeyError):
        words.speaks_for("header", None, {"cells": partial(_held, "unheard of")})
