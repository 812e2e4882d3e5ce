"""What a cut-off does to people, and whether the probabilities can be believed.

Pure functions of counts and of probabilities: natural frequencies, costs and the probabilities
between which testing is best (`people`), net benefit (`net_benefit`), calibration in the mean
and its slope (`logistic`), the isotonic curve with its decomposition and bands (`corp`), the
smooth curve (`smooth`), what recalibration would give (`recalibration`), and gain, lift, cost and
predictiveness curves (`gain`). A number that is undefined, or has no interval that holds, carries
its reason; nothing is computed on fewer rows without saying so.
"""
