"""What the import dialog asks, in words."""

from __future__ import annotations


def asked(dialog):
    """Return the questions that are open in an import dialog, one a line, as they are told."""
    return "\n".join(card.accessibleName() for card in dialog.cards)
