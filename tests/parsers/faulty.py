"""A module that cannot be imported."""

raise RuntimeError("a fault of its own")
