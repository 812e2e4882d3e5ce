"""What each row is called at the threshold, and what comes of it."""
