"""The rules that choose a threshold by family, with what each chooses, as a tree model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QColor

from evalgui.core.languages import tr
from evalgui.core.provenance import Origin
from evalgui.core.rules import RULES
from evalgui.core.rules.rule import RuleFamily, Unit
from evalgui.core.rules.short_lists import costs_of
from evalgui.core.snapshot import Inputs
from evalgui.gui.accessible import named_cell
from evalgui.gui.look import Theme, text
from evalgui.gui.models import rule_cells
from evalgui.gui.models.rule_cells import N_COLUMNS, NUMBERS, RuleColumn
from evalgui.gui.models.rule_choices import Key, Refused, RuleChoices
from evalgui.gui.models.rule_sentences import NEXT, SENTENCES
from evalgui.gui.models.rule_words import rule_in_words
from evalgui.gui.results.sectioned import (
    ACCESSIBLE,
    ALIGNMENT,
    ANSWERED,
    DISPLAY,
    FONT,
    FOREGROUND,
    LEFT,
    RIGHT,
    TOOL_TIP,
    WHATS_THIS,
    Index,
    SectionedModel,
)

if TYPE_CHECKING:
    from evalgui.core.provenance import Provenance
    from evalgui.core.ranking import Ranking
    from evalgui.core.rules import Rule
    from evalgui.core.rules.rule import Choice, Parameter
    from evalgui.core.vocabulary import Words
    from evalgui.gui.models.rule_sentences import Blank, Sentence

_FIRST = 8  # rules that are shown before all are asked for
_LONG = 60  # letters: what else is set in a rule stands below, where it is set
_ASKED_FOR_MOST = tr("Asked for most")
_IN_WORDS = frozenset({Unit.MEASURE, Unit.CHOICE})


def target_of(rule: Rule) -> Parameter | None:
    """Return the number that a rule is asked for with, which stands in its row; None without one.

    A prevalence is that of the window.
    """
    first = next(iter(rule.parameters), None)
    return None if first is None or first.unit in _IN_WORDS else first


class RulesModel(SectionedModel):
    """Families with their rules; what was sought alone decides which rows there are."""

    n_columns = N_COLUMNS

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.choices = RuleChoices(self)
        self.choices.arrived.connect(self.announce)
        self._words = text.AT_FIRST
        self._filter = ""
        self._inputs = Inputs()
        self._in_force: Provenance | None = None
        self._taken_over: Key | None = None  # the rule in force as it was set
        self._cells: dict[tuple[str, RuleColumn], str] = {}  # as they are shown, once asked for
        self._sections: tuple[tuple[str, tuple[Rule, ...]], ...] = ()
        self._sentences: dict[str, Sentence] = {}
        self.is_short = True  # whether the rules that are asked for most are shown alone
        self.choices.given_changed.connect(self.announce)
        self.set_words(self._words)

    # -------------------------------------------------------------------------- state

    def set_words(self, words: Words) -> None:
        """Name the rules, and the rates beside them, as another field does."""
        self._words = words
        self._sentences = {one.rule: one for one in SENTENCES[words.vocabulary]}
        for rule, sentence in ((RULES.by_id(one.rule), one) for one in self.sentences):
            for name, value in sentence.usual.items():
                if not self.choices.is_set(rule, name):
                    self.choices.set_given(rule, name, value)
        self._rebuild_where_others()
        self.announce()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, N_COLUMNS - 1)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The rules that the field asks for most, as sentences."""
        return tuple(self._sentences.values())

    def blank(self, rule: Rule) -> tuple[Parameter, Blank | None] | None:
        """Return the target of a rule, and how it is said in its sentence; None without one."""
        target = target_of(rule)
        sentence = self._sentences.get(rule.id)
        blanks = () if sentence is None else sentence.blanks
        same = (one for one in blanks if target is not None and one.parameter == target.id)
        return None if target is None else (target, next(same, None))

    def set_short(self, *, is_short: bool) -> None:
        """Show the rules that are asked for most alone, or all."""
        if is_short != self.is_short:
            self.is_short = is_short
            self._rebuild()

    def set_filter(self, sought: str) -> None:
        """Show only the rules of which something has every word; "" shows all."""
        if sought != self._filter:
            self._filter = sought
            self._rebuild()

    def set_ranking(self, ranking: Ranking | None) -> bool:
        """Choose from another score from now on; return whether it is another one."""
        is_other = self.choices.set_ranking(ranking)
        if is_other:
            self._rebuild_where_others()
        return is_other

    def set_inputs(self, inputs: Inputs) -> bool:
        """Take how intervals are made; return whether they are made in another way now."""
        before, self._inputs = self._inputs, inputs
        self.choices.set_prevalence(inputs.intervals.prevalence)
        old, new = costs_of(before.parameters), costs_of(inputs.parameters)
        for name, value in new.items() if old != new else ():
            self.choices.set_given(RULES.by_id("cost"), name, value)
        return before.intervals != inputs.intervals or before.dataset is not inputs.dataset

    def set_in_force(self, provenance: Provenance | None) -> bool:
        """Write the rule in bold that chose the threshold in force, and show it as it was set then.

        Returns
        -------
        bool
            Whether something else is set in it from now on.
        """
        is_chosen = provenance is not None and provenance.kind is Origin.CHOSEN
        wanted = provenance if is_chosen else None
        if wanted is not None and not any(rule.id == wanted.rule for rule in RULES):
            wanted = None  # it was typed
        if wanted != self._in_force:
            self._in_force = wanted
            self.announce()
        rule = None if provenance is None else RULES.ids.get(provenance.rule or "")
        before, self._taken_over = self._taken_over, None
        if provenance is not None and rule is not None:
            self._taken_over = rule.id, provenance.parameters
        told = self._taken_over
        if (before and before[0]) != (told and told[0]):
            self._rebuild_where_others()
        if rule is None or told is None or told == before:
            return False
        return self.choices.give(rule, dict(told[1]))

    def set_theme(self, theme: Theme) -> None:
        """Recolour what is faint."""
        self._faint = QColor(theme.faint_text)
        self.announce()

    def announce(self) -> None:
        """Have everything painted anew; the rows stay."""
        self._cells.clear()
        for section in range(len(self._sections)):
            self._announce_rows(section, 0, N_COLUMNS - 1)
        self._announce_titles(N_COLUMNS - 1)

    def _on_show(self) -> list[Rule]:
        """Return the rules that there are rows of; those for others are there where sought."""
        ranking, kept = self.choices.ranking, self._taken_over
        if self._filter:
            return [rule for rule in RULES if self._matches(rule)]
        in_force, own = "" if kept is None else kept[0], self._words.vocabulary

        def is_of_use(rule: Rule) -> bool:
            is_offered = ranking is None or ranking.is_offered(rule)
            return rule.id == in_force or (is_offered and own not in rule.foreign_to)

        asked = map(RULES.by_id, (*self._sentences, *NEXT[own]))
        first = list(filter(is_of_use, asked))[:_FIRST]
        others = [rule for rule in filter(is_of_use, RULES) if rule not in first]
        return [*first, *(one for one in others if not self.is_short or one.id == in_force)]

    def _rebuild_where_others(self) -> None:
        before = self._sections
        self._arrange()
        self._sections, found = before, self._sections
        self._sizes = tuple(len(rules) for _title, rules in before)
        if found != before:
            self._rebuild()

    def _arrange(self) -> None:
        found, n_first = self._on_show(), 0 if self._filter else _FIRST
        n_first = len(found) if self.is_short and not self._filter else n_first
        sections = [(_ASKED_FOR_MOST, tuple(found[:n_first]))]
        for family in RuleFamily:
            own = tuple(rule for rule in found[n_first:] if rule.family is family)
            sections.append((tr(family.value), own))
        self._sections = tuple(section for section in sections if section[1])
        self._sizes = tuple(len(rules) for _title, rules in self._sections)

    def _matches(self, rule: Rule) -> bool:
        told = (
            rule.id,
            self.name(rule),
            self.sentence(rule),
            str(rule.name),  # with a point, as it may be typed, too
            self._words.rule_reason(rule.id, rule.explanation),
            rule.family.value,
        )
        everything = " ".join(told).casefold()
        return all(word in everything for word in self._filter.casefold().split())

    # --------------------------------------------------------------------- read-outs

    @property
    def words(self) -> Words:
        """The words of the names."""
        return self._words

    def name(self, rule: Rule) -> str:
        """Return what a rule is called."""
        return self._words.rule_name(rule.id, rule.name)

    def sentence(self, rule: Rule) -> str:
        """Return a rule with what is set in it: as the field asks for it, where it does."""
        values, sentence = rule.values(self.choices.given(rule)), self._sentences.get(rule.id)
        if sentence is not None:
            return sentence.filled(values, text.threshold)
        target = target_of(rule)
        if target is None:
            return self.name(rule)
        told, value = rule_in_words(rule, values, self._words), values[target.id]
        if len(told) <= _LONG or not isinstance(value, float):
            return told
        return f"{self.name(rule)} ({self._words.said(target.name)} {text.threshold(value)})"

    def rule(self, index: Index) -> Rule | None:
        """Return the rule of a row; None for a family."""
        if not index.isValid() or index.internalId() == 0:
            return None
        return self._sections[index.internalId() - 1][1][index.row()]

    def index_of(self, rule_id: str) -> QModelIndex:
        """Return the row of a rule; invalid where it is not on show."""
        for number, (_family, rules) in enumerate(self._sections):
            for row, rule in enumerate(rules):
                if rule.id == rule_id:
                    return self.index(row, 0, self.index(number, 0))
        return QModelIndex()

    def index_in_force(self) -> QModelIndex:
        """Return the row of the rule in force; invalid where none is, or it is not on show."""
        return QModelIndex() if self._taken_over is None else self.index_of(self._taken_over[0])

    def texts(self, column: RuleColumn) -> list[str]:
        """Return what is shown in a column, its head included."""
        rules = [rule for _family, rules in self._sections for rule in rules]
        return [rule_cells.title(column, self._words), *(self._shown(one, column) for one in rules)]

    def choice(self, rule: Rule) -> Choice | None:
        """Return what a rule chooses; None while that is not known, and where it cannot."""
        answer = self.choices.answer(rule)
        return None if isinstance(answer, Refused) else answer

    def reason(self, rule: Rule) -> str:
        """Return why a rule has no threshold; "" where it has one, or is not known yet."""
        answer = self.choices.answer(rule)
        if isinstance(answer, Refused):
            return answer.reason
        if answer is None or answer.threshold is not None:
            return ""
        return self._words.said(answer.undefined) or tr("it finds no threshold")

    def is_in_force(self, rule: Rule) -> bool:
        """Return whether a rule, with what is set in it, chose the threshold in force."""
        made, choice = self._in_force, self.choice(rule)
        if made is None or made.rule != rule.id or choice is None:
            return False
        return dict(made.parameters) == dict(choice.parameters)

    def raw_line(self, rule: Rule) -> list[str]:
        """Return the cells of a rule for a copy: every digit, and a point."""
        choice, ranking = self.choice(rule), self.choices.ranking
        name = self.name(rule)
        if choice is None or choice.threshold is None or ranking is None:
            remarks = [""] * (N_COLUMNS - 2) + [self.reason(rule)]
            return [name, *remarks]
        told = [
            rule_cells.raw(choice, RuleColumn(column), ranking.score, self._words)
            for column in range(1, N_COLUMNS)
        ]
        return [name, *told]

    # ------------------------------------------------------------------------- Qt

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == DISPLAY:
            return rule_cells.title(RuleColumn(section), self._words)
        if role == ALIGNMENT:
            return RIGHT if section in NUMBERS else LEFT
        if role == TOOL_TIP:
            return text.tip(rule_cells.full_title(RuleColumn(section), self._words))
        return None

    def data(self, index: Index, role: int = DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if role not in ANSWERED or not index.isValid():
            return None
        rule = self.rule(index)
        if role == ACCESSIBLE:
            column = RuleColumn(index.column())
            told = self.data(index) if rule is None else self._spoken(rule, column)
            return named_cell(self, index, told or "")
        if rule is None:
            return self._family_data(index, role)
        return self._rule_data(rule, RuleColumn(index.column()), role)

    def _rule_data(self, rule: Rule, column: RuleColumn, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if role == DISPLAY:
            return self._shown(rule, column)
        if role == ALIGNMENT:
            return RIGHT if column in NUMBERS else LEFT
        if role == FONT:
            is_bold = column is RuleColumn.NAME and self.is_in_force(rule)
            return self._bold if is_bold else None
        if role == FOREGROUND:
            return self._faint if self.reason(rule) else None
        if role == TOOL_TIP:
            reason = self.reason(rule)
            more = (
                tr("No threshold: {reason}", reason=reason)
                if reason
                else self._words.rule_reason(rule.id, rule.explanation)
            )
            return text.tip(f"{self.name(rule)}\n{more}")
        return text.plain(self._tip(rule)) if role == WHATS_THIS else None

    def _family_data(self, index: Index, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if index.column() != RuleColumn.NAME:
            return None
        if role == DISPLAY:
            return self._sections[index.row()][0]
        return self._bold if role == FONT else None

    def _shown(self, rule: Rule, column: RuleColumn) -> str:
        key = (rule.id, column)
        if key not in self._cells:
            self._cells[key] = self._cell(rule, column)
        return self._cells[key]

    def _cell(self, rule: Rule, column: RuleColumn) -> str:
        if column is RuleColumn.NAME:
            return self.sentence(rule)
        reason = self.reason(rule)
        if reason:
            known = {RuleColumn.THRESHOLD: text.UNDEFINED, RuleColumn.REMARKS: reason}
            return known.get(column, "")
        choice, ranking = self.choice(rule), self.choices.ranking
        if choice is None or ranking is None:
            return ""
        return rule_cells.shown(choice, column, ranking.score, self._words)

    def _spoken(self, rule: Rule, column: RuleColumn) -> str:
        told, reason = self._shown(rule, column), self.reason(rule)
        if column is RuleColumn.NAME and self.is_in_force(rule):
            return tr("{told}, in force", told=told)
        if column is RuleColumn.THRESHOLD and reason:
            return tr("undefined: {reason}", reason=reason)
        return told

    def _tip(self, rule: Rule) -> str:
        parts = [self.name(rule), self._words.rule_reason(rule.id, rule.explanation)]
        columns = (RuleColumn.THRESHOLD, RuleColumn.INTERVAL)
        told = [self._shown(rule, column) for column in columns]
        if self.choice(rule) is not None and not self.reason(rule):
            parts.append(
                tr(
                    "Threshold: {threshold}, the same counts in {same}",
                    threshold=told[0],
                    same=told[1],
                )
            )
            if rule.of_what != "threshold":
                of_what = self._words.said(rule.of_what) or tr("value")
                value = self._shown(rule, RuleColumn.VALUE)
                parts.append(f"{of_what[:1].upper()}{of_what[1:]}: {value}")
        return "\n".join([*parts, *self.remarks(rule)])

    def below(self, index: Index) -> list[tuple[str, ...]]:
        """Return the lines below a row where columns have no room; one while they are not known."""
        rule = self.rule(index)
        if rule is None:
            return []
        choice, reason = self.choice(rule), self.reason(rule)
        if reason or choice is None:
            return [(reason,)]
        return rule_cells.below(choice, self._words)

    def remarks(self, rule: Rule) -> list[str]:
        """Return what has to be said of what a rule chooses, in sentences without a full stop."""
        reason, choice = self.reason(rule), self.choice(rule)
        ranking = self.choices.ranking
        caution = ranking.caution(rule) if ranking is not None else ""
        if reason:
            return [*filter(None, [caution]), tr("No threshold: {reason}", reason=reason)]
        if choice is None or ranking is None:
            return []
        same = rule_cells.equivalent(choice, ranking.score)
        return [
            *filter(None, [caution]),
            *rule_cells.rates_reached(choice, ranking, self._inputs, self._words),
            tr("The same counts in {same}", same=same),
            *rule_cells.sentences(choice, ranking.score, self._words),
        ]
