"""Pasted text: the cells of a spreadsheet, or a block out of a mail, as the content of a file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.core.languages import tr
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import SIZE_LIMIT, Source

_NO_BREAK_SPACE = "\u00a0"
_MARK = re.compile(r"\A> ?")
_MARKED = re.compile(r">(?:[ \t>]|\s*\Z)")
_DEEPEST = 50  # quotations within quotations


@dataclass(frozen=True, slots=True, eq=False)
class Pasted:
    """Text that was pasted, taking the place of a file.

    Parameters
    ----------
    text
        Plain text.
    name
        What to call the data.
    is_bundled
        Whether it comes with the program, so that it can be had again.
    """

    text: str = field(repr=False)
    name: str = field(default_factory=lambda: tr("clipboard"))
    is_bundled: bool = False

    def source(self) -> Source:
        r"""Return the text as the content of a file.

        Blanks that do not break, with which web pages and mails keep columns apart, are
        plain ones. Where every line starts with the mark of a quotation in a mail (``>``),
        the marks are taken off. Everything else stays as it is: what the text means is found
        out as it is for a file.

        Raises
        ------
        ReadingError
            If there is nothing but blanks, half of a character, or more than any file may
            hold.

        Examples
        --------
        >>> Pasted("> > y\tscore\n> > 1\t0.5").source().data
        b'y\tscore\n1\t0.5\n'
        """
        text = self.text.replace(_NO_BREAK_SPACE, " ")
        if not text.strip():
            message = phrase("there is no text on the clipboard")
            hint = phrase("Copy the cells of a table first, best with the names of the columns")
            raise ReadingError(message, where=self.name, hint=hint)
        text, n_marked = _without_marks(text)
        if not text.endswith(("\n", "\r")):
            text += "\n"  # a selection that ends with its last cell is complete
        try:
            data = text.encode()
        except UnicodeEncodeError:
            message = phrase("the text is no valid Unicode: it holds half of a character")
            hint = phrase("Copy it from another program")
            raise ReadingError(message, where=self.name, hint=hint) from None
        if len(data) > SIZE_LIMIT:
            message = phrase(
                "the text is too large: the size limit is {n} bytes", n=grouped(SIZE_LIMIT)
            )
            raise ReadingError(
                message, where=self.name, hint=phrase("Save it as a file, and open that")
            )
        findings: tuple[Finding, ...] = ()
        if n_marked:
            words = phrase(
                "lines with the mark of a quotation (>), which was taken off: {n}",
                n=grouped(n_marked),
            )
            findings = (Finding("quotation_marks", words, n_marked),)
        return Source(self.name, data, findings=findings)


def _without_marks(text: str) -> tuple[str, int]:
    """Return a text without the marks that all its lines start with, and their number."""
    n_marked = 0
    for _ in range(_DEEPEST):
        lines = text.splitlines(keepends=True)
        n_filled = sum(bool(line.strip()) for line in lines)
        marked = [_MARKED.match(line) for line in lines if line.strip()]
        if not n_filled or not all(marked):
            break
        n_marked = n_filled
        text = "".join(_MARK.sub("", line) for line in lines)
    return text, n_marked
