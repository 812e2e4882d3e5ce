"""What became of every row of a file, to be kept with the results: the flow of the data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.digits import exact, grouped
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.remembered.roles_json import reasons_as_json, roles_to_json
from evalgui.io.writers.origin import source_of
from evalgui.render.text import whole
from evalgui.results.topic import Understood
from evalgui.results.topics.flow import import_log

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.checks import Finding
    from evalgui.core.vocabulary import Words
    from evalgui.io.loading import Loaded
    from evalgui.results.result import Result

_SHOWN = 20


def log_of(
    loaded: Loaded, more: Sequence[Finding] = (), shown: Sequence[Finding] | None = None
) -> Result:
    """Return the import log of a file that was opened, with what was found about it later.

    What is `shown` of its own findings, such as for another class, goes before them. The rest is
    as of `evalgui.results.topics.flow.import_log`.

    Raises
    ------
    ValueError
        If there is a question left about it, and so no data set.
    """
    dataset = loaded.dataset
    if dataset is None:
        message = "nothing was imported yet"
        raise ValueError(message)
    own = dataset.findings if shown is None else shown
    found = understood(loaded, (*loaded.digest.notes, *own, *more))
    return import_log(dataset, source_of(loaded), found)


def understood(loaded: Loaded, findings: Sequence[Finding]) -> Understood:
    """Return what the columns of a file are taken for, with what is odd about it."""
    table, proposal = loaded.table, loaded.proposal
    return Understood(
        roles_to_json(proposal.roles),
        [one.sentence for one in proposal.reasons],
        [one.told for one in proposal.reasons],
        reasons_as_json(proposal.reasons),
        findings,
        table.how.format,
        table.names,
        table.n_rows,
        proposal.confidence.told,
        [{"role": one.role.value, "question": one.question} for one in proposal.asked],
    )


def log_lines(
    log: Result, most_rows: int | None = _SHOWN, words: Words = MACHINE_LEARNING
) -> Iterator[str]:
    """Return an import log as lines of text for people.

    Parameters
    ----------
    log
        As of `log_of`.
    most_rows
        How many rows to name that were set aside for one reason; None for all of them.
    words
        What classes, calls and measures are called; the user's own words stay.
    """
    return whole(log, Style(words, exact, count=grouped, most=most_rows))
