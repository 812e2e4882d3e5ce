"""What biometrics and speaker recognition ask of scores, such as the equal error rate.

Rates at a threshold are measures of two classes (`core.metrics`), not of this folder, and what
their files look like is known by `io.layouts`.
"""
