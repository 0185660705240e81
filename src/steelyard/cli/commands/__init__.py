"""Commands: one file each, imported when it is used."""
