"""What a figure is to be: of what, how large, with which text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from evalgui.core.digits import exact
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
UNITS_PER_INCH = 96.0
USUAL_TEXT = 9.0  # points of the text for which a unit is 1/96 inch
MATRIX, DASHBOARD = "matrix", "dashboard"
LENGTHS = (20.0, 2_000.0)  # millimetres
TEXT_SIZES = (4.0, 72.0)  # points
RESOLUTIONS = (36, 2_400)  # dots per inch
MOST_PIXELS = 150_000_000  # of a picture: more takes too much memory


class Unit(StrEnum):
    """What lengths are told in."""

    MM = "mm"
    INCH = "in"

    @property
    def mm(self) -> float:
        """How many millimetres it is."""
        return 1.0 if self is Unit.MM else MM_PER_INCH


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that is wanted.

    All that is drawn grows with the text: lines are a sixth of it wide, so that a figure for
    slides is no thin drawing with large letters.

    Parameters
    ----------
    what
        The id of a plot, `MATRIX` or `DASHBOARD`.
    width, height
        In millimetres.
    font_size
        Of the numbers and names on axes, in points; titles are a tenth larger.
    family
        Of the font; "" for the one of the window.
    dpi
        Pixels per inch of a picture; lines and text of SVG and PDF have none.
    is_light
        Whether colours are for white paper, and not those of the window.
    has_title, has_legend, has_caption
        Whether it is named, its lines are, and the operating point is told below it.
    """

    what: str
    width: float = 85.0
    height: float = 80.0
    font_size: float = 8.0
    family: str = ""
    dpi: int = 300
    is_light: bool = True
    has_title: bool = True
    has_legend: bool = True
    has_caption: bool = True

    def __post_init__(self) -> None:
        for name, value, (least, most), unit in (
            (tr("width"), self.width, LENGTHS, " mm"),
            (tr("height"), self.height, LENGTHS, " mm"),
            (tr("size of the text"), self.font_size, TEXT_SIZES, tr(" points")),
            (tr("resolution"), self.dpi, RESOLUTIONS, " dpi"),
        ):
            if not least <= value <= most:
                message = tr(
                    "the {name} of a figure is {least} to {most}{unit}",
                    name=name,
                    least=exact(least),
                    most=exact(most),
                    unit=unit,
                )
                raise EvalguiError(message, hint=tr("Choose another size"))

    @property
    def scale(self) -> float:
        """How large a unit of the drawing is, in 1/96 inch."""
        return self.font_size / USUAL_TEXT

    @property
    def units(self) -> tuple[float, float]:
        """Width and height in units of the drawing."""
        one = UNITS_PER_INCH / MM_PER_INCH / self.scale
        return self.width * one, self.height * one

    @property
    def points(self) -> tuple[float, float]:
        """Width and height in points."""
        one = POINTS_PER_INCH / MM_PER_INCH
        return self.width * one, self.height * one

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of its picture."""
        one = self.dpi / MM_PER_INCH
        return max(1, round(self.width * one)), max(1, round(self.height * one))
