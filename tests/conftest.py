"""What every test stands on: windows drawn offscreen, and nothing of the user's touched."""

from __future__ import annotations

import faulthandler
import gc
import itertools
import os
import sys
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import settings
from pytestqt.qtbot import QtBot

# Before Qt is loaded: a test shows no window unless the caller asks for another platform.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Nor does the language of whoever runs them matter.
os.environ["LANGUAGE"] = "en"

# What the desktop of whoever runs the tests would change in every window.
for _name in ("QT_STYLE_OVERRIDE", "QT_SCALE_FACTOR", "QT_FONT_DPI", "QT_QPA_PLATFORMTHEME"):
    os.environ.pop(_name, None)

# A busy machine is no failure; what is drawn is the same in every run of the suite, so that a
# failure is one of the change. The others draw anew, and print how a failing example is repeated;
# said, since where `CI` is set Hypothesis itself would have them all draw the same.
# The same hundred examples in every run tell no more than the same fifty, and take a tenth of it.
settings.register_profile("suite", deadline=None, derandomize=True, max_examples=50)
_random = settings(deadline=None, derandomize=False, print_blob=True)
# On a second Python, which computes as the first one does, what matters is that it runs.
_some = settings(deadline=None, derandomize=True, max_examples=8)
settings.register_profile("newest", parent=_some)
settings.register_profile("thorough", parent=_random, max_examples=2_000)
settings.register_profile("fuzz", parent=_random, max_examples=50_000)
settings.load_profile("suite")

# Nor is a busy machine one that shows a window, or ends a task, after the usual 5 seconds.
for _wait in (
    *(QtBot.waitActive, QtBot.waitCallback, QtBot.waitExposed),
    *(QtBot.waitSignal, QtBot.waitSignals, QtBot.waitUntil),
):
    _wait.__kwdefaults__ = {**(_wait.__kwdefaults__ or {}), "timeout": 60_000}

_HOME = pytest.StashKey[tempfile.TemporaryDirectory[str]]()
_NUMBERS = itertools.count()

_HANGS = 650  # seconds after which the process says where it is, and ends
_RENEWED = 30  # seconds for which the same watch lasts


class _Watch:
    """Ends a process that hangs inside Qt, which never returns to Python, where other limits act.

    A watch for each test would cost more than most tests: it is a thread that starts and ends.
    """

    def __init__(self) -> None:
        self._out = os.dup(2)  # what a test prints is caught
        self._since = -float("inf")

    def pytest_runtest_setup(self) -> None:
        """Watch anew, now and then."""
        now = time.monotonic()
        if now - self._since > _RENEWED:
            self._since = now
            faulthandler.dump_traceback_later(_HANGS + _RENEWED, file=self._out, exit=True)

    def pytest_unconfigure(self) -> None:
        """Watch no longer."""
        faulthandler.cancel_dump_traceback_later()
        os.close(self._out)


def pytest_configure(config: pytest.Config) -> None:
    """Give the run a home of its own, so that no test can meet a user's settings or files."""
    home = tempfile.TemporaryDirectory(prefix="evalgui-tests-")
    config.stash[_HOME] = home
    for name in ("HOME", "USERPROFILE"):
        os.environ[name] = home.name
    for name, folder in (
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_STATE_HOME", "state"),
    ):
        path = Path(home.name) / folder
        path.mkdir()
        os.environ[name] = str(path)
    if config.getoption("timeout", None) != 0:
        config.pluginmanager.register(_Watch())
    gc.disable()  # until all is collected: nothing of it ends


def pytest_collection_finish() -> None:
    """Take what was imported and collected out of the garbage collector.

    Each test of a window asks the collector what is left of it, which then takes a twentieth.
    """
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_runtest_teardown() -> None:
    """Let no test speak another language to the next one."""
    from evalgui.core.languages import ENGLISH, speak

    speak(ENGLISH)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the home of the run, and what was copied.

    Without a screen Qt drops a copy after Python has ended, and PySide then ends the process.
    """
    if _HOME in config.stash:
        config.stash[_HOME].cleanup()
    qt_gui = sys.modules.get("PySide6.QtGui")
    if qt_gui is not None and qt_gui.QGuiApplication.instance() is not None:
        qt_gui.QGuiApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def settings_folder(pytestconfig: pytest.Config) -> Path:
    """Let every test start without settings, and return where they would be written."""
    # Not made, and not a folder of the test's own: most tests write nothing.
    folder = Path(pytestconfig.stash[_HOME].name) / f"settings-{next(_NUMBERS)}"
    # A test of the core that loads no Qt is not made to.
    qt_core = sys.modules.get("PySide6.QtCore")
    if qt_core is not None:
        for kind in (qt_core.QSettings.Format.NativeFormat, qt_core.QSettings.Format.IniFormat):
            qt_core.QSettings.setPath(kind, qt_core.QSettings.Scope.UserScope, str(folder))
    return folder
