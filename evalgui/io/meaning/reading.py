"""How a file is read: what the user may decide, and what was understood."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, TypeAlias

from evalgui.core.texts import Text
from evalgui.core.vocabulary import joined, phrase

DecimalSign: TypeAlias = Literal[".", ","]

ThousandsSign: TypeAlias = Literal["", ",", ".", "'", " "]
"""What separates thousands; "" for nothing, a blank for any blank."""

Arrangement: TypeAlias = Literal["stacked", "side-by-side"]
"""How several files of the same columns are put together: their rows, or their scores."""


ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-16-le": phrase("UTF-16, little-endian"),
    "utf-16-be": phrase("UTF-16, big-endian"),
    "utf-32-le": phrase("UTF-32, little-endian"),
    "utf-32-be": phrase("UTF-32, big-endian"),
    "cp1252": phrase("Windows-1252 (Western Europe)"),
    "iso8859-1": phrase("ISO 8859-1 (Western Europe)"),
    "iso8859-15": phrase("ISO 8859-15 (Western Europe)"),
    "cp1250": phrase("Windows-1250 (Central Europe)"),
    "iso8859-2": phrase("ISO 8859-2 (Central Europe)"),
    "cp1251": phrase("Windows-1251 (Cyrillic)"),
    "koi8-r": phrase("KOI8-R (Cyrillic)"),
    "cp1253": phrase("Windows-1253 (Greek)"),
    "cp1254": phrase("Windows-1254 (Turkish)"),
    "mac-roman": "Mac Roman",
    "shift_jis": phrase("Shift JIS (Japanese)"),
    "euc-jp": phrase("EUC-JP (Japanese)"),
    "gb18030": phrase("GB 18030 (Chinese)"),
    "big5": phrase("Big5 (Chinese)"),
    "euc-kr": phrase("EUC-KR (Korean)"),
}
"""The encodings on offer, with their names for the user."""

DELIMITERS = {
    "\t": phrase("tabs"),
    ";": phrase("semicolons"),
    "|": phrase("bars"),
    ",": phrase("commas"),
    " ": phrase("blanks"),
}
"""What mostly separates cells, with its name for the user; a blank is any run of blanks."""


DELIMITER_WORDS = {
    "tab": "\t",
    "semicolon": ";",
    "bar": "|",
    "comma": ",",
    "whitespace": " ",
    "blanks": " ",
}
"""The same by a word each, where a sign would mean something else, as in a shell."""


def may_separate(sign: str) -> bool:
    r"""Return whether a text may separate cells: one character that ends and quotes nothing.

    Examples
    --------
    >>> [may_separate(sign) for sign in (";", "^", "\u00a7", "::", '"', "\n")]
    [True, True, True, False, False, False]
    """
    return len(sign) == 1 and sign not in '"\r\n\0'


def delimiter_words(sign: str) -> str:
    r"""Return what separates cells, in words such as "tabs" and "'^'".

    Examples
    --------
    >>> delimiter_words(";"), delimiter_words("^"), delimiter_words("\x1f")
    ('semicolons', "'^'", 'U+001F')
    """
    known = DELIMITERS.get(sign)
    return known or (f"'{sign}'" if sign.isprintable() else f"U+{ord(sign):04X}")


_SHEETS = {
    "sheet": Text("sheet '{name}'"),
    "table": Text("table '{name}'"),
    "file": Text("file '{name}'"),
}

FIRST_LINES = {True: "names", False: "data"}
"""What the first line of a table holds, by whether it is a header."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the user wants a reader to take for granted; None means: find out.

    Parameters
    ----------
    encoding
        One of `ENCODINGS`, such as ``"cp1252"``.
    delimiter
        One of `DELIMITERS`, or any other that `may_separate`.
    header
        Whether the first line holds the names of the columns.
    decimal
        The decimal sign of the numbers, ``"."`` or ``","``.
    sheet
        The name of the sheet of a workbook, of the table of an HDF5 or JSON file or of a web
        page, or of the file in a zip archive.
    together
        How several files of the same columns are put together: "stacked" is one below the other,
        "side-by-side" as the scores of systems.
    """

    encoding: str | None = None
    delimiter: str | None = None
    header: bool | None = None
    decimal: DecimalSign | None = None
    sheet: str | None = None
    together: Arrangement | None = None

    def over(self, earlier: ReadOptions) -> ReadOptions:
        """Return these options, and of earlier ones what these leave open."""
        own = {one.name: getattr(self, one.name) for one in fields(self)}
        kept = {name: getattr(earlier, name) for name, value in own.items() if value is None}
        return ReadOptions(**(own | kept))

    def lacking(self, how: Reading) -> str:
        """Return which of these a format knows nothing of: "encoding", "sheet"; "" for none."""
        asked = (one.name for one in fields(self) if getattr(self, one.name) is not None)
        return next((name for name in asked if getattr(how, name) is None), "")


FIND_OUT = ReadOptions()
"""All is found out."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file was understood: shown to the user, who may overrule it.

    Parameters
    ----------
    format
        The name of the format, such as ``"delimited text"``.
    encoding, delimiter, header
        As in `ReadOptions`; None where the format knows no such thing.
    decimal
        The decimal sign that most numbers of the file seem to have.
    sheet, sheets
        The sheet that was read, and all sheets of a workbook, tables of a file or files of a
        zip archive; None and () for other formats.
    is_sheet_guess
        Whether several sheets hold tables and nobody said which is meant.
    is_delimiter_guess
        Whether the delimiter is none of `DELIMITERS`, and nobody said it.
    sheet_word
        What a sheet is called in this format.
    given
        Which encoding, delimiter and header were decided, and not found out.
    together
        How files of the same columns are put together; None where none are.
    is_together_guess
        Whether nobody said that.
    """

    format: str
    encoding: str | None = None
    delimiter: str | None = None
    header: bool | None = None
    decimal: DecimalSign = "."
    sheet: str | None = None
    sheets: tuple[str, ...] = ()
    is_sheet_guess: bool = False
    is_delimiter_guess: bool = False
    sheet_word: Literal["sheet", "table", "file"] = "sheet"
    given: ReadOptions = FIND_OUT
    together: Arrangement | None = None
    is_together_guess: bool = False

    def describe(self) -> str:
        """Return it in words, for the status line of a dialog.

        Examples
        --------
        >>> Reading("delimited text", "utf-8", ";", header=True, decimal=",").describe()
        'delimited text, UTF-8, separated by semicolons, with a header line, decimal comma'
        """
        parts = [self.format]
        if self.sheet is not None:
            parts.append(phrase(_SHEETS[self.sheet_word].template, name=self.sheet))
        if self.encoding is not None:
            parts.append(ENCODINGS.get(self.encoding, self.encoding))
        if self.delimiter is not None:
            parts.append(phrase("separated by {cells}", cells=delimiter_words(self.delimiter)))
        if self.header is not None:
            parts.append(phrase("with a header line" if self.header else "without a header line"))
        if self.decimal == ",":
            parts.append(phrase("decimal comma"))
        return joined(", ", parts)
