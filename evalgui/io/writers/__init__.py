"""What leaves the program: tables and reports, each in its file."""
