"""AVLS (Amigó et al. 2005): 1/(1 + |difference of average sentence lengths|), the most similar reference; mean over
segments. `cut` makes words of a sentence."""


def mean_length(text: str, cut, sentences: str) -> float:
    parts = {"lines": lambda: text.split("\n"), "none": lambda: [text]}[sentences]()
    lengths = [len(cut(part)) for part in parts if cut(part)]
    return sum(lengths) / len(lengths) if lengths else 0.0


def corpus(hypotheses, references, cut, sentences: str = "lines") -> float:
    values = []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        mine = mean_length(hypothesis, cut, sentences)
        values.append(max(1 / (1 + abs(mine - mean_length(r, cut, sentences))) for r in several))
    return sum(values) / len(values)
