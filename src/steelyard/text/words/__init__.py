"""Words: stems, base forms, senses and lists of words."""
