"""The dialogs, opened without blocking the program."""
