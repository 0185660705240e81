"""Sets of measures."""
