"""The dialogs and pages, opened without blocking the program.

A dialog asks and hands over the answer; what follows of it is not its business.
"""
