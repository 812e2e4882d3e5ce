"""How sure every number is: which interval each kind of number gets, and by which method.

Pure functions of numbers return two limits, NaN where there are none; `at_point` makes the
`Interval` of each measure of two classes, when it is asked for, and the files named after a
summary those of that summary. A `Method` says in words what a function does, and the label of
an interval is that of the method that ran. What is shown of it, and when, is decided
elsewhere; nothing here knows files or roles of columns.
"""
