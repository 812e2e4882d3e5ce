"""How many replicates are drawn, and from how many groups; what draws them takes long to load."""

REPLICATES = 2000
"""How many are drawn unless more or fewer are asked for."""

FEWEST_REPLICATES = 40
"""With fewer no replicate lies beyond a limit of 95 %."""

MOST_REPLICATES = 100_000
"""More say no more: by then the limits are known to their third digit."""

BINS = 4096
"""Into how many groups of about the same size scores are put where that is wanted."""
