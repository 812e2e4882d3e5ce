"""What calls of K classes cost, and which calls cost least where probabilities are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


def cost_matrix(
    classes: Sequence[str], said: Iterable[tuple[str, str, float]]
) -> NDArray[np.float64]:
    """Return what it costs to call a row of each class each class.

    Parameters
    ----------
    classes
        The names of the K classes.
    said
        The true class, the called class and what that costs; a right call costs 0 and a wrong
        one 1 where nothing is said.

    Returns
    -------
    (K, K) array of float64
        Rows are true classes, columns called ones, in the order of `classes`.

    Raises
    ------
    ValueError
        If there is no such class.

    Examples
    --------
    >>> cost_matrix("ab", [("a", "b", 10.0)]).tolist()
    [[0.0, 10.0], [1.0, 0.0]]
    """
    found = 1.0 - np.eye(len(classes))
    places = {name: place for place, name in enumerate(classes)}
    for truth, call, cost in said:
        unknown = [name for name in (truth, call) if name not in places]
        if unknown:
            message = phrase(
                "there is no class '{name}' that could cost something", name=unknown[0]
            )
            raise ValueError(message)
        found[places[truth], places[call]] = cost
    return found


def cheapest_calls(
    probabilities: Sequence[NDArray[np.floating]], costs: NDArray[np.float64]
) -> NDArray[np.intp]:
    """Return the calls that cost least if the probabilities are right.

    Parameters
    ----------
    probabilities
        K columns of n probabilities, perhaps each times the same constant.
    costs : (K, K) array of float64
        As of `cost_matrix`.

    Returns
    -------
    (n,) array of intp
        The first of classes that cost the same; -1 where a probability is missing.

    References
    ----------
    Elkan 2001 (IJCAI, equation 1): the risk of a call is the sum of probabilities times costs.

    Examples
    --------
    >>> cheapest_calls(np.array([[0.2, 0.05], [0.8, 0.95]]), cost_matrix("ab", [("a", "b", 10.0)]))
    array([0, 1])
    """
    n = len(probabilities[0])
    best, least = np.full(n, -1, np.intp), np.full(n, np.inf)
    for call in range(len(costs)):
        risk = np.zeros(n)
        for truth, column in enumerate(probabilities):
            risk += costs[truth, call] * column  # NaN where one is missing
        cheaper = risk < least
        best[cheaper], least[cheaper] = call, risk[cheaper]
        best[np.isnan(risk)] = -1
    return best
