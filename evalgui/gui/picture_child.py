"""What decodes a picture in the limited child: bytes of PNG or JPEG in, bare pixels out.

A decoder of pictures is large, and its input foreign; nothing of it runs where the data are.
"""

from __future__ import annotations

from typing import Any

from evalgui.core.languages import tr
from evalgui.io.sandbox.columns import Refusal

MOST_PIXELS = 50_000_000
"""How many pixels a picture may have that is decoded."""

LARGEST_SIDE = 1_024
"""How wide and how high it is at most when it comes back."""

_MEBIBYTES = 256  # that one picture may take while it is decoded
_KNOWN = {b"\x89PNG\r\n\x1a\n": b"png", b"\xff\xd8\xff": b"jpeg"}


def decoded(data: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the size of a picture, and its pixels, scaled down where it is large.

    Raises
    ------
    Refusal
        If it is neither PNG nor JPEG, has too many pixels, or is damaged.
    """
    form = next((name for start, name in _KNOWN.items() if data.startswith(start)), None)
    if form is None:
        raise Refusal(tr("it holds neither PNG nor JPEG"), "")
    from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
    from PySide6.QtGui import QImage, QImageReader

    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    QImageReader.setAllocationLimit(_MEBIBYTES)
    reader = QImageReader(buffer, QByteArray(form))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() < 1 or size.height() < 1:
        raise Refusal(tr("the picture is damaged"), "")
    if size.width() * size.height() > MOST_PIXELS:
        raise Refusal(
            tr(
                "the picture has {width} x {height} pixels, too many",
                width=size.width(),
                height=size.height(),
            ),
            "",
        )
    if form == b"jpeg" and max(size.width(), size.height()) > 2 * LARGEST_SIDE:
        side = QSize(2 * LARGEST_SIDE, 2 * LARGEST_SIDE)
        reader.setScaledSize(size.scaled(side, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise Refusal(tr("the picture is damaged"), "")
    if max(image.width(), image.height()) > LARGEST_SIDE:
        keep, smooth = (
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        image = image.scaled(LARGEST_SIDE, LARGEST_SIDE, keep, smooth)
    image = image.convertToFormat(QImage.Format.Format_RGBA8888)
    shown = {"width": image.width(), "height": image.height()}
    facts = {"full_width": size.width(), "full_height": size.height(), **shown}
    return facts, {"pixels": bytes(image.constBits())}
