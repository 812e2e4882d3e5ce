"""What is raised where a declaration cannot be used: of a measure, a rule, a sentence."""


class DeclarationError(ValueError):
    """A declared entry cannot be used as it is; the message says what to write."""
