"""What Qt's platform without a screen says about itself is kept from the user."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QMessageLogContext,
    QtMsgType,
    qFormatLogMessage,
    qInstallMessageHandler,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication

# Said of every window with a smallest size, every tool-tip and every list that opens.
_NOISE = "This plugin does not support "


def silence_platform(application: QGuiApplication) -> None:
    """Let a platform without a screen no longer say what it cannot do; all else is still said."""
    if application.platformName() in {"offscreen", "minimal"}:
        qInstallMessageHandler(_say)


def _say(kind: QtMsgType, context: QMessageLogContext, words: str) -> None:
    if not words.startswith(_NOISE):
        sys.stderr.write(qFormatLogMessage(kind, context, words) + "\n")
