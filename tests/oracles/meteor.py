"""METEOR (Banerjee & Lavie 2005, §2.2), by trying every mapping.

Each stage maps words that no earlier stage has mapped; two words may be mapped if they share a key of the stage. Of all
one-to-one mappings of a stage it takes the largest, of these the one with the fewest crossings, counted with the pairs
of earlier stages, of these the one with the fewest chunks, counted likewise. Still equal ones are compared part by
part: a part is a connected set of words that may be mapped, parts are taken in the order of their first words in the
hypothesis, and the smaller list of (hypothesis position, reference position) wins.

With m pairs, weighted by their stages, P = m/|h|, R = m/|r|, Fmean = PR/(αP + (1-α)R), penalty = γ(chunks/pairs)^β,
score = Fmean·(1-penalty). Per segment the reference with the highest score, the first on a tie; counts are summed.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

from .lengths import Tokens

Pair = tuple[int, int]
Keys = Callable[[str], set[Hashable]]


def mappings(words: Sequence[int], partners: Mapping[int, list[int]]) -> Iterator[list[Pair]]:
    """Every one-to-one mapping, the empty one too."""
    if not words:
        yield []
        return
    for rest in mappings(words[1:], partners):
        yield rest
        taken = {r for _, r in rest}
        yield from ([(words[0], r), *rest] for r in partners[words[0]] if r not in taken)


def crossings(pairs: Sequence[Pair]) -> int:
    return sum((h - k) * (r - s) < 0 for n, (h, r) in enumerate(pairs) for k, s in pairs[:n])


def chunks(pairs: Sequence[Pair]) -> int:
    return sum((h - 1, r - 1) not in pairs for h, r in pairs)


def parts(partners: Mapping[int, list[int]]) -> list[set[int]]:
    """Connected sets of words, as their words of the hypothesis, in order of the first."""
    found: list[set[int]] = []
    for h in sorted(partners):
        if not partners[h]:
            continue
        near = [part for part in found if any(set(partners[h]) & set(partners[k]) for k in part)]
        for part in near:
            found.remove(part)
        found.append({h}.union(*near))
    return sorted(found, key=min)


def stage(h: Tokens, r: Tokens, before: list[Pair], keys: Keys) -> list[Pair]:
    words = [i for i in range(len(h)) if i not in {i for i, _ in before}]
    others = [j for j in range(len(r)) if j not in {j for _, j in before}]
    partners = {i: [j for j in others if keys(h[i]) & keys(r[j])] for i in words}
    groups = parts(partners)

    def rank(mapping: list[Pair]) -> tuple[object, ...]:
        together = before + mapping
        order = [sorted(pair for pair in mapping if pair[0] in group) for group in groups]
        return -len(mapping), crossings(together), chunks(together), order

    largest = 0
    best: list[Pair] = []
    for mapping in mappings(words, partners):
        if len(mapping) >= largest:
            largest = len(mapping)
            best = min(best, mapping, key=rank)
    return best


def alignment(h: Tokens, r: Tokens, stages: Sequence[Keys]) -> list[tuple[int, int, int]]:
    """Triples of positions and stage."""
    made: list[tuple[int, int, int]] = []
    for number, keys in enumerate(stages):
        found = stage(h, r, [(i, j) for i, j, _ in made], keys)
        made += [(i, j, number) for i, j in found]
    return sorted(made)


def value(pairs: float, chunk: int, h: int, r: int, weights: Sequence[float], counts: Sequence[int], alpha: float,
          beta: float, gamma: float) -> float:  # fmt: skip
    below = alpha * r + (1 - alpha) * h
    if h + r == 0:
        return float("nan")
    weighted = sum(w * c for w, c in zip(weights, counts, strict=True))
    if weighted == 0:
        return 0.0
    precision, recall = weighted / h, weighted / r
    assert below
    mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    return mean * (1 - gamma * (chunk / pairs) ** beta)


def corpus(
    hypotheses: list[Tokens],
    references: list[list[Tokens]],
    keys: Sequence[Keys],
    weights: Sequence[float] = (1, 1, 1),
    alpha: float = 0.9,
    beta: float = 3,
    gamma: float = 0.5,
) -> float:
    def score(counts: Sequence[int], chunk: int, h: int, r: int) -> float:
        return value(sum(counts), chunk, h, r, weights[: len(keys)], counts, alpha, beta, gamma)

    sums = [0] * (len(keys) + 3)
    for h, several in zip(hypotheses, references, strict=True):
        rows = []
        for r in several:
            made = alignment(h, r, keys)
            counts = [sum(s == n for _, _, s in made) for n in range(len(keys))]
            rows.append((counts, chunks([(i, j) for i, j, _ in made]), len(h), len(r)))
        counts, *rest = max(rows, key=lambda row: score(*row) if row[2] + row[3] else -1)
        sums = [a + b for a, b in zip(sums, [*counts, *rest], strict=True)]
    return score(sums[: len(keys)], *sums[len(keys) :])
