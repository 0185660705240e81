"""Pages that draw more than tables and figures: alignments, and everything about some systems."""
