"""The report: what a colleague without the program reads. Made and written without Qt.

`sections` says which sections there are, each a function from what was assessed to blocks;
`html` writes blocks as one page. A section or a row of the checklist is added in one place.
"""
