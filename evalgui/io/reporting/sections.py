"""The sections of a report: one entry each, in the order in which they stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

from evalgui.core.digits import grouped
from evalgui.core.metrics import Vocabulary
from evalgui.core.registry import Registry
from evalgui.core.texts import Style, Text, Told
from evalgui.core.vocabulary import phrase, words_in
from evalgui.io.reporting import about, beside, methods, pictures, results
from evalgui.io.reporting.blocks import Block, Paragraph, Part, Picture, Pictures, Report, Table
from evalgui.io.reporting.measured_rows import table_of
from evalgui.io.reporting.wording import name
from evalgui.io.writers.further import further_topics
from evalgui.render.text import fact_lines
from evalgui.results.topic import Reported
from evalgui.results.topics.baseline import BASELINE
from evalgui.results.topics.calibration import CALIBRATION
from evalgui.results.topics.checklist import Preset, checklist
from evalgui.results.topics.cost_curve import COST_CURVE
from evalgui.results.topics.decision_curve import DECISION_CURVE
from evalgui.results.topics.errors import ERRORS
from evalgui.results.topics.gain import GAIN
from evalgui.results.topics.people import PEOPLE
from evalgui.results.topics.precision_recall_gain import PRECISION_RECALL_GAIN
from evalgui.results.topics.predictiveness import PREDICTIVENESS
from evalgui.results.topics.requirements import REQUIREMENTS
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from evalgui.io.reporting.material import Material
    from evalgui.results.topic import Topic

Make: TypeAlias = Callable[["Material"], tuple[Block, ...]]

PAPERS = ("a4", "letter")
SHORT, CHECKLIST = "short", "checklist"
_FIRST = ("question", "threshold", "matrix", "measures", "curves", "scores")


@dataclass(frozen=True, slots=True)
class Section:
    """A section that a report may have.

    Parameters
    ----------
    id
        Stable name, as on the command line.
    title
        Its heading.
    make
        Returns what it says; nothing where there is nothing to say, and then it is left out.
    """

    id: str
    title: Told
    make: Make


def title_of(section: Section) -> str:
    """Return the heading of a section, in the words that are the same in each field."""
    return section.title.told(Style(words_in(Vocabulary.MACHINE_LEARNING)))


def _made_later(_material: Material) -> tuple[Block, ...]:
    return ()  # of the others


def _topic_blocks(topic: Topic, material: Material) -> tuple[Block, ...]:
    return (*results.topic(topic, material), *pictures.of_topic(topic.id, material))


def _topic_section(topic: Topic) -> Section:
    """Return the section of a topic, which is called as it is."""
    return Section(topic.id, topic.name, partial(_topic_blocks, topic))


_GAINS = (GAIN, PREDICTIVENESS, PRECISION_RECALL_GAIN)
_OF_CONSEQUENCES = (PEOPLE, DECISION_CURVE, COST_CURVE, *_GAINS, REQUIREMENTS)
_PLACED = (BASELINE, CALIBRATION, *_OF_CONSEQUENCES)


def _behind() -> tuple[Section, ...]:
    """Return the last sections: topics without a place, and then how all of it was made."""
    others = (one for one in further_topics() if one not in _PLACED)
    return (*map(_topic_section, others), *_LAST)


_LAST = (
    Section("errors", Text("Errors"), partial(results.topic, ERRORS)),
    Section("comparison", Text("Comparison of scores"), beside.comparison),
    Section("points", Text("Other operating points"), beside.other_points),
    Section("grey", Text("Indeterminate results"), beside.grey_zone),
    Section("missing", Text("Missing results"), beside.missing),
    Section("development", Text("Development and evaluation"), beside.development),
    Section("size", Text("Sample size"), beside.sample_size),
    Section("methods", Text("Methods"), methods.methods),
    Section(CHECKLIST, Text("Checklist"), _made_later),
    Section("exact", Text("All digits"), methods.exact_values),
    Section("reproduction", Text("Reproduction"), methods.reproduction),
)

SECTIONS: Registry[Section] = Registry(
    phrase("section"),
    Section(SHORT, Text("In short"), _made_later),
    Section("question", Text("Question"), about.question),
    Section("data", Text("Data"), about.data),
    _topic_section(BASELINE),
    Section("matrix", Text("Confusion matrix"), results.matrix),
    Section("threshold", Text("Operating point"), results.threshold),
    Section("measures", Text("Measures"), results.measures),
    Section("classes", Text("Classes"), results.classes),
    Section("ranking", Text("Ranking"), results.ranking),
    Section("curves", Text("Curves"), pictures.curves),
    Section("scores", Text("Scores by true class"), pictures.distributions),
    _topic_section(CALIBRATION),
    Section("biometrics", Text("Error rates at given error rates"), results.biometrics),
    Section("prevalence", Text("Prevalence"), beside.prevalence),
    *map(_topic_section, _OF_CONSEQUENCES),
    Section("subgroups", Text("Subgroups"), beside.subgroups),
    more=_behind,
)


def usual_sections() -> tuple[str, ...]:
    """Return the ids of the sections of a report where nobody chooses: some have to be asked for.

    What curves of gain and of costs come to is of use in few fields.
    """
    asked_for = {topic.id for topic in (COST_CURVE, *_GAINS)}
    return tuple(one for one in SECTIONS.ids if one not in asked_for)


def usual_preset(vocabulary: Vocabulary) -> Preset:
    """Return the checklist that is usual in a field."""
    known = {Vocabulary.CLINICAL: Preset.STARD, Vocabulary.MACHINE_LEARNING: Preset.TRIPOD}
    return known.get(vocabulary, Preset.ISO)


def make_report(
    material: Material,
    sections: Iterable[str] | None = None,
    *,
    preset: Preset | None = None,
    paper: str = "a4",
    is_card: bool = False,
) -> Report:
    """Return a report.

    Parameters
    ----------
    material
        What it is made of.
    sections
        The ids of the sections that are wanted; None for `usual_sections`.
    preset
        Whose checklist it has; None for that of the field.
    paper
        One of `PAPERS`.
    is_card
        Whether to take what stands on the card of one page alone.

    Returns
    -------
    Report
        Without sections that have nothing to say.

    Raises
    ------
    UnknownIdError
        If there is no such section.
    """
    chosen = usual_sections() if sections is None else sections
    wanted = {SECTIONS.by_id(one).id for one in chosen}
    preset = preset or usual_preset(material.vocabulary)
    wanted -= {BASELINE.id} if is_card else set()  # which reads all cells, and is on no card
    made = {
        one.id: Part(one.id, title_of(one), one.make(material))
        for one in SECTIONS
        if one.id in wanted
    }
    if is_card:
        parts = [_on_card(part) for part in made.values()]
    else:
        if SHORT in wanted:
            made[SHORT] = _in_short(material, made)
        made = {one: part if one == SHORT else _in_report(part) for one, part in made.items()}
        if CHECKLIST in wanted:
            others = [part for part in made.values() if part.blocks]
            found = _checklist(material, reported(material, others, preset))
            made[CHECKLIST] = Part(CHECKLIST, title_of(SECTIONS.by_id(CHECKLIST)), found)
        parts = list(made.values())
    dataset, score = material.dataset, material.snapshot.score
    title = name(PurePath(dataset.name).name, 120)
    subtitle = name(score.name, 120) if score is not None else ""
    words = material.words
    counted = words.counted(material.n, "1 row counted", "{n} rows counted", n=grouped(material.n))
    sha256 = "" if material.source is None else material.source.sha256
    facts = {"generator": f"evalgui {__version__}", "sha256": sha256}
    kept = tuple(part for part in parts if part.blocks)
    told = ", ".join(filter(None, [subtitle, counted]))
    return Report(
        title,
        told,
        kept,
        paper,
        is_card=is_card,
        facts=facts,
        language=words.language.code,
        is_right_to_left=words.language.is_right_to_left,
        contents=words("Contents"),
    )


def reported(material: Material, parts: Iterable[Part], preset: Preset) -> Reported:
    """Return what the sections of a report hold, for its checklist."""
    sections: dict[str, str] = {}
    titles: dict[str, str] = {}
    for part in parts:
        titles[part.id] = part.title
        for tag in sorted(part.holds()):
            sections.setdefault(tag, part.id)
    return Reported(preset.value, sections, titles, len(material.compared))


def _checklist(material: Material, report: Reported) -> tuple[Block, ...]:
    told, style = checklist(material.snapshot, report), Style(material.words)
    (table,) = told.tables
    facts = (Paragraph(line) for line in fact_lines(told, style))
    return (*facts, table_of(table, told.title.told(style), material.words))


def _in_report(part: Part) -> Part:
    """Return what of a section stands in the whole report."""
    kept = tuple(one for one in part.blocks if not getattr(one, "only_card", False))
    return Part(part.id, part.title, kept)


def _in_short(material: Material, made: Mapping[str, Part]) -> Part:
    """Return the most important of the card as the first page of the whole report.

    It has what is in the sections that are wanted, or all where it is wanted by itself. They
    answer the items of the checklist; it answers that there is such a page.
    """
    parts = [made[one] for one in _FIRST if one in made]
    has_ranking = not parts or "ranking" in made
    if not parts:
        parts = [Part(one, "", SECTIONS.by_id(one).make(material)) for one in _FIRST]
    blocks = [
        replace(block, holds=())
        for part in parts
        for block in _on_card(part).blocks
        if isinstance(block, Paragraph | Table | Picture)
    ]
    blocks = [
        results.over_all_thresholds(one, material)
        if has_ranking and isinstance(one, Table) and one.only_card
        else one
        for one in blocks
    ]
    texts: list[Block] = [one for one in blocks if not isinstance(one, Picture)]
    drawn = tuple(one for one in blocks if isinstance(one, Picture))
    if drawn:
        texts.append(Pictures(drawn))
    if any(isinstance(one, Table) for one in blocks):
        told = material.words("The most important on one page: a whole report says more of each.")
        texts.append(Paragraph(told, is_note=True, holds=(SHORT,)))
    return Part(SHORT, title_of(SECTIONS.by_id(SHORT)), tuple(texts), is_page=True)


def _on_card(part: Part) -> Part:
    """Return what of a section stands on the card."""
    kept: list[Block] = []
    for block in part.blocks:
        if isinstance(block, Pictures):
            kept += [one for one in block.pictures if one.on_card]
        elif getattr(block, "on_card", False):
            kept.append(block)
    return Part(part.id, part.title, tuple(kept))
