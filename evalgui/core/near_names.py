"""What a name that does not exist may have meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable


def meant(name: str, known: Iterable[str]) -> str:
    """Return a question about the name that is nearest, with a blank behind it; "" for none.

    Examples
    --------
    >>> meant("senstivity", ["sensitivity", "specificity"]), meant("x", ["sensitivity"])
    ("Did you mean 'sensitivity'? ", '')
    """
    from difflib import get_close_matches  # when there is a mistake

    of_fold = {one.casefold(): one for one in known}
    near = get_close_matches(name.casefold(), list(of_fold), n=1)
    if not near:
        return ""
    return phrase("Did you mean '{name}'? ", name=of_fold[near[0]])
