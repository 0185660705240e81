"""Reports: any account as text, TSV, LaTeX, Markdown, a page or JSON.

The package shares its name with the function that writes them, so `steelyard.report(result, path)` can be called.
"""

from steelyard.callable import make_callable

make_callable(__name__, "steelyard.report.writing", "report")
