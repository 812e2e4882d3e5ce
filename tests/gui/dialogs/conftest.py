"""What every test of a dialog stands on."""

from tests.support.leaks import nothing_left_behind

__all__ = ["nothing_left_behind"]
