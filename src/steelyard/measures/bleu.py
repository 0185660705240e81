"""BLEU: clipped n-gram precision with a brevity penalty, and its average over segments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError, suggestion
from steelyard.measures.kinds.base import Array, Mean, Vector, option, ratio, write_value
from steelyard.measures.kinds.bounded import BoundedMeasure
from steelyard.measures.kinds.references import LENGTH_RULES, nearest_length
from steelyard.measures.kinds.sums import ordered_sum
from steelyard.text import Batch

_SMOOTHING = ("exp", "none", "add-one", "add-k", "floor", "epsilon")
_DEFAULT_VALUES = {"add-k": 1.0, "floor": 0.1, "epsilon": 0.001}
_WEIGHTS = ("uniform", "linear")
_LARGEST = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Bleu(BoundedMeasure):
    """BLEU (Papineni et al. 2002): 100 · BP · exp Σ wₙ ln pₙ.

    pₙ = clipped matches / n-grams of the hypotheses, clipped at the maximum count over the references;
    BP = 1 if c > r, else exp(1 − r/c), with c and r the lengths of hypotheses and references.

    Statistics: matches and n-grams per order, tokens of the hypothesis, tokens of the reference.

    Left open by the paper, and chosen here: a precision of 0 is smoothed as NIST's mteval does (`exp`: the k-th zero
    becomes 1/(2ᵏ · n-grams)); the reference length is the closest, the shorter on a tie; at segment level, orders
    longer than the hypothesis are left out (`effective`; mteval has them `filled` with 1). These are sacreBLEU's
    choices, and the default equals sacreBLEU's numbers. `smoothing=1:0:0:0` adds sₘ to hits and totals of order m;
    `add-one` is Lin & Och's (2004) BLEU-S; `floor` sets a zero count to `smoothing_value`, `epsilon` a zero
    precision (Liu & Gildea's 10⁻³); `average=arithmetic` is Banerjee & Lavie's; `weights=linear` (wₙ ∝ n) Pastra &
    Saggion's. `boundaries` adds sentence boundaries to orders above 1.

    >>> import steelyard as sy
    >>> hypothesis = ["The dog bit the man.", "It was not unexpected.", "The man bit him first."]
    >>> references = ["The dog bit the man.", "It was not unexpected.", "The man had bitten the dog."]
    >>> sy.score({"A": hypothesis}, references, measures=["bleu"]).value("A", "bleu")  # sacreBLEU: 65.57
    65.57486...
    """

    name: ClassVar[str] = "bleu"
    family: ClassVar[str] = "n-gram"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"matches": ("ngrams",)}
    undefined: ClassVar[str] = "the outputs are too short for any order that has a weight"
    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "sacrebleu": {},
        "mteval-v13a": {"case": "fold", "effective": "filled"},
        "mteval-v14": {"case": "fold", "tokens": "intl", "effective": "filled"},
    }

    order: int = option(4, "longest n-gram")
    weights: str | Vector = option("uniform", "uniform, linear, or one weight per order: 0.4:0.3:0.2:0.1")
    smoothing: str | Vector = option("exp", f"{', '.join(_SMOOTHING)}, or what is added to each order: 1:0:0:0")
    smoothing_value: float | None = option(None, "for add-k (default 1), floor (0.1) and epsilon (0.001)")
    average: str = option("geometric", "of the precisions", ("geometric", "arithmetic"))
    length: str = option("closest", "reference length", LENGTH_RULES)
    effective: str = option(
        "segment", "orders longer than the hypotheses are left out", ("segment", "never", "always", "filled")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.order <= 100:
            raise SpecError(f"{self.name}: order={self.order} is not possible; expected 1 to 100")
        self._check_vector("weights", _WEIGHTS)
        self._check_vector("smoothing", _SMOOTHING)
        if isinstance(self.weights, tuple) and not any(self.weights):
            raise SpecError(f"{self.name}: the weights must not all be 0")
        if self.smoothing_value is None:
            return
        # More than one match, or a precision above 1, would be more than there is.
        most = _LARGEST if self.smoothing == "add-k" else 1
        if self.smoothing not in _DEFAULT_VALUES or not 0 <= self.smoothing_value <= most:
            raise SpecError(
                f"{self.name}: smoothing_value={self.smoothing_value} is not possible; it goes with smoothing "
                f"{', '.join(_DEFAULT_VALUES)}, from 0 to 1, or {_LARGEST} with add-k"
            )

    def _check_vector(self, label: str, names: tuple[str, ...]) -> None:
        setting = getattr(self, label)
        expected = f"{self.order} numbers from 0 to {_LARGEST}, written a:b:c:d"
        if isinstance(setting, str) and setting not in names:
            raise SpecError(
                f"{self.name}: {label}={setting} is not possible{suggestion(setting, names)} (or {expected})"
            )
        if isinstance(setting, tuple) and (len(setting) != self.order or not all(0 <= v <= _LARGEST for v in setting)):
            raise SpecError(f"{self.name}: {label} is not possible; expected {', '.join(names)} or {expected}")

    @property
    def fields(self) -> tuple[str, ...]:
        """Matches and n-grams per order, and the two lengths."""
        orders = range(1, self.order + 1)
        return (
            *(f"matches_{n}" for n in orders),
            *(f"ngrams_{n}" for n in orders),
            "hypothesis_tokens",
            "reference_tokens",
        )

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field."""
        hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
        counted = nearest_length(self.length, hypotheses, references, batch)
        bounded = [self.enclosed(tokens) for tokens in references]
        matches = _core.ngram_matches(self.enclosed(hypotheses), bounded, self.order, batch.stop)
        totals = self.ngrams_in(hypotheses, self.order)
        return np.concatenate((matches, totals, hypotheses.lengths()[:, None], counted[:, None]), axis=1)

    def score(self, sums: Array) -> Array:
        """Return BLEU of summed statistics."""
        n = self.order
        sums = np.asarray(sums, float)
        matches, totals = sums[..., :n], sums[..., n : 2 * n]
        hypothesis, reference = sums[..., 2 * n], sums[..., 2 * n + 1]
        mean = self._average(*self._precisions(matches, totals))
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            brevity = np.where(hypothesis < reference, np.exp(1 - reference / hypothesis), 1.0)
        return np.where(matches.any(axis=-1), 100 * brevity * mean, 0.0)

    def signature(self) -> dict[str, str]:
        """Return every choice made, the value that smoothing takes by default included."""
        choices = super().signature()
        return choices | ({"smoothing_value": write_value(self._value())} if self.smoothing in _DEFAULT_VALUES else {})

    def at_level(self, level: str) -> Self:
        """Return BLEU with effective order at segment level, where it is asked for there."""
        if level == "segment" and self.effective == "segment":
            return replace(self, effective="always")
        return self

    def _precisions(self, matches: Array, totals: Array) -> tuple[Array, Array]:
        """Return smoothed precisions and which orders have n-grams (after an order without, none has)."""
        added = np.array(self._added())
        hits, totals = (matches + added, totals + added) if added.any() else (matches, totals)
        if hits.all() and (totals > 0).all():
            # as in large test sets: nothing to smooth
            return hits / totals, np.array(True)
        used = np.logical_and.accumulate(totals > 0, axis=-1)
        safe = np.where(totals > 0, totals, 1.0)
        zero = used & (hits == 0)
        if self.smoothing == "exp":
            hits = np.where(zero, np.ldexp(1.0, -np.cumsum(zero, axis=-1)), hits)
        elif self.smoothing == "floor":
            hits = np.where(zero, self._value(), hits)
        elif self.smoothing == "epsilon":
            hits = np.where(zero, self._value() * safe, hits)
        return np.where(used, hits / safe, 1.0 if self.effective == "filled" else 0.0), used

    def _value(self) -> float:
        value = self.smoothing_value
        return _DEFAULT_VALUES.get(str(self.smoothing), 0.0) if value is None else value

    def _added(self) -> Vector:
        if isinstance(self.smoothing, tuple):
            return self.smoothing
        k = {"add-one": 1.0, "add-k": self._value()}.get(self.smoothing, 0.0)
        return (0.0,) + (k,) * (self.order - 1)

    def _average(self, precisions: Array, used: Array) -> Array:
        raw = self._raw_weights()
        if self.effective == "always" and not used.all():
            raw = np.where(used, raw, 0.0)
        weights = ratio(raw, ordered_sum(raw)[..., None])
        if self.average == "arithmetic":
            return ordered_sum(weights * precisions)
        with np.errstate(divide="ignore"):
            logs = np.log(precisions)
        logs = logs if (weights > 0).all() else np.where(weights > 0, logs, 0.0)
        return np.asarray(np.exp(ordered_sum(weights * logs)))

    def _raw_weights(self) -> Array:
        if isinstance(self.weights, tuple):
            return np.array(self.weights)
        return np.arange(1.0, self.order + 1) if self.weights == "linear" else np.ones(self.order)


@dataclass(frozen=True, kw_only=True)
class SentenceBleu(Mean, Bleu):
    """The mean of segment BLEU scores, with effective order: not what corpus BLEU is.

    Statistics: the sum of segment BLEU, and the number of segments.
    Reference: Lin & Och (2004), "ORANGE"; smoothing and other options as in `bleu`.

    >>> import steelyard as sy
    >>> sy.score({"A": ["a b c d", "a b"]}, ["a b c d", "a c"], measures=["sentence-bleu"]).value("A", "sentence-bleu")
    75.0
    """

    name: ClassVar[str] = "sentence-bleu"
    printed: ClassVar[str] = "Sentence BLEU"
    presets: ClassVar[dict[str, dict[str, Any]]] = {"sacrebleu": {}}

    effective: str = option("always", "orders longer than a hypothesis are left out", ("always",))

    def values(self, batch: Batch) -> Array:
        """Return each segment's BLEU."""
        return Bleu.score(self, Bleu.statistics(self, batch))
