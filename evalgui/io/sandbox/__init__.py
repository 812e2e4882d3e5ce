"""A limited process of its own for containers and foreign libraries, and what runs in it.

`parent` starts it and takes what comes back; `child` and the modules of single formats run
inside, load nothing else of the program, and hand over columns as bytes.
"""
