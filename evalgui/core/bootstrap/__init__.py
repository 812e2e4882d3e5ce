"""The bootstrap: the sorted counts are weighted anew, and never sorted again.

`run.bootstrap` draws the replicates, each from a seed of its own, so that neither the number of
threads nor what is asked for changes a number. How rows are drawn stands in `resampling`, what
is computed of each replicate in `statistics`, what becomes of all in `limits` and `jackknife`.

Closed forms belong to `core.intervals`, and no file and no window is known here.
"""
