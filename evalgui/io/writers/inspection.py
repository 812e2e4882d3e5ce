"""What the program understands of files, as JSON types and as lines of text: `evalgui inspect`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Any

from evalgui.core.checks import Finding
from evalgui.core.errors import EvalguiError
from evalgui.core.memory import enough_memory
from evalgui.core.texts import Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import read_source
from evalgui.io.loading import Loaded, assess
from evalgui.io.loading_together import is_folder, load_together
from evalgui.io.meaning import (
    FIND_OUT,
    MOST_ASKED,
    ReadOptions,
    Roles,
    listed,
    more_questions,
)
from evalgui.io.remembered.import_spec import ImportSpec, read_import_spec
from evalgui.io.remembered.roles_json import KEYS, roles_from_json, unknown_keys
from evalgui.io.writers.import_log import understood
from evalgui.io.writers.measures import style_of
from evalgui.io.writers.several_files import about_files, unmatched_in_words
from evalgui.render import json as as_json
from evalgui.render.text import fact_lines
from evalgui.render.text import notes as lines_of_notes
from evalgui.results.inspection import inspection, refused

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from evalgui.core.texts import Told
    from evalgui.core.words import Words
    from evalgui.io.meaning import Reason, Role
    from evalgui.io.table import RawTable
    from evalgui.results.result import Result


@dataclass(frozen=True, slots=True)
class Inspected:
    """What is understood of files.

    Parameters
    ----------
    results
        Of each data set.
    names
        The files, where each of several is a data set of its own.
    about
        What several files are together, as of `about_files`.
    """

    results: tuple[Result, ...]
    names: tuple[str, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON types.

        Returns
        -------
        dict
            As of `evalgui.results.inspection.inspection`, with the findings under ``warnings``.
            Where each of several files is a data set of its own, that with ``results``, one for
            each ``file``, and the ``status`` of the first that is not loaded, if any.
        """
        told = list(map(_as_json, self.results))
        if not self.names:
            return {**told[0], **self.about}
        states = [one["status"] for one in told if one["status"] != "loaded"]
        named = zip(self.names, told, strict=True)
        results = [{"file": name, **one} for name, one in named]
        return {"status": (*states, "loaded")[0], **self.about, "results": results}

    def lines(self, words: Words) -> Iterator[str]:
        """Yield it as lines of text for people, in the words of a field."""
        if self.names:
            yield self.about["why"]
        for place, result in enumerate(self.results):
            if self.names:
                yield from ("", self.names[place])
            yield from fact_lines(result, style_of(words))
            yield from lines_of_notes(result.tables[0], style_of(words))
        if self.about and not self.names:
            yield from unmatched_in_words(dict(self.about))


def _as_json(result: Result) -> dict[str, Any]:
    return as_json.facts(result) | {"warnings": as_json.listed(result.tables[0])}


def inspect(  # noqa: PLR0913 - all are named
    paths: Sequence[str | os.PathLike[str]],
    roles_json: str | None = None,
    spec_path: str | os.PathLike[str] | None = None,
    *,
    said: Roles | None = None,
    reading: ReadOptions = FIND_OUT,
    answer_to: Callable[[Role], str] = lambda _role: "",
) -> Inspected:
    """Read files as the window would, and return what was understood.

    Parameters
    ----------
    paths
        The file, or several that may belong together.
    roles_json
        What their columns mean, as the JSON text of an object that
        `evalgui.io.remembered.roles_json.roles_from_json` explains. A column goes by its name,
        or by its place from 0 in a single file. None to propose everything.
    spec_path
        A file with choices that were made for another file (see
        `evalgui.io.remembered.import_spec`), which hold where `roles_json` says nothing.
    said
        What its columns mean, before what `roles_json` says.
    reading
        What is said about how it is read; the rest is found out.
    answer_to
        Returns how a question about a role is answered, to be put behind it.
    """
    # Arrow is imported when it is needed: the command line has other uses.
    from evalgui.io.formats import registry

    def told(loaded: Loaded) -> Result:
        return _result(loaded, _unknown_roles(roles_json), answer_to)

    try:
        spec = None if spec_path is None else read_import_spec(spec_path)
        if len(paths) == 1 and not is_folder(paths[0]):
            with enough_memory(phrase("opening the data")):
                source = read_source(paths[0])
                table = registry.read(source, _options(spec, reading))
            roles = _decided(_parse_roles(table, roles_json), spec, said)
            return Inspected((told(assess(table, roles)),))
        roles = _decided(_parse_roles(None, roles_json), spec, said)
        together = load_together(paths, roles=roles, options=_options(spec, reading))
    except EvalguiError as error:
        return Inspected((refused(error),))
    about = about_files(together)
    if len(together.files) == 1:
        return Inspected((told(together.results[0]),))
    if together.combination:
        return Inspected((told(together.results[0]),), about=about)
    names = tuple(file.name for file in together.files)
    return Inspected(tuple(map(told, together.results)), names, about)


def _result(loaded: Loaded, unknown: Sequence[Finding], answer_to: Callable[[Role], str]) -> Result:
    proposal = loaded.proposal
    found = understood(loaded, (*_findings(loaded), *unknown))
    if loaded.dataset is None:
        asked = [_asked(one, answer_to) for one in proposal.asked[:MOST_ASKED]]
        more = map(Text, more_questions(len(proposal.asked)))
        return inspection(found, proposal.question, None, (*asked, *more))
    sentences = (one.sentence for one in proposal.reasons)
    message = " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)
    return inspection(found, message, loaded.dataset)


def _asked(reason: Reason, answer_to: Callable[[Role], str]) -> Told:
    question, answer = as_text(reason.question), answer_to(reason.role)
    return Text("{question} {answer}", {"question": question, "answer": answer})


def _options(spec: ImportSpec | None, reading: ReadOptions) -> ReadOptions | None:
    """Return what is decided about the format."""
    options = None if spec is None else spec.options
    return options if reading == FIND_OUT else reading.over(options or FIND_OUT)


def _decided(named: Roles | None, spec: ImportSpec | None, said: Roles | None) -> Roles | None:
    """Return what is decided about the columns: what was said last comes first."""
    parts = [one for one in (said, named, None if spec is None else spec.roles) if one is not None]
    return reduce(Roles.over, parts) if parts else None


def _parse_roles(table: RawTable | None, roles_json: str | None) -> Roles | None:
    return None if roles_json is None else roles_from_json(_decode(roles_json), table)


def _decode(roles_json: str) -> object:
    try:
        return json.loads(roles_json)
    except (ValueError, RecursionError):
        return None


def _unknown_roles(roles_json: str | None) -> tuple[Finding, ...]:
    """Return a finding about what is no role: it may be a misspelt one."""
    unknown = () if roles_json is None else unknown_keys(_decode(roles_json))
    if not unknown:
        return ()
    text = phrase(
        "{names}: no role, and passed over; the roles are {roles}",
        names=listed(unknown),
        roles=", ".join(KEYS),
    )
    return (Finding("unknown_role", text, len(unknown)),)


def _findings(loaded: Loaded) -> Iterable[Finding]:
    if loaded.dataset is not None:
        from evalgui.io.building.balance import of_balance
        from evalgui.io.repeats.rows import of_repeats  # and Arrow

        balance = of_balance(loaded.dataset, loaded.proposal.roles)
        return (*loaded.dataset.findings, *balance, *of_repeats(loaded))
    return dict.fromkeys((*loaded.table.findings, *loaded.proposal.findings))
