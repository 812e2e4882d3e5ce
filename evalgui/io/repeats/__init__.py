"""What occurs more than once in a file: looked for after the first curve, and pointed out."""
