// What ROUGE counts for every pair of texts of a chunk: n-grams, longest common subsequences, skip-bigrams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "stop.hpp"
#include "text/sentence_rows.hpp"
#include "text/tokens.hpp"

namespace steelyard {

// All return rows × 3: what matches, then how much of it the hypothesis and the reference have. They throw
// std::invalid_argument if the texts differ in number, and Stopped; time is that of the kernel of each row.
inline constexpr std::size_t kRougeFields = 3;

// Clipped matches of n-grams (`PairMatcher`), and how many each text has.
std::vector<std::int64_t> rouge_n(const Tokens& hypotheses, const Tokens& references, std::size_t order,
                                  const Stop* stop);

// Length of the longest common subsequence (`Lcs`), and of both texts.
std::vector<std::int64_t> rouge_l(const Tokens& hypotheses, const Tokens& references, const Stop* stop);

// Clipped matches of skip-bigrams (`SkipBigrams`), and how many each text has. With unigrams, they are counted as well,
// each text's last token only if `last` is set.
std::vector<std::int64_t> rouge_s(const Tokens& hypotheses, const Tokens& references, std::size_t gap, bool unigrams,
                                  bool last, const Stop* stop);

// WLCS (`WeightedLcs`), at most f of either length, which are the others.
std::vector<double> rouge_w(const Tokens& hypotheses, const Tokens& references, double weight, const Stop* stop);

// Two columns of summaries, sentence by sentence. The words that may be counted come from rows of their own where a
// limit cuts them; null where none does.
struct SummaryPairs {
  SentenceTexts hypotheses, references;
  const Tokens* counted_hypotheses;
  const Tokens* counted_references;
};

// Hits of the union LCS (`UnionLcs`), and the lengths of both texts; without `clip` all hits. Throws RefusedSegment.
std::vector<std::int64_t> rouge_lsum(const SummaryPairs& pairs, bool clip, const Stop* stop);

// ROUGE-1.5.5's weighted hits (`WeightedLcs::hits`), f of the hypothesis' length, and the sum of f over the reference's
// sentences. Throws RefusedSegment.
std::vector<double> rouge_wsum(const SummaryPairs& pairs, double weight, const Stop* stop);

}  // namespace steelyard
