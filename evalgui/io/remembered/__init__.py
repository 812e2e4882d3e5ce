"""What was decided about a file, as text: to be used again, by the program and in scripts."""
