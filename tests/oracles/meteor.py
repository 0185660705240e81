"""METEOR (Banerjee & Lavie 2005, §2.2), by trying every mapping.

Each stage maps words that no earlier stage has mapped; two words may be mapped if they share a key of the stage. Of all
one-to-one mappings of a stage the largest are kept, of these those with the fewest crossings, counted with the pairs of
earlier stages. All of them are followed through the next stages, so that of equal ones the later stages decide, and in
the end the fewest chunks. Still equal ones are compared stage by stage and part by part: a part is a connected set of
words that may be mapped, parts are taken in the order of their first words in the hypothesis, and the smaller list of
(hypothesis position, reference position) wins.

With m pairs, weighted by their stages, P = m/|h|, R = m/|r|, Fmean = PR/(αP + (1-α)R), penalty = γ(chunks/pairs)^β,
score = Fmean·(1-penalty). Per segment the reference with the highest score, the first on a tie; counts are summed.

METEOR 1.5 (Denkowski & Lavie 2014) aligns by a beam search, as `beam_alignment` tells. Its function words count 1-δ and
all other words δ; a text matched whole, as one chunk, has no chunks.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence

from .lengths import Tokens

SETTLED = ("modules", "stemmer", "senses", "unmatched", "unmatched_by", "paraphrases", "language")

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


Way = tuple[list[tuple[int, int, int]], list[list[Pair]]]


def extensions(h: Tokens, r: Tokens, way: Way, number: int, keys: Keys) -> Iterator[tuple[tuple[int, int], Way]]:
    """Every way on by the largest mappings of a stage, after the size, negative, and the crossings with all pairs."""
    made, order = way
    others = [j for j in range(len(r)) if j not in {j for _, j, _ in made}]
    words = [i for i in range(len(h)) if i not in {i for i, _, _ in made}]
    partners = {i: [j for j in others if keys(h[i]) & keys(r[j])] for i in words}
    groups = parts(partners)
    every = list(mappings(words, partners))
    largest = max(map(len, every))
    for mapping in every:
        if len(mapping) == largest:
            together = [(i, j) for i, j, _ in made] + mapping
            more = [sorted(pair for pair in mapping if pair[0] in group) for group in groups]
            extended = [*made, *((i, j, number) for i, j in mapping)]
            yield (-largest, crossings(together)), (extended, order + more)


def alignment(h: Tokens, r: Tokens, stages: Sequence[Keys]) -> list[tuple[int, int, int]]:
    """Triples of positions and stage."""
    ways: list[Way] = [([], [])]
    for number, keys in enumerate(stages):
        every = [found for way in ways for found in extensions(h, r, way, number, keys)]
        best = min(rank for rank, _ in every)
        ways = [way for rank, way in every if rank == best]
    return sorted(min(ways, key=lambda way: (chunks([(i, j) for i, j, _ in way[0]]), way[1]))[0])


Span = tuple[int, int, int, int, int]
Phrase = tuple[str, ...]


def phrase_matches(h: Tokens, r: Tokens, table: Sequence[tuple[Phrase, Phrase]], stage: int) -> list[Span]:
    """Paraphrases of the reference's phrases that the hypothesis has, then the other way round."""

    def occurs(text: Tokens, at: int, phrase: Phrase) -> bool:
        return tuple(text[at : at + len(phrase)]) == phrase

    def ordered(text: Tokens, other: Tokens) -> Iterator[tuple[int, int, int, int]]:
        for at in range(len(text)):
            for length in range(1, len(text) - at + 1):
                for phrase, paraphrase in table:
                    if len(phrase) == length and occurs(text, at, phrase):
                        places = [k for k in range(len(other)) if occurs(other, k, paraphrase)]
                        yield from ((at, length, k, len(paraphrase)) for k in places)

    forth = [(i, j, stage, b, a) for j, a, i, b in ordered(r, h)]
    return forth + [(i, j, stage, a, b) for i, a, j, b in ordered(h, r)]


def possible_matches(h: Tokens, r: Tokens, stages: Sequence[Keys], exact: int,
                     table: Sequence[tuple[Phrase, Phrase]]) -> list[list[Span]]:  # fmt: skip
    """For each word of the reference: positions, stage, words of both. Only `exact` matches equal words."""
    used = list(enumerate(stages))[: 1 if h == r else None]

    def match(stage: int, keys: Keys, left: str, right: str) -> bool:
        return (left == right) == (stage == exact) and bool(keys(left) & keys(right))

    rows = [
        [(i, j, n, 1, 1) for n, keys in used for i in range(len(h)) if match(n, keys, h[i], word)]
        for j, word in enumerate(r)
    ]
    for span in phrase_matches(h, r, table, len(stages)) if h != r or not stages else ():
        rows[span[1]].append(span)
    return rows


def beam_alignment(h: Tokens, r: Tokens, stages: Sequence[Keys], exact: int, beam: int,
                   table: Sequence[tuple[Phrase, Phrase]] = ()) -> list[Span]:  # fmt: skip
    """A path is: matches that weigh, chunks closed, distance, position that goes on with the chunk, end, spans.

    A span is: positions, stage, words of the hypothesis and of the reference.
    """
    possible = possible_matches(h, r, stages, exact, table)
    every = [span for row in possible for span in row]

    def words(span: Span) -> tuple[set[int], set[int]]:
        i, j, _, a, b = span
        return set(range(i, i + a)), set(range(j, j + b))

    def alone(span: Span) -> bool:
        meeting = [other for other in every if words(span)[0] & words(other)[0] or words(span)[1] & words(other)[1]]
        return len(meeting) == 1

    certain = [len(row) == 1 and alone(row[0]) for row in possible]
    reserved = {i for row, sure in zip(possible, certain, strict=True) if sure for i in words(row[0])[0]}
    paths = [(0, 0, 0, None, 0, ())]
    for j, row in enumerate(possible):
        extended = []
        for path in sorted(paths, key=rank)[:beam]:
            weight, closed, distance, onward, end, made = path
            if end > j:
                extended.append(path)
                continue
            taken = {k for span in made for k in words(span)[0]}
            for span in row:
                i, _, n, a, b = span
                if not certain[j] and words(span)[0] & (reserved | taken):
                    continue
                ahead = distance + abs(i - j)
                breaks = onward is not None and onward != i
                more = 2 if n == exact else a // 2 + b // 2
                charged = ahead if certain[j] else distance
                extended.append((weight + more, closed + breaks, charged, i + a, j + b, (*made, span)))
                distance = ahead
            if not certain[j]:
                extended.append((weight, closed + (onward is not None), distance, None, j, made))
        paths = extended
    final = [(w, c + (o is not None), d, None, e, made) for w, c, d, o, e, made in sorted(paths, key=rank)[:beam]]
    return sorted(min(final, key=rank)[-1])


def rank(path: tuple) -> tuple[int, int, int]:
    return -path[0], path[1], path[2]


def value(counts: Sequence[float], weights: Sequence[float], alpha: float, beta: float, gamma: float,
          delta: float) -> float:  # fmt: skip
    """From chunks, then pairs of each stage and tokens, each in all and of function words on both sides."""
    chunk, *triples = counts
    whole, of_h, of_r = triples[0::3], triples[1::3], triples[2::3]
    *pairs, h, r = whole
    if h + r == 0:
        return float("nan")

    def weigh(number: float, function: float) -> float:
        return delta * (number - function) + (1 - delta) * function

    matched_h = sum(w * weigh(m, f) for w, m, f in zip(weights, pairs, of_h[:-2], strict=True))
    matched_r = sum(w * weigh(m, f) for w, m, f in zip(weights, pairs, of_r[:-2], strict=True))
    if matched_h == 0 or matched_r == 0:
        return 0.0
    precision, recall = matched_h / weigh(h, of_h[-2]), matched_r / weigh(r, of_r[-1])
    mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    return mean * (1 - gamma * (chunk / sum(pairs)) ** beta)


def row(h: Tokens, r: Tokens, made: Sequence[tuple[int, int, int]], stages: int, function: Collection[str],
        version: str) -> list[int]:  # fmt: skip
    chunk = chunks([(i, j) for i, j, _ in made])
    if version == "1.5" and chunk == 1 and len(made) == len(h) == len(r):
        chunk = 0
    counts = [chunk]
    for n in range(stages):
        pairs = [(h[i], r[j]) for i, j, s in made if s == n]
        counts += [len(pairs), sum(a in function for a, _ in pairs), sum(b in function for _, b in pairs)]
    counts += [len(h), sum(word in function for word in h), 0]
    return [*counts, len(r), 0, sum(word in function for word in r)]


def corpus(
    hypotheses: list[Tokens],
    references: list[list[Tokens]],
    keys: Sequence[Keys],
    weights: Sequence[float] = (1, 1, 1),
    alpha: float = 0.9,
    beta: float = 3,
    gamma: float = 0.5,
    delta: float = 0.5,
    function: Collection[str] = (),
    version: str = "2005",
    exact: int = -1,
    bound: int = 0,
) -> float:
    def score(counts: Sequence[int]) -> float:
        # without function words δ cancels out
        return value(counts, weights[: len(keys)], alpha, beta, gamma, delta if function else 1)

    def align(h: Tokens, r: Tokens) -> list[tuple[int, int, int]]:
        if version == "2005":
            return alignment(h, r, keys)
        return [(i, j, n) for i, j, n, _, _ in beam_alignment(h, r, keys, exact, bound)]

    sums = [0] * (3 * len(keys) + 7)
    for h, several in zip(hypotheses, references, strict=True):
        rows = [row(h, r, align(h, r), len(keys), function, version) for r in several]
        best = max(rows, key=lambda counts: score(counts) if counts[-6] + counts[-3] else -1)
        sums = [a + b for a, b in zip(sums, best, strict=True)]
    return score(sums)
