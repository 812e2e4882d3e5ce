"""Whether about as many rows are of one class as of the other, as where somebody chose them so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import show_hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.dataset import Dataset
    from evalgui.io.meaning import Roles

BALANCED = "balanced_classes"
"""The code of the finding that asks whether the sizes of the classes were chosen."""

_FEWEST = 30  # rows: of fewer, half are often of one class by chance
_APART = 10  # per cent of the rows, by which one class may be larger: 45 to 55 %


def of_balance(dataset: Dataset | None, roles: Roles) -> Iterator[Finding]:
    """Yield that the sizes of two classes may have been chosen, where nobody said how rows were.

    Parameters
    ----------
    dataset
        None where a file was not assessed.
    roles
        Those of its columns.
    """
    if dataset is None or dataset.n_classes != 2 or roles.sampling is not None or roles.subjects:
        return
    sizes = dataset.class_sizes
    n_positive, n = sizes[dataset.positive].item(), sizes.sum().item()
    if n < _FEWEST or 100 * abs(2 * n_positive - n) > _APART * n:
        return
    text = phrase(
        "{m} of {n} rows are of the class '{name}', about half: were the sizes of the classes "
        "chosen? Predictive values and accuracy hold for this share alone then",
        m=grouped(n_positive),
        n=grouped(n),
        name=show_hidden(dataset.positive_class),
    )
    yield Finding(BALANCED, text, n)
