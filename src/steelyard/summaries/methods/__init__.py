"""Methods of summarising, one file each; `method.py` says what one is."""
