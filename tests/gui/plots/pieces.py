"""Lines and boxes, by Qt's own geometry."""

from __future__ import annotations

import math
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF


def meets(points, box):
    """Return whether a line has a piece inside of a box or across its edge."""
    area = QRectF(*box)
    corners = (area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft())
    edges = [QLineF(*ends) for ends in pairwise((*corners, corners[0]))]
    pieces = [
        QLineF(QPointF(*one), QPointF(*other))
        for one, other in pairwise(points)
        if not any(map(math.isnan, (*one, *other)))
    ]
    crossing = QLineF.IntersectionType.BoundedIntersection
    return any(
        area.contains(piece.p1()) or any(piece.intersects(edge)[0] == crossing for edge in edges)
        for piece in pieces
    )
