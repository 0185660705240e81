"""Meta-evaluation: measures held against human judgements.

The package shares its name with the function that does it, so `steelyard.meta(…)` can be called.
"""

from steelyard.callable import make_callable

make_callable(__name__, "steelyard.meta.evaluate", "meta")
