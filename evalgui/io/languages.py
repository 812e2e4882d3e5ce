"""Languages that people are told things in: a folder each, and which one a user wants.

A folder has the sentences, `evalgui.mo` (gettext), made of the catalogues beside it by
``packaging/dev.py languages``, and `words.toml`, the words of the fields.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.digits import POINTS, Conventions
from evalgui.core.errors import DataError
from evalgui.core.languages import ENGLISH, Language
from evalgui.locations import resources

if TYPE_CHECKING:
    from collections.abc import Sequence

CATALOGUE, WORDS = "evalgui.mo", "words.toml"
OPTION, NUMBERS = "--language", "--numbers"
_MOST = 0.95  # of what is marked for translation
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_SHARE = "share of sentences"  # as `packaging/catalogues/make.py` writes it
_NONE = {"C", "POSIX"}


def languages(folder: Path | None = None) -> dict[str, Path]:
    """Return the folder of each language but English, by its code.

    Parameters
    ----------
    folder
        Where they lie; None for those that come with the program.
    """
    folder = resources() / "languages" if folder is None else folder
    found = sorted(folder.glob(f"*/{WORDS}"))
    return {path.parent.name: path.parent for path in found}


@cache
def language(code: str, folder: Path | None = None, where: str = OPTION) -> Language:
    """Return a language.

    Parameters
    ----------
    code
        Such as ``"de"``; of one with a country, such as ``"de-AT"``, the language is taken. Also
        the path of the folder of one, which a translator tries.
    folder
        As of `languages`.
    where
        The option with which it is asked for.

    Raises
    ------
    DataError
        If there is no such language.
    """
    own = Path(code)
    if (own / WORDS).is_file():
        return _read(own.name, own)
    plain = code.replace("_", "-").partition("-")[0].casefold()
    if plain == ENGLISH.code:
        return ENGLISH
    known = languages(folder)
    if plain not in known:
        names = ", ".join((ENGLISH.code, *known))
        message = f"there is no language '{code}' here"
        raise DataError(message, where=where, hint=f"There are {names}")
    return _read(plain, known[plain])


def _read(code: str, folder: Path) -> Language:
    import gettext
    import tomllib

    facts = tomllib.loads((folder / WORDS).read_text(encoding="utf-8"))
    own = facts.pop("language")
    with (folder / CATALOGUE).open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    messages: dict[str, str | tuple[str, ...]] = {}
    forms: dict[str, dict[int, str]] = {}
    share = float(catalogue.gettext(_SHARE))
    for key, said in catalogue._catalog.items():  # type: ignore[attr-defined]  # noqa: SLF001
        if isinstance(key, tuple):
            forms.setdefault(key[0], {})[key[1]] = said
        elif key:
            messages[key] = said
    messages |= {key: tuple(said[place] for place in sorted(said)) for key, said in forms.items()}
    return Language(
        code=code,
        name=own["name"],
        messages=messages,
        form=catalogue.plural,  # type: ignore[attr-defined]
        fields=facts,
        keeps_capitals=own["keeps_capitals"],
        share=share,
        is_whole=own["is_whole"] and share >= _MOST,
        conventions=Conventions(**own["conventions"]) if "conventions" in own else POINTS,
        is_right_to_left=own.get("is_right_to_left", False),
    )


def language_for(arguments: Sequence[str], chosen: str = "") -> Language:
    """Return the language to speak: as asked on the command line, chosen, or of the system.

    One that is not whole is spoken only where it is asked for or chosen. Numbers are written as
    in another one where that is asked for.

    Parameters
    ----------
    arguments
        Those of the command line.
    chosen
        The code of what the user has chosen before; "" for none.

    Raises
    ------
    DataError
        If one is asked for that there is not.
    """
    found, numbers = _spoken(arguments, chosen), _given(arguments, NUMBERS)
    if numbers is None:
        return found
    conventions = language(numbers, where=NUMBERS).conventions
    same = conventions == found.conventions
    return found if same else replace(found, conventions=conventions)


def _given(arguments: Sequence[str], wanted: str) -> str | None:
    """Return what stands behind an option; None where it is not given."""
    for place, argument in enumerate(arguments):
        option, _, value = argument.partition("=")
        if option == wanted:
            return value or "".join(arguments[place + 1 : place + 2])
    return None


def _spoken(arguments: Sequence[str], chosen: str) -> Language:
    given = _given(arguments, OPTION)
    if given is not None:
        return language(given)
    for code in (chosen, *_of_system()):
        try:
            found = language(code)
        except DataError:
            continue
        if code == chosen or found.is_whole:
            return found
    return ENGLISH


def _of_system() -> list[str]:
    """Return the languages that the system wants, the most wanted first."""
    for name in _VARIABLES:
        value = os.environ.get(name, "")
        codes = [code.partition(".")[0].partition("@")[0] for code in value.split(":") if code]
        if codes:
            return [ENGLISH.code if code in _NONE else code for code in codes]
    if sys.platform == "win32":
        import ctypes
        import locale

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return [locale.windows_locale.get(number, ENGLISH.code)]
    return []
