"""Reports: what to say (table), and how (text, tsv, latex, json, html)."""
