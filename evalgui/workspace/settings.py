"""What is remembered between sessions, typed; damage falls back to the defaults."""

from __future__ import annotations

import contextlib
import json
import re
import stat
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Generic, TypeVar, cast

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

from evalgui.core.errors import EvalguiError
from evalgui.core.intervals.methods import method_named
from evalgui.core.intervals.settings import DEFAULT_INTERVALS, IntervalSettings
from evalgui.core.metrics import Vocabulary
from evalgui.core.multiclass import DEFAULT_SETTINGS, MulticlassSettings, Over
from evalgui.core.registry import UnknownIdError
from evalgui.core.requirements import Requirement
from evalgui.workspace.privacy import PRIVATE, PRIVATE_FOLDER, keep_private

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """One remembered value: its key and the default, whose type is the type of the setting."""

    key: str
    default: T


THEME = Setting("appearance/theme", "system")
ROWS_ARE_ACTUAL = Setting("matrix/rows_are_actual", True)  # noqa: FBT003 - the default
RECENT_FILES: Setting[list[str]] = Setting("files/recent", [])
VOCABULARY = Setting("words/vocabulary", "")  # "" while the user has chosen none
LANGUAGE = Setting("words/language", "")  # "" for that of the system
WORDS_FOR = Setting("words/chosen_for", "")  # the layout of the kind of data on show then
FAVOURITES: Setting[list[str]] = Setting("metrics/favourites", [])
FOLDED: Setting[list[str]] = Setting("metrics/folded", [])
LEVEL = Setting("intervals/level", repr(DEFAULT_INTERVALS.level))
METHODS: Setting[list[str]] = Setting("intervals/methods", [])
INTERVAL_BARS = Setting("metrics/interval_bars", True)  # noqa: FBT003 - the default
DECISION_NUMBERS: Setting[list[str]] = Setting("decision/numbers", [])
RULE_MARKS = Setting("plots/rule_marks", True)  # noqa: FBT003 - the default
NOMOGRAM = Setting("people/nomogram", False)  # noqa: FBT003 - the default
CLASS_COLUMNS: Setting[list[str]] = Setting("classes/columns", [])
AVERAGE_OVER = Setting("classes/average_over", DEFAULT_SETTINGS.over.value)
UNDEFINED_AS_ZERO = Setting("classes/undefined_as_zero", DEFAULT_SETTINGS.undefined_as_zero)
TOP_K = Setting("classes/top_k", DEFAULT_SETTINGS.top_k)
SHARES = Setting("numbers/shares", "usual")
DECIMALS = Setting("numbers/decimals", 0)  # as the field needs
TABLES: Setting[list[str]] = Setting("export/tables", ["measures"])
TABLE_FORMAT = Setting("export/table_format", "csv")
TABLE_ROWS = Setting("export/table_rows", "all")
GUARDS_FORMULAS = Setting("export/guards_formulas", False)  # noqa: FBT003 - the default
COMPARES = Setting("plots/compares", True)  # noqa: FBT003 - the default
TOUR_WAS_SHOWN = Setting("window/tour_was_shown", False)  # noqa: FBT003 - the default
GEOMETRY = Setting("window/geometry", b"")
ARRANGED_AS = Setting("window/arranged_as", "")
ARRANGED_FOR = Setting("window/arranged_for", "")  # likewise
PLOTS: Setting[list[str]] = Setting("window/plots", [])
LAYOUT = Setting("window/layout", b"")
CRITERIA: Setting[list[str]] = Setting("criteria/before_data", [])

SETTINGS = (
    THEME,
    ROWS_ARE_ACTUAL,
    RECENT_FILES,
    VOCABULARY,
    LANGUAGE,
    WORDS_FOR,
    FAVOURITES,
    FOLDED,
    LEVEL,
    METHODS,
    INTERVAL_BARS,
    DECISION_NUMBERS,
    CLASS_COLUMNS,
    AVERAGE_OVER,
    UNDEFINED_AS_ZERO,
    TOP_K,
    SHARES,
    DECIMALS,
    TABLES,
    TABLE_FORMAT,
    TABLE_ROWS,
    GUARDS_FORMULAS,
    COMPARES,
    RULE_MARKS,
    NOMOGRAM,
    GEOMETRY,
    LAYOUT,
    ARRANGED_AS,
    ARRANGED_FOR,
    PLOTS,
    CRITERIA,
)
_MOST_RECENT = 10
_LARGEST = 1 << 18  # bytes
_MOST_ENTRIES = 1_000  # of a list


class Settings(QObject):
    """The settings on disk, read and written through typed getters."""

    recent_files_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Another one of the folder says where it is, without reading what may never end.
        beside = Path(_store("none").fileName())
        _set_aside_unless_readable(beside.with_name("evalgui.ini"))
        self._store = _store("evalgui")
        with contextlib.suppress(OSError):  # then nothing can be remembered
            self.folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            file = Path(self._store.fileName())
            file.touch(PRIVATE)
            keep_private(file)  # Qt keeps the rights of a file that is there

    def value(self, setting: Setting[T]) -> T:
        """Return a remembered value; the default where there is none or it makes no sense."""
        stored = self._store.value(setting.key)
        default = setting.default
        found = _typed(stored, type(default))
        return default if found is None else cast("T", found)

    def set_value(self, setting: Setting[T], value: T) -> None:
        """Remember a value."""
        stored: object = QByteArray(value) if isinstance(value, bytes) else value
        self._store.setValue(setting.key, stored)

    def vocabulary(self) -> Vocabulary:
        """Return the words of which field a user chose, or those of machine learning."""
        words = {item.value: item for item in Vocabulary}
        return words.get(self.value(VOCABULARY), Vocabulary.MACHINE_LEARNING)

    def multiclass(self) -> MulticlassSettings:
        """Return what is remembered of the settings for K classes."""
        over, top_k = self.value(AVERAGE_OVER), self.value(TOP_K)
        known = MulticlassSettings(
            over=Over(over) if over in {kind.value for kind in Over} else DEFAULT_SETTINGS.over,
            undefined_as_zero=self.value(UNDEFINED_AS_ZERO),
            top_k=top_k if top_k >= 1 else DEFAULT_SETTINGS.top_k,
        )
        return known.for_other_data()

    def set_multiclass(self, settings: MulticlassSettings) -> None:
        """Remember the settings for K classes, but for chosen classes: those belong to one file."""
        kept = settings.for_other_data()
        self.set_value(AVERAGE_OVER, kept.over.value)
        self.set_value(UNDEFINED_AS_ZERO, kept.undefined_as_zero)
        self.set_value(TOP_K, kept.top_k)

    def intervals(self) -> IntervalSettings:
        """Return the remembered level and methods of intervals; what is not known is left out."""
        with contextlib.suppress(ValueError):
            level = IntervalSettings(float(self.value(LEVEL))).level
            methods = {}
            for text in self.value(METHODS):
                with contextlib.suppress(UnknownIdError):
                    kind, method = method_named(text)
                    methods[kind] = method
            return IntervalSettings(level, methods)
        return DEFAULT_INTERVALS

    def set_intervals(self, settings: IntervalSettings) -> None:
        """Remember level and methods of intervals, but no prevalence: that goes with a decision."""
        self.set_value(LEVEL, repr(settings.level))
        methods = sorted(f"{kind.value}={method}" for kind, method in settings.methods.items())
        self.set_value(METHODS, methods)

    def criteria(self) -> tuple[Requirement, ...]:
        """Return what was required before any data were opened, each with its record."""
        from evalgui.io.keeping.schema import from_json  # when there is one

        found = []
        for text in self.value(CRITERIA):
            with contextlib.suppress(EvalguiError, ValueError):
                found.append(from_json(Requirement, json.loads(text), {}))
        return tuple(found)

    def set_criteria(self, criteria: tuple[Requirement, ...]) -> None:
        """Remember what is required before data are opened: no workspace holds it until then."""
        self.set_value(CRITERIA, [json.dumps(asdict(one)) for one in criteria])
        self.flush()

    def add_recent_file(self, path: str) -> None:
        """Put a file on top of the recent ones."""
        others = [known for known in self.value(RECENT_FILES) if known != path]
        self.set_value(RECENT_FILES, [path, *others][:_MOST_RECENT])
        self.recent_files_changed.emit()

    def clear_recent_files(self) -> None:
        """Forget which files were opened."""
        self._store.remove(RECENT_FILES.key)
        self.recent_files_changed.emit()

    @property
    def folder(self) -> Path:
        """The folder that holds what is remembered."""
        return Path(self._store.fileName()).parent

    def flush(self) -> None:
        """Write everything to disk now."""
        self._store.sync()


def chosen_language() -> str:
    """Return the code of the language that a user chose; "" where none was chosen."""
    return Settings().value(LANGUAGE)


def _store(name: str) -> QSettings:
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "evalgui", name)


def _set_aside_unless_readable(file: Path) -> None:
    """Rename a file of settings that Qt would read for ever, or for very long."""
    with contextlib.suppress(OSError):  # there is none
        status = file.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
            file.rename(file.with_name(f"{file.name}.aside"))


def _typed(stored: object, kind: type) -> object:
    """Return what is stored as a value of a type, None where it is not one."""
    if kind is bool:  # comes back as text
        return {"true": True, "false": False}.get(str(stored).lower())
    if kind is int:  # as does a number
        return int(str(stored)) if re.fullmatch(r"-?\d{1,9}", str(stored)) else None
    if kind is bytes:
        return bytes(stored.data()) if isinstance(stored, QByteArray) else None
    if kind is list:  # a list of one comes back as its element
        items = [stored] if isinstance(stored, str) else stored
        if not isinstance(items, list) or len(items) > _MOST_ENTRIES:
            return None
        return items if all(isinstance(item, str) for item in items) else None
    return stored if isinstance(stored, kind) else None
