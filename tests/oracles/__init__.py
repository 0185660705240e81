"""Slow transcriptions of the definitions, one file for each file of measures and called as it; none uses our package.

corpus(hypotheses, references, …)   the score of texts; further parameters are options of the measure, by name
NAME(…)                             the same for one of several measures of a file, `-` written as `_`
TAKES       what is made of a text before, where not tokens: see `laws.oracle_scores`
SETTLED     options that are settled before, with the texts, or change no number
"""
