"""What `packaging/dev.py` is made of.

A command in `commands` asks `environment` for an interpreter with everything in it; that finds one
by `pythons`, has `system_packages` see to what Qt loads, and runs pip by `processes`. All of it
needs the standard library alone, and parses on Python 3.8: it runs before anything is installed.
"""
