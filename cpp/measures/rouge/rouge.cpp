#include "measures/rouge/rouge.hpp"

#include <algorithm>
#include <stdexcept>

#include "errors.hpp"
#include "measures/ngrams/pair_ngrams.hpp"
#include "measures/rouge/lcs.hpp"
#include "measures/rouge/skip_bigrams.hpp"
#include "measures/rouge/weighted_lcs.hpp"

namespace steelyard {

namespace {

// Fills row i for every pair of texts.
template <class T, class Row>
std::vector<T> counts(const Tokens& hypotheses, const Tokens& references, Row&& row) {
  check_same_size(hypotheses, references);
  std::vector<T> out(hypotheses.size() * kRougeFields, 0);
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    row(hypotheses[i], references[i], out.data() + kRougeFields * i);
  }
  return out;
}

std::int64_t ngrams_in(Ids row, std::size_t order) {
  return static_cast<std::int64_t>(row.size() < order ? 0 : row.size() - order + 1);
}

// As counts, sentence by sentence.
template <class T, class Row>
std::vector<T> sentence_counts(const SummaryPairs& pairs, Row&& row) {
  const auto& [hypotheses, references, counted_hypotheses, counted_references] = pairs;
  for (const std::size_t size : {references.size(), counted_hypotheses ? counted_hypotheses->size() : references.size(),
                                 counted_references ? counted_references->size() : references.size()}) {
    if (size != hypotheses.size()) throw std::invalid_argument("hypotheses and references differ in number");
  }
  std::vector<T> out(hypotheses.size() * kRougeFields, 0);
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const SentenceRows hypothesis = hypotheses[i], reference = references[i];
    const Ids counted_hypothesis = counted_hypotheses ? (*counted_hypotheses)[i] : hypothesis.ids;
    const Ids counted_reference = counted_references ? (*counted_references)[i] : reference.ids;
    in_segment(
        i, [&] { row(hypothesis, reference, counted_hypothesis, counted_reference, out.data() + kRougeFields * i); });
  }
  return out;
}

}  // namespace

std::vector<std::int64_t> rouge_n(const Tokens& hypotheses, const Tokens& references, std::size_t order,
                                  const Stop* stop) {
  if (order == 0) throw std::invalid_argument("n-grams have at least one token");
  Watch watch(stop);
  PairMatcher matcher(watch);
  std::vector<std::int32_t> matches(order);
  return counts<std::int64_t>(hypotheses, references, [&](Ids hypothesis, Ids reference, std::int64_t* out) {
    matcher.count(hypothesis, reference, matches);
    out[0] = matches.back();
    out[1] = ngrams_in(hypothesis, order);
    out[2] = ngrams_in(reference, order);
  });
}

std::vector<std::int64_t> rouge_l(const Tokens& hypotheses, const Tokens& references, const Stop* stop) {
  Watch watch(stop);
  Lcs lcs(watch);
  return counts<std::int64_t>(hypotheses, references, [&](Ids hypothesis, Ids reference, std::int64_t* out) {
    out[0] = lcs(hypothesis, reference);
    out[1] = ngrams_in(hypothesis, 1);
    out[2] = ngrams_in(reference, 1);
  });
}

std::vector<std::int64_t> rouge_s(const Tokens& hypotheses, const Tokens& references, std::size_t gap, bool unigrams,
                                  bool last, const Stop* stop) {
  Watch watch(stop);
  SkipBigrams bigrams(gap, watch);
  PairMatcher matcher(watch);
  return counts<std::int64_t>(hypotheses, references, [&](Ids hypothesis, Ids reference, std::int64_t* out) {
    out[0] = bigrams.matches(hypothesis, reference);
    out[1] = bigrams.total(hypothesis.size());
    out[2] = bigrams.total(reference.size());
    if (!unigrams) return;
    if (!last) {
      hypothesis = hypothesis.first(hypothesis.empty() ? 0 : hypothesis.size() - 1);
      reference = reference.first(reference.empty() ? 0 : reference.size() - 1);
    }
    std::int32_t matches = 0;
    matcher.count(hypothesis, reference, {&matches, 1});
    out[0] += matches;
    out[1] += ngrams_in(hypothesis, 1);
    out[2] += ngrams_in(reference, 1);
  });
}

std::vector<double> rouge_w(const Tokens& hypotheses, const Tokens& references, double weight, const Stop* stop) {
  Watch watch(stop);
  WeightedLcs lcs(weight, watch);
  return counts<double>(hypotheses, references, [&](Ids hypothesis, Ids reference, double* out) {
    out[1] = lcs.f(hypothesis.size());
    out[2] = lcs.f(reference.size());
    out[0] = std::min({lcs(hypothesis, reference), out[1], out[2]});  // no share above 1 by rounding
  });
}

std::vector<std::int64_t> rouge_lsum(const SummaryPairs& pairs, bool clip, const Stop* stop) {
  Watch watch(stop);
  UnionLcs lcs(watch);
  Lcs length(watch);
  // Of one sentence on both sides every common subsequence may count, so only its length is asked for.
  const bool counted = pairs.counted_hypotheses || pairs.counted_references;
  return sentence_counts<std::int64_t>(
      pairs, [&](const SentenceRows& hypothesis, const SentenceRows& reference, Ids h, Ids r, std::int64_t* out) {
        const bool single = hypothesis.size() == 1 && reference.size() == 1 && !counted;
        out[0] = single ? length(h, r) : lcs(hypothesis, reference, h, r, clip);
        out[1] = ngrams_in(h, 1);
        out[2] = ngrams_in(reference.ids, 1);
      });
}

std::vector<double> rouge_wsum(const SummaryPairs& pairs, double weight, const Stop* stop) {
  Watch watch(stop);
  WeightedLcs lcs(weight, watch);
  return sentence_counts<double>(
      pairs, [&](const SentenceRows& hypothesis, const SentenceRows& reference, Ids h, Ids r, double* out) {
        out[0] = lcs.hits(hypothesis, reference, h, r);
        out[1] = lcs.f(h.size());
        for (std::size_t s = 0; s < reference.size(); ++s) out[2] += lcs.f(reference.length(s));
      });
}

}  // namespace steelyard
