"""What each preset reproduces: the tool, its version and the call."""

from __future__ import annotations

from collections.abc import Mapping

#: Preset → tool; a measure's own line (`name@preset`) goes before the line of all measures.
_TOOLS = {
    "sacrebleu": "sacreBLEU 2.6.0 with its default settings",
    "mteval-v13a": "NIST's mteval-v13a.pl with its default settings",
    "mteval-v14": "NIST's mteval-v14.pl with its international tokenisation",
    "tercom": "tercom 0.8 with its default settings",
    "jiwer": "jiwer 4.0.0 (times 100), which cuts at single spaces",
    "nltk": "NLTK's function on texts split at white space",
    "rouge-1.5.5": "ROUGE-1.5.5.pl with its tokenisation and, where asked for, its own stemmer and stop list",
    "rouge-be@rouge-1.5.5": "ROUGE-1.5.5.pl with -3 and without -m",
    "rouge-score": "rouge-score 0.1.2 for Python; stem=true takes its stemmer",
    "meteor@1.5": "METEOR 1.5 for English, -norm, modules exact, stem, synonym, tuned to ranks; newer Snowball stems",
    "meteor@1.5-adq": "the same with -t adq: tuned to adequacy",
    "meteor@1.5-hter": "the same with -t hter: tuned to human edit rates",
    "meteor@1.5-util": "the same with -t util: tuned to its authors' utility for post-editing",
    "meteor@1.5-li": "the same with -t li: one set of parameters for all languages",
}


def reproduced(name: str, presets: Mapping[str, object]) -> dict[str, str]:
    """Return preset → what it reproduces, for the presets of the measure called `name`."""
    return {preset: _TOOLS.get(f"{name}@{preset}", _TOOLS.get(preset, "")) for preset in presets}
