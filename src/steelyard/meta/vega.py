"""What figures are written in."""

from __future__ import annotations

#: Figures are plain dicts, specifications of Vega-Lite in this version.
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
