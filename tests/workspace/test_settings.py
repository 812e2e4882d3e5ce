"""Settings come back with their type, and damage falls back to the default."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.multiclass import MulticlassSettings, Over
from evalgui.workspace.settings import (
    AVERAGE_OVER,
    FAVOURITES,
    GEOMETRY,
    LEVEL,
    METHODS,
    RECENT_FILES,
    ROWS_ARE_ACTUAL,
    SETTINGS,
    THEME,
    TOP_K,
    UNDEFINED_AS_ZERO,
    Settings,
)


def test_that_every_type_survives_a_restart():
    settings = Settings()
    settings.set_value(THEME, "dark")
    settings.set_value(ROWS_ARE_ACTUAL, False)
    settings.set_value(GEOMETRY, b"\x00\x01\xff")
    settings.set_value(RECENT_FILES, ["only one"])
    settings.flush()
    again = Settings()
    assert again.value(THEME) == "dark"
    assert again.value(ROWS_ARE_ACTUAL) is False
    assert again.value(GEOMETRY) == b"\x00\x01\xff"
    assert again.value(RECENT_FILES) == ["only one"]


def test_that_a_damaged_file_gives_the_defaults(settings_folder):
    Settings().flush()
    file = settings_folder / "evalgui" / "evalgui.ini"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(bytes(range(256)) * 8)
    settings = Settings()
    assert [settings.value(item) for item in SETTINGS] == [item.default for item in SETTINGS]


def test_that_a_value_of_another_type_gives_the_default():
    settings = Settings()
    store = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "evalgui", "evalgui")
    store.setValue(ROWS_ARE_ACTUAL.key, "perhaps")
    store.setValue(GEOMETRY.key, "text")
    store.sync()
    assert settings.value(ROWS_ARE_ACTUAL) is True
    assert settings.value(GEOMETRY) == b""


def test_that_recent_files_are_unique_newest_first_and_can_be_forgotten(qtbot):
    settings = Settings()
    for name in ("a", "b", "a", *map(str, range(12))):
        settings.add_recent_file(name)
    recent = settings.value(RECENT_FILES)
    assert recent == [str(number) for number in range(11, 1, -1)]
    with qtbot.waitSignal(settings.recent_files_changed):
        settings.clear_recent_files()
    assert settings.value(RECENT_FILES) == []


def test_that_the_settings_of_many_classes_survive_but_for_chosen_classes():
    Settings().set_multiclass(MulticlassSettings(Over.TRUTH, ("a",), True, 5))
    assert Settings().multiclass() == MulticlassSettings(Over.TRUTH, (), True, 5)
    Settings().set_multiclass(MulticlassSettings(Over.CHOSEN, ("a",), True, 5))
    assert Settings().multiclass() == MulticlassSettings(undefined_as_zero=True, top_k=5)


@pytest.mark.parametrize(
    ("over", "zero", "top_k"), [("nobody", "perhaps", "many"), ("chosen", "", "0"), ("", "", "-3")]
)
def test_that_damaged_settings_of_many_classes_are_the_usual_ones(over, zero, top_k):
    store = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "evalgui", "evalgui")
    for setting, value in ((AVERAGE_OVER, over), (UNDEFINED_AS_ZERO, zero), (TOP_K, top_k)):
        store.setValue(setting.key, value)
    store.sync()
    assert Settings().multiclass() == MulticlassSettings()


@pytest.mark.skipif(os.name == "nt", reason="about rights of POSIX")
def test_that_nobody_else_may_read_the_settings(settings_folder):
    file = settings_folder / "evalgui" / "evalgui.ini"
    file.parent.mkdir(parents=True)
    file.write_text("[appearance]\ntheme=dark\n", encoding="utf-8")
    file.chmod(0o644)  # as an earlier version may have left it
    settings = Settings()
    assert settings.value(THEME) == "dark"
    for number in range(3):
        settings.add_recent_file(f"/data/{number}.csv")
        settings.flush()
        assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name == "nt", reason="about rights of POSIX")
def test_that_new_settings_are_private_from_the_start(settings_folder):
    Settings()
    file = settings_folder / "evalgui" / "evalgui.ini"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("kind", ["large", "fifo"])
def test_that_a_file_that_cannot_be_read_soon_is_set_aside(kind):
    file = Path(Settings()._store.fileName())
    file.unlink()
    if kind == "large":
        file.write_text("[files]\nrecent=" + ", ".join(["/data/a.csv"] * 100_000), "utf-8")
    elif hasattr(os, "mkfifo"):
        os.mkfifo(file)
    settings = Settings()
    assert settings.value(RECENT_FILES) == []
    settings.add_recent_file("b.csv")
    settings.flush()
    assert Settings().value(RECENT_FILES) == ["b.csv"]
    assert file.with_name("evalgui.ini.aside").exists() or not hasattr(os, "mkfifo")


@pytest.mark.parametrize("setting", [RECENT_FILES, FAVOURITES])
@pytest.mark.parametrize("n_entries", [1_001, 200_000])
def test_that_a_list_that_no_one_made_is_not_shown(setting, n_entries):
    file = Path(Settings()._store.fileName())
    group, name = setting.key.split("/")
    file.write_text(f"[{group}]\n{name}=" + ", ".join(["a"] * n_entries) + "\n", "utf-8")
    settings = Settings()
    assert settings.value(setting) == []
    settings.set_value(setting, ["b"])
    settings.flush()
    assert Settings().value(setting) == ["b"]


def test_that_level_and_methods_of_intervals_are_remembered_without_a_prevalence():
    chosen = IntervalSettings(0.9, {Kind.AUC: "delong"}, 0.05)
    Settings().set_intervals(chosen)
    assert Settings().intervals() == IntervalSettings(0.9, {Kind.AUC: "delong"})


@pytest.mark.parametrize("level", ["2", "nan", "often", "0.5", ""])
def test_that_a_level_that_is_none_falls_back_to_the_usual_one(level):
    settings = Settings()
    settings.set_value(LEVEL, level)
    settings.set_value(METHODS, ["auc=delong"])
    assert settings.intervals().level == 0.95


def test_that_methods_that_are_not_known_are_left_out():
    settings = Settings()
    settings.set_value(METHODS, ["auc=none", "nothing", "auc=delong", "=", "area=delong"])
    assert settings.intervals() == IntervalSettings(methods={Kind.AUC: "delong"})
