// What ROUGE counts besides n-grams and longest common subsequences: weighted subsequences and skip-bigrams.
#pragma once

#include <cstdint>
#include <vector>

#include "ids.hpp"
#include "lcs.hpp"
#include "sentence_rows.hpp"

namespace steelyard {

// Weighted LCS (Lin 2004 §4): a run of k matches that follow each other in both texts weighs k^weight.
// O(|hypothesis| · |reference|), memory O(|hypothesis|).
class WeightedLcs {
 public:
  explicit WeightedLcs(double weight) : weight_(weight) {}

  // f(k) = k^weight.
  double f(std::size_t k);

  // WLCS of two sequences, by the recursion of the paper.
  double operator()(Ids hypothesis, Ids reference);

  // The weight ROUGE-1.5.5 finds at summary level: runs are those of hits in the reference sentence, whether or not
  // they follow each other in the hypothesis; a hit that may not be counted any more neither ends a run nor prolongs
  // it, and a run that ends with such a hit goes on after the gap, or is lost with the end of the sentence.
  // Memory |h|·|r| bytes for the longest sentences h and r; throws TableTooLarge.
  double hits(const SentenceRows& hypothesis, const SentenceRows& reference, Ids counted_hypothesis,
              Ids counted_reference);

 private:
  // Fills the table and, if asked to, the ways back. Returns the last cell.
  template <bool traced>
  double fill(Ids hypothesis, Ids reference);
  void mark(Ids hypothesis, Ids reference);

  double weight_;
  std::vector<double> powers_;              // f(0), f(1), …
  std::vector<double> cells_, last_cells_;  // one row of the table, and the one before
  std::vector<std::int32_t> runs_, last_runs_;
  std::vector<std::uint8_t> ways_;  // reference × hypothesis: where each cell came from
  std::vector<std::uint8_t> hits_;
  CodedSummaries codes_;
};

// Skip-bigrams (Lin 2004 §5): ordered pairs of words with at most `gap` words between them, clipped as n-grams are.
// First words are taken one type at a time, so memory is linear. O(pairs); if the gap has no limit, and so in any text
// of at most gap + 2 tokens, O(tokens · shared types).
class SkipBigrams {
 public:
  explicit SkipBigrams(std::size_t gap) : gap_(gap) {}

  std::int64_t matches(Ids hypothesis, Ids reference);
  // Skip-bigrams of a text.
  std::int64_t total(std::size_t tokens) const;

 private:
  struct Side {
    std::vector<std::int32_t> codes;          // of the types that both texts have, from 0; -1 for others
    std::vector<std::size_t> starts, places;  // type t stands at places[starts[t]] … places[starts[t + 1] - 1]
    std::vector<std::int64_t> counts;         // of second words; 0 but for those of the first word at hand
    std::vector<std::int32_t> counted;        // whose count is not 0
  };

  void share(Ids hypothesis, Ids reference);
  void index(Side& side);
  void count(Side& side, std::size_t type) const;
  static void add(Side& side, std::int32_t second, std::int64_t times);
  static void clear(Side& side);

  std::size_t gap_, types_ = 0;
  ReferenceCodes codes_of_;
  std::vector<std::int32_t> shared_;  // code of the reference → code of both
  std::vector<std::size_t> next_;
  Side hypothesis_, reference_;
};

}  // namespace steelyard
