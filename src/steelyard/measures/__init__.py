"""Measures: one file each, found by their names, written in one notation.

The package shares its name with the function that lists them, so `steelyard.measures()` can be called.
"""

from steelyard.callable import make_callable

make_callable(__name__, "steelyard.measures.catalogue", "catalogue")
