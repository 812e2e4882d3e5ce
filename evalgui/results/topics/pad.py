"""Presentation attack detection: APCER by species, the worst of them, and BPCER."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.attack_scores import (
    Rates,
    are_attacks_positive,
    n_unscored,
    rates_at,
    rates_of,
)
from evalgui.core.between_groups.apart import Rate
from evalgui.core.biometrics.failures import with_failures
from evalgui.core.biometrics.presentation_attacks import (
    NO_IAPAR,
    NO_SPECIES,
    NOT_BONA_FIDE,
    ONE_IN,
    likely_columns,
    relative_impostor_accept,
    worst,
)
from evalgui.core.counted_failures import NoFailuresError
from evalgui.core.counted_failures import rates_of as failed
from evalgui.core.errors import sentence_of
from evalgui.core.groups import snapshots_by
from evalgui.core.intervals.proportions import one_sided_upper, wilson
from evalgui.core.matched_attacks import matched_attacks
from evalgui.core.measured import Asked, Interval, Measured, Sided
from evalgui.core.requests import NameSpecies, SelectRows, UseChoice
from evalgui.core.row_expressions import both, equals, is_missing
from evalgui.core.rules import choose, rule_by_id
from evalgui.core.selection import Selection, Where
from evalgui.core.texts import Computed, Count, Given, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import SHARE, Column, Fact, Result, Row, Table, Way
from evalgui.results.topic import Topic
from evalgui.results.topics.failures import NOT_MEASURED
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.dataset import Dataset, Species
    from evalgui.core.rules import Choice
    from evalgui.core.score_table import Attacks
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

_TITLE = Text("Presentation attack detection")
_OF_ATTACKS = Text("attacks")
_WITHOUT = Text("without a species")
_WHERE = phrase("; Data > Columns gives one the role of attack species")
_FIRST = (
    Row("apcer", Text("Largest APCER of a species"), SHARE),
    Row("bpcer", Text("BPCER"), SHARE),
)
_RELATIVE = (
    Row("iapar", Text("IAPAR"), SHARE),
    Row("frr", Text("FRR, of bona fide presentations"), SHARE),
    Row("riapar", Text("RIAPAR = IAPAR + FRR")),
)
_DEPRECATED = Text("deprecated")
_EACH = (Column("apcer", Text("APCER"), SHARE, keys={"measured": "apcer"}),)


def _title(species: str) -> Told:
    return Given(species) if species else _WITHOUT


def attacks_of(snapshot: Snapshot) -> Attacks | None:
    """Return the scores of attacks by species; None where these, or scores, are not known."""
    ranking = snapshot.ranking
    return None if ranking is None else ranking.table.steps.attacks


def errors_at(snapshot: Snapshot) -> Rates | None:
    """Return the errors on attacks of each species, and on bona fide presentations.

    Parameters
    ----------
    snapshot
        With a threshold of scores, or calls; else, and where no column tells the species or
        neither class is bona fide, None.
    """
    dataset, point, attacks = snapshot.dataset, snapshot.point, attacks_of(snapshot)
    if dataset is None or dataset.species is None or point is None:
        return None
    if attacks is not None:
        return rates_at(attacks, point.threshold, point.counts)
    are_positive = are_attacks_positive(dataset, snapshot.positive)
    if are_positive is None:
        return None
    each = {
        group.name: there.point.counts
        for group, there in snapshots_by(snapshot, dataset.species.column)
        if there.point is not None
    }
    return rates_of(each, point.counts, attacks_are_positive=are_positive)


def pad(snapshot: Snapshot) -> Result | None:
    """Return what a threshold does with attacks of each species, and with bona fide ones.

    Parameters
    ----------
    snapshot
        With a threshold, either class bona fide, and a column of species.

    Returns
    -------
    Result or None
        The table ``pad``: the largest ``apcer`` with the upper limit that holds for the largest
        (whose species may be another one), ``bpcer`` at the threshold, and the least BPCER where
        the APCER of every species is at most 10, 5 and 1 %. The table ``species``
        has the APCER of each, with its one-sided exact limit. Facts ``without``, ``stray`` and
        ``unscored`` count what does not fit; ``iapar``, ``frr`` and ``riapar``, their sum, ask for
        what was not measured; the fact ``acer`` is deprecated. None where no column
        tells the species.

    References
    ----------
    ISO/IEC 30107-3:2023, as told by papers and open tools.
    """
    found, dataset = errors_at(snapshot), snapshot.dataset
    if found is None or not found.attacks or dataset is None or dataset.species is None:
        return None
    level = snapshot.inputs.intervals.level
    largest = worst(found.attacks, level)
    n = int(found.attacks[largest.species].n)
    interval = Interval(level, "exact", 0.0, largest.limit, (n,), sided=Sided.UPPER)
    cells = {
        "apcer": Measured(largest.rate, "", interval=interval),
        "bpcer": _wilson(found.bona_fide, level),
    }
    rows = [*_FIRST]
    matched = _matched(snapshot, dataset)
    share = matched if isinstance(matched, str) else matched[1]
    cells |= _relative(snapshot, share, found.bona_fide, level)
    for one_in in ONE_IN:
        chosen = _least(snapshot, one_in)
        request = None if chosen is None or chosen.counts is None else UseChoice(chosen)
        title = Text("BPCER{one_in}", {"one_in": one_in})
        rows.append(Row(f"bpcer{one_in}", title, SHARE, request=request))
        cells[rows[-1].id] = _bpcer(snapshot, chosen, level)
    rows += _RELATIVE
    values = {
        "worst": _title(largest.species),
        "limit_of": _title(largest.limit_of),
        "limit": Computed(largest.limit),
    }
    told = Text("the worst species is {worst}; the upper limit {limit} is of {limit_of}", values)
    said = {"worst": largest.species, "limit_of": largest.limit_of, "level": level}
    facts = [Fact("worst", _OF_ATTACKS, told, said), *_counted(snapshot, found)]
    if isinstance(matched, tuple) and snapshot.inputs.consequences.matched:
        told = Text("IAPAR is the largest, that of {species}", {"species": _title(matched[0])})
        facts.append(Fact("iapar", _OF_ATTACKS, told, {"iapar_of": matched[0]}))
    acer = (largest.rate + found.bona_fide.value) / 2
    if not math.isnan(acer):
        told = Text("ACER {acer}, half of the largest APCER and BPCER", {"acer": Computed(acer)})
        facts.append(Fact("acer", _DEPRECATED, told, {"deprecated": {"acer": acer}}))
    tables = (
        Table("pad", (VALUE,), tuple(rows), lambda row, _one: cells[row.id]),
        _species(dataset.species, dataset, found, level),
    )
    return Result("pad", _TITLE, tables, tuple(facts))


def _least(snapshot: Snapshot, one_in: int) -> Choice | None:
    """Return where APCER of every species is small at the lowest BPCER: the same at any line."""
    ranking, attacks = snapshot.ranking, attacks_of(snapshot)
    if ranking is None or attacks is None:
        return None
    if one_in not in attacks.kept:
        steps, given = ranking.table.steps, {"apcer": 1 / one_in}
        attacks.kept[one_in] = choose(rule_by_id("apcer"), steps, ranking.score, given)
    found: Choice = attacks.kept[one_in]
    return found


def _bpcer(snapshot: Snapshot, chosen: Choice | None, level: float) -> Measured:
    attacks = attacks_of(snapshot)
    if chosen is None or attacks is None or chosen.counts is None:
        return Measured(
            math.nan, phrase("there is no score") if chosen is None else chosen.undefined
        )
    found = rates_of({}, chosen.counts, attacks_are_positive=attacks.are_positive)
    return _wilson(found.bona_fide, level)


def _matched(snapshot: Snapshot, dataset: Dataset) -> tuple[str, Rate] | str:
    """Return the attacks that were matched, of the species of which most were, or why not."""
    said, attacks = snapshot.inputs.consequences, attacks_of(snapshot)
    if not said.matched:
        return NO_IAPAR if said.iapar is None else ("", Rate(*said.iapar))
    kept = {} if attacks is None else attacks.kept
    if said.matched not in kept:
        try:
            each = matched_attacks(dataset, said.matched)
        except ValueError as error:
            kept[said.matched] = sentence_of(error)
        else:
            most = max(each, key=lambda one: each[one].value, default=None)
            kept[said.matched] = NO_IAPAR if most is None else (most, each[most])
    found: tuple[str, Rate] | str = kept[said.matched]
    return found


def _acquiring(snapshot: Snapshot) -> tuple[Rate | None, str]:
    """Return the failures to acquire of bona fide attempts, or why these are not known."""
    try:
        found, _enrolling = failed(snapshot)
    except NoFailuresError as error:
        return None, sentence_of(error)
    if not found:
        return None, NOT_MEASURED["fta_genuine"]
    # A column tells those of positives first; who types them, those of bona fide attempts.
    attacks, is_counted = attacks_of(snapshot), snapshot.inputs.consequences.acquiring_by
    is_second = is_counted and attacks is not None and attacks.are_positive
    return Rate(*found[-1 if is_second else 0]), ""


def _relative(
    snapshot: Snapshot, matched: Rate | str, bona_fide: Rate, level: float
) -> dict[str, Measured]:
    """Return IAPAR, FRR and their sum; what was not measured is asked for, and never 0."""
    missed, why = _acquiring(snapshot)
    nothing = Rate(0.0, 0.0)
    if isinstance(matched, str):
        iapar = Measured(math.nan, Asked(matched))
    else:
        iapar = _wilson(matched, level)
    if missed is None:
        frr = Measured(math.nan, why)
    else:
        frr = with_failures(bona_fide, nothing, missed, nothing, nothing, level).frr
    if isinstance(matched, str) or missed is None:
        lacking = iapar if isinstance(matched, str) else frr
        return {"iapar": iapar, "frr": frr, "riapar": Measured(math.nan, lacking.reason)}
    riapar = relative_impostor_accept(matched, bona_fide, level, missed)
    return {"iapar": iapar, "frr": frr, "riapar": riapar}


def _wilson(rate: Rate, level: float) -> Measured:
    k, n = rate
    if not n:
        return Measured(math.nan, phrase("no bona fide presentation has a score"))
    interval = Interval(level, phrase("Wilson"), *wilson(k, n, level), (int(n),))
    return Measured(k / n, "", (int(k), int(n)), interval)


def _species(species: Species, dataset: Dataset, found: Rates, level: float) -> Table:
    def cell(row: Row, _column: Column) -> Measured:
        k, n = found.attacks[row.id]
        limits = one_sided_upper(k, n, level)
        interval = Interval(level, "exact", *limits, (int(n),), sided=Sided.UPPER)
        return Measured(k / n, "", (int(k), int(n)), interval)

    others = [one for place, one in enumerate(dataset.classes) if place != species.bona_fide]
    are_attacks = len(others) == 1 and dataset.truth_by

    def chosen(name: str) -> SelectRows:
        column = species.column
        own = equals(column, name) if name else is_missing(column)
        own = both(own, equals(dataset.truth_by, others[0])) if are_attacks else own
        return SelectRows(Selection.of(Where(own)))

    rows = tuple(
        Row(
            name,
            _title(name),
            request=None if dataset.is_counted else chosen(name),
        )
        for name in found.attacks
    )
    return Table("species", _EACH, rows, cell, Text("species"))


def _counted(snapshot: Snapshot, found: Rates) -> Iterator[Fact]:
    """Yield what of the rows takes no part, or a part of its own."""
    without, attacks = found.attacks.get(""), attacks_of(snapshot)
    if without is not None:
        told = Text(
            "{n} attack presentations have no species: a species of their own",
            {"n": Count(int(without.n))},
        )
        yield Fact("without", _OF_ATTACKS, told, {"without_species": without.n})
    if found.stray:
        told = Text(
            "{n} bona fide presentations have a species, which means nothing there",
            {"n": Count(int(found.stray))},
        )
        yield Fact("stray", _OF_ATTACKS, told, {"bona_fide_with_species": found.stray})
    n = 0.0 if attacks is None else n_unscored(attacks)
    if n:
        told = Text("{n} attack presentations have no score, and no part", {"n": Count(int(n))})
        yield Fact("unscored", _OF_ATTACKS, told, {"unscored_attacks": n})


def why_not(snapshot: Snapshot) -> str:
    """Return what of these data has to be said first, in words."""
    dataset = snapshot.dataset
    if dataset is None or dataset.species is None:
        return NO_SPECIES
    return NOT_BONA_FIDE if errors_at(snapshot) is None else ""


def species_ways(snapshot: Snapshot) -> tuple[Way, ...]:
    """Return the columns that may tell the species, where none does."""
    dataset = snapshot.dataset
    if dataset is None or dataset.species is not None:
        return ()
    return tuple(
        Way(f"species_{place}", Text("Species: {name}", {"name": Given(name)}), NameSpecies(name))
        for place, name in enumerate(likely_columns(dataset))
    )


def _live(snapshot: Snapshot) -> Result | None:
    """Return the same; where nothing tells the species why not, and which columns may."""
    why = why_not(snapshot)
    if not why or snapshot.dataset is None:
        return pad(snapshot)
    ways = species_ways(snapshot)
    words = why if ways else phrase("{why}{where}", why=why, where=_WHERE)
    return Result("pad", _TITLE, facts=(Fact("refused", _TITLE, as_text(words), {}, ways),))


def _lacks(snapshot: Snapshot) -> str:
    why = why_not(snapshot)
    return phrase("{why} (--species COL)", why=why) if why == NO_SPECIES else why


PAD = Topic(
    id="pad",
    name=_TITLE,
    explanation=Text("APCER of each species, the largest with its limit, and BPCER."),
    make=lambda snapshot, _beside: pad(snapshot),
    live=_live,
    rests=lambda snapshot: snapshot.dataset is not None and snapshot.dataset.species is not None,
    lacks=_lacks,
)
