"""How everything looks and reads: colours, fonts, icons, spacing, text, switches and copies."""

from evalgui.gui import text, theme
from evalgui.gui.copying import HAS_GUARDED, copy_both, copy_cells, copy_lines
from evalgui.gui.dialog_buttons import dialog_buttons, plain_buttons
from evalgui.gui.reading_order import margins
from evalgui.gui.scrolled_views import ScrollsWithDrag, paint_whole
from evalgui.gui.switch import Switch
from evalgui.gui.theme import (
    GRID,
    ICON_SIZE,
    LARGE,
    LIGHT,
    NARROWEST,
    NORMAL,
    SMALL,
    Mode,
    Theme,
    icon,
    narrowed,
    scaled_font,
    with_clear_boxes,
)

__all__ = [
    "GRID",
    "HAS_GUARDED",
    "ICON_SIZE",
    "LARGE",
    "LIGHT",
    "NARROWEST",
    "NORMAL",
    "SMALL",
    "Mode",
    "ScrollsWithDrag",
    "Switch",
    "Theme",
    "copy_both",
    "copy_cells",
    "copy_lines",
    "dialog_buttons",
    "icon",
    "margins",
    "narrowed",
    "paint_whole",
    "plain_buttons",
    "scaled_font",
    "text",
    "theme",
    "with_clear_boxes",
]
