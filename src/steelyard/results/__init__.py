"""Results: what every number is said with."""
