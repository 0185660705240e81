"""`python -m steelyard`: the command line."""

import sys

if not sys.flags.safe_path:
    # Python puts the working folder first; nothing is to be imported from there.
    del sys.path[0]

from steelyard.cli import main

sys.exit(main())
