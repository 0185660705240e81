"""Co-selection (Saggion et al. 2002): precision, recall and F of extracts as sets, counts summed over judges and
segments. Units are labels at white space, or lines, the same if their words are."""


def units_of(text: str, units: str) -> set:
    if units == "lines":
        return {tuple(line.split()) for line in text.split("\n") if line.split()}
    return set(text.split())


def corpus(hypotheses, references, kind: str = "f", beta: float = 1.0, units: str = "labels") -> float:
    shared = output = reference = 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        mine = units_of(hypothesis, units)
        for judge in several:
            theirs = units_of(judge, units)
            shared, output, reference = shared + len(mine & theirs), output + len(mine), reference + len(theirs)
    precision = shared / output if output else float("nan")
    recall = shared / reference if reference else float("nan")
    if kind != "f":
        return {"precision": precision, "recall": recall}[kind]
    if not precision + recall:  # both are 0
        return 0.0
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
