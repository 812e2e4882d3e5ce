"""What a method of making intervals is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.measured import Sided

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Method:
    """One way of making an interval; the label of an interval is the name of what ran.

    Parameters
    ----------
    id
        Stable name within its kind, such as ``"wilson"``.
    name
        Its label beside an interval.
    explanation
        What it does and what it is good for, one or two sentences.
    compute
        The function; what it takes is the same for all methods of a kind, and it returns the
        lower and the upper limit, NaN where they are undefined.
    assumes
        What else it assumes beside what its kind does, "" for nothing.
    is_exact
        Whether it is exact for whole numbers of independent rows, and for nothing else.
    is_recommended
        Whether it is the one that a kind begins with: one of each is.
    sided
        Whether both limits are estimated, or one.
    where_zero
        What runs in its place where it gives no limits, or none with a width, since a count is
        0; None for itself.
    source
        Where it is defined.
    """

    id: str
    name: str
    explanation: str
    compute: Callable[..., tuple[float, float]]
    assumes: str = ""
    is_exact: bool = False
    is_recommended: bool = False
    sided: Sided = Sided.TWO
    where_zero: Method | None = None
    source: str = ""
