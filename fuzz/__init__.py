"""Random and hostile input for everything public: calls of the API, and damaged files of every kind."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Tests know what texts measures take, and a parser that need not be installed.
if str(ROOT / "tests") not in sys.path:
    sys.path.append(str(ROOT / "tests"))
