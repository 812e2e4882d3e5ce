"""A widget that shows a formula, broken into lines where it is too wide."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, scaled_font
from evalgui.gui.typesetting.boxes import Box, Typesetter, row
from evalgui.gui.typesetting.formula_text import as_text, member_text
from evalgui.gui.typesetting.tree import Clause, Formula, Node, Remark, Special, Statement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

_SMALLEST = 0.8  # how far a formula shrinks before it becomes a line of text
_SEVERAL = 2
_BETWEEN_LINES = GRID * 3 // 4


@dataclass(frozen=True, slots=True)
class Atom:
    """What is not broken: a word, or a member of an equation, which can become words."""

    box: Box
    is_faint: bool = False
    begins_clause: bool = False
    written: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """Atoms beside each other, with their left edges."""

    atoms: tuple[tuple[float, Atom], ...]
    ascent: float
    descent: float


class FormulaView(QWidget):
    """Draws one formula in the colours of the palette and the widget's own font."""

    def __init__(self, name: str, purpose: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(purpose)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._formula = Formula(())
        self._lines_at: dict[int, tuple[Line, ...]] = {}  # by the width they are broken for
        self._height = -1
        self._floor = 0
        self._typesetters: dict[float, Typesetter] = {}
        self._atoms_in: dict[float, list[Atom]] = {}  # by their size

    @property
    def formula(self) -> Formula:
        """What is shown."""
        return self._formula

    def show_formula(self, formula: Formula, *, keep_height: bool = False) -> None:
        """Show another formula; the layout around it changes only if its height does.

        With `keep_height` the widget stays as high as it was, so that nothing below it jumps
        while numbers grow and shrink.
        """
        if formula == self._formula:
            return
        self._floor = self._height if keep_height else 0
        self._formula = formula
        self._atoms_in.clear()
        self.setAccessibleDescription(as_text(formula))
        self._lines_at.clear()
        if self.heightForWidth(self.width()) != self._height:
            self._height = self.heightForWidth(self.width())
            self.updateGeometry()
        self.update()

    # --------------------------------------------------------------------------- lines

    def lines(self, width: int) -> tuple[Line, ...]:
        """Return the lines at a width."""
        if width not in self._lines_at:  # a layout asks for several widths in turn
            self._lines_at[width] = self._broken(width)
        return self._lines_at[width]

    def _broken(self, width: int) -> tuple[Line, ...]:
        atoms = self._set(1.0)
        widest = max((atom.box.width for atom in atoms), default=0.0)
        if widest > width > 0:
            scale = round(max(_SMALLEST, width / widest - 0.01), 2)
            typesetter = self._typesetter(scale)
            atoms = [
                piece for atom in self._set(scale) for piece in _as_words(atom, typesetter, width)
            ]
        return _flowed(atoms, width, self._typesetter(1.0).em)

    def _set(self, scale: float) -> list[Atom]:
        """Return the atoms in a size; they are set once for all widths."""
        if scale not in self._atoms_in:
            self._atoms_in[scale] = list(self._atoms(self._typesetter(scale)))
        return self._atoms_in[scale]

    def _typesetter(self, scale: float) -> Typesetter:
        if scale not in self._typesetters:
            self._typesetters[scale] = Typesetter(scaled_font(self.font(), scale))
        return self._typesetters[scale]

    def _atoms(self, typesetter: Typesetter) -> Iterator[Atom]:
        for number, clause in enumerate(self._formula.clauses):
            atoms = list(_atoms_of(clause, typesetter))
            if number + 1 < len(self._formula.clauses):
                last = atoms.pop()
                box = row((last.box, typesetter.words(",")))
                atoms.append(Atom(box, last.is_faint, written=f"{last.written},"))
            for place, atom in enumerate(atoms):
                # Where words are all there is, they are what is to be read.
                is_faint = atom.is_faint and self._formula.is_typeset
                yield Atom(atom.box, is_faint, place == 0, atom.written)

    # ------------------------------------------------------------------------------ Qt

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        lines = self.lines(width)
        between = _BETWEEN_LINES * max(0, len(lines) - 1)
        natural = math.ceil(sum(line.ascent + line.descent for line in lines)) + between + 2
        return max(natural, self._floor)

    def sizeHint(self) -> QSize:
        width = round(sum(atom.box.width for atom in self._set(1.0))) + GRID
        return QSize(width, self.heightForWidth(max(width, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(GRID * 15, self.heightForWidth(max(self.width(), GRID * 15)))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange}:
            self._typesetters.clear()
            self._atoms_in.clear()
            self._lines_at.clear()
            self.updateGeometry()
            self.update()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._floor = 0
        self._height = self.heightForWidth(self.width())
        super().resizeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ink = self.palette().color(QPalette.ColorRole.WindowText)
            faint = self.palette().color(QPalette.ColorRole.PlaceholderText)
            y = 1.0
            for line in self.lines(self.width()):
                for x, atom in line.atoms:
                    painter.setPen(faint if atom.is_faint else ink)
                    atom.box.paint(painter, x, y + line.ascent)
                y += line.ascent + line.descent + _BETWEEN_LINES


def _atoms_of(clause: Clause, typesetter: Typesetter) -> Iterator[Atom]:
    match clause:
        case Statement(members, remark, lead):
            yield from _words(lead, typesetter)
            if clause.is_definition:
                yield _joined(members[:2], typesetter)
                yield from _equation(members[1:], typesetter, start=1)
            else:
                yield from _equation(members, typesetter)
            yield from _words(remark, typesetter)
        case Special(value, condition, words):
            yield Atom(typesetter.member(value))
            yield from _words(tr("where"), typesetter)
            if condition is None:
                yield from _words(words, typesetter)
            else:
                yield _joined(condition.members, typesetter)
        case Remark(words):
            yield from _words(words, typesetter)


def _equation(members: Sequence[Node], typesetter: Typesetter, *, start: int = 0) -> Iterator[Atom]:
    for place, member in list(enumerate(members))[start:]:
        box, written = typesetter.member(member), member_text(member)
        if place:
            box, written = row((typesetter.words("= "), box)), f"= {written}"
        yield Atom(box, written=written)


def _joined(members: Sequence[Node], typesetter: Typesetter) -> Atom:
    """Return an equation that is not broken, such as a name and what it means."""
    boxes = [typesetter.member(members[0])]
    for member in members[1:]:
        boxes += [typesetter.words(" = "), typesetter.member(member)]
    return Atom(row(boxes), written=" = ".join(map(member_text, members)))


def _words(written: str, typesetter: Typesetter) -> Iterator[Atom]:
    for word in written.split():
        yield Atom(typesetter.words(word), is_faint=True)


def _as_words(atom: Atom, typesetter: Typesetter, width: int) -> Iterator[Atom]:
    """Write a member that is still too wide as text, which can be broken anywhere."""
    words = atom.written.split()
    if len(words) < _SEVERAL or atom.box.width <= width:
        yield atom
        return
    for place, word in enumerate(words):
        yield Atom(typesetter.words(word), begins_clause=atom.begins_clause and place == 0)


def _flowed(atoms: Sequence[Atom], width: int, em: float) -> tuple[Line, ...]:
    """Fill lines from the left, as a writer would; a clause that is broken is moved in."""
    lines: list[Line] = []
    current: list[tuple[float, Atom]] = []
    x = 0.0
    for atom in atoms:
        gap = (em * (0.7 if atom.begins_clause else 0.3)) if current else 0.0
        if current and x + gap + atom.box.width > width:
            lines.append(_line(current))
            current, gap = [], 0.0
            fits = atom.box.width + em <= width
            x = em if fits and not atom.begins_clause else 0.0
        current.append((x + gap, atom))
        x += gap + atom.box.width
    return tuple([*lines, _line(current)] if current else lines)


def _line(atoms: Sequence[tuple[float, Atom]]) -> Line:
    ascent = max(atom.box.ascent for _x, atom in atoms)
    return Line(tuple(atoms), ascent, max(atom.box.descent for _x, atom in atoms))
