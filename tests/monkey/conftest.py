"""The real program, as the tests from outside have it."""

from tests.e2e.conftest import program

__all__ = ["program"]
