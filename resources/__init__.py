"""Icons, sample data and other files that the program shows or opens."""
