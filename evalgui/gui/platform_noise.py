"""What Qt's platform says about itself: in words of ours where there is none, or not at all."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QMessageLogContext,
    QtMsgType,
    qFormatLogMessage,
    qInstallMessageHandler,
)

from evalgui.cli.window import NO_DISPLAY
from evalgui.core.languages import tr
from evalgui.gui.picture import REFUSED

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication

# Said of every window with a smallest size, every tool-tip and every list that opens.
_NOISE = "This plugin does not support "


def tell_of_no_platform() -> None:
    """Say what can be done where Qt finds no screen, and would abort the process.

    To be called before there is an application.
    """
    qInstallMessageHandler(_say_or_end)


def _say_or_end(kind: QtMsgType, context: QMessageLogContext, words: str) -> None:
    if kind is not QtMsgType.QtFatalMsg:
        _say(kind, context, words)
        return
    sys.stderr.write(NO_DISPLAY.format(why=tr("Qt can open none")))
    sys.stderr.flush()
    os._exit(REFUSED)


def silence_platform(application: QGuiApplication) -> None:
    """Let a platform without a screen no longer say what it cannot do; all else is still said."""
    is_without = application.platformName() in {"offscreen", "minimal"}
    qInstallMessageHandler(_say if is_without else None)


def _say(kind: QtMsgType, context: QMessageLogContext, words: str) -> None:
    if not words.startswith(_NOISE):
        sys.stderr.write(qFormatLogMessage(kind, context, words) + "\n")
