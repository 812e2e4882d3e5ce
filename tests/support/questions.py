"""What the import dialog asks, in words."""

from __future__ import annotations


def asked(dialog):
    """Return the questions that are open in an import dialog, one a line, as they are shown."""
    return "\n".join(card.title.text() for card in dialog.cards)
