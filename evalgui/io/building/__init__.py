"""From a table and its roles to a data set, with all that is set aside, pointed out or refused.

Which column has which role is decided before (`proposing`): nothing is guessed here.
"""
