"""What each preset reproduces: the tool, its version and the call."""

from __future__ import annotations

from steelyard.measures.kinds.base import Measure

#: Preset → tool, unless a measure says otherwise in its `tools`.
_TOOLS = {
    "sacrebleu": "sacreBLEU 2.6.0 with its default settings",
    "mteval-v13a": "NIST's mteval-v13a.pl with its default settings",
    "mteval-v14": "NIST's mteval-v14.pl with its international tokenisation",
    "tercom": "tercom 0.8.0 with its default settings: its search, and its options by ours",
    "jiwer": "jiwer 4.0.0 (times 100), which cuts at single spaces",
    "nltk": "NLTK's function on texts split at white space",
    "rouge-1.5.5": "ROUGE-1.5.5.pl with its tokenisation and, where asked for, its own stemmer and stop list",
    "coco": "pycocoevalcap 1.2's Rouge, on texts whose words stand between single spaces",
    "rouge-score": "rouge-score 0.1.2 for Python; stem=true takes its stemmer",
}


def reproduced(kind: type[Measure]) -> dict[str, str]:
    """Return preset → what it reproduces, for the presets of a measure."""
    return {preset: kind.tools.get(preset, _TOOLS.get(preset, "")) for preset in kind.presets}
