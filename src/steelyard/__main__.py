"""`python -m steelyard`: the command line."""

import sys

from steelyard.cli import main

sys.exit(main())
