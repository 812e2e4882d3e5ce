"""Item models over arrays: what the tables show."""
