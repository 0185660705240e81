"""Nugget F, figure 2 of Lin & Demner-Fushman (2005): the official definition of F for TREC definition questions;
mean over the questions that have vital nuggets."""


def f_measure(recall: float, returned: int, length: int, beta: float) -> float:
    allowance = 100 * returned
    verbosity = (length - allowance) / length if length else 1.0
    precision = 1.0 if length < allowance else 1 - verbosity
    if not recall:
        return 0.0
    return (beta**2 + 1) * precision * recall / (beta**2 * precision + recall)


def one(hypothesis: str, key: str, beta: float) -> float | None:
    grades = dict(word.rsplit(":", 1) for word in key.split())
    words = hypothesis.split()
    length = int(next(word for word in words if word.startswith("length:"))[7:])
    returned = {word for word in words if not word.startswith("length:")}
    vital = [nugget for nugget, grade in grades.items() if grade == "vital"]
    if not vital:
        return None
    return f_measure(len(returned & set(vital)) / len(vital), len(returned), length, beta)


def corpus(hypotheses, references, beta: float = 3.0) -> float:
    values = [one(h, several[0], beta) for h, several in zip(hypotheses, references, strict=True)]
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else float("nan")
