"""Trees of one kind made from those of the other."""
