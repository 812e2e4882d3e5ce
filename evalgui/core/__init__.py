"""The computation: pure functions over frozen values, with numpy and scipy.special alone.

No Qt, no pandas and no files here; `tests/test_architecture.py` and the import
contracts in pyproject.toml hold that line.
"""
