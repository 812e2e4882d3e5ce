"""What each row is called at the threshold, and what comes of it.

No row is counted here, and no table shown: the models of tables ask.
"""
