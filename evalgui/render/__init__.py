"""How results are shown: each file shows any of them in one way, and knows no statistics."""
