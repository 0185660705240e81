"""ROUGE-1.5.5's Average and interval (its `computeAverages` and `bootstrapResampling`), one number after the other.

Sample i is drawn after srand(i). Perl's rand is drand48: x₀ = i·2¹⁶ + 0x330E, x ← 0x5DEECE66D·x + 0xB mod 2⁴⁸, and
int(rand(n)) is the whole part of x/2⁴⁸·n. Scores are sorted by the name of evaluation and peer, joined by a full stop.
"""


def indices(seed: int, count: int) -> list[int]:
    x, drawn = (seed << 16) + 0x330E, []
    for _ in range(count):
        x = (0x5DEECE66D * x + 0xB) % 2**48
        drawn.append(int(x / 2**48 * count))
    return drawn


def interval(scores: dict[str, float], peer: str, resamples: int, percent: float) -> tuple[float, float, float]:
    """Average, lower and upper bound of scores by name of evaluation."""
    ordered = [scores[name] for name in sorted(scores, key=lambda name: name + "." + peer)]
    samples = []
    for i in range(resamples):
        total = 0.0
        for place in indices(i, len(ordered)):
            total += ordered[place]
        samples.append(total / len(ordered))
    samples.sort()
    average = 0.0
    for sample in samples:
        average += sample
    delta = resamples * ((100 - percent) / 2.0) / 100.0
    upper = int(resamples - delta - 1)
    share = resamples - delta - 1 - upper
    low, high = (
        samples[place] + (samples[place + 1] - samples[place]) * share if share else samples[place]
        for place in (int(delta), upper)
    )
    return average / resamples, low, high
