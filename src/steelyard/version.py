"""The version of the package, which every signature carries."""

VERSION = "0.1.0"
